import { createHash, randomUUID } from 'node:crypto'
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, RecordingWriter, verify } from '@drawbridge/terminal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeOld } from '../../src/areas/terminal/recording/retention.ts'
import { aGateway, aSession, type Gateway } from '../kit/gateway.ts'
import { DEFAULT_ORG, openWorld, type Someone, type World } from '../kit/world.ts'

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('recordings', () => {
  let world: World
  let gateway: Gateway
  let auditor: Someone
  beforeAll(async () => {
    world = await openWorld()
    gateway = await aGateway(world)
    auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
  })
  afterAll(() => world.close())

  const record = (session: string, lines = ['one', 'two', 'three']) => {
    const writer = new RecordingWriter({ session, began: 0, columns: 120, rows: 40, hash })
    return lines.map((data, i) => {
      if (i === 0) writer.add({ at: 0, kind: 'resize', columns: 120, rows: 40 })
      writer.add({ at: i * 1_000 + 5, kind: 'output', data })
      return writer.flush()!
    })
  }
  const send = (session: string, no: number, bytes: Uint8Array, more: Record<string, string> = {}, from = gateway) =>
    from.api.put(`terminal/sessions/${session}/chunks/${no}/`, bytes, {
      'content-type': 'application/octet-stream',
      'x-content-sha256': hash(bytes),
      ...more,
    })
  const folder = (session: { id: string; date_start: string }) =>
    join(world.dataDir, 'media/replay', new Date(world.clock.now()).toISOString().slice(0, 10), session.id)
  const fetched = async (api: Someone['api'], id: string) => {
    const manifest: Manifest = (await api.get(`terminal/sessions/${id}/recording/`)).body
    const chunk = async (no: number) => {
      const { status, text } = await api.get(`terminal/sessions/${id}/chunks/${no}/`)
      return status === 200 ? Buffer.from(text) : undefined
    }
    return { manifest, finding: await verify(manifest, chunk, hash) }
  }

  it('leave one trace of each visit, however often a player asks, and of whoever begins in the middle', async () => {
    const session = await aSession(gateway)
    const at = `terminal/sessions/${session.id}/`
    const views = async () => {
      const rows = await world.server.services.database.db
        .selectFrom('audits_operate_logs')
        .select('user')
        .where('resource_id', '=', session.id)
        .where('action', '=', 'view')
        .execute()
      return rows.map(({ user }) => user.split('(')[0]).sort()
    }
    await auditor.api.get(`${at}recording/`)
    for (let i = 0; i < 3; i++) await auditor.api.get(`${at}recording/?after=-1`)
    expect(await views()).toEqual([auditor.name])
    for (const [no, { bytes }] of record(session.id).entries()) await send(session.id, no, bytes)
    expect((await auditor.api.get(`${at}recording/?after=-1`)).body.chunks).toHaveLength(3)
    await auditor.api.get(`${at}chunks/0/`)
    expect(await views()).toEqual([auditor.name])
    const [quiet, other] = [
      await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } }),
      await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } }),
    ]
    for (let i = 0; i < 2; i++) await quiet.api.get(`${at}chunks/1/`)
    for (let i = 0; i < 2; i++) await other.api.get(`${at}recording/?after=0`)
    expect(await views()).toEqual([auditor.name, quiet.name, other.name].sort())
    // A look of a player is several calls; whoever comes back later is on record anew.
    world.clock.advance(61)
    await auditor.api.get(`${at}recording/`)
    expect(await views()).toHaveLength(4)
  })

  it('come chunk by chunk, are watched while they run, and verify as whole when they are over', async () => {
    const session = await aSession(gateway)
    const chunks = record(session.id)
    expect((await auditor.api.get(`terminal/sessions/${session.id}/recording/`)).body).toMatchObject({
      chunks: [],
      is_finished: false,
    })
    for (const [no, { bytes }] of chunks.entries()) {
      const kept = await send(session.id, no, bytes)
      expect([kept.status, kept.body]).toEqual([201, { no, next: no + 1 }])
    }
    const live = await fetched(auditor.api, session.id)
    expect(live.manifest).toMatchObject({ session: session.id, columns: 120, rows: 40 })
    expect(live.finding).toEqual({ state: 'cut', chunks: 3, until: 2_005 })
    const newer = await auditor.api.get(`terminal/sessions/${session.id}/recording/?after=1`)
    expect(newer.body.chunks.map(({ no }: { no: number }) => no)).toEqual([2])
    const ended = await gateway.api.patch(`terminal/sessions/${session.id}/`, {
      is_finished: true,
      has_replay: true,
      end_reason: 'exit',
    })
    expect(ended.body).toMatchObject({ has_replay: true, can_replay: true })
    const over = await fetched(auditor.api, session.id)
    expect([over.finding, over.manifest.ended?.reason]).toEqual([{ state: 'whole' }, 'exit'])
    expect((await readdir(folder(session))).sort()).toEqual([
      '000000.chunk',
      '000001.chunk',
      '000002.chunk',
      'manifest.json',
    ])
    const kept = JSON.parse(await readFile(join(folder(session), 'manifest.json'), 'utf8'))
    expect(kept.chunks).toEqual(over.manifest.chunks)
    const [log] = (await auditor.api.get('audits/operate-logs/?action=view&limit=1')).body.results
    expect(log).toMatchObject({ user: `${auditor.name}(${auditor.username})`, diff: { recording: [null, true] } })
  })

  it('[T15] give any moment in one answer, from the last screen on, to those who may watch, and are on record once for a look', async () => {
    const session = await aSession(gateway)
    const at = (ms: number | string, who = auditor) => who.api.get(`terminal/sessions/${session.id}/moment/?at=${ms}`)
    expect((await at(0)).status).toBe(404)
    const writer = new RecordingWriter({ session: session.id, began: 0, columns: 120, rows: 40, hash })
    const chunks = Array.from({ length: 60 }, (_, no) => {
      if (no === 0) writer.add({ at: 0, kind: 'resize', columns: 120, rows: 40 })
      if (no === 5) writer.add({ at: 5_000, kind: 'screen', data: 'as it was', columns: 100, rows: 30 })
      writer.add({ at: no * 1_000, kind: 'output', data: `line ${no}` })
      return writer.flush()!
    })
    for (const [no, { bytes }] of chunks.entries()) await send(session.id, no, bytes)
    expect((await at(1_500)).body).toEqual({
      at: 1_500,
      columns: 120,
      rows: 40,
      since: [
        { at: 0, kind: 'resize', columns: 120, rows: 40 },
        { at: 0, kind: 'output', data: 'line 0' },
        { at: 1_000, kind: 'output', data: 'line 1' },
      ],
    })
    const later = (await at(7_000)).body
    expect(later.screen).toMatchObject({ data: 'as it was', columns: 100 })
    expect(later.since.map(({ data }: { data: string }) => data)).toEqual(['line 5', 'line 6', 'line 7'])
    // Too far from a screen: the player reads it piece by piece.
    expect((await at(59_000)).status).toBe(404)
    expect((await at('x')).body.at).toBe(0)
    const stranger = await world.person()
    expect((await at(0, stranger)).status).toBe(403)
    const elsewhere = await world.person({ in: { [await world.organisation()]: ['Auditor'] } })
    expect([403, 404]).toContain((await at(0, elsewhere)).status)
    const other = await aGateway(world)
    expect((await other.api.get(`terminal/sessions/${session.id}/moment/?at=0`)).status).toBe(403)
    await auditor.api.get(`terminal/sessions/${session.id}/recording/`)
    const rows = await world.server.services.database.db
      .selectFrom('audits_operate_logs')
      .select('id')
      .where('resource_id', '=', session.id)
      .where('action', '=', 'view')
      .execute()
    expect([1, 2]).toContain(rows.length)
    const file = join(folder(session), '000000.chunk')
    await writeFile(file, 'no\nchunk\nat all\n')
    expect((await at(0)).status).toBe(404)
  })

  it('are sent again without harm; a gap is refused with the number to go on with', async () => {
    const session = await aSession(gateway)
    const [first, second, third] = record(session.id).map(({ bytes }) => bytes)
    const gap = await send(session.id, 1, second!)
    expect([gap.status, gap.body]).toMatchObject([409, { code: 'chunk_gap', next: 0 }])
    await send(session.id, 0, first!)
    const again = await send(session.id, 0, first!)
    expect([again.status, again.body]).toEqual([200, { no: 0, next: 1 }])
    expect((await send(session.id, 2, third!)).body).toMatchObject({ code: 'chunk_gap', next: 1 })
    const both = await Promise.all([send(session.id, 1, second!), send(session.id, 1, second!)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
    const other = record(session.id, ['other'])[0]!.bytes
    const differs = await send(session.id, 0, other)
    expect([differs.status, differs.body.code]).toEqual([409, 'chunk_differs'])
    await send(session.id, 2, third!)
    expect((await fetched(auditor.api, session.id)).finding.state).toBe('cut')
  })

  it('[T44] take no chunk that does not follow on the one before it', async () => {
    const session = await aSession(gateway)
    const [first, second] = record(session.id).map(({ bytes }) => bytes)
    const foreign = record(randomUUID())[0]!.bytes
    const refused = async (no: number | string, bytes: Uint8Array, more: Record<string, string> = {}) => {
      const { status, body } = await send(session.id, no as number, bytes, more)
      return [status, body.code]
    }
    expect(await refused(0, first!, { 'x-content-sha256': hash(second!) })).toEqual([400, 'chunk_invalid'])
    expect(await refused(0, first!, { 'x-content-sha256': '' })).toEqual([400, 'chunk_invalid'])
    for (const bytes of [
      foreign,
      second!,
      Buffer.from('{'),
      Buffer.from('\0\n\n'),
      Buffer.from(first!).subarray(0, 40),
    ])
      expect(await refused(0, bytes)).toEqual([400, 'chunk_invalid'])
    expect(await refused('x', first!)).toEqual([400, 'chunk_invalid'])
    expect(await refused(0, Buffer.alloc(0))).toEqual([400, 'chunk_invalid'])
    await send(session.id, 0, first!)
    const stray = record(session.id, ['stray', 'second'])[1]!.bytes
    expect(await refused(1, stray)).toEqual([400, 'chunk_invalid'])
    expect((await send(session.id, 1, Buffer.alloc(11 * 1024 * 1024))).status).toBe(413)
  })

  it('[T44] that were changed, or lost, on disk are seen', async () => {
    const session = await aSession(gateway)
    for (const [no, { bytes }] of record(session.id).entries()) await send(session.id, no, bytes)
    const path = join(folder(session), '000001.chunk')
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace('two', 'TWO'))
    expect((await fetched(auditor.api, session.id)).finding).toMatchObject({
      state: 'damaged',
      chunk: 1,
      reason: 'changed',
    })
    await rm(path)
    expect((await fetched(auditor.api, session.id)).finding).toMatchObject({
      state: 'damaged',
      chunk: 1,
      reason: 'missing',
    })
  })

  it('are closed when they are whole, and can be completed after their component was thought dead', async () => {
    const session = await aSession(gateway)
    const [first, second, third] = record(session.id).map(({ bytes }) => bytes)
    await send(session.id, 0, first!)
    await world.server.services.database.db
      .updateTable('terminal_sessions')
      .set({ is_finished: true, end_reason: 'silent', date_end: world.clock.now() })
      .where('id', '=', session.id)
      .execute()
    const cut = (await auditor.api.get(`terminal/sessions/${session.id}/`)).body
    expect(cut).toMatchObject({ has_replay: false, can_replay: true, is_finished: true })
    expect((await send(session.id, 1, second!)).status).toBe(201)
    await gateway.api.patch(`terminal/sessions/${session.id}/`, { is_finished: true, has_replay: true })
    expect((await fetched(auditor.api, session.id)).finding).toEqual({ state: 'whole' })
    expect((await send(session.id, 2, third!)).body).toMatchObject({ code: 'recording_closed', next: 2 })
  })

  it('[T15] are for those who audit the organisation of the session, and written by its own component', async () => {
    const there = await world.organisation()
    const session = await aSession(gateway)
    const { bytes } = record(session.id)[0]!
    const other = await aGateway(world)
    expect((await send(session.id, 0, bytes, {}, other)).status).toBe(403)
    expect((await send(randomUUID(), 0, bytes)).status).toBe(404)
    await send(session.id, 0, bytes)
    const at = `terminal/sessions/${session.id}/`
    const ends = ['recording/', 'chunks/0/', 'replay/', 'replay/file/', 'replay/download/', 'replay/page/']
    const paths = ends.map((end) => `${at}${end}`)
    const neighbour = await world.person({ in: { [there]: ['Admin'] }, org: there })
    const user = await world.person()
    for (const path of paths) {
      expect([path, (await auditor.api.get(path)).status]).toEqual([path, 200])
      expect([path, (await world.admin.api.get(path)).status]).toEqual([path, 200])
      expect([path, (await gateway.api.get(path)).status]).toEqual([path, 200])
      expect([path, (await neighbour.api.get(path)).status]).toEqual([path, 404])
      expect([path, (await user.api.get(path)).status]).toEqual([path, 403])
      expect([path, (await other.api.get(path)).status]).toEqual([path, 403])
      expect([path, (await world.anonymous().get(path)).status]).toEqual([path, 401])
    }
    for (const { api } of [auditor, world.admin])
      expect((await send(session.id, 1, bytes, {}, { ...gateway, api })).status).toBe(403)
    expect((await auditor.api.get(`${at}chunks/7/`)).status).toBe(404)
    expect((await auditor.api.get(`${at}chunks/..%2f0/`)).status).toBe(404)
  })

  it('are played as the contract says, and taken away as one archive', async () => {
    const session = await aSession(gateway)
    const at = `terminal/sessions/${session.id}/replay/`
    const none = await auditor.api.get(at)
    expect([none.status, none.body]).toEqual([404, { error: 'Not found replay file, and not remote storage set' }])
    expect((await auditor.api.get(`${at}download/`)).status).toBe(404)
    for (const [no, { bytes }] of record(session.id, ['one', '二', '"3"']).entries()) await send(session.id, no, bytes)
    const { body } = await auditor.api.get(at)
    expect(body).toEqual({
      type: 'json',
      src: `/api/v1/${at}file/`,
      user: 'Ann(ann)',
      asset: 'web-01(10.1.1.10)',
      system_user: 'web-user(www)',
      date_start: session.date_start,
      date_end: null,
      download_url: `/api/v1/${at}download/`,
    })
    expect((await auditor.api.get(body.src)).body).toEqual({ '0.005': 'one', '1.005': '二', '2.005': '"3"' })
    const archive = await auditor.api.get(body.download_url)
    expect(archive.headers.get('content-disposition')).toBe(`attachment; filename="${session.id}.tar"`)
    const files = membersOf(Buffer.from(archive.text))
    expect(JSON.parse(files[`${session.id}.json`]!)).toMatchObject({ id: session.id, user: 'Ann(ann)' })
    const lines = files[`${session.id}.cast`]!.trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([
      { version: 2, width: 120, height: 40, timestamp: expect.any(Number) },
      [0, 'r', '120x40'],
      [0.005, 'o', 'one'],
      [1.005, 'o', '二'],
      [2.005, 'o', '"3"'],
    ])
  })

  it('of components that send one file are kept once, by their own component', async () => {
    const session = await aSession(gateway)
    const at = `terminal/sessions/${session.id}/replay/`
    const form = (text: string) => {
      const made = new FormData()
      made.set('file', new File([text], `${session.id}.replay.gz`))
      return made
    }
    const other = await aGateway(world)
    expect((await other.api.post(at, form('x'))).status).toBe(403)
    expect((await world.admin.api.post(at, form('x'))).status).toBe(403)
    const nothing = await gateway.api.post(at, {})
    expect([nothing.status, nothing.body]).toEqual([401, { msg: { file: ['No file was submitted.'] } }])
    const kept = await gateway.api.post(at, form('compressed'))
    expect([kept.status, kept.body]).toEqual([201, { url: `/api/v1/${at}file/` }])
    expect((await gateway.api.post(at, form('compressed'))).status).toBe(201)
    expect((await gateway.api.post(at, form('another'))).status).toBe(401)
    expect((await auditor.api.get(kept.body.url)).text).toBe('compressed')
    expect((await auditor.api.get(`terminal/sessions/${session.id}/`)).body.can_replay).toBe(true)
    const files = membersOf(Buffer.from((await auditor.api.get(`${at}download/`)).text))
    expect(files[`${session.id}.replay.gz`]).toBe('compressed')
  })

  it('of a component that keeps none are not kept, and a replay that never came is not told of', async () => {
    const quiet = await aGateway(world)
    await world.admin.api.patch(`terminal/terminals/${quiet.id}/`, { replay_storage: 'null' })
    const session = await aSession(quiet)
    const { bytes } = record(session.id)[0]!
    expect((await send(session.id, 0, bytes, {}, quiet)).status).toBe(200)
    const ended = await quiet.api.patch(`terminal/sessions/${session.id}/`, { is_finished: true, has_replay: true })
    expect(ended.body).toMatchObject({ has_replay: false, can_replay: false })
    expect((await auditor.api.get(`terminal/sessions/${session.id}/recording/`)).status).toBe(404)
  })

  it('go with their sessions when these are older than the settings want', async () => {
    const [old, running] = [await aSession(gateway), await aSession(gateway)]
    for (const { id } of [old, running]) await send(id, 0, record(id)[0]!.bytes)
    await gateway.api.post('terminal/commands/', [
      { session: old.id, input: 'ls', timestamp: Math.floor(world.clock.now().getTime() / 1000) },
    ])
    await gateway.api.patch(`terminal/sessions/${old.id}/`, { is_finished: true, has_replay: true })
    const place = folder(old)
    expect(await removeOld(world.server.services)).toBe(0)
    world.clock.advance(201 * 86_400)
    expect(await removeOld(world.server.services)).toBeGreaterThan(0)
    await expect(readdir(place)).rejects.toThrow('ENOENT')
    expect((await auditor.api.get(`terminal/sessions/${old.id}/`)).status).toBe(404)
    expect((await auditor.api.get(`terminal/commands/?session_id=${old.id}`)).body).toEqual([])
    expect((await auditor.api.get(`terminal/sessions/${running.id}/`)).status).toBe(200)
  })

  it('are put off, not lost, when their storage cannot be used', async () => {
    const session = await aSession(gateway)
    const { bytes } = record(session.id)[0]!
    const day = join(folder(session), '..')
    // A file where the folder of the day should be: nothing can be written below it, whoever runs the test.
    await rm(day, { recursive: true, force: true })
    await writeFile(day, '')
    await chmod(day, 0o400)
    expect((await send(session.id, 0, bytes)).body).toMatchObject({ code: 'storage_invalid' })
    await rm(day)
    expect((await send(session.id, 0, bytes)).status).toBe(201)
  })
})

/** Names and texts of a tar archive. */
const membersOf = (bytes: Buffer): Record<string, string> => {
  const files: Record<string, string> = {}
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const name = bytes
      .subarray(at, at + 100)
      .toString()
      .replaceAll('\0', '')
    const size = Number.parseInt(bytes.subarray(at + 124, at + 135).toString(), 8)
    const sum = Number.parseInt(bytes.subarray(at + 148, at + 154).toString(), 8)
    const head = Buffer.from(bytes.subarray(at, at + 512)).fill(' ', 148, 156)
    expect(head.reduce((all, byte) => all + byte, 0)).toBe(sum)
    files[name] = bytes.subarray(at + 512, at + 512 + size).toString()
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}
