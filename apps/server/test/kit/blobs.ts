// A stand-in for Azure Blob Storage: keeps blobs of one account, and checks the shared key after the published rules, by code of its own.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const ACCOUNT = 'bridge'
const KEY = Buffer.from('a key of the tests, of some length').toString('base64')
const CONTAINER = 'recordings'

export interface Blobs {
  readonly url: string
  readonly account: string
  readonly key: string
  close(): Promise<void>
}

export const openBlobs = async (): Promise<Blobs> => {
  const kept = new Map<string, Buffer>()
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const refuse = (status: number, code: string) => answer.writeHead(status, { 'x-ms-error-code': code }).end()
    if (!isSigned(request)) return refuse(403, 'AuthenticationFailed')
    const { pathname } = new URL(request.url ?? '', 'http://x')
    if (!pathname.startsWith(`/${CONTAINER}/`)) return refuse(404, 'ContainerNotFound')
    if (request.method === 'PUT') {
      if (request.headers['x-ms-blob-type'] !== 'BlockBlob') return refuse(400, 'MissingRequiredHeader')
      kept.set(pathname, Buffer.concat(parts))
      return answer.writeHead(201).end()
    }
    const found = kept.get(pathname)
    if (!found) return refuse(404, 'BlobNotFound')
    if (request.method === 'DELETE') kept.delete(pathname)
    return request.method === 'DELETE' ? answer.writeHead(202).end() : answer.writeHead(200).end(found)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account: ACCOUNT,
    key: KEY,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

const STANDARD = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
] as const

const isSigned = ({ method, url, headers }: IncomingMessage): boolean => {
  let text = `${method}\n`
  for (const name of STANDARD) {
    const value = headers[name] ?? ''
    text += `${name === 'content-length' && value === '0' ? '' : value}\n`
  }
  const own = Object.keys(headers).filter((name) => name.startsWith('x-ms-'))
  for (const name of own.sort()) text += `${name}:${headers[name]}\n`
  text += `/${ACCOUNT}${(url ?? '').split('?')[0]}`
  const wanted = createHmac('sha256', Buffer.from(KEY, 'base64')).update(text).digest()
  const [, given = ''] = new RegExp(`^SharedKey ${ACCOUNT}:(.+)$`).exec(headers.authorization ?? '') ?? []
  const shown = Buffer.from(given, 'base64')
  return shown.length === wanted.length && timingSafeEqual(shown, wanted)
}
