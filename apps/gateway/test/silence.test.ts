// Others who fall silent without hanging up: nobody waits for them for ever, and the person sees why.
import { createServer, type Server, type Socket } from 'node:net'
import type { Connection } from '@drawbridge/wire'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sayings } from '../src/session/words.ts'
import { mysqlGreeting, mysqlPacket } from './kit/hostile.ts'
import { aWay, Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'
import { keyPair } from './kit/sshd.ts'

const PATIENCE = { connectMs: 500, loginMs: 500, keepaliveMs: 100, keepaliveTimes: 2 }

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
    const server = createServer((socket) => {
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
    await until(() => sockets.size === 0, 'the end of every connection')
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
