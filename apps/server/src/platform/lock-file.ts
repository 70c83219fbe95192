// A lock that a dead holder cannot keep: the file names the holder's pid and its birth, and a reused pid has another birth.
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

export interface Lock {
  release(): void
}

export class Held extends Error {
  readonly pid: number

  constructor(pid: number) {
    super(`held by process ${pid}`)
    this.pid = pid
  }
}

export function takeLock(path: string): Lock {
  const mine = `${process.pid} ${birthOf(process.pid)}\n`
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    while (!linked(draft, path)) {
      const theirs = contentOf(path)
      if (theirs === undefined) continue
      const pid = holderOf(theirs)
      if (pid) throw new Held(pid)
      evict(path, theirs)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    release: () => {
      if (contentOf(path) === mine) rmSync(path, { force: true })
    },
  }
}

/** The living holder of a lock, if there is one. */
export function heldBy(path: string): number | undefined {
  return holderOf(contentOf(path) ?? '')
}

// Tells one life of a pid from the next; undefined when nobody lives there (a zombie is dead).
export function birthOf(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    try {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    } catch {
      return undefined
    }
  }
  const stat = contentOf(`/proc/${pid}/stat`)
  // The process name stands in brackets and may itself hold spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${contentOf('/proc/sys/kernel/random/boot_id')?.trim()}:${fields[19]}`
}

function holderOf(content: string): number | undefined {
  const [pid = '', ...birth] = content.trim().split(' ')
  return /^\d+$/.test(pid) && birthOf(Number(pid)) === birth.join(' ') ? Number(pid) : undefined
}

// Between reading a stale lock and moving it away, another program may have replaced it: then it is put back.
function evict(path: string, stale: string) {
  const aside = `${path}.${process.pid}.stale`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (contentOf(aside) !== stale) linked(aside, path)
  rmSync(aside, { force: true })
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
