import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { retireDaily } from '../../src/areas/audits/retention.ts'
import { headsFileOf } from '../../src/platform/audit/heads-file.ts'
import { headsKeyFile, readHeadsKey } from '../../src/platform/audit/heads-key.ts'
import { reportText } from '../../src/platform/audit/report-text.ts'
import { verifyAudit } from '../../src/platform/audit/verify.ts'
import { newId } from '../../src/platform/ids.ts'
import { aGateway } from '../kit/gateway.ts'
import { openWorld, ROOT_ORG, type World } from '../kit/world.ts'

const DAY = 86_400

describe('retention of audit logs', () => {
  let world: World
  const db = () => world.server.services.database.db
  beforeAll(async () => {
    world = await openWorld({ LOGIN_LOG_KEEP_DAYS: '30', OPERATE_LOG_KEEP_DAYS: '200', FTP_LOG_KEEP_DAYS: '30' })
  })
  afterAll(() => world.close())

  const login = (username: string) =>
    sql`insert into audits_login_logs (id, username, datetime) values (${newId()}, ${username}, ${world.clock.now()})`.execute(
      db(),
    )
  const linked = () =>
    vi.waitFor(async () => expect(await db().selectFrom('audit_pending').select('id').execute()).toEqual([]), {
      timeout: 120_000,
      interval: 20,
    })
  const run = async () => {
    await linked()
    await retireDaily(world.server.services)
    await linked()
  }
  const verify = () =>
    verifyAudit(world.server.services.database, {
      heads: headsFileOf(world.dataDir),
      key: readHeadsKey(headsKeyFile(world.dataDir)),
    })
  const logins = async () =>
    (await db().selectFrom('audits_login_logs').select('username').orderBy('datetime').execute()).map(
      (row) => row.username,
    )
  const asOwner = (work: string) =>
    db()
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(work).execute(tx)
      })

  it('removes what is older than its days, says so in the operate log, and the chain stays whole', async () => {
    await login('old')
    await world.admin.api.post('users/groups/', { name: 'old but kept' })
    await linked()
    world.clock.advance(20 * DAY)
    await login('young')
    await linked()
    world.clock.advance(20 * DAY)
    await run()
    expect(await logins()).toEqual(['young'])
    const { body } = await world.admin.api.get('audits/operate-logs/?resource_type=audits/retention', {
      'x-jms-org': ROOT_ORG,
    })
    expect(body).toMatchObject([
      { user: 'System', action: 'delete', resource_type: 'Log retention', diff: { rows: [1, 0] } },
    ])
    expect(body[0].resource).toMatch(/^audits_login_logs < .* \(1\)$/)
    expect((await world.admin.api.get('audits/operate-logs/?search=kept&limit=5')).body.count).toBe(1)
    expect((await world.admin.api.get('audits/login-logs/?limit=5')).body.count).toBe(1)
    const report = await verify()
    expect(report.findings).toEqual([])
    expect(reportText(report)).toMatch(/audits_login_logs: 1 rows from before .* were removed by retention/)
  })

  it('runs once a day however often it is asked, and never removes its own accounts', async () => {
    world.clock.advance(DAY / 2)
    await login('same day')
    await run()
    const runs = () => db().selectFrom('installation').select('value').where('name', '=', 'audit.retention').execute()
    const before = await runs()
    await run()
    expect(await runs()).toEqual(before)
    world.clock.advance(400 * DAY)
    await run()
    world.clock.advance(400 * DAY)
    await run()
    expect(await logins()).toEqual([])
    const rows = await db().selectFrom('audits_operate_logs').select(['resource_path', 'resource_id']).execute()
    expect(new Set(rows.map((row) => row.resource_path))).toEqual(new Set(['audits/retention']))
    expect(new Set(rows.map((row) => row.resource_id))).toEqual(new Set(['audits_login_logs', 'audits_operate_logs']))
    expect((await verify()).findings).toEqual([])
  })

  it('removes old operations on files, by an account of their own', async () => {
    const gateway = await aGateway(world)
    const tell = (filename: string) =>
      gateway.api.post('audits/ftp-logs/', {
        user: 'Ann(ann)',
        remote_addr: '10.9.9.9',
        asset: 'web-01',
        system_user: 'www',
        operate: 'Upload',
        filename,
        is_success: true,
      })
    expect((await tell('/old')).status).toBe(201)
    await linked()
    world.clock.advance(31 * DAY)
    expect((await tell('/new')).status).toBe(201)
    await run()
    const files = await db().selectFrom('audits_ftp_logs').select('filename').execute()
    expect(files).toEqual([{ filename: '/new' }])
    const report = await verify()
    expect(report.findings).toEqual([])
    expect(report.rows.audits_ftp_logs).toBe(1)
    expect(reportText(report)).toMatch(/audits_ftp_logs: 1 rows from before .* were removed by retention/)
    await asOwner(`update audits_ftp_logs set filename = '/other'`)
    expect((await verify()).findings).toMatchObject([{ kind: 'row-changed', log: 'audits_ftp_logs' }])
    await asOwner(`update audits_ftp_logs set filename = '/new'`)
  })

  it('[T44] excuses no deletion but its own', async () => {
    await login('one')
    await login('two')
    await linked()
    await asOwner(`delete from audits_login_logs where username = 'one'`)
    expect((await verify()).findings).toMatchObject([{ kind: 'row-deleted', log: 'audits_login_logs' }])
    world.clock.advance(31 * DAY)
    await run()
    expect(await logins()).toEqual([])
    // Both are past the cut-off now, but only one of them was removed by retention.
    expect((await verify()).findings).toMatchObject([{ kind: 'retention-excess', log: 'audits_login_logs' }])
  })

  it('[T44] is not believed when its account was forged', async () => {
    await login('fresh')
    await linked()
    const account = JSON.stringify({
      log: [null, 'audits_login_logs'],
      before: [null, '2999-01-01T00:00:00.000000Z'],
      rows: [2, 0],
    })
    await sql`
      insert into audits_operate_logs (id, org_id, "user", action, resource_path, diff, datetime)
      values (${newId()}, ${ROOT_ORG}, 'System', 'delete', 'audits/retention', ${account}, ${world.clock.now()})
    `.execute(db())
    await linked()
    await asOwner(`delete from audits_login_logs where username = 'fresh'`)
    expect((await verify()).findings[0]).toMatchObject({ kind: 'row-deleted' })
  })
})
