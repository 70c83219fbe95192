// Asks again while the server is building: a fixed number of times, a fixed time apart.
import { Failure } from '../../api/failure.ts'
import { TREE_RETRY } from '../limits.ts'

export interface Retrying {
  readonly times?: number
  readonly everyMs?: number
  pause?(ms: number): Promise<void>
  /** Told before each further try, counted from 1. */
  onRetry?(attempt: number): void
}

export const retrying = async <T>(
  work: () => Promise<T>,
  { times = TREE_RETRY.times, everyMs = TREE_RETRY.everyMs, pause = sleep, onRetry }: Retrying = {},
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > times || !isPassing(error)) throw error
      onRetry?.(attempt)
      await pause(everyMs)
    }
  }
}

/** No network, a server that failed over a call that is safe to repeat, or one that is refreshing. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Failure && (error.reason === 'network' || error.status === 409 || error.status >= 500)

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
