import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client } from '../kit/client.ts'
import { openProgram, type Program } from './program.ts'

const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url))

/** A start that must fail: its exit code and everything it said. */
const failToStart = (env: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-start-'))
  try {
    const found = spawnSync(process.execPath, [main], {
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', DATA_DIR: folder, ...env },
      encoding: 'utf8',
      timeout: 300_000,
    })
    return { status: found.status, said: `${found.stdout}${found.stderr}`.trim() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('a start that cannot succeed says why in one clear line and ends', () => {
  let program: Program
  let other: Server
  beforeAll(async () => {
    program = await openProgram({ ADMIN_PASSWORD: 'Correct-horse-7' })
    await program.start()
    other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
  })
  afterAll(async () => {
    other.close()
    await program.stop()
  })

  const oneLine = (failure: { status: number | null; said: string }, about: RegExp) => {
    expect(failure.said).toMatch(about)
    expect(failure.said.split('\n')).toHaveLength(1)
    expect(failure.status).toBeGreaterThan(0)
  }

  it('when the port is taken', () => {
    const { port } = other.address() as { port: number }
    oneLine(failToStart({ PORT: String(port) }), new RegExp(`${port}.*taken`))
  })

  it('when the port is no port', () => oneLine(failToStart({ PORT: 'eighty' }), /PORT must be a port number/))

  it('when the data folder cannot be written', () => {
    const file = join(tmpdir(), `drawbridge-file-${process.pid}`)
    writeFileSync(file, '')
    oneLine(failToStart({ DATA_DIR: join(file, 'data') }), /data folder|folder/i)
    rmSync(file)
  })

  it('when the data folder is in use by another program', () =>
    oneLine(failToStart({ DATA_DIR: program.folder, PORT: '0' }), /(another|running|in use)/i))

  it('when the database cannot be reached, without telling its password', () => {
    const failure = failToStart({ DATABASE_URL: 'postgresql://someone:hush-hush@127.0.0.1:9/nothing', PORT: '0' })
    oneLine(failure, /cannot be reached/)
    expect(failure.said).not.toContain('hush-hush')
  })

  it('when the database was written by a newer version', async () => {
    const { password, ...rest } = await newerDatabase(program)
    oneLine(failToStart({ DATABASE_URL: rest.url, PGPASSWORD: password, PORT: '0' }), /newer/)
  })

  it('and one that succeeds after a kill finds everything as it was', async () => {
    const password = 'Correct-horse-7'
    const login = await client(program.url, {}).post('authentication/tokens/', { username: 'admin', password })
    const api = client(program.url, { authorization: `Bearer ${login.body.token}` })
    const made = await api.post('users/groups/', { name: 'kept' })
    await program.killServer()
    await program.start()
    expect((await api.get(`users/groups/${made.body.id}/`)).body).toEqual(made.body)
  })
})

/** A second database beside the program's own, with a migration nobody knows yet. */
const newerDatabase = async (program: Program): Promise<{ url: string; password: string }> => {
  const { readFileSync } = await import('node:fs')
  const { default: pg } = await import('pg')
  const password = readFileSync(join(program.folder, 'keys', 'postgres'), 'utf8').trim()
  const host = join(program.folder, 'postgres', 'socket')
  const open = async (database: string) => {
    const one = new pg.Client({ host, port: 5432, user: 'drawbridge', password, database })
    await one.connect()
    return one
  }
  const first = await open('drawbridge')
  await first.query('create database newer')
  await first.end()
  const second = await open('newer')
  await second.query('create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)')
  await second.query(
    'create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)',
  )
  await second.query(`insert into kysely_migration_lock values ('migration_lock', 0)`)
  await second.query(
    `insert into kysely_migration values ('0001-ground-floor', '2026'), ('9999-from-the-future', '2027')`,
  )
  await second.end()
  const url = `postgresql://drawbridge:${encodeURIComponent(password)}@localhost:5432/newer?host=${encodeURIComponent(host)}`
  return { url, password }
}
