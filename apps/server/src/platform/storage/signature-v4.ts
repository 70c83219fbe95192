// AWS signature version 4, as S3 and all that speak its language want it: the whole request, its body included, under a key of the day.
import { createHash, createHmac } from 'node:crypto'

export interface Credentials {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
  readonly service: string
}

export interface Unsigned {
  readonly method: string
  readonly url: URL
  /** Names in lower case; all of them are signed. */
  readonly headers: Readonly<Record<string, string>>
  /** In hex. */
  readonly bodyHash: string
}

export const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')

/** The `Authorization` of a request. `headers` must hold `host` and `x-amz-date`. */
export const authorizationV4 = (request: Unsigned, credentials: Credentials): string => {
  const { accessKey, secretKey, region, service } = credentials
  const moment = request.headers['x-amz-date']!
  const scope = [moment.slice(0, 8), region, service, 'aws4_request']
  const toSign = ['AWS4-HMAC-SHA256', moment, scope.join('/'), sha256(canonical(request))].join('\n')
  const key = scope.reduce<Uint8Array>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretKey}`))
  return `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope.join('/')}, SignedHeaders=${names(request)}, Signature=${Buffer.from(hmac(key, toSign)).toString('hex')}`
}

/** `20130524T000000Z` */
export const amzDate = (now: Date): string => now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** Everything but the unreserved signs, byte by byte. */
export const uriEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export const canonical = (request: Unsigned): string => {
  const { method, url, headers, bodyHash } = request
  const query = [...url.searchParams]
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map((pair) => pair.join('='))
  const lines = sorted(headers).map(([name, value]) => `${name}:${value.trim().replaceAll(/\s+/g, ' ')}\n`)
  return [method, url.pathname || '/', query.join('&'), lines.join(''), names(request), bodyHash].join('\n')
}

const sorted = (headers: Unsigned['headers']) => Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))

const names = ({ headers }: Unsigned): string =>
  sorted(headers)
    .map(([name]) => name)
    .join(';')

const hmac = (key: Uint8Array, text: string): Uint8Array => createHmac('sha256', key).update(text).digest()
