// The options of a remote select: pages of a list, mapped to labels and values. Fetching comes in as an argument.
import { SELECT_PAGE } from '../limits.ts'
import type { RemoteSpec } from '../spec.ts'

export interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

export interface Page {
  readonly options: Option[]
  readonly more: boolean
}

export type Fetch = (url: string, query: Record<string, string | number>) => Promise<unknown>

/** An asset is hostname(ip); others have a name. */
export const labelOf = (item: any): string => {
  if (item.hostname) return item.ip ? `${item.hostname}(${item.ip})` : String(item.hostname)
  return String(item.name ?? item.display_name ?? item.username ?? item.value ?? item.id)
}

export const optionOf = (item: any, spec: Pick<RemoteSpec, 'labelOf' | 'keyOf'>): Option => ({
  value: String(spec.keyOf?.(item) ?? item.id ?? item.pk),
  label: spec.labelOf ? spec.labelOf(item) : labelOf(item),
})

export const loadPage = async (fetch: Fetch, spec: RemoteSpec, search: string, page: number): Promise<Page> =>
  readPage(await fetch(spec.url, { search, offset: page * SELECT_PAGE, limit: SELECT_PAGE }), spec)

/** A page in which everything is left out is no page: the next is asked, until there is something or no more. */
export const pagesWithout = (load: (search: string, page: number) => Promise<Page>) => {
  // The screen counts pages it saw, the server those it gave: they part where pages were passed over.
  const passed = new Map<string, number>()
  return async (search: string, page: number, leftOut: (option: Option) => boolean): Promise<Page> => {
    if (page === 0) passed.set(search, 0)
    for (;;) {
      const skipped = passed.get(search) ?? 0
      const found = await load(search, page + skipped)
      const options = found.options.filter((option) => !leftOut(option))
      if (options.length > 0 || !found.more) return { options, more: found.more }
      passed.set(search, skipped + 1)
    }
  }
}

/** Labels of values that are already set: all pages of the list, narrowed to them by a handle. */
export const loadLabels = async (
  fetch: Fetch,
  spec: RemoteSpec,
  values: readonly string[],
  handleFor: (ids: readonly string[]) => Promise<string>,
): Promise<Option[]> => {
  const spm = await handleFor(values)
  const wanted = new Set(values)
  const found: Option[] = []
  // A list that knows no handles gives everything: a thousand options in vain are enough.
  for (let page = 0; page < 100 && found.length < wanted.size; page++) {
    const { options, more } = readPage(
      await fetch(spec.url, { spm, offset: page * SELECT_PAGE, limit: SELECT_PAGE }),
      spec,
    )
    found.push(...options.filter(({ value }) => wanted.has(value)))
    if (!more) break
  }
  return found
}

const readPage = (body: unknown, spec: RemoteSpec): Page => {
  const rows = Array.isArray(body) ? body : ((body as { results?: unknown[] } | undefined)?.results ?? [])
  return {
    options: rows.map((item) => optionOf(item, spec)),
    more: Boolean((body as { next?: unknown } | undefined)?.next),
  }
}
