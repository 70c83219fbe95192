// Records on their way to the server: on disk before they are sent, and until the server has them, so that neither an absent server nor a
// dead gateway loses one. Each has an id of its own, under which it is sent again and kept once.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { appendFile, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Denied } from '../server/server.ts'

export interface Outgoing {
  readonly id: string
}

export interface OutboxOptions<Record extends Outgoing> {
  readonly file: string
  /** Records that go together. */
  readonly most: number
  /** How long one waits for company. */
  readonly everyMs: number
  send(batch: readonly Record[]): Promise<void>
  readonly log: (line: string) => void
  /** For the log: that records wait, and that one was refused for good. */
  readonly words: { waiting(count: number): string; refused(record: Record): string }
}

const RETRY_MS = 5_000

/** Records that are done with and still in the file, before it is written anew. */
const MOST_DONE = 10_000

/** Beyond them whoever makes more had better wait. */
const CROWD = 10_000

export class Outbox<Record extends Outgoing> {
  readonly #options: OutboxOptions<Record>
  #waiting: Record[]
  /** Lines that are not on disk yet. */
  #lines: string[] = []
  #work: Promise<void> = Promise.resolve()
  #done = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #roomy: (() => void)[] = []

  constructor(options: OutboxOptions<Record>) {
    this.#options = options
    mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
    const left = textOf(options.file)
    this.#waiting = recordsIn(left)
    // A torn last line of a gateway that died must not swallow the first one of this.
    if (left !== '') this.#then(async () => this.#rewrite())
    if (this.#waiting.length > 0) this.#later(options.everyMs)
  }

  add(record: Omit<Record, 'id'>): void {
    const whole = { id: randomUUID(), ...record } as Record
    this.#waiting.push(whole)
    this.#write(whole)
    if (this.#waiting.length >= this.#options.most) void this.flush()
    else this.#later(this.#options.everyMs)
  }

  /** There is room for more. */
  async caughtUp(): Promise<void> {
    while (this.#waiting.length > CROWD) await new Promise<void>((done) => this.#roomy.push(done))
  }

  /** Sends what waits; whoever asks while it is sent waits for the same. */
  flush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
      if (this.#waiting.length > 0) this.#later(this.#options.everyMs)
    })
    return this.#sending
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { most, send, log, words } = this.#options
    // Of a batch that is refused each record is sent by itself: one that is never taken must not hold up the others.
    let oneByOne = 0
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, oneByOne > 0 ? 1 : most)
      await this.#work
      try {
        await send(batch)
      } catch (error) {
        if (!(error instanceof Denied)) {
          log(`${words.waiting(this.#waiting.length)}: ${(error as Error).message}`)
          this.#later(RETRY_MS)
          return
        }
        if (batch.length > 1) {
          oneByOne = batch.length
          continue
        }
        log(`${words.refused(batch[0]!)}: ${error.message}`)
      }
      this.#waiting = this.#waiting.slice(batch.length)
      oneByOne--
      this.#forget(batch.length)
    }
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref()
  }

  #forget(count: number): void {
    this.#done += count
    if (this.#waiting.length <= CROWD) for (const go of this.#roomy.splice(0)) go()
    // A file without a record that waits is emptied; one that is never without is written anew from time to time.
    if (this.#waiting.length === 0) this.#then(() => this.#empty())
    else if (this.#done > MOST_DONE) this.#then(async () => this.#rewrite())
  }

  async #empty(): Promise<void> {
    if (this.#waiting.length > 0 || this.#done === 0) return
    this.#done = 0
    await truncate(this.#options.file)
  }

  #rewrite(): void {
    this.#done = 0
    this.#lines = []
    const { file } = this.#options
    writeFileSync(`${file}.part`, this.#waiting.map(lineOf).join(''), { mode: 0o600 })
    renameSync(`${file}.part`, file)
  }

  #write(record: Record): void {
    this.#lines.push(lineOf(record))
    if (this.#lines.length === 1)
      this.#then(async () => {
        const lines = this.#lines
        this.#lines = []
        if (lines.length > 0) await appendFile(this.#options.file, lines.join(''), { mode: 0o600 })
      })
  }

  #then(step: () => Promise<void>): void {
    this.#work = this.#work
      .then(step)
      // A full disk ends sessions by their recordings; what is known here is sent all the same.
      .catch((error: Error) => this.#options.log(`${this.#options.file}: ${error.message}`))
  }
}

const lineOf = (record: unknown): string => `${JSON.stringify(record)}\n`

/** What a gateway before us could not send. */
const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}

/** A line that was not finished is none. */
const recordsIn = <Record>(text: string): Record[] =>
  text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record]
      } catch {
        return []
      }
    })
