// How a value of a row reads as text.

import { at } from '../../api/table-query.ts'
import { say } from '../../words/say.ts'
import type { FieldMeta, Item } from '../spec.ts'

/** The companion `{field}_display` is preferred; a choice without one is looked up. */
export const shownText = (row: Item, path: string, meta?: FieldMeta): string => {
  const companion = at(row, `${path}_display`) ?? row[`${path}_display`]
  if (companion !== undefined && companion !== null && companion !== '') return textOf(companion)
  const value = path in row ? row[path] : at(row, path)
  return Array.isArray(value) && meta?.choices
    ? value.map((one) => choiceLabel(one, meta)).join(', ')
    : choiceLabel(value, meta)
}

/** What a row is called in questions and messages. */
export const nameOf = (row: Item): string =>
  String(row.name ?? row.hostname ?? row.username ?? row.title ?? row.input ?? row.id)

export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? say.yes : say.no
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value !== 'object') return String(value)
  const { name, hostname, label, display_name } = value as Record<string, unknown>
  const called = name ?? hostname ?? label ?? display_name
  return called === undefined || called === null ? JSON.stringify(value) : String(called)
}

const choiceLabel = (value: unknown, meta?: FieldMeta): string =>
  meta?.choices?.find((choice) => choice.value === value)?.display_name ?? textOf(value)
