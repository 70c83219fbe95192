// What a page may ask to be done to files, each in a few lines. Rights, root and log are the guarded files' own.
import { posix } from 'node:path'
import {
  type FileAnswers,
  type FileAsk,
  type FileEntry,
  type FileKind,
  MOST_LISTED,
  MOST_TEXT_BYTES,
} from '@drawbridge/wire'
import { Exists, readWhole, versionOf } from '../session/arriving-file.ts'
import type { GuardedFiles } from '../session/guarded-files.ts'
import { kindOf, type ListedFile, OPEN, whereThere } from '../session/target-files.ts'
import type { Offer } from './downloads.ts'
import { contentOf, type PackOptions, packed } from './file-content.ts'
import { Fault } from './file-faults.ts'
import { zip } from './zip.ts'

export interface Doing {
  readonly files: GuardedFiles
  readonly signal: AbortSignal
  part(entries: readonly FileEntry[]): void
  progress(done: number): void
  /** Gives the address at which it is fetched. */
  offer(offer: Pick<Offer, 'name' | 'size' | 'open'>): string
  readonly missing: PackOptions['missing']
}

/** Uploads are the page's own: they outlive a socket. */
type Plain = Exclude<FileAsk, { deed: 'upload' | 'finish' | 'abandon' }>
type Doer<D extends Plain['deed']> = (doing: Doing, ask: Extract<Plain, { deed: D }>) => Promise<FileAnswers[D]>

const PROGRESS_STEP = 20

const list: Doer<'list'> = async ({ files, signal, part }, { path }) => {
  const folder = await files.openFolder(path)
  let count = 0
  try {
    while (count < MOST_LISTED && !signal.aborted) {
      const names = await folder.next()
      if (names.length === 0) return { path: files.root.absolute(path), cut: false }
      count += names.length
      part(await Promise.all(names.map((one) => entryOf(files, path, one))))
    }
    return { path: files.root.absolute(path), cut: true }
  } finally {
    await folder.close().catch(() => undefined)
  }
}

const entryOf = async (files: GuardedFiles, folder: string, one: ListedFile): Promise<FileEntry> => {
  const { filename: name, longname, attrs } = one
  const kind = kindOf(attrs)
  // `-rw-r--r-- 1 root staff …`
  const [, , owner = String(attrs.uid), group = String(attrs.gid)] = longname.split(/\s+/)
  const leads = kind === 'link' ? await endOf(files, posix.join(folder, name)) : undefined
  return {
    name,
    kind,
    ...(leads ? { leads } : {}),
    size: attrs.size,
    mtime: attrs.mtime,
    mode: attrs.mode & 0o7777,
    owner,
    group,
  }
}

/** What is outside is not there for the person. */
const endOf = async (files: GuardedFiles, path: string): Promise<FileEntry['leads']> => {
  const kind: FileKind = await files.stat(path).then(kindOf, () => 'other')
  return kind === 'file' || kind === 'folder' ? kind : 'nowhere'
}

const mkdir: Doer<'mkdir'> = async ({ files }, { path }) => {
  if (files.rights.upload) await mustBeFree(files, path)
  await files.makeFolder(path)
  return null
}

const rename: Doer<'rename'> = async ({ files }, { from, to }) => {
  // Some targets would overwrite it.
  if (files.rights.upload) await mustBeFree(files, to)
  await files.rename(from, to)
  return null
}

const mustBeFree = async (files: GuardedFiles, path: string): Promise<void> => {
  const there = await whereThere(files.lstat(path))
  if (there) throw new Exists(there)
}

const remove: Doer<'remove'> = async ({ files, signal, progress }, { paths }) => {
  let removed = 0
  const whole = async (path: string): Promise<void> => {
    if (signal.aborted) throw new Fault('stopped')
    files.book.active()
    await files.book.caughtUp()
    // A link is taken away itself, never what is behind it. Without the right the refusal is written down.
    if (!files.rights.upload || kindOf(await files.lstat(path)) !== 'folder') await files.remove(path)
    else {
      for (const name of await namesIn(files, path)) await whole(posix.join(path, name))
      await files.removeFolder(path)
    }
    if (++removed % PROGRESS_STEP === 0) progress(removed)
  }
  for (const path of paths) await whole(path)
  return { removed }
}

const namesIn = async (files: GuardedFiles, path: string): Promise<string[]> => {
  const folder = await files.openFolder(path)
  try {
    const names: string[] = []
    for (;;) {
      const next = await folder.next()
      if (next.length === 0) return names
      names.push(...next.map(({ filename }) => filename))
    }
  } finally {
    await folder.close().catch(() => undefined)
  }
}

const chmod: Doer<'chmod'> = async ({ files }, { path, mode }) => {
  await files.change(path, { mode })
  return null
}

const read: Doer<'read'> = async ({ files }, { path }) => {
  const { size } = await files.stat(path)
  if (size > MOST_TEXT_BYTES) throw new Fault('large')
  const file = await files.openFile(path, OPEN.READ)
  let whole = false
  try {
    const bytes = await readWhole((length, offset) => file.read(length, offset), MOST_TEXT_BYTES + 1)
    if (bytes.length > MOST_TEXT_BYTES) throw new Fault('large')
    const text = textOf(bytes)
    whole = true
    return { text, version: versionOf(bytes) }
  } finally {
    await file.close({ whole })
  }
}

const textOf = (bytes: Buffer): string => {
  if (bytes.includes(0)) throw new Fault('binary')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Fault('binary')
  }
}

const download: Doer<'download'> = async ({ files, offer, missing }, { paths }) => {
  const [first] = paths as [string]
  const active = () => files.book.active()
  // Without the right this is where it is refused, and written down.
  if (!files.rights.download) await files.openFile(first, OPEN.READ)
  const stats = await Promise.all(paths.map((path) => files.stat(path)))
  const plain = posix.basename(files.root.absolute(first)) || 'root'
  if (paths.length === 1 && kindOf(stats[0]!) === 'file') {
    const { size } = stats[0]!
    const open = async () => contentOf(await files.openFile(first, OPEN.READ), size, active)
    // Files of no size, such as those of the kernel, may have content all the same.
    return { address: offer({ name: plain, ...(size > 0 ? { size } : {}), open }), name: plain }
  }
  const name = `${paths.length === 1 ? plain : posix.basename(posix.dirname(files.root.absolute(first))) || 'files'}.zip`
  return { address: offer({ name, open: async () => zip(packed(files, paths, { active, missing })) }), name }
}

const doers: { readonly [D in Plain['deed']]: Doer<D> } = { list, mkdir, rename, remove, chmod, read, download }

export const doDeed = (doing: Doing, ask: Plain): Promise<unknown> =>
  (doers[ask.deed] as (doing: Doing, ask: Plain) => Promise<unknown>)(doing, ask)
