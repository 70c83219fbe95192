import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditLogs, cellsQuery, digestOf, momentOf, stampText } from '../../src/platform/audit/forms.ts'
import { headsFileOf } from '../../src/platform/audit/heads-file.ts'
import { headsKeyFile, readHeadsKey } from '../../src/platform/audit/heads-key.ts'
import { hashOf } from '../../src/platform/audit/link.ts'
import { reportText } from '../../src/platform/audit/report-text.ts'
import { type Report, verifyAudit } from '../../src/platform/audit/verify.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { types } from '../../src/platform/db/parse-types.ts'
import { newId } from '../../src/platform/ids.ts'
import { createLog } from '../../src/platform/log.ts'
import { startServer } from '../../src/server.ts'
import { dose } from '../kit/dose.ts'
import { DEFAULT_ORG, openWorld, type World } from '../kit/world.ts'

const BURST = dose(10_000, 3_000)
const tables = [...auditLogs, 'audit_links', 'audit_pending'] as const

describe('[T44] the audit chain', () => {
  let world: World
  let owner: pg.Client
  const heads = () => headsFileOf(world.dataDir)
  const verify = (copies?: string[]): Promise<Report> =>
    verifyAudit(world.server.services.database, {
      ...(copies ? { copies } : { heads: heads() }),
      key: readHeadsKey(headsKeyFile(world.dataDir)),
    })

  beforeAll(async () => {
    world = await openWorld()
    owner = new pg.Client({ connectionString: world.server.services.config.databaseUrl, types })
    await owner.connect()
    for (let i = 0; i < 12; i++) {
      await world.admin.api.post('users/groups/', { name: `group ${i}` })
      await addLogin(`user${i}`)
      await addPasswordChange(`user${i}`)
      await addFile(`user${i}`)
      if (i === 5) await linked()
    }
    await linked()
    for (const table of tables) await owner.query(`create table kept_${table} as select * from ${table}`)
  })
  afterAll(async () => {
    await owner.end()
    await world.close()
  })

  const addLogin = (username: string) =>
    owner.query(`insert into audits_login_logs (id, username, ip, datetime) values ($1, $2, '10.0.0.1', now())`, [
      newId(),
      username,
    ])
  const addPasswordChange = (user: string) =>
    owner.query(`insert into audits_password_change_logs (id, "user", change_by) values ($1, $2, 'Administrator')`, [
      newId(),
      user,
    ])

  const addFile = (user: string) =>
    owner.query(
      `insert into audits_ftp_logs (id, org_id, "user", remote_addr, asset, "system_user", operate, filename)
       values ($1, $2, $3, '10.0.0.1', 'web-01', 'www', 'Upload', '/tmp/file')`,
      [newId(), DEFAULT_ORG, user],
    )

  /** Every row is in the chain, and its head is in the heads file. */
  const linked = () =>
    vi.waitFor(
      async () => {
        const { rows } = await owner.query(
          'select (select count(*) from audit_pending) as waiting, (select max(no) from audit_links) as last',
        )
        expect(rows[0].waiting).toBe(0)
        const lines = (await readFile(heads(), 'utf8')).trim().split('\n')
        expect(Number(lines.at(-1)!.split(' ')[1])).toBe(rows[0].last)
      },
      { timeout: 300_000, interval: 20 },
    )

  /** What `after` puts back. */
  const keepAsItIs = async () => {
    for (const table of tables) {
      await owner.query(`truncate kept_${table}`)
      await owner.query(`insert into kept_${table} select * from ${table}`)
    }
  }

  /** What the verifier says after somebody with every right has laid hands on the database or the file; then all is put back. */
  const after = async (tamper: () => Promise<unknown>, copies?: string[]): Promise<Report> => {
    const file = await readFile(heads(), 'utf8')
    await owner.query('set session_replication_role = replica')
    try {
      await tamper()
      return await verify(copies)
    } finally {
      for (const table of tables) {
        await owner.query(`delete from ${table}`)
        await owner.query(`insert into ${table} select * from kept_${table}`)
      }
      await owner.query('set session_replication_role = origin')
      await writeFile(heads(), file)
    }
  }
  const places = (report: Report) => report.findings.map(({ kind, no, row }) => ({ kind, no, row }))
  const linkAt = async (no: number) => (await owner.query('select * from audit_links where no = $1', [no])).rows[0]
  const lastNo = async () => (await owner.query('select max(no) as no from audit_links')).rows[0].no as number

  it('is whole when nobody has touched it, and says what it covers', async () => {
    const report = await verify()
    expect(report.findings).toEqual([])
    expect(report.notes).toEqual([])
    expect(report.head.no).toBe(await lastNo())
    expect(report.links).toBe(Object.values(report.rows).reduce((a, b) => a + b))
    expect(reportText(report)).toMatch(/The audit is whole\.\n$/)
  })

  it('lets nobody change or delete a row or a link without taking the guards off', async () => {
    for (const table of [...auditLogs, 'audit_links']) {
      for (const deed of [`update ${table} set log = log`, `delete from ${table}`, `truncate ${table}`]) {
        const sql = table === 'audit_links' ? deed : deed.replace('log = log', 'id = id')
        await expect(owner.query(sql), sql).rejects.toThrow(`rows of ${table} are never changed`)
      }
    }
  })

  it('names a row that was edited, in any column of any log', async () => {
    const edits: Record<string, string[]> = {
      audits_login_logs: [
        `username = 'x'`,
        `type = 'T'`,
        'ip = null',
        `city = 'x'`,
        `user_agent = 'x'`,
        'mfa = 0',
        `reason = 'x'`,
        'status = not status',
        `backend = 'x'`,
        `datetime = datetime + interval '1 microsecond'`,
      ],
      audits_operate_logs: [
        'org_id = id',
        `"user" = 'x'`,
        `action = 'delete'`,
        `resource = 'x'`,
        'remote_addr = null',
        `diff = jsonb_set(diff, '{name,1}', '"x"')`,
        'diff = null',
        `datetime = datetime - interval '1 day'`,
        `resource_path = 'users/users'`,
        'resource_id = null',
      ],
      audits_password_change_logs: [
        `"user" = 'x'`,
        `change_by = 'x'`,
        `remote_addr = '1.1.1.1'`,
        'datetime = now()',
        'user_id = id',
      ],
      audits_ftp_logs: [
        'org_id = id',
        `"user" = 'x'`,
        'remote_addr = null',
        `asset = 'x'`,
        `"system_user" = 'x'`,
        `operate = 'Download'`,
        `filename = 'x'`,
        'is_success = not is_success',
        `date_start = date_start + interval '1 microsecond'`,
      ],
    }
    for (const [log, sets] of Object.entries(edits)) {
      const { rows } = await owner.query('select no, row_id from audit_links where log = $1 order by no', [log])
      for (const [i, set] of sets.entries()) {
        const { no, row_id: row } = rows[i % rows.length]
        const report = await after(() => owner.query(`update ${log} set ${set} where id = $1`, [row]))
        expect(places(report), `${log} ${set}`).toEqual([{ kind: 'row-changed', no, row }])
      }
    }
  })

  it('names a row that was deleted, and one that was slipped in', async () => {
    const { no, log, row_id: row } = await linkAt(7)
    const deleted = await after(() => owner.query(`delete from ${log} where id = $1`, [row]))
    expect(places(deleted)).toEqual([{ kind: 'row-deleted', no, row }])
    expect(reportText(deleted)).toContain(`First broken place: row ${row} of ${log} was deleted (link 7)`)
    const id = newId()
    const inserted = await after(() =>
      owner.query(`insert into audits_login_logs (id, username) values ($1, 'ghost')`, [id]),
    )
    expect(places(inserted)).toEqual([{ kind: 'row-unlinked', row: id }])
  })

  it('names a link that was changed, even together with its row', async () => {
    const { row_id: row } = await linkAt(9)
    for (const set of [
      `digest = decode('00', 'hex')`,
      `hash = digest`,
      'form = 2',
      `date_linked = date_linked - interval '1 microsecond'`,
      `log = 'somewhere'`,
      `row_id = '${newId()}'`,
    ]) {
      const report = await after(() => owner.query(`update audit_links set ${set} where no = 9`))
      expect(report.findings[0], set).toMatchObject({ no: 9 })
      expect(
        report.findings.some((one) => one.kind === 'link-changed' && one.no === 9),
        set,
      ).toBe(true)
    }
    const both = await after(async () => {
      await owner.query(`update audits_operate_logs set resource = 'x'`)
      await owner.query(`update audit_links set digest = decode('00', 'hex') where row_id = $1`, [row])
    })
    expect(both.findings.some((one) => one.kind === 'link-changed' && one.no === 9)).toBe(true)
  })

  it('names links that are missing or stand in the place of others', async () => {
    const missing = await after(() => owner.query('delete from audit_links where no between 5 and 6'))
    expect(missing.findings[0]).toMatchObject({ kind: 'link-missing', no: 5 })
    const first = await after(() => owner.query('delete from audit_links where no = 1'))
    expect(first.findings[0]).toMatchObject({ kind: 'link-missing', no: 1 })
    const swapped = await after(() =>
      owner.query('update audit_links set no = -no where no in (5, 11)').then(async () => {
        await owner.query('update audit_links set no = 11 where no = -5')
        await owner.query('update audit_links set no = 5 where no = -11')
      }),
    )
    // A head may have been taken at one of the two: then that is told as well.
    expect(places(swapped).filter(({ kind }) => kind === 'link-moved')).toMatchObject([
      { kind: 'link-moved', no: 5 },
      { kind: 'link-moved', no: 11 },
    ])
    const closed = await after(async () => {
      await owner.query('delete from audit_links where no = 5')
      await owner.query('update audit_links set no = no - 1000000 where no > 5')
      await owner.query('update audit_links set no = no + 999999 where no < 0')
    })
    expect(closed.findings[0]).toMatchObject({ no: 5 })
  })

  it('knows from the heads file that its end was cut off, rows and all', async () => {
    const last = await lastNo()
    const report = await after(async () => {
      const { rows } = await owner.query('delete from audit_links where no > $1 returning log, row_id', [last - 3])
      for (const { log, row_id } of rows) await owner.query(`delete from ${log} where id = $1`, [row_id])
    })
    expect(places(report)).toEqual([{ kind: 'chain-cut', no: last - 2, row: undefined }])
  })

  it('knows from the heads file that it was made anew, with every hash right', async () => {
    const report = await after(async () => {
      await owner.query(`update audits_login_logs set username = 'innocent' where username = 'user3'`)
      let previous = '0'.repeat(64)
      const links = await owner.query(
        `select no, log, row_id as row, form, ${stampText('date_linked')} as date from audit_links order by no`,
      )
      for (const link of links.rows) {
        const found = await owner.query({ text: cellsQuery(link.log, 1), values: [[link.row]], rowMode: 'array' })
        const digest = digestOf(link.log, 1, found.rows[0] as string[])
        previous = hashOf(previous, { ...link, digest })
        await owner.query(`update audit_links set digest = decode($2, 'hex'), hash = decode($3, 'hex') where no = $1`, [
          link.no,
          digest,
          previous,
        ])
      }
    })
    expect(report.findings[0]?.kind).toBe('chain-rewritten')
  })

  it('notices when lines of the heads file are changed, cut out, cut off, or all gone', async () => {
    await world.admin.api.post('users/groups/', { name: 'one more head' })
    await linked()
    await keepAsItIs()
    const lines = (await readFile(heads(), 'utf8')).split('\n').filter(Boolean)
    expect(lines.length).toBeGreaterThan(2)
    const write = (some: string[]) => after(() => writeFile(heads(), some.map((line) => `${line}\n`).join('')))
    const edited = await write(lines.with(1, lines[1]!.replace(/^(\d+ )(\d+)/, '$12')))
    expect(edited.findings[0]).toMatchObject({ kind: 'heads-edited', line: 2 })
    const nonsense = await write(lines.with(1, 'nothing to see here'))
    expect(nonsense.findings).toMatchObject([{ kind: 'heads-edited', line: 2 }])
    expect((await write(lines.toSpliced(1, 1))).findings).toMatchObject([{ kind: 'heads-cut', line: 2 }])
    expect((await write(lines.slice(1))).findings).toMatchObject([{ kind: 'heads-cut', line: 1 }])
    // The database hears of a line a moment after it is safe on disk.
    await vi.waitFor(
      async () =>
        expect((await write(lines.slice(0, -1))).findings).toMatchObject([{ kind: 'heads-cut', line: lines.length }]),
      { timeout: 60_000 },
    )
    expect((await write([])).findings).toMatchObject([{ kind: 'heads-cut' }])
    const gone = await after(() => rm(heads()))
    expect(gone.findings).toMatchObject([{ kind: 'heads-missing' }])
    const torn = await after(() => writeFile(heads(), `${lines.join('\n')}\n9 9 half a li`))
    expect(torn.findings).toEqual([])
  })

  it('is compared with an older copy of the heads file kept elsewhere', async () => {
    const copy = `${world.dataDir}/copy-of-heads.log`
    const lines = (await readFile(heads(), 'utf8')).split('\n')
    await writeFile(copy, `${lines.slice(0, 2).join('\n')}\n`)
    expect((await verify([copy])).findings).toEqual([])
    const report = await after(async () => {
      await owner.query('delete from audit_links')
      await writeFile(heads(), '')
    }, [copy])
    expect(report.findings[0]).toMatchObject({ kind: 'chain-cut', no: 1 })
  })

  it('tells of rows that wait for their link, and complains when they wait too long', async () => {
    const stopper = new pg.Client({ connectionString: world.server.services.config.databaseUrl })
    await stopper.connect()
    await stopper.query('begin; lock table audit_links in share mode')
    await addLogin('waiting')
    const fresh = await verify()
    expect(fresh).toMatchObject({ findings: [], pending: 1 })
    await owner.query(`update audit_pending set date_added = now() - interval '10 minutes'`)
    expect((await verify()).findings).toMatchObject([{ kind: 'pending-old' }])
    await stopper.end()
    await linked()
    await keepAsItIs()
    expect((await verify()).findings).toEqual([])
  })

  it('finds whatever is done to it, at the place where it was done', async () => {
    const last = await lastNo()
    const deeds = {
      edit: async (no: number) => {
        const { log, row_id } = await linkAt(no)
        const moment = momentOf(log)
        await owner.query(`update ${log} set ${moment} = ${moment} + interval '1 hour' where id = $1`, [row_id])
        return no
      },
      remove: async (no: number) => {
        const { log, row_id } = await linkAt(no)
        await owner.query(`delete from ${log} where id = $1`, [row_id])
        return no
      },
      unlink: async (no: number) => {
        const { log, row_id } = await linkAt(no)
        await owner.query(`delete from ${log} where id = $1`, [row_id])
        await owner.query('delete from audit_links where no = $1', [no])
        return no
      },
      forge: async (no: number) => {
        await owner.query(`update audit_links set row_id = gen_random_uuid() where no = $1`, [no])
        return no
      },
      swap: async (no: number) => {
        const other = no === last ? no - 1 : no + 1
        await owner.query('update audit_links set no = -no where no in ($1, $2)', [no, other])
        await owner.query('update audit_links set no = $2 where no = -$1::bigint', [no, other])
        await owner.query('update audit_links set no = $2 where no = -$1::bigint', [other, no])
        return Math.min(no, other)
      },
      truncate: async (no: number) => {
        await owner.query('delete from audit_links where no >= $1', [no])
        return no
      },
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])),
        fc.integer({ min: 1, max: last }),
        async (deed, no) => {
          let expected: number | undefined
          const report = await after(async () => {
            expected = await deeds[deed](no)
          })
          expect(report.findings[0]?.no, `${deed} ${no}: ${report.findings[0]?.text}`).toBe(expected)
        },
      ),
      { numRuns: dose(60, 20) },
    )
    expect((await verify()).findings).toEqual([])
  })

  it('[T42] takes a burst of rows, and losing its connection again and again loses and doubles none', async () => {
    const before = await lastNo()
    await owner.query(
      `insert into audits_login_logs (id, username) select gen_random_uuid(), 'burst' from generate_series(1, ${BURST})`,
    )
    let cuts = 0
    await vi.waitFor(
      async () => {
        const cut = await owner.query(
          `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
           where l.locktype = 'advisory' and l.classid = ${0x4472_6177} and l.objid = 1 and d.datname = current_database()`,
        )
        cuts += cut.rows.length
        expect(cuts).toBeGreaterThan(2)
      },
      { timeout: 300_000, interval: 30 },
    )
    await linked()
    expect(await lastNo()).toBe(before + BURST)
    expect((await verify()).findings).toEqual([])
  })

  it('is not stopped by what somebody puts into its queue', async () => {
    const { log, row_id } = await linkAt(3)
    const gone = newId()
    await owner.query(
      `insert into audit_pending (log, row_id) values ('nowhere', $1), ($2, $1), ('audits_login_logs', $3)`,
      [row_id, log, gone],
    )
    await addLogin('after the nonsense')
    await linked()
    // A row that was gone before it could be linked is told of for ever.
    expect((await verify()).findings).toMatchObject([{ kind: 'row-deleted', row: gone }])
  })

  it('is taken over by another server when the one that keeps it stops', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'drawbridge-second-'))
    const { databaseUrl } = world.server.services.config
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
    await cp(join(world.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
    const second = await startServer(config, { log: createLog('error', () => undefined) })
    try {
      await addLogin('for the first')
      await linked()
      await world.server.close()
      await addLogin('for the second')
      await vi.waitFor(
        async () => expect((await owner.query('select count(*) as n from audit_pending')).rows[0].n).toBe(0),
        { timeout: 120_000, interval: 50 },
      )
    } finally {
      await second.close()
    }
    const database = await openDatabase({ url: databaseUrl! }, { log: createLog('error'), poolSize: 2 })
    const key = readHeadsKey(headsKeyFile(dataDir))
    const here = await verifyAudit(database, { heads: headsFileOf(dataDir), key })
    const there = await verifyAudit(database, { heads: heads(), key })
    const both = await verifyAudit(database, { copies: [headsFileOf(dataDir), heads()], key })
    await database.close()
    await rm(dataDir, { recursive: true })
    for (const { findings } of [here, there, both]) expect(findings).toMatchObject([{ kind: 'row-deleted' }])
    expect(there.notes).toEqual(['another server keeps the chain now: compare with its heads file too'])
  })
})
