// SFTP between a person and a target: each request is looked at, allowed or refused by its right, kept inside the root, and written down.
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2'
import type { FileRecord } from '../server/server.ts'
import { FileRoot, OutsideRoot } from './file-root.ts'

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp
const WRITES = OPEN_MODE.WRITE | OPEN_MODE.APPEND | OPEN_MODE.CREAT | OPEN_MODE.TRUNC
const MOST_HANDLES = 256
const MOST_READ = 256 * 1024

export interface FileRights {
  readonly upload: boolean
  readonly download: boolean
}

export interface FileService {
  readonly rights: FileRights
  readonly root: string
  note(operate: FileRecord['operate'], filename: string, succeeded: boolean): void
  active(): void
}

class NoRight extends Error {}

interface Handle {
  readonly target: Buffer
  readonly kind: 'file' | 'folder'
  readonly path: string
  readonly writes: boolean
  listed: boolean
  failed: boolean
}

/** Clients ask as soon as the channel is open: they are heard at once and answered when the target is there. */
export const serveFiles = (
  person: SFTPWrapper,
  opening: Promise<{ target: SFTPWrapper; service: FileService }>,
): void => {
  let target: SFTPWrapper
  let service: FileService
  let root: FileRoot
  const ready = opening.then(async (opened) => {
    ;({ target, service } = opened)
    const realpath = (path: string) => call<string>((take) => target.realpath(path, take))
    root = await FileRoot.open({ realpath }, service.root)
  })
  ready.catch(() => undefined)
  const note: FileService['note'] = (...deed) => service.note(...deed)
  const call = <T>(ask: (take: (error: Error | undefined | null, value: T) => void) => void): Promise<T> =>
    new Promise((done, fail) => ask((error, value) => (error ? fail(error) : done(value))))
  const act = (ask: (take: (error?: Error | null) => void) => void): Promise<void> =>
    new Promise((done, fail) => ask((error) => (error ? fail(error) : done())))
  const handles = new Map<number, Handle>()
  let next = 0

  const handleOf = (id: Buffer): Handle => {
    const handle = id.length === 4 ? handles.get(id.readUInt32BE(0)) : undefined
    if (!handle) throw new Error('no such handle')
    return handle
  }
  const give = (handle: Handle): Buffer => {
    if (handles.size >= MOST_HANDLES) throw new Error('too many open files')
    const id = Buffer.alloc(4)
    id.writeUInt32BE(next, 0)
    handles.set(next++, handle)
    return id
  }
  const needUpload = () => {
    if (!service.rights.upload) throw new NoRight()
  }
  const needDownload = () => {
    if (!service.rights.download) throw new NoRight()
  }

  /** What changes something is written down, whether it was allowed, worked or not. */
  const noted = async (operate: FileRecord['operate'], path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      note(operate, root.absolute(path), true)
    } catch (error) {
      note(operate, root.absolute(path), false)
      throw error
    }
  }

  /** Answers a request: `work` has said its word, or a failure is told as its status. */
  const on = <A extends unknown[]>(event: string, work: (request: number, ...args: A) => Promise<void>) => {
    person.on(event, (request: number, ...args: A) => {
      ready
        .then(() => {
          service.active()
          return work(request, ...args)
        })
        .catch((error: unknown) => person.status(request, statusOf(error), messageOf(error)))
    })
  }
  const okay = (request: number) => person.status(request, STATUS_CODE.OK)

  on('OPEN', async (request, path: string, flags: number, attrs: Attributes) => {
    const writes = (flags & WRITES) !== 0
    const operate = writes ? 'Upload' : 'Download'
    try {
      if (writes) needUpload()
      if (!writes || (flags & OPEN_MODE.READ) !== 0) needDownload()
      const entry = await root.entry(path)
      // A file that is there is opened where its links lead; one that is not begins in its folder.
      const place = await root.inside(path).catch((error: Error) => {
        if (error instanceof OutsideRoot || !writes) throw error
        return entry
      })
      if (writes && place === entry) await refuseDangling(entry)
      const handle = await call<Buffer>((take) => target.open(place, flags, withoutOwner(attrs), take))
      person.handle(request, give({ target: handle, kind: 'file', path, writes, listed: false, failed: false }))
    } catch (error) {
      note(operate, root.absolute(path), false)
      throw error
    }
  })

  /** A link whose end does not exist could make a file anywhere. */
  const refuseDangling = async (entry: string): Promise<void> => {
    const stats = await call<{ isSymbolicLink(): boolean }>((take) => target.lstat(entry, take)).catch(() => undefined)
    if (stats?.isSymbolicLink()) throw new OutsideRoot(entry)
  }

  on('READ', async (request, id: Buffer, offset: number, length: number) => {
    const { target: handle } = handleOf(id)
    const size = Math.min(length, MOST_READ)
    const buffer = Buffer.alloc(size)
    const read = await call<number>((take) => target.read(handle, buffer, 0, size, offset, take))
    if (read === 0) person.status(request, STATUS_CODE.EOF)
    else person.data(request, buffer.subarray(0, read))
  })
  on('WRITE', async (request, id: Buffer, offset: number, data: Buffer) => {
    const handle = handleOf(id)
    if (!handle.writes) throw new NoRight()
    try {
      await act((take) => target.write(handle.target, data, 0, data.length, offset, take))
    } catch (error) {
      handle.failed = true
      throw error
    }
    okay(request)
  })
  on('CLOSE', async (request, id: Buffer) => {
    const handle = handleOf(id)
    handles.delete(id.readUInt32BE(0))
    await act((take) => target.close(handle.target, take))
    if (handle.kind === 'file') note(handle.writes ? 'Upload' : 'Download', root.absolute(handle.path), !handle.failed)
    okay(request)
  })
  on('FSTAT', async (request, id: Buffer) => {
    const { target: handle } = handleOf(id)
    person.attrs(request, attrsOf(await call((take) => target.fstat(handle, take))))
  })
  on('FSETSTAT', async (request, id: Buffer, attrs: Attributes) => {
    const { target: handle, writes } = handleOf(id)
    if (!writes) throw new NoRight()
    await act((take) => target.fsetstat(handle, withoutOwner(attrs), take))
    okay(request)
  })
  on('OPENDIR', async (request, path: string) => {
    const place = await root.inside(path)
    const handle = await call<Buffer>((take) => target.opendir(place, take))
    person.handle(request, give({ target: handle, kind: 'folder', path, writes: false, listed: false, failed: false }))
  })
  on('READDIR', async (request, id: Buffer) => {
    const handle = handleOf(id)
    const list = await call<Parameters<SFTPWrapper['name']>[1]>((take) =>
      target.readdir(handle.target, (error, entries) => take(error, entries as never)),
    )
    // ssh2 tells the end of a folder as an empty list.
    if (!list || (list as unknown as boolean) === false || list.length === 0) person.status(request, STATUS_CODE.EOF)
    else
      person.name(
        request,
        list.map(({ filename, longname, attrs }) => ({ filename, longname, attrs: attrsOf(attrs) })),
      )
  })
  on('STAT', async (request, path: string) => {
    const place = await root.inside(path)
    person.attrs(request, attrsOf(await call((take) => target.stat(place, take))))
  })
  on('LSTAT', async (request, path: string) => {
    const place = await root.entry(path)
    person.attrs(request, attrsOf(await call((take) => target.lstat(place, take))))
  })
  on('SETSTAT', async (request, path: string, attrs: Attributes) => {
    needUpload()
    const place = await root.inside(path)
    await act((take) => target.setstat(place, withoutOwner(attrs), take))
    okay(request)
  })
  on('REALPATH', async (request, path: string) => {
    // A place that does not exist yet is named too, by clients that are about to make it.
    const place = await root.inside(path).catch(async (error: Error) => {
      if (error instanceof OutsideRoot) throw error
      return root.entry(path)
    })
    person.name(request, [{ filename: place, longname: place, attrs: {} as Attributes }])
  })
  on('READLINK', async (request, path: string) => {
    const place = await root.entry(path)
    const to = await call<string>((take) => target.readlink(place, take))
    person.name(request, [{ filename: to, longname: to, attrs: {} as Attributes }])
  })
  on('REMOVE', (request, path: string) =>
    noted('Delete', path, async () => {
      needUpload()
      const place = await root.entry(path)
      await act((take) => target.unlink(place, take))
      okay(request)
    }),
  )
  on('RMDIR', (request, path: string) =>
    noted('Rmdir', path, async () => {
      needUpload()
      const place = await root.entry(path)
      await act((take) => target.rmdir(place, take))
      okay(request)
    }),
  )
  on('MKDIR', (request, path: string, attrs: Attributes) =>
    noted('Mkdir', path, async () => {
      needUpload()
      const place = await root.entry(path)
      await act((take) => target.mkdir(place, withoutOwner(attrs), take))
      okay(request)
    }),
  )
  on('RENAME', (request, from: string, to: string) =>
    noted('Rename', `${from} → ${to}`, async () => {
      needUpload()
      const [old, fresh] = [await root.entry(from), await root.entry(to)]
      await act((take) => target.rename(old, fresh, take))
      okay(request)
    }),
  )
  // A link could be made to lead out of the root: nobody needs one badly enough.
  on('SYMLINK', async (_request, path: string) =>
    noted('Symlink', path, async () => {
      throw new NoRight()
    }),
  )
  on('EXTENDED', async (request) => person.status(request, STATUS_CODE.OP_UNSUPPORTED))
}

/** Who owns a file is not the person's to say. */
const withoutOwner = ({ mode, size, atime, mtime }: Partial<Attributes>): Attributes =>
  ({
    ...(mode === undefined ? {} : { mode }),
    ...(size === undefined ? {} : { size }),
    ...(atime === undefined || mtime === undefined ? {} : { atime, mtime }),
  }) as Attributes

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
