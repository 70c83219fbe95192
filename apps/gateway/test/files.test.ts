import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, Place } from './kit/place.ts'
import { type Ran, run, until } from './kit/ssh.ts'

let place: Place
/** What the target shares, something beside it, and where the person sits. */
let [shared, outside, here] = ['', '', '']
beforeAll(async () => {
  place = await Place.open()
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-files-')))
  ;[shared, outside, here] = ['shared', 'outside', 'here'].map((name) => join(base, name)) as [string, string, string]
  for (const folder of [shared, outside, here]) mkdirSync(folder)
  writeFileSync(join(outside, 'secret'), 'secret')
  symlinkSync(outside, join(shared, 'way-out'))
  symlinkSync(join(outside, 'new'), join(shared, 'dangling'))
  const actions = ['connect', 'upload_file', 'download_file']
  for (const [name, rights] of [
    ['files', actions],
    ['read-only', ['connect', 'download_file']],
    ['write-only', ['connect', 'upload_file']],
    ['no-files', ['connect']],
  ] as const)
    place.target(name, { sftp_root: shared, actions: rights })
  place.target('everything', { sftp_root: '/', actions })
})
afterAll(async () => {
  await place.close()
  rmSync(join(shared, '..'), { recursive: true, force: true })
})

/** A batch asks no questions. */
const byKey = () => place.client({ password: undefined, keyFile: place.keyFile })
const at = (asset: string) => `ann@ops@${asset}@127.0.0.1`
const sftp = (asset: string, lines: string[]): Promise<Ran> =>
  run('sftp', ['-b', '-', at(asset)], byKey(), `${lines.join('\n')}\n`)
const scp = (args: string[]): Promise<Ran> => run('scp', args, byKey())

const big = Buffer.alloc(3_000_000, 'a moving box ')

