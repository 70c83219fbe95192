// Amazon S3 and what speaks its language: Ceph's gateway, OSS, the S3 layer of Swift.
import type { Dial, Outgoing } from '../outgoing.ts'
import { type Bucket, isGood, LARGEST, refusedBy, SHORT } from './bucket.ts'
import { amzDate, authorizationV4, sha256, uriEncode } from './signature-v4.ts'
import { checkedPath } from './store.ts'

export interface S3Place {
  readonly endpoint: URL
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /** Where the bucket stands: before the host (Amazon, OSS) or first in the path (everybody else). */
  readonly style: 'host' | 'path'
}

export const s3Bucket = (place: S3Place, dial: Dial, now: () => Date): Bucket => {
  const call = async (
    method: Outgoing['method'],
    path: string,
    { body, most }: { body?: Uint8Array; most: number },
  ) => {
    const url = urlOf(place, checkedPath(path))
    const bodyHash = sha256(body ?? '')
    const headers = { host: url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': amzDate(now()) }
    const authorization = authorizationV4({ method, url, headers, bodyHash }, { ...place, service: 's3' })
    return { url, answer: await dial({ method, url, headers: { ...headers, authorization }, body, most }) }
  }
  return {
    put: async (path, bytes) => {
      const { url, answer } = await call('PUT', path, { body: bytes, most: SHORT })
      if (!isGood(answer)) throw refusedBy(url, answer)
    },
    get: async (path) => {
      const { url, answer } = await call('GET', path, { most: LARGEST })
      // A bucket that is not there is no empty one.
      if (answer.status === 404 && !answer.body.includes('NoSuchBucket')) return undefined
      if (!isGood(answer)) throw refusedBy(url, answer)
      return answer.body
    },
    remove: async (path) => {
      const { url, answer } = await call('DELETE', path, { most: SHORT })
      if (!isGood(answer) && answer.status !== 404) throw refusedBy(url, answer)
    },
  }
}

const urlOf = ({ endpoint, bucket, style }: S3Place, path: string): URL => {
  const key = path.split('/').map(uriEncode).join('/')
  const url = new URL(endpoint.origin)
  if (style === 'host') url.hostname = `${bucket}.${endpoint.hostname}`
  url.pathname = style === 'host' ? `/${key}` : `/${uriEncode(bucket)}/${key}`
  return url
}
