import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

describe('who may change whom', () => {
  let world: World
  let org: string
  let orgAdmin: Someone
  let member: Someone
  let outsider: Someone
  beforeAll(async () => {
    world = await openWorld()
    org = await world.organisation('Finance')
    orgAdmin = await world.person({ username: 'fin-admin', in: { [org]: ['Admin'] }, org })
    member = await world.person({ in: { [org]: ['User'] } })
    outsider = await world.person()
  })
  afterAll(() => world.close())

  const rowOf = (id: string) =>
    world.server.services.database.db.selectFrom('users_users').selectAll().where('id', '=', id).executeTakeFirst()

  it('[T53] an organisation administrator cannot change, promote or delete a user of another organisation', async () => {
    const { api } = orgAdmin
    const before = await rowOf(outsider.id)
    const path = `users/users/${outsider.id}/`
    expect((await api.get(path)).status).toBe(404)
    expect((await api.patch(path, { name: 'Taken' })).status).toBe(404)
    expect((await api.put(path, { name: 'T', username: 't', email: 't@example.com' })).status).toBe(404)
    expect((await api.delete(path)).status).toBe(403)
    expect((await api.patch('users/users/', [{ id: outsider.id, name: 'Taken' }])).status).toBe(400)
    expect(
      (await api.put('users/users/', [{ id: outsider.id, name: 'T', username: 't', email: 't@x.io' }])).status,
    ).toBe(400)
    expect((await api.delete(`users/users/?ids=${outsider.id}`)).status).toBe(403)
    for (const [method, action] of [
      ['PATCH', 'password/'],
      ['PATCH', 'password/reset/'],
      ['PATCH', 'pubkey/reset/'],
      ['PATCH', 'unblock/'],
      ['GET', 'otp/reset/'],
      ['POST', 'remove/'],
    ] as const) {
      const reply = await api.send(
        method,
        `${path}${action}`,
        method === 'GET' ? undefined : { password: 'Abcdefgh-1' },
      )
      expect([method, action, reply.status]).toEqual([method, action, 404])
      expect(reply.body.code).toBe('object_does_not_exist')
    }
    expect(await rowOf(outsider.id)).toEqual(before)
  })

  it('[T18] an organisation administrator gains nothing from naming another organisation', async () => {
    for (const elsewhere of [DEFAULT_ORG, ROOT_ORG]) {
      const headers = { 'x-jms-org': elsewhere }
      expect((await orgAdmin.api.get('users/users/', headers)).status).toBe(403)
      expect((await orgAdmin.api.patch(`users/users/${outsider.id}/`, { name: 'x' }, headers)).status).toBe(403)
      expect((await orgAdmin.api.get(`users/users/?oid=${elsewhere}`)).status).toBe(403)
    }
  })

  it('[T53] [T19] an organisation administrator cannot touch who stands above, singly or in bulk', async () => {
    const chief = await world.person({ role: 'Admin', in: { [org]: ['User'] } })
    const auditor = await world.person({ role: 'Auditor', in: { [org]: ['User'] } })
    for (const { id } of [chief, auditor]) {
      const seen = await orgAdmin.api.get(`users/users/${id}/`)
      expect(seen.body).toMatchObject({ can_update: false, can_delete: false })
      expect((await orgAdmin.api.patch(`users/users/${id}/`, { is_active: false })).status).toBe(403)
      expect((await orgAdmin.api.patch(`users/users/${id}/password/`, { password: 'Abcdefgh-1' })).status).toBe(403)
      expect((await orgAdmin.api.get(`users/users/${id}/otp/reset/`)).status).toBe(403)
      const bulk = await orgAdmin.api.patch('users/users/', [
        { id: member.id, comment: 'changed' },
        { id, is_active: false },
      ])
      expect(bulk.status).toBe(403)
      expect((await rowOf(id))!.is_active).toBe(true)
    }
    expect((await rowOf(member.id))!.comment).toBeNull()
    const { role_display } = (await orgAdmin.api.get(`users/users/${chief.id}/`)).body
    expect(role_display).toBe('System administrator')
  })

  it('[T19] whoever is no system administrator gives no system role', async () => {
    for (const [headers, text] of [
      [{}, 'Role limit to User'],
      [{ 'accept-language': 'zh' }, '角色只能为 User'],
    ] as const)
      for (const role of ['Admin', 'Auditor', 'App']) {
        const fresh = { name: 'x', username: 'climber', email: 'climber@example.com', role }
        expect((await orgAdmin.api.post('users/users/', fresh, headers)).body).toEqual({ role: [text] })
        expect((await orgAdmin.api.patch(`users/users/${orgAdmin.id}/`, { role }, headers)).body).toEqual({
          role: [text],
        })
        const bulk = await orgAdmin.api.patch('users/users/', [{ id: member.id, role }], headers)
        expect(bulk.body).toEqual([{ role: [text] }])
      }
    const csv = 'name,username,email,role\nX,climber,climber@example.com,Admin\n'
    expect((await orgAdmin.api.post('users/users/', csv, { 'content-type': 'text/csv' })).status).toBe(400)
    expect(
      (await world.admin.api.post('users/users/', { name: 'x', username: 'app', email: 'a@example.com', role: 'App' }))
        .status,
    ).toBe(400)
  })

  it('[T19] an organisation administrator cannot take over an account that administers another organisation', async () => {
    const other = await world.organisation()
    const neighbour = await world.person({ in: { [org]: ['User'], [other]: ['Admin'] } })
    expect((await orgAdmin.api.get(`users/users/${neighbour.id}/`)).body.can_update).toBe(false)
    expect((await orgAdmin.api.patch(`users/users/${neighbour.id}/`, { password: 'Abcdefgh-1' })).status).toBe(403)
    const both = await world.person({ in: { [org]: ['Admin'], [other]: ['Admin'] }, org })
    expect((await both.api.patch(`users/users/${neighbour.id}/`, { comment: 'colleague' })).status).toBe(200)
  })

  it('an organisation administrator changes members and themselves', async () => {
    expect((await orgAdmin.api.patch(`users/users/${member.id}/`, { phone: '123' })).body).toMatchObject({
      phone: '123',
      can_update: true,
      can_delete: true,
    })
    expect((await orgAdmin.api.patch(`users/users/${orgAdmin.id}/`, { phone: '456' })).body).toMatchObject({
      phone: '456',
      can_update: true,
      can_delete: false,
    })
  })

  it('only a system administrator deletes accounts, by query just as singly', async () => {
    expect((await orgAdmin.api.delete(`users/users/${member.id}/`)).status).toBe(403)
    expect((await orgAdmin.api.delete(`users/users/?ids=${member.id}`)).status).toBe(403)
    const victims = await Promise.all([world.person(), world.person()])
    expect((await world.admin.api.delete('users/users/')).status).toBe(400)
    expect((await world.admin.api.delete('users/users/?source=local')).status).toBe(400)
    expect((await world.admin.api.delete('users/users/?spm=unknown')).status).toBe(400)
    expect((await world.admin.api.delete(`users/users/?ids=${victims.map(({ id }) => id)}`)).status).toBe(204)
    expect(await rowOf(victims[0]!.id)).toBeUndefined()
    expect((await victims[1]!.api.get('users/profile/')).status).toBe(401)
  })

  it('nobody deletes themselves, and a refused row keeps all of a deletion back', async () => {
    const chief = await world.person({ role: 'Admin' })
    const other = await world.person()
    expect((await chief.api.delete(`users/users/${chief.id}/`)).status).toBe(403)
    expect((await chief.api.delete(`users/users/?ids=${other.id},${chief.id}`)).status).toBe(403)
    expect((await chief.api.delete(`users/users/?ids=${other.id},${world.admin.id}`)).status).toBe(403)
    expect(await rowOf(other.id)).toBeDefined()
  })

  it('the first administrator stays a system administrator, active, of that name, and there', async () => {
    const chief = await world.person({ role: 'Admin' })
    const path = `users/users/${world.admin.id}/`
    const same = await chief.api.patch(path, { role: 'User', is_active: false, comment: 'tried' })
    expect(same.body).toMatchObject({ role: 'Admin', is_active: true, comment: 'tried' })
    expect((await chief.api.patch('users/users/', [{ id: world.admin.id, is_active: false }])).body).toMatchObject([
      { is_active: true },
    ])
    expect((await chief.api.delete(path)).status).toBe(403)
    expect((await chief.api.patch(path, { username: 'root' })).body).toEqual({
      username: ['The username of the first administrator cannot be changed'],
    })
    expect((await world.admin.api.get('users/profile/')).status).toBe(200)
  })

  it('the last valid system administrator can neither be demoted, deactivated nor left to expire', async () => {
    const { db } = world.server.services.database
    await db
      .updateTable('users_users')
      .set({ is_active: false })
      .where('role', '=', 'Admin')
      .where('username', '!=', 'admin')
      .execute()
    const past = { date_expired: '2020-01-01T00:00:00Z' }
    const alone = await world.admin.api.patch(`users/users/${world.admin.id}/`, past)
    expect(alone.status).toBe(409)
    expect(alone.body.code).toBe('last_admin')
    const chief = await world.person({ role: 'Admin' })
    expect((await chief.api.patch(`users/users/${world.admin.id}/`, past)).status).toBe(200)
    for (const change of [{ role: 'User' }, { is_active: false }, past]) {
      const reply = await chief.api.patch(`users/users/${chief.id}/`, change)
      expect([change, reply.status]).toEqual([change, 409])
    }
    const chinese = await chief.api.patch(`users/users/${chief.id}/`, { role: 'User' }, { 'accept-language': 'zh' })
    expect(chinese.body.detail).toMatch(/^至少要保留一个有效的系统管理员/)
    const second = await world.person({ role: 'Admin' })
    const bulk = [chief.id, second.id].map((id) => ({ id, role: 'User' }))
    expect((await chief.api.patch('users/users/', bulk)).status).toBe(409)
    const both = await Promise.all([
      chief.api.patch(`users/users/${chief.id}/`, { role: 'User' }),
      second.api.patch(`users/users/${second.id}/`, { role: 'User' }),
    ])
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409])
  })
})
