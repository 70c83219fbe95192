// One terminal on the other end of a socket: opened once, found again after a reload, a sleep or a cut line, without a byte lost or shown twice.
import {
  type FromBrowser,
  type Goal,
  KEYS_AHEAD,
  OFFSET_BYTES,
  type ToBrowser,
  type WindowSize,
} from '@drawbridge/wire'
import { Comeback, socketTo } from '../comeback.ts'
import { DrawnBytes } from '../drawn-bytes.ts'
import type { LineState } from './line-notice.tsx'

export type LinkState = LineState | { readonly at: 'live' }

/** What is needed to come back to a session. */
export interface Ticket {
  readonly session: string
  readonly secret: string
}

export interface LinkOptions {
  readonly to: Goal | (Ticket & { readonly offset: number })
  readonly size: () => WindowSize
  /** `drawn` is called when the bytes are on the screen. */
  readonly onOutput: (bytes: Uint8Array, drawn: () => void) => void
  readonly onState: (state: LinkState) => void
  readonly onOpened: (opened: Ticket & { readonly actions: readonly string[] }) => void
  /** Those who look on by a link. */
  readonly onWatched: (by: readonly string[]) => void
  readonly words: { readonly refused: string; readonly lost: string }
}

const PATH = '/koko/ws/terminal/'
const MOST_IN_FRAME = 32 * 1024
const ACK_BYTES = 32 * 1024

export class TerminalLink {
  readonly #options: LinkOptions
  #socket: WebSocket | undefined
  #ticket: Ticket | undefined
  #state: LinkState = { at: 'connecting' }
  /** The byte that is expected next. */
  #next = 0
  readonly #drawn = new DrawnBytes(ACK_BYTES, (offset) => this.#say({ type: 'ack', offset }))
  readonly #comeback = new Comeback()
  #keys: Uint8Array<ArrayBuffer>[] = []
  /** Bytes of keys, of the whole session. */
  #sent = 0
  #taken = 0

  constructor(options: LinkOptions) {
    this.#options = options
    if ('session' in options.to) {
      this.#ticket = { session: options.to.session, secret: options.to.secret }
      this.#next = options.to.offset
      this.#drawn.startAt(this.#next)
    }
    this.#connect()
  }

  keys(data: string | Uint8Array): void {
    if (this.#state.at !== 'live') return
    this.#keys.push(typeof data === 'string' ? new TextEncoder().encode(data) : Uint8Array.from(data))
    this.#pump()
  }

  /** Resolves when everything that was typed is on its way. */
  room(): Promise<void> {
    return this.#keys.length === 0 ? Promise.resolve() : new Promise((done) => this.#waiting.push(done))
  }
  readonly #waiting: (() => void)[] = []

  /** No more than the gateway takes: the rest of a large paste waits here. */
  #pump(): void {
    while (this.#keys.length > 0) {
      const room = Math.min(MOST_IN_FRAME, KEYS_AHEAD - (this.#sent - this.#taken))
      if (room <= 0) return
      const [first] = this.#keys as [Uint8Array<ArrayBuffer>]
      if (first.length > room) this.#keys[0] = first.subarray(room)
      else this.#keys.shift()
      const part = first.subarray(0, room)
      this.#sent += part.length
      this.#socket?.send(part)
    }
    for (const tell of this.#waiting.splice(0)) tell()
  }

  resize(size: WindowSize): void {
    if (this.#state.at === 'live') this.#say({ type: 'resize', ...size })
  }

  login(username: string, password: string): void {
    this.#say({ type: 'login', username, password })
    this.#set({ at: 'connecting' })
  }

  /** Ends the session, not only the view of it. */
  end(): void {
    this.#say({ type: 'close' })
    this.leave()
  }

  /** Leaves the session where it is; whoever has the ticket may come back. */
  leave(): void {
    this.#comeback.stop()
    this.#drawn.stop()
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  /** The network is back, the lid is open: no need to wait for the next try. */
  hurry(): void {
    if (this.#state.at !== 'away') return
    this.#comeback.stop()
    this.#connect()
  }

  #connect(): void {
    const socket = socketTo(PATH)
    this.#socket = socket
    const own = (act: () => void) => () => socket === this.#socket && act()
    socket.onopen = own(() => this.#introduce())
    socket.onclose = own(() => this.#cut())
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return
      if (typeof data === 'string') this.#hear(JSON.parse(data) as ToBrowser)
      else this.#show(data as ArrayBuffer)
    }
  }

  #introduce(): void {
    const { to, size } = this.#options
    if (this.#ticket) this.#say({ type: 'resume', ...this.#ticket, offset: this.#next, ...size() })
    else if (!('session' in to)) this.#say({ type: 'open', ...to, ...size() })
  }

  #hear(note: ToBrowser): void {
    if (note.type === 'opened') {
      this.#ticket = { session: note.session, secret: note.secret }
      // What waited when the line was cut is not typed by itself now.
      this.#keys = []
      this.#sent = this.#taken = note.typed
      this.#comeback.arrived()
      this.#options.onOpened(note)
      this.#set({ at: 'live' })
    } else if (note.type === 'login') this.#set({ at: 'login', username: note.username })
    else if (note.type === 'taken') {
      this.#taken = Math.max(this.#taken, note.bytes)
      this.#pump()
    } else if (note.type === 'watched') this.#options.onWatched(note.by)
    else this.#over(note.message, note.again)
  }

  #show(data: ArrayBuffer): void {
    const offset = Number(new DataView(data).getBigUint64(0))
    const bytes = new Uint8Array(data, OFFSET_BYTES)
    // What came before the line was cut comes again; what the gateway no longer had is skipped.
    const known = Math.max(0, this.#next - offset)
    if (known >= bytes.length && bytes.length > 0) return
    const fresh = bytes.subarray(known)
    this.#next = offset + bytes.length
    const end = this.#next
    this.#options.onOutput(fresh, () => this.#drawn.upTo(end))
  }

  #cut(): void {
    this.#socket = undefined
    if (this.#state.at === 'closed') return
    // Refused at the door: there is nothing to come back to.
    if (!this.#ticket) {
      this.#over(this.#options.words.refused, true)
      return
    }
    if (this.#comeback.later(() => this.#connect())) this.#set({ at: 'away' })
    else this.#over(this.#options.words.lost, true)
  }

  #over(message: string, again: boolean): void {
    this.#set({ at: 'closed', message, again })
    this.leave()
  }

  #set(state: LinkState): void {
    this.#state = state
    this.#options.onState(state)
  }

  #say(note: FromBrowser): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(note))
  }
}
