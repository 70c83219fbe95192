// A way to somewhere that can be cut, or fall silent: both ends stay open, and nothing more goes through.
import { connect, createServer, type Socket } from 'node:net'

export interface Wire {
  readonly port: number
  readonly sockets: ReadonlySet<Socket>
  cut(): void
  hush(): void
  close(): void
}

/** Whether the others have let go of all of them: one that only said goodbye still takes what is sent. */
export const areFree = (sockets: ReadonlySet<Socket>): boolean => {
  for (const socket of sockets) socket.write('x')
  return sockets.size === 0
}

export const openWire = async (to: number): Promise<Wire> => {
  const sockets = new Set<Socket>()
  let isSilent = false
  // A silent network does not answer a goodbye either.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    }
    near.on('data', (bytes) => isSilent || far.write(bytes))
    far.on('data', (bytes) => isSilent || near.write(bytes))
    near.once('end', () => isSilent || far.end())
    far.once('end', () => isSilent || near.end())
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
