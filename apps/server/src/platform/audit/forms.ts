// What of an audit row goes into the chain, column by column. A form is never changed: new columns make a new form.
import { createHash } from 'node:crypto'

export const auditLogs = [
  'audits_login_logs',
  'audits_operate_logs',
  'audits_password_change_logs',
  'audits_ftp_logs',
] as const
export type AuditLog = (typeof auditLogs)[number]

const forms: Record<AuditLog, Readonly<Record<number, readonly string[]>>> = {
  audits_login_logs: {
    1: ['id', 'username', 'type', 'ip', 'city', 'user_agent', 'mfa', 'reason', 'status', 'backend', 'datetime'],
  },
  audits_operate_logs: {
    1: [
      'id',
      'org_id',
      'user',
      'action',
      'resource',
      'remote_addr',
      'diff',
      'datetime',
      'resource_path',
      'resource_id',
    ],
  },
  audits_password_change_logs: {
    1: ['id', 'user', 'change_by', 'remote_addr', 'datetime', 'user_id'],
  },
  audits_ftp_logs: {
    1: [
      'id',
      'org_id',
      'user',
      'remote_addr',
      'asset',
      'system_user',
      'operate',
      'filename',
      'is_success',
      'date_start',
    ],
  },
}

/** The form in which rows are linked today. */
export const FORM = 1
/** A row that was gone before it could be linked: there is nothing to take a digest of. */
export const GONE = 0

export const isAuditLog = (name: string): name is AuditLog => Object.hasOwn(forms, name)

export const hasForm = (log: AuditLog, form: number): boolean => form in forms[log]

/** Reads rows of a log in one form, each as an array of texts whose first is the id. Ids are the only parameter. */
export const cellsQuery = (log: AuditLog, form: number): string =>
  `select ${forms[log][form]!.map(asText).join(', ')} from ${log} where id = any($1::uuid[])`

/** Texts and nulls only, so that no driver, time zone or version has a say in what is hashed. */
export type Cells = readonly (string | null)[]

export const digestOf = (log: AuditLog, form: number, cells: Cells): string =>
  createHash('sha256')
    .update(JSON.stringify([`${log}/${form}`, ...cells]))
    .digest('hex')

/** Microseconds of UTC: `2026-01-31T08:00:00.123456Z`. */
export const stampText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The column that says when it happened. */
export const momentOf = (log: AuditLog): 'datetime' | 'date_start' =>
  log === 'audits_ftp_logs' ? 'date_start' : 'datetime'

const moments = new Set<string>(auditLogs.map(momentOf))

const asText = (column: string): string => (moments.has(column) ? stampText(column) : `"${column}"::text`)
