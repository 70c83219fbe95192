// The built program as its operator runs it, for tests that kill it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../dist/src/', import.meta.url))

export interface Program {
  readonly url: string
  readonly folder: string
  readonly env: Record<string, string>
  start(): Promise<void>
  killServer(): Promise<void>
  killDatabase(): void
  /** Kills it, and keeps the one that follows from coming up until it is let go. */
  holdDatabase(): Promise<() => void>
  /** Runs one of the operator's commands on this installation. */
  command(name: string, ...args: string[]): { status: number | null; output: string }
  stop(): Promise<void>
}

export const openProgram = async (more: Record<string, string> = {}): Promise<Program> => {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-faults-'))
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    DATA_DIR: folder,
    PORT: String(port),
    DATABASE_URL: '',
    ...more,
  } as Record<string, string>
  let child: ChildProcess | undefined
  const output: string[] = []

  const start = async () => {
    child = spawn(process.execPath, [join(dist, 'main.js')], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    child.stdout!.on('data', (data) => output.push(String(data)))
    child.stderr!.on('data', (data) => output.push(String(data)))
    const ready = once(child, 'message')
    const gone = once(child, 'exit').then(([code]) => {
      throw new Error(`the server ended with ${code}: ${output.slice(-20).join('')}`)
    })
    gone.catch(() => undefined)
    await Promise.race([ready, gone])
  }
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    env,
    start,
    killServer: async () => {
      const exit = once(child!, 'exit')
      child!.kill('SIGKILL')
      await exit
    },
    killDatabase: () => {
      const pid = databaseIn(folder)
      if (pid) process.kill(pid, 'SIGKILL')
    },
    holdDatabase: async () => {
      const before = databaseIn(folder)!
      process.kill(before, 'SIGKILL')
      let next: number | undefined
      while (!next || next === before) {
        await new Promise((done) => setImmediate(done))
        next = databaseIn(folder)
      }
      process.kill(next, 'SIGSTOP')
      return () => process.kill(next!, 'SIGCONT')
    },
    command: (name, ...args) => {
      const found = spawnSync(process.execPath, [join(dist, 'commands', `${name}.js`), ...args], {
        env,
        encoding: 'utf8',
      })
      return { status: found.status, output: `${found.stdout}${found.stderr}` }
    },
    stop: async () => {
      if (child && child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        await exit
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Between two lives of the database there is none. */
const databaseIn = (folder: string): number | undefined => {
  try {
    return Number(readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
