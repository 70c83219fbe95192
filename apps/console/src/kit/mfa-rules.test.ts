import { expect, test } from 'vitest'
import { isMfaCode, needsMfa } from './mfa-rules.ts'

const settings = { SECURITY_VIEW_AUTH_NEED_MFA: true, SECURITY_MFA_VERIFY_TTL: 3600 } as never
const NOW = 10_000_000_000

test('MFA-01 CONST-17 a code has exactly 6 characters', () => {
  expect(['12345', '123456', '1234567', ''].map(isMfaCode)).toEqual([false, true, false, false])
})

test.each([
  ['MFA-06 never verified', undefined, true],
  ['MFA-06 verified longer ago than the TTL', NOW - 3_600_001, true],
  ['MFA-05 MFA-08 CONST-18 verified within the TTL', NOW - 3_600_000, false],
  ['MFA-08 verified now', NOW, false],
])('%s', (_, mfaVerified, needed) => {
  expect(needsMfa({ settings, mfaVerified }, NOW)).toBe(needed)
})

test('MFA-07 nothing is asked where the settings do not ask for it', () => {
  expect(needsMfa({ settings: { SECURITY_VIEW_AUTH_NEED_MFA: false } as never, mfaVerified: undefined }, NOW)).toBe(
    false,
  )
})
