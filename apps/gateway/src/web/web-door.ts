// The port for browsers, behind the server: health, and WebSockets that bring a ticket of the server. Nobody else gets in.
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  DOWNLOADS,
  FILES_SOCKET,
  type FilesFromBrowser,
  type FilesToBrowser,
  type FromBrowser,
  type Goal,
  TICKET_HEADER,
  type ToBrowser,
} from '@drawbridge/wire'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { Denied, type Guest } from '../server/server.ts'
import type { AccessKey } from '../server/sign.ts'
import type { Destination, Means } from '../session/session.ts'
import { sendOffer } from './downloads.ts'
import { openFarDoor } from './far-door.ts'
import { FilesDesk } from './files-desk.ts'
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
  /** Where servers of other machines come for those who look on; none without it. */
  readonly far?: { readonly host: string; readonly port: number; readonly key: AccessKey }
  /** Who a ticket is for; throws when it is good for nobody. */
  readonly redeem: (ticket: string) => Promise<Guest>
}

export interface WebDoor {
  readonly port: number
  readonly farPort: number | undefined
  close(): Promise<void>
}

export const openWebDoor = async ({ host, port, means, far, redeem }: WebDoorOptions): Promise<WebDoor> => {
  const terminals = new Set<WebTerminal>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.frame, perMessageDeflate: false })
  const files = new FilesDesk(means)
  const http: HttpServer = createServer((request, response) => {
    if (request.method === 'GET' && pathOf(request).startsWith(DOWNLOADS)) {
      void give(request, response)
      return
    }
    const found = request.method === 'GET' && pathOf(request) === '/health/'
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ? { status: 1, time: Math.floor(Date.now() / 1000) } : { detail: 'Not found' }))
  })
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, from: 'here' | 'afar') => {
    socket.on('error', () => socket.destroy())
    admit(request, from)
      .then((take) => sockets.handleUpgrade(request, socket, head, take))
      .catch((error: Error) => {
        means.log(`a browser was refused: ${error.message}`)
        refuse(socket)
      })
  }
  http.on('upgrade', (request, socket, head) => onUpgrade(request, socket, head, 'here'))

  const guestOf = async ({ headers }: IncomingMessage): Promise<Guest> => {
    const ticket = headers[TICKET_HEADER]
    if (typeof ticket !== 'string') throw new Error('no ticket')
    return redeem(ticket)
  }

  /** What to do with the socket. A ticket for looking on opens nothing else, nor the other way round. */
  const admit = async (request: IncomingMessage, from: 'here' | 'afar'): Promise<(socket: WebSocket) => void> => {
    const path = pathOf(request)
    if (from === 'afar' && path !== MONITOR) throw new Error('from afar one only looks on')
    const begin = path === TERMINAL ? beginTerminal : path === FILES_SOCKET ? beginFiles : undefined
    if (!begin && path !== MONITOR) throw new Error('no such place')
    const { watches, ...visitor } = await guestOf(request)
    if (begin && !watches) return (socket) => receive(socket, (...word) => begin(...word, visitor))
    if (!begin && watches) return (socket) => showSession(socket, { ...visitor, watches }, means.live)
    throw new Error('a ticket for something else')
  }

  const give = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { person, watches } = await guestOf(request)
      if (watches) throw new Denied('a ticket for something else')
      const handle = pathOf(request).slice(DOWNLOADS.length).replace(/\/$/, '')
      const offer = files.downloads.take(handle, person.id)
      if (offer) await sendOffer(offer, response)
      else response.writeHead(404).end()
    } catch (error) {
      means.log(`a download did not come through: ${(error as Error).message}`)
      if (response.headersSent) response.destroy()
      else response.writeHead(error instanceof Denied ? 401 : 502).end()
    }
  }

  const receive = (socket: WebSocket, begin: (note: Note, page: SocketPage) => Talk | undefined): void => {
    const page = pageOf(socket)
    let talk: Talk | undefined
    const silence = setTimeout(() => socket.terminate(), LIMITS.firstWordMs)
    feelPulse(socket)
    socket.once('close', () => {
      clearTimeout(silence)
      talk?.left()
    })
    socket.on('message', (data, isBinary) => {
      const bytes = bytesOf(data)
      if (isBinary) {
        talk?.bytes(bytes)
        return
      }
      const note = noteOf(bytes)
      if (!note) {
        socket.close(1007)
      } else if (talk) talk.hear(note)
      else {
        clearTimeout(silence)
        talk = begin(note, page)
        if (!talk) socket.close(1008)
      }
    })
  }

  const beginFiles = (note: Note, page: SocketPage, visitor: Visitor): Talk | undefined => {
    const open = files.begin(note as FilesFromBrowser, page, visitor)
    return (
      open && {
        hear: (word) => open.hear(page, word as FilesFromBrowser),
        bytes: (bytes) => open.bytes(page, bytes),
        left: () => open.left(page),
      }
    )
  }

  const beginTerminal = (note: Note, page: SocketPage, visitor: Visitor): Talk | undefined => {
    const terminal = find(note as FromBrowser, page, visitor)
    return (
      terminal && {
        hear: (word) => terminal.hear(page, word as FromBrowser),
        bytes: (bytes) => terminal.type(page, bytes),
        left: () => terminal.left(page),
      }
    )
  }

  const find = (note: FromBrowser, page: Page, visitor: Visitor): WebTerminal | undefined => {
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
    void terminal.run(destinationOf(note)).finally(() => terminals.delete(terminal))
    return terminal
  }
  const owners = new WeakMap<WebTerminal, string>()
  const mine = ({ person }: Visitor) => [...terminals].filter((one) => owners.get(one) === person.id).length

  await new Promise<void>((done, fail) => {
    http.once('error', fail)
    http.listen(port, host, done)
  })
  const farDoor =
    far &&
    (await openFarDoor({ ...far, onUpgrade: (request, socket, head) => onUpgrade(request, socket, head, 'afar') }))
  return {
    port: (http.address() as { port: number }).port,
    farPort: farDoor?.port,
    close: async () => {
      farDoor?.close()
      const closed = new Promise((done) => http.close(done))
      for (const socket of sockets.clients) socket.terminate()
      http.closeAllConnections()
      await closed
    },
  }
}

/** A note as it came; who hears it knows what it may say. */
interface Note {
  readonly type: unknown
}

/** What a socket is about, once its first word was said. */
interface Talk {
  hear(note: Note): void
  bytes(bytes: Buffer): void
  left(): void
}

interface SocketPage extends Page {
  note(note: ToBrowser | FilesToBrowser): void
}

const pageOf = (socket: WebSocket): SocketPage => ({
  send: (frame) => {
    if (socket.readyState === socket.OPEN) socket.send(frame)
  },
  taken: (bytes) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'taken', bytes } satisfies ToBrowser))
  },
  note: (note) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(note))
  },
  close: () => socket.close(),
})

const destinationOf = ({ asset, application, system_user, protocol }: Goal): Destination => ({
  ...(application === undefined ? { asset: String(asset) } : { application: String(application) }),
  systemUser: String(system_user),
  protocol: String(protocol ?? 'ssh'),
})

const pathOf = ({ url }: IncomingMessage): string => (url ?? '').split('?')[0]!

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)

const noteOf = (bytes: Buffer): Note | undefined => {
  try {
    const note: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof note === 'object' && note !== null && 'type' in note ? (note as Note) : undefined
  } catch {
    return undefined
  }
}

const refuse = (socket: Duplex): void => {
  socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
}
