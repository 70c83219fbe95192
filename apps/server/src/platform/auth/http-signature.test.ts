import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSignature, readSignature, type SignedRequest, signRequest } from './http-signature.ts'

const keyId = '1f6e2d3c-4b5a-4c6d-8e7f-9a0b1c2d3e4f'
const secret = '0a1b2c3d-4e5f-4a6b-9c8d-7e6f5a4b3c2d'
const now = new Date('2021-04-14T02:32:25Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const target = '/api/v1/users/profile/?a=1&b=%20'

const signed = (order: Partial<Parameters<typeof signRequest>[0]> = {}) => {
  const full = { keyId, secret, method: 'POST', target, now, ...order }
  return { method: full.method, target: full.target, headers: signRequest(full), body: full.body }
}

const read = (request: SignedRequest, at = now) => {
  const text = String(request.headers.authorization).replace(/^Signature\s+/i, '')
  const credential = parseSignature(text)
  return credential && readSignature(credential, request, at)
}

const accepts = (request: SignedRequest, at = now) => {
  const reading = read(request, at)
  return !!reading?.ok && reading.check(secret)
}

/** As the reference's component signs: two headers, no digest, its own order of fields. */
const byComponent = ({
  headers = '(request-target) date',
  date = now.toUTCString(),
  algorithm = 'hmac-sha256',
} = {}) => {
  const lines = headers.split(' ').map((name) => {
    return name === '(request-target)' ? `(request-target): get ${target}` : `${name}: ${date}`
  })
  const signature = createHmac('sha256', secret).update(lines.join('\n')).digest('base64')
  return {
    method: 'GET',
    target,
    headers: {
      date,
      authorization: `Signature keyId="${keyId}",algorithm="${algorithm}",signature="${signature}",headers="${headers}"`,
    },
  }
}

describe('[T51] an access-key signature', () => {
  test('is accepted as the component makes it, and does not cover a body', () => {
    expect(read(byComponent())).toMatchObject({ ok: true, keyId, coversBody: false })
    expect(accepts(byComponent())).toBe(true)
  })

  test('is accepted as we make it, and covers the body', () => {
    const request = signed({ body: '{"a":1}', headers: { 'X-Request-Id': 'r1' } })
    expect(read(request)).toMatchObject({ ok: true, coversBody: true })
    expect(accepts(request)).toBe(true)
  })

  test('is refused with another secret or an empty one', () => {
    const reading = read(signed())
    expect(reading?.ok && reading.check(`${secret}x`)).toBe(false)
    const empty = signed({ secret: '' })
    const emptyReading = read(empty)
    expect(emptyReading?.ok && emptyReading.check('')).toBe(false)
  })

  test.each([
    ['path', { target: '/api/v1/users/users/' }],
    ['query', { target: `${target}&c=1` }],
    ['method', { method: 'DELETE' }],
    ['body', { body: '{"a":2}' }],
    ['body, taken away', { body: undefined }],
  ])('is refused for a changed %s', (_, change) => {
    const request = signed({ body: '{"a":1}' })
    expect(accepts(request)).toBe(true)
    expect(accepts({ ...request, ...change })).toBe(false)
  })

  test('is refused when a signed header changed or is gone', () => {
    const request = signed({ headers: { 'x-jms-org': 'one' } })
    expect(accepts({ ...request, headers: { ...request.headers, 'x-jms-org': 'two' } })).toBe(false)
    expect(read({ ...request, headers: { ...request.headers, 'x-jms-org': undefined } })).toEqual({
      ok: false,
      reason: 'missing-header',
    })
  })

  test('is refused when old or of the future', () => {
    expect(accepts(signed(), minutes(15))).toBe(true)
    expect(accepts(signed(), minutes(-15))).toBe(true)
    expect(read(signed(), minutes(15.1))).toEqual({ ok: false, reason: 'date' })
    expect(read(signed(), minutes(-15.1))).toEqual({ ok: false, reason: 'date' })
  })

  test.each(['', 'yesterday', '2021-04-14T02:32:25Z', '2021', 'Tue, 14 Apr 2021 02:32:25 GMT'])(
    'is refused with the date %j, even when it is signed',
    (date) => {
      expect(read(byComponent({ date }))).toEqual({ ok: false, reason: 'date' })
    },
  )

  test.each(['date', '(request-target)', 'date host'])('is refused when it covers only %j', (headers) => {
    expect(read(byComponent({ headers }))).toEqual({ ok: false, reason: 'uncovered' })
  })

  test.each(['hs2019', 'rsa-sha256', 'hmac-sha1', 'none'])('is refused with the algorithm %s', (algorithm) => {
    expect(read(byComponent({ algorithm }))).toEqual({ ok: false, reason: 'algorithm' })
  })

  test('is refused when its digest is of an unknown kind', () => {
    const request = signed({ headers: { Digest: 'MD5=kAFQmDzST7DWlj99KOF/cg==' } })
    expect(read(request)).toMatchObject({ coversBody: true })
    expect(accepts(request)).toBe(false)
  })

  test('has one replay key, however its header is written', () => {
    const request = byComponent()
    const key = (authorization: string) => {
      const reading = read({ ...request, headers: { ...request.headers, authorization } })
      return reading?.ok && reading.replayKey
    }
    const original = request.headers.authorization
    const spread = original.replace('Signature ', 'signature   ').replaceAll('",', '" ,\t').replace('date"', ' Date "')
    expect(spread).not.toBe(original)
    expect(key(spread)).toBe(key(original))
    expect(key(original.replace(keyId, keyId.toUpperCase()))).toBe(key(original))
    expect(key(byComponent({ date: minutes(1).toUTCString() }).headers.authorization)).not.toBe(key(original))
  })

  test('may be forgotten once it is stale', () => {
    const reading = read(signed())
    expect(reading?.ok && reading.staleAfter).toEqual(minutes(15))
  })
})

test('white space around header values and between fields does not matter', () => {
  const request = byComponent()
  const authorization = request.headers.authorization
    .replaceAll(',', ' , ')
    .replace(/(keyId|algorithm|headers|signature)=/g, '$1 = ')
  expect(accepts({ ...request, headers: { date: `  ${request.headers.date} `, authorization } })).toBe(true)
})

test('repeated headers are joined as they are signed', () => {
  const request = signed({ headers: { 'x-a': 'one, two' } })
  expect(accepts({ ...request, headers: { ...request.headers, 'x-a': [' one', 'two '] } })).toBe(true)
})

test.each([
  '',
  'keyId',
  'keyId="a"',
  'keyId="a",algorithm="hmac-sha256",headers="date"',
  'keyId="a",algorithm="hmac-sha256",headers="date",signature="***"',
  'keyId="a",algorithm="hmac-sha256",headers="date",signature="AAA"',
  'keyId="",algorithm="hmac-sha256",headers="date",signature="AAAA"',
  'keyId="a",keyId="b",algorithm="hmac-sha256",headers="date",signature="AAAA"',
  'keyId="a",algorithm="hmac-sha256",headers="date date",signature="AAAA"',
  'keyId="a",algorithm="hmac-sha256",headers="date",signature="AAAA",',
  'keyId="a" algorithm="hmac-sha256" headers="date" signature="AAAA"',
  'keyId="a,algorithm="hmac-sha256",headers="date",signature="AAAA"',
])('a malformed signature is nothing: %s', (text) => {
  expect(parseSignature(text)).toBeUndefined()
})

test('no text makes the parser throw', () => {
  const piece = fc.constantFrom('keyId', 'headers', '=', '"', ',', ' ', 'signature', 'algorithm', '(request-target)')
  const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (given) => {
      parseSignature(given)
    }),
  )
})

test('names of the object prototype are no headers', () => {
  const credential = parseSignature(
    'keyId="a",algorithm="hmac-sha256",headers="(request-target) date constructor __proto__",signature="AAAA"',
  )!
  const request = { method: 'GET', target: '/', headers: { date: now.toUTCString() } }
  expect(readSignature(credential, request, now)).toEqual({ ok: false, reason: 'missing-header' })
})
