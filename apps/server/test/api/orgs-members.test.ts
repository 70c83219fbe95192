import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ORG, openWorld, type World } from '../kit/world.ts'

const RELATIONS = 'orgs/org-member-relation/'

describe('memberships', () => {
  let world: World
  let org: string
  beforeAll(async () => {
    world = await openWorld()
    org = await world.organisation('Finance')
  })
  afterAll(() => world.close())

  const ids = (rows: { id: string }[]) => rows.map((row) => row.id).sort()

  it('[ORG-05] [ROLE-23] are rows of an organisation, a user and one of three roles', async () => {
    const ann = await world.person({ name: 'Ann', username: 'ann', in: {} })
    const made = await world.admin.api.post(RELATIONS, [
      { org, user: ann.id, role: 'Admin' },
      { org, user: ann.id },
    ])
    expect(made.status).toBe(201)
    expect(made.body[0]).toEqual({
      id: expect.any(String),
      org,
      user: ann.id,
      role: 'Admin',
      org_display: 'Finance',
      user_display: 'Ann(ann)',
      role_display: 'Organization administrator',
    })
    expect(made.body[1]).toMatchObject({ role: 'User', role_display: 'User' })
    const wrong = await world.admin.api.post(RELATIONS, { org, user: ann.id, role: 'App' })
    expect(wrong.body).toEqual({ role: ['"App" is not a valid choice.'] })
    const { choices } = (await world.admin.api.options(RELATIONS, { 'accept-language': 'zh' })).body.actions.POST.role
    expect(choices).toEqual([
      { value: 'Admin', display_name: '组织管理员' },
      { value: 'Auditor', display_name: '组织审计员' },
      { value: 'User', display_name: '用户' },
    ])
  })

  it('exist once: many at a time skip what is there, a single one is refused', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    await world.admin.api.post(RELATIONS, { org, user: ann.id })
    const again = await world.admin.api.post(RELATIONS, { org, user: ann.id })
    expect(again.status).toBe(400)
    expect(again.body.user).toBe('This field must be unique.')
    const many = await world.admin.api.post(RELATIONS, [
      { org, user: ann.id },
      { org, user: bob.id },
    ])
    expect(many.status).toBe(201)
    expect((await world.admin.api.get(`${RELATIONS}?org=${org}&user=${ann.id},${bob.id}`)).body).toHaveLength(2)
  })

  it('are filtered by organisation, user, role and id, and searched by names', async () => {
    const here = await world.organisation('Searchable')
    const ann = await world.person({ username: 'zebra', name: 'Striped', in: { [here]: ['User', 'Auditor'] } })
    const bob = await world.person({ in: { [here]: ['User'] } })
    const { api } = world.admin
    const all = (await api.get(`${RELATIONS}?org_id=${here}`)).body
    expect(all).toHaveLength(3)
    expect((await api.get(`${RELATIONS}?org_id=${here}&user_id=${bob.id}`)).body).toHaveLength(1)
    expect((await api.get(`${RELATIONS}?user=${ann.id}&role=Auditor`)).body).toHaveLength(1)
    expect(ids((await api.get(`${RELATIONS}?id=${ids(all).slice(0, 2)}`)).body)).toEqual(ids(all).slice(0, 2))
    for (const text of ['zebra', 'striped', 'searchable zeb'])
      expect((await api.get(`${RELATIONS}?search=${text}`)).body).toHaveLength(2)
    expect((await api.get(`${RELATIONS}?search=zebra%25`)).body).toHaveLength(0)
    expect((await api.get(`${RELATIONS}?org_id=nonsense`)).status).toBe(400)
  })

  it('of programs are hidden and cannot be made', async () => {
    const app = await world.person({ role: 'App', in: { [org]: ['User'] } })
    expect((await world.admin.api.get(`${RELATIONS}?user=${app.id}`)).body).toEqual([])
    expect((await world.admin.api.post(RELATIONS, { org, user: app.id, role: 'Admin' })).status).toBe(400)
  })

  it('end with the groups of the organisation when the last role goes', async () => {
    const ann = await world.person({ in: { [org]: ['User', 'Auditor'] } })
    const here = { 'x-jms-org': org }
    const group = (await world.admin.api.post('users/groups/', { name: 'ending', users: [ann.id] }, here)).body.id
    const inGroup = async () => (await world.admin.api.get(`users/groups/${group}/`, here)).body.users
    const [first, second] = ids((await world.admin.api.get(`${RELATIONS}?user=${ann.id}`)).body)
    expect((await world.admin.api.delete(`${RELATIONS}?id=${first}`)).status).toBe(204)
    expect(await inGroup()).toEqual([ann.id])
    expect((await world.admin.api.delete(`${RELATIONS}${second}/`)).status).toBe(204)
    expect(await inGroup()).toEqual([])
  })

  it('that move to another user or organisation end where they were', async () => {
    const [ann, bob] = [await world.person({ in: { [org]: ['User'] } }), await world.person()]
    const here = { 'x-jms-org': org }
    const group = (await world.admin.api.post('users/groups/', { name: 'moving', users: [ann.id] }, here)).body.id
    const [row] = (await world.admin.api.get(`${RELATIONS}?user=${ann.id}`)).body
    expect((await world.admin.api.patch(`${RELATIONS}${row.id}/`, { user: bob.id })).status).toBe(200)
    expect((await world.admin.api.get(`users/groups/${group}/`, here)).body.users).toEqual([])
  })

  it('are deleted by query only when their ids are named', async () => {
    const ann = await world.person({ in: { [org]: ['User'] } })
    for (const query of ['', `?org=${org}`, `?user=${ann.id}`, '?search=x'])
      expect([query, (await world.admin.api.delete(`${RELATIONS}${query}`)).status]).toEqual([query, 400])
    const [row] = (await world.admin.api.get(`${RELATIONS}?user=${ann.id}`)).body
    const { spm } = (await world.admin.api.post('common/resources/cache/', { resources: [row.id] })).body
    expect((await world.admin.api.delete(`${RELATIONS}?spm=${spm}`)).status).toBe(204)
  })

  it('have older views by organisation and role', async () => {
    const here = await world.organisation()
    const [ann, bob] = [await world.person({ in: {} }), await world.person({ in: {} })]
    const { api } = world.admin
    const admins = `orgs/orgs/${here}/membership/admins/`
    const made = await api.post(admins, { user: ann.id, role: 'User', organization: DEFAULT_ORG })
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.any(String), organization: here, user: ann.id, role: 'Admin' },
    ])
    expect((await api.post(admins, { user: ann.id })).status).toBe(400)
    expect((await api.post(admins, {})).body).toEqual({ user: ['This field is required.'] })
    expect((await api.get(admins)).body).toEqual([made.body])
    expect((await api.get(`orgs/orgs/${here}/membership/users/`)).body).toEqual([])
    expect((await api.get(`${admins}${ann.id}/`)).body).toEqual(made.body)
    expect((await api.get(`${admins}${bob.id}/`)).status).toBe(404)
    expect((await api.put(`${admins}${ann.id}/`, { user: bob.id })).body).toEqual({ ...made.body, user: bob.id })
    expect((await api.post(admins, [{ user: ann.id }])).body).toHaveLength(1)
    expect((await api.delete(admins)).status).toBe(400)
    expect((await api.delete(`${admins}?user=${ann.id}`)).status).toBe(204)
    expect((await api.delete(`${admins}${bob.id}/`)).status).toBe(204)
    expect((await api.get(`${admins}?limit=5`)).body).toMatchObject({ count: 0, results: [] })
    expect((await api.get('orgs/orgs/00000000-0000-4000-8000-000000000000/membership/users/')).status).toBe(404)
  })
})
