// A form between its first and its last key: what was typed, what was asked, what the server refused. Pure steps.
import { behaviours } from './controls.ts'
import type { FormField, Values } from './fields.ts'
import { type Problems, problemsOf, type Refusal } from './rules.ts'
import { isDirty, trimmed, trimmedOne } from './values.ts'

export interface FormState {
  readonly start: Values
  /** As typed. */
  readonly raw: Values
  /** Fields whose rules speak up: those that were left, chosen, or submitted. */
  readonly asked: ReadonlySet<string>
  /** Submitted at least once: the summary of what is wrong shows. */
  readonly tried: boolean
  readonly refused: Problems
  readonly others: readonly string[]
}

export const begin = (start: Values, raw: Values = start): FormState => ({
  start,
  raw,
  asked: new Set(),
  tried: false,
  refused: {},
  others: [],
})

export const change = (state: FormState, { name, control, spec }: FormField, value: unknown): FormState => ({
  ...state,
  raw: { ...state.raw, [name]: value, ...spec.sets?.(value, state.raw) },
  asked: behaviours[control].asks === 'change' ? withName(state.asked, name) : state.asked,
  refused: without(state.refused, name),
})

export const leave = (state: FormState, { name, control }: FormField): FormState => {
  const value = trimmedOne(control, state.raw[name])
  return {
    ...state,
    raw: value === state.raw[name] ? state.raw : { ...state.raw, [name]: value },
    asked: withName(state.asked, name),
  }
}

export const refuse = (state: FormState, { fields, others }: Refusal): FormState => ({
  ...state,
  refused: fields,
  others,
})

/** What stands beside the fields now. */
export const shownProblems = (state: FormState, fields: readonly FormField[]): Problems => {
  const values = trimmed(fields, state.raw)
  const own = problemsOf(fields, values)
  const visible = fields.filter((field) => !field.hidden(values))
  return Object.fromEntries(
    visible.flatMap(({ name }) => {
      const problem = (state.asked.has(name) ? own[name] : undefined) ?? state.refused[name]
      return problem === undefined ? [] : [[name, problem]]
    }),
  )
}

export type Submission =
  | { readonly kind: 'invalid'; readonly state: FormState; readonly first: string }
  | { readonly kind: 'values'; readonly state: FormState; readonly values: Values }

/** Every rule is asked first; only what passes is given on. */
export const submit = (state: FormState, fields: readonly FormField[]): Submission => {
  const values = trimmed(fields, state.raw)
  const asked: FormState = {
    ...state,
    asked: new Set(fields.map(({ name }) => name)),
    tried: true,
    refused: {},
    others: [],
  }
  const problems = problemsOf(fields, values)
  const first = fields.find(({ name }) => name in problems)?.name
  return first === undefined ? { kind: 'values', state: asked, values } : { kind: 'invalid', state: asked, first }
}

export const hasChanges = (state: FormState, fields: readonly FormField[]): boolean =>
  isDirty(fields, state.raw, state.start)

const withName = (names: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  names.has(name) ? names : new Set([...names, name])

const without = (problems: Problems, name: string): Problems => {
  if (!(name in problems)) return problems
  const { [name]: _, ...rest } = problems
  return rest
}
