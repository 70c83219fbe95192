// Tells when the embedded database takes connections, by trying.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartFailure } from '../start-failure.ts'
import { DATABASE } from './embedded-cluster.ts'

export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

const POLL_MS = 20

// Ends when connected or when `over` says so; recovery after a crash may take minutes, so there is no other limit.
export async function untilReady(connection: Connection, over: () => boolean) {
  while (!over()) {
    const error = await connectionError(connection)
    if (!error) return
    const next = answers[error.code ?? ''] ?? (() => sleep(POLL_MS))
    await next(connection)
  }
}

const answers: Record<string, (connection: Connection) => Promise<unknown>> = {
  '3D000': createDatabase,
  '28P01': async () => {
    throw new StartFailure('The embedded database refuses its password: keys/postgres is not the one it was made with')
  },
}

async function connectionError(connection: Connection): Promise<{ code?: string } | undefined> {
  const client = clientFor(connection)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as { code?: string }
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(connection: Connection) {
  const client = clientFor({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${DATABASE}`).finally(() => client.end())
}

function clientFor(connection: Connection) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  // A connection cut by a falling server also emits an error, which would end the program.
  client.on('error', () => {})
  return client
}
