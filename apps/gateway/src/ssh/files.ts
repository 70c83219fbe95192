// SFTP between a person and a target: packets on this side, deeds that are guarded and written down on the other.
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2'
import { OutsideRoot } from '../session/file-root.ts'
import { type GuardedFiles, NoRight, OpenFile, type OpenFolder } from '../session/guarded-files.ts'

const { STATUS_CODE } = ssh2.utils.sftp
const MOST_HANDLES = 256
const MOST_READ = 256 * 1024

/** Clients ask as soon as the channel is open: they are heard at once and answered when the target is there. */
export const serveFiles = (person: SFTPWrapper, opening: Promise<GuardedFiles>): void => {
  let files: GuardedFiles
  const ready = opening.then((opened) => {
    files = opened
  })
  ready.catch(() => undefined)
  const handles = new Map<number, OpenFile | OpenFolder>()
  let next = 0

  const handleOf = (id: Buffer): OpenFile | OpenFolder => {
    const handle = id.length === 4 ? handles.get(id.readUInt32BE(0)) : undefined
    if (!handle) throw new Error('no such handle')
    return handle
  }
  const fileOf = (id: Buffer): OpenFile => {
    const handle = handleOf(id)
    if (!(handle instanceof OpenFile)) throw new Error('no file')
    return handle
  }
  const folderOf = (id: Buffer): OpenFolder => {
    const handle = handleOf(id)
    if (handle instanceof OpenFile) throw new Error('no folder')
    return handle
  }
  const give = (handle: OpenFile | OpenFolder): Buffer => {
    const id = Buffer.alloc(4)
    id.writeUInt32BE(next, 0)
    handles.set(next++, handle)
    return id
  }
  const room = () => {
    if (handles.size >= MOST_HANDLES) throw new Error('too many open files')
  }

  /** Answers a request: `work` has said its word, or a failure is told as its status. */
  const on = <A extends unknown[]>(event: string, work: (request: number, ...args: A) => Promise<void>) => {
    person.on(event, (request: number, ...args: A) => {
      ready
        .then(() => {
          files.book.active()
          return work(request, ...args)
        })
        .catch((error: unknown) => person.status(request, statusOf(error), messageOf(error)))
    })
  }
  const okay = (request: number) => person.status(request, STATUS_CODE.OK)
  /** Of those that answer with nothing but success. */
  const does = <A extends unknown[]>(event: string, work: (...args: A) => Promise<void>) =>
    on(event, async (request, ...args: A) => {
      await work(...args)
      okay(request)
    })

  on('OPEN', async (request, path: string, flags: number, attrs: Attributes) => {
    room()
    person.handle(request, give(await files.openFile(path, flags, attrs)))
  })
  on('READ', async (request, id: Buffer, offset: number, length: number) => {
    const data = await fileOf(id).read(Math.min(length, MOST_READ), offset)
    if (data.length === 0) person.status(request, STATUS_CODE.EOF)
    else person.data(request, data)
  })
  does('WRITE', async (id: Buffer, offset: number, data: Buffer) => fileOf(id).write(data, offset))
  does('CLOSE', async (id: Buffer) => {
    const handle = handleOf(id)
    handles.delete(id.readUInt32BE(0))
    await handle.close()
  })
  on('FSTAT', async (request, id: Buffer) => person.attrs(request, (await fileOf(id).stat()) as Attributes))
  does('FSETSTAT', async (id: Buffer, attrs: Attributes) => fileOf(id).change(attrs))
  on('OPENDIR', async (request, path: string) => {
    room()
    person.handle(request, give(await files.openFolder(path)))
  })
  on('READDIR', async (request, id: Buffer) => {
    const list = await folderOf(id).next()
    if (list.length === 0) person.status(request, STATUS_CODE.EOF)
    else
      person.name(
        request,
        list.map(({ filename, longname, attrs }) => ({ filename, longname, attrs: attrsOf(attrs as Attributes) })),
      )
  })
  on('STAT', async (request, path: string) => person.attrs(request, (await files.stat(path)) as Attributes))
  on('LSTAT', async (request, path: string) => person.attrs(request, (await files.lstat(path)) as Attributes))
  does('SETSTAT', (path: string, attrs: Attributes) => files.change(path, attrs))
  on('REALPATH', async (request, path: string) => person.name(request, [named(await files.realpath(path))]))
  on('READLINK', async (request, path: string) => person.name(request, [named(await files.readlink(path))]))
  does('REMOVE', (path: string) => files.remove(path))
  does('RMDIR', (path: string) => files.removeFolder(path))
  does('MKDIR', (path: string, attrs: Attributes) => files.makeFolder(path, attrs))
  does('RENAME', (from: string, to: string) => files.rename(from, to))
  does('SYMLINK', (path: string) => files.link(path))
  on('EXTENDED', async (request) => person.status(request, STATUS_CODE.OP_UNSUPPORTED))
}

const named = (path: string) => ({ filename: path, longname: path, attrs: {} as Attributes })

const attrsOf = ({ mode, uid, gid, size, atime, mtime }: Attributes): Attributes => ({
  mode,
  uid,
  gid,
  size,
  atime,
  mtime,
})

const statusOf = (error: unknown): number => {
  if (error instanceof NoRight || error instanceof OutsideRoot) return STATUS_CODE.PERMISSION_DENIED
  const { code } = error as { code?: unknown }
  return typeof code === 'number' && code > 0 && code <= 8 ? code : STATUS_CODE.FAILURE
}

const messageOf = (error: unknown): string => {
  if (error instanceof NoRight) return 'You have no right to do this'
  if (error instanceof OutsideRoot) return 'Outside of the folder that is shared with you'
  return (error as Error).message
}
