import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FilesFromBrowser, TICKET_HEADER, UPLOAD } from '@drawbridge/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openDemoHost } from '../src/ssh/demo-host.ts'
import { aKey, FilesPageAtWork, piece } from './kit/files-page.ts'
import { Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'
import { freePort, keyPair } from './kit/sshd.ts'

let place: Place
let [base, shared, outside] = ['', '', '']
beforeAll(async () => {
  place = await Place.open()
  base = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-web-files-')))
  ;[shared, outside] = [join(base, 'shared'), join(base, 'outside')]
  for (const [name, actions] of [
    ['files', ['connect', 'upload_file', 'download_file']],
    ['read-only', ['connect', 'download_file']],
    ['write-only', ['connect', 'upload_file']],
    ['no-files', ['connect']],
  ] as const)
    place.target(name, { sftp_root: shared, actions })
  place.target('by-hand', {
    sftp_root: shared,
    login: { mode: 'manual', username: 'somebody', password: '', private_key: '' },
  })
})
afterAll(async () => {
  await place.close()
  rmSync(base, { recursive: true, force: true })
})
beforeEach(() => {
  for (const folder of [shared, outside]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
  }
  writeFileSync(join(outside, 'secret'), 'secret')
  place.server.files.length = 0
})

const ticketFor = (username: string): string => {
  const ticket = randomUUID()
  const person = { id: `id-of-${username}`, username, name: username }
  place.server.tickets.set(ticket, { person, address: '10.9.9.9', lang: 'en' })
  return ticket
}
const page = (username = 'ann') => new FilesPageAtWork(place, ticketFor(username))
const open = async (asset = 'files') => {
  const ann = page()
  return { ann, opened: await ann.open(asset) }
}
const leave = async (ann: FilesPageAtWork, session: string) => {
  ann.say({ type: 'close' })
  await until(() => place.server.finished.has(session), 'the end told to the server')
}
const fetchAt = (address: string, username = 'ann') =>
  fetch(`http://127.0.0.1:${place.gateway.webPort}${address}`, { headers: { [TICKET_HEADER]: ticketFor(username) } })
const rows = async () => (await place.told()).map(({ operate, is_success }) => [operate, is_success])
const inShared = (name: string) => join(shared, name)
const parts = () => readdirSync(shared).filter((name) => name.endsWith('.part'))

const big = randomBytes(3_500_000)

describe('files in a browser', () => {
  it('are a session like any other: named, listed with what they are, and each deed written down', async () => {
    mkdirSync(inShared('sub'))
    writeFileSync(inShared('a.txt'), 'hello', { mode: 0o640 })
    symlinkSync('sub', inShared('to-sub'))
    symlinkSync(outside, inShared('way-out'))
    const { ann, opened } = await open()
    expect(opened).toMatchObject({ root: shared, rights: { upload: true, download: true } })
    expect(place.server.asked.at(-1)).toMatchObject({ user: 'id-of-ann', remote_addr: '10.9.9.9', login_from: 'WT' })
    expect(place.gateway.means.live.ids).toContain(opened.session)
    const { entries, value } = await ann.must({ deed: 'list', path: shared })
    expect(value).toEqual({ path: shared, cut: false })
    const seen = Object.fromEntries(entries.map((entry) => [entry.name, entry]))
    expect(seen['a.txt']).toMatchObject({ kind: 'file', size: 5, mode: 0o640, owner: expect.stringMatching(/\w/) })
    expect(seen.sub).toMatchObject({ kind: 'folder' })
    expect(seen['to-sub']).toMatchObject({ kind: 'link', leads: 'folder' })
    expect(seen['way-out']).toMatchObject({ kind: 'link', leads: 'nowhere' })
    await ann.must({ deed: 'mkdir', path: inShared('new') })
    await ann.must({ deed: 'rename', from: inShared('a.txt'), to: inShared('new/b.txt') })
    await ann.must({ deed: 'chmod', path: inShared('new/b.txt'), mode: 0o600 })
    expect(statSync(inShared('new/b.txt')).mode & 0o777).toBe(0o600)
    expect(await ann.ask({ deed: 'mkdir', path: inShared('sub') })).toMatchObject({ ok: false, fault: 'exists' })
    expect(await ann.ask({ deed: 'rename', from: inShared('new'), to: inShared('sub') })).toMatchObject({
      fault: 'exists',
    })
    expect(await ann.ask({ deed: 'list', path: inShared('nothing') })).toMatchObject({ fault: 'missing' })
    await ann.must({ deed: 'remove', paths: [inShared('new')] })
    // The log takes names of 1,024 signs: longer ones are shortened, never left out.
    const long = inShared(`${`${'x'.repeat(200)}/`.repeat(6)}end`)
    expect(await ann.ask({ deed: 'mkdir', path: long })).toMatchObject({ fault: 'missing' })
    expect((await place.told()).at(-1)!.filename).toMatch(/^\/.{500,}…x+.*\/end$/)
    expect(place.server.files.at(-1)!.filename).toHaveLength(1_024)
    expect(await rows()).toEqual([
      ['Mkdir', true],
      ['Rename', true],
      ['Delete', true],
      ['Rmdir', true],
      ['Mkdir', false],
    ])
    expect(place.server.files[0]).toMatchObject({ filename: inShared('new'), remote_addr: '10.9.9.9', asset: 'files' })
    await leave(ann, opened.session)
  })

  it('take away a folder with all it holds, telling how far they are, and never what a link leads to', async () => {
    for (let n = 0; n < 60; n++) {
      mkdirSync(inShared(`tree/${n % 6}`), { recursive: true })
      writeFileSync(inShared(`tree/${n % 6}/${n}`), 'x')
    }
    symlinkSync(outside, inShared('tree/way-out'))
    const { ann, opened } = await open()
    expect(await ann.must({ deed: 'remove', paths: [inShared('tree')] })).toMatchObject({ value: { removed: 68 } })
    expect(ann.notes.filter(({ type }) => type === 'progress').length).toBeGreaterThan(1)
    expect(existsSync(inShared('tree'))).toBe(false)
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
    expect(await ann.ask({ deed: 'remove', paths: [shared] })).toMatchObject({ ok: false })
    expect(existsSync(shared)).toBe(true)
    await leave(ann, opened.session)
  })

  it('arrive whole in pieces, ask before they overwrite, and keep who owns them and for whom they are', async () => {
    const { ann, opened } = await open()
    expect(await ann.upload(inShared('大文件.bin'), big)).toMatchObject({ ok: true })
    expect(readFileSync(inShared('大文件.bin')).equals(big)).toBe(true)
    expect(await ann.upload(inShared('empty'), Buffer.alloc(0))).toMatchObject({ ok: true })
    expect(statSync(inShared('empty')).size).toBe(0)
    writeFileSync(inShared('a.txt'), 'old')
    chmodSync(inShared('a.txt'), 0o604)
    expect(await ann.upload(inShared('a.txt'), Buffer.from('new'))).toMatchObject({ ok: false, fault: 'exists' })
    expect(readFileSync(inShared('a.txt'), 'utf8')).toBe('old')
    expect(await ann.upload(inShared('a.txt'), Buffer.from('both'), 'both')).toMatchObject({
      value: { path: inShared('a (1).txt') },
    })
    expect(await ann.upload(inShared('a.txt'), Buffer.from('new'), 'overwrite')).toMatchObject({ ok: true })
    expect(readFileSync(inShared('a.txt'), 'utf8')).toBe('new')
    expect(statSync(inShared('a.txt')).mode & 0o777).toBe(0o604)
    mkdirSync(inShared('sub'))
    expect(await ann.upload(inShared('sub'), Buffer.from('x'), 'overwrite')).toMatchObject({ fault: 'exists' })
    expect(parts()).toEqual([])
    expect((await rows()).filter(([operate, ok]) => operate === 'Upload' && ok)).toHaveLength(4)
    await leave(ann, opened.session)
  })

  it('go on after a cut socket, without a byte sent twice that was safe, and take their name only when whole', async () => {
    const { ann, opened } = await open()
    const [key, path] = [aKey(), inShared('resumed')]
    const begin = { deed: 'upload', key, path, size: big.length, conflict: 'ask' } as const
    const { value } = await ann.must(begin)
    await ann.send(value.upload, big, 0, 10 * UPLOAD.piece)
    ann.socket.terminate()
    expect(existsSync(path)).toBe(false)
    expect(parts()).toHaveLength(1)
    const again = page()
    await again.ready()
    again.say({ type: 'resume', session: opened.session, secret: opened.secret })
    expect(await again.note('opened')).toMatchObject({ session: opened.session, root: shared })
    const { value: second } = await again.must(begin)
    expect(second.offset).toBe(10 * UPLOAD.piece)
    await again.send(second.upload, big, second.offset)
    await again.must({ deed: 'finish', upload: second.upload, conflict: 'ask' })
    expect(readFileSync(path).equals(big)).toBe(true)
    expect(parts()).toEqual([])
    expect(await rows()).toEqual([['Upload', true]])
    await leave(again, opened.session)
  })

  it('leave no half file under their name when the session is killed, and go on in another one', async () => {
    const { ann, opened } = await open()
    const [key, path] = [aKey(), inShared('killed')]
    writeFileSync(path, 'as it was')
    const begin = { deed: 'upload', key, path, size: big.length, conflict: 'overwrite' } as const
    const { value } = await ann.must(begin)
    await ann.send(value.upload, big, 0, 20 * UPLOAD.piece)
    place.server.tasks.push({
      id: 't',
      name: 'kill_session',
      args: opened.session,
      reason: { zh: '结束', en: 'enough' },
    })
    await place.gateway.beat()
    expect(await ann.note('closed')).toMatchObject({ reason: 'terminated', message: expect.stringContaining('enough') })
    expect(readFileSync(path, 'utf8')).toBe('as it was')
    expect(await rows()).toEqual([['Upload', false]])
    const next = await open()
    const { value: second } = await next.ann.must(begin)
    expect(second.offset).toBeGreaterThan(0)
    expect(second.offset).toBeLessThanOrEqual(20 * UPLOAD.piece)
    await next.ann.send(second.upload, big, second.offset)
    await next.ann.must({ deed: 'finish', upload: second.upload, conflict: 'overwrite' })
    expect(readFileSync(path).equals(big)).toBe(true)
    expect(parts()).toEqual([])
    await leave(next.ann, next.opened.session)
  })

  it('that are given up, or whose page is closed, leave nothing behind; pieces out of order are sent for anew', async () => {
    const { ann, opened } = await open()
    const path = inShared('given-up')
    const begin = { deed: 'upload', key: aKey(), path, size: big.length, conflict: 'ask' } as const
    const { value } = await ann.must(begin)
    ann.socket.send(piece(value.upload, UPLOAD.piece, big.subarray(UPLOAD.piece, 2 * UPLOAD.piece)))
    expect(await ann.note('broken')).toMatchObject({ upload: value.upload })
    expect(await ann.ask({ deed: 'finish', upload: value.upload, conflict: 'ask' })).toMatchObject({
      fault: 'incomplete',
    })
    const { value: second } = await ann.must(begin)
    expect(second).toEqual({ upload: value.upload + 1, offset: 0 })
    await ann.send(second.upload, big, 0, UPLOAD.piece)
    expect(await ann.ask({ deed: 'finish', upload: second.upload, conflict: 'ask' })).toMatchObject({
      fault: 'incomplete',
    })
    await ann.must({ deed: 'abandon', upload: second.upload })
    expect(readdirSync(shared)).toEqual([])
    const { value: third } = await ann.must({ ...begin, key: aKey() })
    await ann.send(third.upload, big, 0, UPLOAD.piece)
    await leave(ann, opened.session)
    expect(readdirSync(shared)).toEqual([])
  })

  it('are fetched once, by the person they were offered to, byte for byte and never shown', async () => {
    writeFileSync(inShared('名 “a”.bin'), big)
    const { ann, opened } = await open()
    const { value } = await ann.must({ deed: 'download', paths: [inShared('名 “a”.bin')] })
    expect((await fetchAt(value.address, 'bob')).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${place.gateway.webPort}${value.address}`)).status).not.toBe(200)
    const answer = await fetchAt(value.address)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="_ _a_.bin"; filename*=UTF-8''${encodeURIComponent('名 “a”.bin')}`,
    )
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-length')).toBe(String(big.length))
    expect(Buffer.from(await answer.arrayBuffer()).equals(big)).toBe(true)
    expect((await fetchAt(value.address)).status).toBe(404)
    await until(() => place.server.files.length === 1, 'the record')
    expect(await rows()).toEqual([['Download', true]])
    const late = await ann.must({ deed: 'download', paths: [inShared('名 “a”.bin')] })
    await leave(ann, opened.session)
    expect((await fetchAt(late.value.address)).status).toBe(404)
  })

  it('that are being fetched come to their end after the page was closed, and the session with them', async () => {
    const size = 64 * 1024 * 1024
    writeFileSync(inShared('large'), '')
    truncateSync(inShared('large'), size)
    const { ann, opened } = await open()
    const { value } = await ann.must({ deed: 'download', paths: [inShared('large')] })
    const reader = (await fetchAt(value.address)).body!.getReader()
    let got = (await reader.read()).value!.length
    ann.say({ type: 'close' })
    ann.socket.close()
    await until(() => ann.socket.readyState === WebSocket.CLOSED, 'the end of the socket')
    expect(place.gateway.means.live.ids).toContain(opened.session)
    for (;;) {
      const { done, value: bytes } = await reader.read()
      if (done) break
      got += bytes.length
    }
    expect(got).toBe(size)
    await until(() => place.server.finished.has(opened.session), 'the end told to the server')
    expect(await rows()).toEqual([['Download', true]])
  })

  it('that are being fetched are cut off when the session is ended by the server', async () => {
    writeFileSync(inShared('large'), '')
    truncateSync(inShared('large'), 64 * 1024 * 1024)
    const { ann, opened } = await open()
    const { value } = await ann.must({ deed: 'download', paths: [inShared('large')] })
    const reader = (await fetchAt(value.address)).body!.getReader()
    await reader.read()
    place.server.tasks.push({ id: 't', name: 'kill_session', args: opened.session })
    await place.gateway.beat()
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow()
    await until(() => place.server.files.length === 1, 'the record')
    expect(await rows()).toEqual([['Download', false]])
  })

  it('are fetched together as an archive that common programs read, with all that may be read', async () => {
    mkdirSync(inShared('文件夹/deep'), { recursive: true })
    writeFileSync(inShared('文件夹/deep/big'), big)
    writeFileSync(inShared('文件夹/empty'), '')
    writeFileSync(inShared('run.sh'), '#!/bin/sh\n', { mode: 0o755 })
    symlinkSync(join(outside, 'secret'), inShared('文件夹/way-out'))
    const { ann, opened } = await open()
    const { value } = await ann.must({ deed: 'download', paths: [inShared('文件夹'), inShared('run.sh')] })
    expect(value.name).toBe('shared.zip')
    writeFileSync(join(base, 'got.zip'), Buffer.from(await (await fetchAt(value.address)).arrayBuffer()))
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    execFileSync('unzip', ['-tq', join(base, 'got.zip')], { env })
    execFileSync('unzip', ['-q', join(base, 'got.zip'), '-d', join(base, 'got')], { env })
    expect(statSync(join(base, 'got/run.sh')).mode & 0o777).toBe(0o755)
    expect(readdirSync(join(base, 'got/文件夹')).sort()).toEqual(['deep', 'empty'])
    expect(readFileSync(join(base, 'got/文件夹/deep/big')).equals(big)).toBe(true)
    expect(readFileSync(join(base, 'got/not-included.txt'), 'utf8')).toContain('way-out')
    await until(() => place.server.files.filter(({ is_success }) => is_success).length === 3, 'a record for each file')
    await leave(ann, opened.session)
  })

  it('are edited as text when they are some, and not overwritten when somebody else changed them meanwhile', async () => {
    writeFileSync(inShared('conf'), 'one\r\n二\n')
    writeFileSync(inShared('binary'), Buffer.from([0, 1, 2]))
    writeFileSync(inShared('latin'), Buffer.from([0xe9, 0x0a]))
    writeFileSync(inShared('large'), Buffer.alloc(1024 * 1024 + 1, 'x'))
    const { ann, opened } = await open()
    for (const [name, fault] of [
      ['binary', 'binary'],
      ['latin', 'binary'],
      ['large', 'large'],
    ] as const)
      expect(await ann.ask({ deed: 'read', path: inShared(name) })).toMatchObject({ ok: false, fault })
    const { value } = await ann.must({ deed: 'read', path: inShared('conf') })
    expect(value.text).toBe('one\r\n二\n')
    const save = async (text: string, version: string) => {
      const bytes = Buffer.from(text)
      const path = inShared('conf')
      const begun = await ann.must({ deed: 'upload', key: aKey(), path, size: bytes.length, conflict: 'overwrite' })
      await ann.send(begun.value.upload, bytes, 0)
      const { upload } = begun.value
      const done = await ann.ask({ deed: 'finish', upload, conflict: 'overwrite', version })
      if (!done.ok) await ann.must({ deed: 'abandon', upload })
      return done
    }
    expect(await save('two\n', value.version)).toMatchObject({ ok: true })
    expect(readFileSync(inShared('conf'), 'utf8')).toBe('two\n')
    expect(await save('three\n', value.version)).toMatchObject({ ok: false, fault: 'changed' })
    expect(readFileSync(inShared('conf'), 'utf8')).toBe('two\n')
    expect(parts()).toEqual([])
    await leave(ann, opened.session)
  })

  it('[T21] are moved only with the right to do so, and the refusal is written down', async () => {
    writeFileSync(inShared('there'), 'there')
    const reader = await open('read-only')
    expect(reader.opened.rights).toEqual({ upload: false, download: true })
    const path = inShared('there')
    for (const ask of [
      { deed: 'mkdir', path: inShared('new') },
      { deed: 'rename', from: path, to: inShared('new') },
      { deed: 'remove', paths: [path] },
      { deed: 'chmod', path, mode: 0o777 },
      { deed: 'upload', key: aKey(), path: inShared('new'), size: 1, conflict: 'ask' },
    ] as const)
      expect(await reader.ann.ask(ask)).toMatchObject({ ok: false, fault: 'right' })
    expect(await reader.ann.ask({ deed: 'read', path })).toMatchObject({ ok: true })
    expect(readdirSync(shared)).toEqual(['there'])
    const writer = await open('write-only')
    for (const ask of [
      { deed: 'read', path },
      { deed: 'download', paths: [path] },
    ] as const)
      expect(await writer.ann.ask(ask)).toMatchObject({ ok: false, fault: 'right' })
    expect(await writer.ann.upload(inShared('mine'), Buffer.from('x'))).toMatchObject({ ok: true })
    expect((await place.told()).filter(({ is_success }) => !is_success).map(({ operate }) => operate)).toEqual([
      'Mkdir',
      'Rename',
      'Delete',
      'Upload',
      'Download',
      'Download',
    ])
    const nobody = page()
    await nobody.ready()
    nobody.say({ type: 'open', asset: 'no-files', system_user: 'way-ops' })
    expect(await nobody.note('closed')).toMatchObject({ message: 'You have no right to do this' })
    await leave(reader.ann, reader.opened.session)
    await leave(writer.ann, writer.opened.session)
  })

  it('[T31] stay inside the shared folder: no path, link or new name leads out of it', async () => {
    writeFileSync(inShared('there'), 'there')
    symlinkSync(outside, inShared('way-out'))
    symlinkSync(join(outside, 'new'), inShared('dangling'))
    symlinkSync(join(outside, 'secret'), inShared('link'))
    const { ann, opened } = await open()
    for (const ask of [
      { deed: 'list', path: outside },
      { deed: 'list', path: `${shared}/..` },
      { deed: 'list', path: inShared('way-out') },
      { deed: 'list', path: '/' },
      { deed: 'read', path: join(outside, 'secret') },
      { deed: 'read', path: inShared('way-out/secret') },
      { deed: 'read', path: inShared('link') },
      { deed: 'download', paths: [inShared('there'), inShared('link')] },
      { deed: 'download', paths: [`${shared}/../outside`] },
      { deed: 'mkdir', path: inShared('way-out/new') },
      { deed: 'rename', from: inShared('there'), to: join(outside, 'there') },
      { deed: 'rename', from: join(outside, 'secret'), to: inShared('mine') },
      { deed: 'remove', paths: [join(outside, 'secret')] },
      { deed: 'remove', paths: [inShared('way-out/secret')] },
      { deed: 'chmod', path: inShared('link'), mode: 0o777 },
      { deed: 'upload', key: aKey(), path: join(outside, 'new'), size: 1, conflict: 'overwrite' },
      { deed: 'upload', key: aKey(), path: inShared('way-out/new'), size: 1, conflict: 'overwrite' },
      { deed: 'upload', key: aKey(), path: inShared('dangling'), size: 1, conflict: 'overwrite' },
      { deed: 'upload', key: aKey(), path: inShared('link'), size: 1, conflict: 'overwrite' },
      { deed: 'upload', key: aKey(), path: shared, size: 1, conflict: 'overwrite' },
    ] as const)
      expect({ ask, answer: await ann.ask(ask) }).toMatchObject({ ask, answer: { ok: false } })
    // Somebody on the target who guesses a name beforehand.
    const key = aKey()
    symlinkSync(join(outside, 'secret'), inShared(`.drawbridge-${key}.part`))
    const trap = { deed: 'upload', key, path: inShared('new'), size: 1, conflict: 'ask' } as const
    expect(await ann.ask(trap)).toMatchObject({ ok: false, fault: 'outside' })
    expect(readdirSync(outside)).toEqual(['secret'])
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
    await leave(ann, opened.session)
  })

  it('[T14] [T16] are not for those without a ticket, with a used one, or with the session of another', async () => {
    const used = ticketFor('ann')
    const first = new FilesPageAtWork(place, used)
    const { session, secret } = await first.open('files')
    for (const ticket of ['', 'made-up', used]) {
      const stranger = new FilesPageAtWork(place, ticket)
      await stranger.ready()
      expect(stranger.socket.readyState).not.toBe(WebSocket.OPEN)
    }
    for (const [who, word] of [
      ['bob', secret],
      ['ann', 'guessed'],
    ] as const) {
      const other = page(who)
      await other.ready()
      other.say({ type: 'resume', session, secret: word })
      expect(await other.note('closed')).toMatchObject({ reason: 'gone' })
    }
    const nowhere = page()
    await nowhere.ready()
    nowhere.say({ type: 'open', asset: 'not-granted', system_user: 'x' })
    expect(await nowhere.note('closed')).toMatchObject({ reason: 'denied', again: false })
    await leave(first, session)
  })

  it('ask for a login that the server does not have, and tell when the asset does not take it', async () => {
    const ann = page()
    await ann.ready()
    ann.say({ type: 'open', asset: 'by-hand', system_user: 'way-ops' })
    expect(await ann.note('login')).toEqual({ type: 'login', username: 'somebody' })
    ann.say({ type: 'login', username: 'root', password: 'wrong' })
    expect(await ann.note('closed')).toMatchObject({ message: expect.stringContaining('credentials'), again: true })
    const gone = page()
    await gone.ready()
    gone.say({ type: 'open', asset: 'by-hand', system_user: 'way-ops' })
    await gone.note('login')
    gone.socket.terminate()
    await until(() => place.gateway.means.live.ids.length === 0, 'the end of all sessions')
  })

  it('[T32] survive what no browser says', async () => {
    const { ann, opened } = await open()
    for (const ask of [null, 7, {}, { deed: 'format' }, { deed: 'list' }, { deed: 'list', path: 'relative' }])
      expect(await ann.ask(ask as never)).toMatchObject({ ok: false })
    for (const ask of [
      { deed: 'list', path: `${shared}\u0000` },
      { deed: 'remove', paths: [] },
      { deed: 'chmod', path: shared, mode: -1 },
      { deed: 'upload', key: '../../x', path: inShared('x'), size: 1, conflict: 'ask' },
      { deed: 'upload', key: aKey(), path: inShared('x'), size: -1, conflict: 'ask' },
      { deed: 'finish', upload: 99, conflict: 'ask' },
    ])
      expect(await ann.ask(ask as never)).toMatchObject({ ok: false })
    ann.socket.send(Buffer.alloc(3))
    ann.socket.send(piece(77, 0, Buffer.from('for nobody')))
    expect(await ann.names(shared)).toEqual([])
    await leave(ann, opened.session)
    for (const word of ['', '{', 'null', '{"type":"nonsense"}', '{"type":"resume"}']) {
      const odd = page()
      await odd.ready()
      odd.socket.send(word)
      odd.socket.send(piece(1, 0, Buffer.from('before anything')))
      await until(() => odd.socket.readyState === WebSocket.CLOSED, `the end after ${word}`)
    }
    const empty = page()
    await empty.ready()
    empty.say({ type: 'open' } as unknown as FilesFromBrowser)
    expect(await empty.note('closed')).toMatchObject({ reason: 'denied' })
  })
})

describe('files on a host that is no OpenSSH: that of the demo', () => {
  it('are listed, sent, overwritten, fetched, moved and taken away as anywhere, and there is no room without end', async () => {
    const port = await freePort()
    const { privateKey: hostKey } = keyPair(place.folder, 'demo-host')
    const host = await openDemoHost({ port, hostKey, username: 'demo', password: 'demo' })
    const login = { mode: 'auto', username: 'demo', password: 'demo', private_key: '' } as const
    place.target('demo', { port, login, sftp_root: 'tmp' })
    const { ann, opened } = await open('demo')
    expect(opened.root).toBe('/tmp')
    expect(await ann.names('/tmp')).toEqual(['logs', 'notes.txt', 'readme.txt'])
    expect(await ann.upload('/tmp/big', big)).toMatchObject({ ok: true })
    expect(await ann.upload('/tmp/notes.txt', Buffer.from('new'), 'overwrite')).toMatchObject({ ok: true })
    expect(await ann.must({ deed: 'read', path: '/tmp/notes.txt' })).toMatchObject({ value: { text: 'new' } })
    expect(await ann.names('/tmp')).toEqual(['big', 'logs', 'notes.txt', 'readme.txt'])
    await ann.must({ deed: 'rename', from: '/tmp/big', to: '/tmp/logs/big' })
    const { value } = await ann.must({ deed: 'download', paths: ['/tmp/logs/big'] })
    expect(Buffer.from(await (await fetchAt(value.address)).arrayBuffer()).equals(big)).toBe(true)
    const begun = await ann.must({ deed: 'upload', key: aKey(), path: '/tmp/x', size: 20_000_000, conflict: 'ask' })
    await ann.send(begun.value.upload, Buffer.alloc(20_000_000), 0)
    expect(await ann.note('broken')).toMatchObject({ upload: begun.value.upload })
    await ann.must({ deed: 'remove', paths: ['/tmp/logs'] })
    expect(await ann.ask({ deed: 'list', path: '/home/demo' })).toMatchObject({ fault: 'outside' })
    await leave(ann, opened.session)
    host.close()
  })
})
