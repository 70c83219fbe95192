import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react'
import { Checkbox } from './choice-input.tsx'
import { classes } from './classes.ts'
import { Dropdown } from './dropdown.tsx'
import { Icon } from './icon.tsx'
import type { Column } from './table.tsx'
import { useWords } from './words.ts'

export interface Sort {
  key: string
  descending: boolean
}

/** How many of the rows that can be: `nothing` where there are none. */
export type Selected = 'all' | 'some' | 'none' | 'nothing'

interface TableHeadProps<R> {
  id: string
  columns: readonly Column<R>[]
  sort?: Sort
  /** Not told: rows are not selected here. */
  selected?: Selected
  onSort?(sort?: Sort): void
  onResize?(key: string, width: number): void
  onSelect(on: boolean): void
}

const aligned = { left: undefined, center: 'db-center', right: 'db-right' } as const

function Head<R>({ id, columns, sort, selected, onSort, onResize, onSelect }: TableHeadProps<R>) {
  const words = useWords()
  return (
    <thead>
      <tr>
        {selected && (
          <th scope="col" className="db-cell-pick db-stick">
            <span id={`${id}pick`} className="db-hidden">
              {words.selectRow('')}
            </span>
            <Checkbox
              id={`${id}all`}
              label={words.selectAll}
              value={selected === 'all'}
              indeterminate={selected === 'some'}
              disabled={selected === 'nothing'}
              onChange={onSelect}
            />
          </th>
        )}
        {columns.map((column, at) => {
          const sorted = sort?.key === column.key ? sort : undefined
          return (
            <th
              key={column.key}
              scope="col"
              className={classes(at === 0 && 'db-stick db-stick-first', aligned[column.align ?? 'left'])}
              aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
            >
              <span className="db-th">
                {column.sortable && onSort ? (
                  <button type="button" className="db-sort" onClick={() => onSort(nextSort(column.key, sort))}>
                    <span className="db-th-text">{column.title}</span>
                    <SortMark sorted={sorted} />
                  </button>
                ) : (
                  <span className="db-th-text">{column.title}</span>
                )}
                {column.filter && <HeaderFilter column={column} />}
              </span>
              {onResize && <Handle column={column} first={at === 0} onResize={onResize} />}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Drawn again when columns, order or selection change, not with the rows. */
export const TableHead = memo(Head) as typeof Head

/** Up, down, none. */
export const nextSort = (key: string, sort?: Sort): Sort | undefined => {
  if (sort?.key !== key) return { key, descending: false }
  return sort.descending ? undefined : { key, descending: true }
}

function SortMark({ sorted }: { sorted?: Sort }) {
  return (
    <span className={classes('db-sort-mark', sorted && 'db-sort-on')}>
      <Icon name={sorted?.descending ? 'chevron-down' : 'chevron-up'} />
    </span>
  )
}

function HeaderFilter<R>({ column }: { column: Column<R> }) {
  const words = useWords()
  const filter = column.filter!
  return (
    <Dropdown
      icon="filter"
      className={classes('db-th-filter', filter.value !== undefined && 'db-th-filter-on')}
      label={words.filter(column.label)}
      items={[
        {
          key: '',
          text: words.all,
          checked: filter.value === undefined,
          onSelect: () => filter.onChange(undefined),
        },
        ...filter.choices.map((choice) => ({
          key: `=${choice.value}`,
          text: choice.label,
          checked: filter.value === choice.value,
          onSelect: () => filter.onChange(choice.value),
        })),
      ]}
    />
  )
}

const NARROWEST = 56
const KEY_STEP = 16

/** The edge of a column. One stop of the Tab key for all: up and down go from edge to edge, left and right move it. */
function Handle<R>({
  column,
  first,
  onResize,
}: {
  column: Column<R>
  first: boolean
  onResize(key: string, width: number): void
}) {
  const words = useWords()
  const drag = useRef<{ x: number; width: number; to: number; col?: HTMLElement }>(undefined)

  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const cell = event.currentTarget.closest('th')!
    const cols = cell.closest('table')!.querySelectorAll<HTMLElement>('col[data-column]')
    const width = cell.offsetWidth
    drag.current = {
      x: event.clientX,
      width,
      to: width,
      col: [...cols].find((col) => col.dataset.column === column.key),
    }
  }
  const move = (event: PointerEvent) => {
    const now = drag.current
    if (!now?.col) return
    now.to = Math.max(NARROWEST, Math.round(now.width + event.clientX - now.x))
    now.col.style.width = `${now.to}px`
  }
  const end = () => {
    const now = drag.current
    drag.current = undefined
    if (now && now.to !== now.width) onResize(column.key, now.to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key]
    const to = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined && to === undefined) return
    event.preventDefault()
    const cell = event.currentTarget.closest('th')!
    if (by) onResize(column.key, Math.max(NARROWEST, cell.offsetWidth + by))
    if (!to) return
    const all = [...cell.parentElement!.querySelectorAll<HTMLElement>('.db-th-edge')]
    all[all.indexOf(event.currentTarget) + to]?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is no hr.
    <span
      className="db-th-edge"
      role="separator"
      tabIndex={first ? 0 : -1}
      aria-orientation="vertical"
      aria-label={words.resize(column.label)}
      aria-valuenow={column.width ?? 0}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    />
  )
}
