// Takes pending rows into the chain, a batch at a time: all of a batch or nothing of it.
import type { PoolClient } from 'pg'
import { type AuditLog, type Cells, cellsQuery, digestOf, FORM, GONE, isAuditLog } from './forms.ts'
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
}

export const linkBatch = async (client: PoolClient, head: Head, now: Date, size = BATCH): Promise<Linked> => {
  const { rows: pending } = await client.query<Pending>(
    `select id, log, row_id from audit_pending order by id limit ${size}`,
  )
  if (pending.length === 0) return { head, taken: 0, linked: 0 }
  const links: (Link & { hash: string })[] = []
  let at = head
  for (const one of await withDigests(client, await unlinked(client, pending))) {
    const link: Link = { no: at.no + 1, ...one, date: linkDate(now) }
    at = { no: link.no, hash: hashOf(at.hash, link) }
    links.push({ ...link, hash: at.hash })
  }
  await inTransaction(client, async () => {
    if (links.length > 0) await insertLinks(client, links)
    await client.query('delete from audit_pending where id = any($1::bigint[])', [pending.map((one) => one.id)])
  })
  return { head: at, taken: pending.length, linked: links.length }
}

// Nobody but the triggers writes here, and they write each row once. Should somebody else, the chain must not stop at it.
const unlinked = async (client: PoolClient, pending: readonly Pending[]): Promise<Pending[]> => {
  const once = new Map(pending.filter((one) => isAuditLog(one.log)).map((one) => [`${one.log} ${one.row_id}`, one]))
  const { rows } = await client.query<Pending>(
    `select l.log, l.row_id from audit_links l join unnest($1::text[], $2::uuid[]) as p(log, row_id) using (log, row_id)`,
    [[...once.values()].map((one) => one.log), [...once.values()].map((one) => one.row_id)],
  )
  for (const known of rows) once.delete(`${known.log} ${known.row_id}`)
  return [...once.values()]
}

const withDigests = async (client: PoolClient, pending: readonly Pending[]) => {
  const digests = new Map<string, string>()
  for (const log of new Set(pending.map((one) => one.log as AuditLog))) {
    const ids = pending.filter((one) => one.log === log).map((one) => one.row_id)
    const { rows } = await client.query<Cells & unknown[]>({
      text: cellsQuery(log, FORM),
      values: [ids],
      rowMode: 'array',
    })
    for (const cells of rows) digests.set(`${log} ${cells[0]}`, digestOf(log, FORM, cells as Cells))
  }
  return pending.map(({ log, row_id }) => {
    const digest = digests.get(`${log} ${row_id}`)
    return { log, row: row_id, form: digest ? FORM : GONE, digest: digest ?? '' }
  })
}

const insertLinks = (client: PoolClient, links: readonly (Link & { hash: string })[]) =>
  client.query(
    `insert into audit_links (no, log, row_id, form, digest, date_linked, hash)
     select no, log, row_id, form, decode(digest, 'hex'), date_linked, decode(hash, 'hex')
     from unnest($1::bigint[], $2::text[], $3::uuid[], $4::smallint[], $5::text[], $6::timestamptz[], $7::text[])
       as l(no, log, row_id, form, digest, date_linked, hash)`,
    [
      links.map((link) => link.no),
      links.map((link) => link.log),
      links.map((link) => link.row),
      links.map((link) => link.form),
      links.map((link) => link.digest),
      links.map((link) => link.date),
      links.map((link) => link.hash),
    ],
  )

const inTransaction = async (client: PoolClient, work: () => Promise<void>) => {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
