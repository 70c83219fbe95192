import { useEffect, useMemo } from 'react'
import type { Query } from '../../api/client.ts'
import type { Failure } from '../../api/failure.ts'
import { useList, useMeta } from '../../api/resource.ts'
import { type Session, useSession } from '../../api/session.ts'
import { useLanguage } from '../../words/language.ts'
import { useKept } from '../kept.ts'
import type { Item, ListSpec, Meta } from '../spec.ts'
import { type ColumnFacts, columnFacts } from './columns.ts'
import { filtersOf, listQueryOf, presetsOf, rangeOf, scopeOf, sizeFor } from './list-query.ts'
import { type TagField, tagFields } from './search.ts'
import { type Selection, useSelection } from './selection.ts'
import { columnSettings, useTableConfig } from './table-config.ts'
import { type ChangeView, type Place, usePresetDelay, useView } from './use-view.ts'
import { type Range, reachablePage, type Tags, type View } from './view.ts'

/** All that a list knows while it is on the screen. */
export interface ListScreen {
  readonly session: Session
  readonly view: View
  readonly changeView: ChangeView
  readonly page: number
  readonly size: number
  readonly tags: Tags
  readonly range?: Range
  /** Tags and dates as they are sent. */
  readonly filters: Query
  readonly fields: readonly TagField[]
  /** All of them, shown or not. */
  readonly columns: readonly ColumnFacts[]
  readonly rows: readonly Item[]
  readonly total: number
  readonly loading: boolean
  readonly error?: Failure
  readonly selection: Selection
  reload(): void
}

const NO_META: Meta = {}
const NO_ROWS: readonly Item[] = []
const NO_TAGS: Tags = {}

export const useListScreen = (spec: ListSpec, place: Place): ListScreen => {
  const lang = useLanguage()
  const session = useSession()
  const config = useTableConfig()
  const scope = scopeOf(spec)
  const [view, changeView] = useView(place, scope)
  const described = spec.metaUrl ?? spec.url
  const told = useMeta(described)
  const meta = useKept(described, told.data) ?? NO_META
  // Rows that come before their metadata wait: names of fields are no headings.
  const untold = meta === NO_META && told.isLoading
  const presets = presetsOf(spec)
  const waiting = usePresetDelay(presets !== undefined && view.tags === undefined)

  const tags = view.tags ?? presets ?? NO_TAGS
  const range = rangeOf(spec, view)
  const filters = filtersOf(tags, range)
  const size = sizeFor(spec.url, view.size, config.paginationSize)
  const asked = useList(spec.url, listQueryOf(spec, { ...view, size }, filters), {
    enabled: !waiting,
    paged: spec.paged,
  })
  // A list that failed has nothing: neither rows nor a number of them.
  const { rows, total } = (asked.error || untold ? undefined : asked.data) ?? { rows: NO_ROWS, total: 0 }
  const selection = useSelection(scope, rows)

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

  return {
    session,
    view,
    changeView,
    page: total > 0 ? reachable : view.page,
    size,
    tags,
    range,
    filters,
    fields: tagFields(meta, spec.search),
    columns,
    rows,
    total,
    loading: waiting || untold || asked.isFetching,
    error: asked.error ?? undefined,
    selection,
    reload: () => void asked.refetch(),
  }
}
