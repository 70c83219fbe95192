import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { anAsset } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, type World } from '../kit/world.ts'

describe('labels', () => {
  let world: World
  let api: Client
  beforeAll(async () => {
    world = await openWorld()
    api = (await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })).api
  })
  afterAll(() => world.close())

  it('are a name and a value, once each, and know how many assets bear them', async () => {
    const asset = await anAsset(api)
    const made = await api.post('assets/labels/', { name: 'env', value: 'prod', assets: [asset.id] })
    expect(made.body).toMatchObject({
      name: 'env',
      value: 'prod',
      category: 'U',
      category_display: 'User',
      get_category_display: 'User',
      asset_count: 1,
    })
    expect((await api.get(`assets/assets/${asset.id}/`)).body.labels).toEqual([made.body.id])
    expect((await api.post('assets/labels/', { name: 'env', value: 'prod' })).body).toEqual({
      name: 'This field must be unique.',
      value: 'This field must be unique.',
    })
  })

  it('are told by name, with all values of each', async () => {
    for (const [name, value] of [
      ['tier', 'web'],
      ['tier', 'app'],
      ['zone', '🚀 "east"'],
    ])
      await api.post('assets/labels/', { name, value })
    expect((await api.get('assets/labels/?distinct=1&search=tier')).body).toEqual([{ name: 'tier', value: 'app,web' }])
    expect((await api.get('assets/labels/?distinct=1&limit=1&offset=1')).body).toMatchObject({
      count: 3,
      results: [{ name: 'tier', value: 'app,web' }],
    })
    expect((await api.get('assets/labels/?name=zone')).body[0].value).toBe('🚀 "east"')
    const org = await world.organisation()
    const other = await world.person({ in: { [org]: ['Admin'] }, org })
    expect((await other.api.get('assets/labels/?distinct=1')).body).toEqual([])
  })
})
