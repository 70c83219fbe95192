// Sessions that run on this gateway.
import type { Session } from './session.ts'

export class LiveSessions {
  readonly #sessions = new Map<string, Session>()

  add(session: Session): void {
    this.#sessions.set(session.id, session)
    void session.over.finally(() => this.#sessions.delete(session.id))
  }

  get(id: string): Session | undefined {
    return this.#sessions.get(id)
  }

  get ids(): string[] {
    return [...this.#sessions.keys()]
  }

  get size(): number {
    return this.#sessions.size
  }

  /** Every session is told to go, and has written its last word. */
  async closeAll(): Promise<void> {
    const all = [...this.#sessions.values()]
    for (const session of all) session.close('stopping')
    await Promise.all(all.map(({ over }) => over))
  }
}
