// Where the embedded database lives: below the data folder if its user may go there, else below /var/lib.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartFailure } from '../start-failure.ts'
import { mayReach, type User } from './embedded-user.ts'

export const SYSTEM_FOLDER = '/var/lib/drawbridge'

// A unix socket's path must fit into 108 bytes on Linux and 104 on macOS.
const LONGEST_SOCKET = 100

export function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

// The folder that holds the cluster, its socket and its log.
export function placeFor(dataDir: string, user: User | undefined): string {
  const place = join(dataDir, 'postgres')
  const link = lstatSync(place, { throwIfNoEntry: false })
  if (link && !existsSync(place)) {
    throw new StartFailure(`The database of ${dataDir} is gone: ${place} points to ${readlinkSync(place)}`)
  }
  if (!link && user && !welcome(dataDir, user)) symlinkSync(makePlace(freeName(dataDir), user), place)
  else makePlace(place, user)

  const real = realpathSync(place)
  if (user && !mayReach(user, real)) {
    throw new StartFailure(
      `The user ${user.name}, as whom the database runs, cannot reach ${real}: check the permissions`,
    )
  }
  return real
}

export function socketFolderFor(place: string, user: User | undefined): string {
  const folder = [place, tmpdir(), '/tmp']
    .filter((parent) => !user || mayReach(user, realpathSync(parent)))
    .map((parent) => join(parent, parent === place ? 'socket' : `drawbridge-${hashOf(place)}`))
    .find((path) => Buffer.byteLength(join(path, '.s.PGSQL.5432')) <= LONGEST_SOCKET)
  if (!folder) throw new StartFailure(`The path of the data folder is too long for a socket: ${place}`)

  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(folder)
  const owner = user?.uid ?? process.getuid?.()
  // Below /tmp anybody could have made this folder first, to read what we say to the database.
  if (uid !== owner && uid !== process.getuid?.()) {
    throw new StartFailure(`The folder ${folder} belongs to somebody else: remove it`)
  }
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  return folder
}

// The data folder is private to us; the database's group gets the right to pass through, and nothing more.
function welcome(dataDir: string, user: User): boolean {
  const real = realpathSync(dataDir)
  if (mayReach(user, real)) return true
  const { mode, uid } = statSync(real)
  if (uid !== process.getuid?.() || mode & 0o077 || !mayReach(user, dirname(real))) return false
  chownSync(real, uid, user.gid)
  chmodSync(real, 0o710)
  return true
}

function makePlace(path: string, user: User | undefined): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (user && statSync(path).uid === process.getuid?.()) {
    chownSync(path, process.getuid(), user.gid)
    chmodSync(path, 0o710)
  }
  return path
}

// A cluster that is there already belongs to an earlier data folder of the same name. It is never touched.
function freeName(dataDir: string): string {
  if (!existsSync(SYSTEM_FOLDER)) mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  const name = join(SYSTEM_FOLDER, hashOf(realpathSync(dataDir)))
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`
    if (!existsSync(join(candidate, 'cluster'))) return candidate
  }
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16)
}
