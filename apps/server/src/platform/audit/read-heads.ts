// Reads a heads file line by line and tells of every place where it is not as we wrote it.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Findings } from './finding.ts'
import { type HeadLine, isSealed, readLine } from './head-line.ts'

export interface HeadsSource {
  readonly file: string
  readonly size: number
  readonly id: string | undefined
}

/** How much of the file there is now: what is added later knows of links that the reader of the chain does not. */
export const findHeads = async (file: string): Promise<HeadsSource | undefined> => {
  const handle = await open(file, 'r').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return undefined
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, 4_096)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return { file, size, id: readLine(buffer.toString('latin1').split('\n')[0]!)?.mac }
  } finally {
    await handle.close()
  }
}

export interface HeadsReading {
  readonly key: Buffer | undefined
  readonly findings: Findings
  /** How many lines the database knows of. */
  readonly known?: number
}

/** Lines that can be believed, in their order. */
export async function* readHeads(
  source: HeadsSource,
  { key, findings, known = 0 }: HeadsReading,
): AsyncGenerator<HeadLine & { line: number }> {
  const { file } = source
  let line = 0
  let damaged = 0
  let before: HeadLine | undefined
  for await (const text of wholeLines(source)) {
    const at = { file, line: ++line }
    const head = readLine(text)
    if (!head) {
      damaged++
      findings.add('heads-edited', `line ${line} of ${file} was changed`, at)
      continue
    }
    const missing = head.seq - (before?.seq ?? 0) - 1 - damaged
    if (missing > 0) findings.add('heads-cut', `${file} lacks ${missing} line(s) before line ${line}`, at)
    // After a gap there is nothing to check the seal against; the next line is bound to this one again.
    const intact = missing > 0 || damaged > 0 || !key || (missing === 0 && isSealed(key, before?.mac ?? '', head))
    if (!intact) findings.add('heads-edited', `line ${line} of ${file} was changed`, at)
    const shrunk = intact && before !== undefined && head.no <= before.no
    if (shrunk)
      findings.add('chain-cut', `the chain had ${before!.no} links, and then ${head.no} (line ${line} of ${file})`, {
        ...at,
        no: head.no,
      })
    damaged = 0
    before = head
    if (intact && !shrunk) yield { ...head, line }
  }
  const lost = known - (before?.seq ?? 0)
  if (lost > 0) findings.add('heads-cut', `${file} lacks ${lost} line(s) at its end`, { file, line: line + 1 })
}

// A last line without its end was being written when the power went.
async function* wholeLines({ file, size }: HeadsSource): AsyncGenerator<string> {
  if (size === 0) return
  const last = await lastByte(file, size)
  const lines = createInterface({ input: createReadStream(file, { end: size - 1, encoding: 'latin1' }) })
  let held: string | undefined
  for await (const text of lines) {
    if (held !== undefined) yield held
    held = text
  }
  if (held !== undefined && last === 0x0a) yield held
}

const lastByte = async (file: string, size: number): Promise<number> => {
  const handle = await open(file, 'r')
  try {
    return (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0]!
  } finally {
    await handle.close()
  }
}
