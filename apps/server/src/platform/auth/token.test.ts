import { expect, test } from 'vitest'
import { alphanumericToken, hashToken, hexToken, newToken, randomBelow, sameText } from './token.ts'

test('[T1] tokens hold as much chance as they promise, and never repeat', () => {
  const tokens = new Set(Array.from({ length: 1000 }, () => newToken(32)))
  expect(tokens.size).toBe(1000)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('[T1] a token is made of nothing but the random bytes given', () => {
  expect(newToken(4, () => Buffer.from('deadbeef', 'hex'))).toBe('3q2-7w')
  expect(hexToken(7, () => Buffer.from('deadbeef', 'hex'))).toBe('deadbee')
})

test('the lengths are exact', () => {
  for (const length of [1, 36, 40, 50]) {
    expect(hexToken(length)).toMatch(new RegExp(`^[0-9a-f]{${length}}$`))
    expect(alphanumericToken(length)).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`))
  }
})

test('[T1] no letter is likelier than another: bytes beyond the last full round are thrown away', () => {
  const bytes = Buffer.from([255, 250, 248, 247, ...Array(12).fill(0)])
  expect(randomBelow(62, () => bytes)).toBe(247 % 62)
  const counts = new Array(10).fill(0)
  for (let turn = 0; turn < 20_000; turn++) counts[randomBelow(10)]++
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(300)
})

test('a stored token is not the token', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('texts of any length compare without throwing', () => {
  expect(sameText('a', 'a')).toBe(true)
  expect(sameText('a', 'b')).toBe(false)
  expect(sameText('a', 'aa')).toBe(false)
  expect(sameText('', '')).toBe(true)
})
