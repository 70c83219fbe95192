// The socket of somebody who looks on. The server has decided that they may, and said at which session.
import type { FromOnlooker, ToOnlooker } from '@drawbridge/wire'
import type { RawData, WebSocket } from 'ws'
import type { Guest, Watching } from '../server/server.ts'
import type { LiveSessions } from '../session/live.ts'
import { type Glass, Onlooker } from './onlooker.ts'
import { feelPulse } from './pulse.ts'

const MOST_EACH = 32

const refusals = {
  elsewhere: { zh: '该会话不在此网关上', en: 'This gateway does not carry the session' },
  full: { zh: '观看此会话的人太多', en: 'Too many people watch this session' },
} as const

export const showSession = (socket: WebSocket, guest: Guest & { watches: Watching }, live: LiveSessions): void => {
  feelPulse(socket)
  const glass = glassOf(socket)
  const session = live.get(guest.watches.session)
  const wrong = !session ? 'elsewhere' : session.watchers.size >= MOST_EACH ? 'full' : undefined
  if (!session || wrong) {
    const reason = wrong ?? 'elsewhere'
    glass.note({ type: 'closed', reason, message: refusals[reason][guest.lang] })
    glass.close()
    return
  }
  const onlooker = new Onlooker(glass, session, guest)
  socket.once('close', () => onlooker.left())
  socket.on('message', (data, isBinary) => {
    // Whoever types here types into the void.
    if (!isBinary) onlooker.drawn(drawnIn(data))
  })
}

const glassOf = (socket: WebSocket): Glass => ({
  send: (bytes) => {
    if (socket.readyState === socket.OPEN) socket.send(bytes)
  },
  note: (note: ToOnlooker) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(note))
  },
  get waiting() {
    return socket.bufferedAmount
  },
  close: () => socket.close(),
})

const drawnIn = (data: RawData): number => {
  try {
    const note = JSON.parse(String(data)) as Partial<FromOnlooker> | null
    return note?.type === 'ack' ? Number(note.bytes) : Number.NaN
  } catch {
    return Number.NaN
  }
}
