// The folder that the build of the console left, read once per file, and again when the file changed.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Encoding = 'br' | 'gzip'

export interface BuiltFile {
  readonly type: string
  readonly hash: string
  /** As it is, and as the build has compressed it. */
  readonly bodies: Readonly<{ identity: Buffer } & Partial<Record<Encoding, Buffer>>>
}

export interface BuiltFiles {
  read(name: string): Promise<BuiltFile | undefined>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
const endings: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]
/** Plain names only: nothing that climbs, hides or needs to be understood. */
const plain = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

export const openBuiltFiles = (folder: string = builtFolder()): BuiltFiles => {
  const known = new Map<string, { changed: number; file: BuiltFile }>()
  return {
    async read(name) {
      const type = types[extname(name)]
      if (!type || name.length > 200 || !plain.test(name)) return undefined
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) return undefined
      const kept = known.get(name)
      if (kept?.changed === found.mtimeMs) return kept.file
      const file = await readBuilt(path, type)
      known.set(name, { changed: found.mtimeMs, file })
      return file
    },
  }
}

const readBuilt = async (path: string, type: string): Promise<BuiltFile> => {
  const identity = await readFile(path)
  const compressed = await Promise.all(
    endings.map(
      async ([encoding, ending]) => [encoding, await readFile(path + ending).catch(() => undefined)] as const,
    ),
  )
  return {
    type,
    hash: createHash('sha256').update(identity).digest('hex').slice(0, 16),
    bodies: { identity, ...Object.fromEntries(compressed) },
  }
}

/** Beside the server, seen from its sources or from its build. */
const builtFolder = (): string => {
  const places = ['../../../console/dist', '../../../../console/dist'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  return places.find((place) => existsSync(place)) ?? places[0]!
}
