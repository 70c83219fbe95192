// What the settings ask of a new password, and how strong one is. Pure.
import { words } from './words.ts'

export type PasswordRule = Readonly<Record<string, number | boolean>>

export const DEFAULT_MIN_LENGTH = 7

export interface Demand {
  readonly text: string
  readonly met: boolean
}

const classesOf = [
  ['SECURITY_PASSWORD_UPPER_CASE', /[A-Z]/, () => words.upperCase],
  ['SECURITY_PASSWORD_LOWER_CASE', /[a-z]/, () => words.lowerCase],
  ['SECURITY_PASSWORD_NUMBER', /[0-9]/, () => words.number],
  ['SECURITY_PASSWORD_SPECIAL_CHAR', /[!-/:-@[-`{-~]/, () => words.specialChar],
] as const

/** Upper case, lower case, number, special character (each only when switched on), then the length. */
export const demandsOf = (password: string, rule: PasswordRule = {}): readonly Demand[] => {
  const least = Number(rule.SECURITY_PASSWORD_MIN_LENGTH ?? DEFAULT_MIN_LENGTH)
  return [
    ...classesOf.flatMap(([name, pattern, text]) =>
      rule[name] ? [{ text: text(), met: pattern.test(password) }] : [],
    ),
    { text: words.minLength(least), met: [...password].length >= least },
  ]
}

/** The first rule that is broken. Nothing typed is fine: then the password stays, or is sent by mail. */
export const passwordProblem = (password: string | null | undefined, rule?: PasswordRule): string | undefined =>
  password ? demandsOf(password, rule).find(({ met }) => !met)?.text : undefined

export type Strength = 0 | 1 | 2 | 3 | 4

/** 0 nothing, 1 weak, 4 strong: by length, kinds of characters, and how much repeats. */
export const strengthOf = (password: string): Strength => {
  if (password === '') return 0
  const kinds = classesOf.filter(([, pattern]) => pattern.test(password)).length + (/[^ -~]/.test(password) ? 1 : 0)
  const distinct = new Set(password).size
  const points = distinct * (kinds >= 3 ? 1.2 : kinds === 2 ? 1 : 0.8)
  if (points < 6) return 1
  if (points < 10) return 2
  return points < 14 ? 3 : 4
}
