// A piece of the inventory: whole organisations, everything below some nodes, single assets. Its size, its border.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { unionSizes } from './union-size.ts'

export interface Ground {
  /** Organisations of which everything belongs. */
  readonly orgs: readonly string[]
  /** Nodes of which everything on and below belongs; none of them is below another. */
  readonly nodes: readonly string[]
  /** A query for the ids of single assets. */
  readonly assets?: RawBuilder<unknown>
}

export const NOWHERE: Ground = { orgs: [], nodes: [] }

/** Nothing can belong to it. */
export const isEmpty = ({ orgs, nodes, assets }: Ground): boolean => orgs.length === 0 && nodes.length === 0 && !assets

/** Ids of nodes on and below these. */
export const nodesBelow = (tops: readonly string[]): RawBuilder<unknown> => sql`
  select unnest(${tops}::uuid[]) as id
  union all
  select n.id from assets_nodes top join assets_nodes n on n.key > top.key || ':' and n.key < top.key || ';'
  where top.id = any(${tops}::uuid[])
`

/** Whether an asset belongs to it. With `each` it is asked row by row, and never by first looking up everything that belongs. */
export const within = (
  { orgs, nodes, assets }: Ground,
  asset = 't',
  { each = false }: { each?: boolean } = {},
): RawBuilder<boolean> => {
  const [id, org] = [sql.ref(`${asset}.id`), sql.ref(`${asset}.org_id`)]
  const parts: RawBuilder<unknown>[] = []
  if (orgs.length > 0) parts.push(sql`${org} = any(${orgs}::uuid[])`)
  if (nodes.length > 0) {
    const links = sql`
      from assets_assets_nodes_relations wl join assets_nodes wn on wn.id = wl.node
      where wl.asset = ${id} and wn.path && ${nodes}::uuid[]
    `
    parts.push(each ? sql`coalesce((select true ${links} limit 1), false)` : sql`exists (select ${links})`)
  }
  if (assets) parts.push(sql`${id} in (${assets})`)
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** How many assets belong to it, each once. */
export const sizeOf = async ({ orgs, nodes, assets }: Ground, db: Db): Promise<number> => {
  const parts: RawBuilder<unknown>[] = []
  if (orgs.length > 0)
    parts.push(sql`
      coalesce((select sum(y.n) from tallies y where y.relation = 'assets_assets' and y.org_id = any(${orgs}::uuid[])), 0)
    `)
  if (assets) {
    const rest: Ground = { orgs, nodes }
    const outside = isEmpty(rest) ? sql`true` : sql`not ${within(rest, 'a')}`
    parts.push(sql`(select count(*) from assets_assets a where a.id in (${assets}) and ${outside})`)
  }
  const [[below], single] = await Promise.all([
    unionSizes([nodes], db),
    parts.length === 0 ? undefined : sql<{ n: number }>`select (${sql.join(parts, sql` + `)})::bigint as n`.execute(db),
  ])
  return below! + Number(single?.rows[0]?.n ?? 0)
}
