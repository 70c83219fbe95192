import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from './embedded.ts'
import { kept } from './kept-plans.ts'
import { type Database, openDatabase } from './open.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const base = mkdtempSync(join(tmpdir(), 'drawbridge-plans-'))
let server: Embedded
let database: Database

beforeAll(async () => {
  server = await startEmbedded({ dataDir: base, log })
  database = await openDatabase({ connection: server.connection }, { log, poolSize: 1 })
  await sql`create table things (id int primary key)`.execute(database.db)
  await sql`insert into things values (1), (2)`.execute(database.db)
})

afterAll(async () => {
  await database?.close()
  await server?.stop()
  rmSync(base, { recursive: true, force: true })
})

const ask = async (id: number, db = database.db) =>
  (await sql<Record<string, unknown>>`${kept} select * from things where id = ${id}`.execute(db)).rows[0]

const plans = async () =>
  (
    await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%from things%'
    `.execute(database.db)
  ).rows.length

test('a statement that says so is planned once, and answers each time for its own values', async () => {
  for (const id of [1, 2, 1, 2, 1, 2, 3]) expect(await ask(id)).toEqual(id === 3 ? undefined : { id })
  expect(await plans()).toBe(1)
})

test('one that does not say so leaves nothing behind', async () => {
  for (let i = 0; i < 5; i++) await sql`select id from things where id = ${i}`.execute(database.db)
  expect(await plans()).toBe(1)
})

test('a table that a newer server has changed since is read with its new columns', async () => {
  for (let i = 0; i < 5; i++) await ask(1)
  await sql`alter table things add column name text not null default 'new'`.execute(database.db)
  expect(await ask(1)).toEqual({ id: 1, name: 'new' })
  await sql`alter table things add column size int not null default 7`.execute(database.db)
  for (let i = 0; i < 5; i++) expect(await ask(2)).toEqual({ id: 2, name: 'new', size: 7 })
})

test('a transaction that met a changed table is refused once, and the next one is not', async () => {
  for (let i = 0; i < 5; i++) await ask(1)
  await sql`alter table things add column place text`.execute(database.db)
  const within = () => database.db.transaction().execute((db) => ask(1, db))
  await expect(within()).rejects.toThrow()
  expect(await within()).toMatchObject({ id: 1, place: null })
})
