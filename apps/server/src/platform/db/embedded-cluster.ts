// Makes the cluster, once, and keeps its password.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartFailure } from '../start-failure.ts'
import type { Binaries } from './embedded-binaries.ts'
import type { User } from './embedded-user.ts'

export const DATABASE = 'drawbridge'

export interface ClusterOptions {
  place: string
  binaries: Binaries
  user: User | undefined
  password: string
}

// A cluster is made under another name and renamed when whole: what is called `cluster` is complete and never deleted.
export async function ensureCluster({ place, binaries, user, password }: ClusterOptions): Promise<string> {
  const cluster = join(place, 'cluster')
  for (const draft of (await readdir(place)).filter((name) => name.startsWith('new-'))) {
    await rm(join(place, draft), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {})
  }
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) await create(cluster, { place, binaries, user, password })
  else if (version.trim() !== binaries.major) {
    throw new StartFailure(
      `The database in ${cluster} is of PostgreSQL ${version.trim()}, and this Drawbridge brings ${binaries.major}`,
    )
  }
  if (user && (await stat(cluster)).uid !== user.uid) await run('chown', ['-R', `${user.uid}:${user.gid}`, cluster])
  return cluster
}

export async function keptPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'keys', 'postgres')
  const kept = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (kept) return kept.trim()
  const password = randomBytes(24).toString('base64url')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  await flush(dirname(file))
  return password
}

// The database's own environment: nothing of ours (PGDATA, PGPORT, …) may change what it does.
export const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const run = promisify(execFile)

// An initdb of an earlier, killed start may still be at work: each attempt has a name of its own.
async function create(cluster: string, { place, binaries, user, password }: ClusterOptions) {
  const draft = join(place, `new-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${draft}.password`
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [draft, passwordFile]) await chown(path, user.uid, user.gid)
  const flags = ['-D', draft, '-U', DATABASE, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--data-checksums']
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  try {
    await run(binaries.initdb, [...flags, ...locale], { ...user, cwd: '/', env: environment })
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr || error).trim()
    await rm(draft, { recursive: true, force: true })
    throw new StartFailure(`The embedded database could not be made: ${reason.split('\n').at(-1)}`, { cause: error })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, cluster)
  await flush(place)
}

// A rename survives a power cut only once its folder has been written out.
async function flush(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
