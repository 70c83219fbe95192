// Azure Blob Storage, signed with the shared key of the account.
import { createHmac } from 'node:crypto'
import type { Dial, Outgoing } from '../outgoing.ts'
import { type Bucket, isGood, LARGEST, refusedBy, SHORT } from './bucket.ts'
import { checkedPath } from './store.ts'

export interface AzurePlace {
  /** `https://account.blob.core.windows.net`; an emulator has the account in the path. */
  readonly endpoint: URL
  readonly account: string
  /** In base64. */
  readonly key: string
  readonly container: string
}

const VERSION = '2021-08-06'

export const azureBucket = (place: AzurePlace, dial: Dial, now: () => Date): Bucket => {
  const call = async (
    method: Outgoing['method'],
    path: string,
    { body, most }: { body?: Uint8Array; most: number },
  ) => {
    const url = new URL(place.endpoint)
    url.pathname = [url.pathname.replace(/\/$/, ''), place.container, checkedPath(path)].join('/')
    const headers: Record<string, string> = {
      'x-ms-date': now().toUTCString(),
      'x-ms-version': VERSION,
      ...(body ? { 'x-ms-blob-type': 'BlockBlob', 'content-type': 'application/octet-stream' } : {}),
    }
    const authorization = sharedKey({ method, url, headers, length: body?.length ?? 0 }, place)
    return { url, answer: await dial({ method, url, headers: { ...headers, authorization }, body, most }) }
  }
  return {
    put: async (path, bytes) => {
      const { url, answer } = await call('PUT', path, { body: bytes, most: SHORT })
      if (!isGood(answer)) throw refusedBy(url, answer)
    },
    get: async (path) => {
      const { url, answer } = await call('GET', path, { most: LARGEST })
      if (answer.status === 404 && answer.headers['x-ms-error-code'] !== 'ContainerNotFound') return undefined
      if (!isGood(answer)) throw refusedBy(url, answer)
      return answer.body
    },
    remove: async (path) => {
      const { url, answer } = await call('DELETE', path, { most: SHORT })
      if (!isGood(answer) && answer.status !== 404) throw refusedBy(url, answer)
    },
  }
}

interface Unsigned {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly length: number
}

/** Of the standard headers only length and type are sent; the others stand empty in the text that is signed. */
export const sharedKey = (
  { method, url, headers, length }: Unsigned,
  { account, key }: Pick<AzurePlace, 'account' | 'key'>,
): string => {
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`)
  const query = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}:${value}`)
  const text = [
    method,
    '',
    '',
    length > 0 ? String(length) : '',
    '',
    headers['content-type'] ?? '',
    '',
    '',
    '',
    '',
    '',
    '',
    ...own,
    `/${account}${url.pathname}`,
    ...query,
  ].join('\n')
  return `SharedKey ${account}:${createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64')}`
}
