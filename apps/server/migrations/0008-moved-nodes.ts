// A node that moves gives new full names to all nodes below it; to index their every part took most of the time of a move. Nodes are found by
// their single names instead.
import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<any>): Promise<void> => {
  await sql`drop index assets_nodes_search_full_value`.execute(db)
}
