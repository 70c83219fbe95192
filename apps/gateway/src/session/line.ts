// What a session needs of a protocol. Each protocol is one folder that can dial; a session never sees its sockets.
import type { Duplex } from 'node:stream'
import type { Connection, Credentials } from '@drawbridge/wire'
import type { Lang } from '../server/server.ts'
import type { Seen } from '../watch/commands.ts'
import type { TargetFiles } from './target-files.ts'
import type { FailReason } from './words.ts'

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** Windows of ten thousand columns exist only to hurt. */
export const sizeOf = (columns: number, rows: number): Size => ({
  columns: Math.max(1, Math.min(Math.floor(columns) || 80, 1_000)),
  rows: Math.max(1, Math.min(Math.floor(rows) || 24, 500)),
})

export interface Pty extends Size {
  readonly term: string
}

export interface Shell {
  readonly stream: Duplex
  /** Errors of a command without a terminal come apart from its output. */
  readonly errors?: NodeJS.ReadableStream
  resize(size: Size): void
  /** How it ended, as far as the target said. */
  exit(): { code?: number; signal?: string }
  /** Where it is there, the shell is our own: it judges what it is asked before it does it, and tells what was done. Else lines are read off the screen. */
  readonly own?: OwnShell
}

export interface OwnShell {
  /** Command rules that cannot work as they are written. */
  readonly broken: readonly { readonly rule: string; readonly reason: string }[]
  onCommand(heard: (seen: Seen) => void): void
}

/** A connection to a target, logged in. */
export interface Line {
  shell(pty: Pty, env: Readonly<Record<string, string>>): Promise<Shell>
  exec(command: string, pty: Pty | undefined, env: Readonly<Record<string, string>>): Promise<Shell>
  /** Undefined where the protocol has no files. */
  readonly files?: () => Promise<TargetFiles>
  onLost(heard: () => void): void
  end(): void
}

/** For whom a target is reached: some of them ask for the terminal while they are logged in to. */
export interface Caller {
  readonly signal: AbortSignal
  readonly pty: Pty
  readonly lang: Lang
}

export type Dial = (connection: Connection, login: Credentials, caller: Caller) => Promise<Line>

/** Each protocol by its own folder. */
export const byProtocol =
  (dials: Readonly<Record<string, Dial>>): Dial =>
  (connection, login, caller) => {
    const { protocol } = connection
    if (!Object.hasOwn(dials, protocol)) throw new DialFailure('protocol', protocol)
    return dials[protocol]!(connection, login, caller)
  }

/** A bare stream to a target, and the way it took. */
export interface Path {
  readonly stream: Duplex
  /** The hops, as `ip:port`; none when it is reached directly. */
  readonly via: readonly string[]
  /** Lets go of the hops. The stream belongs to whoever asked for it. */
  release(): void
}

/** Reaches a target directly, or through one of the gateways of its domain. */
export type Reach = (to: Pick<Connection, 'address' | 'port' | 'gateways'>, signal: AbortSignal) => Promise<Path>

/** Why no connection came about. */
export class DialFailure extends Error {
  readonly reason: FailReason
  constructor(reason: FailReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}
