import { defineResource, id, json, label, object, secret, text } from '@drawbridge/resource'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from '../../src/engine/routes.ts'
import { serve } from '../../src/engine/serve.ts'
import { isSealedPart, openPart } from '../../src/platform/secrets/parts.ts'
import { sealedPlaces } from '../../src/platform/secrets/places.ts'
import { rotate } from '../../src/platform/secrets/rotate.ts'
import type { Client } from '../kit/client.ts'
import { databaseOf } from '../kit/specimen.ts'
import { openWorld, type World } from '../kit/world.ts'

const named = label('属性', 'Attributes')
const word = label('口令', 'Password')
const pins = { pin: secret(word), site: text(label('网址', 'Site')) }
const codes = { code: secret(word), site: text(label('网址', 'Site')) }

/** What its parts are is known from the row only. */
const gadget = defineResource('test/gadgets', {
  label: label('器具', 'Gadget'),
  model: 'gadget',
  title: '{name}',
  scope: 'global',
  may: { read: ['superAdmin'], write: ['superAdmin'] },
  order: ['name'],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), { required: true }),
    attrs: object(named, {}, { default: {} }),
    loose: json(named, { nullable: true }),
  },
})

const served = serve(gadget, {
  shape: (fields, ctx) => ({
    ...fields,
    attrs: object(named, ctx.reader.lang === 'en' ? pins : codes, { default: {} }),
  }),
  saving: (draft) => {
    if (draft.name === 'given by the server') return { attrs: object(named, pins).parse({ pin: 'hunter2' }, READER) }
    if (draft.name === 'emptied') return { attrs: { pin: undefined } }
    return draft.name === 'careless' ? { loose: object(named, pins).parse({ pin: 'hunter2' }, READER) } : {}
  },
})
const READER = { lang: 'en', zone: 'UTC', now: new Date(0) } as const
const LIST = 'test/gadgets/'

let world: World
let api: Client
beforeAll(async () => {
  world = await openWorld({}, { routes: routesOf(served) })
  api = world.admin.api
  await sql`create table test_gadgets (id uuid primary key, name text not null, attrs jsonb not null, loose jsonb)`.execute(
    databaseOf(world),
  )
})
afterAll(() => world.close())

const make = async (body: Record<string, unknown>, headers?: Record<string, string>): Promise<string> => {
  const reply = await api.post(LIST, body, headers)
  expect([reply.status, reply.text]).toEqual([201, expect.not.stringMatching(/hunter|sealed/)])
  return reply.body.id
}
const attrs = async (row: string): Promise<Record<string, unknown>> =>
  ((await databaseOf(world).selectFrom('test_gadgets').select('attrs').where('id', '=', row).executeTakeFirst()) as any)
    .attrs
const open = (part: unknown) => openPart(part, 'test_gadgets.attrs', world.server.services.secrets)

describe('[T52] secrets in an object whose parts depend on the row', () => {
  it('are sealed by the shape the object had for the writer', async () => {
    const pin = await attrs(await make({ name: 'en', attrs: { pin: 'hunter2', site: 's' } }))
    expect([open(pin.pin), pin.site]).toEqual(['hunter2', 's'])
    const code = await attrs(await make({ name: 'zh', attrs: { code: 'hunter3' } }, { 'accept-language': 'zh' }))
    expect(open(code.code)).toBe('hunter3')
  })

  it('are sealed when a behaviour puts them there, and go when it says so', async () => {
    const row = await make({ name: 'given by the server' })
    expect(open((await attrs(row)).pin)).toBe('hunter2')
    expect((await api.patch(`${LIST}${row}/`, { name: 'emptied' })).body.attrs).toEqual({})
    expect(await attrs(row)).toEqual({})
  })

  it('are not shown, and stay, where the shape does not know them', async () => {
    const row = await make({ name: 'two shapes', attrs: { pin: 'hunter2' } })
    const zh = { 'accept-language': 'zh' }
    expect((await api.get(`${LIST}${row}/`, zh)).body.attrs).toEqual({ site: '' })
    await api.patch(`${LIST}${row}/`, { attrs: { site: 't', code: 'hunter3' } }, zh)
    const { pin, code, site } = await attrs(row)
    expect([open(pin), open(code), site]).toEqual(['hunter2', 'hunter3', 't'])
    const diffs = await databaseOf(world).selectFrom('audits_operate_logs').select('diff').execute()
    expect(JSON.stringify(diffs)).not.toMatch(/hunter|sealed/)
  })

  it('are never written where a new master key would not find them', async () => {
    expect((await api.post(LIST, { name: 'careless' })).status).toBe(500)
    expect(world.lines.join('\n')).toContain('test_gadgets.loose holds secrets')
    expect(world.lines.join('\n')).not.toContain('hunter')
  })

  it('are reached by a new master key, part by part', async () => {
    const { secrets, database } = world.server.services
    const rows = await databaseOf(world).selectFrom('test_gadgets').select(['id', 'attrs']).execute()
    const before = rows.flatMap((row) => Object.values(row.attrs).filter(isSealedPart))
    expect(before.length).toBeGreaterThan(3)
    const places = (await sealedPlaces(database.db, [gadget])).filter(({ name }) => name === 'test_gadgets.attrs')
    const found: string[] = []
    // The old key is named `old`: a value sealed anew keeps its text and is another one.
    const keyring = { ids: ['old'], current: { id: 'new' }, add() {}, drop() {} }
    const seen = new Set(before.map((part) => part.sealed))
    const sealer = { ...secrets, keyOf: (sealed: string) => (seen.has(sealed) ? 'old' : 'new') }
    const report = await rotate({ keyring: keyring as never, sealer, places, batch: 2 })
    expect(report).toMatchObject({ resealed: before.length, failed: [] })
    for (const row of rows) {
      for (const [part, value] of Object.entries(await attrs(row.id)))
        if (isSealedPart(value)) {
          expect(seen.has(value.sealed)).toBe(false)
          expect(open(value)).toBe(open(row.attrs[part]))
          found.push(part)
        } else expect(value).toEqual(row.attrs[part])
    }
    expect(found.length).toBe(before.length)
  })
})
