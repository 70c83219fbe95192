// How a page finds its session again after a cut line: soon at first, then less often, for as long as the other side waits.
import { WAIT_SECONDS } from '@drawbridge/wire'

const PAUSES_MS = [300, 1_000, 2_000, 4_000, 8_000]

export class Comeback {
  #tries = 0
  #awaySince = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Tries after a pause; false when nobody waits on the other side any more. */
  later(tryAgain: () => void): boolean {
    this.#awaySince ||= Date.now()
    if (Date.now() - this.#awaySince > WAIT_SECONDS * 1_000) return false
    this.#timer = setTimeout(tryAgain, PAUSES_MS[Math.min(this.#tries++, PAUSES_MS.length - 1)])
    return true
  }

  /** The session is there again. */
  arrived(): void {
    this.#tries = 0
    this.#awaySince = 0
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** Opens a socket of our own server. */
export const socketTo = (path: string, query: Readonly<Record<string, string>> = {}): WebSocket => {
  const address = new URL(path, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const socket = new WebSocket(address.href)
  socket.binaryType = 'arraybuffer'
  return socket
}
