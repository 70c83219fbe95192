// Names that must be unique: found before writing, for every row of a bulk at once; and read from the database's own refusal when two writers race.
import { type AnyResource, type Fields, keyOf, words } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import type { Served } from './serve.ts'
import { untyped } from './visible.ts'

interface Rule {
  readonly names: readonly string[]
  /** A field unique by itself answers with a list of messages, names unique together with one text each: the contract's shapes. */
  readonly alone: boolean
}

const rulesOf = (resource: AnyResource): Rule[] => [
  ...Object.entries(resource.fields as Fields)
    .filter(([, field]) => field.unique)
    .map(([name]) => ({ names: [name], alone: true })),
  ...resource.unique.map((names) => ({ names, alone: false })),
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
    const owners = await holders(one, rule, candidates, ctx)
    const seen = new Map<string, number>()
    candidates.forEach((candidate, i) => {
      const key = candidate && keyIn(rule, candidate.values)
      if (!key) return
      const holder = owners.get(key)
      const stranger = holder !== undefined && String(holder) !== String(candidate.id)
      if (stranger || seen.has(key)) problems[i] = { ...problems[i], ...problemOf(rule, ctx) }
      seen.set(key, i)
    })
  }
  return problems
}

const keyIn = (rule: Rule, values: Record<string, unknown>): string | undefined => {
  const parts = rule.names.map((name) => values[name])
  return parts.some((part) => part === undefined || part === null) ? undefined : JSON.stringify(parts)
}

/** Who holds the wanted names now. The organisation's own rows only, where there is one. */
const holders = async (
  one: Served,
  rule: Rule,
  candidates: readonly (Candidate | undefined)[],
  ctx: Ctx,
): Promise<Map<string, string | number>> => {
  const wanted = candidates.flatMap((candidate) =>
    candidate && keyIn(rule, candidate.values) ? [rule.names.map((name) => String(candidate.values[name]))] : [],
  )
  if (wanted.length === 0) return new Map()
  const { resource } = one
  const columns = rule.names.map((name) => sql`t.${sql.ref(name)}::text`)
  const lists = rule.names.map((_, i) => sql`${wanted.map((parts) => parts[i])}::text[]`)
  const scoped = resource.scope === 'organisation' && !ctx.org.isRoot
  const found = await sql<{ id: string | number; key: string[] }>`
    select t.id, array[${sql.join(columns)}] as key from ${sql.table(resource.table)} t
    where (${sql.join(rule.names.map((name) => sql`t.${sql.ref(name)}`))}) in (
      select ${sql.join(rule.names.map((name, i) => sql`w.${sql.ref(`c${i}`)}::${sql.raw(resource.fields[name].column)}`))}
      from unnest(${sql.join(lists)}) as w(${sql.join(rule.names.map((_, i) => sql.ref(`c${i}`)))})
    ) ${scoped ? sql`and t.org_id = ${ctx.org.id}` : sql``}
  `.execute(untyped(ctx))
  return new Map(found.rows.map((row) => [JSON.stringify(row.key), row.id]))
}

/** A duplicate the database refused, as the same answer the check would have given. */
export const asTaken = (one: Served, constraint: string | undefined, ctx: Ctx): InvalidBody | undefined => {
  const { resource } = one
  if (constraint === `${resource.table}_pkey`) return new InvalidBody({ id: [words.unique[ctx.reader.lang]] })
  const rule = rulesOf(resource).find(({ names }) => constraint === `${resource.table}_unique_${names.join('_')}`)
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
