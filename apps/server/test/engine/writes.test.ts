import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { openPart } from '../../src/platform/secrets/parts.ts'
import type { Client } from '../kit/client.ts'
import { databaseOf, openSpecimenWorld } from '../kit/specimen.ts'
import { DEFAULT_ORG, ROOT_ORG, type World } from '../kit/world.ts'

const LIST = 'test/specimens/'
let world: World
let api: Client
let group: string
let made = 0

beforeAll(async () => {
  world = await openSpecimenWorld()
  api = world.admin.api
  group = (await api.post('users/groups/', { name: 'a group' })).body.id
})
afterAll(() => world.close())

const create = async (body: Record<string, unknown> = {}): Promise<any> => {
  const reply = await api.post(LIST, { name: `made ${made++}`, ...body })
  expect([reply.status, reply.text.slice(0, 300)]).toEqual([201, expect.any(String)])
  return reply.body
}
const at = (id: string) => `${LIST}${id}/`
const stored = async (id: string) =>
  (await databaseOf(world).selectFrom('test_specimens').selectAll().where('id', '=', id).executeTakeFirst()) as any

const pinOf = (place: { pin: unknown }) => openPart(place.pin, 'test_specimens.place', world.server.services.secrets)

const whole = () => ({
  name: 'whole 😀',
  code: 'W1',
  mail: 'a@b.cn',
  site: 'https://example.com/',
  address: '::1',
  schedule: '5 3 * * 0',
  password: 'hunter2',
  kind: 'b',
  level: 1,
  tags: ['y', 'x'],
  is_active: false,
  amount: -5,
  weight: 1.25,
  priority: 100,
  port: 65_535,
  date_start: '2021-04-14 10:32:25 +0800',
  date_expired: null,
  group,
  owners: [group],
  readers: [group],
  options: { a: [1, null, { b: '“'.repeat(3) }] },
  labels: ['one', 'two'],
  place: { host: 'h', port: 81, key: 'inner secret' },
  comment: `line one\nline "two" 'x' \\ <b>`,
})

