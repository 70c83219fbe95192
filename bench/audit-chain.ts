// What the audit chain costs its writers: inserts per second with and without the chainer at work, in turns, in one run.
// Then how soon a row is linked, and how long a million links take to make and to verify.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChainer } from '@drawbridge/server/platform/audit/chainer'
import { openHeads } from '@drawbridge/server/platform/audit/heads'
import { headsFileOf } from '@drawbridge/server/platform/audit/heads-file'
import { headsKeyFile, readHeadsKey } from '@drawbridge/server/platform/audit/heads-key'
import { verifyAudit } from '@drawbridge/server/platform/audit/verify'
import { readConfig } from '@drawbridge/server/platform/config'
import { startEmbedded } from '@drawbridge/server/platform/db/embedded'
import { openDatabase } from '@drawbridge/server/platform/db/open'
import { createLog } from '@drawbridge/server/platform/log'
import { startServer } from '@drawbridge/server/server'
import { median, timed } from './stage.ts'

const ROUNDS = 7
const ROUND_MS = 1_500
const MILLION = 1_000_000
const STEP = 50_000

const folder = await mkdtemp(join(tmpdir(), 'drawbridge-bench-'))
const log = createLog('error')
const now = () => new Date()
const config = readConfig({ PORT: '0', DATA_DIR: folder, ADMIN_PASSWORD: 'Bench-password-1' })
// A server makes the tables and goes: the chainer below comes and goes as the comparison needs it.
await (await startServer(config, { log })).close()
const postgres = await startEmbedded({ dataDir: folder, log })
const database = await openDatabase({ connection: postgres.connection }, { log })
const { pool } = database
const withChainer = async <T>(work: () => Promise<T>): Promise<T> => {
  const chainer = startChainer({ database, log, now, heads: openHeads({ config, log, now }) })
  try {
    return await work()
  } finally {
    await chainer.close()
  }
}

try {
  for (const writers of [1, 8]) {
    const [on, off, bare]: [number[], number[], number[]] = [[], [], []]
    await write(writers)
    for (let round = 0; round < ROUNDS; round++) {
      await withChainer(untilLinked)
      on.push(await withChainer(() => write(writers)))
      await withChainer(untilLinked)
      off.push(await write(writers))
      await pool.query('alter table audits_operate_logs disable trigger audit_written')
      bare.push(await write(writers))
      await pool.query('alter table audits_operate_logs enable trigger audit_written')
    }
    const [a, b, c] = [median(on), median(off), median(bare)]
    console.log(
      `${writers} writer(s): ${a.toFixed(0)} rows/s while they are linked, ${b.toFixed(0)} while not (ratio ${(a / b).toFixed(2)}), ` +
        `${c.toFixed(0)} without the trigger (ratio ${(a / c).toFixed(2)})`,
    )
  }
  await withChainer(async () => {
    await untilLinked()
    const delays: number[] = []
    for (let i = 0; i < 100; i++) delays.push(await timed(oneLinked))
    delays.sort((a, b) => a - b)
    console.log(`a row is linked after ${delays[50]!.toFixed(0)} ms (median), ${delays[95]!.toFixed(0)} ms (95 of 100)`)
  })
  const { rows } = await pool.query('select count(*) as n from audit_links')
  const many = MILLION - rows[0].n
  // Of the log with the fewest indexes: the chain is measured here, not the search.
  for (let left = many; left > 0; left -= STEP)
    await pool.query(
      `insert into audits_password_change_logs (id, "user", change_by)
       select gen_random_uuid(), 'user' || i, 'bench' from generate_series(1, $1::int) i`,
      [Math.min(left, STEP)],
    )
  const linking = await timed(() => withChainer(untilLinked))
  console.log(`${many} rows at once are linked in ${(linking / 1_000).toFixed(1)} s`)
  const before = process.memoryUsage.rss() / 1e6
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() / 1e6)
  }, 20)
  const heads = { heads: headsFileOf(folder), key: readHeadsKey(headsKeyFile(folder)) }
  let findings = 0
  const verifying = await timed(async () => {
    const report = await verifyAudit(database, heads)
    findings = report.findings.filter((one) => one.kind !== 'row-unlinked').length
  })
  clearInterval(watch)
  console.log(
    `a million links are verified in ${(verifying / 1_000).toFixed(1)} s, ${findings} findings, memory ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`,
  )
} finally {
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function write(writers: number): Promise<number> {
  let count = 0
  const end = performance.now() + ROUND_MS
  const since = performance.now()
  const one = async () => {
    const client = await pool.connect()
    while (performance.now() < end) {
      await client.query(
        `insert into audits_operate_logs (id, org_id, "user", action, resource, resource_path) values ($1, $1, 'bench', 'create', 'thing', 'users/groups')`,
        [randomUUID()],
      )
      count++
    }
    client.release()
  }
  await Promise.all(Array.from({ length: writers }, one))
  return (count / (performance.now() - since)) * 1_000
}

async function untilLinked(): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('select exists (select 1 from audit_pending) as more')
    if (!rows[0].more) return
    await new Promise((done) => setTimeout(done, 50))
  }
}

async function oneLinked(): Promise<void> {
  const id = randomUUID()
  await pool.query(`insert into audits_login_logs (id, username) values ($1, 'one')`, [id])
  for (;;) {
    const { rows } = await pool.query(
      `select exists (select 1 from audit_links where log = 'audits_login_logs' and row_id = $1) as linked`,
      [id],
    )
    if (rows[0].linked) return
    await new Promise((done) => setTimeout(done, 2))
  }
}
