import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type Migration, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StartFailure } from '../start-failure.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './open.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

const log = { debug: () => {}, info: () => {}, warn: vi.fn(), error: () => {} }
const base = mkdtempSync(join(tmpdir(), 'drawbridge-open-'))
let server: Embedded
let database: Database

beforeAll(async () => {
  server = await startEmbedded({ dataDir: base, log })
  database = await openDatabase({ connection: server.connection }, { log })
})

afterAll(async () => {
  await database?.close()
  await server?.stop()
  rmSync(base, { recursive: true, force: true })
})

test('values arrive in stated types', async () => {
  const { rows } = await sql<
    Record<string, unknown>
  >`select 42::int8 as n, 9007199254740993::int8 as big, 1.5::numeric as price,
    '2026-01-31 08:00:00.123+00'::timestamptz as at, '2026-01-31'::date as day, '{"a":[1]}'::jsonb as doc, '{"b":2}'::json as old,
    array[1,null,3]::int8[] as list, '{}'::int8[] as none, array['a,b']::text[] as texts, true as yes, 7::int4 as small`.execute(
    database.db,
  )
  expect(rows[0]).toEqual({
    n: 42,
    big: '9007199254740993',
    price: 1.5,
    at: new Date('2026-01-31T08:00:00.123Z'),
    day: '2026-01-31',
    doc: { a: [1] },
    old: { b: 2 },
    list: [1, null, 3],
    none: [],
    texts: ['a,b'],
    yes: true,
    small: 7,
  })
})

test('the pools carry their limits, in an address too', async () => {
  const { host, port, user, password } = server.connection
  const url = `postgresql://${user}:${password}@/drawbridge?host=${encodeURIComponent(host)}&port=${port}&options=-c%20work_mem%3D8MB`
  const other = await openDatabase({ url }, { log, poolSize: 1 })
  try {
    expect(await settingsOf(other.db)).toEqual(['60s', '5s', '1min', 'UTC', '8MB', 'drawbridge'].map(asShown))
    expect(await settingsOf(other.streams)).toEqual(['0', '5s', '10min', 'UTC', '8MB', 'drawbridge exports'])
  } finally {
    await other.close()
  }
})

test('an export streams without holding everything', async () => {
  let count = 0
  const query = sql<{ n: number }>`select generate_series(1, 5000) as n`.compile(database.streams)
  const rows = database.streams.getExecutor().stream<{ n: number }>(query, 500)
  for await (const { rows: chunk } of rows) count += chunk.length
  expect(count).toBe(5000)
})

test('connections cut by the server, idle or in use, are logged and replaced', async () => {
  const used = await database.pool.connect()
  const { rows } = await used.query('select pg_backend_pid() as pid')
  await sql`select pg_terminate_backend(${rows[0].pid})`.execute(database.db)
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), { timeout: 60_000 })
  used.release(true)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

