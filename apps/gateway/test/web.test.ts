import { createHash, randomUUID } from 'node:crypto'
import { KEYS_AHEAD } from '@drawbridge/wire'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { PageAtWork } from './kit/page.ts'
import { Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'

let place: Place
beforeAll(async () => {
  place = await Place.open()
  place.target('guarded', {
    rules: [{ id: 'r', type: 'command', content: 'reboot', priority: 50, action: 'deny' }],
  })
})
afterAll(() => place.close())

const ticketFor = (username: string): string => {
  const ticket = randomUUID()
  const person = { id: `id-of-${username}`, username, name: username }
  place.server.tickets.set(ticket, { person, address: '10.9.9.9', lang: 'en' })
  return ticket
}
const page = (username = 'ann', from = 0) => new PageAtWork(place, ticketFor(username), from)

describe('a terminal in a browser', () => {
  it('opens for somebody the server vouches for, and is recorded and read as any other', async () => {
    const ann = page()
    const opened = await ann.open('web-01')
    expect(opened.actions).toContain('connect')
    expect(place.server.asked.at(-1)).toMatchObject({ user: 'id-of-ann', remote_addr: '10.9.9.9', login_from: 'WT' })
    await ann.see('# ')
    ann.type('echo in a browser $((1+1))\r')
    await ann.see('in a browser 2')
    ann.say({ type: 'resize', columns: 100, rows: 30 })
    ann.type('stty size\r')
    await ann.see('30 100')
    ann.type('exit\r')
    expect(await ann.note('closed')).toMatchObject({ reason: 'left', again: true })
    expect(ann.whole).toBe(true)
    await until(() => place.server.finished.has(opened.session), 'the end told to the server')
    await place.gateway.means.commands.flush()
    expect(place.server.said.map(({ input }) => input)).toContain('stty size')
  })

  it('goes on after a reload: what was shown meanwhile comes once, in order, and the shell is the same', async () => {
    const first = page()
    const { session, secret } = await first.open('web-01')
    await first.see('# ')
    first.type('KEPT=same; echo ready\r')
    await first.see('ready\r\n')
    first.type('sleep 0.2; seq 1 200\r')
    await first.see('seq 1 200')
    first.socket.terminate()
    const second = page('ann', first.offset)
    await second.ready()
    second.say({ type: 'resume', session, secret, offset: first.offset, columns: 80, rows: 24 })
    await second.see('199\r\n200\r\n')
    second.type('echo $KEPT shell\r')
    await second.see('same shell')
    expect(second.whole).toBe(true)
    expect((first.text + second.text).match(/^150\r$/gm)).toHaveLength(1)
    second.say({ type: 'close' })
    await until(() => place.server.finished.has(session), 'the end told to the server')
  })

  it('[T14] [T16] is not for those without a ticket, with a used one, or with the session of another', async () => {
    const used = ticketFor('ann')
    const first = new PageAtWork(place, used)
    const { session, secret } = await first.open('web-01')
    for (const ticket of ['', 'made-up', used]) {
      const stranger = new PageAtWork(place, ticket)
      await stranger.ready()
      expect(stranger.socket.readyState).not.toBe(WebSocket.OPEN)
    }
    for (const [who, word] of [
      ['bob', secret],
      ['ann', 'guessed'],
    ] as const) {
      const other = page(who)
      await other.ready()
      other.say({ type: 'resume', session, secret: word, offset: 0, columns: 80, rows: 24 })
      expect(await other.note('closed')).toMatchObject({ reason: 'gone' })
      expect(other.text).toBe('')
    }
    const nowhere = page()
    await nowhere.ready()
    nowhere.say({ type: 'open', asset: 'not-granted', system_user: 'x', columns: 80, rows: 24 })
    expect(await nowhere.note('closed')).toMatchObject({ reason: 'denied', again: false })
    first.say({ type: 'close' })
    await until(() => place.server.finished.has(session), 'the end told to the server')
  })

  it('[T41] obeys the command rules, and [T11] the end that the server orders', async () => {
    const ann = page()
    const { session } = await ann.open('guarded')
    await ann.see('# ')
    ann.type('reboot\r')
    await ann.see('is forbidden')
    place.server.tasks.push({ id: 't', name: 'kill_session', args: session, reason: { zh: '结束', en: 'enough' } })
    await place.gateway.beat()
    expect(await ann.note('closed')).toMatchObject({ reason: 'terminated', message: expect.stringContaining('enough') })
  })

  it('[T21] is no shell for those whose grant is for files alone', async () => {
    place.target('files-only', { actions: ['upload_file', 'download_file'] })
    const ann = page()
    const { session } = await ann.open('files-only')
    expect(await ann.note('closed')).toMatchObject({ message: 'You have no right to do this' })
    expect(ann.text).not.toContain('#')
    await until(() => place.server.finished.has(session), 'the end told to the server')
  })

  it('[T32] keeps no more keys than a bound: an honest page waits until they are taken, another one is shown the door', async () => {
    const ann = page()
    await ann.open('web-01')
    await ann.see('# ')
    ann.type('stty -echo raw; echo ready; head -c 1000000 | md5sum; stty sane; echo $((40+2))\r')
    await ann.see('ready')
    const start = ann.text.length
    const taken = () => ann.notes.flatMap((note) => (note.type === 'taken' ? [note.bytes] : [])).at(-1) ?? 0
    const already = taken()
    const part = 'x'.repeat(10_000)
    for (let sent = 0; sent < 1_000_000; sent += part.length) {
      await until(() => sent - (taken() - already) + part.length <= KEYS_AHEAD / 2, 'keys to be taken')
      ann.type(part)
    }
    await until(() => ann.text.slice(start).includes('42'), 'the end of a large paste')
    expect(ann.text.slice(start)).toContain(createHash('md5').update('x'.repeat(1_000_000)).digest('hex'))
    ann.type('stty -echo raw; echo deaf; sleep 600\r')
    await ann.see('deaf\n')
    const isOver = () => ann.notes.some(({ type }) => type === 'closed')
    for (let sent = 0; sent < 64_000_000 && !isOver(); sent += part.length) {
      ann.type(part)
      await new Promise((done) => setImmediate(done))
    }
    expect(await ann.note('closed')).toMatchObject({ reason: 'flooded' })
  })

  it('[T32] survives what no browser says', async () => {
    for (const word of [
      '',
      '{',
      'null',
      '[]',
      '{"type":"nonsense"}',
      '{"type":"open"}',
      '{"type":"resume","offset":-1}',
    ]) {
      const odd = page()
      await odd.ready()
      odd.socket.send(word)
      odd.socket.send(Buffer.from('keys before anything'))
      await until(() => odd.socket.readyState === WebSocket.CLOSED, `the end after ${word}`)
    }
    const flood = page()
    await flood.ready()
    flood.socket.send(Buffer.alloc(1_000_000))
    await until(() => flood.socket.readyState === WebSocket.CLOSED, 'the end of a frame without end')
  })
})
