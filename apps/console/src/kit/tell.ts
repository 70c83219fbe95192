// Bad news of a call whose failure is told by who made it: what did not work, and why.
import { Failure } from '../api/failure.ts'
import { notify } from '../ui/index.ts'

/** Silent where something else speaks already: the question to log in again, or a user who stopped it. */
export const tellFailure = (what: string, error: unknown): void => {
  if (error instanceof Failure && (error.status === 401 || error.reason === 'aborted')) return
  notify.error(`${what}: ${error instanceof Error ? error.message : String(error)}`)
}
