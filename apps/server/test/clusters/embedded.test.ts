import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../../src/platform/db/embedded.ts'

const isRoot = process.getuid?.() === 0
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const running: Embedded[] = []
let base: string
let made: string
let dataDir: string

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-made-'))
  chmodSync(folder, 0o755)
  made = join(folder, 'data')
  await (await startEmbedded({ dataDir: made, log: silent })).stop()
  return () => rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'drawbridge-embedded-'))
  chmodSync(base, 0o755)
  dataDir = join(base, 'data')
})

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
  const place = join(dataDir, 'postgres')
  if (existsSync(place)) rmSync(realpathSync(place), { recursive: true, force: true })
  rmSync(base, { recursive: true, force: true })
})

test('it starts, keeps its data over a restart, and listens on no network', async () => {
  const first = await start()
  await query(first, 'create table notes (text text)')
  await query(first, "insert into notes values ('盘古')")
  expect(await query(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(await query(first, 'show data_checksums')).toEqual([{ data_checksums: 'on' }])
  const locale =
    "select datlocprovider, datlocale, pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'drawbridge'"
  expect(await query(first, locale)).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8', encoding: 'UTF8' }])
  expect(statSync(join(dataDir, 'keys/postgres')).mode & 0o777).toBe(0o600)
  await first.stop()
  expect(alive(first.pid())).toBe(false)

  const second = await start()
  expect(await query(second, 'select text from notes')).toEqual([{ text: '盘古' }])
})

test('a wrong password does not get in', async () => {
  takeMade()
  const { connection } = await start()
  const client = new pg.Client({ ...connection, password: 'wrong' })
  await expect(client.connect()).rejects.toThrow('password authentication failed')
})

test('killed, it comes back with every acknowledged row', async () => {
  takeMade()
  const database = await start()
  await query(database, 'create table numbers (n int)')
  const acknowledged: number[] = []
  for (let round = 0; round < 3; round++) {
    const victim = database.pid()
    const writer = write(database, acknowledged)
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 5), { timeout: 300_000, interval: 5 })
    process.kill(victim, 'SIGKILL')
    await writer
    // What is left of the old one may still answer for a moment: only the new one counts.
    const anew = async () => {
      expect(database.pid()).not.toBe(victim)
      await query(database, 'select 1')
    }
    await vi.waitFor(anew, { timeout: 300_000, interval: 50 })
  }
  const rows = await query(database, 'select n from numbers')
  const kept = new Set(rows.map(({ n }) => n))
  expect(acknowledged.length).toBeGreaterThan(10)
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
})

test('it gives up when it cannot stay up', async () => {
  takeMade()
  const onGiveUp = vi.fn()
  const database = await start({ onGiveUp })
  rmSync(join(realpathSync(join(dataDir, 'postgres')), 'cluster/global'), { recursive: true })
  process.kill(database.pid(), 'SIGKILL')
  await vi.waitFor(() => expect(onGiveUp).toHaveBeenCalledOnce(), { timeout: 300_000 })
})

test('a second program is refused, and the first one is not disturbed', async () => {
  takeMade()
  const database = await start()
  await expect(start()).rejects.toThrow('already in use by another Drawbridge')
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a data folder with a long path gets its socket in the folder for temporary files', async () => {
  dataDir = join(base, 'long'.repeat(30), 'data')
  mkdirSync(join(base, 'long'.repeat(30)))
  takeMade()
  const database = await start()
  expect(database.connection.host.startsWith(tmpdir())).toBe(true)
  expect(statSync(database.connection.host).mode & 0o777).toBe(0o700)
  await database.stop()
  expect(existsSync(database.connection.host)).toBe(false)
})

test('a password file that does not belong to the database is named as the reason', async () => {
  takeMade()
  rmSync(join(dataDir, 'keys'), { recursive: true })
  await expect(start()).rejects.toThrow('keys/postgres')
})

