// Opens the database: one pool for the work of every day, a small one for long exports.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { Log } from '../log.ts'
import { StartFailure } from '../start-failure.ts'
import { PlanningClient } from './kept-plans.ts'
import { types } from './parse-types.ts'
import type { Tables } from './tables.ts'

export interface Database {
  db: Kysely<Tables>
  streams: Kysely<Tables>
  pool: pg.Pool
  close(): Promise<void>
}

export type Source = { url: string } | { connection: pg.ClientConfig }

const OLDEST_SERVER = 14
const STREAMS = 4
const LIMITS = { statement_timeout: '60s', lock_timeout: '5s', idle_in_transaction_session_timeout: '60s' }
const STREAM_LIMITS = { statement_timeout: '0', lock_timeout: '5s', idle_in_transaction_session_timeout: '10min' }

export async function openDatabase(
  source: Source,
  { poolSize = 20, log }: { poolSize?: number; log: Log },
): Promise<Database> {
  const pool = openPool(source, { name: 'drawbridge', size: poolSize, limits: LIMITS, log })
  const streamPool = openPool(source, { name: 'drawbridge exports', size: STREAMS, limits: STREAM_LIMITS, log })
  const close = async () => {
    await Promise.all([pool.end(), streamPool.end()])
  }
  try {
    await checkServer(pool)
  } catch (error) {
    await close()
    throw error
  }
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    streams: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: streamPool, cursor: Cursor }) }),
    pool,
    close,
  }
}

interface PoolShape {
  name: string
  size: number
  limits: Record<string, string>
  log: Log
}

function openPool(source: Source, { name, size, limits, log }: PoolShape): pg.Pool {
  const options = Object.entries({ ...limits, timezone: 'UTC' }).map(([key, value]) => `-c ${key}=${value}`)
  const pool = new pg.Pool({
    ...configOf(source, options.join(' ')),
    application_name: name,
    max: size,
    types,
    Client: PlanningClient,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  // The pool speaks up for idle connections only, and one that breaks while in use would end the program: so ask each.
  pool.on('connect', (client) =>
    client.on('error', ({ message }) => {
      if (!pool.ending) log.warn('a database connection was lost', { reason: message })
    }),
  )
  pool.on('error', () => {})
  return pool
}

// pg lets the address win over everything beside it, so what we set goes into the address.
function configOf(source: Source, options: string): pg.PoolConfig {
  if ('connection' in source) return { ...source.connection, options }
  const address = addressOf(source.url)
  address.searchParams.set('options', [options, address.searchParams.get('options') ?? ''].join(' ').trim())
  return { connectionString: address.href }
}

function addressOf(url: string): URL {
  // An address may leave out the host and give a socket's folder in `?host=`, which URL does not accept.
  const whole = url.replace('@/', '@localhost/')
  const address = URL.canParse(whole) ? new URL(whole) : undefined
  if (address && /^postgres(ql)?:$/.test(address.protocol)) return address
  const form = 'postgresql://user:password@host:5432/database, with special characters percent-encoded'
  throw new StartFailure(`DATABASE_URL is not an address of the form ${form}`)
}

async function checkServer(pool: pg.Pool) {
  let version: number
  try {
    const { rows } = await pool.query("select current_setting('server_version_num')::int / 10000 as version")
    version = rows[0].version
  } catch (error) {
    throw new StartFailure(`The database ${nameOf(pool)} cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
  if (version >= OLDEST_SERVER) return
  throw new StartFailure(
    `The database ${nameOf(pool)} is PostgreSQL ${version}; Drawbridge needs ${OLDEST_SERVER} or newer`,
  )
}

function nameOf(pool: pg.Pool): string {
  const { host, port, database, user } = new pg.Client(pool.options)
  return `${database} on ${host}:${port} (user ${user})`
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return (error as Error).message.split('\n')[0]!
}
