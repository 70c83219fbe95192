// Where a person sits: an SSH client or a browser. A session writes to it and hears its keys.
import { type Duplex, PassThrough } from 'node:stream'
import type { Lang, Person } from '../server/server.ts'
import type { Pty, Size } from './line.ts'

export interface Seat {
  readonly person: Person
  readonly address: string
  readonly from: 'ST' | 'WT'
  readonly lang: Lang
  readonly stream: Duplex
  readonly pty: Pty
  readonly env: Readonly<Record<string, string>>
  /** Gives the way to stop hearing. */
  onResize(heard: (size: Size) => void): () => void
}

/** A line of our own between the lines of the target. */
export const tell = (seat: Pick<Seat, 'stream' | 'lang'>, saying: Readonly<Record<Lang, string>>): void => {
  if (seat.stream.writable) seat.stream.write(`\r\n\u001b[33m${safe(saying[seat.lang])}\u001b[0m\r\n`)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: names and commands of others must not steer the terminal
export const safe = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?')

/** For channels over which nothing can be said. */
export const silent = (): Duplex => new PassThrough().destroy()
