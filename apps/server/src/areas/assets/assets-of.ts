// The assets of an account, as a short list with how each was last reached by it.
import { asset, type Connectivity } from '@drawbridge/model'
import { computed, type Fields, label, showStamp } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'
import type { Found, Page, Rows, Served } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Query } from '../../platform/http/route.ts'

const { id, hostname, ip } = asset.fields

export const briefAsset = {
  id,
  hostname,
  ip,
  connectivity: computed<Connectivity>('nested object', label('可连接性', 'Connectivity')),
  port: computed<number>('integer', label('端口', 'Port')),
} satisfies Fields

interface Wanted {
  /** Which assets `t` are meant. */
  readonly where: RawBuilder<boolean>
  /** The account's name on them. */
  readonly username: string
  /** A shorter way to a page of all of them. */
  readonly page?: (page: Page, ctx: Ctx) => Promise<Found>
  readonly count: (ctx: Ctx) => Promise<number>
}

export const assetsOf = ({ where, username, page, count }: Wanted): Served => ({
  resource: { ...asset, fields: briefAsset, filters: {}, mini: undefined },
  behaviour: {
    visible: (rows: Rows, { org }: Ctx) => (org.isRoot ? rows : rows.where('t.org_id', '=', org.id)).where(where),
    count,
    page: async (query: Query, wanted: Page, ctx: Ctx) => (page && isPlain(query) ? page(wanted, ctx) : undefined),
    select: {
      reached: () => sql`(
        select json_build_object('status', c.status, 'datetime', c.datetime) from assets_connectivity c
        where c.asset = t.id and c.username = ${username}
      )`,
    },
    compute: {
      connectivity: ({ reached }: { reached: { status: number; datetime: string } | null }, { reader }: Ctx) => ({
        status: reached?.status ?? UNKNOWN,
        datetime: showStamp(reached ? new Date(reached.datetime) : reader.now, reader.zone),
      }),
      port: ({ protocols }: { protocols: readonly string[] }) => portIn(protocols),
    } as never,
  },
})

const UNKNOWN = 2
const PLAIN = new Set(['limit', 'offset', 'draw', 'display', '_', 'oid', 'format', 'fields_size'])

/** Nothing is filtered, searched or ordered. */
const isPlain = (query: Query): boolean =>
  Object.entries(query).every(([name, value]) => PLAIN.has(name) || value === '')

/** The SSH port, else that of the first protocol. */
const portIn = (protocols: readonly string[]): number | null => {
  const found = protocols.find((one) => one.startsWith('ssh/')) ?? protocols[0]
  return found ? Number(found.split('/')[1]) : null
}
