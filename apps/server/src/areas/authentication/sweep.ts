// Visits, tokens and counters that are over are swept away, so that their tables stay as small as what is going on.
import { sweepVisits } from '../../platform/auth/visits.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../platform/services.ts'

const EVERY_MS = 10 * 60_000

export const sweepLogins = ({ database, log, now }: Services, scope: Scope): void => {
  const sweep = () =>
    sweepVisits(database.db, now()).catch((error: unknown) => log.warn('old logins could not be swept', { error }))
  scope.own(setInterval(sweep, EVERY_MS).unref(), (timer) => clearInterval(timer))
}
