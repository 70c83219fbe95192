// Opens a database for a person: logged in, with a SQL console before it. No client program runs: what is typed is only ever sent as a statement.
import type { Connection } from '@drawbridge/wire'
import { type Dial, DialFailure, type Path, type Reach } from '../session/line.ts'
import { SqlConsole } from './console.ts'
import { type Engine, LIMITS, type OpenEngine, type Vouch } from './engine.ts'

export interface Known {
  knows(host: string, port: number, via: readonly string[]): boolean
  check(host: string, port: number, via: readonly string[], key: Buffer): boolean
}

export interface DatabaseOptions {
  readonly reach: Reach
  readonly open: OpenEngine
  /** Servers as we met them first, each by the way it was reached. */
  readonly known: Known
  readonly now: () => number
  readonly loginMs: number
}

export const createDatabaseDial =
  ({ reach, open, known, now, loginMs }: DatabaseOptions): Dial =>
  async (connection, login, caller) => {
    if (login.username === '') throw new DialFailure('auth', 'no account is named')
    const engine = interruptible(
      await open({
        connection,
        login,
        caller,
        reach: (): Promise<Path> => reach(connection, caller.signal),
        reachAgain: () => reach(connection, AbortSignal.timeout(LIMITS.cancelMs)),
        vouch: vouchFor(connection, known),
        loginMs,
      }),
    )
    return {
      shell: async (pty) => {
        const { asset: name, rules } = connection
        const console = new SqlConsole({ engine, name, rules, size: pty, lang: caller.lang, now })
        console.start()
        return { stream: console, resize: (size) => console.resize(size), exit: () => ({}), own: console }
      },
      exec: async () => {
        throw new DialFailure('protocol', 'a database has no single commands')
      },
      // The console says so itself, and ends.
      onLost: () => undefined,
      end: () => engine.end(),
    }
  }

/** Databases inside a network seldom have a certificate that an authority signed: the first one that is shown is remembered, as a host key is. */
const vouchFor =
  ({ address, port }: Connection, known: Known): Vouch =>
  ({ via }, certificate) =>
    certificate ? known.check(address, port, via, certificate) : !known.knows(address, port, via)

/** Whoever leaves in the middle of a statement leaves none running on the database. */
const interruptible = (engine: Engine): Engine => {
  let running = false
  const end = () => {
    if (running) engine.cancel().catch(() => undefined)
    running = false
    engine.end()
  }
  return {
    ...engine,
    run: async (statement, listener) => {
      running = true
      try {
        await engine.run(statement, listener)
      } finally {
        running = false
      }
    },
    end,
  }
}
