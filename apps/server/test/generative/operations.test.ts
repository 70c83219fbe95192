import { catalogue } from '@drawbridge/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client, Reply } from '../kit/client.ts'
import { dose } from '../kit/dose.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type World } from '../kit/world.ts'
import { type Dice, dice } from './dice.ts'
import { bad, good, object, queryText, type Schema, type Values } from './values.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly query: string[]
  readonly body?: Schema
}

const CALLS = { alone: dose(4_000, 500), together: dose(17_000, 2_000), atOnce: 6 }
// The same throws every time, so that a red run is a change of ours; FUZZ_SEED=… looks further.
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)
const LONGEST_MS = 120_000

describe(`every operation of the API document (seed ${SEED})`, () => {
  let world: World
  let callers: Client[]
  let operations: Operation[]
  let at: Values
  const failures: string[] = []

  beforeAll(async () => {
    world = await openWorld({ OUTBOUND_ALLOW: '' })
    await world.license()
    const other = await world.organisation('Fuzz')
    const people = [
      await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } }),
      await world.person({ in: { [other]: ['Admin'], [DEFAULT_ORG]: ['User'] }, org: other }),
      await world.person({ role: 'Auditor' }),
      await world.person(),
      await world.person({ role: 'App' }),
    ]
    callers = [world.admin.api, world.admin.api, world.admin.api, ...people.map((one) => one.api), world.anonymous()]
    const groups = await world.admin.api.post(
      'users/groups/',
      Array.from({ length: 10 }, (_, i) => ({ name: `seed ${i}` })),
    )
    const document = (await world.admin.api.get('/api/swagger.json')).body
    const resolve = (schema: Schema): Schema =>
      schema.$ref
        ? resolve(
            schema.$ref
              .split('/')
              .slice(1)
              .reduce((node: any, key) => node[key], document),
          )
        : schema
    at = {
      ids: [...people.map((one) => one.id), ...groups.body.map((row: any) => row.id), other, DEFAULT_ORG, ROOT_ORG],
      resolve,
    }
    operations = operationsOf(document, resolve)
    expect(operations.length).toBeGreaterThan(60)
  })
  afterAll(() => world.close())

  it('[T26] a refused change saves nothing', async () => {
    const d = dice(SEED)
    const writing = operations.filter((one) => one.method !== 'GET' && one.method !== 'OPTIONS')
    let refused = 0
    let before = await fingerprint(world)
    for (let i = 0; i < CALLS.alone; i++) {
      const { reply, said } = await call(d.pick(writing), d)
      const after = await fingerprint(world)
      if (reply && reply.status >= 400) {
        refused++
        if (after !== before) failures.push(`${said}: ${reply.status}, yet something changed: ${before} → ${after}`)
      }
      before = after
    }
    expect(failures).toEqual([])
    expect(refused).toBeGreaterThan(CALLS.alone / 4)
  })

  it('never fails and never hangs, whatever it is given', async () => {
    const hands = Array.from({ length: CALLS.atOnce }, async (_, hand) => {
      const d = dice(SEED + hand + 1)
      for (let i = 0; i < CALLS.together / CALLS.atOnce; i++) await call(d.pick(operations), d)
    })
    await Promise.all(hands)
    expect(failures).toEqual([])
  })

  const call = async (operation: Operation, d: Dice): Promise<{ reply?: Reply; said: string }> => {
    const path = operation.path.replaceAll(/\{\w+\}/g, () =>
      encodeURIComponent(
        d.chance(0.7)
          ? d.pick(at.ids)
          : d.pick(['1', '0', 'x', '%00', '../..', 'a,b', at.ids.slice(0, 2).join(','), '９', "'"]),
      ),
    )
    const query = new URLSearchParams()
    for (const name of operation.query) if (d.chance(0.2)) query.set(name, queryText(d, at))
    if (d.chance(0.3)) query.set('limit', d.pick(['1', '15', '0', '-1', 'x', '99999999999999999999', '1.5']))
    if (d.chance(0.1)) query.set('oid', d.pick([DEFAULT_ORG, ROOT_ORG, 'root', 'nobody', at.ids[0]!]))
    const target = query.size > 0 ? `${path}?${query}` : path
    const headers: Record<string, string> = {}
    if (d.chance(0.2)) headers['accept-language'] = d.pick(['zh-CN', 'en', 'fr', ';;q=', 'zh;q=x'])
    if (d.chance(0.1)) headers['x-tz'] = d.pick(['Asia/Shanghai', 'Nowhere/Nothing', 'UTC', '../x', 'undefined'])
    if (d.chance(0.1)) headers['x-jms-org'] = d.pick([DEFAULT_ORG, ROOT_ORG, 'x', 'default'])
    const body = bodyFor(operation, d, headers)
    const said = `${operation.method} ${target} ${JSON.stringify(headers)} ${typeof body === 'string' ? body.slice(0, 400) : JSON.stringify(body)?.slice(0, 400)}`
    const since = Date.now()
    try {
      const reply = await d.pick(callers).send(operation.method, target, body, headers)
      if (reply.status >= 500)
        failures.push(`${said}: ${reply.status} ${reply.text.slice(0, 200)} ${world.lines.at(-1)?.slice(0, 600)}`)
      if (Date.now() - since > LONGEST_MS) failures.push(`${said}: took ${Date.now() - since} ms`)
      return { reply, said }
    } catch (error) {
      failures.push(`${said}: ${String((error as Error).cause ?? error)}`)
      return { said }
    }
  }

  const bodyFor = (operation: Operation, d: Dice, headers: Record<string, string>): unknown => {
    if (operation.method === 'GET' || operation.method === 'OPTIONS') return undefined
    if (d.chance(0.03)) return '{"broken": '
    if (d.chance(0.03)) {
      headers['content-type'] = d.pick([
        'text/csv',
        'text/xlsx',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/xml',
      ])
      return d.pick(['name,comment\na,b\nc', 'PK\u0003\u0004', 'a=b&a=c', '"', 'name\n=1'])
    }
    if (!operation.body) return d.chance(0.5) ? undefined : bad(d)
    const schema = at.resolve(operation.body)
    const wrong = d.pick([0, 0, 0.1, 0.5])
    if (schema.properties) {
      const one = () => object(schema, d, at, wrong)
      return d.chance(0.3) ? Array.from({ length: d.below(4) }, one) : one()
    }
    return d.chance(0.8) ? good(schema, d, at) : bad(d)
  }
})

