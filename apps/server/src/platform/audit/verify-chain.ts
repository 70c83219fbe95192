// Walks the chain from its first link to its last, in constant memory, and compares it with the rows and with the heads.
import type { PoolClient } from 'pg'
import type { Findings } from './finding.ts'
import { cellsQuery, digestOf, GONE, hasForm, isAuditLog, stampText } from './forms.ts'
import type { HeadLine } from './head-line.ts'
import { BEGINNING, type Head, hashOf, type Link } from './link.ts'
import { type BrokenLink, judgeBroken, MOST_BROKEN } from './moved-links.ts'

export interface Walk {
  readonly head: Head
  readonly links: number
  readonly first?: string
  readonly last?: string
  /** Rows that are gone and may be, by log. */
  readonly removed: Readonly<Record<string, number>>
}

export interface WalkOptions {
  readonly findings: Findings
  readonly heads: readonly AsyncIterator<HeadLine & { line: number }>[]
  /** Whether retention has removed rows of the log that were linked at this moment. */
  isRetired(log: string, date: string): boolean
}

type Stored = Link & { readonly hash: string }

const BATCH = 2_000

export const walkChain = async (client: PoolClient, options: WalkOptions): Promise<Walk> => {
  const { findings } = options
  const compare = headsComparer(options)
  const removed: Record<string, number> = {}
  const broken: (BrokenLink & { checkRow(): void })[] = []
  let rest = 0
  let head = BEGINNING
  let links = 0
  let first: string | undefined
  let last: string | undefined

  for await (const batch of linksOf(client)) {
    const rows = await rowsOf(client, batch)
    for (const link of batch) {
      links++
      first ??= link.date
      last = link.date
      const check = () => checkRow(link, rows.get(keyOf(link)), options, removed)
      const gap = link.no - head.no - 1
      if (gap > 0) findings.add('link-missing', `${place(head.no + 1, gap)} missing`, { no: head.no + 1 })
      if (gap > 0 || (gap === 0 && hashOf(head.hash, link) === link.hash)) check()
      else if (broken.length < MOST_BROKEN) broken.push({ ...link, before: head.hash, checkRow: check })
      else rest++
      await compare(link)
      head = { no: Math.max(head.no, link.no), hash: link.hash }
    }
  }
  await compare.rest(head)
  reportBroken(broken, rest, findings)
  return { head, links, first, last, removed }
}

const place = (no: number, count: number) =>
  count === 1 ? `link ${no} is` : `the ${count} links from ${no} to ${no + count - 1} are`

async function* linksOf(client: PoolClient): AsyncGenerator<Stored[]> {
  const text = `
    select no, log, row_id as row, form, encode(digest, 'hex') as digest, ${stampText('date_linked')} as date,
      encode(hash, 'hex') as hash
    from audit_links where $1::bigint is null or no > $1 order by no limit ${BATCH}`
  for (let after: number | null = null; ; ) {
    const { rows }: { rows: Stored[] } = await client.query<Stored>(text, [after])
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.no
  }
}

/** The digest of every row that the links tell of, as it is now. */
const rowsOf = async (client: PoolClient, links: readonly Stored[]): Promise<Map<string, string>> => {
  const digests = new Map<string, string>()
  const kinds = new Map(links.map(({ log, form }) => [`${log} ${form}`, { log, form }]))
  for (const { log, form } of kinds.values()) {
    if (!isAuditLog(log) || !hasForm(log, form)) continue
    const ids = links.filter((link) => link.log === log && link.form === form).map((link) => link.row)
    const { rows } = await client.query<(string | null)[]>({
      text: cellsQuery(log, form),
      values: [ids],
      rowMode: 'array',
    })
    for (const cells of rows) digests.set(keyOf({ log, form, row: cells[0]! }), digestOf(log, form, cells))
  }
  return digests
}

const keyOf = ({ log, form, row }: Pick<Link, 'log' | 'form' | 'row'>) => `${log} ${form} ${row}`

const checkRow = (
  { no, log, row, form, digest, date }: Stored,
  now: string | undefined,
  { findings, isRetired }: WalkOptions,
  removed: Record<string, number>,
) => {
  if (now === digest) return
  const at = { no, log, row }
  if (now !== undefined) findings.add('row-changed', `row ${row} of ${log} was changed (link ${no})`, at)
  else if (form !== GONE && isRetired(log, date)) removed[log] = (removed[log] ?? 0) + 1
  else findings.add('row-deleted', `row ${row} of ${log} was deleted (link ${no})`, at)
}

const headsComparer = ({ heads, findings }: WalkOptions) => {
  const cursors = heads.map((lines) => ({ lines, at: undefined as (HeadLine & { line: number }) | undefined }))
  let started = false
  const next = async (cursor: (typeof cursors)[number]) => {
    cursor.at = (await cursor.lines.next()).value ?? undefined
  }
  const start = async () => {
    if (!started) for (const cursor of cursors) await next(cursor)
    started = true
  }
  const compare = async (link: Stored) => {
    await start()
    for (const cursor of cursors) {
      while (cursor.at && cursor.at.no < link.no) await next(cursor)
      if (cursor.at?.no !== link.no) continue
      if (cursor.at.hash !== link.hash)
        findings.add('chain-rewritten', `link ${link.no} is not the one that was there at ${cursor.at.time}`, {
          no: link.no,
        })
      await next(cursor)
    }
  }
  /** What the heads know beyond the end of the chain. */
  const rest = async (head: Head) => {
    await start()
    for (const cursor of cursors) {
      let most = head.no
      for (; cursor.at; await next(cursor)) most = Math.max(most, cursor.at.no)
      if (most > head.no)
        findings.add('chain-cut', `the chain ends at link ${head.no} and had ${most}: its end is gone`, {
          no: head.no + 1,
        })
    }
  }
  return Object.assign(compare, { rest })
}

// A link that was changed says nothing of its row.
const reportBroken = (broken: readonly (BrokenLink & { checkRow(): void })[], rest: number, findings: Findings) => {
  for (const [i, verdict] of judgeBroken(broken).entries()) {
    const { no, log, row, checkRow } = broken[i]!
    const at = { no, log, row }
    if (verdict.kind !== 'changed') checkRow()
    if (verdict.kind === 'moved')
      findings.add('link-moved', `link ${no} stands in the place of another: it was link ${verdict.from}`, at)
    if (verdict.kind === 'changed')
      findings.add('link-changed', `link ${no} was changed, or the one before it: they do not fit together`, at)
  }
  if (rest > 0) findings.add('link-changed', `and ${rest} more links do not follow from the one before them`)
}
