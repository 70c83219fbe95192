// Ends what an earlier run left behind: a postmaster without its program, or workers without their postmaster.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { StartFailure } from '../start-failure.ts'

// Each step signals and then waits; workers whose postmaster died go by themselves, mostly within milliseconds.
const steps = [
  { signal: 'SIGINT', to: 'postmaster', waitMs: 20_000 },
  { signal: 'SIGQUIT', to: 'all', waitMs: 5_000 },
  { signal: 'SIGKILL', to: 'all', waitMs: 5_000 },
] as const

// The caller holds the lock of the place, so no living program owns what is found here.
export async function clearLeftovers({ data, socket, log }: { data: string; socket: string; log: Log }) {
  const postmaster = postmasterOf(data)
  if (processesOf(data).length > 0) log.warn('the database of an earlier run is still up: stopping it')
  for (const { signal, to, waitMs } of steps) {
    const alive = processesOf(data)
    const hasPostmaster = alive.includes(postmaster)
    for (const pid of alive) if (to === 'all' || pid === postmaster) send(pid, signal)
    if (await gone(data, to === 'postmaster' && !hasPostmaster ? 1_000 : waitMs)) return removeTraces(data, socket)
  }
  throw new StartFailure(`A database process of an earlier run does not end: ${processesOf(data).join(', ')}`)
}

// PostgreSQL refuses to start when the pid in its lock file lives, even if it is another program's by now.
function removeTraces(data: string, socket: string) {
  rmSync(join(data, 'postmaster.pid'), { force: true })
  for (const file of readdirSync(socket)) rmSync(join(socket, file), { force: true })
}

async function gone(data: string, waitMs: number): Promise<boolean> {
  for (const end = Date.now() + waitMs; Date.now() < end; await sleep(20)) {
    if (processesOf(data).length === 0) return true
  }
  return false
}

// Every process of PostgreSQL works in its cluster's folder, so the folder tells whose it is.
function processesOf(data: string): number[] {
  if (process.platform !== 'linux') return [postmasterOf(data)].filter(isPostgres)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === data && isPostgres(pid)
      } catch {
        return false
      }
    })
}

function isPostgres(pid: number): boolean {
  try {
    const name =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/comm`, 'utf8')
        : execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    return name.includes('postgres')
  } catch {
    return false
  }
}

function postmasterOf(data: string): number {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return Number.NaN
  }
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
