import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { reachDatabase } from './reach.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'drawbridge-reach-'))
})
afterEach(() => {
  const place = join(dataDir, 'postgres')
  if (existsSync(place)) rmSync(realpathSync(place), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
})

test('a command reaches the database whether the server is up or not, and leaves it as it was', async () => {
  const server = await startEmbedded({ dataDir, log })
  await expect(reachDatabase({ dataDir }, log)).rejects.toThrow('There is no Drawbridge in')
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query('create table installation (name text, value text)')
  await client.end()
  await look()
  await server.stop()
  await look()
  const again = await startEmbedded({ dataDir, log })
  await again.stop()
})

test('a folder without an installation is named, and nothing is made in it', async () => {
  await expect(reachDatabase({ dataDir }, log)).rejects.toThrow(`There is no Drawbridge in ${dataDir}`)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})

const look = async () => {
  const reached = await reachDatabase({ dataDir }, log)
  expect((await reached.database.pool.query('select * from installation')).rows).toEqual([])
  await reached.close()
}
