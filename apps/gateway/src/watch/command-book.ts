// Commands on their way to the server, in batches. What the server cannot take now is kept and tried again, oldest first.
import { randomUUID } from 'node:crypto'
import { type CommandRecord, Denied, type Server } from '../server/server.ts'

const BATCH = { most: 200, everyMs: 2_000, retryMs: 5_000, kept: 100_000 } as const

export class CommandBook {
  readonly #server: Server
  readonly #log: (line: string) => void
  #waiting: CommandRecord[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined

  constructor(server: Server, log: (line: string) => void) {
    this.#server = server
    this.#log = log
  }

  add(record: Omit<CommandRecord, 'id'>): void {
    this.#waiting.push({ id: randomUUID(), ...record })
    if (this.#waiting.length > BATCH.kept) this.#log(`${this.#waiting.length} commands wait for the server`)
    if (this.#waiting.length >= BATCH.most) void this.flush()
    else this.#later(BATCH.everyMs)
  }

  /** Sends what waits; whoever asks while it is sent waits for the same. */
  flush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Of a batch that is refused each command is sent by itself: one that is never taken must not hold up the others.
    let oneByOne = 0
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, oneByOne > 0 ? 1 : BATCH.most)
      try {
        await this.#server.commands(batch)
      } catch (error) {
        if (error instanceof Denied && batch.length > 1) {
          oneByOne = batch.length
          continue
        }
        if (error instanceof Denied) {
          this.#log(`A command of session ${batch[0]!.session} is only in its recording: ${error.message}`)
          this.#waiting = this.#waiting.slice(1)
          oneByOne--
          continue
        }
        this.#log(`Commands wait for the server: ${(error as Error).message}`)
        this.#later(BATCH.retryMs)
        return
      }
      this.#waiting = this.#waiting.slice(batch.length)
      oneByOne--
    }
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref()
  }
}
