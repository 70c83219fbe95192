// What is in files, as a stream that reads ahead a little and no more: whoever takes it sets the pace.
import { posix } from 'node:path'
import type { GuardedFiles, OpenFile } from '../session/guarded-files.ts'
import { type FileStats, kindOf, OPEN } from '../session/target-files.ts'
import type { Packed } from './zip.ts'

const READ = { bytes: 64 * 1024, ahead: 8 } as const

/** The file as it was told to be long: what grows meanwhile is left out, what shrinks is a failure. One of no size is read to its end. */
export async function* contentOf(file: OpenFile, size: number, active: () => void): AsyncGenerator<Buffer> {
  const ahead: { readonly wanted: number; readonly bytes: Promise<Buffer> }[] = []
  let [asked, given] = [0, 0]
  let whole = false
  try {
    for (;;) {
      while (ahead.length < READ.ahead && (size === 0 || asked < size)) {
        const wanted = size === 0 ? READ.bytes : Math.min(READ.bytes, size - asked)
        const bytes = filled(file, wanted, asked)
        bytes.catch(() => undefined)
        ahead.push({ wanted, bytes })
        asked += wanted
      }
      const next = ahead.shift()
      if (!next) break
      const bytes = await next.bytes
      active()
      given += bytes.length
      if (bytes.length > 0) yield bytes
      if (bytes.length < next.wanted) break
    }
    if (given < size) throw new Error(`${file.path} became shorter`)
    whole = true
  } finally {
    await Promise.allSettled(ahead.map(({ bytes }) => bytes))
    await file.close({ whole })
  }
}

/** Targets may give less than was asked for before the end. */
const filled = async (file: OpenFile, wanted: number, offset: number): Promise<Buffer> => {
  const first = await file.read(wanted, offset)
  if (first.length === 0 || first.length === wanted) return first
  return Buffer.concat([first, await filled(file, wanted - first.length, offset + first.length)])
}

export interface PackOptions {
  readonly active: () => void
  /** Names what could not be read, at the end. */
  readonly missing: (paths: readonly string[]) => { readonly name: string; readonly text: string }
}

/** Files and folders with all they hold. Links to folders are left out: they may lead in circles. */
export async function* packed(
  files: GuardedFiles,
  paths: readonly string[],
  { active, missing }: PackOptions,
): AsyncGenerator<Packed> {
  const left: string[] = []
  const inside = async function* (path: string, name: string, listed?: FileStats): AsyncGenerator<Packed> {
    active()
    await files.book.caughtUp()
    try {
      const own = listed ?? (await files.lstat(path))
      const stats = kindOf(own) === 'link' ? await files.stat(path) : own
      const { mtime, mode } = stats
      if (kindOf(stats) === 'file') {
        const file = await files.openFile(path, OPEN.READ)
        const { size } = await file.stat()
        yield { name, mtime, mode, content: contentOf(file, size, active) }
        return
      }
      if (kindOf(own) !== 'folder') {
        left.push(path)
        return
      }
      yield { name, mtime, mode }
    } catch {
      left.push(path)
      return
    }
    yield* below(path, name)
  }
  const below = async function* (path: string, name: string): AsyncGenerator<Packed> {
    const folder = await files.openFolder(path).catch(() => undefined)
    if (!folder) {
      left.push(path)
      return
    }
    try {
      for (;;) {
        const names = await folder.next()
        if (names.length === 0) break
        for (const { filename, attrs } of names) yield* inside(posix.join(path, filename), `${name}/${filename}`, attrs)
      }
    } finally {
      await folder.close().catch(() => undefined)
    }
  }
  for (const path of paths) yield* inside(path, posix.basename(path) || 'root')
  if (left.length === 0) return
  const { name, text } = missing(left)
  yield { name, mtime: Date.now() / 1000, mode: 0o644, content: once(Buffer.from(text)) }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
