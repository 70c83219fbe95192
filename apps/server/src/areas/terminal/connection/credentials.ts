// What it takes to log in to an asset or a database and to the gateways before it. Each time on record, never the secrets themselves.
import { systemUser } from '@drawbridge/model'
import type { Credentials, Hop } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { secretsOn } from '../../../rights/asset-secrets.ts'
import {
  gatewaySecrets,
  recordGatewayViews,
  type SealedGateway,
  sealedGatewaysSql,
} from '../../../rights/gateway-secrets.ts'
import { namesOf, opened, recordViews } from '../../../rights/secret-views.ts'
import type { Admitted } from './admission.ts'

/** The password is the passphrase of a key that has one. */
const credentials = (
  username: string,
  { password, private_key }: { password?: string | null; private_key?: string | null },
): Credentials => ({
  username,
  password: password ?? '',
  private_key: private_key ?? '',
  ...(private_key && password ? { passphrase: password } : {}),
})

/** Whoever logs in by hand is asked for the password. */
export const loginOf = async ({ account, target, username, person }: Admitted, ctx: Ctx): Promise<Credentials> => {
  if (account.login_mode === 'manual') return credentials(username, {})
  const own = {
    password: opened(systemUser.table, 'password', account.password, ctx),
    private_key: opened(systemUser.table, 'private_key', account.private_key, ctx),
  }
  const secrets = { ...own, ...(target.asset ? await secretsOn(target.asset, username, ctx) : {}) }
  await recordViews(
    [
      {
        path: systemUser.path,
        id: account.id,
        title: `${account.name}(${username})`,
        org_id: account.org_id,
        secrets: namesOf({ ...secrets }),
        purpose: `${person.name}(${person.username}) → ${target.title}`,
      },
    ],
    ctx,
  )
  return credentials(username, secrets)
}

export const hopsTo = async ({ target }: Admitted, ctx: Ctx): Promise<Hop[]> => {
  if (!target.domain) return []
  const { rows } = await sql<{ gateways: SealedGateway[] }>`
    select ${sealedGatewaysSql(sql`${target.domain}::uuid`)} as gateways
  `.execute(ctx.db)
  const gateways = gatewaySecrets(rows[0]!.gateways, ctx)
  await recordGatewayViews(gateways, target.title, ctx)
  return gateways.map(({ id, name, ip, port, username, password, private_key }) => ({
    id,
    name,
    ip,
    port,
    ...credentials(username, { password, private_key }),
  }))
}