describe('after a crash of the program', () => {
  test('the orphaned database is stopped and the next start has every row', async () => {
    takeMade()
    const program = await runProgram()
    const before = { connection: program.connection } as Embedded
    await query(before, 'create table notes (text text)')
    await query(before, "insert into notes values ('kept')")
    await program.kill()
    expect(alive(program.pid)).toBe(true)

    const database = await start()
    expect(alive(program.pid)).toBe(false)
    expect(await query(database, 'select text from notes')).toEqual([{ text: 'kept' }])
  })

  test('a pid file that names a stranger is no hindrance', async () => {
    takeMade()
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const program = await runProgram()
    await program.kill()
    process.kill(program.pid, 'SIGKILL')
    const pidFile = join(realpathSync(join(dataDir, 'postgres')), 'cluster/postmaster.pid')
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    execFileSync('sh', ['-c', 'cat > "$1"', 'sh', pidFile], { input: [stranger.pid, ...lines.slice(1)].join('\n') })
    const database = await start()
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(alive(stranger.pid!)).toBe(true)
    stranger.kill('SIGKILL')
  })

  test('an initdb killed in the middle is done again', async () => {
    const child = await forkProgram()
    const place = join(dataDir, 'postgres')
    await vi.waitFor(() => expect(inside(place).some((name) => /^new-\w+$/.test(name))).toBe(true), {
      timeout: 300_000,
      interval: 5,
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(inside(place)).not.toContain('cluster')

    const database = await start()
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(inside(place).filter((name) => name.startsWith('new-'))).toEqual([])
  })
})

describe.runIf(isRoot)('started by root', () => {
  test('the server runs as another user and cannot read the keys', async () => {
    takeMade()
    const database = await start()
    const { uid } = statSync(`/proc/${database.pid()}`)
    expect(uid).not.toBe(0)
    expect(() => execFileSync('cat', [join(dataDir, 'keys/postgres')], { uid, gid: uid, stdio: 'pipe' })).toThrow()
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(false)
  })

  test('a data folder its user cannot reach has its cluster below /var/lib, over restarts too', async () => {
    mkdirSync(join(base, 'home'), { mode: 0o700 })
    dataDir = join(base, 'home/data')
    const first = await start()
    expect(realpathSync(join(dataDir, 'postgres'))).toMatch(/^\/var\/lib\/drawbridge\/[0-9a-f]{16}$/)
    await query(first, 'create table notes (text text)')
    await first.stop()
    const second = await start()
    expect(await query(second, 'select * from notes')).toEqual([])
    await second.stop()

    const old = realpathSync(join(dataDir, 'postgres'))
    rmSync(dataDir, { recursive: true })
    const fresh = await start()
    expect(realpathSync(join(dataDir, 'postgres'))).toBe(`${old}-2`)
    await expect(query(fresh, 'select * from notes')).rejects.toThrow('does not exist')
    rmSync(old, { recursive: true })
  })

  test('an ordinary user may start it too, and root may take its turn', async () => {
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, 65534, 65534)
    const program = await runProgram({ uid: 65534, gid: 65534 })
    await query({ connection: program.connection } as Embedded, 'create table notes (text text)')
    await program.stop()
    expect(alive(program.pid)).toBe(false)

    const database = await start()
    expect(statSync(`/proc/${database.pid()}`).uid).toBe(65534)
    expect(await query(database, 'select * from notes')).toEqual([])
  })
})

/** A data folder with a database that was made before: most tests are about what happens to it later. */
function takeMade() {
  execFileSync('cp', ['-a', made, dataDir])
}

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const database = await startEmbedded({ dataDir, log: silent, ...options })
  running.push(database)
  return database
}

async function query({ connection }: Embedded, text: string): Promise<any[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function write({ connection }: Embedded, acknowledged: number[]) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    // On a busy machine the kill may come before the connection stands.
    await client.connect()
    for (;;) {
      const n = acknowledged.length
      await client.query('insert into numbers values ($1)', [n])
      acknowledged.push(n)
    }
  } catch {
    // The server was killed, as the test wants it.
  }
}

function alive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function inside(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

// A program of its own that can be killed: the module under test, bundled to plain JavaScript.
const bundles = fileURLToPath(new URL('../../.cache/embedded-test/', import.meta.url))
let bundled: Promise<unknown> | undefined

afterAll(() => rmSync(bundles, { recursive: true, force: true }))

async function forkProgram(identity: { uid?: number; gid?: number } = {}) {
  bundled ??= build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: fileURLToPath(new URL('../../src/platform/db/embedded.ts', import.meta.url)),
      outDir: bundles,
      emptyOutDir: true,
    },
  }).then(() => writeFileSync(join(bundles, 'program.mjs'), program))
  await bundled
  return fork(join(bundles, 'program.mjs'), [dataDir], { execArgv: [], ...identity, cwd: '/' })
}

const program = `
import { startEmbedded } from './embedded.js'
const log = { info() {}, warn() {}, error() {} }
const database = await startEmbedded({ dataDir: process.argv[2], log })
process.on('message', async () => { await database.stop(); process.exit() })
process.send({ connection: database.connection, pid: database.pid() })
`

async function runProgram(identity: { uid?: number; gid?: number } = {}) {
  const child = await forkProgram(identity)
  const [{ connection, pid }] = await once(child, 'message')
  const end = async (send: () => void) => {
    const exit = once(child, 'exit')
    send()
    await exit
  }
  return {
    connection,
    pid: pid as number,
    kill: () => end(() => child.kill('SIGKILL')),
    stop: () => end(() => child.send('stop')),
  }
}
