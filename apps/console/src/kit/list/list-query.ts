// From what a screen declares and what the user set to what the server is asked.
import { type Query, withQuery } from '../../api/client.ts'
import { isOfApi, tableQuery } from '../../api/table-query.ts'
import { GENERIC_PAGE_SIZES, PAGE_SIZES } from '../limits.ts'
import type { OpeningList } from '../route.ts'
import type { ListSpec } from '../spec.ts'
import { pageSize, tableConfig } from './table-config.ts'
import { FIRST_VIEW, lastDays, type Range, type Tags, type View } from './view.ts'

/** Logs open with this much of their past. */
export const RANGE_DAYS = 7

export const sizesFor = (url: string): readonly number[] => (isOfApi(url) ? PAGE_SIZES : GENERIC_PAGE_SIZES)

/** The saved choice is one of API lists; plain lists have sizes of their own. */
export const sizeFor = (url: string, asked: number | undefined, saved: unknown): number =>
  pageSize(asked, isOfApi(url) ? saved : undefined, sizesFor(url))

/** What narrows the list for the user: tags, header filters (which are tags) and dates. */
export const filtersOf = (tags: Tags, range: Range | undefined): Query => ({
  ...(range ? { date_from: range.from, date_to: range.to } : {}),
  ...tags,
})

/** Search, filters and the screen's own query are put together; none takes the place of another. */
export const listQueryOf = (
  { url, query, paged }: Pick<ListSpec, 'url' | 'query' | 'paged'>,
  { page, sort, size }: View & { readonly size: number },
  filters: Query,
): Query => tableQuery(url, { page, size, sort, paged, filters: { ...query, ...filters } })

export const rangeOf = ({ range }: Pick<ListSpec, 'range'>, view: View, now?: Date): Range | undefined =>
  range ? (view.range ?? lastDays(range === true ? RANGE_DAYS : range, now)) : undefined

export const presetsOf = ({ search }: Pick<ListSpec, 'search'>): Tags | undefined =>
  search !== false && search?.preset && Object.keys(search.preset).length > 0 ? search.preset : undefined

/** What a list asks for when it is opened without anything in its address, for those who want to ask ahead; presets wait for their moment. */
export const openingQuery = (spec: OpeningList): Query | undefined => {
  if (presetsOf(spec)) return undefined
  const size = sizeFor(spec.url, undefined, tableConfig().paginationSize)
  return listQueryOf(spec, { ...FIRST_VIEW, size }, filtersOf({}, rangeOf(spec, FIRST_VIEW)))
}

/** The address of a list as a key: another one is another list, with a selection of its own. */
export const scopeOf = ({ url, query }: Pick<ListSpec, 'url' | 'query'>): string => withQuery(url, query)
