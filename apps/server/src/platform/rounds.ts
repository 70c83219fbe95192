// Work that comes round again and again, one round at a time, for as long as a server runs.
import type { Scope } from './scope.ts'

/** At the end the round under way is waited for, but not for ever: a database that hangs must not keep a server that was told to stop. */
const PATIENCE_MS = 10_000

export interface Rounds {
  readonly everyMs: number
  /** The signal says that the server ends. */
  work(ending: AbortSignal): Promise<unknown>
  /** There is always a next time. */
  failed(error: unknown): void
}

export const goRound = (scope: Scope, { everyMs, work, failed }: Rounds): void => {
  const ending = new AbortController()
  let round: Promise<unknown> | undefined
  const begin = () => {
    round ??= work(ending.signal)
      .catch(failed)
      .finally(() => {
        round = undefined
      })
  }
  scope.own(setInterval(begin, everyMs).unref(), async (timer) => {
    clearInterval(timer)
    ending.abort()
    let patience: NodeJS.Timeout | undefined
    await Promise.race([
      round,
      new Promise((done) => {
        patience = setTimeout(done, round ? PATIENCE_MS : 0)
      }),
    ])
    clearTimeout(patience)
  })
}
