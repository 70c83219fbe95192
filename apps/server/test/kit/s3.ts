// A stand-in for S3: keeps objects of its buckets, and checks signatures of version 4 after the published rules, by code of its own.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const S3_KEY = { accessKey: 'BRIDGEKEYFORTESTS', secretKey: 'bridge/secret+of+the+tests' } as const

export interface S3 {
  readonly port: number
  /** By bucket and key. */
  readonly kept: Map<string, Buffer>
  /** Methods and paths of the calls that were let in. */
  readonly calls: string[]
  /** Says what to answer in place of the truth, or nothing. */
  mischief?: (method: string, path: string) => { status: number; body?: Buffer | string } | undefined
  /** As if its host were gone; what it kept stays. */
  stop(): Promise<void>
  start(): Promise<void>
}

export const openS3 = async (buckets: readonly string[] = ['recordings']): Promise<S3> => {
  const kept = new Map<string, Buffer>()
  const calls: string[] = []
  let server: Server | undefined
  const answer = (request: IncomingMessage, body: Buffer): { status: number; body?: Buffer | string } => {
    const refuse = (status: number, code: string) => ({ status, body: `<Error><Code>${code}</Code></Error>` })
    const fault = faultOf(request, body, (key) => (key === S3_KEY.accessKey ? S3_KEY.secretKey : undefined))
    if (fault) return refuse(403, fault)
    const path = decodeURIComponent((request.url ?? '').split('?')[0]!)
    const before = /^([\w-]+)\.s3\./.exec(request.headers.host ?? '')?.[1]
    const [bucket, ...rest] = (before ? `${before}${path}` : path.slice(1)).split('/')
    calls.push(`${request.method} ${path}`)
    const wrong = s3.mischief?.(request.method ?? '', path)
    if (wrong) return wrong
    if (!buckets.includes(bucket!)) return refuse(404, 'NoSuchBucket')
    const key = [bucket, ...rest].join('/')
    if (request.method === 'PUT') kept.set(key, body)
    if (request.method === 'DELETE') kept.delete(key)
    if (request.method !== 'GET') return { status: request.method === 'PUT' ? 200 : 204 }
    const found = kept.get(key)
    return found ? { status: 200, body: found } : refuse(404, 'NoSuchKey')
  }
  const start = (port: number) =>
    new Promise<number>((done) => {
      server = createServer(async (request, reply) => {
        const parts: Buffer[] = []
        for await (const part of request) parts.push(part as Buffer)
        const { status, body } = answer(request, Buffer.concat(parts))
        reply.writeHead(status).end(body)
      }).listen(port, '127.0.0.1', () => done((server!.address() as AddressInfo).port))
    })
  const port = await start(0)
  const s3: S3 = {
    port,
    kept,
    calls,
    stop: () =>
      new Promise((done) => {
        server?.closeAllConnections()
        if (server?.listening) server.close(() => done())
        else done()
      }),
    start: async () => void (await start(port)),
  }
  return s3
}

/** What S3 would say of the signature of a request, or nothing where it is good. */
export const faultOf = (
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
  secretOf: (accessKey: string) => string | undefined,
): string | undefined => {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, accessKey = '', day = '', region = '', signed = '', signature = ''] =
    form.exec(headers.authorization ?? '') ?? []
  const secret = secretOf(accessKey)
  if (!secret) return 'InvalidAccessKeyId'
  const hex = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
  const bodyHash = String(headers['x-amz-content-sha256'])
  if (bodyHash !== hex(body)) return 'XAmzContentSHA256Mismatch'
  if (!signed.split(';').includes('host')) return 'AccessDenied'
  const [path = '', query = ''] = url.split('?')
  let text = `${method}\n${path}\n`
  text += query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&')
  text += '\n'
  for (const name of signed.split(';')) text += `${name}:${String(headers[name]).trim()}\n`
  text += `\n${signed}\n${bodyHash}`
  const moment = String(headers['x-amz-date'])
  if (!moment.startsWith(day)) return 'SignatureDoesNotMatch'
  const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request')
  const wanted = hmac(key, `AWS4-HMAC-SHA256\n${moment}\n${day}/${region}/s3/aws4_request\n${hex(text)}`).toString(
    'hex',
  )
  return wanted === signature ? undefined : 'SignatureDoesNotMatch'
}
