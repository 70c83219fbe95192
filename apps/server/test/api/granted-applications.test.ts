import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join, makeApplication, makeGroup, makeSystemUser } from '../kit/applications.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const DAY = 86_400_000

describe('granted applications', () => {
  let world: World
  let gateway: Someone
  beforeAll(async () => {
    world = await openWorld()
    gateway = await world.person({ role: 'App', org: ROOT_ORG })
  })
  afterAll(() => world.close())

  let counter = 0
  const grant = async (body: Record<string, unknown>, org = DEFAULT_ORG): Promise<any> => {
    const reply = await world.admin.api.post(
      'perms/application-permissions/',
      {
        name: `rule ${++counter}`,
        category: 'db',
        type: 'mysql',
        system_users: [await makeSystemUser(world, { org_id: org })],
        ...body,
      },
      { 'x-jms-org': org },
    )
    expect([reply.status, reply.status === 201 ? '' : reply.text]).toEqual([201, ''])
    return reply.body
  }
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  const mine = async (person: Someone, query = ''): Promise<string[]> =>
    names((await person.api.get(`perms/users/applications/${query}`)).body)
  const inDays = (days: number) => new Date(world.clock.now().getTime() + days * DAY).toISOString()

  it('of a person are what rules name for them and for their groups, in every organisation they belong to', async () => {
    const [org, foreign] = [await world.organisation(), await world.organisation()]
    const ann = await world.person({ in: { [DEFAULT_ORG]: ['User'], [org]: ['User'] } })
    const group = await makeGroup(world)
    await join(world, group, ann.id)
    const app = (name: string, org_id = DEFAULT_ORG) => makeApplication(world, { name, org_id })
    await grant({ users: [ann.id], applications: [await app('direct')] })
    await grant({ user_groups: [group], applications: [await app('through group')] })
    await grant({ users: [ann.id], applications: [await app('over there', org)] }, org)
    await app('granted to nobody')
    await grant({ applications: [await app('rule without users')] })
    await app('foreign', foreign)
    expect(await mine(ann)).toEqual(['direct', 'over there', 'through group'])
    const asSeen = async (who: Someone, org: string) =>
      names((await who.api.get(`perms/users/${ann.id}/applications/`, { 'x-jms-org': org })).body)
    expect(await asSeen(world.admin, DEFAULT_ORG)).toEqual(['direct', 'through group'])
    expect(await asSeen(world.admin, org)).toEqual(['over there'])
    expect(await asSeen(gateway, ROOT_ORG)).toEqual(['direct', 'over there', 'through group'])
    expect((await world.admin.api.get(`perms/users/${ann.id}/applications/`, { 'x-jms-org': foreign })).status).toBe(
      404,
    )
  })

  it('show what a row of an application shows, without secrets, page by page', async () => {
    const ann = await world.person()
    const made = await world.admin.api.post('applications/applications/?type=chrome', {
      name: 'browser',
      category: 'remote_app',
      type: 'chrome',
      comment: 'intranet only',
      attrs: { chrome_target: 'https://x', chrome_password: 's3cret' },
    })
    await grant({ users: [ann.id], category: 'remote_app', type: 'chrome', applications: [made.body.id] })
    const reply = await ann.api.get('perms/users/applications/?type=chrome&limit=10')
    expect(reply.text).not.toContain('s3cret')
    expect(reply.body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          id: made.body.id,
          name: 'browser',
          domain: null,
          category: 'remote_app',
          category_display: 'Remote app',
          type: 'chrome',
          type_display: 'Chrome',
          attrs: made.body.attrs,
          comment: 'intranet only',
          org_id: DEFAULT_ORG,
          org_name: 'Default',
        },
      ],
    })
    for (const query of ['?category=remote_app', '?search=INTRANET', '?name=browser', `?id=${made.body.id}`])
      expect(await mine(ann, query)).toEqual(['browser'])
    for (const query of ['?category=db', '?search=nothing', '?comment=intranet'])
      expect(await mine(ann, query)).toEqual([])
    const { actions } = (await ann.api.options('perms/users/applications/?draw=1&display=1&category=remote_app')).body
    expect(Object.keys(actions)).toEqual(['GET'])
    expect(Object.keys(actions.GET)).toContain('attrs')
  })

  it('need a rule that is active, has begun and is not over, and a system user', async () => {
    const ann = await world.person()
    const app = (name: string) => makeApplication(world, { name })
    await grant({ users: [ann.id], applications: [await app('inactive')], is_active: false })
    await grant({ users: [ann.id], applications: [await app('tomorrow')], date_start: inDays(1) })
    await grant({
      users: [ann.id],
      applications: [await app('yesterday')],
      date_start: inDays(-2),
      date_expired: inDays(-1),
    })
    const bare = await grant({ users: [ann.id], applications: [await app('no account')] })
    await world.admin.api.delete(
      `perms/application-permissions-system-users-relations/?applicationpermission=${bare.id}&systemuser=${bare.system_users[0]}`,
    )
    const last = await grant({ users: [ann.id], applications: [await app('today')] })
    expect(await mine(ann)).toEqual(['today'])
    // A change is true for the next request.
    await world.admin.api.patch(`perms/application-permissions/${last.id}/`, { is_active: false })
    expect(await mine(ann)).toEqual([])
  })

  it('end with the account: switched off, expired, or gone from the organisation', async () => {
    const org = await world.organisation()
    const ann = await world.person({ in: { [org]: ['User'], [DEFAULT_ORG]: ['User'] } })
    const app = await makeApplication(world, { org_id: org })
    const account = await makeSystemUser(world, { org_id: org })
    await grant({ users: [ann.id], applications: [app], system_users: [account] }, org)
    const query = `?user_id=${ann.id}&application_id=${app}&system_user_id=${account}`
    const may = async () =>
      (await gateway.api.get(`perms/application-permissions/user/validate/${query}`)).body.msg as boolean
    expect(await may()).toBe(true)
    const { db } = world.server.services.database
    const set = (values: object) => db.updateTable('users_users').set(values).where('id', '=', ann.id).execute()
    await set({ is_active: false })
    expect(await may()).toBe(false)
    await set({ is_active: true, date_expired: new Date(world.clock.now().getTime() - 1_000) })
    expect(await may()).toBe(false)
    await set({ date_expired: null })
    expect(await may()).toBe(true)
    await db.deleteFrom('orgs_org_member_relation').where('user', '=', ann.id).where('org', '=', org).execute()
    expect(await may()).toBe(false)
    expect(await mine(ann)).toEqual([])
  })

  it('come with their system users, the highest priority first: 100 before 1', async () => {
    const ann = await world.person()
    const app = await makeApplication(world)
    const account = (name: string, priority: number) => makeSystemUser(world, { name, priority, protocol: 'mysql' })
    const [low, high, b, a] = [
      await account('z low', 1),
      await account('z high', 100),
      await account('same b', 50),
      await account('same a', 50),
    ]
    await grant({ users: [ann.id], applications: [app], system_users: [low, b] })
    await grant({ users: [ann.id], applications: [app], system_users: [high, a, b] })
    await grant({
      users: [ann.id],
      applications: [await makeApplication(world)],
      system_users: [await account('else', 99)],
    })
    const reply = await ann.api.get(`perms/users/applications/${app}/system-users/`)
    expect(names(reply.body)).toEqual(['z high', 'same a', 'same b', 'z low'])
    expect(reply.body[0]).toEqual({
      id: high,
      name: 'z high',
      username: 'ops',
      priority: 100,
      protocol: 'mysql',
      login_mode: 'auto',
    })
    for (const who of [world.admin, gateway])
      expect(names((await who.api.get(`perms/users/${ann.id}/applications/${app}/system-users/`)).body)).toHaveLength(4)
  })

  it('[T17] [T26] are not there for whom they are not granted', async () => {
    const [ann, eve] = [await world.person(), await world.person()]
    const app = await makeApplication(world)
    await grant({ users: [ann.id], applications: [app] })
    expect((await eve.api.get(`perms/users/applications/${app}/system-users/`)).status).toBe(404)
    expect((await eve.api.get(`perms/users/applications/nonsense/system-users/`)).status).toBe(404)
    for (const path of ['applications/', 'applications/tree/', `applications/${app}/system-users/`])
      expect((await eve.api.get(`perms/users/${ann.id}/${path}`)).status).toBe(403)
    // Who administers the application sees that nothing is granted.
    expect((await world.admin.api.get(`perms/users/${eve.id}/applications/${app}/system-users/`)).body).toEqual([])
    const org = await world.organisation()
    const boss = await world.person({ in: { [org]: ['Admin'] }, org })
    for (const path of ['applications/', 'applications/tree/', `applications/${app}/system-users/`])
      expect((await boss.api.get(`perms/users/${ann.id}/${path}`)).status).toBe(404)
    expect((await boss.api.get(`perms/users/${boss.id}/applications/${app}/system-users/`)).status).toBe(404)
  })

  it('stand in a tree below their organisations', async () => {
    const org = await world.organisation('Zoo')
    const ann = await world.person({ in: { [org]: ['User'], [DEFAULT_ORG]: ['User'] } })
    const cloud = await makeApplication(world, { name: 'cluster', category: 'cloud', type: 'k8s' })
    const remote = await makeApplication(world, {
      name: 'browser tree',
      category: 'remote_app',
      type: 'chrome',
      attrs: '{}',
    })
    const there = await makeApplication(world, { name: 'orders', org_id: org })
    await grant({ users: [ann.id], category: 'cloud', type: 'k8s', applications: [cloud] })
    await grant({ users: [ann.id], category: 'remote_app', type: 'chrome', applications: [remote] })
    await grant({ users: [ann.id], applications: [there] }, org)
    const { body } = await ann.api.get('perms/users/applications/tree/')
    expect(body.map((item: any) => [item.id, item.pId, item.isParent, item.iconSkin, item.meta.type])).toEqual([
      [DEFAULT_ORG, '', true, '', 'node'],
      [org, '', true, '', 'node'],
      [remote, DEFAULT_ORG, false, 'chrome', 'remote_app'],
      [cloud, DEFAULT_ORG, false, 'k8s', 'k8s_app'],
      [there, org, false, 'database', 'database_app'],
    ])
    expect(body[4]).toMatchObject({ name: 'orders', title: 'orders', open: false, org_name: 'Zoo' })
    const { body: seen } = await world.admin.api.get(`perms/users/${ann.id}/applications/tree/`)
    expect(seen.map(({ id }: { id: string }) => id)).toEqual([DEFAULT_ORG, remote, cloud])
    expect((await ann.api.get('perms/users/applications/tree/?category=db')).body).toHaveLength(2)
  })

  it('of a group are what valid rules name for it', async () => {
    const group = await makeGroup(world)
    const app = (name: string) => makeApplication(world, { name })
    await grant({ user_groups: [group], applications: [await app('for the group')] })
    await grant({ user_groups: [group], applications: [await app('not yet')], date_start: inDays(1) })
    const reply = await world.admin.api.get(`perms/user-groups/${group}/applications/`)
    expect(names(reply.body)).toEqual(['for the group'])
    const org = await world.organisation()
    const elsewhere = await world.admin.api.get(`perms/user-groups/${group}/applications/`, { 'x-jms-org': org })
    expect(elsewhere.status).toBe(404)
    expect((await (await world.person()).api.get(`perms/user-groups/${group}/applications/`)).status).toBe(403)
  })

  it('tell an administrator who reaches one, and by which rules', async () => {
    const ann = await world.person({ name: 'Ann Visitor' })
    const bob = await world.person({ name: 'Bob Visitor' })
    const gone = await world.person({ active: false })
    const group = await makeGroup(world)
    await join(world, group, bob.id)
    const app = await makeApplication(world)
    const account = await makeSystemUser(world, { name: 'visited' })
    const direct = await grant({ users: [ann.id, gone.id], applications: [app], system_users: [account] })
    const through = await grant({ user_groups: [group], applications: [app], system_users: [account] })
    const ask = (query: string, headers = {}) =>
      world.admin.api.get(`perms/application-permissions/visitors/?application_id=${app}${query}`, headers)
    expect((await ask('')).body).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [
        {
          id: ann.id,
          name: 'Ann Visitor',
          username: ann.username,
          system_users: ['visited'],
          rules: [{ id: direct.id, name: direct.name }],
        },
        {
          id: bob.id,
          name: 'Bob Visitor',
          username: bob.username,
          system_users: ['visited'],
          rules: [{ id: through.id, name: through.name }],
        },
      ],
    })
    expect((await ask('&search=bob&limit=5')).body).toMatchObject({ count: 1, results: [{ id: bob.id }] })
    const first = (await ask('&limit=1')).body
    expect(first).toMatchObject({ count: 2, results: [{ id: ann.id }] })
    expect((await world.admin.api.get(first.next.slice(world.url.length))).body.results).toMatchObject([{ id: bob.id }])
    expect((await ask('&limit=1&offset=9')).body).toMatchObject({ count: 2, next: null, results: [] })
    expect((await ask('', { 'x-jms-org': await world.organisation() })).status).toBe(404)
    expect((await ann.api.get(`perms/application-permissions/visitors/?application_id=${app}`)).status).toBe(403)
    expect(await world.admin.api.get('perms/application-permissions/visitors/')).toMatchObject({
      status: 400,
      body: { application_id: ['Please choose an application'] },
    })
  })

  it('are checked by the gateway before it connects', async () => {
    const ann = await world.person()
    const [app, account, other] = [
      await makeApplication(world),
      await makeSystemUser(world),
      await makeSystemUser(world),
    ]
    await grant({ users: [ann.id], applications: [app], system_users: [account] })
    const ask = async (who: Someone, user_id: string, application_id: string, system_user_id: string, org?: string) => {
      const query = new URLSearchParams({ user_id, application_id, system_user_id })
      const path = `perms/application-permissions/user/validate/?${query}`
      const { status, body } = await who.api.get(path, org ? { 'x-jms-org': org } : {})
      return [status, body.msg]
    }
    expect(await ask(gateway, ann.id, app, account)).toEqual([200, true])
    expect(await ask(gateway, ann.id, app, other)).toEqual([403, false])
    expect(await ask(gateway, world.admin.id, app, account)).toEqual([403, false])
    expect(await ask(gateway, 'nonsense', app, account)).toEqual([403, false])
    expect(await ask(gateway, ann.id, app, '')).toEqual([403, false])
    expect(await ask(world.admin, ann.id, app, account)).toEqual([200, true])
    const org = await world.organisation()
    const boss = await world.person({ in: { [org]: ['Admin'] }, org })
    expect(await ask(boss, ann.id, app, account)).toEqual([403, false])
    expect((await ann.api.get('perms/application-permissions/user/validate/')).status).toBe(403)
  })
})
