// The second factor: codes of an authenticator, each good for one use.
import { verifyTotp } from '../../platform/auth/totp.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Account } from './account.ts'
import { tryProof } from './lockout.ts'

export const OTP_SECRET_PLACE = 'users_users.otp_secret'

export type CodeCheck = { readonly ok: true } | { readonly ok: false; readonly minutes?: number }

/** Spends a code: it and every older one are worth nothing afterwards. Wrong ones are counted against the account. */
export const spendCode = async (ctx: Ctx, account: Account, code: string): Promise<CodeCheck> => {
  if (!account.otp_secret) return { ok: false }
  const attempt = await tryProof(ctx, account.username, 'otp')
  if (!attempt.allowed) return { ok: false, minutes: attempt.minutes }
  const found = verifyTotp({
    secret: ctx.services.secrets.open(account.otp_secret, OTP_SECRET_PLACE),
    code: code.trim(),
    now: ctx.reader.now,
    window: ctx.services.settings.values.OTP_VALID_WINDOW,
    lastStep: account.otp_last_step,
  })
  if (!found.ok || !(await keepStep(ctx, account.id, found.step))) {
    await attempt.failed()
    return { ok: false }
  }
  await attempt.succeeded()
  return { ok: true }
}

/** Of two who send the same code at the same moment, one is first. */
const keepStep = async ({ db }: Ctx, user: string, step: number): Promise<boolean> => {
  const kept = await db
    .updateTable('users_users')
    .set({ otp_last_step: step })
    .where('id', '=', user)
    .where('otp_last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}
