// A way to somewhere that can be cut, or fall silent: both ends stay open, and nothing more goes through.
import { connect, createServer, type Socket } from 'node:net'

export interface Wire {
  readonly port: number
  readonly sockets: ReadonlySet<Socket>
  cut(): void
  hush(): void
  close(): void
}

/** `most`: falls silent by itself after so many bytes have come back. */
export const openWire = async (to: number, { most = Number.POSITIVE_INFINITY } = {}): Promise<Wire> => {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    }
    let back = 0
    near.on('data', (bytes) => isSilent || far.write(bytes))
    far.on('data', (bytes) => {
      const passed = bytes.subarray(0, Math.max(0, most - back))
      back += bytes.length
      if (!isSilent && passed.length > 0) near.write(passed)
    })
    near.once('close', () => far.destroy())
    far.once('close', () => isSilent || near.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as { port: number }).port,
    sockets,
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    hush: () => {
      isSilent = true
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
