// The figures of the dashboard. Each flag of the query adds some; the database counts, no row is loaded to be counted.
import { type Fields, flag, label } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Query, type Route } from '../../platform/http/route.ts'
import { gives } from './fields.ts'
import { here, members, type Sources } from './sources.ts'
import { timeSince } from './time-since.ts'
import { type Day, lastDays, WINDOW } from './window.ts'

export const dashboardRoutes = (sources: Sources): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/v1/index/',
    access: ['orgAdmin', 'orgAuditor'],
    doc: { summary: label('仪表盘数据', 'Figures of the dashboard'), area: 'index', query: flags, gives },
    run: async ({ ctx, query }) => ok(await figuresFor(query, sources, ctx)),
  },
]

interface Scene {
  readonly ctx: Ctx
  readonly sources: Sources
  readonly days: readonly Day[]
}

type Figures = Record<string, unknown>

const figuresFor = async (query: Query, sources: Sources, ctx: Ctx): Promise<Figures> => {
  const asked = (flag: string) => Boolean(query[flag]) || Boolean(query.all)
  const scene: Scene = { ctx, sources, days: lastDays(query.monthly ? WINDOW.month : WINDOW.week, ctx.reader) }
  const found: Figures = {}
  // One after another: a dashboard must not take every connection for itself.
  for (const [names, count] of parts) if (names.some(asked)) Object.assign(found, await count(scene))
  return found
}

/** Which flags ask for a part. */
const parts: readonly (readonly [flags: readonly string[], count: (scene: Scene) => Promise<Figures>])[] = [
  [
    ['total_count', 'total_count_users'],
    async (scene) => ({ total_count_users: await count(scene, members(scene.ctx)) }),
  ],
  [['total_count', 'total_count_assets'], async (scene) => ({ total_count_assets: await assets(scene) })],
  [
    ['total_count', 'total_count_online_users'],
    async (scene) => ({ total_count_online_users: (await online(scene)).users }),
  ],
  [
    ['total_count', 'total_count_online_sessions'],
    async (scene) => ({ total_count_online_sessions: (await online(scene)).sessions }),
  ],
  [['dates_metrics'], daily],
  [['dates_total_count_users'], userActivity],
  [['dates_total_count_assets'], assetActivity],
  [['dates_total_count'], loginTotals],
  [
    ['dates_login_times_top5_users'],
    async (scene) => ({
      dates_login_times_top5_users: (await busiest(scene, 'user', 5)).map(({ user, total }) => ({ user, total })),
    }),
  ],
  [
    ['dates_login_times_top10_assets'],
    async (scene) => ({ dates_login_times_top10_assets: await busiest(scene, 'asset', 10) }),
  ],
  [
    ['dates_login_times_top10_users'],
    async (scene) => ({ dates_login_times_top10_users: await busiest(scene, 'user', 10) }),
  ],
  [['dates_login_record_top10_sessions'], latest],
]

async function daily(scene: Scene): Promise<Figures> {
  const { days, ctx, sources } = scene
  const none = days.map(() => ({ sessions: 0, users: 0, assets: 0 }))
  const rows = sources.sessions
    ? await all<{ sessions: number; users: number; assets: number }>(
        ctx,
        sql`
          select count(s.date_start)::int as sessions, count(distinct s."user")::int as users,
            count(distinct s.asset)::int as assets
          from unnest(${days.map((day) => day.from)}::timestamptz[], ${days.map((day) => day.to)}::timestamptz[])
            with ordinality as d(beginning, ending, no)
          left join ${sql.table(sources.sessions)} s
            on s.date_start >= d.beginning and s.date_start < d.ending and ${here(ctx, 's')}
          group by d.no order by d.no`,
      )
    : none
  return {
    dates_metrics_date: days.map((day) => day.name),
    dates_metrics_total_count_login: rows.map((row) => row.sessions),
    dates_metrics_total_count_active_users: rows.map((row) => row.users),
    dates_metrics_total_count_active_assets: rows.map((row) => row.assets),
  }
}

async function userActivity(scene: Scene): Promise<Figures> {
  const people = members(scene.ctx)
  const known = await count(scene, people)
  const disabled = await count(scene, sql`${people} and not u.is_active`)
  const { users } = await within(scene)
  return {
    dates_total_count_active_users: users,
    dates_total_count_inactive_users: Math.max(0, known - users),
    dates_total_count_disabled_users: disabled,
  }
}

