// Small work that nobody asks for: what has expired goes, what was counted is added up. Any server may do it, twice does no harm.

import { sweepVisits } from './auth/visits.ts'
import type { Db } from './context.ts'
import { foldTallies } from './db/tallies.ts'
import type { Log } from './log.ts'

const EVERY_MS = 60_000

export interface Housekeeping {
  stop(): Promise<void>
}

export const keepHouse = (db: Db, now: () => Date, log: Log): Housekeeping => {
  let working: Promise<void> = Promise.resolve()
  const work = async () => {
    try {
      await foldTallies(db)
      await sweepVisits(db, now())
    } catch (error) {
      // The database may be starting again; there is always a next time.
      log.warn('housekeeping was put off', { error })
    }
  }
  const timer = setInterval(() => {
    working = working.then(work)
  }, EVERY_MS).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return working
    },
  }
}
