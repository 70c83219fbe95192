import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { anAsset } from '../kit/inventory.ts'
import { openWorld, type World } from '../kit/world.ts'

const PATH = 'assets/favorite-assets/'

describe('favourite assets', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it('are everybody’s own, of assets that exist, each once', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const asset = await anAsset(world.admin.api)
    const made = await ann.api.post(PATH, { asset: asset.id })
    expect([made.status, made.body.asset]).toEqual([201, asset.id])
    expect((await ann.api.post(PATH, { asset: asset.id })).body).toEqual({ asset: 'This field must be unique.' })
    expect((await ann.api.post(PATH, { asset: newId() })).status).toBe(400)
    expect((await ann.api.get(PATH)).body).toHaveLength(1)
    expect((await bob.api.get(PATH)).body).toEqual([])
    expect((await bob.api.delete(`${PATH}${made.body.id}/`)).status).toBe(404)
    expect((await bob.api.delete(`${PATH}?asset=${asset.id}`)).status).toBe(400)
    expect((await bob.api.post(PATH, { asset: asset.id })).status).toBe(201)
  })

  it('are taken back one at a time', async () => {
    const { api } = await world.person()
    const [one, two] = [await anAsset(world.admin.api), await anAsset(world.admin.api)]
    for (const asset of [one, two]) await api.post(PATH, { asset: asset.id })
    expect((await api.delete(PATH)).status).toBe(400)
    expect((await api.delete(`${PATH}?asset=${one.id},${two.id}`)).status).toBe(400)
    expect((await api.delete(`${PATH}?asset=${one.id}`)).status).toBe(204)
    expect((await api.get(PATH)).body.map((row: any) => row.asset)).toEqual([two.id])
    await world.admin.api.delete(`assets/assets/${two.id}/`)
    expect((await api.get(PATH)).body).toEqual([])
  })
})
