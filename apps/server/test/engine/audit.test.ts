import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { databaseOf, openSpecimenWorld } from '../kit/specimen.ts'
import { DEFAULT_ORG, type World } from '../kit/world.ts'

const LIST = 'test/specimens/'
const MASK = '••••••'
let world: World
let api: Client
let group: string

beforeAll(async () => {
  world = await openSpecimenWorld()
  api = world.admin.api
  group = (await api.post('users/groups/', { name: 'a group' })).body.id
})
afterAll(() => world.close())

const log = async (id: string): Promise<any[]> =>
  databaseOf(world)
    .selectFrom('audits_operate_logs')
    .selectAll()
    .where('resource_id', '=', String(id))
    .orderBy('datetime')
    .orderBy('id')
    .execute()
const last = async (id: string) => (await log(id)).at(-1)

describe('a write is on record', () => {
  it('who made what, from where, with every value', async () => {
    const { body } = await api.post(LIST, { name: 'recorded', password: 'hunter2', amount: 5, group, owners: [group] })
    expect(await log(body.id)).toMatchObject([
      {
        user: 'Administrator(admin)',
        action: 'create',
        resource: 'recorded(a)',
        resource_path: 'test/specimens',
        remote_addr: '127.0.0.1',
        org_id: DEFAULT_ORG,
      },
    ])
    const { diff } = await last(body.id)
    expect(diff).toMatchObject({
      name: [null, 'recorded'],
      password: [null, MASK],
      amount: [null, 5],
      group: [null, group],
      owners: [null, [group]],
      is_active: [null, true],
    })
    expect(diff).not.toHaveProperty('shout')
    expect(diff).not.toHaveProperty('date_created')
    expect(diff).not.toHaveProperty('mail')
  })

  it('who changed what, field by field: before and after', async () => {
    const { body } = await api.post(LIST, {
      name: 'before',
      amount: 1,
      labels: ['a', 'b'],
      place: { host: 'h', key: 'inner' },
    })
    await api.patch(`${LIST}${body.id}/`, {
      name: 'after',
      amount: 1,
      owners: [group],
      labels: ['b', 'a'],
      place: { host: 'i', key: 'other' },
      date_expired: '2030-01-01T00:00:00Z',
    })
    expect(await last(body.id)).toMatchObject({ action: 'update', resource: 'after(a)' })
    expect((await last(body.id)).diff).toEqual({
      name: ['before', 'after'],
      owners: [[], [group]],
      labels: [
        ['a', 'b'],
        ['b', 'a'],
      ],
      place: [
        { host: 'h', port: 80, key: MASK },
        { host: 'i', port: 80, key: MASK },
      ],
      date_expired: [null, '2030-01-01T00:00:00.000Z'],
    })
  })

  it('who deleted what, and what it was', async () => {
    const { body } = await api.post(LIST, { name: 'deleted', amount: 3, owners: [group], password: 'hunter2' })
    await api.delete(`${LIST}${body.id}/`)
    expect(await last(body.id)).toMatchObject({ action: 'delete', resource: 'deleted(a)' })
    expect((await last(body.id)).diff).toMatchObject({
      name: ['deleted', null],
      amount: [3, null],
      owners: [[group], null],
    })
  })

  it('[T52] with secrets masked on both sides', async () => {
    const { body } = await api.post(LIST, { name: 'masked', password: 'hunter2', place: { host: 'h', key: 'inner' } })
    await api.patch(`${LIST}${body.id}/`, { password: 'hunter3' })
    expect((await last(body.id)).diff).toEqual({ password: [MASK, MASK] })
    await api.patch(`${LIST}${body.id}/`, { place: { host: 'h', key: 'inner', pin: 'hunter4' } })
    await api.patch(`${LIST}${body.id}/`, { place: { host: 'h', key: 'inner', pin: 'hunter5' } })
    const place = { host: 'h', port: 80, key: MASK, pin: MASK }
    expect((await last(body.id)).diff).toEqual({ place: [place, place] })
    const told = (await log(body.id)).length
    await api.patch(`${LIST}${body.id}/`, { place: { host: 'h', key: 'inner', pin: '' } })
    expect(await log(body.id)).toHaveLength(told)
    await api.delete(`${LIST}${body.id}/`)
    const all = JSON.stringify(await databaseOf(world).selectFrom('audits_operate_logs').selectAll().execute())
    expect(all).not.toMatch(/hunter|inner|sealed/)
    for (const path of ['audits/operate-logs/', 'audits/operate-logs/?format=csv'])
      expect((await api.get(path)).text).not.toMatch(/hunter|inner/)
  })

  it('for each row of many', async () => {
    const made = (await api.post(LIST, [{ name: 'm1' }, { name: 'm2' }])).body
    await api.patch(
      LIST,
      made.map(({ id }: any, i: number) => ({ id, amount: i })),
    )
    await api.delete(`${LIST}?ids=${made.map((row: any) => row.id)}`)
    for (const [i, { id }] of made.entries()) {
      const rows = await log(id)
      expect(rows.map((row) => row.action)).toEqual(['create', 'update', 'delete'])
      expect(rows[1].diff).toEqual({ amount: [null, i] })
    }
  })

  it('and a write that changes nothing is none', async () => {
    const { body } = await api.post(LIST, { name: 'same', amount: 1, owners: [group] })
    await api.patch(`${LIST}${body.id}/`, { amount: 1, owners: [group], password: '' })
    await api.patch(`${LIST}${body.id}/`, {})
    expect(await log(body.id)).toHaveLength(1)
  })

  it('only if it was done', async () => {
    const before = (await api.get('audits/operate-logs/?limit=1')).body.count
    await api.post(LIST, [{ name: 'not done' }, { name: '' }])
    const { body } = await api.post(LIST, { name: 'held fast', group })
    await api.delete(`users/groups/${group}/`)
    expect((await api.get('audits/operate-logs/?limit=1')).body.count).toBe(before + 1)
    expect(await log(body.id)).toHaveLength(1)
  })

  it('under the organisation of the row', async () => {
    const org = await world.organisation()
    const there = { 'x-jms-org': org }
    await api.post(LIST, { name: 'elsewhere' }, there)
    const logs = (await api.get('audits/operate-logs/', there)).body
    expect(logs).toMatchObject([{ resource: 'elsewhere(a)', action: 'create', org_id: org }])
    expect((await api.get('audits/operate-logs/?resource=elsewhere(a)')).body).toEqual([])
  })
})
