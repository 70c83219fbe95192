// Buckets against stand-ins of the test kit that check every signature by code of their own, after the published rules.
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBlobs } from '../../../test/kit/blobs.ts'
import { makeCertificate } from '../../../test/kit/certificate.ts'
import { openS3, type S3, S3_KEY } from '../../../test/kit/s3.ts'
import { outboundGuard } from '../outbound.ts'
import { dialer, type Outgoing } from '../outgoing.ts'
import { azureBucket } from './azure.ts'
import type { Bucket } from './bucket.ts'
import { openBucket, regionOf } from './kinds.ts'
import { s3Bucket } from './s3.ts'

const now = () => new Date()
const here = outboundGuard({ allow: ['127.0.0.0/8'], resolve: async () => [{ address: '127.0.0.1' }] })
const dial = dialer(here)

const carriesObjects = async (bucket: Bucket) => {
  const path = 'replay/2026-01-31/12ab34cd-56ef-4a78-9b90-c1d2e3f4a5b6/000001.chunk'
  const bytes = Buffer.from(Array.from({ length: 3_000 }, (_, i) => i % 256))
  expect(await bucket.get(path)).toBeUndefined()
  await bucket.put(path, bytes)
  expect((await bucket.get(path))?.equals(bytes)).toBe(true)
  await bucket.put(path, Buffer.from('other'))
  expect((await bucket.get(path))?.toString()).toBe('other')
  await bucket.remove(path)
  await bucket.remove(path)
  expect(await bucket.get(path)).toBeUndefined()
  for (const bad of ['../x', '/x', 'a//b', 'a?b', 'a b'])
    await expect(bucket.get(bad), bad).rejects.toThrow('not a path')
}

describe('a bucket that speaks S3 (against a stand-in that checks the signature)', () => {
  let s3: S3
  beforeAll(async () => {
    s3 = await openS3()
  })
  afterAll(() => s3.stop())
  const place = () => ({
    endpoint: new URL(`http://127.0.0.1:${s3.port}`),
    bucket: 'recordings',
    region: 'us-east-1',
    style: 'path' as const,
    ...S3_KEY,
  })

  it('keeps objects, the bucket in the path or before the host', async () => {
    await carriesObjects(s3Bucket(place(), dial, now))
    const endpoint = new URL(`http://s3.amazonaws.com:${s3.port}`)
    await carriesObjects(s3Bucket({ ...place(), endpoint, style: 'host' }, dial, now))
  })

  it('[T52] says what is wrong without a word of the keys', async () => {
    const failure = async (more: object) => {
      const error = await s3Bucket({ ...place(), ...more }, dial, now)
        .put('a', Buffer.from('x'))
        .catch((error: Error) => error.message)
      expect(error).not.toMatch(/hidden-key|Signature=|Credential/)
      return error
    }
    expect(await failure({ secretKey: 'hidden-key' })).toMatch(/: answered 403 SignatureDoesNotMatch$/)
    expect(await failure({ accessKey: 'hidden-key-id' })).toMatch(/: answered 403 InvalidAccessKeyId$/)
    expect(await failure({ bucket: 'nothing' })).toMatch(/: answered 404 NoSuchBucket$/)
    await expect(s3Bucket({ ...place(), bucket: 'nothing' }, dial, now).get('a')).rejects.toThrow('NoSuchBucket')
    expect(await failure({ endpoint: new URL('http://127.0.0.1:1') })).toBe('127.0.0.1:1: ECONNREFUSED')
  })
})

describe('a bucket of Azure (against a stand-in that checks the shared key)', () => {
  it('keeps objects, and says what is wrong without a word of the key', async () => {
    const blobs = await openBlobs()
    try {
      const place = {
        endpoint: new URL(blobs.url),
        account: blobs.account,
        key: blobs.key,
        container: 'recordings',
      }
      await carriesObjects(azureBucket(place, dial, now))
      const key = Buffer.from('hidden-key').toString('base64')
      const wrong = azureBucket({ ...place, key }, dial, now).put('a', Buffer.from('x'))
      await expect(wrong).rejects.toThrow(/: answered 403 AuthenticationFailed$/)
      await expect(azureBucket({ ...place, container: 'nothing' }, dial, now).get('a')).rejects.toThrow(
        'ContainerNotFound',
      )
    } finally {
      await blobs.close()
    }
  })
})