describe('[GCALL-11] POST', () => {
  it('[HTTP-10] [GCALL-14] answers 201 with the row, as it can be read again', async () => {
    const reply = await api.post(LIST, whole())
    expect(reply.status).toBe(201)
    const { password, place, ...sent } = whole()
    expect(reply.body).toMatchObject({
      ...sent,
      place: { host: 'h', port: 81 },
      kind_display: 'Second',
      group_display: 'a group',
      owners_display: 'a group',
      owners_amount: 1,
      shout: 'WHOLE 😀',
      created_by: 'Administrator',
      org_id: DEFAULT_ORG,
      org_name: 'Default',
    })
    expect(reply.body.date_created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0800$/)
    expect((await api.get(at(reply.body.id))).body).toEqual(reply.body)
  })

  it('[T52] keeps secrets to itself, and sealed', async () => {
    const { id } = await create({ password: 'hunter2', place: { host: 'h', key: 'inner secret', pin: 'hunter3' } })
    for (const path of [
      at(id),
      `${LIST}?ids=${id}`,
      `${LIST}?ids=${id}&format=csv`,
      `${LIST}?ids=${id}&format=csv&template=update`,
    ]) {
      const { text } = await api.get(path)
      expect(text).not.toMatch(/hunter|inner secret|sealed|"password"|"key"|"pin"/)
    }
    const { password, place } = await stored(id)
    expect(password + JSON.stringify(place)).not.toContain('hunter')
    expect(world.server.services.secrets.open(password, 'test_specimens.password')).toBe('hunter2')
    expect(pinOf(place)).toBe('hunter3')
    expect(world.lines.join('\n')).not.toContain('hunter')
  })

  it('fills in defaults', async () => {
    expect(await create()).toMatchObject({
      kind: 'a',
      level: 0,
      tags: ['x'],
      is_active: true,
      amount: null,
      priority: 50,
      port: 22,
      date_expired: null,
      group: null,
      owners: [],
      options: null,
      labels: [],
      place: null,
      comment: '',
      code: null,
    })
  })

  it('trims texts', async () => {
    expect(await create({ name: '  trimmed\t', comment: ' c ', mail: ' a@b.cn ' })).toMatchObject({
      name: 'trimmed',
      comment: 'c',
      mail: 'a@b.cn',
    })
  })

  it('[HTTP-09] lets the client choose the id, once', async () => {
    const id = newId()
    expect((await create({ id: id.toUpperCase() })).id).toBe(id)
    const again = await api.post(LIST, { id, name: 'again' })
    expect(again.status).toBe(400)
    expect(again.body).toEqual({ id: ['This field must be unique.'] })
    expect((await create()).id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('signs with the name of the caller, cut to 30 characters', async () => {
    const person = await world.person({ name: `${'名'.repeat(29)}😀😀`, in: { [DEFAULT_ORG]: ['Admin'] } })
    const { body } = await person.api.post(LIST, { name: 'signed', created_by: 'Eve' })
    expect(body.created_by).toBe(`${'名'.repeat(29)}😀`)
  })

  it('tells every field that is wrong', async () => {
    const reply = await api.post(LIST, {
      name: ' ',
      mail: 'x',
      site: 'x',
      address: 'x',
      schedule: 'x',
      kind: 'x',
      tags: 'x',
      is_active: 'x',
      amount: 'x',
      priority: 101,
      port: 0,
      date_start: 'x',
      group: newId(),
      labels: ['y'.repeat(33)],
      place: {},
      comment: null,
    })
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({
      name: ['This field may not be blank.'],
      mail: ['Enter a valid email address.'],
      site: ['Enter a valid URL.'],
      address: ['Enter a valid IPv4 or IPv6 address.'],
      schedule: ['* Please enter a valid crontab expression'],
      kind: ['"x" is not a valid choice.'],
      tags: ['Expected a list of items.'],
      is_active: ['Must be a valid boolean.'],
      amount: ['A valid integer is required.'],
      priority: ['Ensure this value is less than or equal to 100.'],
      port: ['Port Error, please check'],
      date_start: [expect.stringMatching(/^Datetime has wrong format/)],
      labels: { 0: ['Ensure this field has no more than 32 characters.'] },
      place: { host: ['This field is required.'] },
      comment: ['This field may not be null.'],
    })
  })

  it.each([
    ['NUL', { name: 'a\u0000b' }, { name: ['Null characters are not allowed.'] }],
    ['half a character', { name: 'a\ud800' }, { name: ['Incomplete characters are not allowed.'] }],
    [
      'half a character in JSON',
      { name: 'a', options: ['\ud800'] },
      { options: ['Incomplete characters are not allowed.'] },
    ],
    [
      'half a character in a list',
      { name: 'a', labels: ['\udc00'] },
      { labels: { 0: ['Incomplete characters are not allowed.'] } },
    ],
  ])('refuses %s before the database does', async (_, body, problems) => {
    const reply = await api.post(LIST, body)
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual(problems)
  })

  it.each([[[]], [''], ['text'], [5], [null]])('of %j is refused or incomplete, never a crash', async (body) => {
    const reply = await api.post(LIST, JSON.stringify(body))
    expect([201, 400]).toContain(reply.status)
  })

  it('[T55] in the root organisation is refused, one or many', async () => {
    const root = { 'x-jms-org': ROOT_ORG }
    for (const body of [{ name: 'nowhere' }, [{ name: 'nowhere' }]]) {
      const reply = await api.post(LIST, body, root)
      expect([reply.status, reply.body.code]).toEqual([400, 'save_in_organization'])
    }
    const sheet = await api.post(LIST, 'name\nnowhere\n', { ...root, 'content-type': 'text/csv' })
    expect([sheet.status, sheet.body.code]).toEqual([400, 'save_in_organization'])
  })
})

describe('[GCALL-12] PUT', () => {
  it('answers 200, resets what has a default and keeps the rest', async () => {
    const before = await api.post(LIST, { ...whole(), name: 'put', code: 'P1' })
    const reply = await api.put(at(before.body.id), { name: 'put 2' })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      name: 'put 2',
      kind: 'a',
      level: 0,
      tags: ['x'],
      is_active: true,
      priority: 50,
      port: 22,
      labels: [],
      comment: '',
      // Without a default they stay.
      code: 'P1',
      mail: 'a@b.cn',
      amount: -5,
      weight: 1.25,
      group,
      owners: [group],
      options: whole().options,
      created_by: 'Administrator',
    })
    expect((await stored(before.body.id)).password).not.toBeNull()
  })

  it('needs what is required, and ignores what cannot be written', async () => {
    const { id } = await create()
    const missing = await api.put(at(id), { comment: 'x' })
    expect([missing.status, missing.body]).toEqual([400, { name: ['This field is required.'] }])
    const other = newId()
    const reply = await api.put(at(id), {
      id: other,
      name: 'kept id',
      org_id: other,
      created_by: 'Eve',
      update_password: true,
      shout: 'x',
    })
    expect(reply.body).toMatchObject({ id, org_id: DEFAULT_ORG, created_by: 'Administrator', shout: 'KEPT ID' })
  })
})

describe('PATCH', () => {
  it('changes what is sent, and nothing else', async () => {
    const { body: before } = await api.post(LIST, { ...whole(), name: 'patch', code: 'PA' })
    world.clock.advance(5)
    const reply = await api.patch(at(before.id), { amount: 8 })
    expect(reply.status).toBe(200)
    expect(reply.body.date_updated).not.toBe(before.date_updated)
    expect({ ...reply.body, date_updated: before.date_updated }).toEqual({ ...before, amount: 8 })
    expect((await api.patch(at(before.id), {})).status).toBe(200)
  })

  it('of links adds and removes, per role', async () => {
    const second = (await api.post('users/groups/', { name: `second ${made++}` })).body.id
    const { id } = await create({ owners: [group], readers: [group, second] })
    expect((await api.patch(at(id), { owners: [second, second] })).body).toMatchObject({
      owners: [second],
      owners_amount: 1,
    })
    expect((await api.patch(at(id), { owners: [] })).body.owners).toEqual([])
    expect((await api.get(at(id))).body.readers).toEqual([group, second])
  })

  it('empties what may be empty', async () => {
    const { id } = await create({ amount: 5, group, mail: 'a@b.cn', date_expired: '2030-01-01' })
    expect((await api.patch(at(id), { amount: '', group: '', mail: '', date_expired: null })).body).toMatchObject({
      amount: null,
      group: null,
      mail: null,
      date_expired: null,
    })
  })

  it('with an empty secret keeps it; with a new one replaces it', async () => {
    const { id } = await create({ password: 'first' })
    const { password } = await stored(id)
    for (const empty of ['', null]) await api.patch(at(id), { password: empty })
    await api.put(at(id), { name: `still ${id}`, password: '' })
    expect((await stored(id)).password).toBe(password)
    await api.patch(at(id), { password: ' second ' })
    const after = (await stored(id)).password
    expect(world.server.services.secrets.open(after, 'test_specimens.password')).toBe(' second ')
  })

  it('of an object keeps the secrets in it that are not sent again', async () => {
    const { id } = await create({ place: { host: 'h', pin: 'first' } })
    const { pin } = (await stored(id)).place
    await api.patch(at(id), { place: { host: 'i' } })
    for (const empty of ['', null]) await api.put(at(id), { name: `again ${id}`, place: { host: 'j', pin: empty } })
    expect((await stored(id)).place).toEqual({ host: 'j', port: 80, pin })
    await api.patch(LIST, [{ id, place: { host: 'k', pin: ' second ' } }])
    expect(pinOf((await stored(id)).place)).toBe(' second ')
    expect((await api.get(at(id))).body.place).toEqual({ host: 'k', port: 80 })
    await api.patch(at(id), { place: null })
    expect((await stored(id)).place).toBeNull()
    await api.patch(at(id), { place: { host: 'l' } })
    expect((await stored(id)).place).toEqual({ host: 'l', port: 80 })
  })
})

describe('[GCALL-04] [GCALL-16] DELETE', () => {
  it('answers 204 with nothing, then the row is gone', async () => {
    const { id } = await create({ owners: [group] })
    const reply = await api.delete(at(id))
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect((await api.get(at(id))).status).toBe(404)
    expect((await api.delete(at(id))).status).toBe(404)
  })

  it('[GCALL-15] [GCALL-17] takes several ids joined with commas: all or none', async () => {
    const [a, b, c] = [await create(), await create(), await create()]
    expect((await api.delete(`${LIST}${a.id},${b.id}/`)).status).toBe(204)
    expect((await api.delete(`${LIST}${c.id},${a.id}/`)).status).toBe(404)
    expect((await api.get(at(c.id))).status).toBe(200)
    expect((await api.delete(`${LIST}${c.id},${c.id},/`)).status).toBe(204)
    expect((await api.delete(`${LIST},/`)).status).toBe(404)
    expect((await api.get(`${LIST}${a.id},${b.id}/`)).status).toBe(404)
  })

  it('of what others refer to is refused, and all of it stays', async () => {
    const held = (await api.post('users/groups/', { name: 'held' })).body.id
    const free = (await api.post('users/groups/', { name: 'free' })).body.id
    const { id } = await create({ group: held })
    for (const path of [
      `users/groups/${held}/`,
      `users/groups/${free},${held}/`,
      `users/groups/?ids=${free},${held}`,
    ]) {
      const reply = await api.delete(path)
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual({
        detail: 'Is referenced by other objects and cannot be deleted',
        code: 'referenced_by_others',
      })
    }
    const zh = await api.delete(`users/groups/${held}/`, undefined, { 'accept-language': 'zh' })
    expect(zh.body.detail).toBe('被其他对象关联，不能删除')
    expect((await api.get(`users/groups/${free}/`)).status).toBe(200)
    expect((await api.delete(at(id))).status).toBe(204)
    expect((await api.delete(`users/groups/${held}/`)).status).toBe(204)
  })

  it('of a link’s end ends the link', async () => {
    const end = (await api.post('users/groups/', { name: 'end' })).body.id
    const { id } = await create({ owners: [end, group] })
    expect((await api.delete(`users/groups/${end}/`)).status).toBe(204)
    expect((await api.get(at(id))).body.owners).toEqual([group])
  })
})

describe('a name that is taken', () => {
  it('is told per field: as a text where it is unique together with others, as a list where it is by itself', async () => {
    await create({ name: 'taken', code: 'T1' })
    const reply = await api.post(LIST, { name: 'taken', code: 'T1' })
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({ name: 'This field must be unique.', code: ['This field must be unique.'] })
    const zh = await api.post(LIST, { name: 'taken' }, { 'accept-language': 'zh' })
    expect(zh.body).toEqual({ name: '字段必须唯一' })
  })

  it('may be kept by its owner, and be the same in another organisation', async () => {
    const { id } = await create({ name: 'mine', code: 'M1' })
    expect((await api.put(at(id), { name: 'mine', code: 'M1' })).status).toBe(200)
    const org = await world.organisation()
    expect((await api.post(LIST, { name: 'mine' }, { 'x-jms-org': org })).status).toBe(201)
    const code = await api.post(LIST, { name: 'mine too', code: 'M1' }, { 'x-jms-org': org })
    expect([code.status, code.body]).toEqual([400, { code: ['This field must be unique.'] }])
  })

  it('cannot be taken over by a change', async () => {
    await create({ name: 'first come' })
    const { id } = await create()
    const reply = await api.patch(at(id), { name: ' first come ' })
    expect([reply.status, reply.body]).toEqual([400, { name: 'This field must be unique.' }])
  })

  it('is given to exactly one of several who come at once', async () => {
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all(Array.from({ length: 6 }, () => api.post(LIST, { name: `race ${round}` })))
      expect(replies.map((reply) => reply.status).sort()).toEqual([201, 400, 400, 400, 400, 400])
      for (const reply of replies.filter(({ status }) => status === 400))
        expect(reply.body).toEqual({ name: 'This field must be unique.' })
    }
    const [a, b] = [await create(), await create()]
    const replies = await Promise.all([a, b].map(({ id }) => api.patch(at(id), { code: 'race' })))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400])
    const id = newId()
    const same = await Promise.all([1, 2, 3].map((n) => api.post(LIST, { id, name: `same id ${n}` })))
    expect(same.map((reply) => reply.status).sort()).toEqual([201, 400, 400])
  })
})

