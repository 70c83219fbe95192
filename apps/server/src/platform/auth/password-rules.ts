import { randomBytes } from 'node:crypto'
import { PASSWORD_MAX_LENGTH } from './password.ts'
import { type Random, randomBelow, randomText } from './token.ts'

/** The `SECURITY_PASSWORD_*` settings. */
export interface PasswordRules {
  minLength: number
  upper: boolean
  lower: boolean
  digit: boolean
  special: boolean
}

/** `first`: begins with something else than a letter, digit or punctuation mark; `line`: holds a line break. */
export type PasswordProblem = 'short' | 'long' | 'upper' | 'lower' | 'digit' | 'special' | 'first' | 'line'

export function passwordProblems(password: string, rules: PasswordRules): PasswordProblem[] {
  const problems: [PasswordProblem, boolean][] = [
    ['short', [...password].length < rules.minLength],
    ['long', password.length > PASSWORD_MAX_LENGTH],
    ['upper', rules.upper && !/[A-Z]/.test(password)],
    ['lower', rules.lower && !/[a-z]/.test(password)],
    ['digit', rules.digit && !/[0-9]/.test(password)],
    ['special', rules.special && !SPECIAL_CHARACTER.test(password)],
    ['first', !/^[!-~]/.test(password)],
    ['line', /[\r\n]/.test(password)],
  ]
  return problems.filter(([, violated]) => violated).map(([problem]) => problem)
}

/** Satisfies every rule, also those that are off. */
export function randomPassword(
  rules: PasswordRules,
  random: Random = randomBytes,
  length = Math.max(16, rules.minLength),
): string {
  const characters = CLASSES.map((alphabet) => randomText(alphabet, 1, random))
  characters.push(...randomText(CLASSES.join(''), length - characters.length, random))
  return shuffled(characters, random).join('')
}

const SPECIALS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const SPECIAL_CHARACTER = /[!-/:-@[-`{-~]/
const CLASSES = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789', SPECIALS]

function shuffled(items: string[], random: Random): string[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = randomBelow(at + 1, random)
    ;[items[at], items[other]] = [items[other]!, items[at]!]
  }
  return items
}
