import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import type { Client } from '../kit/client.ts'
import { databaseOf, openSpecimenWorld } from '../kit/specimen.ts'
import { DEFAULT_ORG, type World } from '../kit/world.ts'

const LIST = 'test/specimens/'
let world: World
let api: Client
let made = 0

beforeAll(async () => {
  world = await openSpecimenWorld()
  api = world.admin.api
})
afterAll(() => world.close())

const rows = async (many: number, body: Record<string, unknown> = {}): Promise<any[]> =>
  (
    await api.post(
      LIST,
      Array.from({ length: many }, () => ({ name: `row ${made++}`, ...body })),
    )
  ).body
const count = async (query = ''): Promise<number> => (await api.get(`${LIST}?limit=1&${query}`)).body.count

describe('creating many', () => {
  it('answers 201 with the rows in their order', async () => {
    const group = (await api.post('users/groups/', { name: 'bulk' })).body.id
    const bodies = [
      { name: 'z', amount: 1 },
      { name: 'a', group, owners: [group] },
      { name: 'm', kind: 'b', amount: 3 },
    ]
    const reply = await api.post(LIST, bodies)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject(bodies)
  })

  it('tells the problems of each row in its place, and saves nothing', async () => {
    const before = await count()
    const id = newId()
    const reply = await api.post(LIST, [
      { name: 'good one' },
      { name: '', amount: 'x' },
      { name: 'twice' },
      { name: 'twice' },
      { name: 'a' },
      5,
      null,
      [],
      { name: 'nowhere', group: id },
      { id, name: 'first id' },
      { id, name: 'second id' },
    ])
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual([
      {},
      { name: ['This field may not be blank.'], amount: ['A valid integer is required.'] },
      {},
      { name: 'This field must be unique.' },
      { name: 'This field must be unique.' },
      { non_field_errors: ['Invalid data. Expected a dictionary.'] },
      { non_field_errors: ['Invalid data. Expected a dictionary.'] },
      { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
      { group: [`Invalid pk "${id}" - object does not exist.`] },
      {},
      { id: ['This field must be unique.'] },
    ])
    expect(await count()).toBe(before)
  })

  it('of nothing makes nothing', async () => {
    const reply = await api.post(LIST, [])
    expect([reply.status, reply.body]).toEqual([201, []])
  })

  it('of relations answers in the order of the bodies, too', async () => {
    const [one] = await rows(1)
    const groups = (await api.post('users/groups/', [{ name: 'g1' }, { name: 'g2' }, { name: 'g3' }])).body
    // The second has another shape, so the database gets it in another statement.
    const bodies = groups.map((group: any, i: number) => ({
      specimen: one.id,
      usergroup: group.id,
      role: 'owner',
      ...(i === 1 ? { comment: 'other' } : {}),
    }))
    const reply = await api.post('test/specimen-links/', bodies)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject(bodies)
    expect(new Set(reply.body.map((row: any) => row.id)).size).toBe(3)
  })

  it('where the resource does not take many is refused', async () => {
    const reply = await api.post('test/specimen-notes/', [{ text: 'a' }])
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({ non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] })
    const sheet = await api.post('test/specimen-notes/', 'text\na\n', { 'content-type': 'text/csv' })
    expect(sheet.status).toBe(400)
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const other = await api.send(method, 'test/specimen-notes/')
      expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS'])
    }
  })

  it('takes 5,000 at once, or refuses them all', async () => {
    const many = Array.from({ length: 5_000 }, (_, i) => ({ name: `many ${i}`, comment: 'five thousand' }))
    const bad = [...many.slice(0, 4_999), { name: '' }]
    const refused = await api.post(LIST, bad)
    expect(refused.status).toBe(400)
    expect(refused.body).toHaveLength(5_000)
    expect(await count('search=thousand')).toBe(0)
    const reply = await api.post(LIST, many)
    expect(reply.status).toBe(201)
    expect(reply.body.map((row: any) => row.name)).toEqual(many.map((row) => row.name))
    expect(await count('search=thousand')).toBe(5_000)
  })
})

