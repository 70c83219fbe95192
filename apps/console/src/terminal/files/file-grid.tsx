// The rows of a folder. Names open, rows are chosen; everything works with keys, and long folders draw only what is in view.
import type { FileEntry } from '@drawbridge/wire'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { formatBytes, formatDate } from '../../kit/format.ts'
import { Checkbox, Dropdown, Icon, Menu, type MenuItem, useMedia, useRowWindow } from '../../ui/index.ts'
import { isFile, isFolder, modeText, type Order, octal, type SortKey } from './listing.ts'
import { say } from './words.ts'

export interface FileGridProps {
  readonly rows: readonly FileEntry[]
  readonly label: string
  readonly order: Order
  onOrder(order: Order): void
  readonly selected: ReadonlySet<string>
  onSelect(names: ReadonlySet<string>): void
  /** Names that wait to be moved. */
  readonly cut: ReadonlySet<string>
  canOpen(entry: FileEntry): boolean
  onOpen(entry: FileEntry): void
  menuOf(entry: FileEntry): readonly MenuItem[]
  /** Keys that mean something for the whole folder; true when it was understood. */
  onKey(event: KeyboardEvent): boolean
  readonly canMove: boolean
  onMove(into: FileEntry): void
}

export const DRAGGED = 'application/x-drawbridge-files'
const NARROW = '(max-width: 768px)'
const ROW = { wide: 36, narrow: 56 } as const
const LONG = 200
const TYPING_MS = 700

export function FileGrid(props: FileGridProps) {
  const { rows, selected, onSelect, order, onOrder } = props
  const box = useRef<HTMLDivElement>(null)
  const narrow = useMedia(NARROW)
  const height = narrow ? ROW.narrow : ROW.wide
  const view = useRowWindow(box, { count: rows.length, rowHeight: height, all: rows.length <= LONG })
  const [at, setAt] = useState(0)
  const anchor = useRef(0)
  const id = useId()
  const [menu, setMenu] = useState<{ x: number; y: number; entry: FileEntry }>()
  const typed = useRef({ text: '', at: 0 })
  const here = Math.min(at, Math.max(0, rows.length - 1))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder begins at its first row.
  useEffect(() => {
    setAt(0)
    anchor.current = 0
    box.current?.scrollTo({ top: 0 })
  }, [props.label])

  const focusRow = (index: number) => {
    const to = Math.max(0, Math.min(index, rows.length - 1))
    setAt(to)
    const frame = box.current
    if (!frame) return
    const top = to * height
    if (top < frame.scrollTop) frame.scrollTop = top
    else if (top + 2 * height > frame.scrollTop + frame.clientHeight)
      frame.scrollTop = top + 2 * height - frame.clientHeight
    requestAnimationFrame(() => frame.querySelector<HTMLElement>(`[data-row="${to}"]`)?.focus({ preventScroll: true }))
  }
  const span = (from: number, to: number) =>
    new Set(rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ name }) => name))
  const toggled = (name: string) => {
    const next = new Set(selected)
    if (!next.delete(name)) next.add(name)
    return next
  }
  const choose = (index: number, { shift, toggle }: { shift: boolean; toggle: boolean }) => {
    const row = rows[index]
    if (!row) return
    if (shift) onSelect(span(anchor.current, index))
    else {
      anchor.current = index
      onSelect(toggle ? toggled(row.name) : new Set([row.name]))
    }
    focusRow(index)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Buttons in a row keep their own keys.
    if (!(event.target as HTMLElement).matches('tr')) return
    const row = rows[here]
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: here + 10,
      PageUp: here - 10,
    }
    const to = moves[event.key]
    if (to !== undefined) {
      const index = Math.max(0, Math.min(to, rows.length - 1))
      if (event.ctrlKey || event.metaKey) focusRow(index)
      else choose(index, { shift: event.shiftKey, toggle: false })
    } else if (event.key === ' ' && row) choose(here, { shift: false, toggle: true })
    else if (event.key === 'Enter' && row) props.onOpen(row)
    else if (event.key === 'Escape') onSelect(new Set())
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(new Set(rows.map(({ name }) => name)))
    else if ((event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu')
      box.current?.querySelector<HTMLElement>(`[data-row="${here}"] [aria-haspopup]`)?.click()
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) jump(event.key)
    else if (!props.onKey(event)) return
    event.preventDefault()
  }
  const jump = (key: string) => {
    const now = Date.now()
    typed.current = { text: now - typed.current.at < TYPING_MS ? typed.current.text + key : key, at: now }
    const wanted = typed.current.text.toLocaleLowerCase()
    const start = wanted.length === 1 ? here + 1 : here
    const found = rows.map((_, step) => (start + step) % rows.length)
    const index = found.find((one) => rows[one]!.name.toLocaleLowerCase().startsWith(wanted))
    if (index !== undefined) choose(index, { shift: false, toggle: false })
  }
  const onClick = (event: MouseEvent, index: number) => {
    if ((event.target as HTMLElement).closest('button, input, label')) return
    choose(index, { shift: event.shiftKey, toggle: event.ctrlKey || event.metaKey || narrow })
  }

  const all = rows.length > 0 && rows.every(({ name }) => selected.has(name))
  return (
    <div ref={box} className="db-files-box">
      <table
        className="db-files-table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen and moved between with keys.
        role="grid"
        aria-label={props.label}
        aria-multiselectable="true"
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <th className="db-files-pick" scope="col">
              <Checkbox
                id={`${id}-all`}
                value={all}
                label={say.selectAll}
                onChange={(yes) => onSelect(yes ? new Set(rows.map(({ name }) => name)) : new Set())}
              />
            </th>
            <Head by="name" text={say.name} order={order} onOrder={onOrder} />
            <Head by="size" text={say.size} order={order} onOrder={onOrder} />
            <Head by="mtime" text={say.modified} order={order} onOrder={onOrder} />
            <th className="db-files-mode" scope="col">
              {say.permissions}
            </th>
            <th className="db-files-owner" scope="col">
              {say.owner}
            </th>
            <th className="db-files-more" scope="col">
              <span className="db-hidden">{say.actions('')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Space height={view.start * height} />
          {rows.slice(view.start, view.end).map((entry, offset) => (
            <Row
              key={entry.name}
              {...props}
              id={id}
              entry={entry}
              index={view.start + offset}
              focusable={view.start + offset === here}
              chosen={selected.has(entry.name)}
              isCut={props.cut.has(entry.name)}
              onClick={onClick}
              onMenu={(event, index) => {
                event.preventDefault()
                if (!selected.has(entry.name)) choose(index, { shift: false, toggle: false })
                setMenu({ x: event.clientX, y: event.clientY, entry })
              }}
              onPick={(index) => choose(index, { shift: false, toggle: true })}
              onDragged={(event) => {
                if (!selected.has(entry.name)) onSelect(new Set([entry.name]))
                event.dataTransfer.setData(DRAGGED, entry.name)
                event.dataTransfer.effectAllowed = 'move'
              }}
            />
          ))}
          <Space height={(rows.length - view.end) * height} />
        </tbody>
      </table>
      {menu && (
        <Menu
          key={`${menu.x} ${menu.y}`}
          label={say.actions(menu.entry.name)}
          items={props.menuOf(menu.entry)}
          anchor={() => ({ left: menu.x, right: menu.x, top: menu.y, bottom: menu.y })}
          onClose={(back) => {
            setMenu(undefined)
            if (back) focusRow(here)
          }}
        />
      )}
    </div>
  )
}

