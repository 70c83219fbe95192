// Carries spooled recordings to the server, each chunk until the server has it; then the session is told to be over.
import type { Server } from '../server/server.ts'
import type { Spool } from './spool.ts'

const RETRY = { firstMs: 1_000, mostMs: 60_000 } as const

export class Uploads {
  readonly #spool: Spool
  readonly #server: Server
  readonly #log: (line: string) => void
  /** Sessions on their way, and what is known of how far they are. */
  readonly #busy = new Map<string, { again: boolean; sent: number }>()
  readonly #sent = new Map<string, number>()
  readonly #waits = new Map<string, { timer: NodeJS.Timeout; ms: number }>()
  #stopped = false

  constructor(spool: Spool, server: Server, log: (line: string) => void) {
    this.#spool = spool
    this.#server = server
    this.#log = log
  }

  /** What a gateway before us left: closed, then sent. */
  recover(now: number): void {
    for (const session of this.#spool.sessions()) {
      try {
        this.#spool.recover(session, now)
        this.kick(session)
      } catch (error) {
        this.#log(`The recording of session ${session} cannot be read: ${(error as Error).message}`)
      }
    }
  }

  /** Something new is there. */
  kick(session: string): void {
    const busy = this.#busy.get(session)
    if (busy) busy.again = true
    else if (!this.#stopped) void this.#run(session)
  }

  stop(): void {
    this.#stopped = true
    for (const { timer } of this.#waits.values()) clearTimeout(timer)
  }

  /** No upload is under way. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await new Promise((done) => setImmediate(done))
  }

  async #run(session: string): Promise<void> {
    const mine = { again: false, sent: this.#sent.get(session) ?? 0 }
    this.#busy.set(session, mine)
    const wait = this.#waits.get(session)
    if (wait) clearTimeout(wait.timer)
    try {
      do {
        mine.again = false
        await this.#send(session, mine)
      } while (mine.again && !this.#stopped)
      this.#waits.delete(session)
    } catch (error) {
      const ms = wait ? Math.min(wait.ms * 2, RETRY.mostMs) : RETRY.firstMs
      this.#log(`The recording of session ${session} waits ${ms / 1000} s for the server: ${(error as Error).message}`)
      if (!this.#stopped) this.#waits.set(session, { ms, timer: setTimeout(() => this.kick(session), ms).unref() })
    } finally {
      this.#busy.delete(session)
    }
  }

  async #send(session: string, mine: { sent: number }): Promise<void> {
    const ended = this.#spool.ended(session)
    const closed = this.#spool.closed(session)
    let turned = 0
    while (mine.sent < closed) {
      const { bytes, hash } = await this.#spool.chunk(session, mine.sent)
      const answer = await this.#server.chunk(session, mine.sent, bytes, hash)
      if (answer.state === 'refused') {
        this.#log(`The recording of session ${session} is not taken: ${answer.message}`)
        return ended ? this.#spool.drop(session) : undefined
      }
      if (answer.state === 'expects' && ++turned > 2) throw new Error(`the server wants chunk ${answer.no} again`)
      mine.sent = answer.state === 'kept' ? mine.sent + 1 : answer.no
      this.#sent.set(session, mine.sent)
    }
    if (!ended) return
    const rest = this.#spool.rest(session)
    if (rest) {
      const { state } = await this.#server.chunk(session, closed, rest.bytes, rest.hash)
      if (state === 'expects') throw new Error(`the server does not want chunk ${closed} yet`)
    }
    await this.#server.finish(session, {
      succeeded: ended.succeeded,
      recorded: closed > 0 && !ended.cut,
      reason: ended.reason,
      saying: ended.saying,
      at: new Date(ended.at),
    })
    this.#spool.drop(session)
    this.#sent.delete(session)
  }
}
