// Others who fall silent without hanging up: nobody waits for them for ever, and the person sees why.
import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { Connection } from '@drawbridge/wire'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sayings } from '../src/session/words.ts'
import { mysqlGreeting, mysqlPacket } from './kit/hostile.ts'
import { aWay, Place } from './kit/place.ts'
import { outputOf, recordingOf } from './kit/recording.ts'
import { Typist, until } from './kit/ssh.ts'
import { keyPair } from './kit/sshd.ts'
import { openTelnetd } from './kit/telnetd.ts'
import { areFree, openWire } from './kit/wire.ts'

const PROMPT = /[#$] $/
const PATIENCE = { connectMs: 500, loginMs: 500, keepaliveMs: 400, keepaliveTimes: 4 }

describe('a target that takes the connection and falls silent', () => {
  let place: Place
  const servers: Server[] = []
  beforeAll(async () => {
    place = await Place.open({ patience: PATIENCE })
  })
  afterAll(async () => {
    await place.close()
    for (const server of servers) server.close()
  })

  const sockets = new Set<Socket>()
  const listening = async (greet: (socket: Socket) => void): Promise<number> => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
      greet(socket)
    })
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return (server.address() as { port: number }).port
  }
  const saying = (words: string | Buffer) => (socket: Socket) => void socket.resume().write(words)

  const aim = (protocol: string, port: number, more: Partial<Connection> = {}): string => {
    const id = `${protocol}-${port}`
    const login = { mode: 'auto' as const, username: 'ops', password: 'x', private_key: '' }
    if (protocol === 'ssh' || protocol === 'telnet') {
      place.target(id, { protocol, port, login, ...more }, { protocols: [`${protocol}/${port}`] })
      place.server.waysTo.set(id, [aWay('ops', { protocol })])
    } else {
      place.database(id, protocol, { port, database: 'shop', username: 'ops', password: 'x' })
      place.server.waysTo.set(id, [aWay('ops', { protocol })])
    }
    return id
  }

  /** Goes there, and gives how it ended. */
  const visit = async (asset: string, lang: 'zh' | 'en', why: 'timeout' | 'dialogue' = 'timeout') => {
    const before = new Set(place.server.finished.keys())
    const ann = place.type(`ann@ops@${asset}`, { lang: lang === 'zh' ? 'zh_CN.UTF-8' : 'en_US.UTF-8' })
    await ann.see(sayings.failed[why][lang])
    await ann.closed
    const added = () => [...place.server.finished].filter(([id]) => !before.has(id))
    await until(() => added().length === 1, 'the end told to the server')
    expect(added()[0]![1]).toMatchObject({ succeeded: false, reason: why })
    expect(place.gateway.means.live.ids).toEqual([])
    await until(() => areFree(sockets), 'the end of every connection')
  }

  it.each([
    ['ssh', 'says nothing', ''],
    ['ssh', 'stops after its name', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['ssh', 'stops in the middle of the key exchange', 'SSH-2.0-OpenSSH_9.9\r\n\u0000\u0000\u0001\u002c\u0004\u0014'],
    ['telnet', 'says nothing', ''],
    ['mysql', 'says nothing', ''],
    ['mysql', 'stops after its greeting', mysqlPacket(0, mysqlGreeting)],
    ['postgresql', 'says nothing', ''],
    ['postgresql', 'stops before its login', 'N'],
    ['postgresql', 'stops in the middle of TLS', 'S'],
  ])('over %s: %s', async (protocol, _, words) => {
    const asset = aim(protocol, await listening(saying(words)))
    await visit(asset, 'en')
    await visit(asset, 'zh')
  })

  it('over telnet, when it was told the password', async () => {
    const asset = aim(
      'telnet',
      await listening((socket) => {
        socket.write('login: ')
        socket.once('data', () => socket.write('Password: '))
      }),
    )
    await visit(asset, 'en', 'dialogue')
  })

  it('over MySQL, when it has let us in', async () => {
    const asset = aim(
      'mysql',
      await listening((socket) => {
        socket.write(mysqlPacket(0, mysqlGreeting))
        socket.once('data', () => socket.write(mysqlPacket(2, Buffer.from([0, 0, 0, 2, 0, 0, 0]))))
      }),
    )
    await visit(asset, 'en')
  })

  it('over ssh, when it has let us in and is asked for a shell', async () => {
    const host = new ssh2.Server({ hostKeys: [keyPair(place.folder, 'silent').privateKey] }, (client) => {
      client.on('error', () => undefined).on('authentication', (login) => login.accept())
      // Whoever asks for a channel hears nothing.
      client.on('session', () => undefined)
    })
    await visit(aim('ssh', await listening((socket) => host.injectSocket(socket))), 'en')
  })

  it('behind a hop that does not come back from it', async () => {
    const hop = new ssh2.Server({ hostKeys: [keyPair(place.folder, 'hop').privateKey] }, (client) => {
      client.on('error', () => undefined).on('authentication', (login) => login.accept())
      client.on('tcpip', () => undefined)
    })
    const port = await listening((socket) => hop.injectSocket(socket))
    const account = { username: 'ops', password: 'x', private_key: '' }
    const gateways = [{ id: 'g', name: 'hop', ip: '127.0.0.1', port, ...account }]
    await visit(aim('ssh', 1, { gateways }), 'en')
  })
})

