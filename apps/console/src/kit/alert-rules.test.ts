import { expect, test } from 'vitest'
import { concernsLicence, licenceAlert, passwordAlert } from './alert-rules.ts'

const NOW = new Date('2026-07-01T12:00:00Z')
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString()

test.each([
  ['HEAD-04 the extension is off', false, 'Admin', false],
  ['HEAD-05 not a system administrator', true, 'Auditor', false],
  ['HEAD-02 a system administrator with the extension', true, 'Admin', true],
])('licence alerts concern: %s', (_, XPACK_ENABLED, role, concerns) => {
  expect(concernsLicence({ XPACK_ENABLED } as never, { role } as never)).toBe(concerns)
})

test.each([
  ['HEAD-06 HEAD-08 ended a moment ago', -0.001, '许可证已经过期'],
  ['HEAD-07 HEAD-09 [CONST-39] ends within 7 days', 6.9, `许可证即将在 ${inDays(6.9)} 过期`],
  ['HEAD-07 ends today', 0.5, `许可证即将在 ${inDays(0.5)} 过期`],
  ['[CONST-19] [CONST-39] ends in 7 days', 7, undefined],
  ['[CONST-19] a millisecond less than 7 days', 7 - 1 / 86_400_000, `许可证即将在 ${inDays(7 - 1 / 86_400_000)} 过期`],
])('licence: %s', (_, days, text) => {
  expect(licenceAlert(inDays(days), NOW)).toBe(text)
})

test('HEAD-10 the date is told as the licence gives it; no date, no alert', () => {
  expect(licenceAlert('2026-07-03 00:00:00 +0800', NOW)).toContain('2026-07-03 00:00:00 +0800')
  expect(licenceAlert('', NOW)).toBeUndefined()
  expect(licenceAlert(null, NOW)).toBeUndefined()
})

const local = (days: number) => ({ source: 'local', date_password_last_updated: inDays(-days) })

test.each([
  ['HEAD-12 HEAD-14 as old as allowed', 90, '密码过期了'],
  ['HEAD-12 older than allowed', 91, '密码过期了'],
  ['HEAD-13 HEAD-15 one day left', 89, '密码即将在 1 天后过期，请尽快修改您的密码。'],
  ['HEAD-13 [CONST-40] five days left', 85, '密码即将在 5 天后过期，请尽快修改您的密码。'],
  ['HEAD-13 [CONST-40] six days left', 84, undefined],
])('password: %s', (_, age, text) => {
  expect(passwordAlert(local(age), 90, NOW)).toBe(text)
})

test('HEAD-11 only passwords that are kept here are warned of', () => {
  expect(passwordAlert({ ...local(100), source: 'ldap' }, 90, NOW)).toBeUndefined()
  expect(passwordAlert(undefined, 90, NOW)).toBeUndefined()
  expect(passwordAlert({ source: 'local', date_password_last_updated: null }, 90, NOW)).toBeUndefined()
})
