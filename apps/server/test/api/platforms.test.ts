import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAsset } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, type Someone, type World } from '../kit/world.ts'

describe('platforms', () => {
  let world: World
  let admin: Someone
  beforeAll(async () => {
    world = await openWorld()
    admin = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
  })
  afterAll(() => world.close())

  it('that come with the product stay as they are', async () => {
    const { api } = world.admin
    const [windows] = (await api.get('assets/platforms/?name=Windows2016')).body
    expect(windows).toMatchObject({ base: 'Windows', charset: 'utf8', internal: true, meta: { security: 'tls' } })
    for (const [method, body] of [
      ['PUT', { name: 'Mine' }],
      ['PATCH', { comment: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await api.send(method, `assets/platforms/${windows.id}/`, body)
      expect([method, reply.status, reply.body.detail]).toEqual([method, 403, 'Internal platform'])
    }
  })

  it('of people’s own are made by system administrators, and stay while assets use them', async () => {
    const { api } = world.admin
    expect((await admin.api.post('assets/platforms/', { name: 'Router' })).status).toBe(403)
    const made = await api.post('assets/platforms/', { name: 'Router', base: 'Other', internal: true })
    expect([made.status, made.body.internal, typeof made.body.id]).toEqual([201, false, 'number'])
    const asset = await anAsset(admin.api, { platform: 'Router' })
    const refused = await api.delete(`assets/platforms/${made.body.id}/`)
    expect([refused.status, refused.body.code]).toEqual([400, 'referenced_by_others'])
    await api.patch(`assets/platforms/${made.body.id}/`, { name: 'Switch' })
    expect((await admin.api.get(`assets/assets/${asset.id}/`)).body.platform).toBe('Switch')
    await admin.api.patch(`assets/assets/${asset.id}/`, { platform: 'Linux' })
    expect((await api.delete(`assets/platforms/${made.body.id}/`)).status).toBe(204)
  })
})
