// A file that arrives in pieces: under a name of its own beside its place, and put there when it is whole. A line that is cut leaves no half file behind
// under a name that somebody trusts, and what did arrive is found again by its key.
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { type Conflict, MOST_TEXT_BYTES, UPLOAD } from '@drawbridge/wire'
import { OutsideRoot } from './file-root.ts'
import type { GuardedFiles } from './guarded-files.ts'
import { type FileHandle, type FileStats, kindOf, OPEN, whereThere } from './target-files.ts'

export interface Arrival {
  /** As the person named it. */
  readonly path: string
  readonly size: number
  readonly key: string
  readonly conflict: Conflict
}

export class Exists extends Error {
  readonly there: FileStats
  constructor(there: FileStats) {
    super('exists')
    this.there = there
  }
}
export class Changed extends Error {}
export class Incomplete extends Error {}

export class ArrivingFile {
  readonly path: string
  readonly size: number
  readonly key: string
  readonly #files: GuardedFiles
  /** Where it shall be, with links followed, and where it is meanwhile. */
  readonly #place: string
  readonly #part: string
  readonly #handle: FileHandle
  #expected: number
  #stored: number
  #writing: { readonly end: number; done: boolean }[] = []
  #pending = new Set<Promise<void>>()
  readonly #underWay: { ends(): boolean }
  #closed = false

  private constructor(
    files: GuardedFiles,
    { path, size, key }: Arrival,
    at: { place: string; part: string; handle: FileHandle; offset: number },
  ) {
    this.path = path
    this.size = size
    this.key = key
    this.#files = files
    this.#place = at.place
    this.#part = at.part
    this.#handle = at.handle
    this.#expected = this.#stored = at.offset
    this.#underWay = files.begins('Upload', path)
  }

  static async begin(files: GuardedFiles, arrival: Arrival): Promise<ArrivingFile> {
    const { target, root, book } = files
    try {
      files.needUpload()
      const place = await files.placeFor(arrival.path)
      if (place === root.root) throw new OutsideRoot(arrival.path)
      const there = await whereThere(target.lstat(place))
      if (there && (arrival.conflict === 'ask' || (arrival.conflict === 'overwrite' && kindOf(there) !== 'file')))
        throw new Exists(there)
      const part = posix.join(posix.dirname(place), `.drawbridge-${arrival.key}.part`)
      const before = await whereThere(target.lstat(part))
      // Whatever else has this name was put there by somebody else.
      if (before && kindOf(before) !== 'file') throw new OutsideRoot(part)
      const offset = before ? keptOf(before.size, arrival.size) : 0
      const flags = before ? OPEN.WRITE : OPEN.WRITE | OPEN.CREAT | OPEN.EXCL
      const handle = await target.open(part, flags, {})
      return new ArrivingFile(files, arrival, { place, part, handle, offset })
    } catch (error) {
      // A question for the person is no failure yet.
      if (!(error instanceof Exists)) book.note('Upload', root.absolute(arrival.path), false)
      throw error
    }
  }

  /** Everything before it is safe on the target. */
  get stored(): number {
    return this.#stored
  }

