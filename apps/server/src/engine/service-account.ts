// Accounts of programs: known by a key, members of nothing.
import { accessKey, user } from '@drawbridge/model'
import { showStamp } from '@drawbridge/resource'
import { alphanumericToken } from '../platform/auth/token.ts'
import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { recordDeeds } from './audit.ts'
import { insertRows } from './rows-in.ts'

export interface ServiceAccount {
  readonly id: string
  readonly name: string
  readonly access_key: {
    readonly id: string
    /** Shown this once. */
    readonly secret: string
    readonly is_active: boolean
    readonly date_created: string
  }
}

/** Nothing where somebody has the name already. */
export const makeServiceAccount = async (name: string, ctx: Ctx): Promise<ServiceAccount | undefined> => {
  const account = { id: newId(), name, username: name, email: `${name}@serviceaccount.local` }
  const [made] = await insertRows(
    user,
    [
      {
        ...account,
        is_service_account: true,
        is_first_login: false,
        created_by: 'System',
        date_joined: ctx.reader.now,
      },
    ],
    ctx,
    { ignoreDuplicates: true },
  )
  if (!made) return undefined
  const secret = alphanumericToken(36)
  const key = { id: newId(), is_active: true, date_created: ctx.reader.now }
  const sealed = ctx.services.secrets.seal(secret, 'authentication_access_keys.secret')
  await insertRows(accessKey, [{ ...key, secret: sealed, user: account.id }], ctx)
  await recordDeeds([{ action: 'create', path: user.path, id: account.id, title: `${name}(${name})` }], ctx)
  const date_created = showStamp(key.date_created, ctx.reader.zone)
  return { id: account.id, name, access_key: { ...key, secret, date_created } }
}
