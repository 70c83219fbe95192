// Somebody who looks on from a browser. Never slows the session: who falls behind misses a part and gets the screen anew, when they are ready for it.
import { AHEAD_BYTES, type ShownScreen, type ToOnlooker } from '@drawbridge/wire'
import type { Guest } from '../server/server.ts'
import type { Session } from '../session/session.ts'
import type { Watcher } from '../watch/watchers.ts'

export interface Glass {
  send(bytes: Buffer): void
  note(note: ToOnlooker): void
  /** Bytes that the network has not taken yet. */
  readonly waiting: number
  close(): void
}

export class Onlooker implements Watcher {
  readonly guest: string | undefined
  readonly #glass: Glass
  readonly #session: Session
  readonly #lang: Guest['lang']
  readonly #leave: () => void
  #sent = 0
  #drawn = 0
  #isBehind = false

  constructor(glass: Glass, session: Session, { person, lang, watches }: Guest) {
    this.#glass = glass
    this.#session = session
    this.#lang = lang
    this.guest = watches?.shared ? `${person.name}(${person.username})` : undefined
    this.#leave = session.watchers.add(this)
  }

  screen(shown: ShownScreen): void {
    this.#isBehind = false
    this.#glass.note({ type: 'screen', ...shown })
  }

  output(data: Buffer): void {
    this.#isBehind ||= Math.max(this.#sent - this.#drawn, this.#glass.waiting) + data.length > AHEAD_BYTES
    if (this.#isBehind) return
    this.#sent += data.length
    this.#glass.send(data)
  }

  resize({ columns, rows }: { columns: number; rows: number }): void {
    if (!this.#isBehind) this.#glass.note({ type: 'resize', columns, rows })
  }

  over(): void {
    const { state } = this.#session
    const reason = state.at === 'closed' ? state.reason : 'left'
    this.#glass.note({ type: 'closed', reason, message: this.#session.sayingIn(this.#lang) })
    this.#glass.close()
  }

  /** They have drawn so much of what was sent. */
  drawn(bytes: number): void {
    if (!Number.isSafeInteger(bytes) || bytes > this.#sent || bytes < this.#drawn) return
    this.#drawn = bytes
    if (this.#isBehind && this.#drawn === this.#sent) this.#session.watchers.refresh(this)
  }

  left(): void {
    this.#leave()
  }
}
