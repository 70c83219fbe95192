// The files of one asset on the other end of a socket: opened once, found again after a reload or a cut line. Questions that were under way when the
// line was cut have no answer; what was sent in pieces goes on.
import {
  FILES_SOCKET,
  type FileAnswers,
  type FileAsk,
  type FileEntry,
  type FileFault,
  type FilesFromBrowser,
  type FilesToBrowser,
  UPLOAD,
} from '@drawbridge/wire'
import { Comeback, socketTo } from '../comeback.ts'
import type { LineState } from '../web/line-notice.tsx'
import type { Ticket } from '../web/link.ts'

export interface Rights {
  readonly upload: boolean
  readonly download: boolean
}

export type LinkState = LineState | { readonly at: 'live'; readonly root: string; readonly rights: Rights }

type There = Extract<FilesToBrowser, { type: 'fault' }>['there']

/** Why something was not done, in words for the person. `cut`: nobody knows whether it was. */
export class FileRefusal extends Error {
  readonly fault: FileFault | 'cut'
  readonly there: There
  constructor(fault: FileFault | 'cut', message: string, there?: There) {
    super(message)
    this.fault = fault
    this.there = there
  }
}

export interface LinkOptions {
  readonly to: { readonly asset: string; readonly system_user: string }
  readonly ticket?: Ticket
  readonly onState: (state: LinkState) => void
  readonly onTicket: (ticket: Ticket) => void
  readonly words: { readonly refused: string; readonly lost: string; readonly cut: string }
}

export interface Hearing {
  readonly onPart?: (entries: readonly FileEntry[]) => void
  readonly onProgress?: (done: number) => void
  readonly signal?: AbortSignal
}

export type UploadNews = { readonly stored: number } | { readonly broken: string }

interface Pending extends Hearing {
  done(value: unknown): void
  fail(error: FileRefusal): void
}

export class FilesLink {
  readonly #options: LinkOptions
  readonly #pending = new Map<number, Pending>()
  readonly #uploads = new Map<number, (news: UploadNews) => void>()
  #socket: WebSocket | undefined
  #ticket: Ticket | undefined
  #state: LinkState = { at: 'connecting' }
  #asked = 0
  readonly #comeback = new Comeback()
  /** A ticket of before a reload may be stale by now. */
  #fromBefore: boolean

  constructor(options: LinkOptions) {
    this.#options = options
    this.#ticket = options.ticket
    this.#fromBefore = options.ticket !== undefined
    this.#connect()
  }

  get state(): LinkState {
    return this.#state
  }

  ask<A extends FileAsk>(ask: A, hearing: Hearing = {}): Promise<FileAnswers[A['deed']]> {
    return new Promise((done, fail) => {
      if (this.#state.at !== 'live') {
        fail(this.#cutOff())
        return
      }
      const id = ++this.#asked
      this.#pending.set(id, { ...hearing, done: done as (value: unknown) => void, fail })
      hearing.signal?.addEventListener('abort', () => this.#say({ type: 'stop', id }), { once: true })
      this.#say({ type: 'ask', id, ask })
    })
  }

  /** Hears how an upload goes on; gives the way to stop. */
  follow(upload: number, hear: (news: UploadNews) => void): () => void {
    this.#uploads.set(upload, hear)
    return () => this.#uploads.delete(upload)
  }

  piece(upload: number, offset: number, bytes: ArrayBuffer): void {
    const frame = new Uint8Array(UPLOAD.headBytes + bytes.byteLength)
    const head = new DataView(frame.buffer)
    head.setUint32(0, upload)
    head.setBigUint64(4, BigInt(offset))
    frame.set(new Uint8Array(bytes), UPLOAD.headBytes)
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame)
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
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    this.#drop()
  }

  /** The network is back, the lid is open: no need to wait for the next try. */
  hurry(): void {
    if (this.#state.at !== 'away') return
    this.#comeback.stop()
    this.#connect()
  }

  #connect(): void {
    const socket = socketTo(FILES_SOCKET)
    this.#socket = socket
    const own = (act: () => void) => () => socket === this.#socket && act()
    socket.onopen = own(() => this.#introduce())
    socket.onclose = own(() => this.#cut())
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && typeof data === 'string') this.#hear(JSON.parse(data) as FilesToBrowser)
    }
  }

  #introduce(): void {
    if (this.#ticket) this.#say({ type: 'resume', ...this.#ticket })
    else this.#say({ type: 'open', ...this.#options.to })
  }

  #hear(note: FilesToBrowser): void {
    if (note.type === 'opened') {
      this.#ticket = { session: note.session, secret: note.secret }
      this.#fromBefore = false
      this.#comeback.arrived()
      this.#options.onTicket(this.#ticket)
      this.#set({ at: 'live', root: note.root, rights: note.rights })
    } else if (note.type === 'login') this.#set({ at: 'login', username: note.username })
    else if (note.type === 'closed') this.#closed(note)
    else if (note.type === 'stored') this.#uploads.get(note.upload)?.({ stored: note.offset })
    else if (note.type === 'broken') this.#uploads.get(note.upload)?.({ broken: note.message })
    else if (note.type === 'part') this.#pending.get(note.id)?.onPart?.(note.entries)
    else if (note.type === 'progress') this.#pending.get(note.id)?.onProgress?.(note.done)
    else {
      const pending = this.#pending.get(note.id)
      this.#pending.delete(note.id)
      if (note.type === 'answer') pending?.done(note.value)
      else pending?.fail(new FileRefusal(note.fault, note.message, note.there))
    }
  }

  #closed({ reason, message, again }: Extract<FilesToBrowser, { type: 'closed' }>): void {
    if (reason === 'gone' && this.#fromBefore) {
      this.#fromBefore = false
      this.#ticket = undefined
      const socket = this.#socket
      this.#socket = undefined
      socket?.close()
      this.#connect()
    } else this.#over(message, again)
  }

  #cut(): void {
    this.#socket = undefined
    this.#drop()
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

  /** Nobody will answer what was asked. */
  #drop(): void {
    const pending = [...this.#pending.values()]
    const uploads = [...this.#uploads.values()]
    this.#pending.clear()
    this.#uploads.clear()
    for (const { fail } of pending) fail(this.#cutOff())
    for (const hear of uploads) hear({ broken: this.#options.words.cut })
  }

  #cutOff(): FileRefusal {
    return new FileRefusal('cut', this.#options.words.cut)
  }

  #set(state: LinkState): void {
    this.#state = state
    this.#options.onState(state)
  }

  #say(note: FilesFromBrowser): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(note))
  }
}
