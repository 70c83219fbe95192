// A page of the nodes whose full names hold a text. A full name is made of single names, so it is found by those: to index full names would make
// every move of a node index the full names of all below it.
import { sql } from 'kysely'
import { searchTerms } from '../../engine/narrow.ts'
import type { Found, Page } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Query } from '../../platform/http/route.ts'
import { startsOrHolds } from './matching.ts'

const PLAIN = new Set(['search', 'limit', 'offset', 'fields', 'fields!', 'fields_size', 'draw', 'display', 'oid'])

const MOST_NAMED = 200
const MOST_FOUND = 2_000

/** Undefined where so much is found that it is quicker to walk along the list. */
export const pageOfFound = async (query: Query, page: Page, { db, org }: Ctx): Promise<Found | undefined> => {
  const terms = searchTerms(query.search)
  const plain = Object.entries(query).every(([key, value]) => PLAIN.has(key) || value.trim() === '')
  const [longest] = terms.flatMap((term) => term.split('/')).sort((a, b) => b.length - a.length)
  if (!longest || !plain) return undefined
  const mine = org.isRoot ? sql`` : sql`and n.org_id = ${org.id}`
  const hold = terms.map((term) => sql`n.full_value ilike ${startsOrHolds(term).holds}`)
  const { rows } = await sql<{ crowded: boolean; id: string | null }>`
    with named as materialized (
      select k.id, k.key from (
        select n.node from assets_node_names n where n.value ilike ${startsOrHolds(longest).holds} ${mine} limit ${MOST_NAMED + 1}
      ) found join assets_nodes k on k.id = found.node
    ), below as materialized (
      select w.id from named cross join lateral (
        select named.id
        union all
        select b.id from assets_nodes b where b.key > named.key || ':' and b.key < named.key || ';'
      ) w limit ${MOST_FOUND + 1}
    )
    select c.crowded, f.id from (
      select (select count(*) from named) > ${MOST_NAMED} or (select count(*) from below) > ${MOST_FOUND} as crowded
    ) c left join lateral (
      select n.id, n.full_value from assets_nodes n
      where not c.crowded and n.id in (select id from below) and ${sql.join(hold, sql` and `)}
    ) f on true order by f.full_value, f.id
  `.execute(db)
  if (rows[0]!.crowded) return undefined
  const ids = rows.flatMap(({ id }) => (id ? [id] : []))
  return { count: ids.length, ids: ids.slice(page.offset, page.offset + page.limit) }
}
