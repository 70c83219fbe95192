// A line of the heads file: where the chain stood at a moment, sealed to the line before it with a key that is not in the database.
import { createHmac } from 'node:crypto'
import type { Head } from './link.ts'

export interface HeadLine extends Head {
  /** Counts the lines from 1, so that a missing one shows. */
  readonly seq: number
  readonly time: string
  readonly mac: string
}

export const writeLine = (key: Buffer, before: HeadLine | undefined, head: Head, time: Date): HeadLine => {
  const line = { seq: (before?.seq ?? 0) + 1, no: head.no, hash: head.hash, time: time.toISOString() }
  return { ...line, mac: macOf(key, before?.mac ?? '', line) }
}

export const lineText = ({ seq, no, hash, time, mac }: HeadLine): string => `${seq} ${no} ${hash} ${time} ${mac}\n`

const form = /^([1-9]\d{0,15}) (0|[1-9]\d{0,15}) ([0-9a-f]{64}) (\S{20,30}) ([0-9a-f]{64})$/

export const readLine = (text: string): HeadLine | undefined => {
  const [, seq, no, hash, time, mac] = form.exec(text) ?? []
  return mac === undefined ? undefined : { seq: Number(seq), no: Number(no), hash: hash!, time: time!, mac }
}

/** Whether a line is as we wrote it, after the line with this mac. */
export const isSealed = (key: Buffer, before: string, line: HeadLine): boolean => macOf(key, before, line) === line.mac

const macOf = (key: Buffer, before: string, { seq, no, hash, time }: Omit<HeadLine, 'mac'>): string =>
  createHmac('sha256', key).update([before, seq, no, hash, time].join(' ')).digest('hex')
