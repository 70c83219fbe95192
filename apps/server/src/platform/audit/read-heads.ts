// Reads a heads file, with the parts of it that were put aside, and tells of every place where it is not as we wrote it.
import { type FileHandle, open } from 'node:fs/promises'
import type { Findings } from './finding.ts'
import { type HeadLine, isSealed, readLine } from './head-line.ts'
import { firstLineIn, partsAside, unlessMissing } from './heads-parts.ts'

export interface HeadsSource {
  readonly file: string
  /** In the order of their lines; held open, because a part may be put aside while it is read. */
  readonly parts: readonly Part[]
  readonly id: string | undefined
  close(): Promise<void>
}

interface Part {
  readonly file: string
  readonly handle: FileHandle
  readonly size: number
}

/** How much of the file there is now: what is added later knows of links that the reader of the chain does not. */
export const findHeads = async (file: string): Promise<HeadsSource | undefined> => {
  for (;;) {
    const aside = await partsAside(file)
    const parts = await openParts([...aside, file])
    const again = await partsAside(file)
    // A part put aside in this very moment would be missing, or there twice.
    if (again.join() === aside.join()) return parts[0] && sourceOf(file, parts, await firstLineIn(parts[0].handle))
    await closeParts(parts)
  }
}

const sourceOf = (file: string, parts: readonly Part[], first: HeadLine | undefined): HeadsSource => ({
  file,
  parts,
  id: first?.mac,
  close: () => closeParts(parts),
})

const openParts = async (files: readonly string[]): Promise<Part[]> => {
  const parts: Part[] = []
  for (const file of files) {
    const handle = await unlessMissing(open(file, 'r'))
    if (handle) parts.push({ file, handle, size: (await handle.stat()).size })
  }
  return parts
}

const closeParts = async (parts: readonly Part[]): Promise<void> => {
  for (const { handle } of parts) await handle.close()
}

export interface HeadsReading {
  readonly key: Buffer | undefined
  readonly findings: Findings
  /** How many lines the database knows of. */
  readonly known?: number
  /** Told of a copy that lacks its first lines: it proves as much as the others. Without this, lines are missing. */
  readonly beginsLater?: (line: HeadLine) => void
}

/** Lines that can be believed, in their order. */
export async function* readHeads(
  source: HeadsSource,
  { key, findings, known = 0, beginsLater }: HeadsReading,
): AsyncGenerator<HeadLine & { line: number; file: string }> {
  let damaged = 0
  let before: HeadLine | undefined
  let at = { file: source.file, line: 0 }
  for (const part of source.parts) {
    at = { file: part.file, line: 0 }
    for await (const text of wholeLines(part)) {
      at = { file: part.file, line: at.line + 1 }
      const { file, line } = at
      const head = readLine(text)
      if (!head) {
        damaged++
        findings.add('heads-edited', `line ${line} of ${file} was changed`, at)
        continue
      }
      const isLater = !before && damaged === 0 && head.seq > 1 && beginsLater !== undefined
      if (isLater) beginsLater(head)
      const missing = isLater ? 0 : head.seq - (before?.seq ?? 0) - 1 - damaged
      if (missing > 0) findings.add('heads-cut', `${file} lacks ${missing} line(s) before line ${line}`, at)
      // After a gap there is nothing to check the seal against; the next line is bound to this one again.
      const isGap = isLater || missing > 0 || damaged > 0
      const intact = isGap || !key || (missing === 0 && isSealed(key, before?.mac ?? '', head))
      if (!intact) findings.add('heads-edited', `line ${line} of ${file} was changed`, at)
      const shrunk = intact && before !== undefined && head.no <= before.no
      if (shrunk)
        findings.add('chain-cut', `the chain had ${before!.no} links, and then ${head.no} (line ${line} of ${file})`, {
          ...at,
          no: head.no,
        })
      damaged = 0
      before = head
      if (intact && !shrunk) yield { ...head, ...at }
    }
  }
  const lost = known - (before?.seq ?? 0)
  if (lost > 0)
    findings.add('heads-cut', `${at.file} lacks ${lost} line(s) at its end`, { file: at.file, line: at.line + 1 })
}

const CHUNK = 65_536

// A last line without its end was being written when the power went.
async function* wholeLines({ handle, size }: Part): AsyncGenerator<string> {
  let rest = ''
  for (let position = 0; position < size; ) {
    const length = Math.min(CHUNK, size - position)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    if (bytesRead === 0) return
    position += bytesRead
    const lines = (rest + buffer.toString('latin1', 0, bytesRead)).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}
