// The two ways of asking for a page of rows: the API's own, and that of plain lists elsewhere.
import type { Query } from './client.ts'
import type { Item } from './meta.ts'

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

/** What a table shows of a list. Pages count from 0. */
export interface TableView {
  readonly page: number
  readonly size: number
  readonly sort?: Sort
  readonly filters?: Query
  /** False: everything at once. */
  readonly paged?: boolean
}

export interface Rows<Row = Item> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** Where a plain list keeps its rows and their number. */
export interface PlainPaths {
  readonly rows?: string
  readonly total?: string
}

/** Asked of plain lists that have no pages. */
export const UNPAGED = { size: 999, page: -1 } as const
const PLAIN: Required<PlainPaths> = { rows: 'payload.content', total: 'payload.totalElements' }
const UNPAGED_ROWS = 'payload'

export const isOfApi = (url: string): boolean => url.includes('/api/v1/')

export const tableQuery = (url: string, { page, size, sort, filters, paged = true }: TableView): Query => {
  if (!isOfApi(url)) {
    return {
      ...(paged ? { page, size } : UNPAGED),
      ...filters,
      sort: sort?.key,
      direction: sort && (sort.descending ? 'desc' : 'asc'),
    }
  }
  return {
    ...filters,
    order: orderOf(sort),
    ...(paged ? { offset: Math.max(0, page) * size, limit: size } : {}),
    display: 1,
    draw: 1,
  }
}

/** `name`, or `-name` for descending. */
export const orderOf = (sort?: Sort): string | undefined => sort && `${sort.descending ? '-' : ''}${sort.key}`

export const readRows = <Row = Item>(url: string, body: unknown, { paged = true, paths = {} as PlainPaths } = {}) => {
  if (!isOfApi(url)) {
    const rows = asRows<Row>(at(body, paths.rows ?? (paged ? PLAIN.rows : UNPAGED_ROWS)))
    const total = paged ? Number(at(body, paths.total ?? PLAIN.total)) : Number.NaN
    return { rows, total: Number.isFinite(total) ? total : rows.length }
  }
  // Without a limit the answer is the bare array.
  if (Array.isArray(body)) return { rows: body as Row[], total: body.length }
  const rows = asRows<Row>(at(body, 'results'))
  const count = at(body, 'count')
  return { rows, total: typeof count === 'number' ? count : rows.length }
}

/** `{list}{id}/`; the query of the list stays behind. */
export const itemPath = (url: string, id: string): string => `${withSlash(pathOf(url))}${encodeURIComponent(id)}/`

/** `{list}/{id1,id2}/`: plain lists delete several at once so. */
export const joinedPath = (url: string, ids: readonly string[]): string =>
  `${withSlash(pathOf(url))}${ids.map(encodeURIComponent).join(',')}/`

export const pathOf = (url: string): string => url.split('?')[0]!

/** The value at `a.b.c`. */
export const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (one, name) => (typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[name] : undefined),
      value,
    )

const asRows = <Row>(value: unknown): Row[] => (Array.isArray(value) ? value : [])
const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`)
