// Many rows into a table in one statement: a single JSON parameter, so neither their number nor the plan depends on the rows.
import type { AnyResource, ColumnType, Fields, Kept } from '@drawbridge/resource'
import { sql } from 'kysely'
import { eachInTurn, pieces } from '../platform/breath.ts'
import type { Ctx } from '../platform/context.ts'
import { untyped } from './visible.ts'

export type Columns = Record<string, unknown>

const AT_ONCE = 2_000

/** The type of every column of a resource, those that never cross the wire included. */
export const columnTypes = (resource: AnyResource): Record<string, ColumnType> => {
  const types: Record<string, ColumnType> = {}
  for (const [name, field] of Object.entries(resource.fields as Fields))
    if (field.stored && field.column) types[name] = field.column
  for (const [name, one] of Object.entries(resource.keeps as Record<string, Kept>)) types[name] = one.column
  return types
}

export const insertRows = async (
  resource: AnyResource,
  rows: readonly Columns[],
  ctx: Ctx,
  options: { ignoreDuplicates?: boolean } = {},
): Promise<(string | number)[]> => {
  const types = columnTypes(resource)
  const ids: (string | number)[] = []
  for await (const { names, part } of alike(rows)) {
    const list = sql.join(names.map((name) => sql.ref(name)))
    const found = await sql<{ id: string | number }>`
      insert into ${sql.table(resource.table)} (${list})
      select ${list} from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as v(${typed(names, types)})
      ${options.ignoreDuplicates ? sql`on conflict do nothing` : sql``}
      returning id
    `.execute(untyped(ctx))
    ids.push(...found.rows.map((row) => row.id))
  }
  return ids
}

/** Each row has its `id` and the columns that change. */
export const updateRows = async (resource: AnyResource, rows: readonly Columns[], ctx: Ctx): Promise<void> => {
  const types = columnTypes(resource)
  for await (const { names, part } of alike(rows)) {
    const changed = names.filter((name) => name !== 'id')
    if (changed.length === 0) continue
    await sql`
      update ${sql.table(resource.table)} t set ${sql.join(changed.map((name) => sql`${sql.ref(name)} = v.${sql.ref(name)}`))}
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as v(${typed(names, types)}) where t.id = v.id
    `.execute(untyped(ctx))
  }
}

const typed = (names: readonly string[], types: Record<string, ColumnType>) =>
  sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(types[name] ?? 'text')}`))

/** Rows with the same columns, together, in pieces the database likes. */
async function* alike(rows: readonly Columns[]): AsyncGenerator<{ names: string[]; part: readonly Columns[] }> {
  const groups = new Map<string, Columns[]>()
  await eachInTurn(rows, (row) => {
    const key = Object.keys(row).sort().join(' ')
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  })
  for (const group of groups.values())
    for (const part of pieces(group, AT_ONCE)) yield { names: Object.keys(group[0]!), part }
}