describe('a database that cannot be used is named in one line, without its password', () => {
  const failure = async (url: string) => {
    const error = await openDatabase({ url }, { log }).catch((error) => error)
    expect(error).toBeInstanceOf(StartFailure)
    expect(error.message).not.toContain('s3cret')
    expect(error.message).not.toContain('\n')
    return error.message
  }

  test('nobody listens', async () => {
    expect(await failure('postgresql://joe:s3cret@127.0.0.1:1/shop')).toBe(
      'The database shop on 127.0.0.1:1 (user joe) cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    )
  })

  test('the password is wrong', async () => {
    const host = encodeURIComponent(server.connection.host)
    expect(await failure(`postgresql://drawbridge:s3cret@/drawbridge?host=${host}`)).toContain(
      'password authentication failed for user "drawbridge"',
    )
  })

  test('the address is no address', async () => {
    expect(await failure('joe:s3cret at home')).toContain('DATABASE_URL is not an address')
    expect(await failure('mysql://joe:s3cret@home/shop')).toContain('DATABASE_URL is not an address')
  })

  test('the server is too old', async () => {
    const old = createServer((socket) => answerAsVersion13(socket)).listen(0, '127.0.0.1')
    await new Promise((done) => old.once('listening', done))
    const { port } = old.address() as { port: number }
    expect(await failure(`postgresql://joe:s3cret@127.0.0.1:${port}/shop`)).toContain(
      'is PostgreSQL 13; Drawbridge needs 14 or newer',
    )
    old.close()
  })
})

describe('migrations', () => {
  const runs: string[] = []
  const create = (table: string): Migration => ({
    up: async (db) => {
      runs.push(table)
      await db.schema.createTable(table).addColumn('id', 'integer').execute()
      await sleep(300)
    },
  })
  const known = { '0001-ships': create('ships'), '0002-ports': create('ports') }

  test('two servers that start together on an empty database both come up, and one applies', async () => {
    await onEmptyDatabase(async (one, two) => {
      runs.length = 0
      const applied = await Promise.all([migrate(one, known), migrate(two, known)])
      expect(applied.map((names) => names.length).sort()).toEqual([0, 2])
      expect(runs).toEqual(['ships', 'ports'])
      expect(await migrate(one, known)).toEqual([])
    })
  })

  test('the waiting server outlasts the limits of its pool, which hold again afterwards', async () => {
    await onEmptyDatabase(
      async (one, two) => {
        await Promise.all([migrate(one, known), sleep(50).then(() => migrate(two, known))])
        const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(two)
        expect(rows).toEqual([{ lock_timeout: '100ms' }])
      },
      { options: '-c lock_timeout=100ms -c statement_timeout=200ms' },
    )
  })

  test('a failed migration leaves nothing behind and is named', async () => {
    await onEmptyDatabase(async (one) => {
      const broken = { ...known, '0003-broken': { up: () => sql`selec`.execute(one) as never } }
      await expect(migrate(one, broken)).rejects.toThrow('could not be brought up to date (0003-broken): syntax error')
      expect(await migrate(one, known)).toEqual(['0001-ships', '0002-ports'])
    })
  })

  test('a database of a newer Drawbridge is left alone', async () => {
    await onEmptyDatabase(async (one) => {
      await migrate(one, { ...known, '0003-tides': create('tides') })
      await expect(migrate(one, known)).rejects.toThrow('the database was written by a newer Drawbridge (0003-tides)')
      await expect(migrate(one, {})).rejects.toThrow(StartFailure)
    })
  })

  async function onEmptyDatabase(
    use: (one: Kysely<any>, two: Kysely<any>) => Promise<void>,
    extra: pg.ClientConfig = {},
  ) {
    const name = `empty_${Date.now()}`
    await database.pool.query(`create database ${name}`)
    const open = () => {
      const pool = new pg.Pool({ ...server.connection, ...extra, database: name, max: 2 })
      // Dropping the database may still cut a connection that is on its way out.
      pool.on('error', () => {})
      return new Kysely<any>({ dialect: new PostgresDialect({ pool }) })
    }
    const [one, two] = [open(), open()]
    try {
      await use(one, two)
    } finally {
      await Promise.all([one.destroy(), two.destroy()])
      await database.pool.query(`drop database ${name} with (force)`)
    }
  }
})

const asShown = (value: string) => (value === '60s' ? '1min' : value)

async function settingsOf(db: Kysely<any>): Promise<string[]> {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'timezone', 'work_mem']
  const { rows } = await sql<{ value: string }>`select current_setting(name) as value
    from unnest(${[...names, 'application_name']}::text[]) as name`.execute(db)
  return rows.map(({ value }) => value)
}

// Just enough of the protocol: ready at once, and one row for whatever is asked.
function answerAsVersion13(socket: import('node:net').Socket) {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const ready = message('Z', Buffer.from('I'))
  const column = Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.from('version\0'),
    Buffer.alloc(6),
    Buffer.from([0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0]),
  ])
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 2]), Buffer.from('13')])
  const answer = [message('T', column), message('D', row), message('C', Buffer.from('SELECT 1\0')), ready]
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
    socket.on('data', (data) => {
      if (data[0] === 'Q'.charCodeAt(0)) socket.write(Buffer.concat(answer))
      else socket.end()
    })
  })
}
