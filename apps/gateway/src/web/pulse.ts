import type { WebSocket } from 'ws'

const PING_MS = 30_000

/** A browser that vanished without a word is found out by its silence. */
export const feelPulse = (socket: WebSocket): void => {
  let answered = true
  const ping = setInterval(() => {
    if (!answered) {
      socket.terminate()
      return
    }
    answered = false
    socket.ping()
  }, PING_MS)
  socket.on('pong', () => {
    answered = true
  })
  socket.on('error', () => socket.terminate())
  socket.once('close', () => clearInterval(ping))
}
