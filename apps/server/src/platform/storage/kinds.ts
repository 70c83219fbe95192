// What a storage of each type has to know, read from its settings and turned into a bucket.
import type { ReplayStorageType } from '@drawbridge/model'
import type { Dial } from '../outgoing.ts'
import { azureBucket } from './azure.ts'
import { type Bucket, Misconfigured } from './bucket.ts'
import { type S3Place, s3Bucket } from './s3.ts'

export type RemoteType = Exclude<ReplayStorageType, 'null' | 'server'>

/** The settings with their secrets opened. */
export type Meta = Readonly<Record<string, unknown>>

/** Throws `Misconfigured` where something is missing that no call could be made without. */
export const openBucket = (type: RemoteType, meta: Meta, dial: Dial, now: () => Date): Bucket =>
  type === 'azure' ? azure(meta, dial, now) : s3Bucket(s3Place(type, meta), dial, now)

const s3Place = (type: Exclude<RemoteType, 'azure'>, meta: Meta): S3Place => {
  const endpoint = endpointOf(needed(meta, 'ENDPOINT'), type === 'swift' ? needed(meta, 'PROTOCOL') : 'https')
  const bucket = matching(meta, 'BUCKET', /^[\w][\w.-]{1,254}$/)
  return {
    endpoint,
    bucket,
    region: type === 'swift' ? needed(meta, 'REGION') : regionOf(endpoint.hostname),
    accessKey: needed(meta, 'ACCESS_KEY'),
    secretKey: needed(meta, 'SECRET_KEY'),
    style: HOST_STYLE.test(endpoint.hostname) && !bucket.includes('.') ? 'host' : 'path',
  }
}

/** The two that want the bucket before the host. */
const HOST_STYLE = /(^|\.)(amazonaws\.com(\.cn)?|aliyuncs\.com)$/

/** In the name of the host at Amazon and OSS; the others take the oldest one for any. */
export const regionOf = (host: string): string =>
  /(?:^|[.-])(?:s3|oss)[.-](?:dualstack\.)?([a-z]{2}(?:-(?!internal)[a-z]+)+(?:-\d+)?)(?:-internal)?\./.exec(
    host,
  )?.[1] ?? 'us-east-1'

const azure = (meta: Meta, dial: Dial, now: () => Date): Bucket => {
  const account = matching(meta, 'ACCOUNT_NAME', /^[a-z0-9]{3,24}$/)
  const suffix = matching(meta, 'ENDPOINT_SUFFIX', /^[a-z0-9.-]{1,100}$/)
  const container = matching(meta, 'CONTAINER_NAME', /^[a-z0-9]([a-z0-9-]{1,61})[a-z0-9]$/)
  const endpoint = new URL(`https://${account}.blob.${suffix}`)
  return azureBucket({ endpoint, account, container, key: needed(meta, 'ACCOUNT_KEY') }, dial, now)
}

const endpointOf = (given: string, protocol: string): URL => {
  const text = given.includes('://') ? given : `${protocol}://${given}`
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (!url?.hostname || url.username || url.password || url.pathname !== '/') throw new Misconfigured('ENDPOINT')
  return url
}

const needed = (meta: Meta, name: string): string => {
  const value = meta[name]
  if (typeof value !== 'string' || value === '') throw new Misconfigured(name)
  return value
}

const matching = (meta: Meta, name: string, form: RegExp): string => {
  const value = needed(meta, name)
  if (!form.test(value)) throw new Misconfigured(name)
  return value
}
