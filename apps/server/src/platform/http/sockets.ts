// WebSockets come in by the same doors as everything else: the router finds the route, the hooks find the caller, and only then is
// the connection handed on: to the gateway, of which the server reads nothing, or to a conversation of our own.
import { type IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { connect as connectSafely } from 'node:tls'
import { Refusal, WATCH_DOOR } from '@drawbridge/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { noGateway } from './passing.ts'

interface Arrived {
  readonly socket: Socket
  readonly head: Buffer
}

const arrivals = new WeakMap<IncomingMessage, Arrived>()
const CONNECT_MS = 10_000

/** Lets requests for a WebSocket take the way of every other request. */
export const acceptSockets = (app: FastifyInstance): void => {
  const open = new Set<Socket>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    arrivals.set(request, { socket, head })
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    // What is refused is answered like any call, and then the connection is over.
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end())
    app.routing(request, response)
  })
  // Else the server would wait for them.
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy()
  })
}

/** Of what the browser sent, only what makes the two ends agree on a WebSocket. Identity is never passed on: not the cookie, not a claim of the client. */
const PASSED = [
  'upgrade',
  'connection',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
] as const

const needsSocket = () =>
  new Refusal('upgrade_required', 426, { zh: '此地址只接受 WebSocket', en: 'This address takes WebSockets only.' })

const own = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false })

/** Speaks to the caller itself. What breaks the rules of WebSockets is answered and hung up on. */
export const takeSocket = (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  talk: (socket: WebSocket) => void,
): void => {
  const arrived = arrivals.get(request.raw)
  if (!arrived) throw needsSocket()
  reply.hijack()
  reply.raw.detachSocket(arrived.socket)
  arrived.socket.setTimeout(0)
  own.handleUpgrade(request.raw, arrived.socket, arrived.head, talk)
}

export interface Joined {
  /** Cuts both ends. */
  cut(): void
  readonly over: Promise<void>
}

/** Where a gateway is; one on another machine is known by what only it and the server hold. */
export interface GatewayPlace {
  readonly host: string
  readonly port: number
  readonly proof?: { readonly identity: string; readonly psk: Buffer }
}

/** Joins the caller's socket with the gateway's: `path` there, with `headers` of ours. */
export const joinSockets = async (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  gateway: GatewayPlace,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Joined> => {
  const arrived = arrivals.get(request.raw)
  if (!arrived) throw needsSocket()
  const there = await reach(gateway)
  const { socket, head } = arrived
  const passed = PASSED.flatMap((name) =>
    typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [],
  )
  const lines = [...passed, ['host', `${gateway.host}:${gateway.port}`], ...Object.entries(headers)]
  reply.hijack()
  reply.raw.detachSocket(socket)
  there.write(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  there.write(head)
  socket.setTimeout(0)
  socket.setNoDelay(true)
  socket.pipe(there).pipe(socket)
  socket.once('close', () => there.destroy())
  there.once('close', () => socket.destroy())
  there.once('error', () => socket.destroy())
  const over = new Promise<void>((done) => socket.once('close', () => done()))
  return { cut: () => socket.destroy(), over }
}

const reach = ({ host, port, proof }: GatewayPlace): Promise<Socket> =>
  new Promise((done, fail) => {
    const socket = proof
      ? connectSafely({ host, port, ...WATCH_DOOR.tls, pskCallback: () => proof, checkServerIdentity: () => undefined })
      : connect({ host, port, noDelay: true })
    const giveUp = () => {
      socket.destroy()
      fail(noGateway())
    }
    socket.setTimeout(CONNECT_MS, giveUp)
    socket.once('error', giveUp)
    socket.once(proof ? 'secureConnect' : 'connect', () => {
      socket.setTimeout(0)
      socket.setNoDelay(true)
      socket.off('error', giveUp)
      done(socket)
    })
  })