describe('files', () => {
  it('go both ways with sftp, whole, and each is written down', async () => {
    writeFileSync(join(here, 'up'), big)
    const ran = await sftp('files', [
      `lcd ${here}`,
      'mkdir sub',
      'put up sub/up',
      'rename sub/up sub/moved',
      'ls -l sub',
      'get sub/moved back',
      'rm sub/moved',
      'rmdir sub',
      'pwd',
    ])
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.out).toContain('moved')
    expect(ran.out).toContain(shared)
    expect(readFileSync(join(here, 'back')).equals(big)).toBe(true)
    expect((await place.told()).map(({ operate, is_success }) => [operate, is_success])).toEqual([
      ['Mkdir', true],
      ['Upload', true],
      ['Rename', true],
      ['Download', true],
      ['Delete', true],
      ['Rmdir', true],
    ])
    await until(() => place.server.finished.size > 0, 'the end of the session')
  })

  it('are written down while the server is away, and told once each when it is back, by whatever gateway is there', async () => {
    const before = (await place.told()).length
    place.server.takesFiles = false
    expect(await sftp('files', ['mkdir while-away', 'rmdir while-away'])).toMatchObject({ code: 0 })
    expect(await place.told()).toHaveLength(before)
    await place.gateway.close()
    await place.start()
    expect(await place.told()).toHaveLength(before)
    place.server.takesFiles = true
    const rest = (await place.told()).slice(before)
    expect(rest.map(({ operate, filename }) => [operate, filename])).toEqual([
      ['Mkdir', join(shared, 'while-away')],
      ['Rmdir', join(shared, 'while-away')],
    ])
    expect(new Set(rest.map(({ id }) => id)).size).toBe(2)
  })

  it('go both ways with scp, in its new and its old manner', async () => {
    writeFileSync(join(here, 'a'), big)
    for (const [manner, asset] of [
      ['-s', 'files'],
      ['-s', 'everything'],
      ['-O', 'everything'],
    ] as const) {
      expect(await scp([manner, join(here, 'a'), `${at(asset)}:${shared}/a`])).toMatchObject({ code: 0 })
      expect(await scp([manner, `${at(asset)}:${shared}/a`, join(here, 'b')])).toMatchObject({ code: 0 })
      expect(readFileSync(join(here, 'b')).equals(big)).toBe(true)
      rmSync(join(here, 'b'))
    }
  })

  it('[T31] are refused to programs that know no shared folder, with a word on what to use', async () => {
    writeFileSync(join(shared, 'a'), 'a')
    const fetched = await scp(['-O', `${at('files')}:${outside}/secret`, join(here, 'stolen')])
    expect(fetched.code).not.toBe(0)
    expect(fetched.err).toContain('use sftp')
    expect(existsSync(join(here, 'stolen'))).toBe(false)
    expect((await scp(['-O', join(here, 'a'), `${at('files')}:${outside}/planted`])).code).not.toBe(0)
    expect(existsSync(join(outside, 'planted'))).toBe(false)
    for (const command of [`scp -f ${shared}/a`, '/usr/lib/openssh/sftp-server', `sh -c 'scp -t ${outside}/x'`])
      expect(await place.ssh([at('files'), command])).toMatchObject({ code: 126, out: '' })
    const synced = await place.ssh([at('files'), `rsync --server --sender -re.LsfxC . ${outside}/secret`])
    expect(synced).toMatchObject({ code: 126, out: '', err: expect.stringContaining('rsync') })
  })

  it('[T21] move only with the right to do so, whatever program carries them', async () => {
    writeFileSync(join(shared, 'there'), 'there')
    const { out } = await sftp('read-only', [`lcd ${here}`, 'get there there1'])
    expect(out).not.toContain('denied')
    expect(readFileSync(join(here, 'there1'), 'utf8')).toBe('there')
    for (const deed of ['put a new', 'rm there', 'mkdir new', 'rename there new', 'chmod 777 there']) {
      const ran = await sftp('read-only', [`lcd ${here}`, deed])
      expect({ deed, ...ran }).toMatchObject({ code: 1, err: expect.stringMatching(/no right|Permission denied/i) })
    }
    expect(await sftp('write-only', [`lcd ${here}`, 'get there there2'])).toMatchObject({ code: 1 })
    expect(await sftp('write-only', [`lcd ${here}`, 'put a fine'])).toMatchObject({ code: 0 })
    expect((await sftp('no-files', ['ls'])).code).not.toBe(0)
    for (const command of [
      `scp -f ${shared}/there`,
      'rsync --server . .',
      '/usr/lib/openssh/sftp-server',
      'exec scp -t .',
    ])
      expect(await place.ssh([at('no-files'), command])).toMatchObject({ code: 126, out: '' })
    expect(await place.ssh([at('write-only'), `scp -f ${shared}/there`])).toMatchObject({ code: 126, out: '' })
    expect((await place.told()).filter(({ is_success }) => !is_success).length).toBeGreaterThan(3)
  })

  it('[T31] stay inside the shared folder: no path, link or new name leads out of it', async () => {
    for (const deed of [
      `get ${outside}/secret s`,
      'get ../outside/secret s',
      'get way-out/secret s',
      `put a ${outside}/new`,
      'put a way-out/new',
      'put a dangling',
      'rename there ../outside/there',
      'ls ..',
      'cd way-out',
      `symlink ${outside}/secret mine`,
      `ln ${outside}/secret mine`,
      'chmod 777 way-out',
      `rm ${outside}/secret`,
      'mkdir way-out/new',
      'rmdir ../here',
    ]) {
      const ran = await sftp('files', [`lcd ${here}`, deed])
      expect({ deed, code: ran.code }).toEqual({ deed, code: 1 })
    }
    // A link may be seen, never what is behind it.
    expect((await sftp('files', ['ls way-out/', 'ls -l'])).out).not.toContain('secret')
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
  })

  it('[T32] any packets on the channel of files end at most that channel', async () => {
    const client = new ssh2.Client()
    await new Promise((done, fail) =>
      client
        .once('ready', () => done(undefined))
        .once('error', fail)
        .connect({ host: '127.0.0.1', port: place.gateway.sshPort, username: 'ann@ops@files', password: PASSWORD }),
    )
    client.on('error', () => undefined)
    const packet = (type: number, body: Uint8Array) => {
      const head = Buffer.alloc(5)
      head.writeUInt32BE(body.length + 1)
      head[4] = type
      return Buffer.concat([head, body])
    }
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      // Well formed up to a path, then anything.
      fc
        .tuple(fc.integer({ min: 0, max: 9 }), fc.string({ maxLength: 20 }), fc.uint8Array({ maxLength: 24 }))
        .map(([request, path, rest]) => {
          const head = Buffer.alloc(8)
          head.writeUInt32BE(request)
          head.writeUInt32BE(Buffer.byteLength(path), 4)
          return new Uint8Array(Buffer.concat([head, Buffer.from(path), rest]))
        }),
    )
    const type = fc.oneof(fc.integer({ min: 3, max: 20 }), fc.constantFrom(1, 200, 101, 255))
    const talks = fc.sample(
      fc.array(fc.tuple(type, body), { minLength: 1, maxLength: 12 }),
      process.env.THOROUGH === '1' ? 2_000 : 30,
    )
    for (const talk of talks) {
      const stream = await new Promise<ssh2.ClientChannel>((done, fail) =>
        client.subsys('sftp', (error, opened) => (error ? fail(error) : done(opened))),
      )
      const closed = new Promise((done) => stream.once('close', done))
      stream.on('error', () => undefined).resume()
      stream.write(packet(1, Buffer.from([0, 0, 0, 3])))
      for (const [kind, bytes] of talk) stream.write(packet(kind, bytes))
      stream.end()
      await closed
    }
    client.end()
    expect(await sftp('files', ['pwd'])).toMatchObject({ code: 0 })
    await until(() => place.gateway.means.live.ids.length === 0, 'the end of all sessions')
  })
})
