// Names that must be unique: found before writing, for every row of a bulk at once; and read from the database's own refusal when two writers race.
import { type AnyResource, type Fields, keyOf, words } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { sql } from 'kysely'
import { eachInTurn, pieces } from '../platform/breath.ts'
import type { Ctx } from '../platform/context.ts'
import type { Served } from './serve.ts'
import { untyped } from './visible.ts'

interface Rule {
  readonly names: readonly string[]
  /** A field unique by itself answers with a list of messages, names unique together with one text each: the contract's shapes. */
  readonly alone: boolean
}

/** Names unique together are so inside their organisation, where the resource has one. */
const keyNames = (resource: AnyResource, rule: Rule): readonly string[] =>
  resource.scope === 'organisation' && !rule.alone ? ['org_id', ...rule.names] : rule.names

const rulesOf = (resource: AnyResource): Rule[] => [
  ...Object.entries(resource.fields as Fields)
    .filter(([, field]) => field.unique)
    .map(([name]) => ({ names: [name], alone: true })),
  ...resource.unique.map((names) => ({ names, alone: false })),
]

/** All names that some rule asks for. */
export const uniqueNames = (resource: AnyResource): string[] => [
  ...new Set(rulesOf(resource).flatMap((rule) => keyNames(resource, rule))),
]

const problemOf = (rule: Rule, ctx: Ctx): Record<string, unknown> => {
  const text = words.unique[ctx.reader.lang]
  return Object.fromEntries(rule.names.map((name) => [name, rule.alone ? [text] : text]))
}

export interface Candidate {
  readonly id?: string | number
  readonly values: Record<string, unknown>
}

export const takenNames = async (
  one: Served,
  candidates: readonly (Candidate | undefined)[],
  ctx: Ctx,
): Promise<(Record<string, unknown> | undefined)[]> => {
  const problems: (Record<string, unknown> | undefined)[] = candidates.map(() => undefined)
  for (const rule of rulesOf(one.resource)) {
    const names = keyNames(one.resource, rule)
    const owners = await holders(one, names, candidates, ctx)
    const seen = new Map<string, number>()
    await eachInTurn(candidates, (candidate, i) => {
      const key = candidate && keyIn(names, candidate.values)
      if (!key) return
      const holder = owners.get(key)
      const stranger = holder !== undefined && String(holder) !== String(candidate.id)
      if (stranger || seen.has(key)) problems[i] = { ...problems[i], ...problemOf(rule, ctx) }
      seen.set(key, i)
    })
  }
  return problems
}

const keyIn = (names: readonly string[], values: Record<string, unknown>): string | undefined => {
  const parts = names.map((name) => values[name])
  return parts.some((part) => part === undefined || part === null) ? undefined : JSON.stringify(parts.map(String))
}

const AT_ONCE = 5_000

/** Who holds the wanted names now. */
const holders = async (
  one: Served,
  names: readonly string[],
  candidates: readonly (Candidate | undefined)[],
  ctx: Ctx,
): Promise<Map<string, string | number>> => {
  const found = new Map<string, string | number>()
  for (const part of pieces(candidates, AT_ONCE)) {
    const wanted = part.flatMap((candidate) =>
      candidate && keyIn(names, candidate.values) ? [names.map((name) => String(candidate.values[name]))] : [],
    )
    if (wanted.length === 0) continue
    for (const { key, id } of await holdersOf(one.resource, names, wanted, ctx)) found.set(JSON.stringify(key), id)
  }
  return found
}

const holdersOf = async (resource: AnyResource, names: readonly string[], wanted: readonly string[][], ctx: Ctx) => {
  const columns = names.map((name) => sql`t.${sql.ref(name)}::text`)
  const lists = names.map((_, i) => sql`${wanted.map((parts) => parts[i])}::text[]`)
  const typed = names.map((name, i) => sql`w.${sql.ref(`c${i}`)}::${sql.raw(resource.fields[name].column)}`)
  const { rows } = await sql<{ id: string | number; key: string[] }>`
    select t.id, array[${sql.join(columns)}] as key from ${sql.table(resource.table)} t
    where (${sql.join(names.map((name) => sql`t.${sql.ref(name)}`))}) in (
      select ${sql.join(typed)} from unnest(${sql.join(lists)}) as w(${sql.join(names.map((_, i) => sql.ref(`c${i}`)))})
    )
  `.execute(untyped(ctx))
  return rows
}

/** As PostgreSQL keeps it: no name is longer than 63 bytes. */
export const constraintName = ({ table }: AnyResource, names: readonly string[]): string =>
  `${table}_unique_${names.join('_')}`.slice(0, 63)

/** A duplicate the database refused, as the same answer the check would have given. */
export const asTaken = (one: Served, constraint: string | undefined, ctx: Ctx): InvalidBody | undefined => {
  const { resource } = one
  if (constraint === `${resource.table}_pkey`) return new InvalidBody({ id: [words.unique[ctx.reader.lang]] })
  const rule = rulesOf(resource).find(({ names }) => constraint === constraintName(resource, names))
  return rule && new InvalidBody(problemOf(rule, ctx))
}

/** A client may choose the id of a new row, but not one that is taken. */
export const takenIds = async (one: Served, ids: readonly (string | undefined)[], ctx: Ctx): Promise<Set<string>> => {
  const wanted = ids.filter((id) => id !== undefined)
  if (wanted.length === 0 || keyOf(one.resource).column !== 'uuid') return new Set()
  const found = await sql<{
    id: string
  }>`select id from ${sql.table(one.resource.table)} where id = any(${wanted}::uuid[])`.execute(untyped(ctx))
  return new Set(found.rows.map((row) => row.id))
}
