// What is wrong with the values of a form, before the server is asked; and what the server said was wrong.
import { Failure, problemText } from '../../api/failure.ts'
import { say } from '../../words/say.ts'
import type { FormField, Values } from './fields.ts'
import { isEmpty } from './values.ts'
import { words } from './words.ts'

export type Problems = Readonly<Record<string, string>>

/** Hidden and disabled fields are not asked. */
export const problemsOf = (fields: readonly FormField[], values: Values): Problems =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (field.disabled || field.hidden(values)) return []
      const problem = problemOf(field, values)
      return problem === undefined ? [] : [[field.name, problem]]
    }),
  )

export const problemOf = (field: FormField, values: Values): string | undefined => {
  const value = values[field.name]
  if (isEmpty(value)) return field.required ? say.fieldRequired : field.spec.validate?.(value, values)
  for (const rule of rules) {
    const problem = rule(value, field)
    if (problem !== undefined) return problem
  }
  return field.spec.validate?.(value, values)
}

type Rule = (value: any, field: FormField) => string | undefined

const lengthOf = (text: string): number => [...text].length

const rules: readonly Rule[] = [
  (value, { control }) => (control === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value) ? words.badEmail : undefined),
  (value, { control }) => (control === 'json' && !isJson(value) ? words.badJson : undefined),
  (value, { meta: { max_length: max }, control }) =>
    typeof value === 'string' && control !== 'json' && max !== undefined && lengthOf(value) > max
      ? words.tooLong(max)
      : undefined,
  (value, { meta: { min_length: min } }) =>
    typeof value === 'string' && min !== undefined && lengthOf(value) < min ? words.tooShort(min) : undefined,
  (value, { control, meta: { type } }) => {
    if (control !== 'number') return undefined
    if (!Number.isFinite(Number(value))) return words.badNumber
    return type === 'integer' && !Number.isInteger(Number(value)) ? words.badInteger : undefined
  },
  (value, { control, meta: { min_value: min, max_value: max } }) => {
    if (control !== 'number' || (min === undefined && max === undefined)) return undefined
    const number = Number(value)
    if (min !== undefined && max !== undefined)
      return number < min || number > max ? words.between(min, max) : undefined
    if (min !== undefined) return number < min ? words.atLeast(min) : undefined
    return number > max! ? words.atMost(max!) : undefined
  },
]

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export interface Refusal {
  /** By field of the form. */
  readonly fields: Problems
  /** What no visible field can carry. */
  readonly others: readonly string[]
}

/** Keys of an answer that are about the whole: their text says enough. */
const WHOLE = new Set(['detail', 'error', 'msg', 'non_field_errors', '__all__'])

/** A 400, sorted onto the fields that are in view. */
export const refusalOf = (failure: unknown, visible: readonly FormField[]): Refusal => {
  if (!(failure instanceof Failure) || failure.status !== 400) return { fields: {}, others: [] }
  const names = new Set(visible.map(({ name }) => name))
  const fields: Record<string, string> = {}
  const others: string[] = []
  const sort = (name: string, value: unknown): void => {
    if (names.has(name)) fields[name] = problemText(value)
    else if (isRecord(value) && [...names].some((one) => one.startsWith(`${name}.`))) {
      for (const [child, inner] of Object.entries(value)) sort(`${name}.${child}`, inner)
    } else others.push(WHOLE.has(name) ? problemText(value) : `${name}: ${problemText(value)}`)
  }
  for (const [name, value] of Object.entries(isRecord(failure.body) ? failure.body : {})) {
    // The machine's word for the reason stands beside the text for people.
    if (name !== 'code' || names.has('code') || Array.isArray(value)) sort(name, value)
  }
  return { fields, others }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
