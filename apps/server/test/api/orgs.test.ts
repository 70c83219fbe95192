import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type World } from '../kit/world.ts'

const zh = { 'accept-language': 'zh' }

describe('organisations', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const rolesIn = async (org: string) => {
    const { body } = await world.admin.api.get(`orgs/org-member-relation/?org_id=${org}`)
    return body.map((row: { user: string; role: string }) => `${row.user} ${row.role}`).sort()
  }

  it('[ORG-01] [ORG-02] [ORG-04] are listed with what they are and what they hold', async () => {
    const org = await world.organisation('Finance')
    const ann = await world.person({ in: { [org]: ['User', 'Admin'] } })
    await world.person({ role: 'App', in: { [org]: ['User'] } })
    await world.admin.api.post('users/groups/', { name: 'DBA', users: [ann.id] }, { 'x-jms-org': org })
    const { body } = await world.admin.api.get('orgs/orgs/?limit=10')
    expect(body.count).toBe(2)
    expect(body.results[0]).toMatchObject({ id: DEFAULT_ORG, name: 'Default', is_default: true, is_root: false })
    expect(body.results[1]).toEqual({
      id: org,
      name: 'Finance',
      is_default: false,
      is_root: false,
      comment: '',
      created_by: 'Test',
      date_created: expect.any(String),
      resource_statistics: {
        users_amount: 1,
        groups_amount: 1,
        assets_amount: 0,
        nodes_amount: 1,
        admin_users_amount: 0,
        system_users_amount: 0,
        domains_amount: 0,
        gateways_amount: 0,
        applications_amount: 0,
        asset_perms_amount: 0,
        app_perms_amount: 0,
      },
    })
    expect((await world.admin.api.get('orgs/orgs/?search=fin')).body).toHaveLength(1)
    expect((await world.admin.api.get('orgs/orgs/?name=Default')).body).toHaveLength(1)
  })

  it('take members by role, wherever the administrator stands, and clear up after who leaves', async () => {
    const [ann, bob, cid] = await Promise.all([world.person({ in: {} }), world.person({ in: {} }), world.person()])
    const made = await world.admin.api.post('orgs/orgs/', {
      name: 'Legal',
      users: [ann.id, bob.id],
      admins: [ann.id],
      auditors: [cid.id],
    })
    expect(made.status).toBe(201)
    const { id } = made.body
    const detail = await world.admin.api.get(`orgs/orgs/${id}/`)
    expect(detail.body.users.sort()).toEqual([ann.id, bob.id].sort())
    expect(detail.body).toMatchObject({ admins: [ann.id], auditors: [cid.id], created_by: 'Administrator' })
    const here = { 'x-jms-org': id }
    const group = (await world.admin.api.post('users/groups/', { name: 'g', users: [ann.id, bob.id] }, here)).body.id
    expect((await world.admin.api.patch(`orgs/orgs/${id}/`, { users: [] })).status).toBe(200)
    expect(await rolesIn(id)).toEqual([`${ann.id} Admin`, `${cid.id} Auditor`].sort())
    expect((await world.admin.api.get(`users/groups/${group}/`, here)).body.users).toEqual([ann.id])
    expect((await world.admin.api.patch(`orgs/orgs/${id}/`, { comment: 'x' })).body.admins).toEqual([ann.id])
  })

  it('have names of their own and no programs as members', async () => {
    expect((await world.admin.api.post('orgs/orgs/', { name: 'Default' })).body).toEqual({
      name: ['This field must be unique.'],
    })
    const app = await world.person({ role: 'App', in: {} })
    const wrong = await world.admin.api.post('orgs/orgs/', { name: 'Robots', users: [app.id] })
    expect([wrong.status, wrong.body]).toEqual([400, { users: [`Invalid pk "${app.id}" - object does not exist.`] }])
  })

  it('[T14] [T19] are managed by system administrators, and read by service accounts', async () => {
    const org = await world.organisation()
    const orgAdmin = await world.person({ in: { [org]: ['Admin'] }, org })
    for (const path of [
      'orgs/orgs/',
      `orgs/orgs/${org}/`,
      'orgs/org-member-relation/',
      `orgs/orgs/${org}/membership/admins/`,
    ]) {
      expect((await orgAdmin.api.get(path)).status).toBe(403)
      expect((await world.anonymous().get(path)).status).toBe(401)
    }
    expect((await orgAdmin.api.post('orgs/org-member-relation/', { org, user: orgAdmin.id })).status).toBe(403)
    expect((await orgAdmin.api.patch(`orgs/orgs/${org}/`, { name: 'x' })).status).toBe(403)
    const app = await world.person({ role: 'App', org: ROOT_ORG })
    expect((await app.api.get('orgs/orgs/')).status).toBe(200)
    expect((await app.api.post('orgs/org-member-relation/', { org, user: app.id, role: 'Admin' })).status).toBe(403)
    expect((await app.api.post(`orgs/orgs/${org}/membership/admins/`, { user: app.id })).status).toBe(403)
    expect((await app.api.post('orgs/orgs/', { name: 'mine' })).status).toBe(403)
  })

  describe('are deleted', () => {
    it('when they are empty, and nothing of them can be reached afterwards', async () => {
      const org = await world.organisation('Gone')
      const chief = await world.person({ in: { [org]: ['Admin', 'Auditor'] }, org })
      expect((await chief.api.get('users/groups/')).status).toBe(200)
      const done = await world.admin.api.delete(`orgs/orgs/${org}/`)
      expect([done.status, done.body]).toEqual([200, { msg: true }])
      expect((await world.admin.api.get(`orgs/orgs/${org}/`)).status).toBe(404)
      expect(await rolesIn(org)).toEqual([])
      expect((await chief.api.get('users/groups/')).status).toBe(403)
      expect((await chief.api.post('users/groups/', { name: 'x' })).status).toBe(400)
      expect((await chief.api.get('users/profile/')).body).toMatchObject({ user_all_orgs: [], current_org_roles: [] })
      expect((await world.admin.api.delete(`orgs/orgs/${org}/`)).status).toBe(404)
    })

    it('never while somebody or something is in them, singly or in bulk', async () => {
      const [peopled, grouped, empty] = [
        await world.organisation(),
        await world.organisation(),
        await world.organisation(),
      ]
      await world.person({ in: { [peopled]: ['User'] } })
      await world.admin.api.post('users/groups/', { name: 'g' }, { 'x-jms-org': grouped })
      const { api } = world.admin
      const one = await api.delete(`orgs/orgs/${peopled}/`)
      expect([one.status, one.body]).toEqual([403, { error: 'Have `User` exists, Please delete' }])
      expect((await api.delete(`orgs/orgs/${grouped}/`)).body).toEqual({
        error: 'Have `User group` exists, Please delete',
      })
      expect((await api.delete(`orgs/orgs/${grouped}/`, undefined, zh)).body).toEqual({
        error: '还有用户组存在，请先删除',
      })
      expect((await api.delete(`orgs/orgs/?ids=${empty},${grouped}`)).status).toBe(403)
      const { spm } = (await api.post('common/resources/cache/', { resources: [empty, peopled] })).body
      expect((await api.delete(`orgs/orgs/?spm=${spm}`)).status).toBe(403)
      expect((await api.get(`orgs/orgs/${empty}/`)).status).toBe(200)
      expect((await api.delete(`orgs/orgs/?ids=${empty}`)).status).toBe(204)
      expect((await api.get(`orgs/orgs/${empty}/`)).status).toBe(404)
    })

    it('[T47] never without saying which', async () => {
      const [a, b] = [await world.organisation('Keep a'), await world.organisation('Keep b')]
      for (const query of ['', '?spm=x', '?spm=00000000-0000-4000-8000-000000000000', '?unknown=1'])
        expect([query, (await world.admin.api.delete(`orgs/orgs/${query}`)).status]).toEqual([query, 400])
      for (const id of [a, b]) expect((await world.admin.api.get(`orgs/orgs/${id}/`)).status).toBe(200)
    })

    it('never while one stands in them, and never the default one', async () => {
      const org = await world.organisation()
      const current = await world.admin.api.delete(`orgs/orgs/${org}/`, undefined, { 'x-jms-org': org })
      expect([current.status, current.body]).toEqual([403, { error: 'The current organization cannot be deleted' }])
      const standard = await world.admin.api.delete(`orgs/orgs/${DEFAULT_ORG}/`, undefined, { 'x-jms-org': ROOT_ORG })
      expect([standard.status, standard.body]).toEqual([403, { error: 'The default organization cannot be deleted' }])
      expect((await world.admin.api.delete(`orgs/orgs/?ids=${DEFAULT_ORG},${org}`)).status).toBe(403)
      expect((await world.admin.api.delete(`orgs/orgs/?name=Default`)).status).toBe(403)
      expect((await world.admin.api.delete(`orgs/orgs/${ROOT_ORG}/`)).status).toBe(404)
    })
  })

  it('[T18] tell who they are to their members, and to nobody else', async () => {
    const org = await world.organisation('Mine')
    const ann = await world.person({ in: { [org]: ['User'] } })
    const mine = await ann.api.get('orgs/orgs/current/', { 'x-jms-org': org })
    expect(mine.body).toEqual({ id: org, name: 'Mine', is_default: false, is_root: false, comment: '' })
    expect((await ann.api.get(`orgs/orgs/current/?oid=${org}`)).body.id).toBe(org)
    for (const other of [DEFAULT_ORG, ROOT_ORG])
      expect((await ann.api.get(`orgs/orgs/current/?oid=${other}`)).status).toBe(403)
    expect((await world.anonymous().get('orgs/orgs/current/')).status).toBe(401)
    const auditor = await world.person({ role: 'Auditor', in: {} })
    for (const { api } of [world.admin, auditor]) {
      expect((await api.get(`orgs/orgs/current/?oid=${org}`)).status).toBe(200)
      expect((await api.get('orgs/orgs/current/?oid=ROOT', zh)).body).toEqual({
        id: ROOT_ORG,
        name: '全局组织',
        is_default: false,
        is_root: true,
        comment: '',
      })
    }
  })
})
