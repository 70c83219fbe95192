// A piece of the inventory: whole organisations, everything below some nodes, single assets. Its pages, its size, its border.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { kept } from '../platform/db/kept-plans.ts'
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

export interface Slice {
  readonly limit: number
  readonly offset: number
  readonly descending?: boolean
}

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

/** Ids of the assets of a page, in the order of their names. Its cost does not depend on the number of assets. */
export const pageOn = async (ground: Ground, slice: Slice, db: Db): Promise<string[]> => {
  const reach = slice.offset + slice.limit
  if (slice.limit <= 0 || isEmpty(ground)) return []
  if (reach <= FAR) {
    const quick = (await walkedPage(ground, slice, reach, db)) ?? (await nearPage(ground, slice, reach, db))
    if (quick) return quick
  }
  const way = sql.raw(slice.descending ? 'desc' : 'asc')
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(streams(ground), sql` union `)}) found
    order by name ${way}, id ${way} limit ${slice.limit} offset ${slice.offset}
  `.execute(db)
  return rows.map(({ id }) => id)
}

const FAR = 5_000

const isEmpty = ({ orgs, nodes, assets }: Ground): boolean => orgs.length === 0 && nodes.length === 0 && !assets

/** Everything that belongs, as names and ids. */
const streams = ({ orgs, nodes, assets }: Ground): RawBuilder<unknown>[] => [
  ...(orgs.length > 0
    ? [sql`select a.hostname as name, a.id from assets_assets a where a.org_id = any(${orgs}::uuid[])`]
    : []),
  ...(nodes.length > 0
    ? [
        sql`select l.hostname as name, l.asset as id from assets_assets_nodes_relations l where l.node in (${nodesBelow(nodes)})`,
      ]
    : []),
  ...(assets ? [sql`select a.hostname as name, a.id from assets_assets a where a.id in (${assets})`] : []),
]

/** How many names are walked past at most, before another way is taken. */
const STEPS = 2_000

/**
 * Where much of an organisation belongs, the page is found by walking along its names from the first one. Not worth it where little belongs; and given up
 * where names and places go together, so that what belongs is far away.
 */
const walkedPage = async (ground: Ground, slice: Slice, reach: number, db: Db): Promise<string[] | undefined> => {
  if (ground.nodes.length === 0) return undefined
  const { rows } = await sql<{ org_id: string; share: number }>`
    ${kept} select n.org_id, (select sum(y.n) from assets_node_tallies y where y.node = any(${ground.nodes}::uuid[]))::float /
      nullif((select sum(o.n) from tallies o where o.relation = 'assets_assets' and o.org_id = n.org_id), 0) as share
    from assets_nodes n where n.id = any(${ground.nodes}::uuid[]) group by n.org_id
  `.execute(db)
  const [only] = rows
  if (!only || rows.length > 1 || ground.orgs.length > 0 || (only.share ?? 0) * STEPS < reach * 2) return undefined
  const way = sql.raw(slice.descending ? 'desc' : 'asc')
  const found = await sql<{ id: string }>`
    select a.id from (
      select w.id, w.hostname, w.org_id from assets_assets w where w.org_id = ${only.org_id}::uuid
      order by w.hostname ${way}, w.id ${way} limit ${STEPS}
    ) a where ${within(ground, 'a', { each: true })} order by a.hostname ${way}, a.id ${way} limit ${reach}
  `.execute(db)
  return found.rows.length < reach ? undefined : found.rows.slice(slice.offset).map(({ id }) => id)
}

/**
 * From every node its first few names are looked at, which tells up to which name the page can reach; only nodes with names before that are read any
 * further.
 */
const nearPage = async (
  { orgs, nodes, assets }: Ground,
  { limit, offset, descending }: Slice,
  reach: number,
  db: Db,
): Promise<string[] | undefined> => {
  const way = sql.raw(descending ? 'desc' : 'asc')
  const upTo = sql.raw(descending ? '>=' : '<=')
  const ordered = sql`order by name ${way}, id ${way}`
  const firstOf = (from: RawBuilder<unknown>, name: string, id: string, many: RawBuilder<unknown>) => sql`
    select ${sql.ref(name)} as name, ${sql.ref(id)} as id from ${from}
    order by ${sql.ref(name)} ${way}, ${sql.ref(id)} ${way} limit ${many}
  `
  const direct = [
    ...orgs.map((org) =>
      firstOf(sql`assets_assets a where a.org_id = ${org}::uuid`, 'a.hostname', 'a.id', sql`${reach}`),
    ),
    ...(assets ? [firstOf(sql`assets_assets a where a.id in (${assets})`, 'a.hostname', 'a.id', sql`${reach}`)] : []),
  ].map((one) => sql`select * from (${one}) first`)
  if (nodes.length === 0) {
    const { rows } = await sql<{ id: string }>`
      select id from (${sql.join(direct, sql` union `)}) found ${ordered} limit ${limit} offset ${offset}
    `.execute(db)
    return rows.map(({ id }) => id)
  }
  const links = (more: RawBuilder<unknown>) => sql`assets_assets_nodes_relations l where l.node = p.id ${more}`
  const { rows } = await sql<{ id: string | null; bounded: boolean; last: boolean }>`
    with places as materialized (${nodesBelow(nodes)}),
    few as (select ceil(${reach}::float / greatest(count(*), 1))::int + 1 as n from places),
    sample as materialized (
      select p.id as node, f.name, f.id from places p cross join lateral (
        ${firstOf(links(sql``), 'l.hostname', 'l.asset', sql`(select n from few)`)}
      ) f
    ),
    -- The page cannot reach beyond the name at which there are enough assets before it.
    edge as materialized (
      select name from (select distinct name, id from sample) d ${ordered} limit 1 offset ${reach - 1}
    ),
    -- Without an edge the sample holds everything, or some nodes go on: then it is not known how far to read.
    whole as materialized (
      select not exists (select from sample group by node having count(*) >= (select n from few)) as yes
    ),
    near as materialized (
      select distinct node from sample where name ${upTo} (select name from edge)
    ),
    found as (
      ${sql.join(
        [
          ...direct,
          sql`
            select c.name, c.id from near p0 cross join lateral (select p0.node as id) p cross join lateral (
              ${firstOf(links(sql`and l.hostname ${upTo} (select name from edge)`), 'l.hostname', 'l.asset', sql`${reach}`)}
            ) c
          `,
          sql`select name, id from sample where not exists (select from edge)`,
        ],
        sql` union `,
      )}
    )
    (select id, true as bounded, false as last from found ${ordered} limit ${limit} offset ${offset})
    union all
    select null, exists (select from edge) or (select yes from whole), true
  `.execute(db)
  const known = rows.find(({ last }) => last)!.bounded
  return known ? rows.flatMap(({ id, last }) => (last || !id ? [] : [id])) : undefined
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
