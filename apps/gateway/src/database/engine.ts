// What the SQL console needs of a database. Each kind of database is one file that can open it.
import type { Connection, Credentials } from '@drawbridge/wire'
import type { Caller, Path } from '../session/line.ts'
import type { Dialect } from './statements.ts'
import type { Cell } from './table.ts'

/** Hears what a statement gives, as it comes. */
export interface Listener {
  /** A result begins. */
  columns(names: readonly string[]): void
  /** False when no more is wanted: the rest is not fetched. */
  row(cells: readonly Cell[]): boolean
  /** What it did, in the words of the database: `INSERT 0 1`. */
  done(tag: string): void
  notice(text: string): void
}

export interface Engine {
  readonly dialect: Dialect
  /** Product and version, as the database names itself. */
  readonly greeting: string
  /** Before a new statement; changes with the database and the transaction. */
  prompt(): string
  /** Throws `Complaint` with what the database says. */
  run(statement: string, listener: Listener): Promise<void>
  /** Interrupts what runs now. */
  cancel(): Promise<void>
  /** What a short form like `\d` stands for; undefined where there is none. */
  shortForm?(line: string): string | undefined
  onLost(heard: () => void): void
  end(): void
}

/** Whether a server is the one we met first: by its certificate, or by having none as before. */
export type Vouch = (path: Path, certificate: Buffer | undefined) => boolean

export interface Opening {
  readonly connection: Connection
  readonly login: Credentials
  readonly caller: Caller
  /** A stream to the database. */
  reach(): Promise<Path>
  /** Another one, for what cannot go over the first: it may be needed when the session is over already. */
  reachAgain(): Promise<Path>
  readonly vouch: Vouch
  readonly loginMs: number
}

export type OpenEngine = (opening: Opening) => Promise<Engine>

/** What the database says about a statement: one line each. */
export class Complaint extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines[0])
    this.lines = lines
  }
}

export const LIMITS = { cancelMs: 10_000, message: 64 * 1024 * 1024 } as const
