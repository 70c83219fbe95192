// Counts are kept as changes; now and then the changes are folded into one.
import { sql } from 'kysely'
import type { Db } from '../context.ts'

const MANY = 1_000
const MANY_OF_ONE = 16

/** Folds the changes when there are many. Readers see the sum before or after, which is the same. */
export const foldTallies = async (db: Db): Promise<void> => {
  await foldRows(db)
  await foldNodes(db)
}

const foldRows = async (db: Db): Promise<void> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from tallies limit ${MANY + 1}) few`.execute(db)
  if (Number(rows[0]?.n ?? 0) <= MANY) return
  await sql`
    with gone as (delete from tallies where id in (select id from tallies for update skip locked) returning relation, org_id, n)
    insert into tallies (relation, org_id, n) select relation, org_id, sum(n) from gone group by relation, org_id having sum(n) <> 0
  `.execute(db)
}

/** There are as many of these as nodes; only those that changed often are worth it. */
const foldNodes = async (db: Db): Promise<void> => {
  await sql`
    with busy as (select node from assets_node_tallies group by node having count(*) > ${MANY_OF_ONE}),
    gone as (
      delete from assets_node_tallies where id in (
        select id from assets_node_tallies where node in (select node from busy) for update skip locked
      ) returning node, n
    )
    insert into assets_node_tallies (node, n) select node, sum(n) from gone group by node having sum(n) <> 0
  `.execute(db)
}
