// Turns what happens in a session into chunks: never too large, never too old, each one following on the last.
import { type Chunk, chunkOf, type Event, type Hash, type Manifest, RECORDING_VERSION, writeEvent } from './format.ts'

export interface WriterOptions {
  readonly session: string
  /** Milliseconds since 1970. */
  readonly began: number
  readonly columns: number
  readonly rows: number
  readonly hash: Hash
  /** A chunk is closed when it holds this much, or is this old. */
  readonly bytes?: number
  readonly age?: number
  /** Hears each event as the line it is in its chunk. */
  readonly onLine?: (line: Uint8Array) => void
}

export const CHUNK = { bytes: 128 * 1024, ageMs: 10_000 } as const

export class RecordingWriter {
  readonly #options: WriterOptions
  #lines: Uint8Array[] = []
  #size = 0
  #from = 0
  #previous = ''
  #chunks: Manifest['chunks'][number][] = []
  #columns: number
  #rows: number
  #last = 0

  constructor(options: WriterOptions) {
    this.#options = options
    this.#columns = options.columns
    this.#rows = options.rows
  }

  /** Gives the chunk that is full with this event, if one is. */
  add(event: Event): Chunk | undefined {
    // Clocks may go back; a recording does not.
    const at = Math.max(event.at, this.#last)
    this.#last = at
    if (event.kind === 'resize') [this.#columns, this.#rows] = [event.columns, event.rows]
    const line = writeEvent(at === event.at ? event : { ...event, at })
    if (this.#lines.length === 0) this.#from = at
    this.#lines.push(line)
    this.#size += line.length
    const { bytes = CHUNK.bytes, age = CHUNK.ageMs, onLine } = this.#options
    onLine?.(line)
    return this.#size >= bytes || at - this.#from >= age ? this.flush() : undefined
  }

  /** What has not been given away yet. */
  flush(): Chunk | undefined {
    if (this.#lines.length === 0) return undefined
    const { session, hash } = this.#options
    const head = {
      ...{ version: RECORDING_VERSION, session, no: this.#chunks.length, from: this.#from, to: this.#last },
      ...{ events: this.#lines.length, previous: this.#previous },
    }
    const chunk = chunkOf(head, this.#lines, hash)
    this.#chunks.push({
      no: chunk.head.no,
      from: chunk.head.from,
      to: chunk.head.to,
      bytes: chunk.bytes.length,
      hash: chunk.hash,
    })
    this.#previous = chunk.hash
    this.#lines = []
    this.#size = 0
    return chunk
  }

  manifest(ended?: { at: number; reason: string }): Manifest {
    const { session, began, columns, rows } = this.#options
    return {
      version: RECORDING_VERSION,
      session,
      began: Math.round(began / 1000),
      columns,
      rows,
      chunks: [...this.#chunks],
      ...(ended ? { ended } : {}),
    }
  }

  get size(): { columns: number; rows: number } {
    return { columns: this.#columns, rows: this.#rows }
  }
}
