// A user as a login sees them, and what the rules say about letting them in.
import type { SystemRole } from '@drawbridge/model'
import { type Ctx, createContext } from '../../platform/context.ts'
import { orgAsked, resolveOrg } from '../../platform/orgs.ts'

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

export const findAccount = (ctx: Ctx, by: 'id' | 'username', value: string) =>
  ctx.db
    .selectFrom('users_users')
    .select([
      'id',
      'username',
      'name',
      'email',
      'source',
      'role',
      'is_active',
      'is_service_account',
      'date_expired',
      'mfa_level',
      'otp_secret',
      'otp_last_step',
      'login_epoch',
      'date_joined',
      'date_password_last_updated',
      'public_key',
    ])
    .where(by, '=', value)
    .executeTakeFirst()

export const isExpired = ({ date_expired }: Account, now: Date): boolean => date_expired !== null && date_expired <= now

export const needsMfa = (ctx: Ctx, { mfa_level }: Account): boolean =>
  mfa_level > 0 || ctx.services.settings.values.SECURITY_MFA_AUTH

/** On, and not for the person to switch off. */
export const isMfaForced = (ctx: Ctx, { mfa_level }: Account): boolean =>
  mfa_level === 2 || ctx.services.settings.values.SECURITY_MFA_AUTH

/** Only a local password grows old: another system looks after its own. */
export const isPasswordExpired = (ctx: Ctx, account: Account): boolean => {
  if (account.source !== 'local') return false
  const days = ctx.services.settings.values.SECURITY_PASSWORD_EXPIRATION_TIME
  const since = account.date_password_last_updated ?? account.date_joined
  return since.getTime() + days * 86_400_000 <= ctx.reader.now.getTime()
}

/** The same surroundings with this person as the caller: what they do on the way in is theirs. */
export const actingAs = async (ctx: Ctx, account: Account): Promise<Ctx> => {
  const { services, org, reader, address, userAgent, visit } = ctx
  const { id, username, name, source, role } = account
  const { roles } = await resolveOrg(ctx.db, { asked: orgAsked(org.id), user: id, reader, writes: false })
  const caller = {
    ...{ id, username, name, source },
    role: account.is_service_account ? ('App' as const) : (role as SystemRole),
    valid: account.is_active && !isExpired(account, reader.now),
    orgRoles: roles,
    via: 'session' as const,
  }
  return createContext({ services, org, reader, address, userAgent, visit, caller })
}
