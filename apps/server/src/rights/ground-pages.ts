// Pages of a piece of the inventory, in the order of their names. There are several ways to one; the share that belongs tells which is short.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { kept } from '../platform/db/kept-plans.ts'
import { type Ground, isEmpty, nodesBelow, within } from './ground.ts'

export interface Slice {
  readonly limit: number
  readonly offset: number
  readonly descending?: boolean
}

interface Wanted {
  readonly ground: Ground
  readonly slice: Slice
  /** How many must be found, in order, to know the page. */
  readonly reach: number
  readonly crowd?: Crowd
}

/** The only organisation a piece lies in, and how much of it belongs. */
interface Crowd {
  readonly org_id: string
  readonly share: number
}

/** Finds the page, or sees that another way is shorter. */
type Way = (wanted: Wanted, db: Db) => Promise<string[] | undefined>

/** Ids of the assets of a page, in the order of their names. Its cost does not depend on the number of assets. */
export const pageOn = async (ground: Ground, slice: Slice, db: Db): Promise<string[]> => {
  const reach = slice.offset + slice.limit
  if (slice.limit <= 0 || isEmpty(ground)) return []
  const wanted = { ground, slice, reach, crowd: reach <= FAR ? await crowdOf(ground, db) : undefined }
  for (const way of reach <= FAR ? quickWays : []) {
    const found = await way(wanted, db)
    if (found) return found
  }
  const way = wayOf(slice)
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(streams(ground), sql` union `)}) found
    order by name ${way}, id ${way} limit ${slice.limit} offset ${slice.offset}
  `.execute(db)
  return rows.map(({ id }) => id)
}

const FAR = 5_000

const wayOf = ({ descending }: Slice) => sql.raw(descending ? 'desc' : 'asc')
const upToIn = ({ descending }: Slice) => sql.raw(descending ? '>=' : '<=')

/** Everything that belongs, as names and ids; `upTo` says more of a name. */
const streams = (
  { orgs, nodes, assets }: Ground,
  upTo: (name: RawBuilder<unknown>) => RawBuilder<unknown> = () => sql`true`,
): RawBuilder<unknown>[] => {
  const [ofAsset, ofLink] = [upTo(sql`a.hostname`), upTo(sql`l.hostname`)]
  return [
    ...(orgs.length > 0
      ? [sql`select a.hostname as name, a.id from assets_assets a where a.org_id = any(${orgs}::uuid[]) and ${ofAsset}`]
      : []),
    ...(nodes.length > 0
      ? [
          sql`
            select l.hostname as name, l.asset as id from assets_assets_nodes_relations l
            where l.node = any(array(${nodesBelow(nodes)})) and ${ofLink}
          `,
        ]
      : []),
    ...(assets
      ? [sql`select a.hostname as name, a.id from assets_assets a where a.id in (${assets}) and ${ofAsset}`]
      : []),
  ]
}

export const crowdOf = async ({ orgs, nodes }: Ground, db: Db): Promise<Crowd | undefined> => {
  if (nodes.length === 0 || orgs.length > 0) return undefined
  const { rows } = await sql<{ org_id: string; share: number | null }>`
    ${kept} select n.org_id, (select sum(y.n) from assets_node_tallies y where y.node = any(${nodes}::uuid[]))::float /
      nullif((select sum(o.n) from tallies o where o.relation = 'assets_assets' and o.org_id = n.org_id), 0) as share
    from assets_nodes n where n.id = any(${nodes}::uuid[]) group by n.org_id
  `.execute(db)
  const [only] = rows
  return only?.share && rows.length === 1 ? { org_id: only.org_id, share: only.share } : undefined
}

/** How many names are walked past at most, before another way is taken. */
const STEPS = 2_000

/**
 * Where much of an organisation belongs, the page is found by walking along its names from the first one. Not worth it where little belongs; and given up
 * where names and places go together, so that what belongs is far away.
 */
const walkedPage: Way = async ({ ground, slice, reach, crowd }, db) => {
  if (!crowd || crowd.share * STEPS < reach * 2) return undefined
  const way = wayOf(slice)
  const found = await sql<{ id: string }>`
    select a.id from (
      select w.id, w.hostname, w.org_id from assets_assets w where w.org_id = ${crowd.org_id}::uuid
      order by w.hostname ${way}, w.id ${way} limit ${STEPS}
    ) a where ${within(ground, 'a', { each: true })} order by a.hostname ${way}, a.id ${way} limit ${reach}
  `.execute(db)
  return found.rows.length < reach ? undefined : found.rows.slice(slice.offset).map(({ id }) => id)
}

/** How many names of the organisation a page may reach over, as its share tells. */
const NAMES = 30_000

/**
 * Further on, the share tells up to which name of the organisation the page reaches at most; what belongs is read up to that name. Where names and places
 * go together that is too little, and another way is taken.
 */
const boundedPage: Way = async ({ ground, slice, reach, crowd }, db) => {
  const names = crowd ? Math.ceil((reach * 2) / crowd.share) : Number.POSITIVE_INFINITY
  if (!crowd || names > NAMES) return undefined
  const way = wayOf(slice)
  const { rows } = await sql<{ name: string }>`
    select hostname as name from assets_assets where org_id = ${crowd.org_id}::uuid
    order by hostname ${way}, id ${way} limit 1 offset ${names}
  `.execute(db)
  const [edge] = rows
  if (!edge) return undefined
  const parts = streams(ground, (name) => sql`${name} ${upToIn(slice)} ${edge.name}::text`)
  const found = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union `)}) found order by name ${way}, id ${way} limit ${reach}
  `.execute(db)
  return found.rows.length < reach ? undefined : found.rows.slice(slice.offset).map(({ id }) => id)
}

/**
 * From every node its first few names are looked at, which tells up to which name the page can reach; only nodes with names before that are read any
 * further.
 */
const nearPage: Way = async ({ ground: { orgs, nodes, assets }, slice, reach }, db) => {
  const { limit, offset } = slice
  const [way, upTo] = [wayOf(slice), upToIn(slice)]
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

/** In the order in which they are tried. */
export const quickWays: readonly Way[] = [walkedPage, boundedPage, nearPage]
