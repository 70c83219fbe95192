// Knocks at a socket of the server as a browser does, with something behind it that writes down what reached it.
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { openVisit } from '../../src/platform/auth/visits.ts'
import type { Someone, World } from './world.ts'

export interface Behind {
  readonly port: number
  readonly reached: { readonly url?: string; readonly headers: IncomingHttpHeaders }[]
  close(): void
}

/** In the place of a gateway: says yes, and repeats what it hears. */
export const openBehind = async (): Promise<Behind> => {
  const reached: Behind['reached'] = []
  const server = createServer()
  server.on('upgrade', (request, socket) => {
    reached.push({ url: request.url, headers: request.headers })
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
    socket.on('data', (data: Buffer) => socket.write(`heard ${data}`))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    reached,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface Visited {
  readonly headers: { readonly cookie: string; readonly 'x-csrftoken': string; readonly 'sec-fetch-site': string }
  readonly visit: string
}

/** Somebody logged in with a browser. */
export const visitOf = async (world: World, who: Someone): Promise<Visited> => {
  const { cookie, visit } = await openVisit(world.server.services.database.db, {
    user: who.id,
    seconds: 36_000,
    address: '127.0.0.1',
    userAgent: 'test',
    now: world.clock.now(),
  })
  return {
    headers: {
      cookie: `sessionid=${cookie}; csrftoken=${visit.csrf}`,
      'x-csrftoken': visit.csrf,
      'sec-fetch-site': 'same-origin',
    },
    visit: visit.id,
  }
}

export interface Knocked {
  readonly status: number
  readonly socket?: Socket
  /** When the other side has hung up. */
  readonly over: Promise<void>
}

export const knock = (world: World, path: string, headers: Record<string, string>): Promise<Knocked> =>
  new Promise((done, fail) => {
    const request = httpRequest(new URL(path, world.url), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
        ...headers,
      },
    })
    request.on('response', (response) => {
      response.resume()
      done({ status: response.statusCode!, over: Promise.resolve() })
    })
    request.on('upgrade', (response, socket) => {
      socket.on('error', () => undefined)
      socket.resume()
      const over = new Promise<void>((ended) => socket.once('close', () => ended()))
      done({ status: response.statusCode!, socket: socket as Socket, over })
    })
    request.on('error', fail)
    request.end()
  })
