// The list screen: search, actions, table, pager, drawn from what the area declares and the server tells.
import '../../ui/styles/list.css'
import { useCallback, useMemo, useState } from 'react'
import { Button, Pager, Table } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import { PAGER_LINKS } from '../limits.ts'
import type { Item, ListSpec } from '../spec.ts'
import { shownColumns } from './columns.ts'
import { sizesFor } from './list-query.ts'
import { NoRows } from './no-rows.tsx'
import { tableColumns } from './table-columns.tsx'
import { columnSettings, savePageSize, saveWidth, useTableConfig } from './table-config.ts'
import { Toolbar } from './toolbar.tsx'
import { flattenRows, isTree } from './tree-rows.ts'
import { useListScreen } from './use-list-screen.ts'
import { useRoom } from './use-room.ts'
import type { Place } from './use-view.ts'
import { words } from './words.ts'

export interface ResourceListProps {
  readonly spec: ListSpec
  /** In dialogs a list keeps its page to itself. */
  readonly place?: Place
  /** Accessible name; the title of the page by default. */
  readonly caption?: string
  /** The selection belongs to somebody else, who may know of rows that this list has never shown. */
  readonly picked?: Picked
}

export interface Picked {
  readonly keys: ReadonlySet<string>
  /** `rows` are those in sight. */
  onChange(keys: ReadonlySet<string>, rows: readonly Item[]): void
}

export function ResourceList({ spec, place = 'address', caption = words.lines, picked }: ResourceListProps) {
  const lang = useLanguage()
  const screen = useListScreen(spec, place)
  const config = useTableConfig()
  const room = useRoom<HTMLDivElement>()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { changeView, total, page, size, session, reload } = screen

  const tree = isTree(screen.rows)
  const flat = useMemo(() => (tree ? flattenRows(screen.rows, open) : undefined), [tree, screen.rows, open])
  const { numbered, below } = spec
  const rows = useMemo(() => {
    const shown = flat?.map(({ row }) => row) ?? screen.rows
    return numbered ? shown.map((row, at) => ({ ...row, index: at + 1 })) : shown
  }, [flat, screen.rows, numbered])

  const selection = picked
    ? {
        keys: picked.keys,
        change: (keys: ReadonlySet<string>) => picked.onChange(keys, rows),
        clear: () => picked.onChange(new Set(), rows),
      }
    : screen.selection

  const { columns: facts, tags } = screen
  const { drop } = screen.selection
  const { showColumns } = columnSettings(config, spec.name)
  const hasBelow = below !== undefined
  // The table draws its rows again whenever this changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the spec that cells use, and the language they speak.
  const columns = useMemo(() => {
    const shown = new Set(shownColumns(spec, showColumns))
    return tableColumns({
      spec,
      session,
      tags,
      facts: facts.filter(({ key }) => shown.has(key)),
      branches: flat && {
        rows: new Map(flat.map((one) => [one.row.id, one])),
        toggle: (id) => setOpen((before) => toggled(before, id)),
      },
      reload,
      opening: hasBelow ? { open, toggle: (id) => setOpen((before) => toggled(before, id)) } : undefined,
      onFilter: (tags) => changeView({ tags }),
      onDeleted: drop,
    })
  }, [spec.url, spec.name, spec.show, spec.rowActions, session, tags, facts, showColumns, flat, hasBelow && open, lang])

  const turn = useCallback(
    (nextPage: number, nextSize: number) => {
      if (nextSize !== size) savePageSize(nextSize)
      changeView({ page: nextPage, size: nextSize })
    },
    [size, changeView],
  )

  return (
    <div ref={room} className="db-list">
      <Toolbar spec={spec} tools={screen.tools} />
      <Table<Item>
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={spec.key ? (row) => row[spec.key!] : rowKey}
        loading={screen.loading}
        empty={<NoRows spec={spec} screen={screen} />}
        density={config.density ?? 'normal'}
        selection={
          spec.selection === false
            ? undefined
            : { keys: selection.keys, onChange: selection.change, canSelect: spec.canSelect }
        }
        sort={screen.sort}
        onSort={(sort) => changeView({ sort })}
        below={below && ((row) => (open.has(row.id) ? below(row) : undefined))}
        onResize={(key, width) => saveWidth(spec.name, key, width)}
        skeletonRows={size}
      />
      <div className="db-list-foot">
        <div className="db-list-selection" role="status">
          {selection.keys.size > 0 && (
            <>
              <span>{say.selected(selection.keys.size)}</span>
              <Button kind="link" size="small" onClick={selection.clear}>
                {words.clearSelection}
              </Button>
            </>
          )}
        </div>
        {spec.paged !== false && (
          <Pager total={total} page={page} size={size} sizes={sizesFor(spec.url)} links={PAGER_LINKS} onChange={turn} />
        )}
      </div>
    </div>
  )
}

const rowKey = (row: Item): string => row.id

const toggled = (open: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  open.has(id) ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id])
