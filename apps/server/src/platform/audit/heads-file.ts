// The heads of the chain, on disk and outside the database. Lines are only ever added, each safe on disk before the next.
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type HeadLine, lineText, readLine, writeLine } from './head-line.ts'
import { firstLine, partsAside, putAside } from './heads-parts.ts'
import type { Head } from './link.ts'

export const headsFileOf = (dataDir: string): string => join(dataDir, 'audit', 'heads.log')

export interface HeadsFile {
  readonly last: HeadLine | undefined
  /** Tells this file from another one: the seal of its first line. */
  readonly id: string | undefined
  append(head: Head, time: Date): Promise<HeadLine>
}

// Far more than the longest line, so that one damaged line hides no good one before it.
const TAIL = 4_096
const MOST_BYTES = 8 * 2 ** 20

export const openHeadsFile = async (file: string, key: Buffer, { most = MOST_BYTES } = {}): Promise<HeadsFile> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const aside = await partsAside(file)
  // Nothing is in the file when the power went right after a part was put aside.
  let last = (await lastLine(file)) ?? (aside.length > 0 ? await lastLine(aside.at(-1)!) : undefined)
  let first = await firstLine(aside[0] ?? file)
  return {
    get last() {
      return last
    },
    get id() {
      return first?.mac
    },
    append: async (head, time) => {
      const line = writeLine(key, last, head, time)
      const size = await addDurably(file, lineText(line))
      first ??= line
      last = line
      // One that cannot be put aside just grows on: the lines are safe.
      if (size >= most) await putAside(file).catch(() => undefined)
      return line
    },
  }
}

/** The last whole line. A torn one at the end was never safe on disk and goes. */
const lastLine = async (file: string): Promise<HeadLine | undefined> => {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - TAIL)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    const tail = buffer.toString('latin1', 0, bytesRead)
    const whole = tail.slice(0, tail.lastIndexOf('\n') + 1)
    if (whole.length < tail.length) await handle.truncate(start + Buffer.byteLength(whole))
    return whole
      .split('\n')
      .map(readLine)
      .findLast((line) => line !== undefined)
  } finally {
    await handle.close()
  }
}

/** The size of the file with the text. Opened anew for each line: one that was moved away or replaced is not written to unseen. */
const addDurably = async (file: string, text: string): Promise<number> => {
  const handle = await open(file, 'a', 0o600)
  try {
    const { size } = await handle.stat()
    await handle.appendFile(text)
    await handle.datasync()
    if (size === 0) await flushFolder(dirname(file))
    return size + text.length
  } finally {
    await handle.close()
  }
}

const flushFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
