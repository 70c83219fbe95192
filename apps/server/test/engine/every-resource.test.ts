// What holds for every resource there is, and for each that is added.
import { catalogue } from '@drawbridge/model'
import { type AnyField, type AnyResource, accessTo, fieldsOf, type Verb } from '@drawbridge/resource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from '../../src/engine/routes.ts'
import { servedAt } from '../../src/engine/serve.ts'
import { newId } from '../../src/platform/ids.ts'
import { readSheet } from '../../src/platform/sheet/index.ts'
import type { Client } from '../kit/client.ts'
import { databaseOf } from '../kit/specimen.ts'
import { openWorld, type Someone, type World } from '../kit/world.ts'

let world: World
let here: string
let there: string
/** A person for every right, in an organisation of their own. */
let callers: Record<string, Someone>

beforeAll(async () => {
  world = await openWorld()
  await world.license()
  here = await world.organisation('Here')
  there = await world.organisation('There')
  const boss = await world.person({ role: 'Admin', in: { [here]: ['Admin'] }, org: here })
  // The first by name: rules about people must not shut out whoever makes them.
  await world.person({ username: '0', in: { [here]: ['User'] } })
  callers = {
    superAdmin: boss,
    orgAdmin: boss,
    orgAuditor: boss,
    user: boss,
    authenticated: boss,
    anonymous: boss,
    app: await world.person({ role: 'App', org: here }),
  }
})
afterAll(() => world.close())

/** Whoever may do this, if anybody can. */
const callerFor = (resource: AnyResource, verb: Verb): Client | undefined => {
  const right = accessTo(resource.may, verb).find((one) => callers[one])
  return right && callers[right]!.api
}

const has = (resource: AnyResource, verb: Verb): boolean => {
  const { behaviour } = servedAt(resource.path)
  return resource.verbs.has(verb) && !behaviour.without?.includes(verb)
}

const routed = (resource: AnyResource) =>
  new Set(routesOf(servedAt(resource.path)).map(({ method, path }) => `${method} ${path}`))

const secretsOf = (resource: AnyResource): string[] =>
  fieldsOf(resource)
    .filter(([, field]) => field.writeOnly)
    .map(([name]) => name)

let counter = 0

/** A value that a field takes, different each time. */
const sample = (name: string, field: AnyField): unknown => {
  const n = ++counter
  if (field.choices) return field.kind === 'choices' ? [field.choices[0]!.value] : field.choices[0]!.value
  if (name === 'password') return 'Correct-horse-7'
  switch (field.kind) {
    case 'text':
      return `s${n}`.slice(0, field.maxLength)
    case 'email':
      return `s${n}@example.com`
    case 'url':
      return `https://example.com/${n}`
    case 'ip':
      return `10.0.${Math.floor(n / 250)}.${n % 250}`
    case 'cron':
      return '5 3 * * 0'
    case 'secret':
      return `secret ${n}`
    case 'flag':
      return true
    case 'integer':
    case 'float':
      return field.minValue ?? 1
    case 'stamp':
      return '2031-04-14 10:32:25 +0800'
    case 'refs':
    case 'list':
      return []
    case 'object':
      return Object.fromEntries(
        Object.entries(field.children ?? {}).map(([part, child]) => [part, sample(part, child)]),
      )
    default:
      return undefined
  }
}

/** A row made by the API, from what its fields say alone; undefined where that is not enough. */
const makeOne = async (resource: AnyResource, org: string): Promise<any> => {
  const api = callerFor(resource, 'create')
  if (!api || !has(resource, 'create')) return undefined
  const body: Record<string, unknown> = {}
  for (const [name, field] of fieldsOf(resource)) {
    if (field.readOnly || name === 'id') continue
    if (field.kind === 'ref' && field.required) {
      const target = servedAt(field.to!).resource
      const known = await callers.superAdmin!.api.get(`${target.path}/?limit=1`, { 'x-jms-org': org })
      body[name] = known.body?.results?.[0]?.id ?? (await makeOne(target, org))?.id
    } else if (field.required || field.sealed) body[name] = sample(name, field)
  }
  const reply = await api.post(`${resource.path}/`, body, { 'x-jms-org': org })
  return reply.status === 201 ? reply.body : undefined
}