describe('changing many', () => {
  it('[BULK-01] [BULK-02] changes the fields that are sent and no others, in any order', async () => {
    const [a, b] = await rows(2, { amount: 1, comment: 'kept' })
    const reply = await api.patch(LIST, [
      { id: b.id, amount: 2 },
      { pk: a.id, is_active: false },
    ])
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject([
      { id: b.id, amount: 2, comment: 'kept', is_active: true },
      { id: a.id, amount: 1, comment: 'kept', is_active: false },
    ])
  })

  it('by PUT needs all that is required and resets what has a default', async () => {
    const [a, b] = await rows(2, { priority: 7 })
    const missing = await api.put(LIST, [{ id: a.id, name: a.name }, { id: b.id }])
    expect([missing.status, missing.body]).toEqual([400, [{}, { name: ['This field is required.'] }]])
    const reply = await api.put(LIST, [
      { id: a.id, name: a.name },
      { id: b.id, name: b.name, priority: 8 },
    ])
    expect(reply.body.map((row: any) => row.priority)).toEqual([50, 8])
  })

  it('tells which item has no id, which leads nowhere, which comes twice; and changes nothing', async () => {
    const [a] = await rows(1)
    const nowhere = newId()
    const absent = (id: string) => ({ id: [`Invalid pk "${id}" - object does not exist.`] })
    for (const method of ['PUT', 'PATCH']) {
      const ids = await api.send(method, LIST, [
        { id: a.id, name: 'x' },
        { name: 'y' },
        5,
        null,
        { id: 'z' },
        { pk: a.id },
      ])
      expect(ids.status).toBe(400)
      expect(ids.body).toEqual([
        {},
        'id or pk not in data',
        'id or pk not in data',
        'id or pk not in data',
        absent('z'),
        { id: ['The same object appears more than once'] },
      ])
      const lost = await api.send(method, LIST, [
        { id: a.id, name: 'x' },
        { id: nowhere, name: 'y' },
      ])
      expect([lost.status, lost.body]).toEqual([400, [{}, absent(nowhere)]])
    }
    const zh = await api.patch(LIST, [{}], { 'accept-language': 'zh' })
    expect(zh.body).toEqual(['数据中没有 id 或 pk'])
    expect((await api.get(`${LIST}${a.id}/`)).body).toEqual((await api.get(`${LIST}${a.id}/`)).body)
    expect((await api.get(`${LIST}${a.id}/`)).body.name).toBe(a.name)
  })

  it('is all or nothing', async () => {
    const [a, b] = await rows(2)
    const reply = await api.patch(LIST, [
      { id: a.id, amount: 5 },
      { id: b.id, name: a.name },
    ])
    expect([reply.status, reply.body]).toEqual([400, [{}, { name: 'This field must be unique.' }]])
    expect((await api.get(`${LIST}${a.id}/`)).body.amount).toBeNull()
  })

  it('looks only among the rows that the query selects', async () => {
    const [a, b] = await rows(2)
    const reply = await api.patch(`${LIST}?ids=${a.id}`, [
      { id: a.id, amount: 5 },
      { id: b.id, amount: 5 },
    ])
    expect(reply.status).toBe(400)
    expect((await api.patch(`${LIST}?ids=${a.id}`, [{ id: a.id, amount: 5 }])).status).toBe(200)
  })

  it('needs a list', async () => {
    for (const body of [{ id: newId() }, {}, undefined]) {
      const reply = await api.patch(LIST, body)
      expect([reply.status, reply.body]).toEqual([400, { non_field_errors: ['Expected a list of items.'] }])
    }
    const none = await api.patch(LIST, [])
    expect([none.status, none.body]).toEqual([200, []])
  })

  it('takes 5,000 at once, links and all', async () => {
    const group = (await api.post('users/groups/', { name: 'for all' })).body.id
    const all = (await api.get(`${LIST}?search=thousand&fields=id`)).body as { id: string }[]
    const reply = await api.patch(
      LIST,
      all.map(({ id }) => ({ id, amount: 6, owners: [group] })),
    )
    expect(reply.status).toBe(200)
    expect(reply.body).toHaveLength(5_000)
    expect(await count(`owners=${group}&amount=6`)).toBe(5_000)
    await api.patch(
      LIST,
      all.map(({ id }) => ({ id, owners: [] })),
    )
    expect(await count(`owners=${group}`)).toBe(0)
  })
})

