// Which rows exist for a caller. Every query of the engine starts here: an object of another organisation does not exist.
import { type AnyResource, keyOf } from '@drawbridge/resource'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { kept } from '../platform/db/kept-plans.ts'
import type { Rows, Served } from './serve.ts'

/** The database without the types of its tables: the engine knows them from the resource. */
export const untyped = (ctx: Ctx): Kysely<any> => ctx.db as unknown as Kysely<any>

export const allRows = (resource: AnyResource, db: Kysely<any>): Rows =>
  db.selectFrom(`${resource.table} as t`) as unknown as Rows

export const visibleRows = (one: Served, ctx: Ctx, db: Kysely<any> = untyped(ctx)): Rows => {
  const { resource, behaviour } = one
  const rows = allRows(resource, db)
  if (behaviour.visible) return behaviour.visible(rows, ctx)
  if (resource.scope === 'own') return rows.where(`t.${resource.owner}`, '=', ctx.me.id)
  if (resource.scope === 'organisation' && !ctx.org.isRoot) return rows.where('t.org_id', '=', ctx.org.id)
  return rows
}

/** The exact number of visible rows: summed from kept tallies where the scope allows, else counted. */
export const countVisible = async (one: Served, ctx: Ctx): Promise<number> => {
  if (one.behaviour.count) return one.behaviour.count(ctx)
  const tally = await keptCount(one, ctx)
  if (!tally) return countRows(visibleRows(one, ctx))
  const found = await sql<{ n: number }>`${kept} select ${tally} as n`.execute(untyped(ctx))
  return Number(found.rows[0]?.n ?? 0)
}

/** The same as an expression, where tallies hold it. */
export const keptCount = async ({ resource, behaviour }: Served, ctx: Ctx): Promise<RawBuilder<number> | undefined> => {
  if (behaviour.count || behaviour.visible || resource.scope === 'own' || !(await isTallied(resource, ctx)))
    return undefined
  const perOrg = resource.scope === 'organisation' && !ctx.org.isRoot
  return sql<number>`(
    select coalesce(sum(y.n), 0)::bigint from tallies y
    where y.relation = ${resource.table} ${perOrg ? sql`and y.org_id = ${ctx.org.id}` : sql``}
  )`
}

export const countRows = async (rows: Rows): Promise<number> => {
  const found = await rows.select(sql<number>`count(*)`.as('n')).executeTakeFirst()
  return Number((found as { n: number } | undefined)?.n ?? 0)
}

const tallied = new Map<string, boolean>()

const isTallied = async (resource: AnyResource, ctx: Ctx): Promise<boolean> => {
  const known = tallied.get(resource.table)
  if (known !== undefined) return known
  const found = await sql<{ yes: boolean }>`
    select exists (select 1 from pg_trigger where tgname = 'tally_insert' and tgrelid = ${resource.table}::regclass) as yes
  `.execute(untyped(ctx))
  const yes = found.rows[0]?.yes ?? false
  tallied.set(resource.table, yes)
  return yes
}

/** To compare a key with: any of these. */
export const anyOf = (resource: AnyResource, ids: readonly unknown[]) =>
  sql`any(${ids}::${sql.raw(keyOf(resource).column === 'bigint' ? 'bigint[]' : 'uuid[]')})`
