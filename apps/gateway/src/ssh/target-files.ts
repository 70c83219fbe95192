// The files of a target over SFTP.
import type { Attributes, SFTPWrapper } from 'ssh2'
import type { FileChange, FileStats, ListedFile, TargetFiles } from '../session/target-files.ts'

const END_OF_LIST = 1

export const targetFiles = (sftp: SFTPWrapper): TargetFiles => ({
  realpath: (path) => call((take) => sftp.realpath(path, take)),
  stat: (path) => stats((take) => sftp.stat(path, take)),
  lstat: (path) => stats((take) => sftp.lstat(path, take)),
  setstat: (path, change) => act((take) => sftp.setstat(path, attributes(change), take)),
  readlink: (path) => call((take) => sftp.readlink(path, take)),
  unlink: (path) => act((take) => sftp.unlink(path, take)),
  rmdir: (path) => act((take) => sftp.rmdir(path, take)),
  mkdir: (path, change) => act((take) => sftp.mkdir(path, attributes(change), take)),
  rename: (from, to) => act((take) => sftp.rename(from, to, take)),
  replace: (from, to) => replace(sftp, from, to),
  open: (path, flags, change) => call((take) => sftp.open(path, flags, attributes(change), take)),
  opendir: (path) => call((take) => sftp.opendir(path, take)),
  close: (handle) => act((take) => sftp.close(handle, take)),
  read: async (handle, size, offset) => {
    const buffer = Buffer.allocUnsafe(size)
    const read = await call<number>((take) => sftp.read(handle, buffer, 0, size, offset, take))
    return buffer.subarray(0, read)
  },
  write: (handle, data, offset) => act((take) => sftp.write(handle, data, 0, data.length, offset, take)),
  fstat: (handle) => stats((take) => sftp.fstat(handle, take)),
  fsetstat: (handle, change) => act((take) => sftp.fsetstat(handle, attributes(change), take)),
  readdir: async (handle) => {
    const list = await call<readonly ListedFile[] | false>((take) =>
      sftp.readdir(handle as never, (error, names) => take(error, names as never)),
    ).catch((error: { code?: number }) => {
      if (error.code === END_OF_LIST) return false as const
      throw error
    })
    return list || []
  },
  onLost: (heard) => {
    sftp.on('close', heard)
    sftp.on('error', heard)
  },
})

const call = <T>(ask: (take: (error: Error | undefined | null, value: T) => void) => void): Promise<T> =>
  new Promise((done, fail) => ask((error, value) => (error ? fail(error) : done(value))))

const act = (ask: (take: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((done, fail) => ask((error) => (error ? fail(error) : done())))

const stats = async (
  ask: (take: (error: Error | undefined | null, value: Attributes) => void) => void,
): Promise<FileStats> => {
  const { mode, uid, gid, size, atime, mtime } = await call(ask)
  return { mode, uid, gid, size, atime, mtime }
}

/** Owner and times are told in pairs or not at all. */
const attributes = ({ mode, size, uid, gid, atime, mtime }: FileChange): Attributes =>
  ({
    ...(mode === undefined ? {} : { mode }),
    ...(size === undefined ? {} : { size }),
    ...(uid === undefined || gid === undefined ? {} : { uid, gid }),
    ...(atime === undefined || mtime === undefined ? {} : { atime, mtime }),
  }) as Attributes

/** At once where the target can; else the old one is out of the way for a moment. */
const replace = async (sftp: SFTPWrapper, from: string, to: string): Promise<void> => {
  try {
    await act((take) => sftp.ext_openssh_rename(from, to, take))
  } catch (error) {
    // Says the library, before it asks.
    if (!/does not support/.test((error as Error).message)) throw error
    const aside = `${from}.old`
    await act((take) => sftp.rename(to, aside, take))
    try {
      await act((take) => sftp.rename(from, to, take))
    } catch (failure) {
      await act((take) => sftp.rename(aside, to, take))
      throw failure
    }
    await act((take) => sftp.unlink(aside, take))
  }
}
