// Visits, tokens and counters that are over are swept away, so that their tables stay as small as what is going on.
import { sweepVisits } from '../../platform/auth/visits.ts'
import { goRound } from '../../platform/rounds.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../platform/services.ts'

const EVERY_MS = 10 * 60_000

export const sweepLogins = ({ database, log, now }: Services, scope: Scope): void =>
  goRound(scope, {
    everyMs: EVERY_MS,
    work: () => sweepVisits(database.db, now()),
    failed: (error) => log.warn('old logins could not be swept', { error }),
  })
