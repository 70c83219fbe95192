// Recordings in an S3 storage: the stand-in of the kit checks every signature.
import { createHash } from 'node:crypto'
import { access, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, RecordingWriter, verify } from '@drawbridge/terminal'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { carryAll } from '../../src/areas/terminal/recording/carry.ts'
import { removeOld } from '../../src/areas/terminal/recording/retention.ts'
import { aGateway, aSession, type Gateway } from '../kit/gateway.ts'
import { openS3, type S3, S3_KEY } from '../kit/s3.ts'
import { DEFAULT_ORG, openWorld, type Someone, type World } from '../kit/world.ts'

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const LIST = 'terminal/replay-storages/'

describe('a storage that speaks S3 (against a stand-in)', () => {
  let world: World
  let s3: S3
  let gateway: Gateway
  let auditor: Someone
  let storage: { id: string; name: string }
  beforeAll(async () => {
    world = await openWorld()
    s3 = await openS3()
    auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    storage = (await make('away')).body
    gateway = await carriedTo(storage)
  })
  afterAll(async () => {
    await s3.stop()
    await world.close()
  })
  afterEach(async () => {
    s3.mischief = undefined
    await s3.stop()
    await s3.start()
  })

  let counter = 0
  const make = (name: string, meta: object = {}) =>
    world.admin.api.post(`${LIST}?type=s3`, {
      name: `${name}${name === 'away' ? '' : ++counter}`,
      type: 's3',
      meta: {
        BUCKET: 'recordings',
        ACCESS_KEY: S3_KEY.accessKey,
        SECRET_KEY: S3_KEY.secretKey,
        ENDPOINT: `http://127.0.0.1:${s3.port}`,
        ...meta,
      },
    })
  const carriedTo = async ({ id }: { id: string }) => {
    const one = await aGateway(world)
    const set = await world.admin.api.patch(`terminal/terminals/${one.id}/`, { replay_storage: id })
    expect([set.status, set.body.replay_storage]).toEqual([200, expect.any(String)])
    return one
  }
  const test = (id: string, lang = 'en') =>
    world.admin.api.get(`${LIST}${id}/test-connective/`, { 'accept-language': lang })
  const carry = () => carryAll(world.server.services)
  const wait = (seconds: number) => world.clock.advance(seconds)

  const recorded = async (lines = ['one', 'two', 'three'], from = gateway) => {
    const session = await aSession(from)
    const writer = new RecordingWriter({ session: session.id, began: 0, columns: 80, rows: 24, hash })
    for (const [no, data] of lines.entries()) {
      writer.add({ at: no * 1_000 + 5, kind: 'output', data })
      const { bytes } = writer.flush()!
      const sent = await from.api.put(`terminal/sessions/${session.id}/chunks/${no}/`, bytes, {
        'content-type': 'application/octet-stream',
        'x-content-sha256': hash(bytes),
      })
      expect(sent.status).toBe(201)
    }
    const over = { is_finished: true, has_replay: true }
    expect((await from.api.patch(`terminal/sessions/${session.id}/`, over)).status).toBe(200)
    return session.id as string
  }
  const dayOf = () => world.clock.now().toISOString().slice(0, 10)
  const folder = (id: string) => join(world.dataDir, 'media/replay', dayOf(), id)
  const isHere = (id: string) =>
    access(folder(id)).then(
      () => true,
      () => false,
    )
  const there = (id: string) =>
    [...s3.kept.keys()].filter((key) => key.includes(id)).map((key) => key.split('/').at(-1))
  const state = async (id: string, lang = 'en') =>
    (await auditor.api.get(`terminal/sessions/${id}/`, { 'accept-language': lang })).body.replay_state
  const played = async (id: string) => {
    const manifest: Manifest = (await auditor.api.get(`terminal/sessions/${id}/recording/`)).body
    const chunk = async (no: number) => {
      const { status, text } = await auditor.api.get(`terminal/sessions/${id}/chunks/${no}/`)
      return status === 200 ? Buffer.from(text) : undefined
    }
    return verify(manifest, chunk, hash)
  }
  const FILES = ['000000.chunk', '000001.chunk', '000002.chunk', 'manifest.json']

  it('is tested by something small that is written, read back and removed', async () => {
    s3.calls.length = 0
    expect((await test(storage.id)).body).toEqual({ is_valid: true, msg: 'Test successful' })
    expect((await test(storage.id, 'zh')).body).toEqual({ is_valid: true, msg: '测试成功' })
    expect(s3.calls.slice(0, 3).map((call) => call.split('/')[0])).toEqual(['PUT ', 'GET ', 'DELETE '])
    expect(s3.kept.size).toBe(0)
  })

  it('[T52] says why it cannot be used, in both languages, and nothing of its keys', async () => {
    const failing = async (name: string, meta: object) => {
      const { id } = (await make(name, meta)).body
      const { status, body, text } = await test(id)
      expect(status).toBe(200)
      expect(text + (await test(id, 'zh')).text).not.toMatch(/hidden|secret\+of|Signature=/)
      return [body.is_valid, body.msg, (await test(id, 'zh')).body.msg]
    }
    const at = `127.0.0.1:${s3.port}`
    expect(await failing('wrong key', { SECRET_KEY: 'hidden' })).toEqual([
      false,
      `Test failure: ${at}: answered 403 SignatureDoesNotMatch`,
      `测试失败: ${at}: 返回 403 SignatureDoesNotMatch`,
    ])
    expect(await failing('no bucket', { BUCKET: 'nothing' })).toEqual([
      false,
      `Test failure: ${at}: answered 404 NoSuchBucket`,
      expect.any(String),
    ])
    expect(await failing('no key', { ACCESS_KEY: null })).toEqual([
      false,
      'Test failure: the setting ACCESS_KEY is missing or not valid',
      '测试失败: 配置 ACCESS_KEY 缺失或无效',
    ])
    s3.mischief = (method) => (method === 'GET' ? { status: 200, body: 'something else' } : undefined)
    expect((await test(storage.id)).body).toEqual({
      is_valid: false,
      msg: 'Test failure: what was read back is not what was written',
    })
    expect(world.lines.join('\n')).not.toContain(S3_KEY.secretKey)
  })

  it('is no business of its component, which sends everything to the server', async () => {
    const { body } = await gateway.api.get('terminal/terminals/config/')
    expect([body.TERMINAL_REPLAY_STORAGE, body.TERMINAL_COMMAND_STORAGE]).toEqual([
      { TYPE: 'server' },
      { TYPE: 'server' },
    ])
  })

  it('[T39] is not reached where the server may not go', async () => {
    for (const ENDPOINT of ['http://169.254.169.254', 'http://127.0.0.2:1', 'https://[::1]'])
      expect((await test((await make(`bad ${ENDPOINT}`, { ENDPOINT })).body.id)).body).toEqual({
        is_valid: false,
        msg: expect.stringMatching(/may not be reached$/),
      })
  })

  it('gets a recording when it is whole; then the server has it no more, and it is played from there', async () => {
    const id = await recorded()
    expect(await state(id)).toBe('Waits to be carried to away')
    await carry()
    expect(there(id)).toEqual(FILES)
    expect(await isHere(id)).toBe(false)
    expect([await state(id), await state(id, 'zh')]).toEqual(['Kept in away', '保存在 away'])
    expect(await played(id)).toMatchObject({ state: 'whole' })
    const file = await auditor.api.get(`terminal/sessions/${id}/replay/file/`)
    expect(file.body).toEqual({ '0.005': 'one', '1.005': 'two', '2.005': 'three' })
    const taken = await auditor.api.get(`terminal/sessions/${id}/replay/download/`)
    expect([taken.status, taken.text]).toEqual([200, expect.stringContaining('three')])
    // Nothing is sent a second time.
    s3.calls.length = 0
    wait(7_200)
    await carry()
    expect(s3.calls).toEqual([])
  })

  it('gets a recording that came as one file, which is not replaced by another then', async () => {
    const session = await aSession(gateway)
    const send = (text: string) => {
      const form = new FormData()
      form.set('file', new Blob([text]), 'x.replay.gz')
      return gateway.api.post(`terminal/sessions/${session.id}/replay/`, form)
    }
    await gateway.api.patch(`terminal/sessions/${session.id}/`, { is_finished: true })
    expect((await send('whole')).status).toBe(201)
    await carry()
    expect(there(session.id)).toEqual([`${session.id}.replay.gz`])
    expect((await auditor.api.get(`terminal/sessions/${session.id}/replay/file/`)).text).toBe('whole')
    expect((await send('other')).status).toBe(401)
    expect((await send('whole')).status).toBe(201)
  })

  it('[T43] that is away costs no recording: the server keeps it, plays it, and tries again with growing pauses', async () => {
    const id = await recorded()
    await s3.stop()
    const before = world.lines.length
    await carry()
    await carry()
    const told = world.lines.slice(before).filter((line) => line.includes(id))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/could not be carried.*ECONNREFUSED/)
    expect(await isHere(id)).toBe(true)
    expect(await played(id)).toMatchObject({ state: 'whole' })
    expect(await state(id)).toBe('Could not be carried to away yet (tried 1 times); the server keeps it')
    const tries = async () => Number(/tried (\d+)/.exec(await state(id))?.[1])
    for (const [seconds, expected] of [
      [29, 1],
      [2, 2],
      [31, 2],
      [30, 3],
      [119, 3],
      [2, 4],
    ] as const) {
      wait(seconds)
      await carry()
      expect([seconds, await tries()]).toEqual([seconds, expected])
    }
    await s3.start()
    wait(3_601)
    await carry()
    expect(there(id)).toEqual(FILES)
    expect(await state(id)).toBe('Kept in away')
  })

  it('is gone on with where it broke off', async () => {
    const id = await recorded()
    s3.mischief = (method, path) =>
      method === 'PUT' && path.endsWith('000002.chunk') ? { status: 503, body: '<Code>SlowDown</Code>' } : undefined
    await carry()
    expect(there(id)).toEqual(FILES.slice(0, 2))
    s3.mischief = undefined
    s3.calls.length = 0
    wait(60)
    await carry()
    expect(s3.calls.filter((call) => call.startsWith('PUT')).map((call) => call.split('/').at(-1))).toEqual(
      FILES.slice(2),
    )
    expect(await isHere(id)).toBe(false)
    // A server that died between the last proof and its own copy takes the copy away later.
    const again = await recorded()
    await carry()
    const { db } = world.server.services.database
    await db.updateTable('terminal_replay_places').set({ state: 'carried' }).where('session', '=', again).execute()
    s3.calls.length = 0
    wait(3_600)
    await carry()
    expect(s3.calls).toEqual([])
    expect(await state(again)).toBe('Kept in away')
  })

  it('is gone on with by the next server when one ends in the middle', async () => {
    const id = await recorded()
    const ending = new AbortController()
    s3.mischief = (method, path) => {
      if (method === 'PUT' && path.endsWith('000001.chunk')) ending.abort()
      return undefined
    }
    await carryAll(world.server.services, ending.signal)
    expect(await isHere(id)).toBe(true)
    expect(await state(id)).toBe('Waits to be carried to away')
    s3.mischief = undefined
    s3.calls.length = 0
    await carry()
    expect(s3.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(3)
    expect(there(id)).toEqual(FILES)
    expect(await state(id)).toBe('Kept in away')
  })

  it('that is gone keeps no other storage waiting', async () => {
    const dead = (await make('dead', { ENDPOINT: 'http://127.0.0.1:1' })).body
    const one = await carriedTo(dead)
    const ids = [await recorded(['a'], one), await recorded(['b'], one), await recorded(['c'], one)]
    const fine = await recorded()
    const before = world.lines.length
    await carry()
    const tried = world.lines.slice(before).filter((line) => line.includes('could not be carried'))
    expect(tried).toHaveLength(1)
    expect(await state(fine)).toBe('Kept in away')
    for (const id of ids) expect(await isHere(id)).toBe(true)
    await world.server.services.database.db
      .deleteFrom('terminal_replay_places')
      .where('storage', '=', dead.id)
      .execute()
  })

  it('that gives back other bytes than it was sent does not get the only copy', async () => {
    const id = await recorded()
    s3.mischief = (method, path) =>
      method === 'GET' && path.endsWith('000001.chunk') ? { status: 200, body: 'other' } : undefined
    await carry()
    expect(await isHere(id)).toBe(true)
    expect(await played(id)).toMatchObject({ state: 'whole' })
    expect(world.lines.at(-1)).toContain('does not give')
  })

  it('[T44] gets nothing that was changed on the disk of the server', async () => {
    const id = await recorded()
    await writeFile(join(folder(id), '000001.chunk'), 'forged')
    await carry()
    expect(there(id)).toEqual(['000000.chunk'])
    expect(await readdir(folder(id))).toContain('000001.chunk')
    expect(world.lines.at(-1)).toContain('is not what was recorded')
  })

  it('that is away when somebody looks says so', async () => {
    const id = await recorded()
    await carry()
    await s3.stop()
    for (const path of ['chunks/0/', 'replay/file/', 'replay/download/']) {
      const asked = await auditor.api.get(`terminal/sessions/${id}/${path}`, { 'accept-language': 'zh' })
      expect([path, asked.status, asked.body]).toEqual([
        path,
        503,
        { code: 'storage_invalid', detail: '录像存储暂时不可用，请稍后再试' },
      ])
    }
  })

  it('is not removed, and keeps its type, while it holds a recording', async () => {
    const other = (await make('short-lived')).body
    const one = await carriedTo(other)
    const id = await recorded(['x'], one)
    await carry()
    await world.admin.api.patch(`terminal/terminals/${one.id}/`, { replay_storage: 'default' })
    expect((await world.admin.api.delete(`${LIST}${other.id}/`)).body).toEqual({
      msg: 'Cannot delete storage that is being used',
    })
    const changed = await world.admin.api.patch(`${LIST}${other.id}/`, { type: 'ceph' })
    expect(changed.body).toEqual({ type: ['The type cannot be changed while the storage holds something.'] })
    // A recording that was carried stays readable when its component goes elsewhere.
    expect(await played(id)).toMatchObject({ state: 'whole' })
  })

  it('loses what is too old; while it is away nothing is forgotten', async () => {
    const id = await recorded()
    await carry()
    const days = world.server.services.settings.values.TERMINAL_SESSION_KEEP_DURATION
    wait((days + 1) * 86_400)
    await s3.stop()
    await removeOld(world.server.services)
    expect((await auditor.api.get(`terminal/sessions/${id}/`)).status).toBe(200)
    expect(there(id)).toEqual(FILES)
    await s3.start()
    await removeOld(world.server.services)
    expect((await auditor.api.get(`terminal/sessions/${id}/`)).status).toBe(404)
    expect(there(id)).toEqual([])
    expect([...s3.kept.keys()]).toEqual([])
  })
})
