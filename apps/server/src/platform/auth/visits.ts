// Visits of browsers: a random cookie, of which only the hash is kept, and what the server remembers under it.
import { type RawBuilder, sql } from 'kysely'
import type { Ctx, Db, Visit } from '../context.ts'
import type { Tables, VisitData } from '../db/tables.ts'
import { alphanumericToken, hashToken, newToken } from './token.ts'

export const VISIT_COOKIE = 'sessionid'
export const CSRF_COOKIE = 'csrftoken'
export const CSRF_LENGTH = 64

/** How long a visit lives that is not a login yet. */
const PASSING_SECONDS = 600
/** The life of a visit is renewed by every request, but written at most this often. */
const RENEW_MS = 60_000

type Row = Tables['sessions']

export interface NewVisit {
  readonly user?: string
  readonly epoch?: number
  readonly data?: VisitData
  readonly remember?: boolean
  readonly seconds: number
  readonly address: string
  readonly userAgent: string
  readonly now: Date
}

export const openVisit = async (db: Db, visit: NewVisit): Promise<{ cookie: string; visit: Visit }> => {
  const cookie = newToken(32)
  const row: Row = {
    id: hashToken(cookie),
    user: visit.user ?? null,
    epoch: visit.epoch ?? 0,
    csrf: alphanumericToken(CSRF_LENGTH),
    data: visit.data ?? {},
    remember: visit.remember ?? false,
    address: visit.address,
    user_agent: visit.userAgent.slice(0, 254),
    date_created: visit.now,
    date_seen: visit.now,
    date_expired: new Date(visit.now.getTime() + (visit.user ? visit.seconds : PASSING_SECONDS) * 1_000),
  }
  await db
    .insertInto('sessions')
    .values({ ...row, data: JSON.stringify(row.data) as never })
    .execute()
  return { cookie, visit: { id: row.id, csrf: row.csrf, data: row.data } }
}

export const findVisit = async (db: Db, cookie: string, now: Date): Promise<Row | undefined> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', hashToken(cookie))
    .where('date_expired', '>', now)
    .executeTakeFirst()

/** Writes a renewed life down when enough time has passed; says whether it did. */
export const renewVisit = async (
  db: Db,
  row: Pick<Row, 'id' | 'user' | 'date_seen'>,
  seconds: number,
  now: Date,
): Promise<boolean> => {
  if (now.getTime() - row.date_seen.getTime() < RENEW_MS) return false
  const date_expired = new Date(now.getTime() + (row.user ? seconds : PASSING_SECONDS) * 1_000)
  await db.updateTable('sessions').set({ date_seen: now, date_expired }).where('id', '=', row.id).execute()
  return true
}

export const changeVisit = async (ctx: Ctx, change: Partial<VisitData>): Promise<void> => {
  if (!ctx.visit) return
  const data = { ...ctx.visit.data, ...change }
  await ctx.db
    .updateTable('sessions')
    .set({ data: JSON.stringify(data) as never })
    .where('id', '=', ctx.visit.id)
    .execute()
}

export const closeVisit = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends every login of a user, in browsers and by token; `but` is the one they are using. */
export const endLogins = async (db: Db, user: string, but?: string): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('user', '=', user)
    .$if(but !== undefined, (q) => q.where('id', '!=', but!))
    .execute()
  await db.deleteFrom('bearer_tokens').where('user', '=', user).execute()
}

export const sweepVisits = async (db: Db, now: Date): Promise<void> => {
  for (const table of [
    'sessions',
    'bearer_tokens',
    'reset_tokens',
    'used_signatures',
    'login_failures',
    'id_sets',
  ] as const) {
    await db.deleteFrom(table).where('date_expired', '<', now).execute()
  }
}

/** Whether a browser is still logged in: asked by what lasts longer than a call. */
export const isLoggedIn = async (visit: string, db: Db, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ yes: boolean }>`select ${isOpenVisitSql(sql`${visit}`, now)} as yes`.execute(db)
  return rows[0]?.yes ?? false
}

export const isOpenVisitSql = (visit: RawBuilder<unknown>, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from sessions v join users_users o on o.id = v."user" and o.login_epoch = v.epoch
  where v.id = ${visit} and v.date_expired > ${now}
)`
