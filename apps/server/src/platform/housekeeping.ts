// Small work that nobody asks for: what has expired goes, what was counted is added up. Any server may do it, twice does no harm.

import { sweepVisits } from './auth/visits.ts'
import type { Db } from './context.ts'
import { foldTallies } from './db/tallies.ts'
import type { Log } from './log.ts'
import { goRound } from './rounds.ts'
import type { Scope } from './scope.ts'

const EVERY_MS = 60_000

export const keepHouse = (scope: Scope, db: Db, now: () => Date, log: Log): void =>
  goRound(scope, {
    everyMs: EVERY_MS,
    work: async () => {
      await foldTallies(db)
      await sweepVisits(db, now())
    },
    // The database may be starting again.
    failed: (error) => log.warn('housekeeping was put off', { error }),
  })
