import { describe, expect, test } from 'vitest'
import { isAmong, isBackwards } from './addresses.ts'

describe('an address is among those of a rule', () => {
  test.each([
    ['10.1.2.3', '*'],
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.2.3', '10.0.0.0/8'],
    ['10.1.2.3', '10.1.2.3/32'],
    ['10.1.2.3', '0.0.0.0/0'],
    ['10.1.2.3', '10.1.2.1-10.1.2.9'],
    ['10.1.2.1', '10.1.2.1-10.1.2.9'],
    ['10.1.2.9', '10.1.2.1 - 10.1.2.9'],
    ['10.2.0.1', '10.1.255.255-10.2.0.5'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.0.0/16'],
    ['10.1.2.3', '::ffff:10.1.2.3'],
    ['10.1.2.3', '::ffff:10.1.2.1-::ffff:10.1.2.9'],
    ['2001:db8::1', '2001:DB8:0::1'],
    ['2001:db8::1', '2001:db8::/32'],
    ['2001:db8::ff', '2001:db8::1-2001:db8::1:0'],
    ['web.example.com', 'web.example.com'],
  ])('%s in %s', (address, pattern) => {
    expect(isAmong(address, ['192.0.2.1', pattern])).toBe(true)
  })

  test.each([
    ['10.1.2.3', '10.1.2.4'],
    ['10.1.2.3', '10.1.2.30'],
    ['10.1.2.30', '10.1.2.3'],
    ['10.1.2.3', '11.0.0.0/8'],
    ['10.1.2.10', '10.1.2.1-10.1.2.9'],
    ['10.1.2.0', '10.1.2.1-10.1.2.9'],
    ['10.1.2.5', '10.1.2.9-10.1.2.1'],
    ['::1', '0.0.0.0/0'],
    ['10.1.2.3', '::/0'],
    ['10.1.2.3', '::1-ffff::'],
    ['10.1.2.3', 'web.example.com'],
    ['10.1.2.3', 'web-01'],
    ['10.1.2.3', ''],
    ['web.example.com', '0.0.0.0/0'],
    ['web.example.com', 'example.com'],
    ['', '0.0.0.0/0'],
  ])('%s not in %s', (address, pattern) => {
    expect(isAmong(address, [pattern])).toBe(false)
  })

  test('an empty list holds nobody', () => {
    expect(isAmong('10.1.2.3', [])).toBe(false)
  })
})

test('a range that goes backwards is told from one that does not', () => {
  expect(['10.0.0.9-10.0.0.1', '::2-::1', '10.0.0.1-::1'].map(isBackwards)).toEqual([true, true, true])
  expect(['10.0.0.1-10.0.0.9', '::1-::1', '10.0.0.1', 'a-b', '*'].map(isBackwards)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
})
