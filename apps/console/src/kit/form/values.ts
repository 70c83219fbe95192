// What a form starts from, what it holds, and what it sends.
import { itemPath } from '../../api/table-query.ts'
import { say } from '../../words/say.ts'
import type { FormContext, FormSpec, Item } from '../spec.ts'
import { behaviours } from './controls.ts'
import type { FormField, Values } from './fields.ts'

export type Origin =
  | { readonly kind: 'new'; readonly initial?: Readonly<Record<string, unknown>> }
  | { readonly kind: 'clone' | 'existing'; readonly item: Item }

/** Where values come from: the object, else the screen's start (new ones only), else the metadata's default. */
export const startValues = (fields: readonly FormField[], origin: Origin): Values =>
  Object.fromEntries(fields.map((field) => [field.name, startOf(field, origin)]))

const startOf = (field: FormField, origin: Origin): unknown => {
  const given =
    origin.kind === 'new'
      ? (valueAt(origin.initial ?? {}, field.name) ?? field.spec.initial)
      : valueAt(origin.item, field.name)
  const value = shownBy(field, given === undefined ? (field.meta.default ?? field.spec.initial) : given)
  const isName = field.name === 'name' || field.name === 'hostname'
  return origin.kind === 'clone' && isName && typeof value === 'string' ? `${say.cloneFrom}${value}` : value
}

const shownBy = ({ control }: FormField, value: unknown): unknown => {
  const { empty } = behaviours[control]
  if (value === undefined || value === null) return empty
  return control === 'json' ? JSON.stringify(value, null, 2) : value
}

/** The values as rules, conditions and the server see them. What is typed keeps its blanks until the field is left. */
export const trimmed = (fields: readonly FormField[], raw: Values): Values =>
  Object.fromEntries(fields.map(({ name, control }) => [name, trimmedOne(control, raw[name])]))

export const trimmedOne = (control: FormField['control'], value: unknown): unknown =>
  behaviours[control].trims && typeof value === 'string' ? value.trim() : value

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export const isDirty = (fields: readonly FormField[], raw: Values, start: Values): boolean => {
  const [now, then] = [trimmed(fields, raw), trimmed(fields, start)]
  return fields.some(({ name }) => !same(now[name], then[name]))
}

const same = (one: unknown, other: unknown): boolean =>
  one === other || (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other)

/** Every field of the form, hidden ones too; never what the form does not show. */
export const payloadOf = (
  fields: readonly FormField[],
  { raw, start }: { raw: Values; start: Values },
  clean: FormSpec['clean'],
  at: FormContext,
): Record<string, any> => {
  const values = trimmed(fields, raw)
  const body: Record<string, any> = {}
  for (const field of fields) {
    const { name, control } = field
    const value =
      isEmpty(values[name]) && !isChoice(field, values[name])
        ? // Never set: the server decides. Taken away: it is told so.
          isEmpty(start[name]) && at.mode === 'create'
          ? undefined
          : clearedBy(field, values[name])
        : control === 'json'
          ? JSON.parse(values[name])
          : values[name]
    if (value !== undefined) place(body, name, value)
  }
  return clean ? clean(body, at) : body
}

/** Some choose the empty text, as "like the others". */
const isChoice = ({ meta }: FormField, value: unknown): boolean =>
  meta.choices?.some((choice) => choice.value === value) ?? false

/** A list without anything in it is a list. */
const clearedBy = ({ control, spec }: FormField, value: unknown): unknown =>
  Array.isArray(value) || spec.options?.multiple ? [] : behaviours[control].cleared

export const valueAt = (item: Readonly<Record<string, any>>, name: string): any =>
  name in item ? item[name] : name.split('.').reduce<any>((found, part) => found?.[part], item)

const place = (body: Record<string, any>, name: string, value: unknown): void => {
  const parts = name.split('.')
  const last = parts.pop()!
  let at = body
  for (const part of parts) at = at[part] ??= {}
  at[last] = value
}

/** Clone and update read from the same address. */
export const sourceOf = (url: string, { id, cloneFrom }: { id?: string; cloneFrom?: string }): string | undefined => {
  const from = id ?? cloneFrom
  return from === undefined ? undefined : addressOf(url, from)
}

/** Where it goes, and how: POST without an id, PUT with one, PATCH where only a part of the object is shown. */
export const targetOf = (
  { url, partial }: Pick<FormSpec, 'url' | 'partial'>,
  id?: string,
): { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly url: string } =>
  id === undefined ? { method: 'POST', url } : { method: partial ? 'PATCH' : 'PUT', url: addressOf(url, id) }

/** The query stays: it says of which type the object is, where that decides its fields. */
const addressOf = (url: string, id: string): string => {
  const query = url.indexOf('?')
  return itemPath(url, id) + (query < 0 ? '' : url.slice(query))
}
