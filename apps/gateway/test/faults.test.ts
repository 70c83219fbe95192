// What goes wrong around a session: the person sees why, the recording verifies up to there, and nothing stays behind.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { readEvents } from '@drawbridge/terminal'
import ssh2, { type ClientChannel } from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGateway } from '../src/gateway.ts'
import type { Seat } from '../src/session/seat.ts'
import { Session } from '../src/session/session.ts'
import { PASSWORD, Place } from './kit/place.ts'
import { hash, outputOf, recordingOf } from './kit/recording.ts'
import { until } from './kit/ssh.ts'
import { openWire, type Wire } from './kit/wire.ts'

const PROMPT = /[#$] $/

let place: Place
let wire: Wire
beforeAll(async () => {
  place = await Place.open()
  wire = await openWire(place.sshd.port)
  place.target('by-wire', { port: wire.port })
})
afterAll(async () => {
  wire.close()
  await place.close()
})

/** Somebody whose client is a program of ours: it can do what `ssh` never would. */
const open = async (window: { cols: number; rows: number }, to = 'ann@ops@web-01') => {
  const client = new ssh2.Client()
  await new Promise<void>((done, fail) => {
    client.once('ready', done).on('error', fail)
    client.connect({ host: '127.0.0.1', port: place.gateway.sshPort, username: to, password: PASSWORD })
  })
  const channel = await new Promise<ClientChannel>((done, fail) =>
    client.shell({ term: 'xterm', ...window }, (error, stream) => (error ? fail(error) : done(stream))),
  )
  const parts: Buffer[] = []
  channel.on('data', (data: Buffer) => parts.push(data))
  const over = new Promise<void>((done) => channel.once('close', () => done()))
  const shown = () => Buffer.concat(parts)
  const sees = (what: string | Buffer) => until(() => shown().includes(what), `${what} on the screen`)
  return { client, channel, shown, sees, over }
}

describe('a session', () => {
  it('whose target is cut off in the middle of its work ends, says so, and is recorded up to there', async () => {
    const ann = place.type('ann@ops@by-wire')
    await ann.see(PROMPT)
    const [id] = place.gateway.means.live.ids
    ann.type('echo the last $((40+2)); sleep 600\r')
    await ann.see('the last 42')
    wire.cut()
    await ann.see('The connection to the asset was lost')
    await ann.closed
    expect(outputOf(await recordingOf(place, id!))).toContain('the last 42')
    expect(place.server.finished.get(id!)).toMatchObject({ reason: 'lost' })
    expect(place.gateway.means.live.ids).toEqual([])
  })

  it('of a window of 10,000 columns works, is resized to nonsense and back, and keeps its record', async () => {
    const ann = await open({ cols: 10_000, rows: 10_000 })
    await until(() => PROMPT.test(ann.shown().toString()), 'a prompt')
    const [id] = place.gateway.means.live.ids
    ann.channel.write('stty size; printf "%05000d\\n" 7; echo done $((40+2))\r')
    await ann.sees('done 42')
    for (const [rows, cols] of [
      [0, 0],
      [1, 4_294_967_295],
      [4_294_967_295, 1],
      [24, 80],
    ] as const)
      ann.channel.setWindow(rows, cols, 0, 0)
    ann.channel.write('echo still $((1+1))\r')
    await ann.sees('still 2')
    ann.channel.write('exit\r')
    await ann.over
    ann.client.end()
    const events = await recordingOf(place, id!)
    expect(outputOf(events)).toContain('still 2')
    for (const event of events)
      if (event.kind === 'resize') expect(event.columns * event.rows).toBeLessThan(100_000_000)
    await place.gateway.means.commands.flush()
    // Typed into a prompt that is being drawn anew: whatever else is read with it, the command is there.
    expect(place.server.said.map(({ input }) => input)).toContainEqual(expect.stringContaining('echo still'))
  })

  it('in GBK reaches the person byte for byte, is recorded, and its rules hold', async () => {
    const rules = [{ id: 'r', type: 'command', content: 'reboot', priority: 50, action: 'deny' }] as const
    place.target('gbk', { rules })
    const gbk = Buffer.from([0xbb, 0xb6, 0xd3, 0xad, 0xca, 0xb9, 0xd3, 0xc3])
    const ann = await open({ cols: 80, rows: 24 }, 'ann@ops@gbk')
    await until(() => PROMPT.test(ann.shown().toString()), 'a prompt')
    const [id] = place.gateway.means.live.ids
    ann.channel.write("printf '\\273\\266\\323\\255\\312\\271\\323\\303\\n'; echo shown $((1+1))\r")
    await ann.sees('shown 2')
    expect(ann.shown().includes(gbk)).toBe(true)
    // Typed in GBK too: what is not understood is still read as far as it can be.
    ann.channel.write(Buffer.concat([Buffer.from('echo '), gbk, Buffer.from('; reboot\r')]))
    await ann.sees('被禁止')
    ann.channel.write('\u0015exit\r')
    await ann.over
    ann.client.end()
    expect(outputOf(await recordingOf(place, id!))).toContain('shown 2')
  })

  it('that floods goes on, holds little, and ends at a word', async () => {
    const ann = await open({ cols: 80, rows: 24 })
    await until(() => PROMPT.test(ann.shown().toString()), 'a prompt')
    const [id] = place.gateway.means.live.ids
    // Nobody reads: the target is made to wait, rather than the gateway to hold what it sends.
    ann.channel.pause()
    ann.channel.write('yes "$(printf %01000d 7)"\r')
    global.gc?.()
    const before = process.memoryUsage().rss
    const spooled = () => place.gateway.means.spool.closed(id!) + (place.server.chunks.get(id!)?.length ?? 0)
    await until(() => spooled() > 2, 'chunks of the flood')
    const after = process.memoryUsage().rss
    expect((after - before) / 2 ** 20).toBeLessThan(400)
    place.gateway.means.live.get(id!)!.close('terminated')
    ann.channel.resume()
    await ann.over
    ann.client.end()
    expect(place.server.finished.get(id!) ?? (await recordingOf(place, id!))).toBeTruthy()
  })
})

describe('a client', () => {
  it('[T32] that stops in the handshake is let go, and keeps nobody else out', async () => {
    const hasty = await openGateway({
      ...{ host: '127.0.0.1', sshPort: 0, dataDir: join(place.folder, 'hasty'), server: place.server },
      ...{ log: () => undefined, loginMs: 400 },
    })
    const stops = ['', 'SSH-2.0-x', 'SSH-2.0-x\r\n', Buffer.from('SSH-2.0-x\r\n\0\0\x01\x2c')]
    const gone = stops.map((words) => {
      const socket = connect(hasty.sshPort, '127.0.0.1').on('error', () => undefined)
      socket.write(words)
      socket.resume()
      return new Promise<void>((done) => socket.once('close', () => done()))
    })
    await Promise.all(gone)
    expect(hasty.means.live.ids).toEqual([])
    await hasty.close()
  })
})

/** A target that shows as much as is taken from it, up to its end. */
class Flood extends Duplex {
  shown = 0
  readonly #most: number

  constructor(most: number) {
    super({ allowHalfOpen: false })
    this.#most = most
  }

  override _read(): void {
    const piece = this.shown < this.#most ? Buffer.alloc(64 * 1024, `${this.shown} `) : null
    this.shown += piece?.length ?? 0
    setImmediate(() => this.push(piece))
  }

  override _write(_keys: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done()
  }
}

describe('a disk', () => {
  it('that is slow makes the target wait, rather than the gateway hold what it sends', async () => {
    const flood = new Flood(24 * 1024 * 1024)
    const shell = { stream: flood, resize: () => undefined, exit: () => ({}) }
    const line = { shell: async () => shell, exec: async () => shell, onLost: () => undefined, end: () => undefined }
    const seat: Seat = {
      ...{ person: { id: 'ann', username: 'ann', name: 'Ann' }, address: '127.0.0.1' },
      ...{ from: 'ST' as const, lang: 'en' as const },
      ...{ pty: { columns: 80, rows: 24, term: 'xterm' }, env: {}, onResize: () => () => undefined },
      stream: new Duplex({ read: () => undefined, write: (_data, _encoding, done) => done() }),
    }
    const means = { ...place.gateway.means, dial: async () => line }
    const session = await Session.admit({ asset: 'web-01', systemUser: 'ops', protocol: 'ssh' }, seat, means)
    // The disk does not move until somebody reads.
    const folder = join(place.folder, 'gateway/spool', session.id)
    mkdirSync(folder)
    spawnSync('mkfifo', [join(folder, '000000.open')])
    await session.dial()
    const over = session.relay(shell, seat)
    await Promise.race([once(flood, 'pause'), once(flood, 'end')])
    const before = flood.shown
    createReadStream(join(folder, '000000.open')).resume()
    await over
    expect(before).toBeLessThan(8 * 1024 * 1024)
    const output = outputOf(await recordingOf(place, session.id))
    expect(output.length).toBe(24 * 1024 * 1024)
  })

  it('[T43] that is full ends the session in words; what was written verifies and is sent, and there is work again with room', async (test) => {
    const full = await Place.open()
    await full.gateway.close()
    const spool = join(full.folder, 'gateway/spool')
    mkdirSync(spool, { recursive: true })
    const mount = (...args: string[]) => spawnSync('mount', ['-t', 'tmpfs', ...args, 'tmpfs', spool]).status === 0
    if (process.getuid?.() !== 0 || !mount('-o', 'size=400k')) {
      await full.sshd.close()
      return test.skip('a small disk takes a root who may mount one')
    }
    try {
      await full.start()
      const ann = full.type('ann@ops@web-01')
      await ann.see(PROMPT)
      const [id] = full.gateway.means.live.ids
      full.server.away = true
      ann.type('seq 1 400000\r')
      await ann.see('The recording cannot be written')
      await ann.closed
      expect(full.gateway.means.live.ids).toEqual([])
      full.server.away = false
      // The disk is still full: what is on it goes to the server all the same, and makes room.
      await until(() => full.server.finished.has(id!), 'the end told to the server')
      expect(full.server.finished.get(id!)).toMatchObject({ reason: 'unrecorded', recorded: false })
      const chunks = full.server.chunks.get(id!)!
      let previous = ''
      for (const bytes of chunks) {
        expect(JSON.parse(Buffer.from(bytes).toString().split('\n')[0]!).previous).toBe(previous)
        previous = hash(bytes)
      }
      expect(outputOf(chunks.flatMap((bytes) => readEvents(bytes)))).toContain('\r\n100\r\n')
      const again = full.type('ann@ops@web-01')
      await again.see(PROMPT)
      again.type('exit\r')
      await again.closed
    } finally {
      await full.gateway.close()
      await full.sshd.close()
      spawnSync('umount', [spool])
    }
  })
})
