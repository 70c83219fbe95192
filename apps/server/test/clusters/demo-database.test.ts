import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDemoDatabase, SHOP } from '../../src/demo-database.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Embedded } from '../../src/platform/db/embedded.ts'

vi.setConfig({ hookTimeout: 120_000 })

const log = { debug: () => {}, info: () => {}, warn: vi.fn(), error: () => {} }
const dataDir = mkdtempSync(join(tmpdir(), 'drawbridge-demo-'))
let port: number
let opened: Embedded | undefined
const open = () => openDemoDatabase(readConfig({ DATA_DIR: dataDir, DEMO_DATABASE_PORT: String(port) }), log)

beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => probe.once('listening', done))
  port = (probe.address() as { port: number }).port
  await new Promise((done) => probe.close(done))
  opened = await open()
})
afterAll(async () => {
  await opened?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const asClerk = async (
  text: string,
  database: string = SHOP.database,
): Promise<{ rows: unknown[]; refused?: string }> => {
  const { username: user, password } = SHOP
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return { rows: (await client.query(text)).rows }
  } catch (error) {
    return { rows: [], refused: (error as { code: string }).code }
  } finally {
    await client.end().catch(() => undefined)
  }
}

it('the clerk of the demo reads everything and changes how far an order is', async () => {
  expect((await asClerk('select * from revenue')).rows.length).toBeGreaterThan(3)
  expect(await asClerk("update orders set state = 'sent' where id = 3 returning state")).toEqual({
    rows: [{ state: 'sent' }],
  })
})

it('[T30] the clerk of the demo gets nowhere else', async () => {
  const DENIED = '42501'
  for (const text of [
    'drop table orders',
    'delete from orders',
    'create table mine (a int)',
    "copy orders to program 'id'",
    "select pg_read_file('/etc/passwd')",
    'alter role clerk superuser',
    'create role more',
  ])
    expect([text, (await asClerk(text)).refused]).toEqual([text, DENIED])
  for (const database of ['drawbridge', 'postgres'])
    expect([database, (await asClerk('select 1', database)).refused]).toEqual([database, DENIED])
})

it('a second start finds it as it was left', async () => {
  await asClerk("update orders set state = 'open' where id = 5")
  await opened?.stop()
  opened = await open()
  expect((await asClerk('select state from orders where id = 5')).rows).toEqual([{ state: 'open' }])
})

it('a port that is taken costs the demo its database, and nothing else', async () => {
  await opened?.stop()
  opened = undefined
  const taken = createServer().listen(port, '127.0.0.1')
  await new Promise((done) => taken.once('listening', done))
  expect(await open()).toBeUndefined()
  expect(log.warn.mock.lastCall?.[0]).toContain('no database that answers')
  await new Promise((done) => taken.close(done))
})
