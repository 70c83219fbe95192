import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Manifest, RecordingWriter, verify } from '@drawbridge/terminal'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/platform/auth/token.ts'
import { runningEmbedded } from '../../src/platform/db/embedded.ts'
import { type Client, client } from '../kit/client.ts'
import { openS3, type S3, S3_KEY } from '../kit/s3.ts'
import { freePort } from './program.ts'

const PASSWORD = 'Correct-horse-7'
const CHUNKS = 4
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const dist = new URL('../../dist/src/', import.meta.url)

/** The server as it is, which carries when it is told to rather than when a minute is over. */
const SERVER = `
  import { carryAll } from '${new URL('areas/terminal/recording/carry.js', dist)}'
  import { readConfig } from '${new URL('platform/config.js', dist)}'
  import { startServer } from '${new URL('server.js', dist)}'
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: console.error, error: console.error }
  const server = await startServer(readConfig(process.env), { log })
  process.on('message', async () => {
    await carryAll(server.services)
    process.send({ carried: true })
  })
  process.on('disconnect', () => server.close().then(() => process.exit()))
  process.send({ ready: true })
`

describe('a recording on its way to a storage', () => {
  let folder: string
  let s3: S3
  let url: string
  let child: ChildProcess
  let env: Record<string, string>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drawbridge-carry-'))
    s3 = await openS3()
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    env = {
      ...(process.env as Record<string, string>),
      ...{ NODE_OPTIONS: '', DATABASE_URL: '', DATA_DIR: join(folder, 'data'), PORT: String(port) },
      ...{ ADMIN_PASSWORD: PASSWORD, BOOTSTRAP_TOKEN: 'bootstrap-for-tests' },
      OUTBOUND_ALLOW: `127.0.0.1:${s3.port}`,
    }
    await writeFile(join(folder, 'server.mjs'), SERVER)
    await start()
  })
  afterAll(async () => {
    const exit = once(child, 'exit')
    child.disconnect()
    await exit
    await s3.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const start = async () => {
    child = spawn(process.execPath, [join(folder, 'server.mjs')], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message')
  }
  const inDatabase = async (text: string, values: unknown[] = []): Promise<any[]> => {
    const database = new pg.Client({ ...(await runningEmbedded(join(folder, 'data')))! })
    await database.connect()
    try {
      return (await database.query(text, values)).rows
    } finally {
      await database.end()
    }
  }
  const must = async (answer: Promise<{ status: number; body: any; text: string }>) => {
    const { status, body, text } = await answer
    if (status >= 300) throw new Error(text)
    return body
  }

  /** A finished recording of a component whose storage is the stand-in. */
  const recorded = async (admin: Client): Promise<string> => {
    const meta = { BUCKET: 'recordings', ACCESS_KEY: S3_KEY.accessKey, SECRET_KEY: S3_KEY.secretKey }
    const ENDPOINT = `http://127.0.0.1:${s3.port}`
    const storage = await must(
      admin.post('terminal/replay-storages/?type=s3', { name: randomUUID(), type: 's3', meta: { ...meta, ENDPOINT } }),
    )
    const terminal = await must(
      client(url, { authorization: 'BootstrapToken bootstrap-for-tests' }).post('terminal/terminal-registrations/', {
        name: randomUUID(),
        type: 'koko',
      }),
    )
    await must(admin.patch(`terminal/terminals/${terminal.id}/`, { replay_storage: storage.id }))
    await inDatabase('update users_users set private_token_hash = $1 where id = $2', [
      hashToken('token-of-the-gateway'),
      terminal.service_account.id,
    ])
    const gateway = client(url, { authorization: 'Token token-of-the-gateway' })
    const who = { user: 'Ann(ann)', asset: 'web-01', system_user: 'www', org_id: '', remote_addr: '10.9.9.9' }
    const { id } = await must(gateway.post('terminal/sessions/', who))
    const writer = new RecordingWriter({ session: id, began: 0, columns: 80, rows: 24, hash })
    for (let no = 0; no < CHUNKS; no++) {
      writer.add({ at: no * 1_000, kind: 'output', data: `part ${no} ${'x'.repeat(20_000)}` })
      const { bytes } = writer.flush()!
      await must(
        gateway.put(`terminal/sessions/${id}/chunks/${no}/`, bytes, {
          'content-type': 'application/octet-stream',
          'x-content-sha256': hash(bytes),
        }),
      )
    }
    await must(gateway.patch(`terminal/sessions/${id}/`, { is_finished: true, has_replay: true }))
    return id
  }

  it('survives kill -9 of the server at any step: nothing is lost, nothing is sent twice, nothing is let go unproved', async () => {
    const login = await client(url, {}).post('authentication/tokens/', { username: 'admin', password: PASSWORD })
    const admin = client(url, { authorization: `Bearer ${login.body.token}` })
    const id = await recorded(admin)
    const [{ folder: home }] = await inDatabase('select folder from terminal_recordings where session = $1', [id])
    const here = (no: number) => existsSync(join(folder, 'data/media', home, `${String(no).padStart(6, '0')}.chunk`))
    const place = async () =>
      (await inDatabase('select state, done from terminal_replay_places where session = $1', [id]))[0]
    const puts = () => s3.calls.filter((call) => call.startsWith('PUT') && call.includes(id))
    const isWhole = async () => {
      const manifest: Manifest = (await admin.get(`terminal/sessions/${id}/recording/`)).body
      const chunk = async (no: number) => {
        const { status, text } = await admin.get(`terminal/sessions/${id}/chunks/${no}/`)
        return status === 200 ? Buffer.from(text) : undefined
      }
      return verify(manifest, chunk, hash)
    }

    /** Killed while the storage answers the call of this number, with a proof that is half done. */
    const killedAt = async (call: number): Promise<void> => {
      const dead = once(child, 'exit')
      let count = 0
      s3.mischief = () => {
        if (++count === call) child.kill('SIGKILL')
        return undefined
      }
      child.send('carry')
      await dead
      s3.mischief = undefined
      await start()
      // The lease of the dead is over at once, rather than after its minutes.
      await inDatabase(`update terminal_replay_places set date_next = now() - interval '1 second' where session = $1`, [
        id,
      ])
    }

    // Each file is put and read back: killed at a put, at a proof, and at those of files that follow proved ones.
    let kills = 0
    for (const call of [1, 2, 3, 4, 4]) {
      const before = (await place()).done
      await killedAt(call)
      kills++
      const { state, done } = await place()
      expect(state).toBe('waiting')
      expect(done).toBeGreaterThanOrEqual(before)
      for (let no = 0; no < CHUNKS; no++) expect([call, no, here(no)]).toEqual([call, no, true])
      expect(await isWhole()).toMatchObject({ state: 'whole' })
    }
    const told = once(child, 'message')
    child.send('carry')
    await told
    expect(await place()).toMatchObject({ state: 'settled', done: CHUNKS + 1 })
    expect(Array.from({ length: CHUNKS }, (_, no) => here(no))).toEqual(Array(CHUNKS).fill(false))
    expect([...s3.kept.keys()].filter((key) => key.includes(id)).length).toBe(CHUNKS + 1)
    expect(await isWhole()).toMatchObject({ state: 'whole' })
    // Only what a kill left unproved is sent again.
    expect(puts().length).toBeLessThanOrEqual(CHUNKS + 1 + kills)
  })
})
