// Counts attempts that may be guesses. An attempt is counted before it is judged, so that many at once gain nothing.
import { sql } from 'kysely'
import type { Db } from '../context.ts'

/** A counter; `window` is how long it lasts, `renewed` by every attempt or not. */
export interface Counter {
  readonly key: string
  readonly limit: number
  readonly seconds: number
  readonly renewed?: boolean
}

export const blockKey = (username: string): string => `block ${username}`
export const pairKey = (username: string, address: string): string => `pair ${username}\n${address}`
export const usernameKey = (username: string): string => `user ${username}`
export const addressKey = (address: string): string => `address ${address}`
export const otpKey = (username: string): string => `otp ${username}`
/** Somebody who is logged in proves once more who they are. */
export const verifyKey = (username: string): string => `verify ${username}`

export interface Counted {
  readonly count: number
  readonly date_expired: Date
}

/** Adds one attempt and says how many there are now. */
export const countAttempt = async (db: Db, { key, limit, seconds, renewed }: Counter, now: Date): Promise<Counted> => {
  const end = new Date(now.getTime() + seconds * 1_000)
  // A wide counter is not renewed by refused attempts: else anybody could keep somebody out for good.
  const found = await sql<Counted>`
    insert into login_failures as f (key, count, date_expired) values (${key}, 1, ${end})
    on conflict (key) do update set
      count = case when f.date_expired <= ${now} then 1 else f.count + 1 end,
      date_expired = case when f.date_expired <= ${now} or ${renewed ?? false} or f.count + 1 = ${limit}
        then ${end} else f.date_expired end
    returning count, date_expired`.execute(db)
  return found.rows[0]!
}

/** When the last of these that are full opens again; nothing when none is. */
export const lockedUntil = async (db: Db, counters: readonly Counter[], now: Date): Promise<Date | undefined> => {
  const { end } = await db
    .selectFrom('login_failures')
    .select((eb) => eb.fn.max('date_expired').as('end'))
    .where('date_expired', '>', now)
    .where((eb) => eb.or(counters.map(({ key, limit }) => eb.and([eb('key', '=', key), eb('count', '>=', limit)]))))
    .executeTakeFirstOrThrow()
  return end ?? undefined
}

/** Takes one attempt back: it was no guess. */
export const uncount = async (db: Db, keys: readonly string[]): Promise<void> => {
  await db
    .updateTable('login_failures')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', 'in', keys)
    .where('count', '>', 0)
    .execute()
}

export const forgetAttempts = async (db: Db, keys: readonly string[]): Promise<void> => {
  await db.deleteFrom('login_failures').where('key', 'in', keys).execute()
}

export const markBlocked = async (db: Db, username: string, date_expired: Date): Promise<void> => {
  await db
    .insertInto('login_failures')
    .values({ key: blockKey(username), count: 1, date_expired })
    .onConflict((c) => c.column('key').doUpdateSet({ date_expired }))
    .execute()
}

/** Everything counted under a name, from wherever. */
export const forgetFailures = async (db: Db, username: string): Promise<void> => {
  await forgetAttempts(db, [blockKey(username), usernameKey(username), otpKey(username), verifyKey(username)])
  await sql`delete from login_failures where starts_with(key, ${pairKey(username, '')})`.execute(db)
}
