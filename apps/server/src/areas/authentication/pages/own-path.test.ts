import { describe, expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

describe('[T9] ownPath', () => {
  test.each(['/', '/ui/', '/ui/#/users?x=1', '/core/auth/login/?next=%2Fui%2F', '/a//b'])('keeps %j', (path) => {
    expect(ownPath(path, 'refused')).toBe(path)
  })

  test.each([
    '',
    'ui/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /ui/',
    '/%2fevil.example',
    '/%5Cevil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
  ])('refuses %j', (path) => {
    expect(ownPath(path, 'refused')).toBe('refused')
  })

  test('an absent path gives the other one', () => {
    expect(ownPath(undefined)).toBe('/')
  })
})
