// From a first step to a login: what a visit remembers on the way, and what happens when the last step is done.
import { giveVisit } from '../../platform/auth/visit-cookies.ts'
import { findVisit, openVisit, VISIT_COOKIE } from '../../platform/auth/visits.ts'
import type { Ctx, Visit } from '../../platform/context.ts'
import type { VisitData } from '../../platform/db/tables.ts'
import type { Call } from '../../platform/http/route.ts'
import { type Account, findAccount, isExpired, needsMfa } from './account.ts'
import { type LoginType, recordLogin } from './login-log.ts'

/** From the first step to the last, installing an authenticator included. */
const HALFWAY_MS = 30 * 60_000

export interface Halfway {
  readonly account: Account
  readonly visit: Visit
  readonly pending: NonNullable<VisitData['pending']>
}

/** Who is halfway through a login on this visit; nobody when it took too long or the account has changed since. */
export const halfwayOf = async (call: Call): Promise<Halfway | undefined> => {
  const visit = await passingVisit(call)
  const pending = visit?.data.pending
  if (!visit || !pending) return undefined
  const { ctx } = call
  const account = await findAccount(ctx, 'id', pending.user)
  if (!account?.is_active || isExpired(account, ctx.reader.now) || account.login_epoch !== pending.epoch)
    return undefined
  return ctx.reader.now.getTime() - pending.since < HALFWAY_MS ? { account, visit, pending } : undefined
}

/** Components sign each call and carry the visit of the person they log in beside it. */
const passingVisit = async ({ ctx, request }: Call): Promise<Visit | undefined> => {
  if (ctx.visit) return ctx.caller ? undefined : ctx.visit
  const cookie = request.cookies[VISIT_COOKIE]
  if (ctx.caller?.role !== 'App' || !cookie) return undefined
  const row = await findVisit(ctx.db, cookie, ctx.reader.now)
  return row && row.user === null ? { id: row.id, csrf: row.csrf, data: row.data } : undefined
}

export interface Entrance {
  readonly account: Account
  readonly backend: string
  readonly auto_login: boolean
}

/** The first step is done and another is needed. The visit gets a new name, so that nobody knows it from before. */
export const stayHalfway = async (call: Call, { account, backend, auto_login }: Entrance): Promise<void> => {
  const since = call.ctx.reader.now.getTime()
  const pending = { user: account.id, epoch: account.login_epoch, backend, auto_login, since }
  await passOn(call, { pending, password_verified: since })
}

/** The second step is done; a program asks for its token next. */
export const markVerified = async (call: Call, { visit, pending }: Halfway): Promise<void> =>
  passOn(call, { pending: { ...pending, mfa: true } }, visit)

/** A visit of nobody yet, in place of the one before. */
export const passOn = async (
  call: Call,
  data: VisitData,
  before: Visit | undefined = call.ctx.visit,
): Promise<void> => {
  const visit = await call.ctx.atomically(async (ctx) => {
    await end(ctx, before)
    return openVisit(ctx.db, { data, seconds: 0, ...whereFrom(ctx) })
  })
  giveVisit(call, visit)
}

/** Logged in: a visit of their own under a new name, and a row in the log. */
export const logIn = async (
  call: Call,
  { account, backend, auto_login }: Entrance,
  before: Visit | undefined = call.ctx.visit,
): Promise<void> => {
  const { values } = call.ctx.services.settings
  const visit = await call.ctx.atomically(async (ctx) => {
    await end(ctx, before)
    if (values.USER_LOGIN_SINGLE_MACHINE_ENABLED)
      await ctx.db.deleteFrom('sessions').where('user', '=', account.id).execute()
    const opened = await openVisit(ctx.db, {
      user: account.id,
      epoch: account.login_epoch,
      remember: auto_login,
      seconds: values.SESSION_COOKIE_AGE,
      ...whereFrom(ctx),
    })
    await recordArrival(ctx, account, { type: 'W', address: ctx.address, backend })
    return opened
  })
  giveVisit(call, visit, auto_login ? values.SESSION_COOKIE_AGE : undefined)
}

export const recordArrival = async (
  ctx: Ctx,
  account: Account,
  how: { type: LoginType; address: string; backend: string },
): Promise<void> => {
  await ctx.db.updateTable('users_users').set({ last_login: ctx.reader.now }).where('id', '=', account.id).execute()
  await recordLogin(ctx, { username: account.username, mfa: needsMfa(ctx, account), reason: '', ...how })
}

const end = async (ctx: Ctx, visit: Visit | undefined): Promise<void> => {
  if (visit) await ctx.db.deleteFrom('sessions').where('id', '=', visit.id).execute()
}

const whereFrom = ({ address, userAgent, reader }: Ctx) => ({ address, userAgent, now: reader.now })
