import { expect, test } from 'vitest'
import { readSimpleSign, simpleSignature } from './simple-sign.ts'

const secret = '0a1b2c3d-4e5f-4a6b-9c8d-7e6f5a4b3c2d'
const now = new Date('2021-04-14T02:32:25Z')
const date = now.toUTCString()
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

const accepts = ({ signature = simpleSignature(secret, date), dated = date as string | undefined, at = now } = {}) => {
  const reading = readSimpleSign({ keyId: 'k', signature }, dated, at)
  return reading.ok && reading.check(secret)
}

test('the signature is base64 of the hexadecimal MD5 text', () => {
  expect(simpleSignature('secret', 'Wed, 14 Apr 2021 02:32:25 GMT')).toBe(
    'MTg0NGYxNmEzZDIzNWM0ZjZlNDk0NzY5MjUyMzc5YjM=',
  )
  expect(Buffer.from(simpleSignature(secret, date), 'base64').toString()).toMatch(/^[0-9a-f]{32}$/)
})

test('a right signature is accepted', () => {
  expect(accepts()).toBe(true)
  expect(accepts({ dated: ` ${date} ` })).toBe(true)
})

test('[T51] an old or future date is refused', () => {
  expect(accepts({ at: minutes(15) })).toBe(true)
  expect(accepts({ at: minutes(-15) })).toBe(true)
  expect(accepts({ at: minutes(15.1) })).toBe(false)
  expect(accepts({ at: minutes(-15.1) })).toBe(false)
})

test('[T51] another date than the signed one is refused', () => {
  expect(accepts({ dated: minutes(1).toUTCString() })).toBe(false)
  for (const dated of [undefined, '', 'now', now.toISOString()]) {
    expect(accepts({ dated, signature: simpleSignature(secret, dated ?? '') })).toBe(false)
  }
})

test('[T6] an empty secret or signature matches nothing', () => {
  expect(accepts({ signature: '' })).toBe(false)
  const reading = readSimpleSign({ keyId: 'k', signature: simpleSignature('', date) }, date, now)
  expect(reading.ok && reading.check('')).toBe(false)
})
