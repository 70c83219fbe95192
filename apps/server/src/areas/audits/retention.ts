// Removes old rows of the logs, and says so first: the account of it is a row of the operate log and part of the chain.
import { ROOT_ORG } from '@drawbridge/model'
import { sql } from 'kysely'
import { type AuditLog, momentOf } from '../../platform/audit/forms.ts'
import { linkDate } from '../../platform/audit/link.ts'
import { accountOf, RETENTION } from '../../platform/audit/retirements.ts'
import type { Db } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Services } from '../../platform/services.ts'

const kept = [
  { log: 'audits_login_logs', days: 'LOGIN_LOG_KEEP_DAYS' },
  { log: 'audits_operate_logs', days: 'OPERATE_LOG_KEEP_DAYS' },
  { log: 'audits_ftp_logs', days: 'FTP_LOG_KEEP_DAYS' },
] as const satisfies { log: AuditLog; days: string }[]

const DAY = 86_400_000
const LAST_RUN = 'audit.retention'
/** Shorter than a day, so that an hourly look does not slip by an hour every day. */
const APART = DAY - 600_000

type Means = Pick<Services, 'database' | 'settings' | 'log' | 'now'>

/** Once a day, whoever asks and however often. */
export const retireDaily = async (services: Means): Promise<void> => {
  const { db } = services.database
  const now = services.now()
  const last = await db.selectFrom('installation').select('value').where('name', '=', LAST_RUN).executeTakeFirst()
  if (last && now.getTime() - Date.parse(last.value) < APART) return
  for (const { log, days } of kept) {
    const keep = services.settings.values[days]
    if (keep > 0) await retire(services, log, new Date(now.getTime() - keep * DAY))
  }
  const value = now.toISOString()
  await db
    .insertInto('installation')
    .values({ name: LAST_RUN, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

const retire = async ({ database, log: program, now }: Means, log: AuditLog, before: Date): Promise<void> => {
  const removed = await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      await sql`
        select set_config('drawbridge.retention', 'on', true), set_config('statement_timeout', '0', true),
          pg_advisory_xact_lock(hashtext('drawbridge retention'))
      `.execute(db)
      const rows = await countDoomed(db, log, before)
      if (rows === 0) return 0
      await account(db, log, before, rows, now())
      const gone = await sql`delete from ${sql.table(log)} where id in (select id from ${doomed(log, before)})`.execute(
        db,
      )
      // The account must be exact, for the chain is compared with it.
      if (Number(gone.numAffectedRows) !== rows) throw new Error('retention met rows it had not counted')
      return rows
    })
  if (removed > 0) program.info('old audit rows were removed', { log, rows: removed, before: before.toISOString() })
}

/** By the moment of the link as well: it is all that remains of a row to tell its age by. Accounts of retention stay. */
const doomed = (log: AuditLog, before: Date) => sql`(
  select t.id from ${sql.table(log)} t join audit_links l on l.log = ${log} and l.row_id = t.id
  where t.${sql.ref(momentOf(log))} < ${before} and l.date_linked < ${before}
  ${log === 'audits_operate_logs' ? sql`and t.resource_path <> ${RETENTION}` : sql``}
) as doomed`

const countDoomed = async (db: Db, log: AuditLog, before: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${doomed(log, before)}`.execute(db)
  return rows[0]!.n
}

const account = (db: Db, log: AuditLog, before: Date, rows: number, now: Date) =>
  db
    .insertInto('audits_operate_logs')
    .values({
      id: newId(now.getTime()),
      org_id: ROOT_ORG,
      user: 'System',
      action: 'delete',
      resource: `${log} < ${before.toISOString()} (${rows})`,
      remote_addr: null,
      diff: JSON.stringify(accountOf(log, linkDate(before), rows)),
      datetime: now,
      resource_path: RETENTION,
      resource_id: log,
    })
    .execute()
