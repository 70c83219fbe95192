import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { SealError, sealer } from './box.ts'
import { openKeyring } from './keyring.ts'

const folder = mkdtempSync(join(tmpdir(), 'box-'))
afterAll(() => rmSync(folder, { recursive: true }))
const keyring = openKeyring(join(folder, 'master.json'))
const box = sealer(keyring)
const refusedAs = (code: string) => expect.objectContaining({ name: 'SealError', code })

test('any text comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      expect(box.open(box.seal(text, context), context)).toBe(text)
    }),
  )
})

test('the same text never seals to the same value twice', () => {
  const values = new Set(Array.from({ length: 500 }, () => box.seal('x', 'c')))
  expect(values.size).toBe(500)
})

test('a value moved to another column does not open', () => {
  const sealed = box.seal('JBSWY3DP', 'users_users.otp_secret')
  expect(() => box.open(sealed, 'users_users.comment')).toThrow(refusedAs('tampered'))
})

test('a value changed anywhere does not open, and tells nothing', () => {
  const sealed = box.seal('a secret of some length', 'c')
  for (let at = 0; at < sealed.length; at++) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'Q' : 'A'}${sealed.slice(at + 1)}`
    expect(() => box.open(changed, 'c')).toThrow(SealError)
  }
  for (let end = 0; end < sealed.length; end++) expect(() => box.open(sealed.slice(0, end), 'c')).toThrow(SealError)
})

test.each(['', 'plain text', 'v1..', 'v2.0011aabb.AAAA', `v1.0011aabb.${'A'.repeat(10)}`])(
  'what was never sealed is malformed: %j',
  (text) => {
    expect(() => box.open(text, 'c')).toThrow(refusedAs('malformed'))
    expect(() => box.keyOf(text)).toThrow(refusedAs('malformed'))
  },
)

test('an old key opens old values until it is dropped', () => {
  const old = box.seal('kept', 'c')
  const added = keyring.add()
  expect(box.open(old, 'c')).toBe('kept')
  expect(box.keyOf(box.seal('new', 'c'))).toBe(added.id)
  keyring.drop(box.keyOf(old))
  expect(() => box.open(old, 'c')).toThrow(refusedAs('unknown-key'))
})
