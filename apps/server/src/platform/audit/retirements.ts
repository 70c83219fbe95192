// What retention has removed, by its own account: rows of the operate log that are part of the chain like any other.
import type { PoolClient } from 'pg'
import { type AuditLog, auditLogs, cellsQuery, digestOf, isAuditLog, stampText } from './forms.ts'

/** The resource that the account is about. */
export const RETENTION = 'audits/retention'

export interface Retirement {
  readonly log: AuditLog
  /** Rows linked before this moment are gone. */
  readonly before: string
  readonly rows: number
  readonly date: string
}

export interface Retirements {
  readonly list: readonly Retirement[]
  covers(log: string, date: string): boolean
  removed(log: string): number
}

// Nobody keeps logs for less than a day: an account of younger rows is not of our making.
const YOUNGEST = '20 hours'

export const readRetirements = async (client: PoolClient): Promise<Retirements> => {
  const { rows } = await client.query<{
    id: string
    diff: unknown
    form: number
    digest: string
    date: string
    latest: string
  }>(
    `select t.id, t.diff, l.form, encode(l.digest, 'hex') as digest, ${stampText('l.date_linked')} as date,
       ${stampText(`(l.date_linked - interval '${YOUNGEST}')`)} as latest
     from audits_operate_logs t join audit_links l on l.log = 'audits_operate_logs' and l.row_id = t.id
     where t.resource_path = $1 order by l.no`,
    [RETENTION],
  )
  const sound = await soundIds(client, rows)
  const list = rows
    .filter((row) => sound.has(row.id))
    .flatMap((row) => {
      const told = readAccount(row.diff)
      return told && told.before <= row.latest ? [{ ...told, date: row.date }] : []
    })
  const limit = (log: string) =>
    list
      .filter((one) => one.log === log)
      .map((one) => one.before)
      .sort()
      .at(-1) ?? ''
  const limits = new Map<string, string>(auditLogs.map((log) => [log, limit(log)]))
  return {
    list,
    covers: (log, date) => date < (limits.get(log) ?? ''),
    removed: (log) => list.filter((one) => one.log === log).reduce((sum, one) => sum + one.rows, 0),
  }
}

/** An account that was changed after it was linked is not believed. */
const soundIds = async (client: PoolClient, links: readonly { id: string; form: number; digest: string }[]) => {
  const wanted = new Map(links.map((link) => [link.id, link]))
  const sound = new Set<string>()
  const { rows } = await client.query<(string | null)[]>({
    text: cellsQuery('audits_operate_logs', 1),
    values: [[...wanted.keys()]],
    rowMode: 'array',
  })
  for (const cells of rows) {
    const link = wanted.get(cells[0]!)
    if (link && digestOf('audits_operate_logs', link.form, cells) === link.digest) sound.add(link.id)
  }
  return sound
}

/** The account as a difference: `{log: [null, name], before: [null, moment], rows: [count, 0]}`. */
export const accountOf = (log: AuditLog, before: string, rows: number) => ({
  log: [null, log] as const,
  before: [null, before] as const,
  rows: [rows, 0] as const,
})

const readAccount = (diff: unknown): Omit<Retirement, 'date'> | undefined => {
  const { log, before, rows } = (diff ?? {}) as Partial<ReturnType<typeof accountOf>>
  if (!log || !before || !rows || !isAuditLog(log[1])) return undefined
  return { log: log[1], before: before[1], rows: rows[0] }
}
