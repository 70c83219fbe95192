// Writes down what a session shows, as chunks on disk.
import { StringDecoder } from 'node:string_decoder'
import { type Event, RecordingWriter } from '@drawbridge/terminal'
import type { ShownScreen } from '@drawbridge/wire'
import { type About, type Ended, type Spool, type SpoolWriter, sha256, sha256Beside } from './spool.ts'

type Happening = Event extends infer E ? (E extends Event ? Omit<E, 'at'> : never) : never

export interface RecorderOptions {
  readonly about: About
  readonly spool: Spool
  readonly now: () => number
  /** Closed chunks wait for their way to the server. */
  readonly onChunk: () => void
  readonly onFailure: (error: Error) => void
}

/** A chunk waits no longer than this for company, so that those who watch see what happened. */
const OLDEST_MS = 5_000

/** Only a flood fills a chunk before it is old. Each one is a call to the server: a few large ones cost less than many. */
const LARGEST = 512 * 1024

/** Shorter than eyes can tell, and long enough for an echo to be on its way before the disk is asked for anything. */
const MOMENT = { ms: 10, bytes: 64 * 1024 } as const

/** From here on a hash takes longer than a key may wait for. */
const LARGE = 64 * 1024

/** The screen is written down that often, so that a player reads little to show any moment. */
const SCREEN = { everyMs: 30_000, everyBytes: 256 * 1024 } as const

export class Recorder {
  readonly #options: RecorderOptions
  readonly #writer: RecordingWriter
  readonly #disk: SpoolWriter
  readonly #decoder = new StringDecoder('utf8')
  #timer: NodeJS.Timeout | undefined
  /** Output that is written down as one event, and when it began. */
  #shown: Buffer[] = []
  #shownBytes = 0
  #shownAt: number | undefined
  #moment: NodeJS.Timeout | undefined
  /** Of a flood: it waits for its turn of the loop only. */
  #turn: NodeJS.Immediate | undefined
  #isOver = false
  /** What has come since a screen was asked for, and when that was. */
  #since = 0
  #screenAt: number

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#screenAt = options.about.began
    const disk = options.spool.begin(options.about)
    disk.onFailure = options.onFailure
    this.#disk = disk
    this.#writer = new RecordingWriter({
      ...options.about,
      hash: sha256,
      age: OLDEST_MS,
      bytes: LARGEST,
      onLine: (line) => disk.add(line),
    })
  }

  /** What comes in one moment, a hundred packets or one key, is one event. */
  output(data: Buffer): void {
    this.#since += data.length
    this.#shownAt ??= this.#now()
    this.#shown.push(data)
    this.#shownBytes += data.length
    if (this.#shownBytes >= MOMENT.bytes) this.#turn ??= setImmediate(() => this.#tellShown())
    else this.#moment ??= setTimeout(() => this.#tellShown(), MOMENT.ms).unref()
  }

  /** Whether it is time to write the screen down; asked once for each time. */
  wantsScreen(): boolean {
    const now = this.#options.now()
    if (this.#since < SCREEN.everyBytes && now - this.#screenAt < SCREEN.everyMs) return false
    this.#since = 0
    this.#screenAt = now
    return true
  }

  screen({ data, columns, rows }: ShownScreen): void {
    this.#add({ kind: 'screen', data, columns, rows })
  }

  resize(columns: number, rows: number): void {
    this.#add({ kind: 'resize', columns, rows })
  }

  mark(text: string): void {
    this.#add({ kind: 'mark', data: text })
  }

  /** The disk is slower than what is shown. */
  get isBehind(): boolean {
    return this.#disk.isBehind
  }

  caughtUp(): Promise<void> {
    return this.#disk.caughtUp()
  }

  async end(ended: Omit<Ended, 'at'>): Promise<void> {
    this.#tellShown()
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#flush()
    const cut = await this.#disk.settled().then(
      () => false,
      () => true,
    )
    try {
      this.#options.spool.end(this.#options.about.session, { ...ended, at: this.#options.now(), cut })
    } finally {
      this.#options.onChunk()
    }
  }

  #tellShown(): void {
    clearTimeout(this.#moment)
    clearImmediate(this.#turn)
    this.#moment = undefined
    this.#turn = undefined
    const [shown, at] = [this.#shown, this.#shownAt]
    if (at === undefined) return
    this.#shown = []
    this.#shownBytes = 0
    this.#shownAt = undefined
    // A sign of several bytes may be cut in the middle: its rest comes with the next piece.
    const data = this.#decoder.write(shown.length === 1 ? shown[0]! : Buffer.concat(shown))
    if (data !== '') this.#write({ at, kind: 'output', data })
  }

  #now(): number {
    return Math.max(0, this.#options.now() - this.#options.about.began)
  }

  #add(happening: Happening): void {
    this.#tellShown()
    this.#write({ at: this.#now(), ...happening } as Event)
  }

  #write(event: Event): void {
    if (this.#isOver) return
    const chunk = this.#writer.add(event)
    if (chunk) this.#close(chunk)
    else this.#timer ??= setTimeout(() => this.#flush(), OLDEST_MS).unref()
  }

  #flush(): void {
    const chunk = this.#writer.flush()
    if (chunk) this.#close(chunk)
  }

  #close(chunk: NonNullable<ReturnType<RecordingWriter['flush']>>): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#disk.close(chunk)
    if (chunk.bytes.length < LARGE) this.#writer.hashed(chunk, chunk.hash)
    else void sha256Beside(chunk.bytes).then((hash) => this.#writer.hashed(chunk, hash))
    void this.#disk.settled().then(this.#options.onChunk, () => undefined)
  }
}
