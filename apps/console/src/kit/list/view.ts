// What a list shows, as it stands in the address: page, size, sort, search tags, dates. The address counts pages from 1, as the pager does; the console from 0.
import type { Sort } from '../../api/table-query.ts'
import { QUERY_KEYS } from '../limits.ts'

export type Tags = Readonly<Record<string, string>>

export interface Range {
  readonly from: string
  readonly to: string
}

export interface View {
  readonly page: number
  readonly size?: number
  readonly sort?: Sort
  /** Undefined: nothing was searched yet, so presets apply. */
  readonly tags?: Tags
  readonly range?: Range
}

export const FIRST_VIEW: View = { page: 0 }

const KEY = { ...QUERY_KEYS, sort: 'sort', tag: 'f', from: 'date_start', to: 'date_end' } as const

export const readView = (address: URLSearchParams): View => ({
  page: Math.max(0, (wholeNumber(address.get(KEY.page)) ?? 1) - 1),
  size: wholeNumber(address.get(KEY.size)),
  sort: readSort(address.get(KEY.sort)),
  tags: address.has(KEY.tag) ? readTags(address.getAll(KEY.tag)) : undefined,
  range: readRange(address.get(KEY.from), address.get(KEY.to)),
})

/** The address of another view; what else stands in it stays. */
export const writeView = (address: URLSearchParams, { page, size, sort, tags, range }: View): URLSearchParams => {
  const next = new URLSearchParams(address)
  for (const name of Object.values(KEY)) next.delete(name)
  if (page > 0 || size !== undefined) next.set(KEY.page, String(page + 1))
  if (size !== undefined) next.set(KEY.size, String(size))
  if (sort) next.set(KEY.sort, `${sort.descending ? '-' : ''}${sort.key}`)
  if (tags) {
    const pairs = Object.entries(tags).map(([key, value]) => `${key}:${value}`)
    // An empty tag says that the user took the presets away.
    for (const pair of pairs.length > 0 ? pairs : ['']) next.append(KEY.tag, pair)
  }
  if (range) {
    next.set(KEY.from, range.from)
    next.set(KEY.to, range.to)
  }
  return next
}

/** Whatever is changed, other than the page itself, leads to the first page. */
export const changeView = (view: View, change: Partial<View>): View => ({ ...view, page: 0, ...change })

/** Both ends must be moments. */
export const readRange = (from: string | null | undefined, to: string | null | undefined): Range | undefined =>
  isMoment(from) && isMoment(to) ? { from, to } : undefined

/** Whole days: from the first second of the day that many days ago to the last of today. */
export const lastDays = (days: number, now: Date = new Date()): Range => {
  const from = new Date(now)
  from.setDate(from.getDate() - days)
  from.setHours(0, 0, 1, 0)
  const to = new Date(now)
  to.setHours(23, 59, 59, 0)
  return { from: from.toISOString(), to: to.toISOString() }
}

/** Rows went away: the last page there still is. */
export const reachablePage = (page: number, size: number, total: number): number =>
  Math.min(page, Math.max(0, Math.ceil(total / size) - 1))

const isMoment = (text: string | null | undefined): text is string =>
  typeof text === 'string' && text !== '' && !Number.isNaN(Date.parse(text))

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined

const readSort = (text: string | null): Sort | undefined => {
  const key = text?.replace(/^-/, '')
  return key ? { key, descending: text!.startsWith('-') } : undefined
}

const readTags = (pairs: readonly string[]): Tags =>
  Object.fromEntries(
    pairs.flatMap((pair) => {
      const [, key, value] = /^([^:]+):(.+)$/s.exec(pair) ?? []
      return key && value ? [[key, value]] : []
    }),
  )
