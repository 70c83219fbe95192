// Looking on at a session that runs: at once, to the end, and without any effect on it.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { AHEAD_BYTES, TICKET_HEADER, WATCH_DOOR } from '@drawbridge/wire'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openGateway } from '../src/gateway.ts'
import type { Guest } from '../src/server/server.ts'
import { LookingOn } from './kit/onlooker.ts'
import { PageAtWork } from './kit/page.ts'
import { Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'

let place: Place
beforeAll(async () => {
  place = await Place.open()
})
afterAll(() => place.close())

const ticketFor = (username: string, more: Partial<Guest> = {}): string => {
  const ticket = randomUUID()
  const person = { id: `id-of-${username}`, username, name: username }
  place.server.tickets.set(ticket, { person, address: '10.9.9.9', lang: 'en', ...more })
  return ticket
}
const begin = async () => {
  const ann = new PageAtWork(place, ticketFor('ann'))
  const { session } = await ann.open('web-01')
  await ann.see('# ')
  return { ann, session }
}
const lookAt = (session: string, { shared = false, lang = 'en' as const, who = 'aud' } = {}) =>
  new LookingOn(place, ticketFor(who, { lang, watches: { session, shared } }))

describe('[T16] a server on another machine', () => {
  const key = { id: 'key-of-the-gateway', secret: 'secret of the gateway' }
  const psk = createHmac('sha256', key.secret).update(WATCH_DOOR.purpose).digest()

  it('comes in with the key that both derive, for those who look on and for nothing else', async () => {
    const far = await openGateway({
      ...{ host: '127.0.0.1', sshPort: 0, webPort: 0, dataDir: join(place.folder, 'far'), server: place.server },
      ...{ log: () => undefined, far: { host: '127.0.0.1', port: 0, key } },
    })
    const knock = (path: string, ticket: string, proof: { identity: string; psk: Buffer } | undefined) =>
      new Promise<string>((done) => {
        const socket = connect({
          ...{ host: '127.0.0.1', port: far.farPort, ...WATCH_DOOR.tls, rejectUnauthorized: false },
          ...(proof ? { pskCallback: () => proof, checkServerIdentity: () => undefined } : {}),
        })
        let heard = ''
        socket.on('error', () => done('no handshake')).on('close', () => done('no handshake'))
        socket.on('data', (data) => {
          heard += data.toString('latin1')
          if (heard.includes('elsewhere') || heard.includes('401')) {
            socket.destroy()
            done(heard.split('\r\n')[0]!)
          }
        })
        const lines = [`GET ${path} HTTP/1.1`, 'host: x', 'connection: Upgrade', 'upgrade: websocket']
        const more = [
          'sec-websocket-version: 13',
          'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
          `${TICKET_HEADER}: ${ticket}`,
        ]
        socket.write(`${[...lines, ...more].join('\r\n')}\r\n\r\n`)
      })
    const watches = { watches: { session: randomUUID(), shared: false } }
    const good = { identity: key.id, psk }
    expect(await knock('/koko/ws/monitor/', ticketFor('aud', watches), good)).toContain('101')
    expect(await knock('/koko/ws/monitor/', 'no ticket', good)).toContain('401')
    expect(await knock('/koko/ws/terminal/', ticketFor('ann'), good)).toContain('401')
    for (const bad of [{ identity: key.id, psk: randomBytes(32) }, { identity: 'another', psk }, undefined])
      expect(await knock('/koko/ws/monitor/', ticketFor('aud', watches), bad)).toBe('no handshake')
    await far.close()
  })
})

describe('who looks on', () => {
  it('sees the screen as it is, everything that follows as it comes, the size of the window, and the end with its reason', async () => {
    const { ann, session } = await begin()
    ann.type("printf '\\033[2J\\033[5;10Hin colour \\033[31mred\\033[0m 中文'; echo\r")
    await ann.see('中文')
    ann.type('echo before $((1+1))\r')
    await ann.see('before 2')
    const aud = lookAt(session)
    await aud.see('before 2')
    expect(aud.text).toMatch(/^ {9}in colour red 中文$/m)
    expect(aud.screens).toBe(1)
    expect(aud.size).toEqual({ columns: 80, rows: 24 })
    ann.type('echo after $((2+2))\r')
    await aud.see('after 4')
    ann.say({ type: 'resize', columns: 100, rows: 30 })
    await until(() => aud.size.columns === 100 && aud.size.rows === 30, 'the new size')
    ann.type('stty size\r')
    await aud.see('30 100')
    // A whole screen of a program is one too.
    ann.type("printf '\\033[?1049h\\033[Hin screen %s' $((3+4))\r")
    await aud.see('in screen 7')
    const late = lookAt(session)
    await late.see('in screen 7')
    expect(late.text).not.toContain('before 2')
    ann.type("printf '\\033[?1049l'\r")
    await late.see('before 2')
    place.server.tasks.push({ id: 't', name: 'kill_session', args: session, reason: { zh: '够了', en: 'enough' } })
    const other = new LookingOn(place, ticketFor('aud', { lang: 'zh', watches: { session, shared: false } }))
    await other.see('before 2')
    await place.gateway.beat()
    expect(await aud.closed()).toMatchObject({ reason: 'terminated', message: 'enough' })
    expect(await other.closed()).toMatchObject({ message: '够了' })
  })

  it('types into the void', async () => {
    const { ann, session } = await begin()
    const aud = lookAt(session)
    await aud.see('#')
    aud.socket.send(Buffer.from('echo from the watcher\r'))
    aud.socket.send(JSON.stringify({ type: 'open', asset: 'web-01', system_user: 'x', columns: 1, rows: 1 }))
    aud.socket.send(JSON.stringify({ type: 'resize', columns: 10, rows: 10 }))
    for (const odd of ['', '{', 'null', '[]', '{"type":"ack","bytes":-1}', '{"type":"ack","bytes":1e99}'])
      aud.socket.send(odd)
    ann.type('stty size; echo done $((3*3))\r')
    await ann.see('done 9')
    await aud.see('done 9')
    expect(ann.text).not.toContain('from the watcher')
    expect(ann.text).toContain('24 80')
    ann.say({ type: 'close' })
    await aud.closed()
  })

  it('never slows the session: who lags misses a part, holds no more than a bound, and then sees the screen as it is', async () => {
    const { ann, session } = await begin()
    const slow = lookAt(session)
    await slow.see('#')
    slow.isSlow = true
    ann.type('seq 1 400000; echo the end of $((10*10))\r')
    await ann.see('the end of 100')
    await until(() => slow.bytes > AHEAD_BYTES / 2, 'what may run ahead')
    expect(slow.bytes).toBeLessThanOrEqual(AHEAD_BYTES)
    expect(slow.text).not.toContain('the end of 100')
    expect(slow.screens).toBe(1)
    slow.isSlow = false
    slow.catchUp()
    await slow.see('the end of 100')
    expect(slow.screens).toBe(2)
    ann.type('echo goes on\r')
    await slow.see('goes on')
    expect(slow.screens).toBe(2)
    ann.say({ type: 'close' })
    await slow.closed()
  })

  it('is known to the person only if they came by the link that the person gave them', async () => {
    const { ann, session } = await begin()
    const names = () => ann.notes.flatMap((note) => (note.type === 'watched' ? [note.by.join()] : []))
    const office = lookAt(session)
    await office.see('#')
    const bob = lookAt(session, { shared: true, who: 'bob' })
    await bob.see('#')
    await until(() => names().at(-1) === 'bob(bob)', 'the name of the one who looks on')
    bob.socket.close()
    await until(() => names().at(-1) === '', 'the name to go')
    expect(names().join('')).not.toContain('aud')
    ann.say({ type: 'close' })
    await office.closed()
  })

  it('[T14] needs a ticket for looking on, good once; a ticket for a terminal shows no session, and this one opens no terminal', async () => {
    const { ann, session } = await begin()
    const ticket = ticketFor('aud', { watches: { session, shared: false } })
    const first = new LookingOn(place, ticket)
    await first.see('#')
    const terminalWith = ticketFor('aud', { watches: { session, shared: false } })
    for (const refused of [
      new LookingOn(place, ticket),
      new LookingOn(place, 'made-up'),
      new LookingOn(place, ticketFor('aud')),
      new LookingOn(place, terminalWith, '/koko/ws/terminal/'),
    ]) {
      await until(() => refused.socket.readyState === WebSocket.CLOSED, 'the refusal')
      expect(refused.notes).toEqual([])
    }
    const elsewhere = lookAt(randomUUID())
    expect(await elsewhere.closed()).toMatchObject({ reason: 'elsewhere' })
    ann.say({ type: 'close' })
    expect(await first.closed()).toMatchObject({ reason: 'gone' })
  })
})
