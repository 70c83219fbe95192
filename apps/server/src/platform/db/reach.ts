// The database of an installation, for commands: whether its server is running or not.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { StartFailure } from '../start-failure.ts'
import { runningEmbedded, startEmbedded } from './embedded.ts'
import { statOf } from './embedded-place.ts'
import { type Database, openDatabase, type Source } from './open.ts'

export interface Reached {
  readonly database: Database
  close(): Promise<void>
}

type Means = Pick<Config, 'dataDir' | 'databaseUrl'>

const POOL = 4

export const reachDatabase = async (config: Means, log: Log): Promise<Reached> => {
  const { source, stop } = await sourceOf(config, log)
  try {
    const database = await openDatabase(source, { poolSize: POOL, log })
    const close = async () => {
      await database.close()
      await stop()
    }
    try {
      await checkInstalled(database, config)
    } catch (error) {
      await database.close()
      throw error
    }
    return { database, close }
  } catch (error) {
    await stop()
    throw error
  }
}

const sourceOf = async (config: Means, log: Log): Promise<{ source: Source; stop(): Promise<void> }> => {
  if (config.databaseUrl) return { source: { url: config.databaseUrl }, stop: async () => undefined }
  if (!isMade(config.dataDir)) throw nothingIn(config.dataDir)
  const running = await runningEmbedded(config.dataDir)
  if (running) return { source: { connection: running }, stop: async () => undefined }
  const own = await startEmbedded({ dataDir: config.dataDir, log })
  return { source: { connection: own.connection }, stop: () => own.stop() }
}

// A command never makes an installation: a mistyped folder would look like an empty one.
const isMade = (dataDir: string): boolean => {
  try {
    return statOf(join(dataDir, 'postgres', 'cluster')) !== undefined
  } catch (error) {
    throw new StartFailure(`The data folder ${dataDir} cannot be read: run the command as the user of the server`, {
      cause: error,
    })
  }
}

const checkInstalled = async ({ pool }: Database, { databaseUrl, dataDir }: Means) => {
  const { rows } = await pool.query("select to_regclass('installation') is not null as made")
  if (!rows[0].made) throw nothingIn(databaseUrl ? 'the database of DATABASE_URL' : dataDir)
}

const nothingIn = (place: string) =>
  new StartFailure(`There is no Drawbridge in ${place}: start the server once, or set DATA_DIR or DATABASE_URL`)
