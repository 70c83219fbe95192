// Active gateways with what it takes to log in to them: for service accounts, each time on record.
import { gateway } from '@drawbridge/model'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { namesOf, opened, recordViews } from './secret-views.ts'

export interface SealedGateway {
  readonly id: string
  readonly org_id: string
  readonly name: string
  readonly ip: string
  readonly port: number
  readonly protocol: string
  readonly username: string
  readonly password: string | null
  readonly private_key: string | null
  readonly public_key: string | null
  readonly domain: string
  readonly is_active: boolean
  readonly comment: string | null
}

/** As one JSON list, still sealed. */
export const sealedGatewaysSql = (domain: RawBuilder<unknown>): RawBuilder<SealedGateway[]> => sql`coalesce((
  select json_agg(json_build_object(
    'id', g.id, 'org_id', g.org_id, 'name', g.name, 'ip', g.ip, 'port', g.port, 'protocol', g.protocol,
    'username', g.username, 'password', g.password, 'private_key', g.private_key, 'public_key', g.public_key,
    'domain', g.domain, 'is_active', g.is_active, 'comment', g.comment
  ) order by g.name) from assets_gateways g where g.domain = ${domain} and g.is_active
), '[]'::json)`

export const gatewaySecrets = (gateways: readonly SealedGateway[], ctx: Ctx): SealedGateway[] =>
  gateways.map((one) => ({
    ...one,
    password: opened(gateway.table, 'password', one.password, ctx),
    private_key: opened(gateway.table, 'private_key', one.private_key, ctx),
  }))

export const recordGatewayViews = (shown: readonly SealedGateway[], purpose: string, ctx: Ctx): Promise<void> =>
  recordViews(
    shown.map((one) => ({
      path: gateway.path,
      id: one.id,
      title: one.name,
      org_id: one.org_id,
      secrets: namesOf({ ...one }),
      purpose,
    })),
    ctx,
  )
