// The line to a session that is looked at: asked for, opened, found again when it is cut, and told apart from one that has ended.
import { AHEAD_BYTES, type FromOnlooker, type ToOnlooker } from '@drawbridge/wire'
import { post } from '../../api/client.ts'
import { Failure } from '../../api/failure.ts'
import { Comeback, socketTo } from '../comeback.ts'
import { DrawnBytes } from '../drawn-bytes.ts'
import { SESSIONS } from '../server-source.ts'

/** What the server says of a session to somebody who may look on. */
export interface Seen {
  readonly id: string
  readonly user: string
  readonly asset: string
  readonly system_user: string
  readonly protocol: string
  readonly is_finished: boolean
  /** By a link of the person in it. */
  readonly shared: boolean
  readonly can_terminate: boolean
  readonly can_replay: boolean
  /** Opens the socket, once; nothing where there is none to open. */
  readonly entry: string | null
}

export type LiveState =
  | { readonly at: 'asking' }
  /** The server does not let them. */
  | { readonly at: 'refused'; readonly error: unknown }
  /** Over before it was looked at. */
  | { readonly at: 'finished'; readonly seen: Seen }
  /** It runs, and no socket leads to it. */
  | { readonly at: 'unreachable' }
  | { readonly at: 'live'; readonly seen: Seen }
  | { readonly at: 'away'; readonly seen: Seen }
  /** Without a message the line was taken away. */
  | { readonly at: 'over'; readonly seen: Seen; readonly message?: string }

export interface LiveScreen {
  clear(size: { columns: number; rows: number }): void
  resize(size: { columns: number; rows: number }): void
  write(data: string | Uint8Array, drawn?: () => void): void
}

export interface LiveLinkOptions {
  readonly session: string
  readonly share?: string
  readonly screen: LiveScreen
  readonly onState: (state: LiveState) => void
}

const PATH = '/koko/ws/monitor/'
const ACK_BYTES = AHEAD_BYTES / 8

export class LiveLink {
  readonly #options: LiveLinkOptions
  #socket: WebSocket | undefined
  #seen: Seen | undefined
  #came = 0
  readonly #drawn = new DrawnBytes(ACK_BYTES, (bytes) => this.#say({ type: 'ack', bytes }))
  readonly #comeback = new Comeback()
  #isLeft = false
  /** There was something to see. */
  #isBegun = false

  constructor(options: LiveLinkOptions) {
    this.#options = options
    options.onState({ at: 'asking' })
    void this.#ask()
  }

  leave(): void {
    this.#isLeft = true
    this.#comeback.stop()
    this.#drawn.stop()
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  async #ask(): Promise<void> {
    const { session, share } = this.#options
    try {
      const seen = await post<Seen>(`${SESSIONS}${session}/watch/`, share ? { share } : {}, { flash: false })
      if (this.#isLeft) return
      this.#seen = seen
      if (seen.entry) this.#connect(seen.entry)
      else if (this.#isBegun) this.#set({ at: 'over', seen })
      else this.#set(seen.is_finished ? { at: 'finished', seen } : { at: 'unreachable' })
    } catch (error) {
      if (this.#isLeft) return
      const seen = this.#seen
      if (!seen || !this.#isBegun) this.#set({ at: 'refused', error })
      else if (error instanceof Failure && error.reason === 'refused' && error.status < 500)
        this.#set({ at: 'over', seen })
      else this.#wait(seen)
    }
  }

  #connect(entry: string): void {
    const socket = socketTo(PATH, { entry })
    this.#socket = socket
    this.#came = 0
    this.#drawn.startAt(0)
    socket.onclose = () => socket === this.#socket && this.#cut()
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return
      if (typeof data === 'string') this.#hear(JSON.parse(data) as ToOnlooker)
      else this.#show(new Uint8Array(data as ArrayBuffer), socket)
    }
  }

  #hear(note: ToOnlooker): void {
    const { screen } = this.#options
    const seen = this.#seen!
    if (note.type === 'closed') {
      this.leave()
      const isNowhere = !this.#isBegun && note.reason === 'elsewhere'
      this.#set(isNowhere ? { at: 'unreachable' } : { at: 'over', seen, message: note.message })
    } else if (note.type === 'resize') screen.resize(note)
    else {
      // What was not drawn yet is part of it.
      this.#drawn.silentlyUpTo(this.#came)
      screen.clear(note)
      screen.write(note.data)
      this.#isBegun = true
      this.#comeback.arrived()
      this.#set({ at: 'live', seen })
    }
  }

  #show(bytes: Uint8Array, socket: WebSocket): void {
    this.#came += bytes.length
    const upTo = this.#came
    this.#options.screen.write(bytes, () => socket === this.#socket && this.#drawn.upTo(upTo))
  }

  #cut(): void {
    this.#socket = undefined
    if (this.#isBegun) this.#wait(this.#seen!)
    else this.#set({ at: 'unreachable' })
  }

  #wait(seen: Seen): void {
    this.#set({ at: this.#comeback.later(() => void this.#ask()) ? 'away' : 'over', seen })
  }

  #set(state: LiveState): void {
    this.#options.onState(state)
  }

  #say(note: FromOnlooker): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(note))
  }
}
