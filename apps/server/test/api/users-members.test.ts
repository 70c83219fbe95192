import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

describe('members of an organisation', () => {
  let world: World
  let org: string
  let orgAdmin: Someone
  beforeAll(async () => {
    world = await openWorld()
    org = await world.organisation('Finance')
    orgAdmin = await world.person({ username: 'fin-admin', in: { [org]: ['Admin'] }, org })
  })
  afterAll(() => world.close())

  const rolesOf = async (user: string, where = org): Promise<string[]> => {
    const rows = await world.server.services.database.db
      .selectFrom('orgs_org_member_relation')
      .select('role')
      .where('user', '=', user)
      .where('org', '=', where)
      .orderBy('role')
      .execute()
    return rows.map((row) => row.role)
  }
  const groupIn = async (where: string, users: string[] = []) =>
    (await world.admin.api.post('users/groups/', { name: `g${Math.random()}`, users }, { 'x-jms-org': where })).body
      .id as string

  it('are found among everybody when somebody is to be invited, three at most and by name only', async () => {
    const names = ['quartz-a', 'quartz-b', 'quartz-c', 'quartz-d']
    for (const username of names) await world.person({ username })
    await world.person({ username: 'quartz-app', role: 'App' })
    const found = await orgAdmin.api.get('users/users/suggestion/?search=quartz&fields=email')
    expect(found.status).toBe(200)
    expect(found.body.map((row: { username: string }) => row.username)).toEqual(names.slice(0, 3))
    expect(Object.keys(found.body[0])).toEqual(['id', 'name', 'username'])
    expect((await orgAdmin.api.get('users/users/suggestion/?search=quartz-app')).body).toEqual([])
  })

  it('are invited one at a time or many, with any role the organisation has', async () => {
    const [ann, bob] = await Promise.all([world.person(), world.person()])
    const one = await orgAdmin.api.post('users/users/invite/', { user: ann.id })
    expect([one.status, one.body]).toEqual([201, { user: ann.id, role: 'User' }])
    const list = [
      { user: bob.id, role: 'User' },
      { user: bob.id, role: 'Auditor' },
    ]
    const many = await orgAdmin.api.post('users/users/invite/', list)
    expect([many.status, many.body]).toEqual([201, list])
    expect(await rolesOf(ann.id)).toEqual(['User'])
    expect(await rolesOf(bob.id)).toEqual(['Auditor', 'User'])
    expect((await orgAdmin.api.get(`users/users/${bob.id}/`)).body.org_roles).toEqual(['Auditor', 'User'])
  })

  it('[T54] keep the roles they have when they are invited again', async () => {
    const chief = await world.person({ in: { [org]: ['Admin', 'Auditor'] } })
    expect((await orgAdmin.api.post('users/users/invite/', { user: chief.id, role: 'Admin' })).status).toBe(201)
    expect(await rolesOf(chief.id)).toEqual(['Admin', 'Auditor'])
    expect((await orgAdmin.api.post('users/users/invite/', { user: chief.id, role: 'User' })).status).toBe(201)
    expect(await rolesOf(chief.id)).toEqual(expect.arrayContaining(['Admin', 'Auditor']))
  })

  it('[T19] are never invited into roles that an organisation does not have, nor as programs', async () => {
    const ann = await world.person()
    const app = await world.person({ role: 'App', in: {} })
    const wrong = await orgAdmin.api.post('users/users/invite/', [
      { user: ann.id, role: 'App' },
      { user: ann.id, role: 'User' },
    ])
    expect([wrong.status, wrong.body]).toEqual([400, [{ role: ['"App" is not a valid choice.'] }, {}]])
    const program = await orgAdmin.api.post('users/users/invite/', { user: app.id })
    expect([program.status, program.body]).toEqual([400, { user: [`Invalid pk "${app.id}" - object does not exist.`] }])
    expect(await rolesOf(ann.id)).toEqual([])
    expect((await orgAdmin.api.post('users/users/invite/', {})).body).toEqual({ user: ['This field is required.'] })
    const plain = await world.person({ in: { [org]: ['User'] }, org })
    expect((await plain.api.post('users/users/invite/', { user: plain.id, role: 'Admin' })).status).toBe(403)
  })

  it('are not invited into the root organisation', async () => {
    const headers = { 'x-jms-org': ROOT_ORG }
    const reply = await world.admin.api.post('users/users/invite/', { user: world.admin.id }, headers)
    expect([reply.status, reply.body]).toEqual([400, { error: 'Not a valid org' }])
    const chinese = await world.admin.api.post('users/users/invite/', {}, { ...headers, 'accept-language': 'zh' })
    expect(chinese.body).toEqual({ error: '不是有效的组织' })
  })

  it('lose every role and their groups of the organisation when they are removed, and nothing elsewhere', async () => {
    const ann = await world.person({ in: { [org]: ['Auditor', 'User'], [DEFAULT_ORG]: ['User'] } })
    const group = await groupIn(org, [ann.id])
    const other = await groupIn(DEFAULT_ORG, [ann.id])
    expect((await orgAdmin.api.post(`users/users/${ann.id}/remove/`)).status).toBe(204)
    expect(await rolesOf(ann.id)).toEqual([])
    expect(await rolesOf(ann.id, DEFAULT_ORG)).toEqual(['User'])
    expect((await orgAdmin.api.get(`users/groups/${group}/`)).body.users).toEqual([])
    expect((await world.admin.api.get(`users/groups/${other}/`)).body.users).toEqual([ann.id])
    expect((await orgAdmin.api.get(`users/users/${ann.id}/`)).status).toBe(404)
    expect((await orgAdmin.api.post(`users/users/${ann.id}/remove/`)).status).toBe(404)
  })

  it('leave with their groups when an update takes their last role', async () => {
    const ann = await world.person({ in: { [org]: ['User'] } })
    const group = await groupIn(org, [ann.id])
    expect((await orgAdmin.api.patch(`users/users/${ann.id}/`, { org_roles: ['Auditor'] })).status).toBe(200)
    expect((await orgAdmin.api.get(`users/groups/${group}/`)).body.users).toEqual([ann.id])
    expect((await orgAdmin.api.patch(`users/users/${ann.id}/`, { org_roles: [] })).status).toBe(200)
    expect((await orgAdmin.api.get(`users/groups/${group}/`)).body.users).toEqual([])
  })

  it('are removed many at a time, but never all of them by accident', async () => {
    const [ann, bob, cid] = await Promise.all(
      Array.from({ length: 3 }, () => world.person({ in: { [org]: ['User'] } })),
    )
    expect((await orgAdmin.api.post('users/users/remove/')).status).toBe(400)
    expect((await orgAdmin.api.post('users/users/remove/?spm=gone')).status).toBe(400)
    expect((await orgAdmin.api.post('users/users/remove/?source=local')).status).toBe(400)
    expect(await rolesOf(ann!.id)).toEqual(['User'])
    const { body } = await orgAdmin.api.post('common/resources/cache/', { resources: [ann!.id, bob!.id] })
    expect((await orgAdmin.api.post(`users/users/remove/?spm=${body.spm}`)).status).toBe(204)
    expect([await rolesOf(ann!.id), await rolesOf(bob!.id), await rolesOf(cid!.id)]).toEqual([[], [], ['User']])
  })

  it('[T53] are removed only by who stands above them, and not by themselves', async () => {
    const colleague = await world.person({ in: { [org]: ['Admin'] } })
    const chief = await world.person({ role: 'Admin', in: { [org]: ['User'] } })
    const ann = await world.person({ in: { [org]: ['User'] } })
    for (const { id } of [colleague, chief, orgAdmin])
      expect((await orgAdmin.api.post(`users/users/${id}/remove/`)).status).toBe(403)
    expect((await orgAdmin.api.post(`users/users/remove/?ids=${ann.id},${chief.id}`)).status).toBe(403)
    expect(await rolesOf(ann.id)).toEqual(['User'])
    const here = { 'x-jms-org': org }
    expect((await world.admin.api.post(`users/users/${colleague.id}/remove/`, undefined, here)).status).toBe(204)
  })

  it('are not removed from the root organisation, which has none', async () => {
    const ann = await world.person({ in: { [org]: ['User'] } })
    const headers = { 'x-jms-org': ROOT_ORG }
    expect((await world.admin.api.post(`users/users/${ann.id}/remove/`, undefined, headers)).status).toBe(204)
    expect(await rolesOf(ann.id)).toEqual(['User'])
  })

  describe('in groups', () => {
    it('are put in and taken out one by one, as the relation cards do', async () => {
      const ann = await world.person({ name: 'Ann', in: { [org]: ['User'] } })
      const group = await groupIn(org)
      const made = await orgAdmin.api.post('users/users-groups-relations/', [{ user: ann.id, usergroup: group }])
      expect(made.status).toBe(201)
      expect(made.body).toMatchObject([{ id: expect.any(Number), user: ann.id, user_display: 'Ann', usergroup: group }])
      const listed = await orgAdmin.api.get(`users/users-groups-relations/?usergroup=${group}`)
      expect(listed.body).toHaveLength(1)
      expect((await orgAdmin.api.get(`users/users/${ann.id}/`)).body.groups).toEqual([group])
      const pair = `users/users-groups-relations/?user=${ann.id}&usergroup=${group}`
      expect((await orgAdmin.api.delete(pair)).status).toBe(204)
      expect((await orgAdmin.api.delete(pair)).status).toBe(400)
      expect((await orgAdmin.api.get(`users/groups/${group}/`)).body.users_amount).toBe(0)
    })

    it('are not taken out by a query that means more than one', async () => {
      const [ann, bob] = await Promise.all([1, 2].map(() => world.person({ in: { [org]: ['User'] } })))
      const group = await groupIn(org, [ann!.id, bob!.id])
      expect((await orgAdmin.api.delete(`users/users-groups-relations/?usergroup=${group}`)).status).toBe(400)
      expect((await orgAdmin.api.delete('users/users-groups-relations/')).status).toBe(400)
      expect((await orgAdmin.api.get(`users/groups/${group}/`)).body.users_amount).toBe(2)
    })

    it('[T17] [T18] are those of the organisation only: others and their links do not exist', async () => {
      const stranger = await world.person()
      const ann = await world.person({ in: { [org]: ['User'] } })
      const mine = await groupIn(org)
      const theirs = await groupIn(DEFAULT_ORG, [stranger.id])
      const absent = (id: string) => [`Invalid pk "${id}" - object does not exist.`]
      const relations = 'users/users-groups-relations/'
      const wrongUser = await orgAdmin.api.post(relations, { user: stranger.id, usergroup: mine })
      expect([wrongUser.status, wrongUser.body]).toEqual([400, { user: absent(stranger.id) }])
      const wrongGroup = await orgAdmin.api.post(relations, { user: ann.id, usergroup: theirs })
      expect([wrongGroup.status, wrongGroup.body]).toEqual([400, { usergroup: absent(theirs) }])
      expect((await orgAdmin.api.patch(`users/groups/${mine}/`, { users: [stranger.id] })).status).toBe(400)
      expect((await orgAdmin.api.patch(`users/users/${ann.id}/`, { groups: [theirs] })).status).toBe(400)
      const [link] = (await world.admin.api.get(`${relations}?user=${stranger.id}`)).body
      expect((await orgAdmin.api.get(relations)).body.map((row: { id: number }) => row.id)).not.toContain(link.id)
      expect((await orgAdmin.api.get(`${relations}${link.id}/`)).status).toBe(404)
      expect((await orgAdmin.api.patch(`${relations}${link.id}/`, { usergroup: mine })).status).toBe(404)
      expect((await orgAdmin.api.delete(`${relations}${link.id}/`)).status).toBe(404)
      expect((await orgAdmin.api.delete(`${relations}?user=${stranger.id}`)).status).toBe(400)
    })

    it('[T18] are members of the organisation of the group, also when the root organisation puts them in', async () => {
      const stranger = await world.person()
      const ann = await world.person({ in: { [org]: ['User'] } })
      const group = await groupIn(org)
      const root = { 'x-jms-org': ROOT_ORG }
      const { api } = world.admin
      expect(
        (await api.post('users/users-groups-relations/', { user: stranger.id, usergroup: group }, root)).status,
      ).toBe(400)
      expect((await api.patch(`users/groups/${group}/`, { users: [stranger.id] }, root)).status).toBe(400)
      expect((await api.patch(`users/users/${stranger.id}/`, { groups: [group] }, root)).status).toBe(400)
      expect((await api.patch(`users/groups/${group}/`, { users: [ann.id] }, root)).status).toBe(200)
      expect((await api.patch(`users/users/${ann.id}/`, { groups: [group] }, root)).status).toBe(200)
    })
  })
})
