// The examples that Amazon publishes for "Authenticating Requests: Using the Authorization Header".
import { expect, it } from 'vitest'
import { faultOf } from '../../../test/kit/s3.ts'
import { amzDate, authorizationV4, sha256 } from './signature-v4.ts'

const credentials = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
}
const at = amzDate(new Date('2013-05-24T00:00:00Z'))
const host = 'examplebucket.s3.amazonaws.com'

const signed = (method: string, path: string, more: Record<string, string> = {}, body = '') => {
  const bodyHash = sha256(body)
  const headers = { host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': at, ...more }
  return authorizationV4({ method, url: new URL(`https://${host}${path}`), headers, bodyHash }, credentials)
}

it('signs the published examples as published', () => {
  const examples = [
    [
      signed('GET', '/test.txt', { range: 'bytes=0-9' }),
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      signed(
        'PUT',
        '/test%24file.text',
        { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        'Welcome to Amazon S3.',
      ),
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [signed('GET', '/?lifecycle'), 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [signed('GET', '/?max-keys=2&prefix=J'), '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ] as const
  for (const [given, signature] of examples) expect(given).toMatch(new RegExp(`Signature=${signature}$`))
  expect(examples[0][0]).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      `SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=${examples[0][1]}`,
  )
})

it('and so does the stand-in that other tests call', () => {
  const secretOf = () => credentials.secretKey
  const bodyHash = sha256('')
  const headers = { host, range: 'bytes=0-9', 'x-amz-content-sha256': bodyHash, 'x-amz-date': at }
  const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
  const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
  const published = (end: string) =>
    `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${end}`
  const judged = (authorization: string) =>
    faultOf({ method: 'GET', url: '/test.txt', headers: { ...headers, authorization } }, Buffer.alloc(0), secretOf)
  expect(judged(published(signature))).toBeUndefined()
  expect(judged(published(signature.replace('f', 'e')))).toBe('SignatureDoesNotMatch')
})
