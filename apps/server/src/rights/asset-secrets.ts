// What an asset itself is known to need for a name, whichever account is used.
import { account, adminUser } from '@drawbridge/model'
import type { Ctx } from '../platform/context.ts'
import { opened } from './secret-views.ts'

/** What the asset itself is known to need for this name: its book first, then its admin user of the same name. */
export const secretsOn = async (
  target: { readonly id: string; readonly admin_user: string | null },
  username: string,
  ctx: Ctx,
): Promise<Secrets> => {
  if (username === '') return {}
  const stored = await ctx.db
    .selectFrom('assets_accounts')
    .select(['password', 'private_key', 'public_key'])
    .where('asset', '=', target.id)
    .where('username', '=', username)
    .where('is_latest', '=', true)
    .executeTakeFirst()
  if (stored) return merged(stored, account.table, ctx)
  if (!target.admin_user) return {}
  const admin = await ctx.db
    .selectFrom('assets_admin_users')
    .select(['password', 'private_key', 'public_key'])
    .where('id', '=', target.admin_user)
    .where('username', '=', username)
    .executeTakeFirst()
  return admin ? merged(admin, adminUser.table, ctx) : {}
}

export interface Secrets {
  readonly password?: string | null
  readonly private_key?: string | null
  readonly public_key?: string | null
}

interface Sealed {
  readonly password: string | null
  readonly private_key: string | null
  readonly public_key: string | null
}

const merged = (sealed: Sealed, table: string, ctx: Ctx): Secrets => ({
  ...(sealed.password ? { password: opened(table, 'password', sealed.password, ctx) } : {}),
  ...(sealed.private_key
    ? { private_key: opened(table, 'private_key', sealed.private_key, ctx), public_key: sealed.public_key }
    : {}),
})