describe('the settings of a storage', () => {
  const asked: Outgoing[] = []
  const recording = async (call: Outgoing) => {
    asked.push(call)
    return { status: 200, headers: {}, body: Buffer.alloc(0) }
  }
  const keys = { ACCESS_KEY: 'a', SECRET_KEY: 'b', BUCKET: 'rec' }
  const urlFor = async (type: 's3' | 'ceph' | 'oss' | 'swift' | 'azure', meta: Record<string, unknown>) => {
    await openBucket(type, { ...keys, ...meta }, recording, now).put('x/y', Buffer.from('1'))
    const { url, headers } = asked.at(-1)!
    return [
      url.href,
      /aws4_request|SharedKey \w+/.exec(headers.authorization!)?.[0],
      /\d{8}\/([\w-]+)\//.exec(headers.authorization!)?.[1],
    ]
  }

  it('say where the bucket is, and of which region', async () => {
    expect(await urlFor('s3', { ENDPOINT: 'https://s3.cn-north-1.amazonaws.com.cn' })).toEqual([
      'https://rec.s3.cn-north-1.amazonaws.com.cn/x/y',
      'aws4_request',
      'cn-north-1',
    ])
    expect(await urlFor('s3', { ENDPOINT: 'minio.local:9000' })).toEqual([
      'https://minio.local:9000/rec/x/y',
      'aws4_request',
      'us-east-1',
    ])
    expect(await urlFor('oss', { ENDPOINT: 'http://oss-cn-hangzhou-internal.aliyuncs.com' })).toEqual([
      'http://rec.oss-cn-hangzhou-internal.aliyuncs.com/x/y',
      'aws4_request',
      'cn-hangzhou',
    ])
    expect(await urlFor('ceph', { ENDPOINT: 'http://10.1.1.1:7480' })).toEqual([
      'http://10.1.1.1:7480/rec/x/y',
      'aws4_request',
      'us-east-1',
    ])
    expect(await urlFor('swift', { ENDPOINT: 'swift.local:8080', PROTOCOL: 'http', REGION: 'here' })).toEqual([
      'http://swift.local:8080/rec/x/y',
      'aws4_request',
      'here',
    ])
    expect(
      await urlFor('azure', {
        ACCOUNT_NAME: 'bridge',
        ACCOUNT_KEY: 'a2V5',
        CONTAINER_NAME: 'rec',
        ENDPOINT_SUFFIX: 'core.chinacloudapi.cn',
      }),
    ).toEqual(['https://bridge.blob.core.chinacloudapi.cn/rec/x/y', 'SharedKey bridge', undefined])
    for (const [host, region] of [
      ['s3.amazonaws.com', 'us-east-1'],
      ['s3-eu-west-1.amazonaws.com', 'eu-west-1'],
      ['s3.dualstack.us-gov-west-1.amazonaws.com', 'us-gov-west-1'],
      ['s3.oss-ap-southeast-1.aliyuncs.com', 'ap-southeast-1'],
    ])
      expect(regionOf(host!)).toBe(region)
  })

  it('that are not whole, or would lead elsewhere, make no call', () => {
    const open = (meta: Record<string, unknown>) => () =>
      openBucket('s3', { ...keys, ENDPOINT: 'https://s3.local', ...meta }, recording, now)
    for (const [name, meta] of [
      ['BUCKET', { BUCKET: '../x' }],
      ['BUCKET', { BUCKET: 'evil.example/' }],
      ['ENDPOINT', { ENDPOINT: 'https://user:word@s3.local' }],
      ['ENDPOINT', { ENDPOINT: 'file:///etc/passwd' }],
      ['ENDPOINT', { ENDPOINT: '' }],
      ['SECRET_KEY', { SECRET_KEY: null }],
    ] as const)
      expect(open(meta), JSON.stringify(meta)).toThrow(name)
  })
})

const certificate = makeCertificate('s3.test')

describe.skipIf(!certificate)('a call over https', () => {
  let server: SecureServer
  let port: number
  beforeAll(async () => {
    server = createSecureServer({ ...certificate }, (_, answer) => void answer.end('hidden'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const call = (host: string, ca?: string) =>
    dialer(here, { ca })({ method: 'GET', url: new URL(`https://${host}:${port}/`), headers: {}, most: 100 })

  it('[T10] goes to the name that was asked, under a certificate that somebody vouches for', async () => {
    expect((await call('s3.test', certificate!.cert)).body.toString()).toBe('hidden')
    await expect(call('s3.test')).rejects.toThrow('DEPTH_ZERO_SELF_SIGNED_CERT')
    await expect(call('other.test', certificate!.cert)).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID')
    await expect(call('127.0.0.1', certificate!.cert)).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID')
  })
})

describe('[T39] a call that an administrator caused', () => {
  let server: Server
  let behaves: (path: string, end: (status: number, headers: Record<string, string>, body: string) => void) => void
  let port: number
  const seen: string[] = []
  beforeAll(async () => {
    server = createServer(({ url = '' }, answer) => {
      seen.push(url)
      behaves(url, (status, headers, body) => answer.writeHead(status, headers).end(body))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const call = (url: string, most = 100, options?: { timeoutMs?: number; wholeMs?: number }) =>
    dialer(here, options)({ method: 'GET', url: new URL(url), headers: {}, most })

  it('follows no redirect', async () => {
    behaves = (_, end) => end(302, { location: '/elsewhere' }, '')
    expect((await call(`http://x.test:${port}/first`)).status).toBe(302)
    expect(seen).toEqual(['/first'])
  })

  it('reads no endless answer, and waits for none', async () => {
    behaves = (_, end) => end(200, {}, 'x'.repeat(101))
    await expect(call(`http://x.test:${port}/`)).rejects.toThrow('longer than 100 bytes')
    behaves = () => undefined
    await expect(call(`http://x.test:${port}/`, 100, { timeoutMs: 20 })).rejects.toThrow('no answer in time')
    await expect(call(`http://x.test:${port}/`, 100, { wholeMs: 20 })).rejects.toThrow('took too long')
  })

  it('ends when nobody wants to know any more', async () => {
    const ending = new AbortController()
    behaves = () => ending.abort()
    const asked = { method: 'GET', url: new URL(`http://x.test:${port}/`), headers: {}, most: 1 } as const
    const waiting = dialer(here, { signal: ending.signal })
    await expect(waiting(asked)).rejects.toThrow('given up')
    await expect(waiting(asked)).rejects.toThrow('given up')
  })

  it('reaches neither metadata services nor this machine, nor anything but http', async () => {
    const closed = dialer(outboundGuard({ allow: [], resolve: async () => [{ address: '127.0.0.1' }] }))
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `http://name.test:${port}/`,
      'http://169.254.169.254/',
      'http://[::1]/',
    ])
      await expect(closed({ method: 'GET', url: new URL(url), headers: {}, most: 1 }), url).rejects.toThrow(
        'may not be reached',
      )
    await expect(call('ftp://x.test/')).rejects.toThrow('neither http nor https')
  })
})
