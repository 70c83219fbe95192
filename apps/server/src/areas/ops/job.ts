// A job as people meet it: who may look at it, and how its log reads.
import { label, readGuid } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Job = Selectable<Tables['ops_jobs']>

const named = label('任务', 'Task')

const waiting = label(
  '该任务已登记，正在等待任务服务执行。任务服务尚未启用，在此之前任务不会开始。',
  'The task is on record and waits for the job service. The service is not in operation yet; the task starts when it is.',
)

/** For whoever started it and for administrators of its organisation; for others there is no such task. */
export const findJob = async (given: string, { db, me }: Ctx): Promise<Job> => {
  const id = readGuid(given)
  const job = id && (await db.selectFrom('ops_jobs').selectAll().where('id', '=', id).executeTakeFirst())
  if (!job) throw absent(named)
  if (job.user === me.id || me.role === 'Admin') return job
  const administers = await db
    .selectFrom('orgs_org_member_relation')
    .select('id')
    .where('org', '=', job.org_id)
    .where('user', '=', me.id)
    .where('role', '=', 'Admin')
    .executeTakeFirst()
  if (!administers || me.role === 'App') throw absent(named)
  return job
}

/** The whole log, in the language of the reader where it is ours. Lines end as a terminal wants them. */
export const logOf = ({ name, asked, result, state, log }: Job, { reader: { lang } }: Ctx): string => {
  const lines = [name[lang], ...(asked[lang] === name[lang] ? [] : [asked[lang]])]
  if (state === 'waiting') lines.push('', waiting[lang])
  if (result) lines.push('', result[lang])
  const text = `${lines.join('\n')}\n${log}`
  return text.replaceAll(/\r?\n/g, '\r\n')
}

export const isOver = ({ state }: Job): boolean => state === 'succeeded' || state === 'failed'
