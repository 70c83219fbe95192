// A heads file that has grown long is put aside under the number of its first line, and a new one goes on where it ended: the lines of all
// parts are one sequence. No part is ever removed: they are small beside the links they tell of, which are kept for ever too.
import { type FileHandle, open, readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type HeadLine, readLine } from './head-line.ts'

/** The parts put aside, oldest first: `heads-000000000001.log` beside `heads.log`. */
export const partsAside = async (file: string): Promise<string[]> => {
  const names = (await unlessMissing(readdir(dirname(file)))) ?? []
  const stem = `${stemOf(file)}-`
  return names
    .filter((name) => name.startsWith(stem) && /^\d{12}\.log$/.test(name.slice(stem.length)))
    .sort()
    .map((name) => join(dirname(file), name))
}

/** Only a file that begins with a line of ours, and never over another one. */
export const putAside = async (file: string): Promise<void> => {
  const first = await firstLine(file)
  if (!first) return
  const aside = join(dirname(file), `${stemOf(file)}-${String(first.seq).padStart(12, '0')}.log`)
  if (!(await unlessMissing(stat(aside)))) await rename(file, aside)
}

// Far more than the longest line.
const OPENING = 4_096

export const firstLine = async (file: string): Promise<HeadLine | undefined> => {
  const handle = await unlessMissing(open(file, 'r'))
  if (!handle) return undefined
  return firstLineIn(handle).finally(() => handle.close())
}

export const firstLineIn = async (handle: FileHandle): Promise<HeadLine | undefined> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(OPENING), 0, OPENING, 0)
  return readLine(buffer.toString('latin1', 0, bytesRead).split('\n')[0]!)
}

export const unlessMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

const stemOf = (file: string): string => basename(file).replace(/\.log$/, '')
