// Proves, as far as it can be proved, that no audit row was changed, removed or slipped in; names each place where one was.
import type { PoolClient } from 'pg'
import type { Database } from '../db/open.ts'
import { HEADS_MARK } from './chainer.ts'
import { collectFindings, type Finding, type Findings } from './finding.ts'
import { auditLogs, momentOf } from './forms.ts'
import type { HeadLine } from './head-line.ts'
import type { Head } from './link.ts'
import { findHeads, readHeads } from './read-heads.ts'
import { type Retirement, readRetirements } from './retirements.ts'
import { walkChain } from './verify-chain.ts'

export interface VerifyOptions {
  /** The server's own heads file. */
  readonly heads?: string
  /** Copies kept elsewhere, which may be older. */
  readonly copies?: readonly string[]
  readonly key?: Buffer
}

export interface Report {
  /** In the order of the chain; the first is the first broken place. */
  readonly findings: readonly Finding[]
  /** Findings beyond those listed. */
  readonly more: number
  readonly links: number
  readonly rows: Readonly<Record<string, number>>
  readonly first?: string
  readonly last?: string
  readonly head: Head
  readonly pending: number
  readonly retirements: readonly Retirement[]
  readonly notes: readonly string[]
}

export const verifyAudit = async (database: Pick<Database, 'pool'>, options: VerifyOptions = {}): Promise<Report> => {
  const findings = collectFindings()
  const notes: string[] = []
  // In this order: what the database knows of the file is in it, and what the file knows of the chain is in the snapshot.
  const mark = await markOf(database)
  const { files, missing } = await headsFiles(options)
  const work = withSnapshot(database, async (client) => {
    const heads = files.map(({ source, isCopy }) => {
      const isOurs = !isCopy && (!source.id || source.id === mark?.id)
      const known = isOurs ? mark?.seq : undefined
      if (!isCopy && mark && !known) notes.push('another server keeps the chain now: compare with its heads file too')
      const beginsLater = ({ seq }: HeadLine) => notes.push(`${source.file} begins with line ${seq} of its heads`)
      return readHeads(source, { key: options.key, findings, known, beginsLater: isCopy ? beginsLater : undefined })
    })
    if (heads.length > 0 && !options.key) notes.push('without its key the seals of the heads file were not checked')
    const retired = await readRetirements(client)
    const walk = await walkChain(client, { findings, heads, isRetired: retired.covers })
    // A chain that has just begun has no heads yet.
    if (mark || (await isOlderThanHeads(client, walk.first)))
      for (const file of missing)
        findings.add('heads-missing', `${file} is not there: the end of the chain cannot be proved`, { file })
    for (const log of auditLogs) {
      const excess = (walk.removed[log] ?? 0) - retired.removed(log)
      if (excess > 0)
        findings.add('retention-excess', `${excess} more row(s) of ${log} are gone than retention removed`, { log })
    }
    await findUnlinked(client, findings)
    const pending = await findOldPending(client, findings)
    return {
      findings: findings.list.toSorted((a, b) => (a.no ?? Number.MAX_VALUE) - (b.no ?? Number.MAX_VALUE)),
      more: findings.more,
      links: walk.links,
      rows: await countRows(client),
      first: walk.first,
      last: walk.last,
      head: walk.head,
      pending,
      retirements: retired.list,
      notes,
    }
  })
  return work.finally(() => Promise.all(files.map(({ source }) => source.close())))
}

const headsFiles = async ({ heads, copies = [] }: VerifyOptions) => {
  const wanted = [...(heads ? [{ file: heads, isCopy: false }] : []), ...copies.map((file) => ({ file, isCopy: true }))]
  const files = []
  const missing: string[] = []
  for (const { file, isCopy } of wanted) {
    const source = await findHeads(file)
    if (source) files.push({ source, isCopy })
    else missing.push(file)
  }
  return { files, missing }
}

const isOlderThanHeads = async (client: PoolClient, first: string | undefined): Promise<boolean> => {
  const { rows } = await client.query<{ old: boolean }>(`select $1::timestamptz < now() - interval '1 minute' as old`, [
    first ?? null,
  ])
  return rows[0]!.old ?? false
}

/** Everything is read as of one moment, while servers go on writing. */
const withSnapshot = async <T>({ pool }: Pick<Database, 'pool'>, work: (client: PoolClient) => Promise<T>) => {
  const client = await pool.connect()
  let clean = false
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    const result = await work(client)
    await client.query('commit')
    clean = true
    return result
  } finally {
    client.release(!clean)
  }
}

type Mark = { readonly id: string; readonly seq: number }

const markOf = async ({ pool }: Pick<Database, 'pool'>): Promise<Mark | undefined> => {
  const { rows } = await pool.query('select value from installation where name = $1', [HEADS_MARK])
  const [id, seq] = String(rows[0]?.value ?? '').split(' ')
  return id && seq ? { id, seq: Number(seq) } : undefined
}

const SHOWN = 100

const findUnlinked = async (client: PoolClient, findings: Findings) => {
  for (const log of auditLogs) {
    const { rows } = await client.query<{ id: string; total: number }>(
      `select id, count(*) over () as total from ${log} t
       where not exists (select 1 from audit_links l where l.log = $1 and l.row_id = t.id)
         and not exists (select 1 from audit_pending p where p.log = $1 and p.row_id = t.id)
       order by ${momentOf(log)}, id limit ${SHOWN}`,
      [log],
    )
    for (const { id } of rows)
      findings.add('row-unlinked', `row ${id} of ${log} is not part of the chain`, { log, row: id })
    const more = (rows[0]?.total ?? 0) - rows.length
    if (more > 0) findings.add('row-unlinked', `and ${more} more rows of ${log} are not part of the chain`, { log })
  }
}

const PATIENCE = '5 minutes'

const findOldPending = async (client: PoolClient, findings: Findings): Promise<number> => {
  const { rows } = await client.query<{ all: number; old: number; since: Date | null }>(
    `select count(*) as all, count(*) filter (where date_added < now() - interval '${PATIENCE}') as old,
       min(date_added) as since from audit_pending`,
  )
  const { all, old, since } = rows[0]!
  if (old > 0) {
    const text = `${old} row(s) wait to be linked, the oldest since ${since!.toISOString()}: is a server running?`
    findings.add('pending-old', text)
  }
  return all
}

const countRows = async (client: PoolClient): Promise<Record<string, number>> => {
  const { rows } = await client.query<Record<string, number>>(
    `select ${auditLogs.map((log) => `(select count(*) from ${log}) as ${log}`).join(', ')}`,
  )
  return rows[0]!
}
