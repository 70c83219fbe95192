// What a page asks, as far as it makes sense: everything else is refused at the door.
import type { Conflict, FileAsk } from '@drawbridge/wire'

const MOST_PATHS = 1_000
const MOST_BYTES = 2 ** 50

export const readAsk = (given: unknown): FileAsk | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  const asked = given as Record<string, unknown>
  const { path, from, to, paths, mode, key, size, conflict, upload, version } = asked
  switch (asked.deed) {
    case 'list':
    case 'mkdir':
    case 'read':
      return isPath(path) ? { deed: asked.deed, path } : undefined
    case 'rename':
      return isPath(from) && isPath(to) ? { deed: 'rename', from, to } : undefined
    case 'remove':
    case 'download':
      return arePaths(paths) ? { deed: asked.deed, paths } : undefined
    case 'chmod':
      return isPath(path) && isWhole(mode, 0o7777) ? { deed: 'chmod', path, mode } : undefined
    case 'upload':
      return isPath(path) && isKey(key) && isWhole(size, MOST_BYTES) && isConflict(conflict)
        ? { deed: 'upload', path, key, size, conflict }
        : undefined
    case 'finish':
      return isWhole(upload, 2 ** 32) && isConflict(conflict) && (version === undefined || isVersion(version))
        ? { deed: 'finish', upload, conflict, ...(version === undefined ? {} : { version }) }
        : undefined
    case 'abandon':
      return isWhole(upload, 2 ** 32) ? { deed: 'abandon', upload } : undefined
    default:
      return undefined
  }
}

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && value.length <= 4_096 && !value.includes('\u0000')

const arePaths = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_PATHS && value.every(isPath)

const isWhole = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most

const isKey = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9]{16,40}$/.test(value)

const isVersion = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

const isConflict = (value: unknown): value is Conflict => value === 'ask' || value === 'overwrite' || value === 'both'
