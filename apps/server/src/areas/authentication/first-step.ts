// The first step of every login, in a browser or by a program: a name and what proves it.
import { checkPassword } from '../../platform/auth/credentials.ts'
import { mayComeIn } from '../../platform/auth/login-rules.ts'
import { parsePublicKey } from '../../platform/auth/ssh-key.ts'
import type { Ctx } from '../../platform/context.ts'
import { Turns } from '../../platform/one-after-another.ts'
import { type Account, findAccount, isExpired, isPasswordExpired, needsMfa } from './account.ts'
import { pairOf, tryKey, tryLogin } from './lockout.ts'
import { type LoginType, recordLogin } from './login-log.ts'

export interface Claim {
  readonly username: string
  readonly password: string
  /** A key whose possession a component of ours has seen proved. Never taken from anybody else. */
  readonly provenKey?: string
  readonly type: LoginType
  readonly address: string
}

/** Codes of the contract, for the log and for programs. */
export type Reason =
  | 'password_failed'
  | 'user_inactive'
  | 'user_invalid'
  | 'acl_not_allow'
  | 'password_expired'
  | 'password_too_simple'
  | 'block_login'

export type FirstStep =
  | { readonly ok: true; readonly account: Account; readonly backend: string }
  | { readonly ok: false; readonly reason: 'block_login'; readonly minutes: number }
  | { readonly ok: false; readonly reason: 'password_expired' | 'password_too_simple'; readonly account: Account }
  | {
      readonly ok: false
      readonly reason: Exclude<Reason, 'block_login' | 'password_expired' | 'password_too_simple'>
    }

export const LONGEST_NAME = 128
const TOO_SIMPLE = 'admin'

export const takeFirstStep = async (ctx: Ctx, claim: Claim): Promise<FirstStep> => {
  // The database cannot hold some of what a stranger may send.
  const username = claim.username
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST_NAME)
  const backend = claim.provenKey === undefined ? 'Password' : 'SSH Key'
  const note = (reason: Reason, account?: Account) =>
    recordLogin(ctx, { ...claim, reason, backend, mfa: account && needsMfa(ctx, account) })

  const judged =
    claim.provenKey === undefined
      ? await turns.take(pairOf(username, claim.address), () => judge(ctx, claim, username))
      : await judge(ctx, claim, username)
  if (judged.minutes !== undefined) {
    await note('block_login')
    return { ok: false, reason: 'block_login', minutes: judged.minutes }
  }
  const { account, proven } = judged
  if (!account || !proven) {
    await note('password_failed', account)
    return { ok: false, reason: 'password_failed' }
  }
  const reason = await objection(ctx, account, claim)
  if (!reason) return { ok: true, account, backend }
  await note(reason, account)
  return reason === 'password_expired' || reason === 'password_too_simple'
    ? { ok: false, reason, account }
    : { ok: false, reason }
}

/** A try counts before it is judged. One after another, so that a program that comes with the right password many times at once never meets a lock. */
const turns = new Turns()

const judge = async (ctx: Ctx, claim: Claim, username: string) => {
  const attempt = await (claim.provenKey === undefined ? tryLogin : tryKey)(ctx, username, claim.address)
  if (!attempt.allowed) return { minutes: attempt.minutes }
  const account = await findAccount(ctx, 'username', username)
  let proven: boolean
  try {
    proven = await isProven(ctx, claim, account)
  } catch (error) {
    await attempt.withdrawn()
    throw error
  }
  await (account && proven ? attempt.succeeded() : attempt.failed())
  return { account, proven }
}

const isProven = async (ctx: Ctx, claim: Claim, account: Account | undefined): Promise<boolean> => {
  // Components sign their calls; they have no password to log in with.
  const person = account?.is_service_account ? undefined : account
  if (claim.provenKey !== undefined) return person !== undefined && isKeyOf(person, claim.provenKey)
  return (await checkPassword(ctx, person?.id, claim.password)) && person !== undefined
}

const isKeyOf = ({ public_key }: Account, given: string): boolean => {
  const [own, shown] = [parsePublicKey(public_key ?? ''), parsePublicKey(given)]
  return own !== undefined && shown !== undefined && own.hashSha256 === shown.hashSha256
}

/** What stands in the way of somebody who has proved who they are. */
const objection = async (ctx: Ctx, account: Account, claim: Claim) => {
  const { db, reader } = ctx
  if (!account.is_active) return 'user_inactive' as const
  if (isExpired(account, reader.now)) return 'user_invalid' as const
  if (!(await mayComeIn({ db, user: account.id, address: claim.address, now: reader.now })))
    return 'acl_not_allow' as const
  if (claim.provenKey !== undefined) return undefined
  if (account.role === 'Admin' && claim.password === TOO_SIMPLE) return 'password_too_simple' as const
  return isPasswordExpired(ctx, account) ? ('password_expired' as const) : undefined
}
