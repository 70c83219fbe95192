// What is older than the settings want is removed: sessions that are over, with their commands and recordings.
import { sql } from 'kysely'
import type { Scope } from '../../../platform/scope.ts'
import type { Services } from '../../../platform/services.ts'
import { folderOf, replayStore, wholeFile } from './book.ts'

const DAY = 86_400_000
const EVERY_MS = 3_600_000
const AT_ONCE = 200

export const removeOld = async (services: Services): Promise<number> => {
  const { db } = services.database
  const days = services.settings.values.TERMINAL_SESSION_KEEP_DURATION
  const before = new Date(services.now().getTime() - days * DAY)
  const store = replayStore(services)
  let removed = 0
  for (;;) {
    const rows = await db
      .selectFrom('terminal_sessions')
      .select(['id', 'date_start'])
      .where('date_start', '<', before)
      .where('is_finished', '=', true)
      .orderBy('date_start')
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) break
    // The files first: a row without them is found again, files without a row are not.
    for (const row of rows) {
      await store.remove(folderOf(row))
      await store.remove(wholeFile(row))
    }
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('terminal_commands').where('session', 'in', ids).execute()
    await db.deleteFrom('terminal_tasks').where('args', 'in', ids).execute()
    await db.deleteFrom('terminal_sessions').where('id', 'in', ids).execute()
    removed += rows.length
  }
  await sql`delete from terminal_commands where timestamp < ${Math.floor(before.getTime() / 1000)}`.execute(db)
  if (removed > 0) services.log.info('old sessions were removed', { sessions: removed, before: before.toISOString() })
  return removed
}

export const retireSessions = (services: Services, scope: Scope): void => {
  let working: Promise<unknown> = Promise.resolve()
  const look = () => {
    working = working
      .then(() => removeOld(services))
      .catch((error: unknown) => services.log.error('old sessions could not be removed', { error }))
  }
  scope.own(setInterval(look, EVERY_MS).unref(), async (timer) => {
    clearInterval(timer)
    await working
  })
}
