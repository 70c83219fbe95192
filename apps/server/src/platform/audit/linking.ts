// Takes pending rows into the chain, a batch at a time: all of a batch or nothing of it.
import type { PoolClient } from 'pg'
import { type AuditLog, cellsQuery, digestOf, FORM, GONE, isAuditLog } from './forms.ts'
import { BEGINNING, type Head, hashOf, type Link, linkDate } from './link.ts'

export const BATCH = 1_000

export interface Linked {
  readonly head: Head
  /** How many pending rows were looked at; a full batch means that there may be more. */
  readonly taken: number
  readonly linked: number
}

export const lastHead = async (client: PoolClient): Promise<Head> => {
  const { rows } = await client.query(
    `select no, encode(hash, 'hex') as hash from audit_links order by no desc limit 1`,
  )
  return rows[0] ?? BEGINNING
}

interface Pending {
  id: number
  log: string
  row_id: string
  known: boolean
}

export const linkBatch = async (client: PoolClient, head: Head, now: Date, size = BATCH): Promise<Linked> => {
  const { rows: pending } = await client.query<Pending>(pendingQuery(size))
  if (pending.length === 0) return { head, taken: 0, linked: 0 }
  const links: (Link & { hash: string })[] = []
  let at = head
  for (const one of await withDigests(client, news(pending))) {
    const link: Link = { no: at.no + 1, ...one, date: linkDate(now) }
    at = { no: link.no, hash: hashOf(at.hash, link) }
    links.push({ ...link, hash: at.hash })
  }
  await client.query(WRITE, valuesOf(pending, links))
  return { head: at, taken: pending.length, linked: links.length }
}

// Never prepared under a name: a plan made while the chain was short would be kept when it is long.
const pendingQuery = (size: number) => `
  with p as materialized (select id, log, row_id from audit_pending order by id limit ${size})
  select id, log, row_id,
    exists (select 1 from audit_links l where l.log = p.log and l.row_id = p.row_id) as known
  from p order by id`

// One statement, so all of it happens or nothing of it.
const WRITE = `
    with done as (delete from audit_pending where id = any($1::bigint[]))
    insert into audit_links (no, log, row_id, form, digest, date_linked, hash)
    select no, log, row_id, form, decode(digest, 'hex'), date_linked, decode(hash, 'hex')
    from unnest($2::bigint[], $3::text[], $4::uuid[], $5::smallint[], $6::text[], $7::timestamptz[], $8::text[])
      as l(no, log, row_id, form, digest, date_linked, hash)`

const valuesOf = (pending: readonly Pending[], links: readonly (Link & { hash: string })[]) => [
  pending.map((one) => one.id),
  links.map((link) => link.no),
  links.map((link) => link.log),
  links.map((link) => link.row),
  links.map((link) => link.form),
  links.map((link) => link.digest),
  links.map((link) => link.date),
  links.map((link) => link.hash),
]

// Nobody but the triggers writes here, and they write each row once. Should somebody else, the chain must not stop at it.
const news = (pending: readonly Pending[]): Pending[] => {
  const wanted = pending.filter((one) => !one.known && isAuditLog(one.log))
  return [...new Map(wanted.map((one) => [`${one.log} ${one.row_id}`, one])).values()]
}

const withDigests = async (client: PoolClient, pending: readonly Pending[]) => {
  const digests = new Map<string, string>()
  for (const log of new Set(pending.map((one) => one.log as AuditLog))) {
    const ids = pending.filter((one) => one.log === log).map((one) => one.row_id)
    const { rows } = await client.query<(string | null)[]>({
      text: cellsQuery(log, FORM),
      values: [ids],
      rowMode: 'array',
    })
    for (const cells of rows) digests.set(`${log} ${cells[0]}`, digestOf(log, FORM, cells))
  }
  return pending.map(({ log, row_id }) => {
    const digest = digests.get(`${log} ${row_id}`)
    return { log, row: row_id, form: digest ? FORM : GONE, digest: digest ?? '' }
  })
}
