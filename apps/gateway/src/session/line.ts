// What a session needs of a protocol. Each protocol is one folder that can dial; a session never sees its sockets.
import type { Duplex } from 'node:stream'
import type { Connection, Credentials } from '@drawbridge/wire'
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

export type Dial = (connection: Connection, login: Credentials, signal: AbortSignal) => Promise<Line>

/** Why no connection came about. */
export class DialFailure extends Error {
  readonly reason: FailReason
  constructor(reason: FailReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}
