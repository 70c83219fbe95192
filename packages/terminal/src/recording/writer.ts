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
  /** The last one that was given away, until its hash is known: the next one names it. */
  #last: Chunk | undefined
  #chunks: Manifest['chunks'][number][] = []
  #columns: number
  #rows: number
  #until = 0

  constructor(options: WriterOptions) {
    this.#options = options
    this.#columns = options.columns
    this.#rows = options.rows
  }

  /** Gives the chunk that is full with this event, if one is. */
  add(event: Event): Chunk | undefined {
    // Clocks may go back; a recording does not.
    const at = Math.max(event.at, this.#until)
    this.#until = at
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
    const before = this.#hashes()
    const head = {
      ...{ version: RECORDING_VERSION, session, no: before.length, from: this.#from, to: this.#until },
      ...{ events: this.#lines.length, previous: before.at(-1)?.hash ?? '' },
    }
    this.#last = chunkOf(head, this.#lines, hash)
    this.#lines = []
    this.#size = 0
    return this.#last
  }

  /** Somebody has made its hash already, beside whatever else is done here. */
  hashed({ head, bytes }: Chunk, hash: string): void {
    if (this.#last?.head !== head) return
    const { no, from, to } = head
    this.#chunks.push({ no, from, to, bytes: bytes.length, hash })
    this.#last = undefined
  }

  #hashes(): Manifest['chunks'] {
    if (this.#last) this.hashed(this.#last, this.#last.hash)
    return this.#chunks
  }

  manifest(ended?: { at: number; reason: string }): Manifest {
    const { session, began, columns, rows } = this.#options
    return {
      version: RECORDING_VERSION,
      session,
      began: Math.round(began / 1000),
      columns,
      rows,
      chunks: [...this.#hashes()],
      ...(ended ? { ended } : {}),
    }
  }

  get size(): { columns: number; rows: number } {
    return { columns: this.#columns, rows: this.#rows }
  }
}
