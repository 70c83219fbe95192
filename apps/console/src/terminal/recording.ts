// A recording as the server gives it: the manifest at once, chunks when they are needed, each compared with its hash.
import { type Event, type Manifest, readEvents } from '@drawbridge/terminal'

export interface Told extends Manifest {
  /** The session is over; whether its recording is whole, `ended` says. */
  readonly is_finished?: boolean
}

export interface Source {
  /** With only the chunks after this one, where it is told. */
  manifest(after?: number): Promise<Told>
  chunk(no: number): Promise<Uint8Array>
  /** Undefined where the browser has no way to reckon it: outside of https. */
  hash?(bytes: Uint8Array): Promise<string>
}

/** A gateway writes the screen down every half minute; a chunk is closed after five seconds. */
const AHEAD = { chunks: 8, bytes: 256 * 1024 } as const

/** So much of a recording is kept at hand; what is older is asked for again. */
const KEPT_BYTES = 64 * 1024 * 1024

/** Asks for all that has come without beginning another visit: only its beginning is put on record. */
const BEFORE_THE_FIRST = -1

export class Recording {
  readonly #source: Source
  #manifest: Told
  readonly #kept = new Map<number, Promise<Uint8Array>>()
  #bytes = 0
  /** Chunks that are not what the manifest says they are. */
  readonly damaged = new Set<number>()

  private constructor(source: Source, manifest: Told) {
    this.#source = source
    this.#manifest = manifest
  }

  static async open(source: Source): Promise<Recording> {
    return new Recording(source, await source.manifest())
  }

  get manifest(): Manifest {
    return this.#manifest
  }

  get isOver(): boolean {
    return this.#manifest.ended !== undefined
  }

  /** Over, and yet without an end: the component has died, or still sends. */
  get isCut(): boolean {
    return !this.isOver && this.#manifest.is_finished === true
  }

  get durationMs(): number {
    return this.#manifest.chunks.at(-1)?.to ?? 0
  }

  /** What has come since. */
  async refresh(): Promise<void> {
    const { chunks } = this.#manifest
    const next = await this.#source.manifest(chunks.at(-1)?.no ?? BEFORE_THE_FIRST)
    this.#manifest = { ...next, chunks: [...chunks, ...next.chunks] }
  }

  readonly chunk = (no: number): Promise<Uint8Array> => {
    const known = this.#kept.get(no)
    if (known) return known
    const asked = this.#fetch(no)
    this.#kept.set(no, asked)
    asked.then(
      (bytes) => this.#keep(bytes.length),
      () => this.#kept.delete(no),
    )
    return asked
  }

  /** A moment needs what lies between it and the last screen: asked for at once, rather than one after the other. */
  askBefore(no: number): void {
    let bytes = 0
    for (let back = no - 1; back >= 0 && back >= no - AHEAD.chunks; back--) {
      bytes += this.#manifest.chunks[back]?.bytes ?? 0
      if (bytes > AHEAD.bytes) return
      this.chunk(back).catch(() => undefined)
    }
  }

  async events(no: number): Promise<Event[]> {
    return readEvents(await this.chunk(no))
  }

  async #fetch(no: number): Promise<Uint8Array> {
    const bytes = await this.#source.chunk(no)
    const [told, found] = [this.#manifest.chunks[no]?.hash, await this.#source.hash?.(bytes)]
    if (found !== undefined && found !== told) this.damaged.add(no)
    return bytes
  }

  #keep(bytes: number): void {
    this.#bytes += bytes
    for (const [no, one] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES || this.#kept.size < 3) return
      this.#kept.delete(no)
      void one.then(({ length }) => {
        this.#bytes -= length
      })
    }
  }
}
