// Sessions that nobody carries any more are over: none stays online because its component died.
import type { Ending } from '@drawbridge/model'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { goRound, type Rounds } from '../../platform/rounds.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../platform/services.ts'
import { SILENCE_MS } from '../../rights/open-connection.ts'

const EVERY_MS = 60_000

/** Ends unfinished sessions, `s` in the condition, at the moment they were last heard of. */
export const finishSessions = async (
  db: Db,
  which: RawBuilder<unknown>,
  reason: Ending,
  now: Date,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update terminal_sessions s set is_finished = true, end_reason = ${reason}::text,
      date_end = least(greatest(s.date_seen, s.date_start), ${now})
    where not s.is_finished and ${which}
  `.execute(db)
  // Nothing is left to be told about them.
  await sql`
    update terminal_tasks k set is_finished = true, date_finished = ${now}
    where not k.is_finished and exists (
      select from terminal_sessions s where s.id = k.args::uuid and s.is_finished and ${which}
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** `hearing`: since when those who speak can be heard. */
export const finishSilent = async (db: Db, now: Date, hearing = new Date(0)): Promise<number> => {
  const since = new Date(now.getTime() - SILENCE_MS)
  const silent = hearing > since ? 0 : await finishSessions(db, sql`s.date_seen < ${since}`, 'silent', now)
  const orphaned = await finishSessions(
    db,
    sql`(s.terminal is null or exists (select from terminal_terminals c where c.id = s.terminal and c.is_deleted))`,
    'terminal_gone',
    now,
  )
  return silent + orphaned
}

export const silenceRounds = ({ database, log, now }: Services): Rounds => {
  let last = now()
  let hearing = last
  return {
    everyMs: EVERY_MS,
    work: async () => {
      const at = now()
      // Without a database, or asleep, nobody was heard: sessions that go on all the same must not end for it.
      if (at.getTime() - last.getTime() > 2 * EVERY_MS) hearing = at
      await finishSilent(database.db, at, hearing)
      last = at
    },
    failed: (error) => log.warn('silent sessions could not be finished', { error }),
  }
}

export const watchSessions = (services: Services, scope: Scope): void => goRound(scope, silenceRounds(services))
