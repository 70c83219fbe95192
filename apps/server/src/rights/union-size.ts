// How many assets are on and below several nodes together, each counted once.
//
// The kept numbers of the nodes are summed, less what stands below two of them. That overlap is worked out from the assets that stand on several nodes,
// which takes long where there are many; so it is remembered together with the ids of the kept numbers it was worked out from. Whatever changes the
// assets below a node adds a number there, with an id that never was: a remembered overlap with the same ids is the overlap of now, not of a while ago.
import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** None of the nodes of a group is below another of it. */
export type Group = readonly string[]

const MOST_REMEMBERED = 2_000
const remembered = new Map<string, number>()

interface Found {
  readonly group: number
  /** Of the kept numbers. */
  readonly sum: number
  readonly state: string
  readonly overlap?: number
}

export const unionSizes = async (groups: readonly Group[], db: Db): Promise<number[]> => {
  if (groups.every((group) => group.length === 0)) return groups.map(() => 0)
  const sizes = groups.map(() => 0)
  const unknown: number[] = []
  for (const { group, sum, state } of await sums(groups, db)) {
    const overlap = groups[group]!.length < 2 ? 0 : remembered.get(keyOf(groups[group]!, state))
    if (overlap === undefined) unknown.push(group)
    else sizes[group] = Number(sum) - overlap
  }
  if (unknown.length === 0) return sizes
  for (const { group, sum, state, overlap } of await overlaps(
    unknown.map((at) => groups[at]!),
    db,
  )) {
    const at = unknown[group]!
    remember(keyOf(groups[at]!, state), Number(overlap))
    sizes[at] = Number(sum) - Number(overlap)
  }
  return sizes
}

const keyOf = (group: Group, state: string): string => `${[...group].sort().join(' ')} ${state}`

const remember = (key: string, overlap: number): void => {
  if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!)
  remembered.set(key, overlap)
}

/** Group and node, as rows. */
const members = (groups: readonly Group[]) => {
  const pairs = groups.flatMap((group, at) => group.map((node) => [at, node] as const))
  return sql`unnest(${pairs.map(([at]) => at)}::int[], ${pairs.map(([, node]) => node)}::uuid[]) as m("group", node)`
}

const stated = sql`coalesce(sum(y.n), 0)::bigint as sum, md5(coalesce(string_agg(y.id::text, ' ' order by y.id), '')) as state`

const sums = async (groups: readonly Group[], db: Db): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select m."group", ${stated} from ${members(groups)} left join assets_node_tallies y on y.node = m.node group by m."group"
  `.execute(db)
  return rows
}

/** Numbers and overlap in one statement, so that they belong to the same moment. */
const overlaps = async (groups: readonly Group[], db: Db): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    with members as materialized (select * from ${members(groups)}),
    kept as (
      select m."group", ${stated} from members m left join assets_node_tallies y on y.node = m.node group by m."group"
    ),
    -- Only assets that stand on several nodes can be below two of a group.
    below as materialized (
      select m."group", m.node as top, b.id from members m join assets_nodes top on top.id = m.node
      cross join lateral (
        select top.id as id union all select b.id from assets_nodes b where b.key > top.key || ':' and b.key < top.key || ';'
      ) b
    ),
    several as (
      select b."group", count(distinct b.top) - 1 as more
      from below b join assets_assets_nodes_relations l on l.node = b.id and l.shared
      group by b."group", l.asset having count(*) > 1
    ),
    twice as (select s."group", sum(s.more) as overlap from several s group by s."group")
    select k."group", k.sum, k.state, coalesce(t.overlap, 0)::bigint as overlap from kept k left join twice t on t."group" = k."group"
  `.execute(db)
  return rows
}
