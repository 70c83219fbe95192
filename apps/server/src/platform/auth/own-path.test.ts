import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

const fallback = '/ui/'

test.each([
  ['/', '/'],
  ['/ui/#/assets/', '/ui/#/assets/'],
  ['/core/auth/login/?a=%2F%2Fhost&b=1', '/core/auth/login/?a=%2F%2Fhost&b=1'],
  ['/luna/?login_to=5b1c6f0e', '/luna/?login_to=5b1c6f0e'],
  ['/a%20b', '/a%20b'],
  ['/a/../b', '/b'],
  ['/用户', '/%E7%94%A8%E6%88%B7'],
  ['/a//b', '/a//b'],
  ['/a:b@c', '/a:b@c'],
])('a path of this site is kept: %s', (next, path) => {
  expect(ownPath(next, fallback)).toBe(path)
})

test.each([
  undefined,
  null,
  7,
  ['/ui/'],
  '',
  'ui/',
  '?x',
  '#x',
  '//host',
  '///host',
  '/\\host',
  '\\\\host',
  '/\t/host',
  '/\n/host',
  '\t//host',
  ' //host',
  ' /ui/',
  '/ui/\r\nSet-Cookie: a=b',
  '/\u0000/host',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'https://host/',
  'https:host',
  'http:/host',
  'https://own.invalid/ui/',
  '/%2f/host',
  '/%2fhost',
  '/%2F%2Fhost',
  '/%5chost',
  '/%5Chost',
  '/%252fhost',
  '/%25255chost',
  '/%09/host',
  '/%0a/host',
  '/x%0d%0aSet-Cookie:a=b',
  '/%00',
  '/.//host',
  '/./\\host',
  '/%2e//host',
  '/a/..//host',
  '/a/%2e%2e//host',
  '/%2e%2f/host',
  '/%zz',
  '/%ff',
  `/%${'25'.repeat(900)}2fhost`,
  `/${'a'.repeat(3000)}`,
])('[T9] everything else gives the fallback: %j', (next) => {
  expect(ownPath(next, fallback)).toBe(fallback)
})

test('[T9] whatever is given, a browser stays on our origin, however often it is decoded and resolved', () => {
  const piece = fc.constantFrom(
    ...['/', '\\', '//', '.', '..', '%2f', '%5c', '%2e', '%25', '%09', '\t', '\n', ':', '@', '?', '#', 'host', ' '],
    ...['https:', 'javascript:', '\u0000', '\u00a0', '。', '／', '\ud800', '[', ']', '|'],
  )
  const text = fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string({ unit: 'binary' })), { maxLength: 12 })
  const origins = ['https://bastion.example', 'http://localhost:8080']
  fc.assert(
    fc.property(text, fc.boolean(), (pieces, slash) => {
      const path = ownPath((slash ? '/' : '') + pieces.join(''), fallback)
      expect(path).toMatch(/^\/(?![/\\])[!-~]*$/)
      expect(ownPath(path, fallback)).toBe(path)
      for (const origin of origins) {
        const url = new URL(path, `${origin}/core/auth/login/`)
        expect(url.origin).toBe(origin)
        expect(new URL(url.pathname, origin).origin).toBe(origin)
        expect(new URL(decodeURIComponent(url.pathname), origin).origin).toBe(origin)
      }
    }),
    { numRuns: 5000 },
  )
})