const Space = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr className="db-files-space">
      <td colSpan={7} style={{ height }} />
    </tr>
  ) : null

function Head({ by, text, order, onOrder }: { by: SortKey; text: string; order: Order; onOrder(order: Order): void }) {
  const mine = order.by === by
  return (
    <th
      className={`db-files-${by}`}
      scope="col"
      aria-sort={mine ? (order.down ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onOrder({ by, down: mine ? !order.down : by !== 'name' })}>
        {text}
        {mine && <Icon name={order.down ? 'chevron-down' : 'chevron-up'} />}
      </button>
    </th>
  )
}

interface RowProps extends FileGridProps {
  /** Begins the ids inside. */
  readonly id: string
  readonly entry: FileEntry
  readonly index: number
  readonly focusable: boolean
  readonly chosen: boolean
  readonly isCut: boolean
  onClick(event: MouseEvent, index: number): void
  onMenu(event: MouseEvent, index: number): void
  onPick(index: number): void
  onDragged(event: DragEvent): void
}

function Row({ entry, index, focusable, chosen, isCut, ...props }: RowProps) {
  const [target, setTarget] = useState(false)
  const folder = isFolder(entry)
  const takes = (event: DragEvent) => folder && props.canMove && event.dataTransfer.types.includes(DRAGGED) && !chosen
  const size = isFile(entry) ? formatBytes(entry.size) : ''
  const date = formatDate(entry.mtime * 1000)
  return (
    <tr
      data-row={index}
      data-cut={isCut || undefined}
      data-target={target || undefined}
      aria-selected={chosen}
      aria-rowindex={index + 2}
      tabIndex={focusable ? 0 : -1}
      draggable={props.canMove}
      onClick={(event) => props.onClick(event, index)}
      onDoubleClick={(event) => {
        if (!(event.target as HTMLElement).closest('button, input, label')) props.onOpen(entry)
      }}
      onContextMenu={(event) => props.onMenu(event, index)}
      onDragStart={props.onDragged}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false)
        if (!takes(event)) return
        event.preventDefault()
        event.stopPropagation()
        props.onMove(entry)
      }}
    >
      <td className="db-files-pick">
        <Checkbox
          id={`${props.id}-${index}`}
          value={chosen}
          label={say.select(entry.name)}
          onChange={() => props.onPick(index)}
        />
      </td>
      <th className="db-files-name" scope="row" aria-label={entry.name}>
        <span className="db-files-named" data-folder={folder || undefined}>
          <Icon name={folder ? 'folder' : 'file'} />
          {props.canOpen(entry) ? (
            <button
              type="button"
              className="db-files-label db-files-open"
              tabIndex={-1}
              onClick={() => props.onOpen(entry)}
            >
              {entry.name}
            </button>
          ) : (
            <span className="db-files-label">{entry.name}</span>
          )}
          {entry.kind === 'link' && (
            <span className="db-files-link" data-tip={entry.leads === 'nowhere' ? say.broken : say.link}>
              <Icon name={entry.leads === 'nowhere' ? 'warning' : 'link'} />
              <span className="db-hidden">{entry.leads === 'nowhere' ? say.broken : say.link}</span>
            </span>
          )}
        </span>
        <small className="db-files-sub">{[size, date].filter(Boolean).join(' · ')}</small>
      </th>
      <td className="db-files-size">{size}</td>
      <td className="db-files-mtime">{date}</td>
      <td className="db-files-mode" data-tip={octal(entry.mode)}>
        {modeText(entry.mode)}
      </td>
      <td className="db-files-owner">
        {entry.owner}:{entry.group}
      </td>
      <td className="db-files-more">
        <Dropdown icon="more" label={say.actions(entry.name)} align="end" items={props.menuOf(entry)} />
      </td>
    </tr>
  )
}