async function assetActivity(scene: Scene): Promise<Figures> {
  const known = await assets(scene)
  const disabled = await assets(scene, sql`and not a.is_active`)
  const { assets: active } = await within(scene)
  return {
    dates_total_count_active_assets: active,
    dates_total_count_inactive_assets: Math.max(0, known - active),
    dates_total_count_disabled_assets: disabled,
  }
}

async function loginTotals(scene: Scene): Promise<Figures> {
  const { users, sessions } = await within(scene)
  return { dates_total_count_login_users: users, dates_total_count_login_times: sessions }
}

/** Datetimes of the dashboard are plain texts in UTC, with microseconds. */
const plainTime = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00:00'`

type Busy = { total: number; last: string } & Partial<Record<'user' | 'asset', string>>

const busiest = async (scene: Scene, by: 'user' | 'asset', most: number): Promise<Busy[]> => {
  const { ctx, sources, days } = scene
  if (!sources.sessions) return []
  const name = sql.ref(`s.${by}`)
  return all<Busy>(
    ctx,
    sql`
      select ${name}, count(*)::int as total, ${plainTime(sql`max(s.date_start)`)} as last
      from ${sql.table(sources.sessions)} s
      where s.date_start >= ${days[0]!.from} and ${here(ctx, 's')}
      group by ${name} order by total desc, ${name} limit ${most}`,
  )
}

async function latest({ ctx, sources, days }: Scene): Promise<Figures> {
  const rows = sources.sessions
    ? await all<{ user: string; asset: string; is_finished: boolean; date_start: string; moment: Date }>(
        ctx,
        sql`
          select s."user", s.asset, s.is_finished, ${plainTime(sql`s.date_start`)} as date_start, s.date_start as moment
          from ${sql.table(sources.sessions)} s
          where s.date_start >= ${days[0]!.from} and ${here(ctx, 's')}
          order by s.date_start desc limit 10`,
      )
    : []
  const { now, lang } = ctx.reader
  return {
    dates_login_record_top10_sessions: rows.map(({ moment, ...row }) => ({
      ...row,
      timesince: timeSince(moment, now, lang),
    })),
  }
}

const online = async ({ ctx, sources }: Scene) =>
  sources.sessions ? sessionsWhere(ctx, sources.sessions, sql`not s.is_finished`) : { users: 0, assets: 0, sessions: 0 }

/** Sessions of the whole window, by how many people and on how many assets. */
const within = async ({ ctx, sources, days }: Scene) =>
  sources.sessions
    ? sessionsWhere(ctx, sources.sessions, sql`s.date_start >= ${days[0]!.from}`)
    : { users: 0, assets: 0, sessions: 0 }

const sessionsWhere = async (ctx: Ctx, table: string, condition: RawBuilder<unknown>) => {
  const [row] = await all<{ users: number; assets: number; sessions: number }>(
    ctx,
    sql`
      select count(distinct s."user")::int as users, count(distinct s.asset)::int as assets, count(*)::int as sessions
      from ${sql.table(table)} s where ${condition} and ${here(ctx, 's')}`,
  )
  return row!
}

const assets = async (scene: Scene, also: RawBuilder<unknown> = sql``): Promise<number> =>
  scene.sources.assets
    ? count(scene, sql`${sql.table(scene.sources.assets)} a where ${here(scene.ctx, 'a')} ${also}`)
    : 0

const count = async ({ ctx }: Scene, rows: RawBuilder<unknown>): Promise<number> => {
  const [found] = await all<{ n: number }>(ctx, sql`select count(*)::int as n from ${rows}`)
  return found!.n
}

const all = async <T>({ db }: Ctx, query: RawBuilder<unknown>): Promise<T[]> =>
  (await (query as RawBuilder<T>).execute(db)).rows

const flags: Fields = Object.fromEntries(
  [...new Set(parts.flatMap(([names]) => names)), 'all', 'monthly'].map((name) => [
    name,
    flag(
      name === 'all'
        ? label('全部', 'Everything')
        : name === 'monthly'
          ? label('最近 30 天，而不是 7 天', '30 days instead of 7')
          : label(`返回 ${name}`, `Adds ${name}`),
      { stored: false },
    ),
  ]),
)
