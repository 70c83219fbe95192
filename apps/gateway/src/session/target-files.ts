// Files of a target as a protocol gives them. What somebody may do to them is not decided here.

/** How a file is opened, as SFTP numbers it. */
export const OPEN = { READ: 1, WRITE: 2, APPEND: 4, CREAT: 8, TRUNC: 16, EXCL: 32 } as const

export interface FileStats {
  /** Kind and permissions, as Unix has them. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly size: number
  /** Seconds since 1970. */
  readonly atime: number
  readonly mtime: number
}

export type FileChange = Partial<FileStats>

export interface ListedFile {
  readonly filename: string
  /** As `ls -l` would show it; names of owners stand only here. */
  readonly longname: string
  readonly attrs: FileStats
}

/** What the target calls something that it has opened. */
export type FileHandle = Buffer

export interface TargetFiles {
  /** The path with every link followed; fails where nothing is. */
  realpath(path: string): Promise<string>
  stat(path: string): Promise<FileStats>
  lstat(path: string): Promise<FileStats>
  setstat(path: string, change: FileChange): Promise<void>
  readlink(path: string): Promise<string>
  unlink(path: string): Promise<void>
  rmdir(path: string): Promise<void>
  mkdir(path: string, change: FileChange): Promise<void>
  /** Fails where something has the new name already, with most targets. */
  rename(from: string, to: string): Promise<void>
  /** Takes the place of what has the new name. */
  replace(from: string, to: string): Promise<void>
  open(path: string, flags: number, change: FileChange): Promise<FileHandle>
  opendir(path: string): Promise<FileHandle>
  close(handle: FileHandle): Promise<void>
  /** At most `size` bytes; none at the end. */
  read(handle: FileHandle, size: number, offset: number): Promise<Buffer>
  write(handle: FileHandle, data: Buffer, offset: number): Promise<void>
  fstat(handle: FileHandle): Promise<FileStats>
  fsetstat(handle: FileHandle, change: FileChange): Promise<void>
  /** The next names; none at the end. */
  readdir(handle: FileHandle): Promise<readonly ListedFile[]>
  onLost(heard: () => void): void
}

const KIND = { mask: 0o170000, folder: 0o040000, file: 0o100000, link: 0o120000 } as const

export const kindOf = ({ mode }: Pick<FileStats, 'mode'>): 'file' | 'folder' | 'link' | 'other' => {
  const kind = mode & KIND.mask
  return kind === KIND.folder ? 'folder' : kind === KIND.file ? 'file' : kind === KIND.link ? 'link' : 'other'
}

/** Why a target did not do it, as far as it tells. */
export const failureOf = (error: unknown): 'missing' | 'denied' | 'failed' => {
  const { code } = error as { code?: unknown }
  return code === 2 ? 'missing' : code === 3 ? 'denied' : 'failed'
}

/** Undefined where nothing is; every other failure is one. */
export const whereThere = <T>(looking: Promise<T>): Promise<T | undefined> =>
  looking.catch((error: unknown) => {
    if (failureOf(error) === 'missing') return undefined
    throw error
  })
