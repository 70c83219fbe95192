import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { openWorld, type World } from '../kit/world.ts'

let world: World
let org: string
let api: Client

const NODES = '/api/v1/assets/nodes/'
const ASSETS = '/api/v1/assets/assets/'

beforeAll(async () => {
  world = await openWorld()
  org = await world.organisation('Bridge')
  api = (await world.person({ in: { [org]: ['Admin'] }, org })).api
})
afterAll(() => world.close())

interface Item {
  id: string
  name: string
  pId: string
  isParent: boolean
  meta: { node: { id: string; key: string; value: string } }
}

const level = async (key?: string): Promise<Item[]> =>
  (await api.get(`${NODES}children/tree/?assets=0${key ? `&key=${key}` : ''}`)).body as Item[]
const rootItem = async () => (await level())[0]!
const child = async (parent: string, value: string) => {
  const made = await api.post(`${NODES}${parent}/children/`, { value })
  expect(made.status).toBe(201)
  return made.body as { id: string; key: string; value: string; full_value: string }
}
let n = 0
const host = async (nodes: string[]) => {
  const made = await api.post(ASSETS, {
    hostname: `h${String(++n).padStart(3, '0')}`,
    ip: `10.0.0.${n}`,
    platform: 'Linux',
    nodes,
  })
  expect(made.body).toMatchObject({ nodes: expect.arrayContaining(nodes) })
  return (made.body as { id: string }).id
}
const amountOf = async (id: string) =>
  ((await api.get(`${NODES}${id}/`)).body as { assets_amount: number }).assets_amount

