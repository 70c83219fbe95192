// Turns a body into a draft: the door where doubt ends. Beyond it every value has its field's type.
import { type AnyField, type Fields, Invalid, type Reader } from './field.ts'
import { words } from './words.ts'

export type Mode =
  | 'create' // all required fields, defaults for the rest
  | 'replace' // PUT: required fields; absent ones go back to their default, or stay when there is none
  | 'patch' // only what is sent

export type Problems = Record<string, unknown>

export type Drafted =
  | { readonly draft: Record<string, unknown>; readonly problems?: undefined }
  | { readonly problems: Problems }

export const parseDraft = (fields: Fields, body: unknown, mode: Mode, reader: Reader): Drafted => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const reason = Array.isArray(body) ? words.notList : words.dictionary
    return { problems: { non_field_errors: [reason[reader.lang]] } }
  }
  const draft: Record<string, unknown> = {}
  const problems: Problems = {}
  for (const name in fields) {
    const one = fields[name]!
    if (one.readOnly) continue
    const raw = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined
    try {
      const value = raw === undefined ? absent(one, mode, reader) : given(one, raw, mode, reader)
      if (value !== undefined) draft[name] = value
    } catch (problem) {
      if (!(problem instanceof Invalid)) throw problem
      problems[name] = problem.say(reader.lang)
    }
  }
  return Object.keys(problems).length > 0 ? { problems } : { draft }
}

/** The default of a field, made anew where it depends on the moment. */
export const defaultOf = (one: AnyField, now: Date): unknown =>
  typeof one.default === 'function' ? (one.default as (now: Date) => unknown)(now) : one.default

const absent = (one: AnyField, mode: Mode, reader: Reader): unknown => {
  if (mode === 'patch') return undefined
  // Nobody can send back a secret they never saw.
  if (mode === 'replace' && one.sealed && one.required) return undefined
  if (one.required) throw new Invalid([words.required])
  if (mode === 'replace' && one.resets === false) return undefined
  return one.default === undefined ? undefined : defaultOf(one, reader.now)
}

const given = (one: AnyField, raw: unknown, mode: Mode, reader: Reader): unknown => {
  const empty = raw === null || raw === ''
  // A secret sent empty stays as it is.
  if (empty && one.writeOnly && (!one.required || (one.sealed && mode !== 'create'))) return undefined
  if (raw === null) {
    if (one.nullable && !(one.sealed && one.required)) return null
    throw new Invalid([words.null])
  }
  if (
    raw === '' &&
    (one.column !== 'text' || one.kind === 'choice') &&
    !one.choices?.some(({ value }) => value === '')
  ) {
    if (one.nullable) return null
    if (one.required) throw new Invalid([words.blank])
  }
  // Kinds of texts with a form of their own (email, url) may be blank when they are not required.
  if (raw === '' && one.column === 'text' && one.kind !== 'choice') {
    if (one.required) throw new Invalid([words.blank])
    return one.nullable && one.kind !== 'text' ? null : ''
  }
  return one.parse(raw, reader)
}