describe('deleting many', () => {
  const handle = async (ids: string[]): Promise<string> =>
    (await api.post('common/resources/cache/', { resources: ids })).body.spm

  it('[BULK-03] takes the handle of the selected rows', async () => {
    const [a, b, c] = await rows(3)
    const reply = await api.delete(`${LIST}?spm=${await handle([a.id, b.id])}`)
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await count(`ids=${a.id},${b.id},${c.id}`)).toBe(1)
  })

  it('takes ids, or a filter that leaves something over', async () => {
    const some = await rows(3, { mail: 'delete@me.cn' })
    expect((await api.delete(`${LIST}?ids=${some[0].id}`)).status).toBe(204)
    expect((await api.delete(`${LIST}?mail=delete@me.cn`)).status).toBe(204)
    expect(await count('mail=delete@me.cn')).toBe(0)
  })

  it('of everything, or of who knows what, is refused with an empty 400', async () => {
    await rows(2, { comment: 'survivor' })
    const all = await count()
    for (const query of [
      '',
      '?',
      '?nonsense=1',
      '?is_active=maybe',
      '?ids=',
      '?spm=',
      '?search=%20',
      '?limit=1',
      '?id=',
      '?search=%20%20,',
    ]) {
      const reply = await api.delete(`${LIST}${query}`)
      expect([query, reply.status, reply.text]).toEqual([query, 400, ''])
    }
    const everything = await api.delete(`${LIST}?date_from=2000-01-01`)
    expect([everything.status, everything.text]).toEqual([400, ''])
    expect(await count()).toBe(all)
  })

  it('of the only row there is may be said by a filter', async () => {
    const org = await world.organisation()
    const there = { 'x-jms-org': org }
    await api.post(LIST, { name: 'alone' }, there)
    expect((await api.delete(`${LIST}?name=alone`, undefined, there)).status).toBe(204)
    await api.post(LIST, [{ name: 'one' }, { name: 'two' }], there)
    expect((await api.delete(`${LIST}?kind=a`, undefined, there)).status).toBe(400)
    const ids = (await api.get(LIST, there)).body.map((row: any) => row.id)
    expect((await api.delete(`${LIST}?ids=${ids}`, undefined, there)).status).toBe(204)
  })

  it('[T47] with a handle that has expired or never was deletes nothing', async () => {
    const [a] = await rows(1)
    const spm = await handle([a.id])
    world.clock.advance(301)
    const all = await count()
    for (const one of [spm, newId(), 'x', '0']) {
      const reply = await api.delete(`${LIST}?spm=${one}`)
      expect([reply.status, reply.body.code]).toEqual([400, 'spm_expired'])
    }
    expect(await count()).toBe(all)
  })

  it('is all or nothing', async () => {
    const groups = (await api.post('users/groups/', [{ name: 'used' }, { name: 'unused' }])).body
    await rows(1, { group: groups[0].id })
    const reply = await api.delete(`users/groups/?ids=${groups.map((one: any) => one.id)}`)
    expect([reply.status, reply.body.code]).toEqual([400, 'referenced_by_others'])
    expect((await api.get(`users/groups/?limit=1&ids=${groups.map((one: any) => one.id)}`)).body.count).toBe(2)
  })

  it('takes 5,000 at once, and the kept count follows', async () => {
    await databaseOf(world).deleteFrom('test_specimen_links').execute()
    const ids = (await api.get(`${LIST}?search=thousand&fields=id`)).body.map((row: any) => row.id)
    expect((await api.delete(`${LIST}?spm=${await handle(ids)}`)).status).toBe(204)
    expect(await count('search=thousand')).toBe(0)
    const before = (await api.get('users/groups/?limit=1')).body.count
    const groups = (
      await api.post(
        'users/groups/',
        Array.from({ length: 1_500 }, (_, i) => ({ name: `tally ${i}` })),
      )
    ).body
    expect((await api.get('users/groups/?limit=1')).body.count).toBe(before + 1_500)
    expect((await api.delete(`users/groups/?spm=${await handle(groups.map((one: any) => one.id))}`)).status).toBe(204)
    expect((await api.get('users/groups/?limit=1')).body.count).toBe(before)
    expect((await api.get('users/groups/?limit=1', { 'x-jms-org': DEFAULT_ORG })).body.count).toBe(before)
  })
})