describe('the tree of an organisation', () => {
  it('[NODE-01] has a root that is called as the organisation', async () => {
    const root = await rootItem()
    expect(root).toMatchObject({
      name: 'Bridge (0)',
      pId: '',
      open: true,
      meta: { type: 'node', node: { value: 'Bridge' } },
    })
    expect(root.id).toBe(root.meta.node.key)
  })

  it('[NODE-26] [NODE-27] grows a child without a name, with the next free number', async () => {
    const { meta } = await rootItem()
    const first = (await api.post(`${NODES}${meta.node.id}/children/`, {})).body
    const second = (await api.post(`${NODES}${meta.node.id}/children/`, {})).body
    expect([first, second]).toMatchObject([{ value: 'New node 1' }, { value: 'New node 2' }])
    expect((second as { key: string }).key).toMatch(new RegExp(`^${meta.node.key}:\\d+$`))
  })

  it('[NODE-25] renames a node with the full names below it, and not the root', async () => {
    const { meta } = await rootItem()
    const a = await child(meta.node.id, 'zone 一')
    const b = await child(a.id, 'web')
    expect((await api.patch(`${NODES}${a.id}/`, { value: '区域' })).body).toMatchObject({ full_value: '/Bridge/区域' })
    expect((await api.get(`${NODES}${b.id}/`)).body).toMatchObject({ full_value: '/Bridge/区域/web' })
    expect(await api.patch(`${NODES}${meta.node.id}/`, { value: 'x' })).toMatchObject({
      status: 400,
      body: { error: "You can't update the root node name" },
    })
    expect((await api.patch(`${NODES}${b.id}/`, { value: 'a/b' })).body).toEqual({ value: ["Can't contains: /"] })
    await child(a.id, 'db')
    expect((await api.patch(`${NODES}${b.id}/`, { value: 'db' })).body).toEqual({
      value: ['The same level node name cannot be the same'],
    })
  })

  it('[NODE-28] moves a node with everything below it; numbers follow', async () => {
    const { meta } = await rootItem()
    const [a, b] = [await child(meta.node.id, 'from'), await child(meta.node.id, 'to')]
    const inner = await child(a.id, 'inner')
    const deep = await child(inner.id, 'deep')
    await host([deep.id])
    await host([deep.id, b.id])
    await host([inner.id, a.id])
    expect([await amountOf(a.id), await amountOf(inner.id), await amountOf(b.id)]).toEqual([3, 3, 1])
    const before = await amountOf(meta.node.id)
    expect((await api.put(`${NODES}${b.id}/children/add/`, { nodes: [inner.id] })).body).toBe('OK')
    expect([await amountOf(a.id), await amountOf(inner.id), await amountOf(b.id)]).toEqual([1, 3, 3])
    expect(await amountOf(meta.node.id)).toBe(before)
    expect((await api.get(`${NODES}${deep.id}/`)).body).toMatchObject({ full_value: '/Bridge/to/inner/deep' })
    expect((await level(b.key)).map(({ meta }) => meta.node.value)).toEqual(['inner'])
  })

  it('counts an asset once, whatever other way leads to it from the nodes above, before a move and after it', async () => {
    const root = (await rootItem()).meta.node
    const [left, right] = [await child(root.id, 'left'), await child(root.id, 'right')]
    const [low, deep] = [await child(left.id, 'low'), await child(right.id, 'deep')]
    const moved = await child(low.id, 'moved')
    const under = await child(moved.id, 'under')
    await host([under.id])
    await host([moved.id, under.id])
    await host([under.id, left.id])
    await host([under.id, deep.id])
    await host([moved.id, low.id, right.id])
    const amounts = () => Promise.all([left, low, right, deep, moved, under].map(({ id }) => amountOf(id)))
    expect(await amounts()).toEqual([5, 5, 2, 1, 5, 4])
    expect((await api.put(`${NODES}${deep.id}/children/add/`, { nodes: [moved.id] })).status).toBe(200)
    expect(await amounts()).toEqual([2, 1, 5, 5, 5, 4])
    expect((await api.put(`${NODES}${left.id}/children/add/`, { nodes: [moved.id] })).status).toBe(200)
    expect(await amounts()).toEqual([5, 1, 2, 1, 5, 4])
    expect((await api.put(`${NODES}${low.id}/children/add/`, { nodes: [moved.id] })).status).toBe(200)
    expect(await amounts()).toEqual([5, 5, 2, 1, 5, 4])
    // Little moves to where much is.
    const few = await child(left.id, 'few')
    await host([few.id, deep.id])
    for (let i = 0; i < 10; i++) await host([right.id])
    expect(await amounts()).toEqual([6, 5, 13, 2, 5, 4])
    expect((await api.put(`${NODES}${right.id}/children/add/`, { nodes: [few.id] })).status).toBe(200)
    expect(await amounts()).toEqual([5, 5, 13, 2, 5, 4])
    expect((await api.put(`${NODES}${low.id}/children/add/`, { nodes: [few.id] })).status).toBe(200)
    expect(await amounts()).toEqual([6, 6, 13, 2, 5, 4])
  })

  it('refuses to move a node below itself, the root, or a name that is there', async () => {
    const { meta } = await rootItem()
    const a = await child(meta.node.id, 'a')
    const b = await child(a.id, 'b')
    for (const target of [a, b])
      expect((await api.put(`${NODES}${target.id}/children/add/`, { nodes: [a.id] })).body).toEqual({
        error: 'A node cannot be moved below itself',
      })
    expect((await api.put(`${NODES}${b.id}/children/add/`, { nodes: [meta.node.id] })).status).toBe(400)
    await child(meta.node.id, 'b')
    expect((await api.put(`${NODES}${meta.node.id}/children/add/`, { nodes: [b.id] })).body).toEqual({
      value: ['The same level node name cannot be the same'],
    })
    expect((await api.get(`${NODES}${b.id}/`)).body).toMatchObject({ full_value: '/Bridge/a/b' })
  })

  it('of several who move one node at once, all find the tree whole', async () => {
    const { meta } = await rootItem()
    const moved = await child(meta.node.id, 'moved')
    const targets = await Promise.all(['t1', 't2', 't3', 't4'].map((value) => child(meta.node.id, value)))
    await host([moved.id])
    const answers = await Promise.all(
      targets.map(({ id }) => api.put(`${NODES}${id}/children/add/`, { nodes: [moved.id] })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    const amounts = await Promise.all(targets.map(({ id }) => amountOf(id)))
    expect(amounts.sort()).toEqual([0, 0, 0, 1])
  })

  it('[NODE-24] deletes an empty node, never one with children or assets, never the root', async () => {
    const { meta } = await rootItem()
    const a = await child(meta.node.id, 'going')
    const b = await child(a.id, 'below')
    const held = { status: 403, body: { error: 'Deletion failed and the node contains children or assets' } }
    expect(await api.delete(`${NODES}${a.id}/`)).toMatchObject(held)
    const asset = await host([b.id])
    expect(await api.delete(`${NODES}${b.id}/`)).toMatchObject(held)
    await api.delete(`${ASSETS}${asset}/`)
    expect((await api.delete(`${NODES}${b.id}/`)).status).toBe(204)
    expect((await api.delete(`${NODES}${a.id}/`)).status).toBe(204)
    expect((await api.delete(`${NODES}${meta.node.id}/`)).body).toEqual({
      error: "You can't delete the root node (Bridge)",
    })
  })

  it('[T18] another organisation has its own tree and nothing of this one', async () => {
    const { meta } = await rootItem()
    const other = await world.organisation('Elsewhere')
    const stranger = (await world.person({ in: { [other]: ['Admin'] }, org: other })).api
    expect((await stranger.get(`${NODES}${meta.node.id}/`)).status).toBe(404)
    expect((await stranger.get(`${NODES}children/tree/?key=${meta.node.key}`)).status).toBe(404)
    expect((await stranger.post(`${NODES}${meta.node.id}/children/`, {})).status).toBe(404)
    const mine = ((await stranger.get(`${NODES}children/tree/`)).body as Item[])[0]!
    expect((await stranger.put(`${NODES}${mine.meta.node.id}/children/add/`, { nodes: [meta.node.id] })).status).toBe(
      400,
    )
    expect((await stranger.get(`${ASSETS}?node_id=${meta.node.id}&limit=10`)).body).toMatchObject({
      count: 0,
      results: [],
    })
  })
})

describe('a search for nodes', () => {
  const found = async (search: string, more = '') => {
    const { body } = await api.get(`${NODES}?limit=100&search=${encodeURIComponent(search)}${more}`)
    const { count, results } = body as { count: number; results: { full_value: string }[] }
    return { count, names: results.map(({ full_value }) => full_value) }
  }
  // With an order of its own the list is walked along instead of looked up by names.
  const walked = (search: string) => found(search, '&order=full_value')

  it('finds them by a part of their own name or of one above, over slashes too', async () => {
    const east = await child((await rootItem()).meta.node.id, 'Searched East')
    const rack = await child(east.id, 'rack_7%')
    const blade = await child(rack.id, 'blade 甲')
    const [top, middle, low] = [east, rack, blade].map(({ full_value }) => full_value)
    expect(await found('sEARCHED')).toEqual({ count: 3, names: [top, middle, low] })
    expect(await found('k_7%')).toEqual({ count: 2, names: [middle, low] })
    expect(await found('甲')).toEqual({ count: 1, names: [low] })
    expect(await found('east/rack')).toEqual({ count: 2, names: [middle, low] })
    expect(await found('east/blade')).toEqual({ count: 0, names: [] })
    expect(await found('east blade')).toEqual({ count: 1, names: [low] })
    expect(await found('k%7')).toEqual({ count: 0, names: [] })
    for (const text of ['sEARCHED', 'k_7%', '甲', 'east/rack', 'east/', '/', 'east blade', 'k%7', 'Bridge', 'nowhere'])
      expect(await found(text)).toEqual(await walked(text))
  })

  it('finds as many as there are, page by page, where many have the name', async () => {
    const { id } = (await rootItem()).meta.node
    await world.server.services.database.pool.query(
      `insert into assets_nodes (org_id, key, value, full_value, parent, path)
       select p.org_id, p.key || ':' || 1000 + i, 'crowd ' || i, p.full_value || '/crowd ' || i, p.id, p.path
       from assets_nodes p, generate_series(1, 300) i where p.id = $1`,
      [id],
    )
    const all = await walked('crowd')
    expect(all.count).toBe(300)
    expect(await found('crowd')).toEqual(all)
    expect(await found('crowd 2')).toEqual(await walked('crowd 2'))
    expect((await found('crowd 2', '&offset=100')).names).toEqual(
      (await found('crowd 2', '&offset=100&order=full_value')).names,
    )
    await world.server.services.database.pool.query('delete from assets_nodes where parent = $1 and value like $2', [
      id,
      'crowd %',
    ])
  })
})

describe('assets on nodes', () => {
  it('are added, moved and removed; none is left without a node', async () => {
    const { meta } = await rootItem()
    const [a, b] = [await child(meta.node.id, 'shelf a'), await child(meta.node.id, 'shelf b')]
    const asset = await host([a.id])
    const nodesOf = async () => ((await api.get(`${ASSETS}${asset}/`)).body as { nodes: string[] }).nodes.sort()
    await api.put(`${NODES}${b.id}/assets/add/`, { assets: [asset] })
    expect(await nodesOf()).toEqual([a.id, b.id].sort())
    await api.put(`${NODES}${b.id}/assets/replace/`, { assets: [asset] })
    expect(await nodesOf()).toEqual([b.id])
    expect([await amountOf(a.id), await amountOf(b.id)]).toEqual([0, 1])
    await api.put(`${NODES}${b.id}/assets/remove/`, { assets: [asset] })
    expect(await nodesOf()).toEqual([meta.node.id])
    expect((await api.put(`${NODES}${b.id}/assets/add/`, { assets: [org] })).status).toBe(400)
  })

  it('[TREETABLE-03] [TREETABLE-05] are listed below a node, or only on it, in the order of their names', async () => {
    const { meta } = await rootItem()
    const top = await child(meta.node.id, 'listing')
    const low = await child(top.id, 'low')
    const on = await host([top.id])
    const below = [await host([low.id]), await host([low.id]), await host([low.id, top.id])]
    const ids = async (query: string) => {
      const { body } = await api.get(`${ASSETS}?node_id=${top.id}&limit=15&offset=0${query}`)
      const { count, results } = body as { count: number; results: { id: string; hostname: string }[] }
      expect(count).toBe(results.length)
      return results.map(({ id }) => id)
    }
    expect(await ids('')).toEqual([on, ...below])
    expect(await ids('&order=-hostname')).toEqual([on, ...below].reverse())
    expect(await ids('&show_current_asset=1')).toEqual([on, below[2]])
    expect(await ids('&show_current_asset=0')).toEqual([on, ...below])
    expect(await ids('&all=0')).toEqual([on, below[2]])
    expect(await ids('&is_active=true')).toEqual([on, ...below])
    const { body } = await api.get(`${ASSETS}?node_id=${top.id}&limit=2&offset=1`)
    expect(body).toMatchObject({ count: 4, results: [{ id: below[0] }, { id: below[1] }] })
  })

  it('go to the root when no node is named, to the node of the address too, and make nodes by their names', async () => {
    const { meta } = await rootItem()
    const plain = await api.post(ASSETS, { hostname: 'plain', ip: '10.1.1.1', platform: 'Linux' })
    expect(plain.body).toMatchObject({ nodes: [meta.node.id], protocols: ['ssh/22'] })
    const shelf = await child(meta.node.id, 'address')
    const there = await api.post(`${ASSETS}?node_id=${shelf.id}`, {
      hostname: 'there',
      ip: '10.1.1.2',
      platform: 'Linux',
    })
    expect(there.body).toMatchObject({ nodes: [shelf.id] })
    const named = await api.post(ASSETS, {
      hostname: 'named',
      ip: '10.1.1.3',
      platform: 'Linux',
      nodes_display: ['/Bridge/深圳/web 🚀', '/address'],
    })
    expect(named.body).toMatchObject({ nodes_display: ['/Bridge/深圳/web 🚀', '/Bridge/address'] })
    expect((await api.patch(`${ASSETS}${(named.body as { id: string }).id}/`, { nodes: [] })).body).toEqual({
      nodes: ['This list may not be empty.'],
    })
  })

  it('a sheet with a bad row makes no nodes either', async () => {
    const before = (await level()).length
    const rows = [
      { hostname: 'sheet-1', ip: '10.2.0.1', platform: 'Linux', nodes_display: ['/Bridge/ghost'] },
      { hostname: 'plain', ip: '10.2.0.2', platform: 'Linux', nodes_display: ['/Bridge/ghost'] },
    ]
    const answer = await api.post(ASSETS, rows)
    expect(answer).toMatchObject({ status: 400, body: [{}, { hostname: expect.any(String) }] })
    expect((await level()).length).toBe(before)
  })
})