describe('a network that falls silent without a close', () => {
  let place: Place
  beforeAll(async () => {
    // Time enough to log in on a slow machine: only what follows shall be found out.
    place = await Place.open({ patience: { ...PATIENCE, connectMs: 30_000, loginMs: 30_000 } })
  })
  afterAll(() => place.close())

  it('to the target ends the session in words, recorded up to there', async () => {
    const wire = await openWire(place.sshd.port)
    place.target('far', { port: wire.port })
    const ann = place.type('ann@ops@far')
    await ann.see(PROMPT)
    const [id] = place.gateway.means.live.ids
    ann.type('echo the last $((40+2))\r')
    await ann.see('the last 42')
    wire.hush()
    ann.type('echo nobody hears this\r')
    await ann.see(sayings.closed.lost.en)
    await ann.closed
    expect(outputOf(await recordingOf(place, id!))).toContain('the last 42')
    expect(place.server.finished.get(id!)).toMatchObject({ reason: 'lost' })
    expect(place.gateway.means.live.ids).toEqual([])
    await until(() => areFree(wire.sockets), 'the end of every connection')
    wire.close()
  })

  it('to the person ends the session, which is not online for ever', async () => {
    const wire = await openWire(place.gateway.sshPort)
    const ann = new Typist(['ann@ops@web-01@127.0.0.1'], place.client({ port: wire.port }))
    await ann.see(PROMPT)
    const [id] = place.gateway.means.live.ids
    ann.type('echo the last $((40+2))\r')
    await ann.see('the last 42')
    wire.hush()
    expect(outputOf(await recordingOf(place, id!))).toContain('the last 42')
    expect(place.server.finished.get(id!)).toMatchObject({ reason: 'gone' })
    expect(place.gateway.means.live.ids).toEqual([])
    await until(() => areFree(wire.sockets), 'the end of every connection')
    ann.kill()
    await ann.closed
    wire.close()
  })

  it('to a target whose protocol has no question for it is found out by the system', async () => {
    const host = await openTelnetd()
    const { port, username, password } = host
    place.target('switch', { protocol: 'telnet', port, login: { mode: 'auto', username, password, private_key: '' } })
    place.server.waysTo.set('switch', [aWay('ops', { protocol: 'telnet' })])
    const ann = place.type('ann@ops@switch')
    await ann.see('switch# ')
    const hex = port.toString(16).toUpperCase().padStart(4, '0')
    // Of a connection at rest the kernel tells which timer runs: the second kind is that of keep-alive.
    const isAsked = () =>
      new RegExp(`^ *\\d+: \\S+ \\S+:${hex} 01 \\S+ 02:`, 'm').test(readFileSync('/proc/net/tcp', 'latin1'))
    await until(isAsked, 'keep-alive on the connection')
    ann.type('exit\r')
    await ann.closed
    await host.close()
  })
})
