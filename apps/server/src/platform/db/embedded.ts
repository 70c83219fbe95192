// Runs the PostgreSQL that npm installed: makes it, starts it, starts it again when it falls, stops it.
import { spawn } from 'node:child_process'
import { closeSync, openSync, renameSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Held, heldBy, takeLock } from '../lock-file.ts'
import type { Log } from '../log.ts'
import { StartFailure } from '../start-failure.ts'
import { findBinaries } from './embedded-binaries.ts'
import { DATABASE, ensureCluster, environment, keptPassword } from './embedded-cluster.ts'
import { clearLeftovers } from './embedded-leftovers.ts'
import { placeFor, SYSTEM_FOLDER, socketFolderFor, statOf } from './embedded-place.ts'
import { type Connection, untilReady } from './embedded-ready.ts'
import { settings } from './embedded-settings.ts'
import { supervise, watched } from './embedded-supervisor.ts'
import { databaseUser } from './embedded-user.ts'

export interface Embedded {
  readonly connection: Connection
  pid(): number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** Reached by others too, at this port of this machine; without it only through its socket. */
  loopbackPort?: number
  /** Called when the database falls so often that starting it again makes no sense. */
  onGiveUp?: () => void
}

const PORT = 5432

export async function startEmbedded({ dataDir, log, loopbackPort, onGiveUp }: EmbeddedOptions): Promise<Embedded> {
  const folder = resolve(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const user = databaseUser(statOf(join(folder, 'postgres', 'cluster')))
  const binaries = findBinaries({ user, copyTo: user ? SYSTEM_FOLDER : join(folder, 'postgres') })
  const place = placeFor(folder, user)
  const lock = lockOf(place)
  try {
    const password = await keptPassword(folder)
    const data = await ensureCluster({ place, binaries, user, password })
    const socket = socketFolderFor(place, user)
    const port = loopbackPort ?? PORT
    const connection = connectionAt(socket, password, port)
    const launch = async () => {
      await clearLeftovers({ data, socket, log })
      const output = openLog(join(place, 'server.log'))
      const child = spawn(
        binaries.postgres,
        ['-D', data, ...settings({ socket, port, loopback: loopbackPort !== undefined })],
        {
          uid: user?.uid,
          gid: user?.gid,
          cwd: '/',
          env: environment,
          stdio: ['ignore', output, output],
          // Its own process group: a Ctrl-C in the terminal must not stop the database before the program is done with it.
          detached: true,
        },
      )
      closeSync(output)
      return watched(child)
    }
    const supervisor = await supervise({ launch, connection, log, onGiveUp, logFile: join(place, 'server.log') })
    return {
      connection,
      pid: supervisor.pid,
      stop: async () => {
        await supervisor.stop()
        lock.release()
        if (dirname(socket) !== place) await rm(socket, { recursive: true, force: true })
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The database that another program of ours keeps up on this folder; undefined when none does. */
export async function runningEmbedded(dataDir: string): Promise<Connection | undefined> {
  const folder = resolve(dataDir)
  const user = databaseUser(statOf(join(folder, 'postgres', 'cluster')))
  const place = placeFor(folder, user)
  const isHeld = () => heldBy(join(place, 'lock')) !== undefined
  if (!isHeld()) return undefined
  const connection = connectionAt(socketFolderFor(place, user), await keptPassword(folder))
  await untilReady(connection, () => !isHeld())
  return isHeld() ? connection : undefined
}

function connectionAt(socket: string, password: string, port = PORT): Connection {
  return { host: socket, port, user: DATABASE, password, database: DATABASE }
}

const LARGEST_LOG = 8_000_000

function openLog(path: string): number {
  if ((statOf(path)?.size ?? 0) > LARGEST_LOG) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}

function lockOf(place: string) {
  try {
    return takeLock(join(place, 'lock'))
  } catch (error) {
    if (!(error instanceof Held)) throw error
    throw new StartFailure(`The database in ${place} is already in use by another Drawbridge (process ${error.pid})`)
  }
}
