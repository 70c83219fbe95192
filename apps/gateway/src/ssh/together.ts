// Packets of one turn of the loop leave in one call to the system: a stream is sent in few large pieces, and its reader wakes up less often.
import type { Duplex } from 'node:stream'

/** A key, or its echo, does not wait for company. */
const SMALL = 1_024

export const together = <S extends Duplex>(socket: S): S => {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
  let isWaiting = false
  const go = () => {
    isWaiting = false
    socket.uncork()
  }
  socket.write = ((data: Uint8Array, ...rest: unknown[]) => {
    if (!isWaiting && data.length > SMALL) {
      isWaiting = true
      socket.cork()
      process.nextTick(go)
    }
    return write(data, ...rest)
  }) as S['write']
  return socket
}
