// Keeps the database up: starts it, starts it again when it falls, gives up when it falls too often.
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { StartFailure } from '../start-failure.ts'
import { type Connection, untilReady } from './embedded-ready.ts'

export interface Supervision {
  launch(): Promise<Watched>
  connection: Connection
  logFile: string
  log: Log
  onGiveUp?: () => void
}

const FALLS = { most: 5, withinMs: 60_000, waitMs: [0, 200, 400, 800, 1600] } as const

export async function supervise({ launch, connection, logFile, log, onGiveUp }: Supervision) {
  const stopping = new AbortController()
  const { signal } = stopping
  const falls: number[] = []
  let current!: Watched

  const startOnce = async () => {
    const running = await launch()
    current = running
    const slow = setTimeout(() => log.info('the database is recovering after a crash, which may take a while'), 5_000)
    try {
      await untilReady(connection, () => running.how !== undefined || signal.aborted)
      signal.throwIfAborted()
    } catch (error) {
      await end(running)
      throw error
    } finally {
      clearTimeout(slow)
    }
    return running.how === undefined
  }
  const start = async () => {
    while (!(await startOnce())) {
      signal.throwIfAborted()
      await afterFall()
    }
  }
  const afterFall = async () => {
    const now = Date.now()
    falls.splice(0, falls.length, ...falls.filter((at) => now - at < FALLS.withinMs), now)
    if (falls.length > FALLS.most) throw new StartFailure(lastWords(current.how, logFile))
    await sleep(FALLS.waitMs[falls.length - 1], undefined, { signal })
  }
  const keepUp = async () => {
    for (;;) {
      const how = await current.over
      if (signal.aborted) return
      log.error(`the database ended unexpectedly (${how}): starting it again`)
      await afterFall()
      await start()
      log.info('the database is up again')
    }
  }
  const goWithUs = () => current.child.kill('SIGINT')

  await start()
  process.once('exit', goWithUs)
  const keeping = keepUp().catch((error) => {
    if (signal.aborted) return
    log.error(`the database stays down: ${error.message}`)
    onGiveUp?.()
  })
  return {
    pid: () => current.child.pid!,
    stop: async () => {
      stopping.abort()
      await end(current)
      await keeping
      process.off('exit', goWithUs)
    },
  }
}

export interface Watched {
  child: ChildProcess
  over: Promise<string>
  how: string | undefined
}

// To be called in the same turn as spawn, which reports a missing program in the next.
export function watched(child: ChildProcess): Watched {
  const it: Watched = {
    child,
    how: undefined,
    over: new Promise((done) => {
      const note = (how: string) => {
        it.how ??= how
        done(it.how)
      }
      child.once('exit', (code, signal) => note(signal ?? `exit code ${code}`))
      child.once('error', (error) => note(error.message))
    }),
  }
  return it
}

// A fast shutdown writes a checkpoint first, which takes its time after a large import.
const insistence = [
  { signal: 'SIGINT', waitMs: 60_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 10_000 },
] as const

async function end({ child, over }: Watched) {
  for (const { signal, waitMs } of insistence) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    const patience = new AbortController()
    await Promise.race([over, sleep(waitMs, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
  }
}

function lastWords(how: string | undefined, logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  const words = lines.findLast((line) => /(FATAL|PANIC|error):/i.test(line)) ?? lines.at(-1)
  return `The embedded database does not start (${how}): ${words}; see ${logFile}`
}
