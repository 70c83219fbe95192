// What is older than the settings want is removed: sessions that are over, with their commands and recordings.
import { sql } from 'kysely'
import { goRound } from '../../../platform/rounds.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { Services } from '../../../platform/services.ts'
import { removeIndexed } from '../command-index.ts'
import { folderOf, replayStore, wholeFile } from './book.ts'
import { removeCarried } from './places.ts'

const DAY = 86_400_000
const EVERY_MS = 3_600_000
const AT_ONCE = 200

export const removeOld = async (services: Services): Promise<number> => {
  const { db } = services.database
  const days = services.settings.values.TERMINAL_SESSION_KEEP_DURATION
  const before = new Date(services.now().getTime() - days * DAY)
  const store = replayStore(services)
  let removed = 0
  /** Their storage does not answer: they stay until it does. */
  const kept: string[] = []
  for (;;) {
    const rows = await db
      .selectFrom('terminal_sessions')
      .select(['id', 'date_start'])
      .where('date_start', '<', before)
      .where('is_finished', '=', true)
      .$if(kept.length > 0, (rows) => rows.where('id', 'not in', kept))
      .orderBy('date_start')
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) break
    // The files first: a row without them is found again, files without a row are not.
    const ids: string[] = []
    for (const row of rows) {
      try {
        await removeCarried(row, services)
        await removeIndexed(row.id, services)
      } catch (error) {
        kept.push(row.id)
        services.log.warn('an old session could not be removed from its storage', {
          session: row.id,
          reason: (error as Error).message,
        })
        continue
      }
      await store.remove(folderOf(row))
      await store.remove(wholeFile(row))
      ids.push(row.id)
    }
    if (ids.length === 0) continue
    for (const table of ['terminal_commands', 'terminal_commands_waiting'] as const)
      await db.deleteFrom(table).where('session', 'in', ids).execute()
    await db.deleteFrom('terminal_tasks').where('args', 'in', ids).execute()
    await db.deleteFrom('terminal_sessions').where('id', 'in', ids).execute()
    removed += ids.length
  }
  await sql`delete from terminal_commands where timestamp < ${Math.floor(before.getTime() / 1000)}`.execute(db)
  if (removed > 0) services.log.info('old sessions were removed', { sessions: removed, before: before.toISOString() })
  return removed
}

export const retireSessions = (services: Services, scope: Scope): void =>
  goRound(scope, {
    everyMs: EVERY_MS,
    work: () => removeOld(services),
    failed: (error) => services.log.error('old sessions could not be removed', { error }),
  })
