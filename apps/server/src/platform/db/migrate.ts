import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { StartFailure } from '../start-failure.ts'

// Brings the database up to date and returns the names of what was applied. Servers that start together take turns.
export async function migrate(db: Kysely<any>, migrations: Record<string, Migration>): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // The second server waits here for as long as the first one takes, and building an index takes as long as it takes.
    await sql`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`.execute(
      connection,
    )
    try {
      return await apply(connection, migrations)
    } finally {
      await sql`reset lock_timeout`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function apply(db: Kysely<any>, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (!error) return results.map(({ migrationName }) => migrationName)

  const unknown = (await appliedTo(db)).filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new StartFailure(`the database was written by a newer Drawbridge (${unknown.join(', ')})`, { cause: error })
  }
  const failed = results.find(({ status }) => status === 'Error')?.migrationName
  throw new StartFailure(
    `The database could not be brought up to date${failed ? ` (${failed})` : ''}: ${(error as Error).message}`,
    { cause: error },
  )
}

async function appliedTo(db: Kysely<any>): Promise<string[]> {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
