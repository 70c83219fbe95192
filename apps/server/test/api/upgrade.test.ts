import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, it, vi } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { verifyAudit } from '../../src/platform/audit/verify.ts'
import { readConfig } from '../../src/platform/config.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { newId } from '../../src/platform/ids.ts'
import { createLog } from '../../src/platform/log.ts'
import { startServer } from '../../src/server.ts'
import { create, drop } from '../kit/cluster.ts'

it('[T44] operations on files from before they joined the chain are part of it after an upgrade', async () => {
  const [databases, name] = [inject('databases'), `upgrade_${randomBytes(6).toString('hex')}`]
  await create(databases, name)
  const url = databases.replace('DATABASE', name)
  const log = createLog('error', () => undefined)
  const before = Object.fromEntries(Object.entries(migrations).filter(([step]) => step < '0005'))
  const old = await openDatabase({ url }, { poolSize: 2, log })
  await migrate(old.db, before)
  const org = newId()
  await sql`insert into orgs_orgs (id, name) values (${org}, 'Old')`.execute(old.db)
  for (const file of ['/one', '/two'])
    await sql`
      insert into audits_ftp_logs (id, org_id, "user", asset, "system_user", operate, filename)
      values (${newId()}, ${org}, 'Ann(ann)', 'web-01', 'www', 'Upload', ${file})
    `.execute(old.db)
  await old.close()
  const dataDir = await mkdtemp(join(tmpdir(), 'drawbridge-upgrade-'))
  const server = await startServer(readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url }), { log })
  try {
    const { database } = server.services
    const waiting = () => database.db.selectFrom('audit_pending').select('id').execute()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 300_000, interval: 20 })
    const report = await verifyAudit(database)
    expect([report.findings, report.rows.audits_ftp_logs]).toEqual([[], 2])
    await expect(sql`update audits_ftp_logs set filename = '/other'`.execute(database.db)).rejects.toThrow(
      'never changed',
    )
  } finally {
    await server.close()
    await drop(databases, name)
    await rm(dataDir, { recursive: true, force: true })
  }
})
