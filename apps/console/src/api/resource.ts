// What the screens read of the server: metadata, lists and objects, each asked once and kept. Writing makes them ask again.
import { hashKey, type Query as Kept, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLanguage } from '../words/language.ts'
import { call, del, get, type Query, withQuery } from './client.ts'
import type { Failure } from './failure.ts'
import type { Item, Meta } from './meta.ts'
import { isOfApi, itemPath, joinedPath, type PlainPaths, pathOf, type Rows, readRows } from './table-query.ts'

export type { FieldMeta, Item, Meta } from './meta.ts'

const MINUTE_MS = 60_000
/** What was fetched while the shell was starting is still good when the screen appears. */
const AHEAD_MS = 3_000
const CACHE = '/api/v1/common/resources/cache/'

/** Calls are never repeated by themselves, and never wait for a network that says it is away. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, gcTime: 5 * MINUTE_MS },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export type MetaAction = 'GET' | 'POST' | 'PUT'

/** Metadata of an address: of tables with GET, of forms with POST or PUT. Empty where the caller may not do it. */
export const useMeta = (url: string | undefined, action: MetaAction = 'GET'): UseQueryResult<Meta, Failure> => {
  const lang = useLanguage()
  return useQuery<Actions, Failure, Meta>({
    ...metaQuery(url ?? '', action, lang),
    enabled: Boolean(url),
    select: (actions) => actions[action] ?? EMPTY,
  })
}

export interface ListOptions {
  readonly enabled?: boolean
  readonly paged?: boolean
  readonly paths?: PlainPaths
  /** Ask again this often, for lists that live. */
  readonly everyMs?: number
  readonly flash?: boolean
}

/** Rows of a list; the rows before stay while the next are on their way. */
export const useList = <Row = Item>(
  url: string,
  query: Query = {},
  options: ListOptions = {},
): UseQueryResult<Rows<Row>, Failure> => {
  const lang = useLanguage()
  const asked = listQuery<Row>(url, query, lang, options)
  const found = useQuery<Rows<Row>, Failure>({
    ...asked,
    enabled: Boolean(url) && options.enabled !== false,
    refetchInterval: options.everyMs ?? false,
    placeholderData: (before, last) => (last?.queryKey[1] === url ? before : undefined),
  })
  useEffect(() => {
    if (ahead.size > 0) ahead.delete(hashKey(asked.queryKey))
  })
  return found
}

/** Lists that were asked ahead and that no screen has shown yet: the first one takes them as they are, later ones ask again. */
const ahead = new Set<string>()

/** One object; who asks says what went wrong. */
export const useItem = <One = Item>(
  url: string | undefined,
  options: { enabled?: boolean; everyMs?: number } = {},
): UseQueryResult<One, Failure> => {
  const lang = useLanguage()
  return useQuery<One, Failure>({
    queryKey: ['item', url ?? '', lang],
    queryFn: ({ signal }) => get<One>(url ?? '', { flash: false, signal }),
    enabled: Boolean(url) && options.enabled !== false,
    refetchInterval: options.everyMs ?? false,
  })
}

/** Metadata, and first rows where it is known what will be asked, ahead of the screen; silent, the screen itself tells of failures. */
export const prefetchList = (url: string, query: Query | undefined, lang: 'zh' | 'en'): void => {
  void queries.prefetchQuery(metaQuery(url, 'GET', lang))
  if (!query) return
  const rows = listQuery(url, query, lang, { flash: false })
  ahead.add(hashKey(rows.queryKey))
  void queries.prefetchQuery(rows)
}

/** Something below this address was written: what was read of it is asked again. */
export const changed = (url: string): Promise<void> => {
  const below = pathOf(url)
  return queries.invalidateQueries({
    predicate: ({ queryKey: [kind, asked] }) =>
      (kind === 'list' || kind === 'item') && typeof asked === 'string' && pathOf(asked).startsWith(below),
  })
}

/** A short-lived handle for a set of ids. */
export const handleFor = async (ids: readonly string[]): Promise<string> => {
  const { spm } = await call<{ spm: string }>('POST', CACHE, { body: { resources: ids } })
  return spm
}

export const deleteOne = async (url: string, id: string): Promise<void> => {
  await del(itemPath(url, id))
  await changed(url)
}

/** The API deletes many by a handle; plain lists by their ids in the address. */
export const deleteMany = async (url: string, ids: readonly string[], query: Query = {}): Promise<void> => {
  if (isOfApi(url)) await del(url, { query: { ...query, spm: await handleFor(ids) }, flash: false })
  else await del(joinedPath(url, ids), { flash: false })
  await changed(url)
}

type Actions = Partial<Record<MetaAction, Meta>>
const EMPTY: Meta = {}

const metaQuery = (url: string, action: MetaAction, lang: string) => {
  const address = action === 'GET' ? withQuery(url, { draw: 1, display: 1 }) : url
  return {
    queryKey: ['meta', address, lang],
    queryFn: async () => (await call<{ actions?: Actions }>('OPTIONS', address))?.actions ?? {},
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }
}

const listQuery = <Row>(url: string, query: Query, lang: string, { paged, paths, flash }: ListOptions) => ({
  queryKey: ['list', url, query, lang],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Rows<Row>> =>
    readRows<Row>(url, await get(url, { query, signal, flash }), { paged, paths }),
  staleTime: ({ queryHash }: Kept<any, any, any, any>) => (ahead.has(queryHash) ? AHEAD_MS : 0),
})
