// The web console: its files as they were built. Open to anybody, as there is nothing in them; what they ask for is not.
import { label } from '@drawbridge/resource'
import { pathNotFound } from '@drawbridge/wire'
import { type BuiltFile, type BuiltFiles, type Encoding, openBuiltFiles } from '../../platform/built-files.ts'
import type { Answer, Call, Route } from '../../platform/http/route.ts'

export const CONSOLE = '/ui/'

/** Files of the build carry a hash in their names here, so one address has one content for ever. No screen has this name. */
const HASHED = 'built/'

export interface Mounted {
  /** Shown where no console is built. */
  readonly home: string
  readonly at?: string
  readonly files?: BuiltFiles
}

export const consoleRoutes = ({ home, at = CONSOLE, files = openBuiltFiles() }: Mounted): Route[] =>
  [at, `${at}*`].map((path) => ({
    method: 'GET',
    path,
    access: ['anonymous'],
    page: true,
    alone: true,
    doc: { area: 'console', summary: label('控制台', 'Console') },
    run: (call) => serve(call, files, home),
  }))

/** Pages of the same build with a window of their own, at the addresses that the console opens for a session. */
const windows = [
  { path: '/luna/', file: 'luna.html', summary: label('网页终端', 'Web terminal') },
  { path: '/luna/replay/*', file: 'player.html', summary: label('录像播放器', 'Player of recordings') },
  { path: '/luna/join/*', file: 'player.html', summary: label('会话监控', 'Monitor of a session') },
  { path: '/koko/elfinder/sftp/', file: 'files.html', summary: label('文件管理', 'File manager') },
] as const

export const windowRoutes = ({ home, files = openBuiltFiles() }: Omit<Mounted, 'at'>): Route[] =>
  windows.map(({ path, file, summary }) => ({
    method: 'GET',
    path,
    access: ['anonymous'],
    page: true,
    alone: true,
    doc: { area: 'console', summary },
    run: async (call) => {
      const page = await files.read(file)
      return page ? send(call, page, 'no-cache') : { status: 302, headers: { location: home } }
    },
  }))

const serve = async (call: Call, files: BuiltFiles, home: string): Promise<Answer | undefined> => {
  const name = call.params['*'] ?? ''
  const file = name === '' ? undefined : await files.read(name)
  if (file) return send(call, file, name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache')
  // A file of an older build is gone; a page in its place would be read as a script.
  if (name.startsWith(HASHED)) throw pathNotFound()
  const page = await files.read('index.html')
  return page ? send(call, page, 'no-cache') : { status: 302, headers: { location: home } }
}

const send = ({ request, reply }: Call, file: BuiltFile, keep: string): undefined => {
  const encoding = chosen(request.headers['accept-encoding'], file)
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`
  reply.headers({ etag, 'cache-control': keep, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === etag) {
    reply.code(304).send()
    return
  }
  if (encoding) reply.header('content-encoding', encoding)
  reply
    .code(200)
    .type(file.type)
    .send(file.bodies[encoding ?? 'identity'])
}

const chosen = (accepted: string | string[] | undefined, { bodies }: BuiltFile): Encoding | undefined => {
  const wanted = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => wanted.includes(encoding) && bodies[encoding])
}
