// The files of a target as far as one session may touch them: each deed needs its right, stays inside the root, and is written down.
import type { FileRecord } from '../server/server.ts'
import { FileRoot, OutsideRoot } from './file-root.ts'
import {
  type FileChange,
  type FileHandle,
  type FileStats,
  kindOf,
  type ListedFile,
  OPEN,
  type TargetFiles,
  whereThere,
} from './target-files.ts'

const WRITES = OPEN.WRITE | OPEN.APPEND | OPEN.CREAT | OPEN.TRUNC

export interface FileRights {
  readonly upload: boolean
  readonly download: boolean
}

export type Deed = FileRecord['operate']

/** Where what was done is written down. */
export interface FileBook {
  readonly rights: FileRights
  /** As the system user has it: a word or a path. */
  readonly root: string
  note(operate: Deed, filename: string, succeeded: boolean): void
  /** Until the server has taken most of it: for those who do thousands of deeds. */
  caughtUp(): Promise<void>
  /** Beside the recording only: the log has no word for it. */
  mark(text: string): void
  active(): void
}

export class NoRight extends Error {}

export class GuardedFiles {
  readonly target: TargetFiles
  readonly root: FileRoot
  readonly book: FileBook
  readonly #underWay = new Map<object, { readonly operate: Deed; readonly path: string }>()

  private constructor(target: TargetFiles, root: FileRoot, book: FileBook) {
    this.target = target
    this.root = root
    this.book = book
  }

  static async open(target: TargetFiles, book: FileBook): Promise<GuardedFiles> {
    return new GuardedFiles(target, await FileRoot.open(target, book.root), book)
  }

  get rights(): FileRights {
    return this.book.rights
  }

  needUpload(): void {
    if (!this.rights.upload) throw new NoRight()
  }

  needDownload(): void {
    if (!this.rights.download) throw new NoRight()
  }

  async openFile(path: string, flags: number, change: FileChange = {}): Promise<OpenFile> {
    const writes = (flags & WRITES) !== 0
    try {
      if (writes) this.needUpload()
      if (!writes || (flags & OPEN.READ) !== 0) this.needDownload()
      const place = writes ? await this.placeFor(path) : await this.root.inside(path)
      const handle = await this.target.open(place, flags, withoutOwner(change))
      return new OpenFile(this, handle, { path, writes })
    } catch (error) {
      this.book.note(writes ? 'Upload' : 'Download', this.root.absolute(path), false)
      throw error
    }
  }

  /** Where a file is written: one that is there where its links lead, one that is not in its folder. */
  async placeFor(path: string): Promise<string> {
    const entry = await this.root.entry(path)
    const place = await this.#where(path)
    if (place !== undefined) return place
    // A link whose end does not exist could make a file anywhere.
    const stats = await whereThere(this.target.lstat(entry))
    if (stats && kindOf(stats) === 'link') throw new OutsideRoot(entry)
    return entry
  }

  async openFolder(path: string): Promise<OpenFolder> {
    return new OpenFolder(this.target, await this.target.opendir(await this.root.inside(path)))
  }

  async stat(path: string): Promise<FileStats> {
    return this.target.stat(await this.root.inside(path))
  }

  async lstat(path: string): Promise<FileStats> {
    return this.target.lstat(await this.root.entry(path))
  }

  async change(path: string, change: FileChange): Promise<void> {
    this.needUpload()
    await this.target.setstat(await this.root.inside(path), withoutOwner(change))
    if (change.mode !== undefined) this.book.mark(`Chmod ${octal(change.mode)} ${this.root.absolute(path)}`)
  }

  /** A place that does not exist yet is named too, for those who are about to make it. */
  async realpath(path: string): Promise<string> {
    return (await this.#where(path)) ?? this.root.entry(path)
  }

  /** Where its links lead; undefined where nothing is, whatever word the target has for it. */
  #where(path: string): Promise<string | undefined> {
    return this.root.inside(path).catch((error: unknown) => {
      if (error instanceof OutsideRoot) throw error
      return undefined
    })
  }

  async readlink(path: string): Promise<string> {
    return this.target.readlink(await this.root.entry(path))
  }

  remove(path: string): Promise<void> {
    return this.#noted('Delete', path, async () => this.target.unlink(await this.#below(path)))
  }

