import { expect, test } from 'vitest'
import { canonicalAddress, networks } from './networks.ts'

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::FFFF:0a01:0203', '10.1.2.3'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['010.1.2.3', undefined],
  ['10.1', undefined],
  ['0x7f000001', undefined],
  ['1.2.3.4 ', undefined],
  ['', undefined],
])('%j is the address %j', (text, address) => {
  expect(canonicalAddress(text)).toBe(address)
})

test('a network holds its addresses in every spelling', () => {
  const own = networks(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::ffff:172.16.0.0/108'])
  for (const inside of ['10.255.0.1', '::ffff:10.0.0.1', '192.0.2.7', '2001:db8:1::5', '172.17.0.1']) {
    expect(own.has(inside)).toBe(true)
  }
  for (const outside of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '172.32.0.1', '::1', 'nonsense']) {
    expect(own.has(outside)).toBe(false)
  }
})

test.each(['10.0.0.0/33', '10.0.0/8', 'proxy.example', '10.0.0.0/', '10.0.0.0/-1', '::/129', '*'])(
  'a wrong entry is said at once: %j',
  (entry) => {
    expect(() => networks([entry])).toThrow(entry)
  },
)
