// Every attempt to log in leaves a row, also under names that nobody has.
import { placeOf } from '../../platform/auth/client-address.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'

export interface LoginEntry {
  readonly username: string
  readonly type: LoginType
  readonly address: string
  /** Undefined where it is not known whether the account uses a second factor. */
  readonly mfa?: boolean
  /** Empty for success, else the code of the contract. */
  readonly reason: string
  readonly backend: string
}

/** In a browser, in a terminal, or by some other program. */
export type LoginType = 'W' | 'T' | ''

export const recordLogin = async (ctx: Ctx, entry: LoginEntry): Promise<void> => {
  await ctx.db
    .insertInto('audits_login_logs')
    .values({
      id: newId(),
      username: cut(plainLine(entry.username).trim(), 128),
      type: entry.type,
      ip: entry.address || null,
      city: placeOf(entry.address),
      user_agent: cut(plainLine(ctx.userAgent), 254),
      mfa: entry.mfa === undefined ? 2 : entry.mfa ? 1 : 0,
      reason: entry.reason,
      status: entry.reason === '',
      backend: entry.backend,
      datetime: ctx.reader.now,
    })
    .execute()
}

/** Texts of strangers end up on a screen, in a file, in another log: no character of theirs may steer those. */
export const plainLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')

const cut = (text: string, length: number): string => [...text].slice(0, length).join('')
