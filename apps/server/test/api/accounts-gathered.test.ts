import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import type { Client } from '../kit/client.ts'
import { aNode, anAsset } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, type World } from '../kit/world.ts'

const PATH = 'assets/gathered-users/'

describe('gathered users', () => {
  let world: World
  let api: Client
  beforeAll(async () => {
    world = await openWorld()
    api = (await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })).api
  })
  afterAll(() => world.close())

  it('are found by asset, name and node, and are written by nobody', async () => {
    const node = await aNode(api)
    const inner = await aNode(api, node.id)
    const asset = await anAsset(api, { hostname: 'gathered', ip: '10.66.0.1', nodes: [inner.id] })
    const now = world.clock.now()
    await world.server.services.database.db
      .insertInto('assets_gathered_users')
      .values({
        id: newId(),
        org_id: DEFAULT_ORG,
        asset: asset.id,
        username: 'deploy',
        date_last_login: now,
        ip_last_login: '10.9.9.9',
        present: true,
        date_created: now,
        date_updated: now,
      })
      .execute()
    const [row] = (await api.get(PATH)).body
    expect(row).toMatchObject({
      asset: asset.id,
      hostname: 'gathered',
      ip: '10.66.0.1',
      username: 'deploy',
      present: true,
    })
    for (const [query, many] of [
      [`asset=${asset.id}`, 1],
      [`asset_id=${asset.id}`, 1],
      ['asset__ip=10.66.0.1', 1],
      ['asset__hostname=other', 0],
      ['username=deploy&present=true', 1],
      ['present=false', 0],
      ['search=athere', 1],
      ['search=deploy 10.66', 1],
      ['search=nobody', 0],
      [`node_id=${node.id}`, 1],
      [`node=${node.key}`, 1],
      [`node_id=${node.id}&show_current_asset=1`, 0],
      [`node_id=${node.id}&all=0`, 0],
      [`node_id=${inner.id}&show_current_asset=1`, 1],
    ] as const)
      expect([query, (await api.get(`${PATH}?${query}`)).body.length]).toEqual([query, many])
    expect((await api.post(PATH, {})).status).toBe(405)
    expect((await api.patch(`${PATH}${row.id}/`, {})).status).toBe(405)
  })
})
