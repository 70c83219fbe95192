// A new master key for a whole installation, while its servers go on working.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { StartFailure } from '../start-failure.ts'
import { sealer } from './box.ts'
import { openKeyring } from './keyring.ts'
import { sealedPlaces } from './places.ts'
import { type RotationReport, rotate } from './rotate.ts'

export interface RotateOptions {
  /** Servers on other machines read the same key file. */
  shared?: boolean
}

export interface Rotated extends RotationReport {
  readonly current: string
}

const LOCK = [0x4472_6177, 2] as const

export const rotateInstallation = async (
  config: Pick<Config, 'dataDir'>,
  { db, pool }: Database,
  { shared = false }: RotateOptions = {},
): Promise<Rotated> => {
  const file = join(config.dataDir, 'keys', 'master.json')
  checkFile(file)
  const alone = await pool.connect()
  try {
    const { rows } = await alone.query('select pg_try_advisory_lock($1, $2) as mine', [...LOCK])
    if (!rows[0].mine) throw new StartFailure('The master key is being rotated by somebody else right now')
    if (!shared) await refuseStrangers(pool)
    const keyring = openKeyring(file)
    const report = await rotate({
      keyring,
      sealer: sealer(keyring),
      places: await sealedPlaces(db),
      settle: () => untilSettled(pool),
    })
    return { ...report, current: keyring.current.id }
  } finally {
    // Gives the lock back with the connection.
    alone.release(true)
  }
}

// A new file belongs to whom runs the command; the server must be able to read it.
const checkFile = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) throw new StartFailure(`There is no key file ${file}: set DATA_DIR to the data folder of the server`)
  if (process.getuid && stat.uid !== process.getuid())
    throw new StartFailure(`${file} belongs to another user: run the command as the user of the server`)
}

// A server with a copy of the key file would go on sealing under the old key, and what it seals would be lost.
const refuseStrangers = async (pool: Database['pool']) => {
  const { rows } = await pool.query<{ address: string }>(
    `select distinct host(client_addr) as address from pg_stat_activity
     where datname = current_database() and application_name like 'drawbridge%' and client_addr is not null
       and client_addr is distinct from inet_client_addr()
       and not (${isLoopback('client_addr')} and ${isLoopback('inet_client_addr()')})`,
  )
  if (rows.length === 0) return
  const list = rows.map((row) => row.address).join(', ')
  throw new StartFailure(
    `Servers on other machines use this database (${list}). If they read the very same key file, run this again with --shared; if they have copies of it, stop them first`,
  )
}

const isLoopback = (address: string) => `coalesce(${address} <<= '127.0.0.0/8' or ${address} = '::1', true)`

const PATIENCE_MS = 120_000

/** Whatever was sealed under the old key and is about to be written is written by now. */
const untilSettled = async (pool: Database['pool']) => {
  const { rows } = await pool.query<{ now: string }>('select clock_timestamp()::text as now')
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    await sleep(500)
    const open = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name = 'drawbridge' and xact_start < $1::timestamptz limit 1`,
      [rows[0]!.now],
    )
    if (open.rows.length === 0) return
  }
  throw new StartFailure('A transaction has been open for minutes: the old key is kept. Run this again later')
}
