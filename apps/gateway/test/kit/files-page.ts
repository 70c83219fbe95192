// A browser's side of a file manager: asks and answers, files sent in pieces, and what is fetched.
import { randomBytes } from 'node:crypto'
import {
  type Conflict,
  FILES_SOCKET,
  type FileAnswers,
  type FileAsk,
  type FileEntry,
  type FileFault,
  type FilesFromBrowser,
  type FilesToBrowser,
  TICKET_HEADER,
  UPLOAD,
} from '@drawbridge/wire'
import { WebSocket } from 'ws'
import type { Place } from './place.ts'
import { until } from './ssh.ts'

export type Answered<D extends FileAsk['deed']> =
  | { readonly ok: true; readonly value: FileAnswers[D]; readonly entries: readonly FileEntry[] }
  | { readonly ok: false; readonly fault: FileFault; readonly message: string }

export const aKey = (): string => randomBytes(16).toString('hex')

export class FilesPageAtWork {
  readonly socket: WebSocket
  readonly notes: FilesToBrowser[] = []
  #asked = 0

  constructor(place: Place, ticket: string) {
    this.socket = new WebSocket(`ws://127.0.0.1:${place.gateway.webPort}${FILES_SOCKET}`, {
      headers: { [TICKET_HEADER]: ticket },
    })
    this.socket.on('error', () => undefined)
    this.socket.on('message', (data: Buffer) => this.notes.push(JSON.parse(data.toString('utf8'))))
  }

  say(note: FilesFromBrowser): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(note))
  }

  ready(): Promise<void> {
    return until(() => this.socket.readyState !== WebSocket.CONNECTING, 'the socket')
  }

  async open(asset: string): Promise<Extract<FilesToBrowser, { type: 'opened' }>> {
    await this.ready()
    this.say({ type: 'open', asset, system_user: 'way-ops' })
    return this.note('opened')
  }

  async note<T extends FilesToBrowser['type']>(type: T): Promise<Extract<FilesToBrowser, { type: T }>> {
    await until(() => this.notes.some((note) => note.type === type), type)
    return this.notes.find((note) => note.type === type) as Extract<FilesToBrowser, { type: T }>
  }

  async ask<A extends FileAsk>(ask: A): Promise<Answered<A['deed']>> {
    const id = ++this.#asked
    this.say({ type: 'ask', id, ask })
    const isLast = (note: FilesToBrowser) => (note.type === 'answer' || note.type === 'fault') && note.id === id
    await until(() => this.notes.some(isLast), `the answer to ${JSON.stringify(ask)}`)
    const last = this.notes.find(isLast) as Extract<FilesToBrowser, { type: 'answer' | 'fault' }>
    if (last.type === 'fault') return { ok: false, fault: last.fault, message: last.message }
    const entries = this.notes.flatMap((note) => (note.type === 'part' && note.id === id ? note.entries : []))
    return { ok: true, value: last.value as FileAnswers[A['deed']], entries }
  }

  /** What must work. */
  async must<A extends FileAsk>(ask: A): Promise<Extract<Answered<A['deed']>, { ok: true }>> {
    const answer = await this.ask(ask)
    if (!answer.ok) throw new Error(`${ask.deed}: ${answer.message}`)
    return answer as Extract<Answered<A['deed']>, { ok: true }>
  }

  async names(path: string): Promise<string[]> {
    return (await this.must({ deed: 'list', path })).entries.map(({ name }) => name).sort()
  }

  /** Sends pieces up to `end`, no further ahead than allowed. */
  async send(upload: number, content: Buffer, from: number, end = content.length): Promise<void> {
    for (let offset = from; offset < end; offset += UPLOAD.piece) {
      const room = () => offset - Math.max(from, this.stored(upload)) < UPLOAD.window
      await until(() => this.#broken(upload) || room(), 'room in the window')
      if (this.#broken(upload)) return
      this.socket.send(piece(upload, offset, content.subarray(offset, Math.min(end, offset + UPLOAD.piece))))
    }
    await until(() => this.#broken(upload) || this.stored(upload) >= end || end === from, 'the last piece')
  }

  #broken(upload: number): boolean {
    return this.notes.some((note) => note.type === 'broken' && note.upload === upload)
  }

  stored(upload: number): number {
    return Math.max(
      0,
      ...this.notes.flatMap((note) => (note.type === 'stored' && note.upload === upload ? [note.offset] : [])),
    )
  }

  async upload(path: string, content: Buffer, conflict: Conflict = 'ask'): Promise<Answered<'finish'>> {
    const begun = await this.ask({ deed: 'upload', key: aKey(), path, size: content.length, conflict })
    if (!begun.ok) return begun
    await this.send(begun.value.upload, content, begun.value.offset)
    return this.ask({ deed: 'finish', upload: begun.value.upload, conflict })
  }
}

export const piece = (upload: number, offset: number, bytes: Buffer): Buffer => {
  const head = Buffer.alloc(UPLOAD.headBytes)
  head.writeUInt32BE(upload)
  head.writeBigUInt64BE(BigInt(offset), 4)
  return Buffer.concat([head, bytes])
}
