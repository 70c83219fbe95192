// The door for servers on other machines: those who look on come in by it, and nobody else. Whoever knocks must hold the key that the server
// and this gateway derive from its access key; without it there is not even a handshake.
import { createHmac } from 'node:crypto'
import { createServer as createHttp, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createServer } from 'node:tls'
import { WATCH_DOOR } from '@drawbridge/wire'
import type { AccessKey } from '../server/sign.ts'

export interface FarDoorOptions {
  readonly host: string
  readonly port: number
  readonly key: AccessKey
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

const HANDSHAKE_MS = 10_000

export const openFarDoor = async ({
  host,
  port,
  key,
  onUpgrade,
}: FarDoorOptions): Promise<{ readonly port: number; close(): void }> => {
  const psk = createHmac('sha256', key.secret).update(WATCH_DOOR.purpose).digest()
  const http = createHttp((_request, response) => response.writeHead(404).end())
  http.on('upgrade', onUpgrade)
  const door = createServer({
    ...WATCH_DOOR.tls,
    handshakeTimeout: HANDSHAKE_MS,
    // Null is no key: the handshake fails.
    pskCallback: (_socket, identity) => (identity === key.id ? psk : null),
  })
  door.on('secureConnection', (socket) => http.emit('connection', socket))
  door.on('tlsClientError', () => undefined)
  await new Promise<void>((done, fail) => {
    door.once('error', fail)
    door.listen(port, host, done)
  })
  return {
    port: (door.address() as { port: number }).port,
    close: () => {
      door.close()
      http.closeAllConnections()
      http.close()
    },
  }
}
