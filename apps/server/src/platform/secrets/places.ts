// Every place where a sealed value is kept, so that a new master key reaches all of them. Found from the declarations.
import { catalogue } from '@drawbridge/model'
import { type AnyField, type AnyResource, type Kept, keyOf } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../context.ts'
import type { VisitData } from '../db/tables.ts'
import { settingContext } from '../settings.ts'
import type { Place } from './rotate.ts'

/** What a visit remembers sealed. */
const inVisits = ['otp_candidate', 'reset_token'] as const satisfies (keyof VisitData)[]

export const sealedPlaces = async (db: Db, resources: readonly AnyResource[] = catalogue): Promise<Place[]> => [
  ...resources.flatMap((resource) => [...columnsOf(resource, db), ...objectsOf(resource, db)]),
  ...inVisits.map((name) => visitPlace(name, db)),
  ...(await settingPlaces(db)),
]

const columnsOf = (resource: AnyResource, db: Db): Place[] => {
  const all: [string, AnyField | Kept][] = [
    ...Object.entries<AnyField>(resource.fields).filter(([, field]) => field.stored),
    ...Object.entries<Kept>(resource.keeps),
  ]
  const key = sql.raw(keyOf(resource).column ?? 'uuid')
  return all
    .filter(([, one]) => one.sealed)
    .map(([name]) =>
      placeIn(db, {
        context: `${resource.table}.${name}`,
        table: resource.table,
        value: sql.ref(name),
        key: 'id',
        cast: (id) => sql`${id}::${key}`,
        set: (sealed) => sql`${sql.ref(name)} = ${sealed}`,
      }),
    )
}

/** Objects whose parts may be sealed. Which of them are is told by each row, see parts.ts. */
const objectsOf = (resource: AnyResource, db: Db): Place[] =>
  Object.entries<AnyField>(resource.fields)
    .filter(([, field]) => field.stored && field.kind === 'object')
    .map(([name]) => partsPlace(resource, name, db))

/** A value is found by the id of its row and the name of its part. */
const partsPlace = (resource: AnyResource, name: string, db: Db): Place => {
  const [table, column, key] = [sql.table(resource.table), sql.ref(name), sql.raw(keyOf(resource).column ?? 'uuid')]
  const context = `${resource.table}.${name}`
  const spot = (id: string): [RawBuilder<unknown>, string] => {
    const [row = '', part = ''] = id.split(/ (.*)/s)
    return [sql`${row}::${key}`, part]
  }
  return {
    name: context,
    context,
    next: async (after, limit) => {
      const [row, part] = after === undefined ? [] : spot(after)
      const later = row ? sql`(t.id, part.key) > (${row}, ${part})` : sql`true`
      const found = await sql<{ id: string; sealed: string }>`
        select t.id::text || ' ' || part.key as id, part.value ->> 'sealed' as sealed
        from ${table} t, jsonb_each(case jsonb_typeof(t.${column}) when 'object' then t.${column} end) part
        where jsonb_typeof(part.value -> 'sealed') = 'string' and ${later} order by t.id, part.key limit ${limit}
      `.execute(db)
      return found.rows
    },
    replace: async (id, before, after) => {
      const [row, part] = spot(id)
      const path = sql`array[${part}, 'sealed']::text[]`
      const { numAffectedRows } = await sql`
        update ${table} set ${column} = jsonb_set(${column}, ${path}, to_jsonb(${after}::text))
        where id = ${row} and ${column} #>> ${path} = ${before}
      `.execute(db)
      return numAffectedRows === 1n
    },
  }
}

const visitPlace = (name: (typeof inVisits)[number], db: Db): Place =>
  placeIn(db, {
    context: `sessions.${name}`,
    table: 'sessions',
    value: sql`data ->> ${sql.lit(name)}`,
    key: 'id',
    cast: (id) => sql`${id}`,
    set: (sealed) => sql`data = jsonb_set(data, ${sql.lit(`{${name}}`)}::text[], to_jsonb(${sealed}::text))`,
  })

/** Each setting is sealed under its own name, so each is a place. Also those that no declaration knows any more. */
const settingPlaces = async (db: Db): Promise<Place[]> => {
  const rows = await db.selectFrom('settings').select('name').where('sealed', 'is not', null).execute()
  return rows.map(({ name }) => {
    const one = placeIn(db, {
      context: settingContext(name),
      table: 'settings',
      value: sql.ref('sealed'),
      key: 'name',
      cast: (id) => sql`${id}`,
      set: (sealed) => sql`sealed = ${sealed}`,
      only: sql`name = ${name}`,
    })
    return { ...one, name: `settings.${name}` }
  })
}

interface Spot {
  context: string
  table: string
  value: RawBuilder<unknown>
  key: string
  cast(id: string): RawBuilder<unknown>
  set(sealed: string): RawBuilder<unknown>
  only?: RawBuilder<unknown>
}

const placeIn = (db: Db, { context, table, value, key, cast, set, only = sql`true` }: Spot): Place => {
  const [from, id] = [sql.table(table), sql.ref(key)]
  return {
    name: context,
    context,
    next: async (after, limit) => {
      const later = after === undefined ? sql`true` : sql`${id} > ${cast(after)}`
      const found = await sql<{ id: string; sealed: string }>`
        select ${id}::text as id, ${value} as sealed from ${from}
        where ${value} is not null and ${only} and ${later} order by ${from}.${id} limit ${limit}
      `.execute(db)
      return found.rows
    },
    replace: async (row, before, after) => {
      const { numAffectedRows } = await sql`
        update ${from} set ${set(after)} where ${id} = ${cast(row)} and ${value} = ${before}
      `.execute(db)
      return numAffectedRows === 1n
    },
  }
}
