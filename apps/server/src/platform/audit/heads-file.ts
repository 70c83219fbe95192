// The heads of the chain, on disk and outside the database. Lines are only ever added, each safe on disk before the next.
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type HeadLine, lineText, readLine, writeLine } from './head-line.ts'
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

export const openHeadsFile = async (file: string, key: Buffer): Promise<HeadsFile> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  let { first, last } = await ends(file)
  return {
    get last() {
      return last
    },
    get id() {
      return first?.mac
    },
    append: async (head, time) => {
      const line = writeLine(key, last, head, time)
      await addDurably(file, lineText(line))
      first ??= line
      last = line
      return line
    },
  }
}

/** The first and the last whole line. A torn one at the end was never safe on disk and goes. */
const ends = async (file: string): Promise<{ first?: HeadLine; last?: HeadLine }> => {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - TAIL)
    const tail = await textAt(handle, start, size - start)
    const whole = tail.slice(0, tail.lastIndexOf('\n') + 1)
    if (whole.length < tail.length) await handle.truncate(start + Buffer.byteLength(whole))
    const opening = await textAt(handle, 0, TAIL)
    return {
      first: readLine(opening.split('\n')[0]!),
      last: whole
        .split('\n')
        .map(readLine)
        .findLast((line) => line !== undefined),
    }
  } finally {
    await handle.close()
  }
}

type Handle = Awaited<ReturnType<typeof open>>

const textAt = async (handle: Handle, position: number, length: number): Promise<string> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead)
}

// Opened anew for each line: one that was moved away or replaced is not written to unseen.
const addDurably = async (file: string, text: string) => {
  const handle = await open(file, 'a', 0o600)
  try {
    const { size } = await handle.stat()
    await handle.appendFile(text)
    await handle.datasync()
    if (size === 0) await flushFolder(dirname(file))
  } finally {
    await handle.close()
  }
}

const flushFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
