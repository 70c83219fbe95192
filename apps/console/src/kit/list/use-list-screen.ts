import { useEffect, useMemo, useRef } from 'react'
import type { Query } from '../../api/client.ts'
import type { Failure } from '../../api/failure.ts'
import { useList, useMeta } from '../../api/resource.ts'
import { type Session, useSession } from '../../api/session.ts'
import type { Sort } from '../../api/table-query.ts'
import { useLanguage } from '../../words/language.ts'
import { useKept } from '../kept.ts'
import { useSame } from '../same.ts'
import type { Item, ListSpec, Meta } from '../spec.ts'
import { type ColumnFacts, columnFacts } from './columns.ts'
import { filtersOf, listQueryOf, presetsOf, rangeOf, scopeOf, sizeFor } from './list-query.ts'
import { type TagField, tagFields } from './search.ts'
import { type Selection, useSelection } from './selection.ts'
import { columnSettings, useTableConfig } from './table-config.ts'
import { type ChangeView, type Place, usePresetDelay, useView } from './use-view.ts'
import { type Range, reachablePage, type Tags, type View } from './view.ts'

/** What the tools above a list need. It stays the same while pages are turned, so that they are not drawn again. */
export interface ListTools {
  readonly session: Session
  readonly changeView: ChangeView
  readonly tags: Tags
  readonly range?: Range
  /** Tags and dates as they are sent. */
  readonly filters: Query
  readonly sort?: Sort
  readonly fields: readonly TagField[]
  /** All of them, shown or not. */
  readonly columns: readonly ColumnFacts[]
  readonly selection: Selection
  reload(): void
}

/** All that a list knows while it is on the screen. */
export interface ListScreen extends ListTools {
  readonly tools: ListTools
  readonly page: number
  readonly size: number
  readonly rows: readonly Item[]
  readonly total: number
  readonly loading: boolean
  readonly error?: Failure
}

const NO_META: Meta = {}
const NO_ROWS: readonly Item[] = []
const NO_TAGS: Tags = {}

export const useListScreen = (spec: ListSpec, place: Place): ListScreen => {
  const lang = useLanguage()
  const session = useSession()
  const config = useTableConfig()
  const scope = scopeOf(spec)
  const [view, change] = useView(place, scope)
  const described = spec.metaUrl ?? spec.url
  const told = useMeta(described)
  const meta = useKept(described, told.data) ?? NO_META
  // Rows that come before their metadata wait: names of fields are no headings.
  const untold = meta === NO_META && told.isLoading
  const presets = presetsOf(spec)
  const waiting = usePresetDelay(presets !== undefined && view.tags === undefined)

  const tags = useSame(view.tags ?? presets ?? NO_TAGS)
  const range = useSame(rangeOf(spec, view))
  const sort = useSame(view.sort)
  const filters = useMemo(() => filtersOf(tags, range), [tags, range])
  const size = sizeFor(spec.url, view.size, config.paginationSize)
  const asked = useList(spec.url, listQueryOf(spec, { ...view, size }, filters), {
    enabled: !waiting,
    paged: spec.paged,
  })
  // A list that failed has nothing: neither rows nor a number of them.
  const { rows, total } = (asked.error || untold ? undefined : asked.data) ?? { rows: NO_ROWS, total: 0 }
  const selection = useSelection(scope, rows)
  const now = useRef({ changeView: change, reload: asked.refetch })
  now.current = { changeView: change, reload: asked.refetch }
  const { changeView, reload } = useMemo(
    () => ({
      changeView: (change: Partial<View>) => now.current.changeView(change),
      reload: () => void now.current.reload(),
    }),
    [],
  )

  const reachable = reachablePage(view.page, size, total)
  const beyond = asked.isSuccess && !asked.isPlaceholderData && total > 0 && reachable < view.page
  useEffect(() => {
    if (beyond) changeView({ page: reachable })
  })

  const settings = columnSettings(config, spec.name)
  // A screen may declare its list anew with every drawing; what its columns are made of stays the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the spec that count, and the language of labels.
  const columns = useMemo(
    () => columnFacts(spec, untold ? undefined : meta, settings),
    [spec.columns, spec.column, spec.link, spec.search, meta, untold, settings, lang],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: labels are of the language.
  const fields = useMemo(() => tagFields(meta, spec.search), [meta, spec.search, lang])
  const tools = useMemo(
    () => ({ session, changeView, tags, range, filters, sort, fields, columns, selection, reload }),
    [session, changeView, tags, range, filters, sort, fields, columns, selection, reload],
  )

  return {
    ...tools,
    tools,
    page: total > 0 ? reachable : view.page,
    size,
    rows,
    total,
    loading: waiting || untold || asked.isFetching,
    error: asked.error ?? undefined,
  }
}
