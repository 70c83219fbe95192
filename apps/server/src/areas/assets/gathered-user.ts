// Accounts that were found on assets. They are written by the task that gathers them.
import { gatheredUser } from '@drawbridge/model'
import { readFlag } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'
import { searchTerms } from '../../engine/narrow.ts'
import { serve } from '../../engine/serve.ts'
import type { Query } from '../../platform/http/route.ts'
import { startsOrHolds } from './matching.ts'

const at = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from assets_assets a where a.id = t.asset and ${condition})`

serve(gatheredUser, {
  select: {
    hostname: () => sql`(select a.hostname from assets_assets a where a.id = t.asset)`,
    ip: () => sql`(select a.ip from assets_assets a where a.id = t.asset)`,
  },
  narrow: {
    asset_id: (rows, ids: string[]) => rows.where('t.asset', '=', sql`any(${ids}::uuid[])`),
    asset__ip: (rows, ip: string) => rows.where(at(sql`a.ip = ${ip}`)),
    asset__hostname: (rows, name: string) => rows.where(at(sql`a.hostname = ${name}`)),
    node: (rows, name: string, _ctx, query) => rows.where(standsOn(name, query)),
    node_id: (rows, name: string, _ctx, query) => rows.where(standsOn(name, query)),
    // They say how the node is meant.
    all: (rows) => rows,
    show_current_asset: (rows) => rows,
    search: (rows, text: string) =>
      searchTerms(text).reduce((rows, term) => {
        const { holds } = startsOrHolds(term)
        return rows.where(
          sql<boolean>`(t.username ilike ${holds} or ${at(sql`(a.hostname ilike ${holds} or a.ip ilike ${holds})`)})`,
        )
      }, rows),
  },
})

/** On the node itself or below it, by its id or key. */
const standsOn = (name: string, { all, show_current_asset }: Query): RawBuilder<boolean> => {
  const alone = readFlag(show_current_asset) ?? readFlag(all) === false
  const where = alone ? sql`l.node = w.id` : sql`w.id = any(n.path)`
  return sql<boolean>`exists (
    select from assets_assets_nodes_relations l join assets_nodes n on n.id = l.node
    join assets_nodes w on (w.id::text = ${name} or w.key = ${name})
    where l.asset = t.asset and ${where}
  )`
}
