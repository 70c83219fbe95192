import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networks } from '../networks.ts'
import { clientAddress, isHttps, placeOf } from './client-address.ts'

const trustedProxies = networks(['10.0.0.0/24', 'fd00::/64'])
const from = (peer: string | undefined, forwarded?: string | string[]) =>
  clientAddress({ peer, headers: { 'x-forwarded-for': forwarded }, trustedProxies })

test('[T3] a forwarding header from a stranger is ignored, whatever it says', () => {
  expect(from('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9')
  fc.assert(fc.property(fc.string(), (header) => from('203.0.113.9', header) === '203.0.113.9'))
})

test('[T3] the address stays the same when the client changes its own header each time', () => {
  const seen = new Set(Array.from({ length: 20 }, (_, turn) => from('10.0.0.1', `9.9.9.${turn}, 203.0.113.9`)))
  expect([...seen]).toEqual(['203.0.113.9'])
})

test.each([
  ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['10.0.0.1', ['1.1.1.1', '203.0.113.9, 10.0.0.2'], '203.0.113.9'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.9, unknown, 10.0.0.2', '10.0.0.2'],
  ['10.0.0.1', '0x7f.1', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['10.0.0.1', '[2001:DB8::1]:443', '2001:db8::1'],
  ['fd00::5', '2001:db8:0:0::1', '2001:db8::1'],
  ['fd00::5', '::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', undefined, '203.0.113.9'],
  ['fe80::1%eth0', undefined, 'fe80::1'],
  [undefined, '1.2.3.4', ''],
])('[T3] from %j with %j the client is %j', (peer, header, client) => {
  expect(from(peer, header)).toBe(client)
})

test('[T12] only a listed proxy may say that the client used HTTPS', () => {
  const https = (peer: string, proto: string | undefined, encrypted = false) =>
    isHttps({ peer, headers: { 'x-forwarded-proto': proto }, trustedProxies, encrypted })
  expect(https('10.0.0.1', 'https')).toBe(true)
  expect(https('10.0.0.1', 'HTTPS')).toBe(true)
  expect(https('10.0.0.1', 'http', true)).toBe(false)
  expect(https('10.0.0.1', undefined)).toBe(false)
  expect(https('203.0.113.9', 'https')).toBe(false)
  expect(https('203.0.113.9', 'http', true)).toBe(true)
  expect(https('10.0.0.1', 'https, http')).toBe(false)
})

test.each([
  ['192.168.1.2', 'LAN'],
  ['127.0.0.1', 'LAN'],
  ['::ffff:10.0.0.1', 'LAN'],
  ['fd00::1', 'LAN'],
  ['8.8.8.8', ''],
  ['2606:4700::1', ''],
  ['', ''],
])('the place of %j is %j', (address, place) => {
  expect(placeOf(address)).toBe(place)
})
