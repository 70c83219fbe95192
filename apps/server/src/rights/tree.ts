// Places in the tree of an organisation.

import { isGuid } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { kept } from '../platform/db/kept-plans.ts'
import type { Ground } from './ground.ts'

export interface Place {
  readonly id: string
  readonly org_id: string
  readonly key: string
  readonly value: string
  readonly full_value: string
  readonly parent: string | null
  readonly path: readonly string[]
}

const columns = sql`n.id, n.org_id, n.key, n.value, n.full_value, n.parent, n.path`

/** A node by its id or key, if it is there for the caller. */
export const findPlace = async (name: string, { db, org }: Ctx): Promise<Place | undefined> => {
  const is = isGuid(name) ? sql`n.id = ${name}::uuid` : sql`n.key = ${name}`
  const { rows } = await sql<Place>`
    ${kept} select ${columns} from assets_nodes n where ${is} ${org.isRoot ? sql`` : sql`and n.org_id = ${org.id}`}
  `.execute(db)
  return rows[0]
}

/** The roots that are there for the caller: one, but in the root organisation. */
export const rootsOf = async ({ db, org }: Ctx): Promise<Place[]> => {
  const { rows } = await sql<Place>`
    select ${columns} from assets_nodes n where n.parent is null ${org.isRoot ? sql`` : sql`and n.org_id = ${org.id}`}
    order by n.value
  `.execute(db)
  return rows
}

/** Everything on and below a node. Below a root there is its whole organisation. */
export const groundOf = (place: Place): Ground =>
  place.parent === null ? { orgs: [place.org_id], nodes: [] } : { orgs: [], nodes: [place.id] }

/** How many assets stand on or below the node of a row. */
export const amountSql = (node: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(y.n), 0)::bigint from assets_node_tallies y where y.node = ${node})`
