// How long others may be silent. What is past it ends in words, rather than never.
export interface Patience {
  /** Until a target takes a connection, and until a hop has reached it. */
  readonly connectMs: number
  /** Until it has let us in, and again until it has given what was asked for then: a shell, a command, files. */
  readonly loginMs: number
  /** A line on which nothing comes is asked that often, and given up when so many questions found no answer. */
  readonly keepaliveMs: number
  readonly keepaliveTimes: number
}

export const PATIENCE: Patience = { connectMs: 15_000, loginMs: 30_000, keepaliveMs: 30_000, keepaliveTimes: 4 }
