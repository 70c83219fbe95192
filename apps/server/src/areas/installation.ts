// What must exist before anybody can come in: the default organisation and the first administrator.
import { DEFAULT_ORG, DEFAULT_ORG_NAME, FIRST_ADMIN } from '@drawbridge/model'
import { hashPassword } from '../platform/auth/credentials.ts'
import { alphanumericToken } from '../platform/auth/token.ts'
import { newId } from '../platform/ids.ts'
import type { Services } from '../platform/services.ts'

/** Idempotent, and safe when several servers start at once. */
export const prepareInstallation = async ({ config, database, now }: Services): Promise<{ firstPassword?: string }> => {
  const { db } = database
  await db
    .insertInto('orgs_orgs')
    .values({ id: DEFAULT_ORG, name: DEFAULT_ORG_NAME, comment: '', created_by: 'System', date_created: now() })
    .onConflict((c) => c.doNothing())
    .execute()
  const known = await db.selectFrom('users_users').select('id').where('username', '=', FIRST_ADMIN).executeTakeFirst()
  if (known) return {}
  const password = config.adminPassword ?? alphanumericToken(16)
  const id = newId()
  const made = await db
    .insertInto('users_users')
    .values({
      id,
      name: 'Administrator',
      username: FIRST_ADMIN,
      // An address that nobody can own: the first administrator sets a real one, no reset mail ever leaves before.
      email: `admin@${id}.invalid`,
      role: 'Admin',
      public_key: null,
      wechat: '',
      phone: null,
      mfa_level: 0,
      comment: null,
      source: 'local',
      is_active: true,
      is_first_login: true,
      date_expired: null,
      date_joined: now(),
      date_password_last_updated: now(),
      last_login: null,
      created_by: 'System',
      is_service_account: false,
      password_hash: await hashPassword(password),
      otp_secret: null,
      otp_last_step: 0,
      private_token_hash: null,
      login_epoch: 0,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return {}
  await db
    .insertInto('orgs_org_member_relation')
    .values({ id: newId(), org: DEFAULT_ORG, user: id, role: 'Admin' })
    .onConflict((c) => c.doNothing())
    .execute()
  return { firstPassword: config.adminPassword ? undefined : password }
}
