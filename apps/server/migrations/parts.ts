// What migrations of many tables have in common. Written once and never changed: applied migrations must keep their meaning.
import { type Kysely, sql } from 'kysely'

/** Finds a part of a text anywhere in it. */
export const searchIndex = async (db: Kysely<any>, table: string, columns: string[]): Promise<void> => {
  for (const column of columns) {
    await sql`create index ${sql.id(`${table}_search_${column}`)} on ${sql.table(table)} using gin (${sql.ref(column)} gin_trgm_ops)`.execute(
      db,
    )
  }
}

/** Reads a page in this order, and finds the ids of a deep one without touching the table. */
export const orderIndex = async (db: Kysely<any>, table: string, columns: string[]): Promise<void> => {
  const name = sql.id(`${table}_order_${columns.join('_')}`)
  await sql`create index ${name} on ${sql.table(table)} (${sql.join(columns.map((one) => sql.ref(one)))}, id)`.execute(
    db,
  )
}

/** Keeps the number of rows, per organisation where `by` names its column. A row never moves to another organisation. */
export const tally = async (db: Kysely<any>, table: string, by?: 'org_id'): Promise<void> => {
  const count = sql.raw(by ? 'tally_org' : 'tally_all')
  const on = sql.table(table)
  await sql`create trigger tally_insert after insert on ${on} referencing new table as come for each statement execute function ${count}()`.execute(
    db,
  )
  await sql`create trigger tally_delete after delete on ${on} referencing old table as gone for each statement execute function ${count}()`.execute(
    db,
  )
}