describe.each(catalogue)('$path', (resource: AnyResource) => {
  const list = `${resource.path}/`
  const made: { body?: any } = {}
  beforeAll(async () => {
    made.body =
      (await makeOne(resource, here)) ?? (await callerFor(resource, 'list')?.get(`${list}?limit=1`))?.body?.results?.[0]
  })

  it('is closed to strangers', async () => {
    for (const key of routed(resource)) {
      const [method, path] = key.split(' ') as [string, string]
      const reply = await world.anonymous().send(method, path.replaceAll(/:\w+/g, newId()))
      expect([key, reply.status, reply.body?.code]).toEqual([key, 401, 'not_authenticated'])
    }
  })

  it('says of an unknown row that it is not there, by its name', async () => {
    for (const [verb, method] of [
      ['read', 'GET'],
      ['update', 'PATCH'],
      ['delete', 'DELETE'],
    ] as const) {
      const api = callerFor(resource, verb)
      if (!api || !has(resource, verb)) continue
      for (const id of [newId(), '999999999', 'nonsense']) {
        const reply = await api.send(method, `${list}${id}/`, method === 'PATCH' ? {} : undefined)
        expect([method, reply.status, reply.body]).toEqual([
          method,
          404,
          { detail: `${resource.label.en} object does not exist.`, code: 'object_does_not_exist' },
        ])
      }
    }
  })

  it('[T52] never gives back what is write only', async () => {
    const secrets = secretsOf(resource)
    const api = callerFor(resource, 'list')
    if (!api || !has(resource, 'list')) return
    const rows = (await api.get(list)).body
    expect(Array.isArray(rows)).toBe(true)
    for (const row of rows) for (const name of secrets) expect(row).not.toHaveProperty(name)
    const { header } = await readSheet('csv', Buffer.from((await api.get(`${list}?format=csv`)).text))
    for (const name of secrets) expect(header).not.toContain(resource.fields[name].label.en)
    if (made.body && has(resource, 'read')) {
      const one = (await callerFor(resource, 'read')!.get(`${list}${made.body.id}/`)).body
      for (const name of secrets) expect(one).not.toHaveProperty(name)
    }
    for (const name of secrets) expect(made.body ?? {}).not.toHaveProperty(name)
    const { actions } = (await api.options(list)).body
    for (const name of secrets) expect(actions.GET).not.toHaveProperty(name)
    for (const [name, field] of fieldsOf(resource))
      if (field.sealed)
        for (const action of Object.values<any>(actions)) expect(action[name] ?? {}).not.toHaveProperty('default')
  })

  it('keeps no secret readable in its table', async ({ skip }) => {
    if (!made.body) return skip('there is no row, and none can be made from what its fields say')
    const row = await databaseOf(world)
      .selectFrom(resource.table)
      .selectAll()
      .where('id', '=', made.body.id)
      .executeTakeFirst()
    for (const [name, field] of fieldsOf(resource))
      if (field.sealed && field.writeOnly && row?.[name]) expect(String(row[name])).not.toMatch(/^secret \d+$/)
  })

  it('describes the fields that it gives, and those that it takes', async () => {
    const api = callerFor(resource, 'list') ?? callerFor(resource, 'read')
    if (!api) return
    const reply = await api.options(list)
    expect(reply.status).toBe(200)
    const { actions } = reply.body
    const offered = new Set(Object.keys(actions))
    for (const [method, verb] of [
      ['GET', 'list'],
      ['POST', 'create'],
      ['PUT', 'update'],
    ] as const) {
      if (method === 'PUT' && !resource.bulk) continue
      const may = callerFor(resource, verb) === api && resource.verbs.has(verb)
      expect([method, offered.has(method)]).toEqual([method, may])
    }
    const [row] = has(resource, 'list') ? (await api.get(`${list}?limit=1`)).body.results : []
    if (row) for (const name of Object.keys(row)) expect(Object.keys(actions.GET)).toContain(name)
  })

  it('answers every filter and every order that it offers', async () => {
    const api = callerFor(resource, 'list')
    if (!api || !has(resource, 'list')) return
    const filters = [
      ...fieldsOf(resource).filter(([, field]) => field.filter),
      ...Object.entries(resource.filters),
    ] as [string, AnyField][]
    for (const [name, field] of filters) {
      const value = field.to || field.kind === 'id' ? newId() : field.kind === 'serial' ? 1 : sample(name, field)
      const good = await api.get(`${list}?limit=1&${name}=${encodeURIComponent(String(value))}`)
      expect([name, good.status]).toEqual([name, 200])
      const odd = await api.get(`${list}?limit=1&${name}=${encodeURIComponent("no'n\0sense")}`)
      expect([name, odd.status]).toEqual([name, expect.toBeOneOf([200, 400])])
    }
    for (const [name] of fieldsOf(resource)) {
      for (const order of [name, `-${name}`]) {
        const reply = await api.get(`${list}?limit=1&order=${order}`)
        expect([order, reply.status]).toEqual([order, 200])
      }
    }
    for (const query of [
      'search=a%25_',
      'ids=x',
      `spm=${newId()}`,
      'date_from=2020-01-01&date_to=x',
      'offset=20000&limit=5',
    ])
      expect([query, (await api.get(`${list}?${query}`)).status]).toEqual([query, 200])
  })

  it('goes out as a sheet, and comes back where rows are made', async () => {
    const api = callerFor(resource, 'list')
    if (!api || !has(resource, 'list')) return
    for (const format of ['csv', 'xlsx']) {
      const reply = await api.get(`${list}?format=${format}`)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-disposition')).toContain(`filename="${resource.model}_`)
    }
    if (!made.body || !resource.bulk || !has(resource, 'update') || callerFor(resource, 'update') !== api) return
    const before = (await api.get(`${list}${made.body.id}/`)).body
    const sheet = await api.get(`${list}?format=csv&template=update&ids=${made.body.id}`)
    const reply = await api.put(list, sheet.text, { 'content-type': 'text/csv' })
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    expect(withoutAuto(resource, (await api.get(`${list}${made.body.id}/`)).body)).toEqual(
      withoutAuto(resource, before),
    )
  })

  it('[T17] [T18] of an organisation is not there in another', async ({ skip }) => {
    if (resource.scope !== 'organisation') return
    if (!made.body) return skip('there is no row, and none can be made from what its fields say')
    const api = callerFor(resource, 'list')!
    const elsewhere = { 'x-jms-org': there }
    const { id } = made.body
    for (const query of [`ids=${id}`, '', 'format=csv', `format=csv&ids=${id}`])
      expect([query, (await api.get(`${list}?${query}`, elsewhere)).text.includes(id)]).toEqual([query, false])
    for (const [verb, method] of [
      ['read', 'GET'],
      ['update', 'PUT'],
      ['update', 'PATCH'],
      ['delete', 'DELETE'],
    ] as const) {
      if (!has(resource, verb)) continue
      const reply = await callerFor(resource, verb)!.send(
        method,
        `${list}${id}/`,
        method[0] === 'P' ? {} : undefined,
        elsewhere,
      )
      expect([method, reply.status]).toEqual([method, 404])
    }
    if (has(resource, 'update') && resource.bulk) {
      const reply = await callerFor(resource, 'update')!.patch(list, [{ id }], elsewhere)
      expect(reply.status).toBe(400)
    }
  })

  it('[T47] is never deleted by a query that names nothing', async () => {
    const api = callerFor(resource, 'delete')
    if (!api || !has(resource, 'delete') || !resource.bulk) return
    for (const query of ['', '?ids=', '?spm=', '?nonsense=1', '?search=%20', '?limit=1', `?spm=${newId()}`, '?spm=x']) {
      const reply = await api.delete(`${list}${query}`)
      expect([query, reply.status]).toEqual([query, 400])
    }
  })

  it('takes rubbish for rubbish', async () => {
    for (const [verb, method] of [
      ['create', 'POST'],
      ['update', 'PATCH'],
    ] as const) {
      const api = callerFor(resource, verb)
      if (!api || !has(resource, verb)) continue
      const path = method === 'POST' ? list : made.body ? `${list}${made.body.id}/` : undefined
      if (!path) continue
      for (const rubbish of ['a\0b', '\ud800', [[[]]], { a: 1 }, -1e308, 'x'.repeat(100_000)]) {
        const body = Object.fromEntries(fieldsOf(resource).map(([name]) => [name, rubbish]))
        const reply = await api.send(method, path, body)
        expect([JSON.stringify(rubbish).slice(0, 20), reply.status]).toEqual([
          expect.any(String),
          expect.toBeOneOf([200, 201, 400, 403]),
        ])
      }
    }
    expect(world.lines.filter((line) => line.includes('a request failed'))).toEqual([])
  })
})

const withoutAuto = (resource: AnyResource, row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => resource.fields[name]?.auto !== 'updated'))
