// What a detail page asks, is called, and says of an object. Pure.

import { TITLE_LENGTH } from '../limits.ts'
import { textOf } from '../list/values.ts'
import type { FieldMeta, Item, Meta } from '../spec.ts'

/** `/api/v1{route path}/`; organisations live elsewhere than their screen. */
export const detailUrl = (path: string): string => {
  const segments = path.split('/').filter(Boolean)
  const id = segments.at(-1) ?? ''
  return segments.includes('orgs') ? `/api/v1/orgs/orgs/${id}/` : `/api/v1/${segments.join('/')}/`
}

/** The route's title without the word for detail, then the object's name; at most 80 characters and an ellipsis. */
export const detailTitle = (routeTitle: string, name: string): string => {
  const kind = routeTitle.replace(/\bdetails?\b|详情/gi, '').trim()
  const characters = [...(kind ? `${kind}: ${name}` : name)]
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH).join('')}…` : characters.join('')
}

/** Fields worth a row: what can be read, without what only repeats another in words. */
export const factNames = (meta: Meta): readonly string[] =>
  Object.entries(meta).flatMap(([name, { write_only }]) =>
    name === 'id' || write_only || name === 'org_id' || isDisplayOf(name, meta) ? [] : [name],
  )

const isDisplayOf = (name: string, meta: Meta): boolean => name.endsWith('_display') && name.slice(0, -8) in meta

export type Fact =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly on: boolean }
  | { readonly kind: 'moment'; readonly at: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'nothing' }

/** A field of an object as people read it. */
export const factOf = (item: Item, name: string, meta?: FieldMeta): Fact => {
  const value = name.split('.').reduce<any>((found, part) => found?.[part], item)
  if (typeof value === 'boolean') return { kind: 'flag', on: value }
  const shown = item[`${name}_display`] ?? chosen(value, meta) ?? value
  if (shown === null || shown === undefined || shown === '') return { kind: 'nothing' }
  if (Array.isArray(shown)) {
    const texts = shown.map(textOf).filter(Boolean)
    return texts.length === 0 ? { kind: 'nothing' } : { kind: 'list', texts }
  }
  if (meta?.type === 'datetime') return { kind: 'moment', at: String(shown) }
  return { kind: 'text', text: textOf(shown) }
}

const chosen = (value: unknown, meta?: FieldMeta): unknown => {
  const display = (one: unknown) => meta?.choices?.find((choice) => choice.value === one)?.display_name
  return Array.isArray(value) ? (meta?.choices ? value.map((one) => display(one) ?? one) : undefined) : display(value)
}