  /** Pieces come in order, and no faster than they are kept. */
  async piece(offset: number, bytes: Buffer): Promise<void> {
    const end = offset + bytes.length
    if (this.#closed || offset !== this.#expected || end > this.size) throw new Incomplete()
    if (end - this.#stored > UPLOAD.window + UPLOAD.piece) throw new Incomplete()
    this.#expected = end
    this.#files.book.active()
    const piece = { end, done: false }
    this.#writing.push(piece)
    const writing = this.#files.target.write(this.#handle, bytes, offset)
    const settled = writing.then(
      () => undefined,
      () => undefined,
    )
    this.#pending.add(settled)
    void settled.then(() => this.#pending.delete(settled))
    await writing
    piece.done = true
    while (this.#writing[0]?.done) this.#stored = this.#writing.shift()!.end
  }

  /** Whole, and in its place. Tells what it is called there. */
  async finish({ conflict, version }: { conflict: Conflict; version?: string }): Promise<string> {
    const { target, root, book } = this.#files
    try {
      this.#files.needUpload()
      await Promise.all(this.#pending)
      if (this.#stored !== this.size) throw new Incomplete()
      if (version !== undefined) await this.#unlessChanged(version)
      const there = await whereThere(target.lstat(this.#place))
      if (there && (conflict === 'ask' || (conflict === 'overwrite' && kindOf(there) !== 'file')))
        throw new Exists(there)
      if (!this.#closed) await target.close(this.#handle)
      this.#closed = true
      let place = this.#place
      if (there && conflict === 'overwrite') await this.#replace(there)
      else {
        if (there) place = await this.#freeName()
        await target.rename(this.#part, place)
      }
      const named = posix.join(posix.dirname(root.absolute(this.path)), posix.basename(place))
      const told = place === this.#place ? root.absolute(this.path) : named
      if (this.#underWay.ends()) book.note('Upload', told, true)
      return told
    } catch (error) {
      // Questions for the person; it may still be finished in another way.
      if (!(error instanceof Exists || error instanceof Changed) && this.#underWay.ends())
        book.note('Upload', root.absolute(this.path), false)
      throw error
    }
  }

  /** The person does not want it any more: nothing is left. */
  async abandon(): Promise<void> {
    await this.leave()
    await this.#files.target.unlink(this.#part)
  }

  /** Left as it is, to be gone on with. */
  async leave(): Promise<void> {
    const { target, root, book } = this.#files
    if (this.#underWay.ends()) book.note('Upload', root.absolute(this.path), false)
    if (this.#closed) return
    this.#closed = true
    await Promise.all(this.#pending)
    await target.close(this.#handle).catch(() => undefined)
  }

  /** Pieces on their way were lost, or one of them failed: tells where to go on. */
  async rewind(): Promise<number> {
    await Promise.all(this.#pending)
    this.#writing = []
    this.#expected = this.#stored
    return this.#stored
  }

  async #unlessChanged(version: string): Promise<void> {
    const { target } = this.#files
    const there = await whereThere(target.stat(this.#place))
    if (!there || there.size > MOST_TEXT_BYTES) throw new Changed()
    const handle = await target.open(this.#place, OPEN.READ, {})
    try {
      const bytes = await readWhole((size, offset) => target.read(handle, size, offset), MOST_TEXT_BYTES + 1)
      if (versionOf(bytes) !== version) throw new Changed()
    } finally {
      await target.close(handle).catch(() => undefined)
    }
  }

  /** It stays whose it was and for whom; a program that runs as its owner is one no more, as when it is written to. */
  async #replace({ mode, uid, gid }: FileStats): Promise<void> {
    const { target } = this.#files
    await target.setstat(this.#part, { mode: mode & 0o777 })
    const mine = await target.lstat(this.#part)
    // Only root may give files away; for others the file is theirs from now on.
    if (mine.uid !== uid || mine.gid !== gid) await target.setstat(this.#part, { uid, gid }).catch(() => undefined)
    await target.replace(this.#part, this.#place)
  }

  async #freeName(): Promise<string> {
    const { dir, name, ext } = posix.parse(this.#place)
    for (let count = 1; ; count++) {
      const free = posix.join(dir, `${name} (${count})${ext}`)
      if (!(await whereThere(this.#files.target.lstat(free)))) return free
    }
  }
}

/** Pieces that were under way when the line was cut may be missing anywhere in the last window. */
const keptOf = (found: number, size: number): number =>
  found > size ? 0 : Math.max(0, found - UPLOAD.window - UPLOAD.piece)

export const versionOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** All of something small: no more than `most` bytes. */
export const readWhole = async (
  read: (size: number, offset: number) => Promise<Buffer>,
  most: number,
): Promise<Buffer> => {
  const parts: Buffer[] = []
  let length = 0
  while (length < most) {
    const part = await read(Math.min(READ, most - length), length)
    if (part.length === 0) break
    parts.push(part)
    length += part.length
  }
  return Buffer.concat(parts)
}

const READ = 64 * 1024
