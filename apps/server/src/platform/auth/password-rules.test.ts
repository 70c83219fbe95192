import { expect, test } from 'vitest'
import { type PasswordRules, passwordProblems, randomPassword } from './password-rules.ts'

const lax: PasswordRules = { minLength: 6, upper: false, lower: false, digit: false, special: false }
const strict: PasswordRules = { minLength: 8, upper: true, lower: true, digit: true, special: true }

test.each([
  ['abcdef', lax, []],
  ['abcde', lax, ['short']],
  ['', lax, ['short', 'first']],
  [' bcdef', lax, ['first']],
  ['密码密码密码', lax, ['first']],
  ['a密码密码密', lax, []],
  ['a😀😀', lax, ['short']],
  ['abc\ndef', lax, ['line']],
  ['a'.repeat(1025), lax, ['long']],
  ['Abcdef1!', strict, []],
  ['abcdefgh', strict, ['upper', 'digit', 'special']],
  ['ABCDEFGH', strict, ['lower', 'digit', 'special']],
  ['Abcdefg1', strict, ['special']],
  ['Abcdefg1 ', strict, ['special']],
  ['Abcdefg1é', strict, ['special']],
  ['Ab1!', strict, ['short']],
] as const)('%j violates what the rule says', (password, rules, problems) => {
  expect(passwordProblems(password, rules)).toEqual(problems)
})

test('every printable ASCII punctuation mark counts as special', () => {
  for (const mark of '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~') {
    expect(passwordProblems(`Abcdef1${mark}`, strict)).toEqual([])
  }
})

test('[T4] a made password satisfies every rule and never repeats', () => {
  const made = Array.from({ length: 300 }, () => randomPassword(strict))
  expect(new Set(made).size).toBe(300)
  for (const password of made) {
    expect(password).toHaveLength(16)
    expect(passwordProblems(password, strict)).toEqual([])
  }
  expect(randomPassword({ ...lax, minLength: 30 })).toHaveLength(30)
})
