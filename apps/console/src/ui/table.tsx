// Rows and columns. Semantic, quick (rows are drawn again only when they change), and long lists draw only what is in view.
import { type ChangeEvent, type ReactNode, useId, useMemo, useRef } from 'react'
import { classes } from './classes.ts'
import { Bar, Empty } from './empty.tsx'
import { MOBILE_QUERY, useMedia } from './media.ts'
import { useRowSlots } from './row-slots.ts'
import { useRowWindow } from './row-window.ts'
import { type Selected, type Sort, TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { toggled } from './table-selection.ts'
import './tip.ts'
import { useWords } from './words.ts'

export interface Column<R> {
  key: string
  title: ReactNode
  /** The title as plain text. */
  label: string
  width?: number
  align?: 'left' | 'center' | 'right'
  sortable?: boolean
  filter?: {
    choices: readonly { value: string; label: string }[]
    value?: string
    onChange(value?: string): void
  }
  cell(row: R): ReactNode
  /** Its cells keep nothing of the row they show, so another row may take them over. */
  stateless?: boolean
}

export interface TableProps<R> {
  /** Keep the array the same between drawings: rows compare it. */
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey(row: R): string
  /** What the table is, for those who do not see it. */
  caption: string
  loading?: boolean
  empty?: ReactNode
  selection?: {
    keys: ReadonlySet<string>
    onChange(keys: Set<string>): void
    canSelect?(row: R): boolean
  }
  sort?: Sort
  onSort?(sort?: Sort): void
  density?: 'normal' | 'roomy'
  /** How many rows the first load holds place for. */
  skeletonRows?: number
  /** What stands in full width below a row, for as long as it does. */
  below?(row: R): ReactNode
  /** Lets columns be drawn wider; told when let go. */
  onResize?(key: string, width: number): void
}

/** Above this many rows only those in view are drawn. */
const LONG = 200
const ROW = { normal: 36, roomy: 44 } as const
const SELECTION_WIDTH = 40
const FREE_COLUMN = 140

export function Table<R>(props: TableProps<R>) {
  const { columns, rows, rowKey, caption, loading, empty, selection, sort, onSort, density = 'normal' } = props
  const words = useWords()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const lastPicked = useRef<string>(undefined)
  const phone = useMedia(MOBILE_QUERY)
  const rowHeight = phone ? ROW.roomy : ROW[density]
  const long = rows.length > LONG
  const view = useRowWindow(box, { count: rows.length, rowHeight, all: !long })

  const fresh = loading && rows.length === 0
  // The first column stays in view on a phone, so it must leave room for the others.
  const widthOf = (column: Column<R>, at: number) =>
    phone && at === 0 ? Math.min(column.width ?? FREE_COLUMN, FREE_COLUMN) : column.width
  const width =
    columns.reduce((sum, column, at) => sum + (widthOf(column, at) ?? FREE_COLUMN), 0) +
    (selection ? SELECTION_WIDTH : 0)
  const spans = columns.length + (selection ? 1 : 0)
  const free = selection ? rows.filter((row) => selection.canSelect?.(row) ?? true).map(rowKey) : []

  const now = useRef({ props, free })
  now.current = { props, free }
  const head = useMemo(
    () => ({
      onSort: (sort?: Sort) => now.current.props.onSort?.(sort),
      onResize: (key: string, width: number) => now.current.props.onResize?.(key, width),
      onSelect: (on: boolean) => {
        const { selection } = now.current.props
        if (!selection) return
        const next = new Set(selection.keys)
        for (const key of now.current.free) on ? next.add(key) : next.delete(key)
        selection.onChange(next)
      },
    }),
    [],
  )
  const shown = rows.slice(view.start, view.end)
  const slots = useRowSlots(shown.map(rowKey))

  const onChange = (event: ChangeEvent<HTMLTableSectionElement>) => {
    const target = event.target as unknown as HTMLInputElement
    const key = target.dataset.pick
    if (key === undefined || !selection) return
    const range = (event.nativeEvent as MouseEvent).shiftKey ? lastPicked.current : undefined
    lastPicked.current = key
    selection.onChange(toggled(selection.keys, free, key, range))
  }

  return (
    <div className={classes('db-table-frame', loading && !fresh && 'db-table-stale')}>
      <Bar busy={loading} />
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset, and no landmark either. */}
      <div
        ref={box}
        className={classes('db-table-box', long && 'db-table-long')}
        role="group"
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
        tabIndex={0}
      >
        <table
          className={classes('db-table', density === 'roomy' && 'db-table-roomy', selection && 'db-table-selects')}
          style={{ minWidth: width }}
          aria-busy={loading || undefined}
          aria-rowcount={long ? rows.length + 1 : undefined}
        >
          <caption className="db-hidden">{caption}</caption>
          <colgroup>
            {selection && <col style={{ width: SELECTION_WIDTH }} />}
            {columns.map((column, at) => (
              <col key={column.key} data-column={column.key} style={{ width: widthOf(column, at) }} />
            ))}
          </colgroup>
          <TableHead
            id={id}
            columns={columns}
            sort={sort}
            selected={selection && selectedOf(free, selection.keys)}
            onSort={onSort && head.onSort}
            onResize={props.onResize && head.onResize}
            onSelect={head.onSelect}
          />
          <tbody onChange={onChange}>
            {view.start > 0 && <Gap spans={spans} height={view.start * rowHeight} />}
            {shown.map((row, index) => {
              const key = rowKey(row)
              return (
                <TableRow
                  key={slots.get(key)}
                  id={`${id}${key}`}
                  tableId={id}
                  pick={selection ? ((selection.canSelect?.(row) ?? true) ? key : false) : undefined}
                  row={row}
                  columns={columns}
                  selected={selection?.keys.has(key) ?? false}
                  index={long ? view.start + index + 2 : undefined}
                  below={props.below?.(row)}
                />
              )
            })}
            {view.end < rows.length && <Gap spans={spans} height={(rows.length - view.end) * rowHeight} />}
            {fresh && <Bones rows={props.skeletonRows ?? 10} spans={spans} />}
          </tbody>
        </table>
        {!loading && rows.length === 0 && (
          <div className="db-table-empty">{empty ?? <Empty title={words.noData} />}</div>
        )}
      </div>
      <span role="status" className="db-hidden">
        {loading ? words.loading : ''}
      </span>
    </div>
  )
}

const selectedOf = (free: readonly string[], keys: ReadonlySet<string>): Selected => {
  if (free.length === 0) return 'nothing'
  const count = free.filter((key) => keys.has(key)).length
  return count === free.length ? 'all' : count > 0 ? 'some' : 'none'
}

function Gap({ spans, height }: { spans: number; height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes focus.
    <tr className="db-table-gap" aria-hidden="true">
      <td colSpan={spans} style={{ height }} />
    </tr>
  )
}

function Bones({ rows, spans }: { rows: number; spans: number }) {
  return Array.from({ length: rows }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey lint/a11y/noAriaHiddenOnFocusable: they are all alike, and nothing in them takes focus.
    <tr key={index} className="db-table-bones" aria-hidden="true">
      {Array.from({ length: spans }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <td key={cell}>
          <span className="db-bone" />
        </td>
      ))}
    </tr>
  ))
}
