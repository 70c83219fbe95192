import { expect, test } from 'vitest'
import { demandsOf, passwordProblem, strengthOf } from './password-rules.ts'

const NONE = { SECURITY_PASSWORD_MIN_LENGTH: 1 }

test.each([
  ['USER-03 upper case', 'UPPER_CASE', 'abc', 'aBc', '须包含大写字母'],
  ['USER-04 lower case', 'LOWER_CASE', 'ABC', 'AbC', '须包含小写字母'],
  ['USER-05 number', 'NUMBER', 'abc', 'ab1', '须包含数字'],
  ['USER-06 special character', 'SPECIAL_CHAR', 'abc1', 'ab_c', '须包含特殊字符'],
])('%s is asked for when it is switched on, and only then', (_, name, bad, good, text) => {
  const rule = { ...NONE, [`SECURITY_PASSWORD_${name}`]: true }
  expect(passwordProblem(bad, rule)).toBe(text)
  expect(passwordProblem(good, rule)).toBeUndefined()
  expect(passwordProblem(bad, NONE)).toBeUndefined()
})

test('USER-07 minimum length, 7 when the settings do not say', () => {
  expect(passwordProblem('12345', { SECURITY_PASSWORD_MIN_LENGTH: 6 })).toBe('密码最小长度 6 位')
  expect(passwordProblem('123456', { SECURITY_PASSWORD_MIN_LENGTH: 6 })).toBeUndefined()
  expect(passwordProblem('123456')).toBe('密码最小长度 7 位')
})

test('rules speak in their order, the length last; nothing typed breaks none', () => {
  const all = {
    SECURITY_PASSWORD_MIN_LENGTH: 6,
    SECURITY_PASSWORD_UPPER_CASE: true,
    SECURITY_PASSWORD_LOWER_CASE: true,
    SECURITY_PASSWORD_NUMBER: true,
    SECURITY_PASSWORD_SPECIAL_CHAR: true,
  }
  expect(demandsOf('aB', all).map(({ met }) => met)).toEqual([true, true, false, false, false])
  expect(passwordProblem('aB', all)).toBe('须包含数字')
  expect(passwordProblem('', all)).toBeUndefined()
})

test('strength grows with length and variety, not with repetition', () => {
  expect(strengthOf('')).toBe(0)
  expect(strengthOf('aaaaaaaaaaaaaaaa')).toBe(1)
  expect(strengthOf('abcdefgh')).toBeLessThan(strengthOf('Correct-horse-7'))
  expect(strengthOf('Correct-horse-battery-7')).toBe(4)
})
