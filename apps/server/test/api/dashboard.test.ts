import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboardRoutes } from '../../src/areas/dashboard/index.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type World } from '../kit/world.ts'

// The tables that other areas will bring, as far as the dashboard needs them.
const sources = { sessions: 'probe_sessions', assets: 'probe_assets' }
const probe: Route[] = dashboardRoutes(sources).map((route) => ({ ...route, path: '/api/v1/probe/' }))

const DAY = 86_400_000

describe('the dashboard', () => {
  let world: World
  let here: string
  let there: string
  beforeAll(async () => {
    world = await openWorld({}, { routes: probe })
    here = await world.organisation()
    there = await world.organisation()
  })
  afterAll(() => world.close())

  it('is for those who administer or audit the organisation', async () => {
    const people: [Parameters<World['person']>[0], number][] = [
      [{ in: { [here]: ['Admin'] }, org: here }, 200],
      [{ in: { [here]: ['Auditor'] }, org: here }, 200],
      [{ in: { [here]: ['User'] }, org: here }, 403],
      [{ in: { [there]: ['Admin'] }, org: here }, 403],
      [{ in: { [here]: ['Admin'] }, org: ROOT_ORG }, 403],
      [{ role: 'Auditor', org: ROOT_ORG }, 200],
      [{ role: 'App', org: here }, 403],
    ]
    for (const [who, status] of people)
      expect((await (await world.person(who)).api.get('index/?total_count=1')).status).toBe(status)
    expect((await world.anonymous().get('index/')).status).toBe(401)
  })

  it('gives only what is asked for', async () => {
    const { api } = world.admin
    expect((await api.get('index/')).body).toEqual({})
    expect((await api.get('index/?nonsense=1&total_count_users=')).body).toEqual({})
    expect(Object.keys((await api.get('index/?total_count=1')).body)).toEqual([
      'total_count_users',
      'total_count_assets',
      'total_count_online_users',
      'total_count_online_sessions',
    ])
    expect(Object.keys((await api.get('index/?all=1')).body)).toHaveLength(20)
  })

  it('has the right shape before there is any session', async () => {
    const { body } = await world.admin.api.get('index/?all=1')
    expect(body).toMatchObject({
      total_count_assets: 0,
      total_count_online_users: 0,
      total_count_online_sessions: 0,
      dates_metrics_total_count_login: [0, 0, 0, 0, 0, 0, 0],
      dates_total_count_active_assets: 0,
      dates_total_count_login_times: 0,
      dates_login_times_top5_users: [],
      dates_login_times_top10_assets: [],
      dates_login_record_top10_sessions: [],
    })
    expect(body.dates_metrics_date).toHaveLength(7)
    const today = (zone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(world.clock.now()).slice(5)
    for (const zone of ['Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati']) {
      const { dates_metrics_date: days } = (
        await world.admin.api.get('index/?dates_metrics=1&monthly=1', { 'x-tz': zone })
      ).body
      expect(days).toHaveLength(30)
      expect(new Set(days).size).toBe(30)
      expect(days.at(-1)).toBe(today(zone))
      expect(days.every((day: string) => /^\d\d-\d\d$/.test(day))).toBe(true)
    }
  })

  it('[T18] counts the members of the organisation it is asked in, and all people in the root organisation', async () => {
    const org = await world.organisation()
    const admin = await world.person({ in: { [org]: ['Admin', 'User'] }, org })
    await world.person({ in: { [org]: ['User'] } })
    await world.person({ in: { [org]: ['User'] }, active: false })
    await world.person({ role: 'App', in: { [org]: ['User'] } })
    await world.person({ in: { [there]: ['User'] } })
    const { body } = await admin.api.get('index/?total_count=1&dates_total_count_users=1')
    expect(body).toMatchObject({
      total_count_users: 3,
      dates_total_count_active_users: 0,
      dates_total_count_inactive_users: 3,
      dates_total_count_disabled_users: 1,
    })
    const all = await world.admin.api.get('index/?total_count_users=1', { 'x-jms-org': ROOT_ORG })
    const { count } = await world.server.services.database.db
      .selectFrom('users_users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('is_service_account', '=', false)
      .executeTakeFirstOrThrow()
    expect(all.body.total_count_users).toBe(Number(count))
  })

  it('[T18] counts sessions and assets of its organisation once their tables exist', async () => {
    const { db } = world.server.services.database
    const now = world.clock.now().getTime()
    await sql`create table probe_sessions (org_id uuid, "user" text, asset text, date_start timestamptz, is_finished boolean)`.execute(
      db,
    )
    await sql`create table probe_assets (org_id uuid, is_active boolean)`.execute(db)
    const session = (org: string, user: string, asset: string, ago: number, finished = true) =>
      sql`insert into probe_sessions values (${org}, ${user}, ${asset}, ${new Date(now - ago)}, ${finished})`.execute(
        db,
      )
    await session(here, 'Ann(ann)', 'web-01(10.1.1.10)', 1_000, false)
    await session(here, 'Ann(ann)', 'web-02(10.1.1.11)', 2_000, false)
    await session(here, 'Bob(bob)', 'web-01(10.1.1.10)', 3 * DAY)
    await session(here, 'Bob(bob)', 'db-01(10.1.1.12)', 20 * DAY)
    await session(here, 'Old(old)', 'old(10.1.1.1)', 50 * DAY)
    for (let i = 0; i < 20; i++) await session(there, 'Eve(eve)', 'secret-host(10.9.9.9)', 1_000 * i, false)
    for (const active of [true, true, true, false])
      await sql`insert into probe_assets values (${here}, ${active})`.execute(db)
    await sql`insert into probe_assets values (${there}, true)`.execute(db)

    const { api } = await world.person({ in: { [here]: ['Auditor'] }, org: here })
    const week = (await api.get('probe/?all=1')).body
    expect(JSON.stringify(week)).not.toContain('secret-host')
    expect(week).toMatchObject({
      total_count_assets: 4,
      total_count_online_users: 1,
      total_count_online_sessions: 2,
      dates_total_count_active_users: 2,
      dates_total_count_active_assets: 2,
      dates_total_count_inactive_assets: 2,
      dates_total_count_disabled_assets: 1,
      dates_total_count_login_users: 2,
      dates_total_count_login_times: 3,
      dates_login_times_top5_users: [
        { user: 'Ann(ann)', total: 2 },
        { user: 'Bob(bob)', total: 1 },
      ],
    })
    expect(week.dates_metrics_total_count_login.reduce((a: number, b: number) => a + b)).toBe(3)
    expect(week.dates_login_times_top10_assets[0]).toEqual({
      asset: 'web-01(10.1.1.10)',
      total: 2,
      last: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00:00$/),
    })
    expect(week.dates_login_record_top10_sessions).toHaveLength(3)
    expect(week.dates_login_record_top10_sessions[2]).toMatchObject({
      user: 'Bob(bob)',
      asset: 'web-01(10.1.1.10)',
      is_finished: true,
      timesince: '3 days',
    })
    const month = (await api.get('probe/?monthly=1&dates_total_count=1&dates_metrics=1')).body
    expect(month).toMatchObject({ dates_total_count_login_times: 4, dates_total_count_login_users: 2 })
    expect(month.dates_metrics_total_count_active_assets).toHaveLength(30)
    const chinese = (await api.get('probe/?dates_login_record_top10_sessions=1', { 'accept-language': 'zh' })).body
    expect(chinese.dates_login_record_top10_sessions[2].timesince).toBe('3 天')

    const root = (await world.admin.api.get('probe/?total_count=1', { 'x-jms-org': ROOT_ORG })).body
    expect(root).toMatchObject({ total_count_assets: 5, total_count_online_sessions: 22 })
    const empty = (await world.admin.api.get('probe/?total_count=1', { 'x-jms-org': DEFAULT_ORG })).body
    expect(empty).toMatchObject({ total_count_assets: 0, total_count_online_sessions: 0 })
  })
})
