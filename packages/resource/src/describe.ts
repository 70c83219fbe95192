// The OPTIONS answer: what forms and tables are drawn from, in the caller's language.
import { defaultOf } from './draft.ts'
import type { AnyField, Fields, Reader } from './field.ts'
import type { Lang } from './label.ts'

export interface FieldFacts {
  type: string
  required: boolean
  default?: unknown
  read_only: boolean
  label: string
  help_text?: string
  min_length?: number
  max_length?: number
  min_value?: number
  max_value?: number
  write_only: boolean
  child?: FieldFacts
  children?: Record<string, FieldFacts>
  choices?: { value: unknown; display_name: string }[]
  filter?: true
  order?: true
}

/** The keys stand in the order in which clients have always seen them. */
export const describeField = (one: AnyField, reader: Reader, options: { listed?: boolean } = {}): FieldFacts => {
  const { lang } = reader
  const facts: FieldFacts = { type: one.type, required: one.required && !one.readOnly } as FieldFacts
  const preset = presetOf(one, reader)
  if (preset !== undefined) facts.default = preset
  facts.read_only = one.readOnly
  facts.label = one.label[lang]
  if (one.help) facts.help_text = one.help[lang]
  if (one.minLength !== undefined) facts.min_length = one.minLength
  if (one.maxLength !== undefined) facts.max_length = one.maxLength
  if (one.minValue !== undefined) facts.min_value = one.minValue
  if (one.maxValue !== undefined) facts.max_value = one.maxValue
  facts.write_only = one.writeOnly
  if (one.child) facts.child = describeField(one.child, reader)
  if (one.children) facts.children = describeFields(one.children, reader)
  if (one.choices) facts.choices = one.choices.map(({ value, label }) => ({ value, display_name: label[lang] }))
  if (options.listed && one.filter) facts.filter = true
  if (options.listed && one.order) facts.order = true
  return facts
}

export const describeFields = (
  fields: Fields,
  reader: Reader,
  options: { listed?: boolean } = {},
): Record<string, FieldFacts> =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, describeField(one, reader, options)]))

/** A secret's default is never told; an empty text is no news. */
const presetOf = (one: AnyField, reader: Reader): unknown => {
  if (one.sealed || one.default === undefined) return undefined
  const value = defaultOf(one, reader.now)
  if (value === '' || value === null || value === undefined) return undefined
  return one.show ? one.show(value, reader) : value
}

/** How a value of a choice reads; several are joined. */
export const displayChoice = (one: AnyField, value: unknown, lang: Lang): string => {
  if (Array.isArray(value)) return value.map((item) => displayChoice(one, item, lang)).join(' | ')
  if (value === null || value === undefined) return ''
  return one.choices?.find((choice) => choice.value === value)?.label[lang] ?? String(value)
}
