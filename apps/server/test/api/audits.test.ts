import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const logs = ['audits/login-logs/', 'audits/operate-logs/', 'audits/password-change-logs/'] as const

describe('audit logs', () => {
  let world: World
  let elsewhere: string
  let theirAdmin: Someone
  let theirMember: Someone
  let ourMember: Someone
  let ourAuditor: Someone
  let nobody: Someone

  beforeAll(async () => {
    world = await openWorld()
    elsewhere = await world.organisation('Elsewhere')
    theirAdmin = await world.person({ in: { [elsewhere]: ['Admin'] }, org: elsewhere })
    theirMember = await world.person({ in: { [elsewhere]: ['User'] }, org: elsewhere })
    ourMember = await world.person({ username: 'ann', name: 'Ann' })
    ourAuditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    nobody = await world.person()
    await login(ourMember, { status: true, mfa: 1, type: 'W' })
    await login(theirMember, { status: false, reason: 'password_failed' })
    await login({ username: 'unknown' }, { status: false })
    await passwordChange(ourMember)
    await passwordChange(theirMember)
    await world.admin.api.post('users/groups/', { name: 'of ours' })
    await theirAdmin.api.post('users/groups/', { name: 'of theirs' })
  })
  afterAll(() => world.close())

  const login = (who: { username: string }, more: { status: boolean; reason?: string; mfa?: 0 | 1 | 2; type?: 'W' }) =>
    world.server.services.database.db
      .insertInto('audits_login_logs')
      .values({
        id: newId(),
        username: who.username,
        type: more.type ?? '',
        ip: '10.9.9.9',
        city: 'LAN',
        user_agent: 'Mozilla/5.0',
        mfa: more.mfa ?? 2,
        reason: more.reason ?? '',
        status: more.status,
        backend: 'Password',
        datetime: world.clock.now(),
      })
      .execute()
  const passwordChange = (who: Someone) =>
    world.server.services.database.db
      .insertInto('audits_password_change_logs')
      .values({
        id: newId(),
        user: `${who.name}(${who.username})`,
        change_by: 'Administrator(admin)',
        remote_addr: '10.9.9.9',
        datetime: world.clock.now(),
        user_id: who.id,
      })
      .execute()

  it('show a login as it was, in words of the reader', async () => {
    const { body } = await world.admin.api.get('audits/login-logs/?username=ann&limit=5')
    expect(body.count).toBe(1)
    expect(body.results[0]).toMatchObject({
      username: 'ann',
      type: 'W',
      type_display: 'Web',
      ip: '10.9.9.9',
      city: 'LAN',
      user_agent: 'Mozilla/5.0',
      mfa: 1,
      mfa_display: 'Enabled',
      reason: '',
      status: true,
      status_display: 'Success',
      backend: 'Password',
    })
    const chinese = await world.admin.api.get('audits/login-logs/?status=0&limit=5', { 'accept-language': 'zh' })
    expect(chinese.body.results.map((row: any) => row.status_display)).toEqual(['失败', '失败'])
  })

  it('show every login in the default and in the root organisation, elsewhere those of the members', async () => {
    const names = async (api: Someone['api'], org: string) => {
      const { body } = await api.get('audits/login-logs/?limit=50', { 'x-jms-org': org })
      expect(body.results).toHaveLength(body.count)
      return body.results.map((row: any) => row.username).sort()
    }
    const all = ['ann', 'unknown', theirMember.username].sort()
    expect(await names(world.admin.api, DEFAULT_ORG)).toEqual(all)
    expect(await names(world.admin.api, ROOT_ORG)).toEqual(all)
    expect(await names(theirAdmin.api, elsewhere)).toEqual([theirMember.username])
  })

  it('show password changes of the members of the organisation only', async () => {
    const users = async (api: Someone['api'], org: string) =>
      (await api.get('audits/password-change-logs/?limit=50', { 'x-jms-org': org })).body
    expect(await users(world.admin.api, DEFAULT_ORG)).toMatchObject({ count: 1, results: [{ user: 'Ann(ann)' }] })
    expect(await users(theirAdmin.api, elsewhere)).toMatchObject({
      count: 1,
      results: [{ user: `${theirMember.name}(${theirMember.username})`, change_by: 'Administrator(admin)' }],
    })
    expect((await users(world.admin.api, ROOT_ORG)).count).toBe(2)
  })

  it('call the type of a resource by its name, and find it by path or by name in either language', async () => {
    const zh = { 'accept-language': 'zh' }
    const [inEnglish] = (await world.admin.api.get('audits/operate-logs/?resource=of ours')).body
    expect(inEnglish).toMatchObject({
      user: 'Administrator(admin)',
      action: 'create',
      action_display: 'Create',
      resource_type: 'User group',
      resource: 'of ours',
      org_id: DEFAULT_ORG,
      org_name: 'Default',
    })
    expect((await world.admin.api.get('audits/operate-logs/?resource=of ours', zh)).body[0].resource_type).toBe(
      '用户组',
    )
    for (const name of ['users/groups', 'User group', '用户组']) {
      const { body } = await world.admin.api.get(
        `audits/operate-logs/?limit=5&resource_type=${encodeURIComponent(name)}`,
      )
      expect(
        body.results.map((row: any) => row.resource_type),
        name,
      ).toContain('User group')
      expect(new Set(body.results.map((row: any) => row.resource_type)).size, name).toBe(1)
    }
    expect((await world.admin.api.get('audits/operate-logs/?limit=5&resource_type=nothing')).body.count).toBe(0)
    const { GET } = (await world.admin.api.options('audits/operate-logs/', zh)).body.actions
    expect(GET.resource_type.filter).toBe(true)
    expect(GET.resource_type.choices).toContainEqual({ value: '用户组', display_name: '用户组' })
  })

  it('keep to their range of time and their order', async () => {
    const now = Date.now()
    const range = (from: number, to: number) =>
      `date_from=${encodeURIComponent(new Date(now + from).toISOString())}&date_to=${encodeURIComponent(new Date(now + to).toISOString())}`
    for (const path of logs) {
      const { body } = await world.admin.api.get(`${path}?limit=50&${range(-3_600_000, 3_600_000)}`)
      expect(body.count, path).toBeGreaterThan(0)
      const times = body.results.map((row: any) => row.datetime)
      expect(times).toEqual([...times].sort().reverse())
      expect((await world.admin.api.get(`${path}?limit=50&${range(3_600_000, 7_200_000)}`)).body.count).toBe(0)
    }
  })

  it('leave as sheets', async () => {
    for (const path of logs) {
      const csv = await world.admin.api.get(`${path}?format=csv`, { 'accept-language': 'zh' })
      expect(csv.headers.get('content-type')).toContain('text/csv')
      expect(csv.text.split('\n')[0]).toContain('日期')
      expect(csv.text.trim().split('\n').length).toBeGreaterThan(1)
      const xlsx = await world.admin.api.get(`${path}?format=xlsx`)
      expect(xlsx.headers.get('content-type')).toBe('application/xlsx')
    }
    expect((await world.admin.api.get('audits/operate-logs/?format=csv')).text).toContain('User group')
  })

  it('are read by administrators and auditors, and written by nobody', async () => {
    const [row] = (await world.admin.api.get('audits/login-logs/')).body
    for (const path of logs) {
      expect((await ourAuditor.api.get(path)).status).toBe(200)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expect((await world.admin.api.send(method, path, [{}])).status, `${method} ${path}`).toBe(405)
      expect(Object.keys((await world.admin.api.options(path)).body.actions)).toEqual(['GET'])
    }
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await world.admin.api.send(method, `audits/login-logs/${row.id}/`)).status).toBe(404)
  })

  it('[T26] tell a user without the right nothing: no row, no name, no count', async () => {
    const strangers: [Someone, string][] = [
      [nobody, DEFAULT_ORG],
      [nobody, ROOT_ORG],
      [theirAdmin, DEFAULT_ORG],
      [theirAdmin, ROOT_ORG],
      [ourAuditor, elsewhere],
    ]
    for (const path of logs) {
      for (const [who, org] of strangers) {
        const here = { 'x-jms-org': org }
        for (const query of ['', '?limit=1', '?search=ann&limit=1', '?format=csv']) {
          const reply = await who.api.get(`${path}${query}`, here)
          expect([403, 404], `${path}${query}`).toContain(reply.status)
          expect(Object.keys(reply.body).sort()).toEqual(['code', 'detail'])
        }
        expect((await who.api.options(path, here)).status).toBe(403)
      }
      expect((await world.anonymous().get(path)).status).toBe(401)
    }
    const theirs = (await theirAdmin.api.get('audits/operate-logs/?limit=50')).body
    expect(theirs.results.map((row: any) => row.resource)).toEqual(['of theirs'])
    expect(theirs.count).toBe(1)
    const found = (await theirAdmin.api.get('audits/login-logs/?search=ann&limit=5')).body
    expect(found).toMatchObject({ count: 0, results: [] })
  })

  it('[T40] never hold a secret: a password in a change is masked', async () => {
    const secret = 'Sesame-open-9!'
    const made = await world.admin.api.post('users/users/', {
      name: 'Masked',
      username: 'masked',
      email: 'masked@example.com',
      password_strategy: 1,
      password: secret,
    })
    expect(made.status, made.text).toBe(201)
    const { text } = await world.admin.api.get('audits/operate-logs/')
    expect(text).toContain('Masked(masked)')
    expect(text).not.toContain(secret)
    expect(world.lines.join('')).not.toContain(secret)
  })
})
