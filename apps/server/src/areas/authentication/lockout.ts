// Who fails too often waits: per name and address, and, wider, per name and per address alone.
import {
  addressKey,
  blockKey,
  type Counter,
  countAttempt,
  forgetAttempts,
  lockedUntil,
  markBlocked,
  otpKey,
  pairKey,
  uncount,
  usernameKey,
  verifyKey,
} from '../../platform/auth/failures.ts'
import type { Ctx } from '../../platform/context.ts'
import { parseAddress } from '../../platform/networks.ts'

/** How many times wider the counters over all addresses, or over all names, are. */
const WIDE = 5
const SLOWEST_MS = 2_000

export type Try =
  | { readonly allowed: true; succeeded(): Promise<void>; failed(): Promise<void>; withdrawn(): Promise<void> }
  | { readonly allowed: false; readonly minutes: number }

/** Counts one try of a password by somebody who says they are `username`. */
export const tryLogin = async (ctx: Ctx, username: string, address: string): Promise<Try> => {
  const { seconds } = limits(ctx)
  const counters = countersOf(ctx, username, address)
  const [pair, place, name] = counters
  let last = false
  let failuresHere = 0
  for (const counter of counters) {
    const { count, date_expired } = await countAttempt(ctx.db, counter, ctx.reader.now)
    // A pair that is locked does not fill the wider counters: it would lock out others.
    if (count > counter.limit) return { allowed: false, minutes: minutesUntil(ctx, date_expired) }
    if (counter === place) failuresHere = count - 1
    else last ||= count >= counter.limit
  }
  await slowDown(ctx, failuresHere)
  const { db } = ctx
  return {
    allowed: true,
    // The address keeps its count: an account of one's own must not buy further guesses at others.
    succeeded: async () => {
      await forgetAttempts(db, [pair.key, name.key, blockKey(username)])
      await uncount(db, [place.key])
    },
    failed: async () => {
      if (last) await markBlocked(db, username, inSeconds(ctx, seconds))
    },
    withdrawn: () =>
      uncount(
        db,
        counters.map((counter) => counter.key),
      ),
  }
}

/** Who tries, and from where: those of one pair are counted together. */
export const pairOf = (username: string, address: string): string => pairKey(username, networkOf(address))

/** Nobody guesses a key, so a key is not counted: a program that opens twenty sessions at once, or shows several keys, locks nobody out. A lock holds for it too. */
export const tryKey = async (ctx: Ctx, username: string, address: string): Promise<Try> => {
  const counters = countersOf(ctx, username, address)
  const [pair, , name] = counters
  const locked = await lockedUntil(ctx.db, counters, ctx.reader.now)
  if (locked) return { allowed: false, minutes: minutesUntil(ctx, locked) }
  return {
    allowed: true,
    succeeded: () => forgetAttempts(ctx.db, [pair.key, name.key, blockKey(username)]),
    failed: async () => undefined,
    withdrawn: async () => undefined,
  }
}

/** Counts one try of a code or a password by somebody whose account is already known. */
export const tryProof = async (ctx: Ctx, username: string, of: 'otp' | 'password'): Promise<Try> => {
  const { limit, seconds } = limits(ctx)
  const key = of === 'otp' ? otpKey(username) : verifyKey(username)
  const { count, date_expired } = await countAttempt(ctx.db, { key, limit, seconds }, ctx.reader.now)
  if (count > limit) return { allowed: false, minutes: minutesUntil(ctx, date_expired) }
  return {
    allowed: true,
    succeeded: () => forgetAttempts(ctx.db, [key]),
    failed: async () => {
      if (count >= limit) await markBlocked(ctx.db, username, inSeconds(ctx, seconds))
    },
    withdrawn: () => uncount(ctx.db, [key]),
  }
}

const countersOf = (ctx: Ctx, username: string, address: string): readonly [Counter, Counter, Counter] => {
  const { limit, seconds } = limits(ctx)
  const network = networkOf(address)
  return [
    { key: pairOf(username, address), limit, seconds, renewed: true },
    { key: addressKey(network), limit: limit * WIDE, seconds },
    { key: usernameKey(username), limit: limit * WIDE, seconds },
  ]
}

const limits = ({ services }: Ctx) => {
  const { SECURITY_LOGIN_LIMIT_COUNT: limit, SECURITY_LOGIN_LIMIT_TIME: minutes } = services.settings.values
  return { limit, seconds: minutes * 60 }
}

// In place of the captcha of the contract, which machines read better than people do.
const slowDown = async ({ services }: Ctx, failures: number): Promise<void> => {
  if (failures > 0 && services.settings.values.SECURITY_LOGIN_CAPTCHA_ENABLED)
    await services.pause(Math.min(SLOWEST_MS, 100 * 2 ** Math.min(failures, 10)))
}

/** Whoever has an IPv6 address has all of its network: they count as one. */
const networkOf = (address: string): string => {
  const parsed = parseAddress(address)
  if (parsed?.kind() !== 'ipv6') return address
  return `${Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')}/64`
}

const inSeconds = ({ reader }: Ctx, seconds: number) => new Date(reader.now.getTime() + seconds * 1_000)

const minutesUntil = ({ reader }: Ctx, end: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - reader.now.getTime()) / 60_000))
