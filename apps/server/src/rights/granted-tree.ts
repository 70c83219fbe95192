// The tree as somebody meets it who is granted parts of it: the granted nodes with all below them, and the way there.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { Ground } from './ground.ts'
import { assetsNamed, type Granted } from './rules.ts'
import { amountSql, type Place } from './tree.ts'
import type { TreeAsset, TreeNode } from './tree-items.ts'
import { unionSizes } from './union-size.ts'

export interface GrantedNode extends TreeNode {
  readonly org_id: string
}

/** What of the granted is on and below a node. */
export const groundBelow = async (
  granted: Granted,
  rules: RawBuilder<unknown>,
  place: Place,
  db: Db,
): Promise<Ground> => {
  if (isWhole(granted, place))
    return place.parent === null ? { orgs: [place.org_id], nodes: [] } : { orgs: [], nodes: [place.id] }
  const { rows } = await sql<{ id: string }>`
    select n.id from assets_nodes n where n.id = any(${granted.tops}::uuid[]) and ${below(place)}
  `.execute(db)
  return {
    orgs: [],
    nodes: rows.map(({ id }) => id),
    assets: granted.single
      ? sql`
          select a.asset from (${assetsNamed(rules)}) a where exists (
            select from assets_assets_nodes_relations l join assets_nodes n on n.id = l.node
            where l.asset = a.asset and (n.id = ${place.id} or ${below(place)})
          )
        `
      : undefined,
  }
}

/** Whether everything below a node is granted, because it or a node above it is. */
export const isWhole = ({ tops }: Granted, { path }: Place): boolean => path.some((id) => tops.includes(id))

const below = ({ key }: Place): RawBuilder<boolean> => sql<boolean>`(n.key > ${`${key}:`} and n.key < ${`${key};`})`

/** The granted children of a node, or the roots of the organisations in which anything is granted. */
export const grantedChildren = async (
  granted: Granted,
  rules: RawBuilder<unknown>,
  place: Place | undefined,
  db: Db,
): Promise<GrantedNode[]> =>
  place && isWhole(granted, place) ? allChildren(place, db) : partChildren(granted, rules, place, db)

const shown = (amount: RawBuilder<unknown>) => sql`
  n.id, n.key, n.value, n.org_id, n.parent is null as root, ${amount} as assets_amount,
  exists (select from assets_nodes c where c.parent = n.id) as "isParent"
`

const allChildren = async ({ id }: Place, db: Db): Promise<GrantedNode[]> => {
  const { rows } = await sql<GrantedNode>`
    select ${shown(amountSql(sql`n.id`))} from assets_nodes n where n.parent = ${id} order by n.value, n.id
  `.execute(db)
  return rows
}

/** Counts for each child what is granted in it: whole nodes by their kept numbers, single assets one by one, nothing twice. */
const partChildren = async (
  granted: Granted,
  rules: RawBuilder<unknown>,
  place: Place | undefined,
  db: Db,
): Promise<GrantedNode[]> => {
  const level = (place?.path.length ?? 0) + 1
  const inside = place ? below(place) : sql<boolean>`true`
  const child = sql`n.path[${level}::int]`
  const [tops, singles] = await Promise.all([
    sql<{ child: string; tops: string[] }>`
      select ${child} as child, array_agg(n.id) as tops from assets_nodes n
      where n.id = any(${granted.tops}::uuid[]) and ${inside} group by 1
    `.execute(db),
    granted.single ? singlesIn(granted, rules, { child, inside }, db) : [],
  ])
  const sizes = await unionSizes(
    tops.rows.map((row) => row.tops),
    db,
  )
  const amounts = new Map<string, number>()
  for (const [at, row] of tops.rows.entries()) amounts.set(row.child, sizes[at]!)
  for (const row of singles) amounts.set(row.child, (amounts.get(row.child) ?? 0) + Number(row.amount))
  const { rows } = await sql<GrantedNode>`
    select ${shown(sql`m.amount`)}
    from unnest(${[...amounts.keys()]}::uuid[], ${[...amounts.values()]}::bigint[]) as m(child, amount)
    join assets_nodes n on n.id = m.child order by n.value, n.id
  `.execute(db)
  return rows
}

/** Single assets in each child, but those that are also below a granted node of the same child. */
const singlesIn = async (
  { tops }: Granted,
  rules: RawBuilder<unknown>,
  { child, inside }: Record<'child' | 'inside', RawBuilder<unknown>>,
  db: Db,
): Promise<{ child: string; amount: number }[]> => {
  const { rows } = await sql<{ child: string; amount: number }>`
    with singles as materialized (
      select distinct l.asset, ${child} as child from (${assetsNamed(rules)}) a
      join assets_assets_nodes_relations l on l.asset = a.asset join assets_nodes n on n.id = l.node
      where ${inside} and not n.path && ${tops}::uuid[]
    )
    select s.child, count(*) as amount from singles s where not exists (
      select from assets_assets_nodes_relations l join assets_nodes n on n.id = l.node
      where l.asset = s.asset and l.shared and n.path && ${tops}::uuid[] and ${child} = s.child
    ) group by s.child
  `.execute(db)
  return rows
}

/** Granted assets that stand on a node itself. */
export const grantedAssetsOn = async (
  granted: Granted,
  rules: RawBuilder<unknown>,
  place: Place,
  db: Db,
): Promise<TreeAsset[]> => {
  if (!isWhole(granted, place) && !granted.single) return []
  const mine = isWhole(granted, place) ? sql`` : sql`and l.asset in (${assetsNamed(rules)})`
  return treeAssets(sql`l.node = ${place.id} ${mine}`, db)
}

/** Assets as items below the nodes they stand on. */
export const treeAssets = async (where: RawBuilder<unknown>, db: Db): Promise<TreeAsset[]> => {
  const { rows } = await sql<TreeAsset>`
    select a.id, a.hostname, a.ip, a.protocols, a.is_active, p.base as platform, o.name as org_name, n.key
    from assets_assets_nodes_relations l
    join assets_nodes n on n.id = l.node
    join assets_assets a on a.id = l.asset join assets_platforms p on p.name = a.platform join orgs_orgs o on o.id = a.org_id
    where ${where} order by l.hostname, a.id
  `.execute(db)
  return rows
}

/** Every node of the granted tree at once. */
export const grantedNodes = async (granted: Granted, rules: RawBuilder<unknown>, db: Db): Promise<GrantedNode[]> => {
  const found: GrantedNode[] = []
  const open = async (place: Place | undefined): Promise<void> => {
    for (const one of await grantedChildren(granted, rules, place, db)) {
      found.push(one)
      if (!one.isParent) continue
      const { rows } = await sql<Place>`
        select id, org_id, key, value, full_value, parent, path from assets_nodes where id = ${one.id}
      `.execute(db)
      const child = rows[0]!
      if (isWhole(granted, child)) found.push(...(await everythingBelow(child, db)))
      else await open(child)
    }
  }
  await open(undefined)
  return found
}

const everythingBelow = async (place: Place, db: Db): Promise<GrantedNode[]> => {
  const { rows } = await sql<GrantedNode>`
    select ${shown(amountSql(sql`n.id`))} from assets_nodes n where ${below(place)} order by n.key
  `.execute(db)
  return rows
}
