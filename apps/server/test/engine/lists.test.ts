import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { databaseOf, fillSpecimens, openSpecimenWorld } from '../kit/specimen.ts'
import { DEFAULT_ORG, type World } from '../kit/world.ts'

const LIST = 'test/specimens/'
const names = (rows: { name: string }[]): string[] => rows.map((row) => row.name)
const q = encodeURIComponent

let world: World
let api: Client

beforeAll(async () => {
  world = await openSpecimenWorld()
  api = world.admin.api
})
afterAll(() => world.close())

const made = async (...bodies: Record<string, unknown>[]): Promise<any[]> => {
  const reply = await api.post(LIST, bodies)
  expect(reply.text.slice(0, 500)).toContain('"id"')
  expect(reply.status).toBe(201)
  return reply.body
}

describe('a list', () => {
  beforeAll(async () => {
    await made(...['c', 'a', 'e', 'b', 'd'].map((name) => ({ name: `page ${name}`, comment: 'paging' })))
  })

  it('is a plain array where nobody asks for a page', async () => {
    const { body } = await api.get(`${LIST}?search=paging`)
    expect(names(body)).toEqual(['page a', 'page b', 'page c', 'page d', 'page e'])
  })

  it.each(['0', 'x', '-1', '1.5', '', '%20', '1e2'])('limit=%s is no page', async (limit) => {
    expect((await api.get(`${LIST}?search=paging&limit=${limit}`)).body).toHaveLength(5)
  })

  it('[HTTP-08] [CALL-17] [TABLE-08] is a page with the number of all, and the way to the next and the one before', async () => {
    const first = (await api.get(`${LIST}?draw=1&display=1&search=paging&offset=0&limit=2`)).body
    expect(names(first.results)).toEqual(['page a', 'page b'])
    expect(first).toMatchObject({ count: 5, previous: null })
    expect(first.next).toBe(`${world.url}/api/v1/test/specimens/?draw=1&display=1&search=paging&offset=2&limit=2`)
    const second = (await api.get(first.next.slice(world.url.length))).body
    expect(names(second.results)).toEqual(['page c', 'page d'])
    expect(new URL(second.previous).searchParams.get('offset')).toBeNull()
    const last = (await api.get(second.next.slice(world.url.length))).body
    expect(names(last.results)).toEqual(['page e'])
    expect(last.next).toBeNull()
    expect(new URL(last.previous).searchParams.get('offset')).toBe('2')
  })

  it.each(['5', '6', '99999', '999999999999999', '9'.repeat(30)])(
    'has nothing beyond its end, at %s',
    async (offset) => {
      const { status, body } = await api.get(`${LIST}?search=paging&limit=2&offset=${offset}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ count: 5, next: null, results: [] })
    },
  )

  it('takes an offset that is none for the beginning', async () => {
    expect(names((await api.get(`${LIST}?search=paging&limit=1&offset=x`)).body.results)).toEqual(['page a'])
  })

  it('ignores names it does not know, as the console sends them', async () => {
    const { body } = await api.get(`${LIST}?search=paging&_=1&cache_policy=1&nonsense=1&__proto__=1&constructor=2`)
    expect(body).toHaveLength(5)
  })
})

describe('a search', () => {
  beforeAll(async () => {
    await made(
      { name: 'Web 01', comment: '生产 环境', address: '10.1.2.3' },
      { name: 'web-02', comment: 'O\'Brien\'s "box"' },
      { name: '100% sure_thing', comment: 'back\\slash' },
      { name: '数据库主机', comment: '' },
    )
  })

  it.each([
    ['web', ['Web 01', 'web-02']],
    ['WEB', ['Web 01', 'web-02']],
    ['web 01', ['Web 01']],
    ['web,01', ['Web 01']],
    ['web 生产', ['Web 01']],
    ['web，生产', ['Web 01']],
    ['01 02', []],
    ['%', ['100% sure_thing']],
    ['_', ['100% sure_thing']],
    ['\\', ['100% sure_thing']],
    ['e_t', ['100% sure_thing']],
    ['e%t', []],
    ["O'Brien", ['web-02']],
    ['"box"', ['web-02']],
    ["'; drop table test_specimens; --", []],
    ['数据', ['数据库主机']],
    ['主', ['数据库主机']],
    ['we', ['Web 01', 'web-02']],
    ['10.1', ['Web 01']],
    ['0.1.2', []],
    ['web\0nonsense', []],
  ])('for %j finds %j', async (search, found) => {
    const { status, body } = await api.get(`${LIST}?search=${q(search)}`)
    expect(status).toBe(200)
    expect(names(body).sort()).toEqual(found)
  })

  it('for nothing but blanks finds everything', async () => {
    const all = (await api.get(`${LIST}?limit=1`)).body.count
    expect((await api.get(`${LIST}?limit=1&search=${q(' , ')}`)).body.count).toBe(all)
  })
})

describe('a filter', () => {
  let group: string
  let other: string
  let rows: any[]

  beforeAll(async () => {
    group = (await api.post('users/groups/', { name: 'filter group' })).body.id
    other = (await api.post('users/groups/', { name: 'other group' })).body.id
    rows = await made(
      {
        name: 'filter one',
        mail: 'one@example.com',
        address: 'fe80::1',
        kind: 'b',
        level: 1,
        tags: ['x', 'y'],
        is_active: false,
        amount: 7,
        weight: 150,
        date_expired: '2030-01-01T00:00:00Z',
        group,
        owners: [group],
        readers: [other],
        comment: 'filtering',
      },
      { name: 'filter two', owners: [other], tags: [], comment: 'filtering', weight: 1 },
    )
  })

  const filtered = async (query: string): Promise<string[]> => {
    const { status, body } = await api.get(`${LIST}?search=filtering&${query}`)
    expect(status).toBe(200)
    return names(body)
  }

  it('narrows by every kind of field', async () => {
    const one = ['filter one']
    expect(await filtered('name=filter%20one')).toEqual(one)
    expect(await filtered('mail=one@example.com')).toEqual(one)
    expect(await filtered('address=fe80::1')).toEqual(one)
    expect(await filtered('kind=b')).toEqual(one)
    expect(await filtered('level=1')).toEqual(one)
    expect(await filtered('tags=y')).toEqual(one)
    expect(await filtered('tags=x,y')).toEqual(one)
    expect(await filtered('is_active=0')).toEqual(one)
    expect(await filtered('amount=7')).toEqual(one)
    expect(await filtered(`date_expired=${q('2030-01-01 08:00:00 +0800')}`)).toEqual(one)
    expect(await filtered(`group=${group}`)).toEqual(one)
    expect(await filtered(`group=${group.toUpperCase()}`)).toEqual(one)
    expect(await filtered(`owners=${group}`)).toEqual(one)
    expect(await filtered(`owners=${group},${other}`)).toEqual(['filter one', 'filter two'])
    expect(await filtered(`readers=${other}`)).toEqual(one)
    expect(await filtered(`id=${rows[0].id}`)).toEqual(one)
    expect(await filtered('heavy=true')).toEqual(one)
    expect(await filtered('heavy=0')).toEqual(['filter two'])
    expect(await filtered('kind=b&level=0')).toEqual([])
  })

  it.each(['1', 'true', 'TRUE', 'True', 'yes'])('is_active=%s keeps the active', async (value) => {
    expect(await filtered(`is_active=${value}`)).toEqual(['filter two'])
  })

  it.each(['maybe', '2', '', '%20', 'null'])(
    'is_active=%s is neither true nor false and filters nothing',
    async (value) => {
      expect(await filtered(`is_active=${value}`)).toHaveLength(2)
    },
  )

  it('left empty filters nothing', async () => {
    expect(await filtered('name=&kind=&group=&amount=%20&tags=')).toHaveLength(2)
  })

  it('for half an address finds nothing and is no mistake', async () => {
    expect(await filtered('mail=one@')).toEqual([])
    expect(await filtered('address=fe80')).toEqual([])
    expect(await filtered(`name=${'x'.repeat(300)}`)).toEqual([])
  })

  it.each([
    ['kind=c', { kind: ['"c" is not a valid choice.'] }],
    ['level=9', { level: ['"9" is not a valid choice.'] }],
    ['tags=z', { tags: ['"z" is not a valid choice.'] }],
    ['amount=many', { amount: ['A valid integer is required.'] }],
    ['group=ours', { group: ['Invalid pk "ours" - object does not exist.'] }],
    ['owners=ours', { owners: ['Invalid pk "ours" - object does not exist.'] }],
    ['id=1', { id: ['Must be a valid UUID.'] }],
    ['name=a%00b', { name: ['Null characters are not allowed.'] }],
    [
      'date_expired=soon',
      {
        date_expired: [
          'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
        ],
      },
    ],
  ])('%s is refused by name', async (query, problems) => {
    const reply = await api.get(`${LIST}?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual(problems)
    expect((await api.get(`${LIST}?format=csv&${query}`)).status).toBe(400)
  })

  it('that is refused says so in Chinese, too', async () => {
    const reply = await api.get(`${LIST}?kind=c`, { 'accept-language': 'zh-CN' })
    expect(reply.body).toEqual({ kind: ['“c” 不是合法选项。'] })
  })

  it('given twice counts as given last', async () => {
    expect(await filtered('kind=a&kind=b')).toEqual(['filter one'])
  })
})

describe('an order', () => {
  beforeAll(async () => {
    await made(
      { name: 'order 1', amount: 2, kind: 'b', comment: 'ordering' },
      { name: 'order 2', amount: 1, kind: 'b', comment: 'ordering' },
      { name: 'order 3', amount: 1, kind: 'a', comment: 'ordering' },
    )
  })
  it.each([
    ['name', ['order 1', 'order 2', 'order 3']],
    ['-name', ['order 3', 'order 2', 'order 1']],
    ['amount,-name', ['order 3', 'order 2', 'order 1']],
    ['kind, -amount', ['order 3', 'order 1', 'order 2']],
    ['nonsense', ['order 1', 'order 2', 'order 3']],
    ['nonsense,-name', ['order 3', 'order 2', 'order 1']],
    ['shout', ['order 1', 'order 2', 'order 3']],
    ['password,-name', ['order 3', 'order 2', 'order 1']],
    ['note,-name', ['order 3', 'order 2', 'order 1']],
    ['__proto__', ['order 1', 'order 2', 'order 3']],
    ['name;drop table x', ['order 1', 'order 2', 'order 3']],
    ['--name', ['order 1', 'order 2', 'order 3']],
    [',,', ['order 1', 'order 2', 'order 3']],
  ])('[TABLE-09] [TABLE-10] by %s', async (order, expected) => {
    const { status, body } = await api.get(`${LIST}?search=ordering&order=${q(order)}`)
    expect(status).toBe(200)
    expect(names(body)).toEqual(expected)
  })
})

describe('a choice of fields', () => {
  let id: string
  beforeAll(async () => {
    ;[{ id }] = (await made({ name: 'fields', comment: 'fielding' })) as [{ id: string }]
  })
  const keys = async (query: string): Promise<string[]> =>
    Object.keys((await api.get(`${LIST}?search=fielding&${query}`)).body[0])

  it('keeps the named, drops the named, or takes a size', async () => {
    expect(await keys('fields=name,id,password,nonsense')).toEqual(['id', 'name'])
    const most = await keys('fields!=name,owners')
    expect(most).not.toContain('name')
    expect(most).toContain('kind')
    expect(await keys('fields_size=mini')).toEqual(['id', 'name'])
    const small = await keys('fields_size=small')
    expect(small).toContain('comment')
    expect(small).not.toContain('owners')
    expect(small).not.toContain('group')
    expect(await keys('fields_size=huge')).toEqual(await keys(''))
    expect(await keys('fields_size=mini&fields!=id')).toEqual(['name'])
  })

  it('of the contract has the sizes of the contract', async () => {
    const name = 'small'
    const { id } = (await api.post('assets/domains/', { name })).body
    expect((await api.get(`assets/domains/${id}/?fields_size=small`)).body).toEqual({
      id,
      name,
      comment: '',
      date_created: expect.any(String),
    })
    const asset = (await api.post('assets/assets/', { hostname: name, ip: '10.0.0.1', platform: 'Linux' })).body
    const shown = Object.keys((await api.get(`assets/assets/${asset.id}/?fields_size=small`)).body)
    expect(shown).toEqual(expect.arrayContaining(['id', 'hostname', 'protocols', 'hardware_info', 'created_by']))
    for (const absent of ['nodes', 'domain_display', 'connectivity', 'org_id', 'org_name'])
      expect(shown).not.toContain(absent)
  })

  it('acts on a single row, too', async () => {
    expect(Object.keys((await api.get(`${LIST}${id}/?fields=name`)).body)).toEqual(['name'])
  })

  it('a list leaves out what only the page of a row shows', async () => {
    expect(await keys('')).not.toContain('readers')
    expect((await api.get(`${LIST}${id}/`)).body.readers).toEqual([])
  })
})

describe('selected rows', () => {
  it('by ids are those that exist, however the list is written', async () => {
    const [a, b] = await made({ name: 'ids a' }, { name: 'ids b' }, { name: 'ids c' })
    const found = async (ids: string) => names((await api.get(`${LIST}?ids=${ids}`)).body)
    expect(await found(`${b.id},${a.id}`)).toEqual(['ids a', 'ids b'])
    expect(await found(`${a.id},nonsense, ${b.id.toUpperCase()},,`)).toEqual(['ids a', 'ids b'])
    expect(await found('nonsense')).toEqual([])
    expect(await found(world.admin.id)).toEqual([])
  })

  it('[CALL-15] [EXPORT-09] by a handle are those it was made of', async () => {
    const [a] = await made({ name: 'spm a' }, { name: 'spm b' })
    const { spm } = (await api.post('common/resources/cache/', { resources: [a.id] })).body
    expect(names((await api.get(`${LIST}?spm=${spm}`)).body)).toEqual(['spm a'])
    expect(names((await api.get(`${LIST}?limit=9&spm=${spm}`)).body.results)).toEqual(['spm a'])
  })

  it('[T47] by a handle nobody knows are none', async () => {
    for (const spm of ['7f5a4b38-0000-4000-8000-000000000000', 'x', '%00'])
      expect((await api.get(`${LIST}?spm=${spm}`)).body).toEqual([])
  })
})

describe('dates', () => {
  beforeAll(async () => {
    await made({ name: 'dated', date_expired: '2021-07-14T02:32:25Z' })
    for (const [name, at] of [
      ['range 1', '2020-01-01T00:00:00Z'],
      ['range 2', '2020-01-02T00:00:00Z'],
      ['range 3', '2020-01-03T00:00:00Z'],
    ] as const) {
      await made({ name, comment: 'ranging' })
      await databaseOf(world)
        .updateTable('test_specimens')
        .set({ date_created: new Date(at) })
        .where('name', '=', name)
        .execute()
    }
  })

  it('are shown in the zone that is asked for, else in the server’s', async () => {
    const shown = async (headers: Record<string, string>) =>
      (await api.get(`${LIST}?name=dated`, headers)).body[0].date_expired
    expect(await shown({})).toBe('2021-07-14 10:32:25 +0800')
    expect(await shown({ 'x-tz': 'Europe/Berlin' })).toBe('2021-07-14 04:32:25 +0200')
    expect(await shown({ 'x-tz': 'undefined' })).toBe('2021-07-14 10:32:25 +0800')
    expect(await shown({ 'x-tz': 'Mars/Base' })).toBe('2021-07-14 10:32:25 +0800')
    expect(await shown({})).toBe('2021-07-14 10:32:25 +0800')
  })

  it.each([
    ['date_from=2020-01-02T00:00:00Z', ['range 2', 'range 3']],
    ['date_to=2020-01-02T00:00:00Z', ['range 1', 'range 2']],
    [`date_from=${q('2020-01-02 08:00:00 +0800')}&date_to=2020-01-02T00:00:00Z`, ['range 2']],
    ['date_from=2020-01-02%2008:00', ['range 2', 'range 3']],
    ['date_from=soon&date_to=', ['range 1', 'range 2', 'range 3']],
  ])('%s bounds the list, both ends included', async (query, expected) => {
    expect(names((await api.get(`${LIST}?search=ranging&${query}`)).body)).toEqual(expected)
  })
})

describe('the language', () => {
  it('is the cookie’s, else the browser’s, else Chinese', async () => {
    await made({ name: 'language', kind: 'b' })
    const shown = async (headers: Record<string, string>) =>
      (await api.get(`${LIST}?name=language`, headers)).body[0].kind_display
    expect(await shown({})).toBe('Second')
    expect(await shown({ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })).toBe('乙')
    expect(await shown({ 'accept-language': 'fr' })).toBe('乙')
    expect(await shown({ 'accept-language': 'zh', cookie: 'django_language=en' })).toBe('Second')
    expect(await shown({ cookie: 'django_language=zh-hans' })).toBe('乙')
  })
})

describe('a long list', () => {
  const MANY = 25_000
  beforeAll(async () => {
    await fillSpecimens(world, DEFAULT_ORG, MANY, 'long')
    await databaseOf(world)
      .updateTable('test_specimens')
      .set({ comment: 'lengthy' })
      .where('name', 'like', 'long %')
      .execute()
  })

  it('comes whole where nobody asks for a page', async () => {
    const { body } = await api.get(`${LIST}?search=lengthy&fields=name`)
    expect(body).toHaveLength(MANY)
    expect([body[0].name, body.at(-1).name]).toEqual(['long 000001', 'long 025000'])
    expect(new Set(names(body)).size).toBe(MANY)
  })

  it.each([1_000, 1_001, 3_000])('comes in pages of %i as well', async (limit) => {
    const { body } = await api.get(`${LIST}?search=lengthy&limit=${limit}&offset=500&fields=name`)
    expect(body.count).toBe(MANY)
    expect(body.results).toHaveLength(limit)
    expect(body.results[0].name).toBe('long 000501')
    expect(new URL(body.next).searchParams.get('offset')).toBe(String(500 + limit))
  })

  it('has the same pages from either end', async () => {
    for (const offset of [498, 500, 9_998, 12_499, 12_501, 20_000, 24_995, 24_999]) {
      const { body } = await api.get(`${LIST}?search=lengthy&limit=3&offset=${offset}&fields=name`)
      const expected = [1, 2, 3].map((n) => offset + n).filter((n) => n <= MANY)
      expect(names(body.results)).toEqual(expected.map((n) => `long ${String(n).padStart(6, '0')}`))
    }
  })

  it('shows every row once over all its pages, whatever it is ordered by', async () => {
    for (const order of ['amount', '-kind,date_expired']) {
      const seen: string[] = []
      for (let offset = 0; offset < MANY; offset += 2_500) {
        const { body } = await api.get(`${LIST}?search=lengthy&limit=2500&offset=${offset}&order=${order}&fields=id`)
        seen.push(...body.results.map((row: { id: string }) => row.id))
      }
      expect(new Set(seen).size).toBe(MANY)
      const long = await api.get(`${LIST}?search=lengthy&limit=2000&offset=20000&order=${order}&fields=id`)
      expect(long.body.results.map((row: { id: string }) => row.id)).toEqual(seen.slice(20_000, 22_000))
    }
  })
})
