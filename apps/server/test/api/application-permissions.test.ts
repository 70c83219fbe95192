import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join, makeApplication, makeAsset, makeGroup, makeSystemUser } from '../kit/applications.ts'
import { databaseOf } from '../kit/specimen.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type World } from '../kit/world.ts'

const LIST = 'perms/application-permissions/'
const LINKS = {
  user: 'perms/application-permissions-users-relations/',
  usergroup: 'perms/application-permissions-user-groups-relations/',
  application: 'perms/application-permissions-applications-relations/',
  systemuser: 'perms/application-permissions-system-users-relations/',
}
const DAY = 86_400_000

describe('application permissions', () => {
  let world: World
  let system: string
  beforeAll(async () => {
    world = await openWorld()
    system = await makeSystemUser(world, { name: 'reader', username: 'ro', protocol: 'mysql' })
  })
  afterAll(() => world.close())

  let counter = 0
  const grant = (body: Record<string, unknown> = {}, headers?: Record<string, string>) =>
    world.admin.api.post(
      LIST,
      { name: `rule ${++counter}`, category: 'db', type: 'mysql', system_users: [system], ...body },
      headers,
    )
  const made = async (body?: Record<string, unknown>): Promise<any> => (await grant(body)).body
  const ids = (rows: { id: unknown }[]) => rows.map(({ id }) => id)
  const inDays = (days: number) => new Date(world.clock.now().getTime() + days * DAY).toISOString()

  it('[PERM-02] [PERM-03] join people, applications of one type and system users for a time', async () => {
    const [ann, group, app] = [await world.person(), await makeGroup(world), await makeApplication(world)]
    const reply = await grant({ name: 'orders db', users: [ann.id], user_groups: [group], applications: [app] })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.any(String),
      name: 'orders db',
      category: 'db',
      category_display: 'Database',
      type: 'mysql',
      type_display: 'MySQL',
      users: [ann.id],
      user_groups: [group],
      applications: [app],
      system_users: [system],
      is_active: true,
      date_start: expect.any(String),
      date_expired: expect.any(String),
      comment: '',
      is_valid: true,
      is_expired: false,
      users_amount: 1,
      user_groups_amount: 1,
      system_users_amount: 1,
      applications_amount: 1,
      created_by: 'Administrator',
      date_created: expect.any(String),
      org_id: DEFAULT_ORG,
      org_name: 'Default',
    })
    const { api } = world.admin
    const off = await api.patch(`${LIST}${reply.body.id}/`, { is_active: false })
    expect(off.body).toMatchObject({ is_valid: false, is_expired: false, users_amount: 1 })
    expect((await api.delete(`${LIST}${reply.body.id}/`)).status).toBe(204)
    expect((await api.get(`${LIST}${reply.body.id}/`)).status).toBe(404)
  })

  it('without a time are valid at once; before and after their time they are not', async () => {
    const now = await made()
    const later = await made({ date_start: inDays(1) })
    const over = await made({ date_start: inDays(-2), date_expired: inDays(-1) })
    const off = await made({ is_active: false })
    expect([now, later, over, off].map((rule) => [rule.is_valid, rule.is_expired])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, false],
    ])
    const all = ids([now, later, over, off]).join()
    const found = async (value: string) => ids((await world.admin.api.get(`${LIST}?ids=${all}&is_valid=${value}`)).body)
    expect(await found('1')).toEqual([now.id])
    for (const no of ['0', 'false', 'False'])
      expect(new Set(await found(no))).toEqual(new Set([later.id, over.id, off.id]))
  })

  it('hold applications of their own type only', async () => {
    const [mysql, oracle] = [
      await makeApplication(world),
      await makeApplication(world, { type: 'oracle', name: 'ledger' }),
    ]
    const sentence = 'The application list contains applications that are different from the permission type. (ledger)'
    const reply = await grant({ applications: [mysql, oracle] })
    expect([reply.status, reply.body]).toEqual([400, { applications: [sentence] }])
    const rule = await made({ applications: [mysql] })
    const { api } = world.admin
    const linked = await api.post(LINKS.application, [{ application: oracle, applicationpermission: rule.id }])
    expect([linked.status, linked.body]).toEqual([400, [{ application: [sentence] }]])
    const changed = await api.patch(`${LIST}${rule.id}/`, { type: 'oracle' })
    expect([changed.status, Object.keys(changed.body)]).toEqual([400, ['applications']])
    const zh = await api.patch(`${LIST}${rule.id}/`, { applications: [oracle] }, { 'accept-language': 'zh' })
    expect(zh.body).toEqual({ applications: ['应用列表中包含与授权类型不同的应用。(ledger)'] })
    const wrong = await grant({ category: 'cloud' })
    expect(wrong.body).toEqual({ type: ['The type "MySQL" does not belong to the category "Cloud".'] })
  })

  it('need a system user', async () => {
    expect((await grant({ system_users: [] })).body).toEqual({ system_users: ['This list may not be empty.'] })
    expect((await grant({ system_users: undefined })).body).toEqual({ system_users: ['This field is required.'] })
    const rule = await made()
    expect((await world.admin.api.patch(`${LIST}${rule.id}/`, { system_users: [] })).status).toBe(400)
  })

  describe('[T18] [T19] of one organisation', () => {
    let elsewhere: Record<'user' | 'usergroup' | 'application' | 'systemuser', string>
    let there: string
    beforeAll(async () => {
      there = await world.organisation()
      const org_id = there
      elsewhere = {
        user: (await world.person({ in: { [there]: ['User'] } })).id,
        usergroup: await makeGroup(world, { org_id }),
        application: await makeApplication(world, { org_id }),
        systemuser: await makeSystemUser(world, { org_id }),
      }
    })
    const fields = { user: 'users', usergroup: 'user_groups', application: 'applications', systemuser: 'system_users' }

    it.each(['user', 'usergroup', 'application', 'systemuser'] as const)('name no %s of another', async (end) => {
      const stranger = elsewhere[end]
      const field = fields[end]
      const refused = { [field]: [`Invalid pk "${stranger}" - object does not exist.`] }
      const boss = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
      const created = await boss.api.post(LIST, {
        name: `stranger ${end}`,
        category: 'db',
        type: 'mysql',
        system_users: [system],
        [field]: [stranger],
      })
      expect([created.status, created.body]).toEqual([400, refused])
      const rule = await made()
      const patched = await boss.api.patch(`${LIST}${rule.id}/`, { [field]: [stranger] })
      expect([patched.status, patched.body]).toEqual([400, refused])
      const link = { [end]: stranger, applicationpermission: rule.id }
      expect((await boss.api.post(LINKS[end], [link])).status).toBe(400)
      // Not even from where everything is there.
      const root = { 'x-jms-org': ROOT_ORG }
      expect((await world.admin.api.patch(`${LIST}${rule.id}/`, { [field]: [stranger] }, root)).status).toBe(400)
      expect((await world.admin.api.post(LINKS[end], [link], root)).status).toBe(400)
    })

    it('[T17] are not there in another, nor are their links', async () => {
      const ann = await world.person()
      const rule = await made({ users: [ann.id] })
      const boss = await world.person({ in: { [there]: ['Admin'] }, org: there })
      expect((await boss.api.get(`${LIST}${rule.id}/`)).status).toBe(404)
      expect((await boss.api.get(`${LIST}${rule.id}/users/all/`)).status).toBe(404)
      expect((await boss.api.get(`${LIST}${rule.id}/applications/all/`)).status).toBe(404)
      expect((await boss.api.get(`${LINKS.user}?applicationpermission=${rule.id}`)).body).toEqual([])
      expect((await boss.api.delete(`${LINKS.user}?applicationpermission=${rule.id}&user=${ann.id}`)).status).toBe(400)
      expect((await world.admin.api.get(`${LIST}${rule.id}/`)).body.users).toEqual([ann.id])
    })
  })

  it('are linked and unlinked one by one', async () => {
    const [ann, group] = [await world.person({ name: 'Ann' }), await makeGroup(world)]
    const [app, other] = [await makeApplication(world), await makeSystemUser(world)]
    const rule = await made()
    const { api } = world.admin
    const ends = { user: ann.id, usergroup: group, application: app, systemuser: other }
    for (const [end, id] of Object.entries(ends)) {
      const path = LINKS[end as keyof typeof ends]
      const added = await api.post(path, [{ [end]: id, applicationpermission: rule.id }])
      expect([end, added.status, added.body[0]]).toEqual([
        end,
        201,
        {
          id: expect.any(Number),
          [end]: id,
          [`${end}_display`]: expect.any(String),
          applicationpermission: rule.id,
          applicationpermission_display: rule.name,
        },
      ])
      expect((await api.get(`${path}${added.body[0].id}/`)).status).toBe(200)
      // Somebody else added it in the meantime.
      expect((await api.post(path, [{ [end]: id, applicationpermission: rule.id }])).status).toBe(201)
    }
    expect((await api.get(`${LIST}${rule.id}/`)).body).toMatchObject({
      users_amount: 1,
      user_groups_amount: 1,
      applications_amount: 1,
      system_users_amount: 2,
    })
    for (const [end, id] of Object.entries(ends)) {
      const path = LINKS[end as keyof typeof ends]
      expect((await api.delete(`${path}?applicationpermission=${rule.id}&${end}=${id}`)).status).toBe(204)
      expect((await api.get(`${path}?applicationpermission=${rule.id}&${end}=${id}`)).body).toEqual([])
    }
  })

  it('lose one link where an older console names them remoteapppermission, and no other permission loses its own', async () => {
    const app = await makeApplication(world)
    const [one, two] = [await made({ applications: [app] }), await made({ applications: [app] })]
    const { api } = world.admin
    expect((await api.delete(`${LINKS.application}?application=${app}`)).status).toBe(400)
    expect((await api.delete(`${LINKS.application}?remoteapppermission=${one.id}&application=${app}`)).status).toBe(204)
    expect((await api.get(`${LIST}${one.id}/`)).body.applications).toEqual([])
    expect((await api.get(`${LIST}${two.id}/`)).body.applications).toEqual([app])
    expect((await api.delete(`${LINKS.application}?remoteapppermission=${one.id}&application=${app}`)).status).toBe(400)
    expect((await api.delete(`${LINKS.application}?remoteapppermission=nonsense&application=${app}`)).status).toBe(400)
    expect((await api.get(`${LIST}${two.id}/`)).body.applications).toEqual([app])
  })

  it('are found by whom and what they name', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const group = await makeGroup(world, { name: 'finders' })
    await join(world, group, ann.id)
    const app = await makeApplication(world, { name: 'wanted' })
    const account = await makeSystemUser(world, { name: 'seeker' })
    const direct = await made({ users: [ann.id], applications: [app] })
    const through = await made({ user_groups: [group], system_users: [account] })
    const found = async (query: string) => new Set(ids((await world.admin.api.get(`${LIST}?${query}`)).body))
    const [both, first, second, none] = [
      new Set([direct.id, through.id]),
      new Set([direct.id]),
      new Set([through.id]),
      new Set(),
    ]
    expect(await found(`user_id=${ann.id}`)).toEqual(both)
    expect(await found(`user_id=${ann.id}&all=1`)).toEqual(both)
    expect(await found(`user_id=${ann.id}&all=0`)).toEqual(first)
    expect(await found(`username=${ann.username}`)).toEqual(both)
    expect(await found(`username=${ann.username}&all=false`)).toEqual(first)
    expect(await found(`user_group_id=${group}`)).toEqual(second)
    expect(await found('user_group=finders')).toEqual(second)
    expect(await found(`system_user_id=${account}`)).toEqual(second)
    expect(await found('system_user=seeker')).toEqual(second)
    expect(await found(`application_id=${app}`)).toEqual(first)
    expect(await found('application=wanted')).toEqual(first)
    expect(await found(`name=${encodeURIComponent(direct.name)}`)).toEqual(first)
    expect(await found('type=k8s')).toEqual(none)
    for (const query of [`user_id=${bob.id}`, 'user_id=nonsense', 'username=nobody', 'application=nothing'])
      expect(await found(query)).toEqual(none)
  })

  it('list everybody and everything they reach, through groups too', async () => {
    const ann = await world.person({ name: 'Ann', username: 'ann' })
    const bob = await world.person({ name: 'Bob', username: 'bob' })
    const group = await makeGroup(world)
    for (const one of [ann, bob]) await join(world, group, one.id)
    const app = await makeApplication(world, { name: 'orders' })
    const rule = await made({ users: [ann.id], user_groups: [group], applications: [app] })
    const { api } = world.admin
    expect((await api.get(`${LIST}${rule.id}/users/all/`)).body).toEqual([
      { user: ann.id, user_display: 'Ann(ann)' },
      { user: bob.id, user_display: 'Bob(bob)' },
    ])
    expect((await api.get(`${LIST}${rule.id}/users/all/?search=BO&limit=5`)).body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [{ user: bob.id, user_display: 'Bob(bob)' }],
    })
    expect((await api.get(`${LIST}${rule.id}/users/all/?username=ann`)).body).toHaveLength(1)
    expect((await api.get(`${LIST}${rule.id}/applications/all/`)).body).toEqual([
      { application: app, application_display: 'orders(MySQL)[Database]' },
    ])
    expect((await api.get(`${LIST}${rule.id}/applications/all/?search=zzz`)).body).toEqual([])
    expect(Object.keys((await api.options(`${LIST}${rule.id}/users/all/`)).body.actions.GET)).toEqual([
      'user',
      'user_display',
    ])
    expect((await api.get(`${LIST}nonsense/users/all/`)).status).toBe(404)
  })

  it('lose whoever leaves the organisation', async () => {
    const org = await world.organisation()
    const ann = await world.person({ in: { [org]: ['User'], [DEFAULT_ORG]: ['User'] } })
    const account = await makeSystemUser(world, { org_id: org })
    const there = (await grant({ users: [ann.id], system_users: [account] }, { 'x-jms-org': org })).body
    const here = await made({ users: [ann.id] })
    const reply = await world.admin.api.post(`users/users/${ann.id}/remove/`, {}, { 'x-jms-org': org })
    expect(reply.status).toBe(204)
    expect((await world.admin.api.get(`${LIST}${there.id}/`, { 'x-jms-org': org })).body.users).toEqual([])
    expect((await world.admin.api.get(`${LIST}${here.id}/`)).body.users).toEqual([ann.id])
    const { resource_statistics } = (await world.admin.api.get(`orgs/orgs/${org}/`)).body
    expect(resource_statistics.app_perms_amount).toBe(1)
  })

  it('on remote apps bring their system users to the assets that the apps run on', async () => {
    const asset = await makeAsset(world)
    const account = await makeSystemUser(world, { protocol: 'rdp' })
    const remote = { category: 'remote_app', type: 'chrome' }
    const app = await makeApplication(world, { ...remote, attrs: JSON.stringify({ asset }) })
    const linked = () =>
      databaseOf(world)
        .selectFrom('assets_system_users_assets_relations')
        .selectAll()
        .where('asset', '=', asset)
        .execute()
    await made({ ...remote, applications: [app], system_users: [account] })
    expect(await linked()).toMatchObject([{ asset, systemuser: account }])
    const another = await makeSystemUser(world, { protocol: 'rdp' })
    const rule = await made({ ...remote, system_users: [another] })
    expect(await linked()).toHaveLength(1)
    await world.admin.api.post(LINKS.application, { application: app, applicationpermission: rule.id })
    expect(await linked()).toHaveLength(2)
  })

  it('are for administrators', async () => {
    const rule = await made()
    for (const person of [
      await world.person(),
      await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } }),
      await world.person({ role: 'App' }),
    ])
      for (const path of [LIST, `${LIST}${rule.id}/`, LINKS.user, `${LIST}${rule.id}/users/all/`])
        expect((await person.api.get(path)).status).toBe(403)
  })

  it('[T53] are deleted by their handle, never all at once', async () => {
    const org = await world.organisation()
    const headers = { 'x-jms-org': org }
    const account = await makeSystemUser(world, { org_id: org })
    const rules = [await grant({ system_users: [account] }, headers), await grant({ system_users: [account] }, headers)]
    const { api } = world.admin
    expect((await api.delete(LIST, undefined, headers)).status).toBe(400)
    expect((await api.delete(`${LIST}?all=1`, undefined, headers)).status).toBe(400)
    const { spm } = (await api.post('common/resources/cache/', { resources: [rules[0]!.body.id] }, headers)).body
    expect((await api.delete(`${LIST}?spm=${spm}`, undefined, headers)).status).toBe(204)
    expect(ids((await api.get(LIST, headers)).body)).toEqual([rules[1]!.body.id])
  })

  it('say why somebody reaches an application, or what is in the way, in words', async () => {
    const { api } = world.admin
    const [ann, bob, app] = [await world.person(), await world.person(), await makeApplication(world)]
    const group = await makeGroup(world, { name: 'dba' })
    await join(world, group, ann.id)
    const why = async (user: string, lang = 'en') =>
      (await api.get(`${LIST}why/?user_id=${user}&application_id=${app}`, { 'accept-language': lang })).body
    const rule = await made({ name: 'orders for dba', user_groups: [group], applications: [app] })
    expect(await why(ann.id)).toMatchObject({
      granted: true,
      obstacles: [],
      system_users: [{ name: 'reader', protocol: 'mysql' }],
      reasons: [
        {
          rule: { id: rule.id },
          state: 'grants',
          groups: ['dba'],
          text: 'The rule "orders for dba" names the group dba and names the application: it grants a login as reader',
        },
      ],
    })
    expect(await why(bob.id)).toEqual({ granted: false, obstacles: [], reasons: [], system_users: [] })
    await api.patch(`${LIST}${rule.id}/`, { date_start: inDays(1) })
    expect((await why(ann.id, 'zh')).reasons).toMatchObject([
      { state: 'not_started', text: '规则“orders for dba”通过用户组 dba，直接包含该应用，但规则尚未开始' },
    ])
    await api.patch(`users/users/${bob.id}/`, { is_active: false })
    expect(await why(bob.id)).toMatchObject({ granted: false, obstacles: ['The user is not active'] })
    expect(await api.get(`${LIST}why/?user_id=${ann.id}`)).toMatchObject({
      status: 400,
      body: { detail: ['Please choose a user and an application'] },
    })
  })

  it('[T18] [T26] are explained to administrators of their organisation only', async () => {
    const [ann, app] = [await world.person(), await makeApplication(world)]
    const rule = await made({ users: [ann.id], applications: [app] })
    const other = await world.organisation()
    const chief = await world.person({ in: { [other]: ['Admin'] }, org: other })
    const why = `${LIST}why/?user_id=${ann.id}&application_id=${app}`
    expect([(await ann.api.get(why)).status, (await chief.api.get(why)).status]).toEqual([403, 404])
    const preview = `${LIST}preview/?id=${rule.id}`
    expect([(await ann.api.post(preview, {})).status, (await chief.api.post(preview, {})).status]).toEqual([403, 404])
    expect((await chief.api.post(`${LIST}preview/`, { applications: [app], system_users: [system] })).body).toEqual({
      applications: [expect.any(String)],
      system_users: [expect.any(String)],
    })
  })

  it('tell what they would change before they are saved, and save nothing', async () => {
    const { api } = world.admin
    const [ann, bob] = [await world.person({ name: 'Ann P' }), await world.person({ name: 'Bob P' })]
    const [first, second] = [
      await makeApplication(world, { name: 'first' }),
      await makeApplication(world, { name: 'second' }),
    ]
    await made({ users: [bob.id], applications: [second] })
    const rule = await made({ users: [ann.id], applications: [first] })
    const before = (await api.get(`${LIST}${rule.id}/`)).body
    expect(
      (await api.post(`${LIST}preview/?id=${rule.id}`, { users: [ann.id, bob.id], applications: [second] })).body,
    ).toEqual({
      users_amount: 1,
      gained_amount: 1,
      lost_amount: 1,
      exact: true,
      changes: [
        {
          user: { id: ann.id, name: 'Ann P', username: ann.username },
          gained: 1,
          lost: 1,
          gained_names: ['second'],
          lost_names: ['first'],
        },
      ],
    })
    const off = await api.post(`${LIST}preview/?id=${rule.id}`, { is_active: false })
    expect(off.body).toMatchObject({ gained_amount: 0, lost_amount: 1, changes: [{ lost_names: ['first'] }] })
    const fresh = { users: [bob.id], applications: [first, second], system_users: [system] }
    expect((await api.post(`${LIST}preview/`, fresh)).body).toMatchObject({
      gained_amount: 1,
      changes: [{ user: { id: bob.id }, gained_names: ['first'] }],
    })
    expect((await api.post(`${LIST}preview/`, fresh, { 'x-jms-org': ROOT_ORG })).status).toBe(403)
    expect((await api.get(`${LIST}${rule.id}/`)).body).toEqual(before)
  })
})
