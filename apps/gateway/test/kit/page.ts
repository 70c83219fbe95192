// A browser's side of a web terminal: what it draws, how far it got, and how it comes back.
import { type FromBrowser, OFFSET_BYTES, TICKET_HEADER, type ToBrowser } from '@drawbridge/wire'
import { WebSocket } from 'ws'
import type { Place } from './place.ts'
import { until } from './ssh.ts'

export class PageAtWork {
  readonly socket: WebSocket
  readonly notes: ToBrowser[] = []
  text = ''
  /** The first byte that is missing. */
  offset: number
  /** Hears every byte as well. */
  onBytes: (bytes: Buffer) => void = () => undefined
  /** Frames came in order, without a gap. */
  whole = true

  constructor(place: Place, ticket: string, from = 0) {
    this.offset = from
    this.socket = new WebSocket(`ws://127.0.0.1:${place.gateway.webPort}/koko/ws/terminal/`, {
      headers: { [TICKET_HEADER]: ticket },
    })
    this.socket.on('error', () => undefined)
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) {
        this.notes.push(JSON.parse(data.toString('utf8')))
        return
      }
      if (Number(data.readBigUInt64BE(0)) !== this.offset) this.whole = false
      this.offset += data.length - OFFSET_BYTES
      this.text += data.toString('utf8', OFFSET_BYTES)
      this.onBytes(data.subarray(OFFSET_BYTES))
      this.say({ type: 'ack', offset: this.offset })
    })
  }

  say(note: FromBrowser): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(note))
  }

  type(keys: string): void {
    this.socket.send(Buffer.from(keys))
  }

  async open(asset: string): Promise<Extract<ToBrowser, { type: 'opened' }>> {
    await this.ready()
    this.say({ type: 'open', asset, system_user: 'way-ops', columns: 80, rows: 24 })
    return this.note('opened')
  }

  async note<T extends ToBrowser['type']>(type: T): Promise<Extract<ToBrowser, { type: T }>> {
    await until(() => this.notes.some((note) => note.type === type), type)
    return this.notes.find((note) => note.type === type) as Extract<ToBrowser, { type: T }>
  }

  see(what: string): Promise<void> {
    return until(() => this.text.includes(what), what)
  }

  ready(): Promise<void> {
    return until(() => this.socket.readyState !== WebSocket.CONNECTING, 'the socket')
  }
}
