// Somebody who looks on: what their screen shows, drawn by a terminal as the page draws it.
import { type FromOnlooker, TICKET_HEADER, type ToOnlooker } from '@drawbridge/wire'
import headless from '@xterm/headless'
import { WebSocket } from 'ws'
import type { Place } from './place.ts'
import { until } from './ssh.ts'

export class LookingOn {
  readonly socket: WebSocket
  readonly notes: ToOnlooker[] = []
  readonly #terminal = new headless.Terminal({ allowProposedApi: true, scrollback: 0 })
  bytes = 0
  /** Says how far it got; a slow one does not. */
  isSlow = false

  constructor(place: Place, ticket: string, path = '/koko/ws/monitor/') {
    this.socket = new WebSocket(`ws://127.0.0.1:${place.gateway.webPort}${path}`, {
      headers: { [TICKET_HEADER]: ticket },
    })
    this.socket.on('error', () => undefined)
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        this.bytes += data.length
        this.#terminal.write(data)
        if (!this.isSlow) this.catchUp()
        return
      }
      const note = JSON.parse(String(data)) as ToOnlooker
      this.notes.push(note)
      if (note.type === 'screen') this.#terminal.reset()
      if (note.type !== 'closed') this.#terminal.resize(note.columns, note.rows)
      if (note.type === 'screen') this.#terminal.write(note.data)
    })
  }

  /** Everything that came is drawn. */
  catchUp(): void {
    const note: FromOnlooker = { type: 'ack', bytes: this.bytes }
    this.socket.send(JSON.stringify(note))
  }

  get size(): { columns: number; rows: number } {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows }
  }

  get text(): string {
    const { active } = this.#terminal.buffer
    return Array.from({ length: this.#terminal.rows }, (_, row) =>
      (active.getLine(active.baseY + row)?.translateToString(true) ?? '').trimEnd(),
    )
      .join('\n')
      .trimEnd()
  }

  get screens(): number {
    return this.notes.filter(({ type }) => type === 'screen').length
  }

  see(what: string): Promise<void> {
    return until(() => this.text.includes(what), `${what} for who looks on`)
  }

  async closed(): Promise<Extract<ToOnlooker, { type: 'closed' }>> {
    await until(() => this.notes.some(({ type }) => type === 'closed'), 'the end for who looks on')
    return this.notes.find((note) => note.type === 'closed')!
  }
}
