// The port for browsers, behind the server: health, and WebSockets that bring a ticket of the server. Nobody else gets in.
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type FromBrowser, TICKET_HEADER, type ToBrowser } from '@drawbridge/wire'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Guest } from '../server/server.ts'
import type { Means } from '../session/session.ts'
import { showSession } from './monitor.ts'
import { feelPulse } from './pulse.ts'
import { type Page, type Visitor, WebTerminal } from './web-terminal.ts'

const TERMINAL = '/koko/ws/terminal/'
const MONITOR = '/koko/ws/monitor/'
const LIMITS = { frame: 256 * 1024, firstWordMs: 30_000, terminalsEach: 64 } as const

export interface WebDoorOptions {
  readonly host: string
  readonly port: number
  readonly means: Means
  /** Who a ticket is for; throws when it is good for nobody. */
  readonly redeem: (ticket: string) => Promise<Guest>
}

export interface WebDoor {
  readonly port: number
  close(): Promise<void>
}

export const openWebDoor = async ({ host, port, means, redeem }: WebDoorOptions): Promise<WebDoor> => {
  const terminals = new Set<WebTerminal>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.frame, perMessageDeflate: false })
  const http: HttpServer = createServer((request, response) => {
    const found = request.method === 'GET' && pathOf(request) === '/health/'
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ? { status: 1, time: Math.floor(Date.now() / 1000) } : { detail: 'Not found' }))
  })
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    admit(request)
      .then((take) => sockets.handleUpgrade(request, socket, head, take))
      .catch((error: Error) => {
        means.log(`a web terminal was refused: ${error.message}`)
        refuse(socket)
      })
  })

  /** What to do with the socket. A ticket for looking on opens no terminal, nor the other way round. */
  const admit = async (request: IncomingMessage): Promise<(socket: WebSocket) => void> => {
    const ticket = request.headers[TICKET_HEADER]
    const path = pathOf(request)
    if ((path !== TERMINAL && path !== MONITOR) || typeof ticket !== 'string') throw new Error('no ticket')
    const { watches, ...visitor } = await redeem(ticket)
    if ((path === MONITOR) !== (watches !== undefined)) throw new Error('a ticket for something else')
    return (socket) => (watches ? showSession(socket, { ...visitor, watches }, means.live) : receive(socket, visitor))
  }

  const receive = (socket: WebSocket, visitor: Visitor): void => {
    const page = pageOf(socket)
    let terminal: WebTerminal | undefined
    const silence = setTimeout(() => socket.terminate(), LIMITS.firstWordMs)
    feelPulse(socket)
    socket.once('close', () => {
      clearTimeout(silence)
      terminal?.left(page)
    })
    socket.on('message', (data, isBinary) => {
      const bytes = bytesOf(data)
      if (isBinary) {
        terminal?.type(page, bytes)
        return
      }
      const note = noteOf(bytes)
      if (!note) {
        socket.close(1007)
      } else if (terminal) terminal.hear(page, note)
      else {
        clearTimeout(silence)
        terminal = begin(note, page, visitor)
        if (!terminal) socket.close(1008)
      }
    })
  }

  const begin = (note: FromBrowser, page: Page, visitor: Visitor): WebTerminal | undefined => {
    if (note.type === 'resume') {
      const found = [...terminals].find(({ id }) => id === note.session)
      if (found?.isFor(visitor.person, String(note.secret))) {
        found.resume(page, Number(note.offset) || 0, note)
        return found
      }
      const message = { zh: '会话已结束', en: 'The session has ended' }[visitor.lang]
      page.note({ type: 'closed', reason: 'gone', message, again: true })
      return undefined
    }
    if (note.type !== 'open' || mine(visitor) >= LIMITS.terminalsEach) return undefined
    const terminal = new WebTerminal(visitor, page, note, means)
    terminals.add(terminal)
    owners.set(terminal, visitor.person.id)
    void terminal
      .run({ asset: String(note.asset), system_user: String(note.system_user) })
      .finally(() => terminals.delete(terminal))
    return terminal
  }
  const owners = new WeakMap<WebTerminal, string>()
  const mine = ({ person }: Visitor) => [...terminals].filter((one) => owners.get(one) === person.id).length

  await new Promise<void>((done, fail) => {
    http.once('error', fail)
    http.listen(port, host, done)
  })
  return {
    port: (http.address() as { port: number }).port,
    close: async () => {
      const closed = new Promise((done) => http.close(done))
      for (const socket of sockets.clients) socket.terminate()
      http.closeAllConnections()
      await closed
    },
  }
}

const pageOf = (socket: WebSocket): Page => ({
  send: (frame) => {
    if (socket.readyState === socket.OPEN) socket.send(frame)
  },
  taken: (bytes) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'taken', bytes } satisfies ToBrowser))
  },
  note: (note: ToBrowser) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(note))
  },
  close: () => socket.close(),
})

const pathOf = ({ url }: IncomingMessage): string => (url ?? '').split('?')[0]!

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)

const noteOf = (bytes: Buffer): FromBrowser | undefined => {
  try {
    const note: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof note === 'object' && note !== null && 'type' in note ? (note as FromBrowser) : undefined
  } catch {
    return undefined
  }
}

const refuse = (socket: Duplex): void => {
  socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
}