describe('two writers', () => {
  it('the one who has seen an older state is told so', async () => {
    const { id } = await create()
    const etag = (await api.get(at(id))).headers.get('etag')!
    expect(etag).toMatch(/^".{22}"$/)
    expect((await api.patch(at(id), { amount: 1 }, { 'if-match': etag })).status).toBe(200)
    const stale = await api.patch(at(id), { amount: 2 }, { 'if-match': etag })
    expect(stale.status).toBe(409)
    expect(stale.body).toEqual({ detail: 'Someone else is doing this. Please wait for complete', code: 'error' })
    expect((await api.get(at(id))).body.amount).toBe(1)
    const fresh = (await api.get(at(id))).headers.get('etag')!
    expect((await api.put(at(id), { name: `new ${id}` }, { 'if-match': `"other", W/${fresh}` })).status).toBe(200)
    expect((await api.patch(at(id), { amount: 3 }, { 'if-match': '*' })).status).toBe(200)
  })

  it('a change of links is a change of state; a look is none', async () => {
    const { id } = await create()
    const before = (await api.get(at(id))).headers.get('etag')
    expect((await api.get(`${at(id)}?fields=name`)).headers.get('etag')).toBe(before)
    await api.patch(at(id), { readers: [group] })
    expect((await api.get(at(id))).headers.get('etag')).not.toBe(before)
  })

  it('on one row wait for each other, and give up in good time', async () => {
    const { id } = await create()
    await databaseOf(world)
      .transaction()
      .execute(async (other) => {
        await sql`select id from test_specimens where id = ${id} for update`.execute(other)
        const reply = await api.patch(at(id), { amount: 9 })
        expect([reply.status, reply.body.code]).toEqual([409, 'error'])
      })
    expect((await api.patch(at(id), { amount: 9 })).status).toBe(200)
  })

  it('in each other’s way both finish', async () => {
    const rows = [await create(), await create(), await create()]
    const up = rows.map(({ id }) => ({ id, amount: 1 }))
    const rounds = Array.from({ length: 6 }, (_, i) => api.patch(LIST, i % 2 ? up : [...up].reverse()))
    for (const reply of await Promise.all(rounds)) expect(reply.status).toBe(200)
  })
})

describe('a row that is not there', () => {
  it.each(['00000000-0000-4000-8000-000000000000', 'x', '1', '%00', "'--"])('has no %s', async (id) => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const reply = await api.send(method, at(id), method === 'PUT' || method === 'PATCH' ? { name: 'x' } : undefined)
      expect(reply.status).toBe(404)
      expect(reply.body).toEqual({ detail: 'Specimen object does not exist.', code: 'object_does_not_exist' })
    }
    const zh = await api.get(at(id), { 'accept-language': 'zh' })
    expect(zh.body.detail).toBe('标本对象不存在。')
  })
})
