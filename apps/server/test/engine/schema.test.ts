import { catalogue } from '@drawbridge/model'
import { type AnyResource, fieldsOf, type Kept } from '@drawbridge/resource'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { constraintName } from '../../src/engine/unique.ts'
import { expectGolden } from '../kit/golden.ts'
import { databaseOf } from '../kit/specimen.ts'
import { openWorld, type World } from '../kit/world.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly preset: string | null
}
interface Constraint {
  readonly table: string
  readonly name: string
  readonly kind: 'p' | 'u' | 'f' | 'c'
  readonly columns: string[]
  readonly target: string | null
  readonly onDelete: string
}

let world: World
let columns: Column[]
let constraints: Constraint[]

beforeAll(async () => {
  world = await openWorld()
  const db = databaseOf(world)
  const read = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => (await query.execute(db)).rows
  columns = await read(sql<Column>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as preset
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
    order by c.relname, a.attnum
  `)
  constraints = await read(sql<Constraint>`
    select c.relname as "table", k.conname as name, k.contype as kind, t.relname as target, k.confdeltype as "onDelete",
      array(select a.attname::text from unnest(k.conkey) with ordinality as p(num, i)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.num order by p.i) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class t on t.oid = k.confrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f')
  `)
})
afterAll(() => world.close())

const types: Record<string, string> = { timestamptz: 'timestamp with time zone' }
const deletes: Record<string, string[]> = { refuse: ['a', 'r'], cascade: ['c'], empty: ['n'] }

const declared = (resource: AnyResource): [string, { type: string; nullable: boolean }][] => {
  const own = fieldsOf(resource).filter(([, field]) => field.stored && field.column)
  const kept = Object.entries(resource.keeps as Record<string, Kept>)
  return [...own, ...kept].map(([name, { column, nullable }]) => [
    name,
    { type: types[column!] ?? column!, nullable: nullable && name !== 'id' },
  ])
}

describe.each(catalogue)('the table of $path', (resource: AnyResource) => {
  const found = () => columns.filter(({ table }) => table === resource.table)

  it('has the columns that are declared, of their type, and no others', () => {
    const actual = Object.fromEntries(found().map(({ name, type, nullable }) => [name, { type, nullable }]))
    expect(actual).toEqual(Object.fromEntries(declared(resource)))
  })

  it('has a value for whatever a form may leave out', () => {
    const presets = new Map(found().map((column) => [column.name, column.preset]))
    const open = fieldsOf(resource).filter(
      ([name, field]) =>
        field.stored && !field.required && !field.nullable && !field.auto && name !== 'id' && name !== resource.owner,
    )
    const empty = open.filter(([name, field]) => field.default === undefined && presets.get(name) === null)
    // What nobody can write is filled in by the area that makes the rows.
    expect(empty.filter(([, field]) => !field.readOnly && resource.verbs.has('create')).map(([name]) => name)).toEqual(
      [],
    )
  })

  it('has its key', () => {
    const key = constraints.find((one) => one.table === resource.table && one.kind === 'p')
    expect(key).toMatchObject({ name: `${resource.table}_pkey`, columns: ['id'] })
  })

  it('holds its references, and does with their ends what is declared', () => {
    const actual = constraints
      .filter((one) => one.table === resource.table && one.kind === 'f' && one.columns[0] !== 'org_id')
      .map(({ columns: [name], target, onDelete }) => [name, target, onDelete])
    const expected = fieldsOf(resource)
      .filter(([, field]) => field.kind === 'ref' && field.stored)
      .map(([name, field]) => [
        name,
        field.to!.replaceAll(/[/-]/g, '_'),
        expect.toBeOneOf(deletes[field.whenTargetGoes ?? 'refuse']!),
      ])
    expect(actual.sort()).toEqual(expected.sort())
  })

  it('keeps unique what is declared so, under the name by which the engine knows it', () => {
    const actual = constraints
      .filter((one) => one.table === resource.table && one.kind === 'u')
      .map(({ name, columns }) => [name, columns])
    const alone = fieldsOf(resource).filter(([, field]) => field.unique)
    const scoped = resource.scope === 'organisation' ? ['org_id'] : []
    const expected = [
      ...alone.map(([name]) => [constraintName(resource, [name]), [name]]),
      ...resource.unique.map((names) => [constraintName(resource, names), [...scoped, ...names]]),
    ]
    expect(actual.sort()).toEqual(expected.sort())
  })

  it('can hold what its fields refer to through it', () => {
    for (const [, { link }] of fieldsOf(resource)) {
      if (!link) continue
      const table = link.through.replaceAll(/[/-]/g, '_')
      const names = columns.filter((column) => column.table === table).map((column) => column.name)
      expect(names).toEqual(expect.arrayContaining([link.mine, link.theirs, ...Object.keys(link.fixed ?? {})]))
    }
  })
})

it('a reference is found quickly from its end: every foreign key has an index', async () => {
  const { rows } = await sql<{ column: string }>`
    select k.conrelid::regclass || '.' || a.attname as column
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])
    order by 1
  `.execute(databaseOf(world))
  expect(rows.map((row) => row.column)).toEqual([])
})

it('every column is known and looked at when it changes', () => {
  const tables = [...new Set(columns.map(({ table }) => table))]
  const sections = tables.map((table) => {
    const lines = columns
      .filter((column) => column.table === table)
      .map(({ name, type, nullable, preset }) => `| ${name} | ${type} | ${nullable ? 'yes' : ''} | ${preset ?? ''} |`)
    const rules = constraints
      .filter((one) => one.table === table)
      .map(({ name, kind, columns, target, onDelete }) => {
        const end = target ? ` → ${target}, on delete ${endings[onDelete]}` : ''
        return `- ${name}: ${kinds[kind]} (${columns.join(', ')})${end}`
      })
      .sort()
    return [`## ${table}`, '', '| column | type | null | default |', '|---|---|---|---|', ...lines, '', ...rules].join(
      '\n',
    )
  })
  const title =
    '# Tables and columns\n\nWritten by a test from the migrated database: `UPDATE_GOLDEN=1` writes it anew.\n\n'
  expectGolden(new URL('../../columns.golden.md', import.meta.url), `${title}${sections.join('\n\n')}\n`)
})

const kinds: Record<string, string> = { p: 'key', u: 'unique', f: 'refers to' }
const endings: Record<string, string> = { a: 'refuse', r: 'refuse', c: 'cascade', n: 'empty' }
