// Search tags: one value per key, from the fields that the server filters by and the options of the screen.
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import type { FieldMeta, ListSpec, Meta } from '../spec.ts'
import type { Tags } from './view.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface TagField {
  readonly key: string
  readonly label: string
  readonly choices?: readonly Choice[]
}

/** Text without a field is looked for everywhere. */
export const ANYWHERE = 'search'

/** The screen's options first, then every field with `filter`. */
export const tagFields = (meta: Meta, search: ListSpec['search'] = {}): TagField[] => {
  if (search === false) return []
  const own = (search.options ?? []).map(({ key, label, choices }) => ({
    key,
    label: inLanguage(label),
    choices: choices?.map((choice) => ({ value: choice.value, label: inLanguage(choice.label) })),
  }))
  const skip = new Set([...own.map(({ key }) => key), ...(search.exclude ?? [])])
  const served = Object.entries(meta)
    .filter(([key, field]) => field.filter && !skip.has(key))
    .map(([key, field]) => ({ key, label: field.label, choices: choicesOf(field) }))
  return [...own, ...served]
}

/** What a field can be filtered by; the API writes truth in a choice as `True` and `False`. */
export const choicesOf = (field: FieldMeta | undefined): Choice[] | undefined => {
  if (field?.type === 'boolean') {
    return [
      { value: 'true', label: say.yes },
      { value: 'false', label: say.no },
    ]
  }
  if (!field?.choices || !field.type.includes('choice')) return undefined
  return field.choices.map(({ value, display_name }) => ({ value: choiceText(value), label: display_name }))
}

const choiceText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value ?? '')

/** Another value for a key takes the place of the one before; nothing takes it away. */
export const withTag = (tags: Tags, key: string, value: string | undefined): Tags => {
  const { [key]: _, ...rest } = tags
  const text = value?.trim()
  return text ? { ...rest, [key]: text } : rest
}

export const withoutLast = (tags: Tags): Tags => Object.fromEntries(Object.entries(tags).slice(0, -1))

export interface ShownTag {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly value: string
  /** Text can be taken back into the box and changed. */
  readonly editable: boolean
}

export const shownTags = (tags: Tags, fields: readonly TagField[]): ShownTag[] =>
  Object.entries(tags).map(([key, value]) => {
    const field = fields.find((one) => one.key === key)
    const label = field?.label ?? (key === ANYWHERE ? say.search : key)
    const text = field?.choices?.find((choice) => choice.value === value)?.label ?? value
    return { key, label, text, value, editable: !field?.choices }
  })
