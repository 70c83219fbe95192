import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAuthorization } from './authorization.ts'

test.each([
  ['Sign 1f6e:TWFu', { kind: 'sign', keyId: '1f6e', signature: 'TWFu' }],
  ['Bearer p0Yk2nTq', { kind: 'bearer', token: 'p0Yk2nTq' }],
  ['bearer   p0Yk2nTq  ', { kind: 'bearer', token: 'p0Yk2nTq' }],
  ['Token 0123abcd', { kind: 'token', token: '0123abcd' }],
  ['BootstrapToken 7Q11Vz6R2J6BLAdO', { kind: 'bootstrap', token: '7Q11Vz6R2J6BLAdO' }],
  [
    'Signature keyId="k",algorithm="hmac-sha256",headers="(request-target) date",signature="TWFu"',
    {
      kind: 'signature',
      keyId: 'k',
      algorithm: 'hmac-sha256',
      headers: ['(request-target)', 'date'],
      signature: Buffer.from('Man'),
    },
  ],
])('%s', (header, credential) => {
  expect(parseAuthorization(header)).toEqual(credential)
})

test.each([undefined, '', ' ', 'Basic YTpi', 'constructor x', '__proto__ x', 'p0Yk2nTq'])(
  'no credential of ours: %j',
  (header) => {
    expect(parseAuthorization(header)).toEqual({ kind: 'none' })
  },
)

test.each([
  'Sign',
  'Sign id',
  'Sign :x',
  'Sign id:',
  'Bearer',
  'Bearer a b',
  'Token ',
  'BootstrapToken a b',
  'Signature x',
  `Bearer ${'a'.repeat(513)}`,
  `Sign ${'a'.repeat(9000)}:x`,
])('[T6] a half-written credential is malformed, not absent: %j', (header) => {
  expect(parseAuthorization(header)).toMatchObject({ kind: 'malformed' })
})

test('a header full of blanks is read at once', () => {
  const started = performance.now()
  parseAuthorization(`Bearer${' '.repeat(60_000)}x${' '.repeat(60_000)}y`)
  parseAuthorization(`Signature keyId${' '.repeat(60_000)}x`)
  expect(performance.now() - started).toBeLessThan(500)
})

test('no header makes the parser throw', () => {
  const scheme = fc.constantFrom('Sign', 'Bearer', 'Token', 'Signature', 'BootstrapToken', 'x')
  fc.assert(
    fc.property(scheme, fc.string({ unit: 'binary' }), (word, rest) => {
      parseAuthorization(`${word} ${rest}`)
      parseAuthorization(rest)
    }),
  )
})
