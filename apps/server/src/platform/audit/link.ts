// One link of the chain: the number, the row, its digest and the moment, bound to the link before it.
import { createHash } from 'node:crypto'

export interface Link {
  readonly no: number
  readonly log: string
  readonly row: string
  readonly form: number
  /** Hexadecimal, as all hashes here. */
  readonly digest: string
  /** Microseconds of UTC as text. */
  readonly date: string
}

export interface Head {
  readonly no: number
  readonly hash: string
}

/** What the first link follows. */
export const BEGINNING: Head = { no: 0, hash: '0'.repeat(64) }

export const hashOf = (previous: string, link: Link): string =>
  createHash('sha256')
    .update([previous, link.no, link.log, link.row, link.form, link.digest, link.date].join('|'))
    .digest('hex')

export const linkDate = (moment: Date): string => moment.toISOString().replace('Z', '000Z')
