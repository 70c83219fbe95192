// Rows that link two others, kept equal to what a `refs` field says.
import { type AnyField, type Fields, words } from '@drawbridge/resource'
import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { type Served, servedAt } from './serve.ts'
import { untyped, visibleRows } from './visible.ts'

export const linkFields = (one: Served): [string, AnyField][] =>
  Object.entries(one.resource.fields as Fields).filter(([, field]) => field.kind === 'refs' && !field.readOnly)

/** Makes the links of rows those of the drafts. Links the caller cannot see, to rows of other organisations, stay. */
export const saveLinks = async (
  one: Served,
  drafts: readonly { id: string | number; draft: Record<string, any>; isNew: boolean }[],
  ctx: Ctx,
): Promise<void> => {
  for (const [name, field] of linkFields(one)) {
    const wanted = drafts.filter(({ draft }) => draft[name] !== undefined)
    const old = wanted.filter((item) => !item.isNew)
    const pairs = wanted.flatMap(({ id, draft }) => (draft[name] as string[]).map((other) => [id, other] as const))
    if (old.length > 0)
      await dropLinks(
        field,
        old.map((item) => item.id),
        pairs,
        ctx,
      )
    await addLinks(field, pairs, ctx)
  }
}

const AT_ONCE = 10_000

type Pair = readonly [mine: string | number, theirs: string]

const addLinks = async (field: AnyField, pairs: readonly Pair[], ctx: Ctx): Promise<void> => {
  if (field.link!.held) return takeHold(field, pairs, ctx)
  const { through, mine, theirs, fixed = {} } = field.link!
  const table = sql.table(servedAt(through).resource.table)
  const columns = [mine, theirs, ...Object.keys(fixed)]
  const constants = Object.values(fixed).map((value) => sql`, ${value}::text`)
  for (let start = 0; start < pairs.length; start += AT_ONCE) {
    const some = pairs.slice(start, start + AT_ONCE)
    await sql`
      insert into ${table} (${sql.join(columns.map((name) => sql.ref(name)))})
      select v.mine, v.theirs ${sql.join(constants, sql``)}
      from unnest(${some.map(([id]) => id)}::uuid[], ${some.map(([, other]) => other)}::uuid[]) as v(mine, theirs)
      on conflict do nothing
    `.execute(untyped(ctx))
  }
}

/** Where the other row names this one, a link is a change of the other row. */
const takeHold = async (field: AnyField, pairs: readonly Pair[], ctx: Ctx): Promise<void> => {
  const { through, mine } = field.link!
  await sql`
    update ${sql.table(servedAt(through).resource.table)} l set ${sql.ref(mine)} = v.mine
    from unnest(${pairs.map(([id]) => id)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[]) as v(mine, theirs)
    where l.id = v.theirs and l.${sql.ref(mine)} is distinct from v.mine
  `.execute(untyped(ctx))
}

/** Drops the links of these rows that are not among the pairs to keep. */
const dropLinks = async (field: AnyField, rows: readonly (string | number)[], keep: readonly Pair[], ctx: Ctx) => {
  const { through, mine, theirs, fixed = {} } = field.link!
  const kept = sql`unnest(${keep.map(([id]) => id)}::uuid[], ${keep.map(([, other]) => other)}::uuid[])`
  const conditions = [
    sql`l.${sql.ref(mine)} = any(${rows}::uuid[])`,
    sql`(l.${sql.ref(mine)}, l.${sql.ref(theirs)}) not in (select k.mine, k.theirs from ${kept} as k(mine, theirs))`,
    ...Object.entries(fixed).map(([column, value]) => sql`l.${sql.ref(column)} = ${value}`),
  ]
  const seen = visibleRows(servedAt(field.to!), eyesFor(field, ctx)).select('t.id')
  if (field.link!.held) {
    await sql`
      update ${sql.table(servedAt(through).resource.table)} l set ${sql.ref(mine)} = null where ${sql.join(conditions, sql` and `)}
    `.execute(untyped(ctx))
    return
  }
  await untyped(ctx)
    .deleteFrom(`${servedAt(through).resource.table} as l`)
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .where(`l.${theirs}`, 'in', seen as never)
    .execute()
}

/**
 * Ids a draft refers to that do not exist for the caller, by field: checked for all drafts in one query per field.
 * `homes` are the organisations of rows that exist: from the root organisation, too, a row refers to rows of its own.
 */
export const danglingRefs = async (
  fields: Fields,
  drafts: readonly (Record<string, any> | undefined)[],
  ctx: Ctx,
  homes: readonly (string | undefined)[] = [],
): Promise<(Record<string, string[]> | undefined)[]> => {
  const problems: (Record<string, string[]> | undefined)[] = drafts.map(() => undefined)
  for (const [name, field] of Object.entries(fields)) {
    if (!field.to || field.readOnly) continue
    const wanted = new Set<string>(drafts.flatMap((draft) => idsIn(draft?.[name])))
    if (wanted.size === 0) continue
    const known = await knownIds(field, [...wanted], eyesFor(field, ctx))
    drafts.forEach((draft, i) => {
      const home = field.anywhere ? undefined : homes[i]
      const missing = idsIn(draft?.[name]).find((id) => !isThere(known, id, home))
      if (missing !== undefined) problems[i] = { ...problems[i], [name]: [problem(field, missing)[ctx.reader.lang]] }
    })
  }
  return problems
}

const problem = ({ by }: AnyField, given: string) => (by ? words.absentNamed(by, given) : words.absent(given))

const eyesFor = (field: AnyField, ctx: Ctx): Ctx => (field.anywhere ? ctx.everywhere() : ctx)

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value as string]

/** The rows that are there, each with its organisation, or none where it belongs to no single one. */
const knownIds = async (
  { to, by = 'id' }: AnyField,
  ids: readonly string[],
  ctx: Ctx,
): Promise<Map<string, string | undefined>> => {
  const target = servedAt(to!)
  const columns = [`t.${by} as id`, ...(target.resource.scope === 'organisation' ? ['t.org_id'] : [])]
  const rows = await visibleRows(target, ctx)
    .select(columns as never)
    .where(`t.${by}`, '=', sql`any(${ids}::${sql.raw(by === 'id' ? 'uuid[]' : 'text[]')})`)
    .execute()
  return new Map((rows as { id: string; org_id?: string }[]).map((row) => [row.id, row.org_id]))
}

const isThere = (known: ReadonlyMap<string, string | undefined>, id: string, home: string | undefined): boolean => {
  const org = known.get(id)
  return known.has(id) && (home === undefined || org === undefined || org === home)
}
