// The SSH port: who may knock, how long they may take, and how many at once. A silent client never holds up another.
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import ssh2 from 'ssh2'
import type { GatewaySettings, Server } from '../server/server.ts'
import type { Patience } from '../session/patience.ts'
import type { Means } from '../session/session.ts'
import { forPeople } from './algorithms.ts'
import { createLogin } from './login.ts'
import { together } from './together.ts'
import { receive } from './visit.ts'

export const DOOR = {
  /** From the first byte to being logged in, an MFA code included. */
  loginMs: 120_000,
  /** Not logged in yet, from one address and from all. */
  knockingEach: 30,
  knockingAll: 1_000,
} as const

export interface DoorOptions {
  readonly host: string
  readonly port: number
  readonly hostKey: string
  readonly server: Server
  readonly settings: () => GatewaySettings
  readonly means: Means
  readonly log: (line: string) => void
  readonly loginMs?: number
  readonly patience: Patience
}

export interface Door {
  readonly port: number
  close(): Promise<void>
}

export const openDoor = async (options: DoorOptions): Promise<Door> => {
  const { log, means, patience } = options
  const knocking = new Map<string, number>()
  const sockets = new Set<Socket>()
  let waiting = 0

  const people = new ssh2.Server(
    {
      hostKeys: [options.hostKey],
      algorithms: forPeople,
      ident: 'Drawbridge',
      keepaliveInterval: patience.keepaliveMs,
      keepaliveCountMax: patience.keepaliveTimes,
    },
    (client, info) => {
      const address = plainAddress(info.ip)
      const settings = options.settings()
      const login = createLogin({ server: options.server, settings, address, log, hangUp: () => client.end() })
      client.on('error', (error: Error & { level?: string }) => {
        log(`ssh from ${address}: ${error.message}`)
        // The library says goodbye and waits for an answer, which somebody who vanished never gives.
        if (error.level === 'client-timeout') socketOf(client).destroy()
      })
      client.on('authentication', login.handle)
      client.once('ready', () => {
        if (login.arrived) receive(client, { ...login.arrived, address, settings, means, log })
        else client.end()
      })
    },
  )

  const net: NetServer = createServer({ noDelay: true }, (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    const mine = knocking.get(address) ?? 0
    if (mine >= DOOR.knockingEach || waiting >= DOOR.knockingAll) {
      socket.destroy()
      return
    }
    knocking.set(address, mine + 1)
    waiting++
    sockets.add(socket)
    let inside = false
    const comeIn = () => {
      if (inside) return
      inside = true
      clearTimeout(deadline)
      waiting--
      const left = (knocking.get(address) ?? 1) - 1
      if (left > 0) knocking.set(address, left)
      else knocking.delete(address)
    }
    const deadline = setTimeout(() => socket.destroy(), options.loginMs ?? DOOR.loginMs)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      comeIn()
      sockets.delete(socket)
    })
    arrivals.set(socket, comeIn)
    people.injectSocket(together(socket))
  })
  const arrivals = new WeakMap<Socket, () => void>()
  people.on('connection', (client) => {
    client.once('ready', () => arrivals.get(socketOf(client))?.())
  })

  await new Promise<void>((done, fail) => {
    net.once('error', fail)
    net.listen(options.port, options.host, done)
  })
  return {
    port: (net.address() as { port: number }).port,
    close: async () => {
      const closed = new Promise((done) => net.close(done))
      await means.live.closeAll()
      for (const socket of sockets) socket.end()
      setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, 2_000).unref()
      await closed
    },
  }
}

const socketOf = (client: ssh2.Connection): Socket => (client as unknown as { _sock: Socket })._sock

/** An IPv4 address stays one, however the socket spells it. */
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/, '')
