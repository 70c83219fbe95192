// PostgreSQL refuses to run as root. Started by root, it runs as a system user of its own.
import { execFileSync } from 'node:child_process'
import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartFailure } from '../start-failure.ts'

export interface User {
  name: string
  uid: number
  gid: number
}

const ROOT = 0

// Undefined means: as ourselves. A cluster made by an ordinary user keeps its owner, so that both may start it in turn.
export function databaseUser(cluster?: Stats): User | undefined {
  if (process.getuid?.() !== ROOT) return undefined
  const owner = cluster && cluster.uid !== ROOT ? lookup(String(cluster.uid)) : undefined
  const user = owner ?? lookup('drawbridge') ?? (create('drawbridge') ? lookup('drawbridge') : lookup('nobody'))
  if (user) return user
  throw new StartFailure(
    'The embedded database cannot run as root and no user could be made for it: start as another user',
  )
}

// Whether the user may pass every folder down to the path, and enter or execute what stands there.
export function mayReach(user: User, path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (at === dirname(at)) return true
  }
}

function lookup(name: string): User | undefined {
  try {
    const id = (flag: string) => execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }).trim()
    return { name: id('-un'), uid: Number(id('-u')), gid: Number(id('-g')) }
  } catch {
    return undefined
  }
}

function create(name: string): boolean {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false']
  try {
    execFileSync('useradd', [...flags, name], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
