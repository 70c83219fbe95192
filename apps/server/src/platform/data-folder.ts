import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Held, type Lock, takeLock } from './lock-file.ts'
import { StartFailure } from './start-failure.ts'

export interface DataFolder {
  readonly path: string
  release(): void
}

export async function openDataFolder(path: string): Promise<DataFolder> {
  const folder = resolve(path)
  let lock: Lock
  try {
    await prepare(folder)
    lock = takeLock(join(folder, 'lock'))
  } catch (error) {
    throw failureOf(folder, error)
  }
  return { path: folder, release: () => lock.release() }
}

async function prepare(folder: string) {
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
}

function failureOf(folder: string, error: unknown) {
  if (error instanceof Held) {
    return new StartFailure(`The data folder ${folder} is already in use by another Drawbridge (process ${error.pid})`)
  }
  const { code = '', message } = error as NodeJS.ErrnoException
  return new StartFailure(`The data folder ${folder} cannot be used: ${reasons[code] ?? message}`, { cause: error })
}
