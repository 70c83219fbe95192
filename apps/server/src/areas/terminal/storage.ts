// Where commands and recordings are kept. What a storage has to know follows from its type.
import { commandStorage, readMeta, replayStorage, type StorageType, storageMeta } from '@drawbridge/model'
import { Invalid, label, object, type Problems, Secret } from '@drawbridge/resource'
import { absent, Refusal, type Wording } from '@drawbridge/wire'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { type Behaviour, serve, servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { sealedOf } from '../../platform/secrets/parts.ts'
import { tryStorage } from './storage-test.ts'
import { isServed } from './storage-types.ts'

type Storage = typeof commandStorage
type Column = 'command_storage' | 'replay_storage'

const refused = (wording: Wording) => new Refusal('storage', 400, wording, (lang) => ({ msg: wording[lang] }))
const ofDefault = label('不允许删除默认存储', 'Deleting the default storage is not allowed')
const inUse = label('不能删除正在使用的存储', 'Cannot delete storage that is being used')
const holdsSome = label('存储中已有内容，不能改变类型', 'The type cannot be changed while the storage holds something.')
const fixed = label('默认存储不能改名或改变类型', 'The default storage cannot be renamed or get another type.')

const behaviour = (column: Column): Behaviour<Storage> => ({
  shape: (fields, _ctx, asked) => {
    const type = asked?.row?.type ?? asked?.query.type ?? ''
    const parts = Object.hasOwn(storageMeta, type) ? storageMeta[type as StorageType] : {}
    return asked ? { ...fields, meta: object(fields.meta.label, parts, { default: {} }) } : fields
  },
  check: async (draft, { ctx, row }): Promise<Problems | undefined> => {
    const { lang } = ctx.reader
    const type = draft.type ?? row!.type
    const seeded = row && isServed(row.type) && (row.name === 'default' || row.name === 'null')
    if (seeded && (draft.name ?? row.name) !== row.name) return { name: [fixed[lang]] }
    if (seeded && type !== row.type) return { type: [fixed[lang]] }
    if (row && type !== row.type && (await holds(column, [row.id], ctx))) return { type: [holdsSome[lang]] }
    const same = row?.type === type
    if (same && draft.meta === undefined) return undefined
    try {
      draft.meta = withoutLogin(readMeta(type, { ...(same ? plain(row.meta) : {}), ...draft.meta }, ctx.reader))
      // A key of another type is of no use any more.
      if (!same) for (const name in sealedOf(row?.meta)) draft.meta[name] ??= undefined
      return undefined
    } catch (problem) {
      if (!(problem instanceof Invalid)) throw problem
      return { meta: problem.say(lang) }
    }
  },
  saved: async (changes, { db }) => {
    for (const { before, row } of changes)
      if (before && before.name !== row.name)
        await db
          .updateTable('terminal_terminals')
          .set({ [column]: row.name })
          .where(column, '=', before.name)
          .execute()
  },
  deleting: async (rows, ctx) => {
    const { db } = ctx
    if (rows.some(({ type }) => isServed(type))) throw refused(ofDefault)
    const used = await db
      .selectFrom('terminal_terminals')
      .select('id')
      .where(
        column,
        'in',
        rows.map(({ name }) => name),
      )
      .where('is_deleted', '=', false)
      .executeTakeFirst()
    const ids = rows.map(({ id }) => id)
    if (used || (await holds(column, ids, ctx))) throw refused(inUse)
  },
})

const HOLDING = {
  command_storage: ['terminal_commands_waiting', 'terminal_command_places'],
  replay_storage: ['terminal_replay_places'],
} as const

/** Whether something of ours lies there, or is on its way: whoever removed the storage would lose it. */
const holds = async (column: Column, ids: readonly string[], { db }: Ctx): Promise<boolean> => {
  for (const table of HOLDING[column]) {
    const found = await db.selectFrom(table).select('session').where('storage', 'in', ids).limit(1).executeTakeFirst()
    if (found) return true
  }
  return false
}

/** A login inside an address would be read by whoever reads the storage: it goes where it is sealed. */
const withoutLogin = (meta: Record<string, unknown>): Record<string, unknown> => {
  if (!Array.isArray(meta.HOSTS)) return meta
  const urls = meta.HOSTS.map((host: string) => (URL.canParse(host) ? new URL(host) : undefined))
  const login = urls.find((url) => url?.username || url?.password)
  if (!login) return meta
  return {
    ...meta,
    HOSTS: meta.HOSTS.map((host: string) => host.replace(/^(https?:\/\/)[^/@]*@/i, '$1')),
    USERNAME: decoded(login.username),
    PASSWORD: new Secret(decoded(login.password)),
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Without the keys, which stay where they are not sent anew. */
const plain = (meta: object): object => {
  const sealed = sealedOf(meta)
  return Object.fromEntries(Object.entries(meta).filter(([name]) => !(name in sealed)))
}

export const commandStorages = serve(commandStorage, {
  ...behaviour('command_storage'),
  narrow: { real: (rows, real: boolean) => (real ? rows.where('t.name', '<>', 'null') : rows) },
})

export const replayStorages = serve(
  replayStorage,
  behaviour('replay_storage') as unknown as Behaviour<typeof replayStorage>,
)

const good = label('测试成功', 'Test successful')
const bad = label('测试失败', 'Test failure')

export const storageRoutes: Route[] = [commandStorage, replayStorage].map(
  (resource): Route => ({
    method: 'GET',
    path: `/api/v1/${resource.path}/:id/test-connective/`,
    access: ['superAdmin'],
    doc: { area: 'terminal', summary: label(`测试${resource.label.zh}`, `Test a ${resource.label.en.toLowerCase()}`) },
    run: async ({ ctx, params }) => {
      const one = servedAt(resource.path)
      const [row] = await loadRows(one, [keyFrom(one, params.id!)], ctx)
      if (!row) throw absent(resource.label)
      const { fault } = await tryStorage(row.type, row.meta, ctx.services)
      const { lang } = ctx.reader
      return ok({ is_valid: !fault, msg: fault ? `${bad[lang]}: ${fault[lang]}` : good[lang] })
    },
  }),
)