  removeFolder(path: string): Promise<void> {
    return this.#noted('Rmdir', path, async () => this.target.rmdir(await this.#below(path)))
  }

  makeFolder(path: string, change: FileChange = {}): Promise<void> {
    return this.#noted('Mkdir', path, async () => this.target.mkdir(await this.#below(path), withoutOwner(change)))
  }

  rename(from: string, to: string): Promise<void> {
    return this.#noted('Rename', `${from} → ${to}`, async () => {
      const [old, fresh] = [await this.#below(from), await this.#below(to)]
      await this.target.rename(old, fresh)
    })
  }

  /** A link could be made to lead out of the root: nobody needs one badly enough. */
  link(path: string): Promise<void> {
    return this.#noted('Symlink', path, async () => {
      throw new NoRight()
    })
  }

  /** Something that takes a while. The end is told by `ends`, which says whether nobody told it before. */
  begins(operate: Deed, path: string): { ends(): boolean } {
    const deed = {}
    this.#underWay.set(deed, { operate, path })
    return { ends: () => this.#underWay.delete(deed) }
  }

  /** The session is over: what was still under way did not come through. */
  abandon(): void {
    for (const { operate, path } of this.#underWay.values()) this.book.note(operate, this.root.absolute(path), false)
    this.#underWay.clear()
  }

  /** The root itself is not the person's to take away or to move. */
  async #below(path: string): Promise<string> {
    const entry = await this.root.entry(path)
    if (entry === this.root.root) throw new OutsideRoot(path)
    return entry
  }

  /** What changes something is written down, whether it was allowed, worked or not. */
  async #noted(operate: Deed, path: string, work: () => Promise<void>): Promise<void> {
    const named = this.root.absolute(path)
    try {
      this.needUpload()
      await work()
    } catch (error) {
      this.book.note(operate, named, false)
      throw error
    }
    this.book.note(operate, named, true)
  }
}

export class OpenFile {
  readonly path: string
  readonly writes: boolean
  readonly #files: GuardedFiles
  readonly #handle: FileHandle
  readonly #underWay: { ends(): boolean }
  #failed = false

  constructor(files: GuardedFiles, handle: FileHandle, { path, writes }: { path: string; writes: boolean }) {
    this.path = path
    this.writes = writes
    this.#files = files
    this.#handle = handle
    this.#underWay = files.begins(writes ? 'Upload' : 'Download', path)
  }

  read(size: number, offset: number): Promise<Buffer> {
    return this.#files.target.read(this.#handle, size, offset)
  }

  async write(data: Buffer, offset: number): Promise<void> {
    if (!this.writes) throw new NoRight()
    try {
      await this.#files.target.write(this.#handle, data, offset)
    } catch (error) {
      this.#failed = true
      throw error
    }
  }

  stat(): Promise<FileStats> {
    return this.#files.target.fstat(this.#handle)
  }

  async change(change: FileChange): Promise<void> {
    if (!this.writes) throw new NoRight()
    await this.#files.target.fsetstat(this.#handle, withoutOwner(change))
  }

  /** `whole` is false for those who know that something is missing. */
  async close({ whole = true } = {}): Promise<void> {
    const told = !this.#underWay.ends()
    const { book, root, target } = this.#files
    await target.close(this.#handle).catch((error: unknown) => {
      this.#failed = true
      if (this.writes) throw error
    })
    if (!told) book.note(this.writes ? 'Upload' : 'Download', root.absolute(this.path), whole && !this.#failed)
  }
}

export class OpenFolder {
  readonly #target: TargetFiles
  readonly #handle: FileHandle

  constructor(target: TargetFiles, handle: FileHandle) {
    this.#target = target
    this.#handle = handle
  }

  /** The next names; none at the end. */
  next(): Promise<readonly ListedFile[]> {
    return this.#target.readdir(this.#handle)
  }

  close(): Promise<void> {
    return this.#target.close(this.#handle)
  }
}

/** Who owns a file is not the person's to say. */
const withoutOwner = ({ uid: _, gid: __, ...rest }: FileChange): FileChange => rest

const octal = (mode: number): string => (mode & 0o7777).toString(8).padStart(3, '0')
