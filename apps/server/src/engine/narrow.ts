// What a query string asks of a list: search, filters, ids, handles, dates, order.
import {
  type AnyField,
  type AnyResource,
  type Fields,
  fieldsOf,
  Invalid,
  keyOf,
  readFlag,
  readStamp,
  storable,
} from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import type { Query } from '../platform/http/route.ts'
import { findIdSet } from './id-sets.ts'
import type { Rows, Served } from './serve.ts'
import { servedAt } from './serve.ts'
import { anyOf } from './visible.ts'

export interface Narrowed {
  readonly rows: Rows
  /** Whether anything of the query restricts the list at all. */
  readonly restricted: boolean
  /** A handle was given that selects nothing: unknown, expired or somebody else's. */
  readonly lost: boolean
  /** Rows are named one by one, so there are few of them whatever the names. */
  readonly named: boolean
}

export const narrow = async (one: Served, base: Rows, query: Query, ctx: Ctx): Promise<Narrowed> => {
  let rows = base
  let restricted = false
  let lost = false
  let named = Boolean(query.ids || query.spm)
  const also = (change: (rows: Rows) => Rows) => {
    rows = change(rows)
    restricted = true
  }
  for (const [name, field] of filterFields(one)) {
    const text = query[name]
    if (text === undefined || text.trim() === '') continue
    const own = one.behaviour.narrow?.[name]
    const value = readFilter(name, field, text, { plain: !(name in one.resource.filters), ctx })
    if (value === undefined) continue
    named ||= !own && isOnlyOnce(one.resource, name)
    also((rows) => (own ? own(rows, value, ctx, query) : where(rows, name, field, value)))
  }
  if (query.ids) also((rows) => withIds(rows, one, query.ids!.split(',')))
  if (query.spm !== undefined && query.spm !== '') {
    const ids = await findIdSet(query.spm, ctx)
    lost = ids === undefined
    also((rows) => withIds(rows, one, ids ?? []))
  }
  const terms = searchTerms(query.search)
  if (terms.length > 0) {
    const columns = fieldsOf(one.resource).filter(([, field]) => field.search)
    if (columns.length > 0) also((rows) => terms.reduce((rows, term) => matching(rows, columns, term), rows))
  }
  const { range } = one.resource
  for (const [name, sign] of [
    ['date_from', '>='],
    ['date_to', '<='],
  ] as const) {
    const moment = range && query[name] ? readStamp(query[name], ctx.reader.zone) : undefined
    if (moment) also((rows) => rows.where(`t.${range}`, sign, moment))
  }
  return { rows, restricted, lost, named }
}

const isOnlyOnce = ({ fields, unique }: AnyResource, name: string): boolean =>
  name === 'id' || Boolean(fields[name]?.unique) || unique.some((names) => names.length === 1 && names[0] === name)

/** Names that filter: fields that say so, and the resource's own query parameters, which win. */
const filterFields = (one: Served): [string, AnyField][] => {
  const own = one.resource.filters as Fields
  return [...fieldsOf(one.resource).filter(([name, field]) => field.filter && !(name in own)), ...Object.entries(own)]
}

const SETS = new Set(['refs', 'choices'])
const KEYS = new Set(['id', 'serial', 'ref'])

const readFilter = (
  name: string,
  field: AnyField,
  text: string,
  { plain, ctx }: { plain: boolean; ctx: Ctx },
): unknown => {
  if (field.kind === 'flag') return readFlag(text)
  const parts = text.split(',').filter((part) => part.trim() !== '')
  try {
    if (SETS.has(field.kind)) return field.parse(parts, ctx.reader)
    if (KEYS.has(field.kind)) return parts.map((part) => field.parse(part, ctx.reader))
    // A text is looked for as it is: half an address is no mistake, it only matches nothing.
    if (plain && field.column === 'text' && !field.choices) return storable(text.trim())
    return field.parse(text, ctx.reader)
  } catch (problem) {
    if (!(problem instanceof Invalid)) throw problem
    throw new InvalidBody({ [name]: problem.say(ctx.reader.lang) })
  }
}

const where = (rows: Rows, name: string, field: AnyField, value: unknown): Rows => {
  if (field.kind === 'refs' && field.link) {
    const { mine, theirs, through, fixed = {} } = field.link
    const table = servedAt(through).resource.table
    const also = Object.entries(fixed).map(([column, wanted]) => sql`and l.${sql.ref(column)} = ${wanted}`)
    return rows.where(
      sql<boolean>`exists (select 1 from ${sql.table(table)} l where l.${sql.ref(mine)} = t.id and l.${sql.ref(theirs)} = any(${value}) ${sql.join(also, sql` `)})`,
    )
  }
  if (field.column === 'text[]') return rows.where(sql<boolean>`t.${sql.ref(name)} && ${value}::text[]`)
  if (Array.isArray(value)) return rows.where(`t.${name}`, '=', sql`any(${value})`)
  return rows.where(`t.${name}`, '=', value)
}

const withIds = (rows: Rows, one: Served, ids: readonly string[]): Rows => {
  const key = keyOf(one.resource)
  const good = ids.flatMap((id) => {
    try {
      return [key.parse(id.trim(), { lang: 'en', zone: 'UTC', now: new Date() })]
    } catch {
      return []
    }
  })
  return rows.where('t.id', '=', anyOf(one.resource, good))
}

const MOST_TERMS = 10

export const searchTerms = (text: string | undefined): string[] =>
  (text ?? '')
    .replaceAll('\0', ' ')
    .split(/[\s,，]+/)
    .filter(Boolean)
    .slice(0, MOST_TERMS)

const matching = (rows: Rows, columns: [string, AnyField][], term: string): Rows => {
  const pattern = term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  return rows.where((when) =>
    when.or(
      columns.map(([name, field]) =>
        when(`t.${name}`, 'ilike', field.search === 'prefix' ? `${pattern}%` : `%${pattern}%`),
      ),
    ),
  )
}

export type Direction = 'asc' | 'desc'

/** The order asked for, else the resource's own; always ending in the key, so that pages never overlap. */
export const orderOf = (one: Served, query: Query): [string, Direction][] => {
  const fields = one.resource.fields as Fields
  const asked = (query.order ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const wanted = asked
    .map(direct)
    .filter(
      ([name]) =>
        Object.hasOwn(fields, name) && fields[name]!.stored && !fields[name]!.writeOnly && !fields[name]!.sealed,
    )
  const order: [string, Direction][] = wanted.length > 0 ? wanted : one.resource.order.map(direct)
  if (order.some(([name]) => name === 'id')) return order
  return [...order, ['id', order.at(-1)?.[1] ?? 'asc']]
}

const direct = (text: string): [string, Direction] => (text.startsWith('-') ? [text.slice(1), 'desc'] : [text, 'asc'])

export const ordered = (
  rows: Rows,
  order: [string, Direction][],
  options: { reversed?: boolean; from?: string } = {},
): Rows =>
  order.reduce((rows, [name, direction]) => {
    const way = options.reversed ? (direction === 'asc' ? 'desc' : 'asc') : direction
    return rows.orderBy(`${options.from ?? 't'}.${name}`, way)
  }, rows)
