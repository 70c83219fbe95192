import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type World } from '../kit/world.ts'

describe('user groups', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it('are made, found, changed and deleted', async () => {
    const { api } = world.admin
    const made = await api.post('users/groups/', { name: '  DBA  ', users: [world.admin.id] })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'DBA',
      users: [world.admin.id],
      users_amount: 1,
      org_id: DEFAULT_ORG,
      org_name: 'Default',
    })
    expect((await api.get(`users/groups/?search=db&limit=5`)).body).toMatchObject({
      count: 1,
      results: [{ name: 'DBA' }],
    })
    expect((await api.patch(`users/groups/${made.body.id}/`, { users: [] })).body).toMatchObject({
      name: 'DBA',
      users_amount: 0,
    })
    expect((await api.delete(`users/groups/${made.body.id}/`)).status).toBe(204)
    expect((await api.get(`users/groups/${made.body.id}/`)).body).toEqual({
      detail: 'User group object does not exist.',
      code: 'object_does_not_exist',
    })
  })

  it('[T55] are not made in the root organisation', async () => {
    const reply = await world.admin.api.post('users/groups/', { name: 'nowhere' }, { 'x-jms-org': ROOT_ORG })
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('save_in_organization')
  })
})
