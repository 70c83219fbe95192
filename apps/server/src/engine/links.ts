// Rows that link two others, kept equal to what a `refs` field says.
import { type AnyField, type Fields, words } from '@drawbridge/resource'
import { type Kysely, sql } from 'kysely'
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
    if (old.length > 0)
      await dropLinks(
        field,
        old.map((item) => ({ id: item.id, keep: item.draft[name] })),
        ctx,
      )
    const pairs = wanted.flatMap(({ id, draft }) => (draft[name] as string[]).map((other) => [id, other] as const))
    await addLinks(field, pairs, ctx)
  }
}

const AT_ONCE = 10_000

const addLinks = async (
  field: AnyField,
  pairs: readonly (readonly [string | number, string])[],
  ctx: Ctx,
): Promise<void> => {
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

const dropLinks = async (
  field: AnyField,
  rows: readonly { id: string | number; keep: readonly string[] }[],
  ctx: Ctx,
): Promise<void> => {
  const { through, mine, theirs, fixed = {} } = field.link!
  const target = servedAt(field.to!)
  for (const { id, keep } of rows) {
    const conditions = [
      sql`l.${sql.ref(mine)} = ${id}`,
      sql`not (l.${sql.ref(theirs)} = any(${keep}::uuid[]))`,
      ...Object.entries(fixed).map(([column, value]) => sql`l.${sql.ref(column)} = ${value}`),
    ]
    const seen = visibleRows(target, eyesFor(field, ctx)).select('t.id')
    await (untyped(ctx) as Kysely<any>)
      .deleteFrom(`${servedAt(through).resource.table} as l`)
      .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
      .where(`l.${theirs}`, 'in', seen as never)
      .execute()
  }
}

/** Ids a draft refers to that do not exist for the caller, by field: checked for all drafts in one query per field. */
export const danglingRefs = async (
  fields: Fields,
  drafts: readonly (Record<string, any> | undefined)[],
  ctx: Ctx,
): Promise<(Record<string, string[]> | undefined)[]> => {
  const problems: (Record<string, string[]> | undefined)[] = drafts.map(() => undefined)
  for (const [name, field] of Object.entries(fields)) {
    if (!field.to || field.readOnly) continue
    const wanted = new Set<string>(drafts.flatMap((draft) => idsIn(draft?.[name])))
    if (wanted.size === 0) continue
    const known = await knownIds(field.to, [...wanted], eyesFor(field, ctx))
    drafts.forEach((draft, i) => {
      const missing = idsIn(draft?.[name]).find((id) => !known.has(id))
      if (missing !== undefined) problems[i] = { ...problems[i], [name]: [words.absent(missing)[ctx.reader.lang]] }
    })
  }
  return problems
}

const eyesFor = (field: AnyField, ctx: Ctx): Ctx => (field.anywhere ? ctx.everywhere() : ctx)

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value as string]

const knownIds = async (path: string, ids: readonly string[], ctx: Ctx): Promise<Set<string>> => {
  const rows = await visibleRows(servedAt(path), ctx)
    .select('t.id')
    .where('t.id', '=', sql`any(${ids}::uuid[])`)
    .execute()
  return new Set((rows as { id: string }[]).map((row) => row.id))
}