const operationsOf = (document: any, resolve: (schema: Schema) => Schema): Operation[] =>
  Object.entries(document.paths as Record<string, Record<string, any>>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete', 'options'].includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        query: (operation.parameters ?? [])
          .map((one: any) => (one.$ref ? (resolve(one) as any) : one))
          .filter((one: any) => one.in === 'query')
          .map((one: any) => one.name),
        body: Object.values(operation.requestBody?.content ?? {}).map((content: any) => content.schema)[0] as
          | Schema
          | undefined,
      })),
  )

/** A refused login is written down, and is a change all the same. */
const TELLING = 'audits_login_logs'
const tables = new Set(
  [...catalogue.map(({ table }) => table), 'settings', 'installation'].filter((one) => one !== TELLING),
)

/** A row written is of a newer transaction, a row deleted is one less. */
const parts = [...tables].map(
  (table) =>
    `select '${table}:' || count(*) || ':' || coalesce(max(x.xmin::text::bigint), 0) as part from ${table} x ${
      table === 'installation' ? `where name in ('id', 'licence')` : ''
    }`,
)
const text = `select string_agg(part, ' ' order by part) as mark from (${parts.join(' union all ')}) parts`

/** Everything a call could change, in one short text. */
const fingerprint = async ({ server }: World): Promise<string> => {
  const { rows } = await server.services.database.pool.query<{ mark: string }>({ name: 'fingerprint', text })
  return rows[0]!.mark
}
