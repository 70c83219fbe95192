// A tree of thousands of nodes: only rows in view are drawn; focus stays on the tree and a cursor walks over its rows.
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Empty } from './empty.tsx'
import { MOBILE_QUERY, useMedia } from './media.ts'
import { Menu, type MenuItem } from './menu.tsx'
import type { Box } from './placement.ts'
import { useRowWindow } from './row-window.ts'
import { TreeLine } from './tree-line.tsx'
import { canMove, childrenOf, type TreeNode, visibleRows } from './tree-rows.ts'
import { useWords } from './words.ts'

export type { TreeNode } from './tree-rows.ts'

export interface TreeProps<N extends TreeNode = TreeNode> {
  label: string
  /** Flat; keep the array the same between drawings. */
  nodes: readonly N[]
  expanded: ReadonlySet<string>
  selected?: string
  /** Nodes whose children are on their way. */
  busy?: ReadonlySet<string>
  onExpand(id: string, open: boolean): void
  onSelect(node: N): void
  menu?(node: N): readonly MenuItem[]
  /** Dropped on a target, or moved there by menu or Ctrl+X and Ctrl+V. */
  onMove?(ids: string[], targetId: string): void
  renaming?: { id: string; onDone(name?: string): void }
  empty?: ReactNode
}

const ROW = { desk: 28, phone: 40 } as const
const HOVER_OPENS_MS = 700
const TYPING_MS = 700

export function Tree<N extends TreeNode>(props: TreeProps<N>) {
  const { label, nodes, expanded, selected, busy, onExpand, onSelect, menu, onMove, renaming } = props
  const words = useWords()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const rowHeight = useMedia(MOBILE_QUERY) ? ROW.phone : ROW.desk

  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes])
  const children = useMemo(() => childrenOf(nodes), [nodes])
  const rows = useMemo(() => visibleRows(children, expanded), [children, expanded])
  const view = useRowWindow(box, { count: rows.length, rowHeight })

  const [cursor, setCursor] = useState<string>()
  const [opened, setOpened] = useState<{ node: N; at: Box }>()
  const [moving, setMoving] = useState<string>()
  const drag = useRef<{ id: string; over?: string; timer?: ReturnType<typeof setTimeout> }>(undefined)
  const [target, setTarget] = useState<string>()

  const indexOf = (one: string | undefined) => (one === undefined ? -1 : rows.findIndex((row) => row.node.id === one))
  const wanted = indexOf(cursor)
  const at = wanted >= 0 ? wanted : Math.max(0, indexOf(selected))
  const active = rows[at]?.node
  const cut = moving !== undefined ? byId.get(moving) : undefined

  const reveal = (index: number) => {
    const element = box.current
    if (!element || index < 0) return
    const top = index * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight
  }
  const go = (index: number) => {
    const to = Math.max(0, Math.min(index, rows.length - 1))
    setCursor(rows[to]?.node.id)
    reveal(to)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: brings into view once, when a renaming begins or its row appears.
  useEffect(() => {
    if (renaming) reveal(indexOf(renaming.id))
  }, [renaming?.id, rows.length])

  const menuOf = (node: N): MenuItem[] => {
    const own = [...(menu?.(node) ?? [])]
    if (!onMove) return own
    const mayDrop = moving !== undefined && canMove(byId, moving, node.id)
    if (own.length > 0) own.push('line')
    if (node.parentId !== null)
      own.push({ key: 'db-move', text: words.move, hint: 'Ctrl+X', onSelect: () => setMoving(node.id) })
    if (cut) {
      own.push({
        key: 'db-drop',
        text: words.moveHere(cut.name),
        hint: 'Ctrl+V',
        disabled: !mayDrop,
        onSelect: () => drop(node.id),
      })
      own.push({ key: 'db-stay', text: words.cancelMove, onSelect: () => setMoving(undefined) })
    }
    return own
  }
  const openMenu = (node: N, place: Box) => {
    setCursor(node.id)
    if (menuOf(node).length > 0) setOpened({ node, at: place })
  }
  const drop = (to: string) => {
    const from = moving
    setMoving(undefined)
    if (from !== undefined && canMove(byId, from, to)) onMove?.([from], to)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current || !active) return
    const isOpen = expanded.has(active.id)
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 300) / rowHeight) - 1)
    const withControl = event.ctrlKey || event.metaKey
    const keys = new Map<string, (() => void) | false | undefined>(
      withControl
        ? [
            ['x', onMove && active.parentId !== null && (() => setMoving(active.id))],
            ['v', onMove && moving !== undefined && (() => drop(active.id))],
          ]
        : [
            ['ArrowDown', () => go(at + 1)],
            ['ArrowUp', () => go(at - 1)],
            ['ArrowRight', () => inward(isOpen)],
            ['ArrowLeft', () => outward(isOpen)],
            ['PageDown', () => go(at + page)],
            ['PageUp', () => go(at - page)],
            ['Home', () => go(0)],
            ['End', () => go(rows.length - 1)],
            ['Enter', () => onSelect(active)],
            [' ', () => onSelect(active)],
            ['Escape', moving !== undefined && (() => setMoving(undefined))],
            ['ContextMenu', () => openMenu(active, rowBox(at))],
            ['F10', event.shiftKey && (() => openMenu(active, rowBox(at)))],
          ],
    )
    const act = keys.get(event.key) || (event.key.length === 1 && !withControl && (() => find(event.key)))
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const inward = (isOpen: boolean) => {
    if (!active) return
    if (active.isParent && !isOpen) onExpand(active.id, true)
    else if (isOpen && rows[at + 1]?.node.parentId === active.id) go(at + 1)
  }
  const outward = (isOpen: boolean) => {
    if (!active) return
    if (active.isParent && isOpen) onExpand(active.id, false)
    else if (active.parentId !== null && indexOf(active.parentId) >= 0) go(indexOf(active.parentId))
  }
  const find = (letter: string) => {
    const now = Date.now()
    typed.current = {
      text: (now - typed.current.at < TYPING_MS ? typed.current.text : '') + letter.toLowerCase(),
      at: now,
    }
    const { text } = typed.current
    const from = text.length === 1 ? at + 1 : at
    const hit = (index: number) => rows[index]!.node.name.toLowerCase().startsWith(text)
    for (let step = 0; step < rows.length; step++) {
      const index = (from + step) % rows.length
      if (hit(index)) return go(index)
    }
  }
  const rowBox = (index: number): Box => {
    const tree = box.current!.getBoundingClientRect()
    const top = tree.top + index * rowHeight - box.current!.scrollTop
    return { left: tree.left + 24 + (rows[index]?.level ?? 1) * 16, right: tree.right, top, bottom: top + rowHeight }
  }

  const onDragOver = (event: DragEvent, node: N) => {
    const now = drag.current
    if (!now) return
    const allowed = canMove(byId, now.id, node.id)
    if (allowed) event.preventDefault()
    if (now.over === node.id) return
    clearTimeout(now.timer)
    now.over = node.id
    setTarget(allowed ? node.id : undefined)
    if (node.isParent && !expanded.has(node.id)) now.timer = setTimeout(() => onExpand(node.id, true), HOVER_OPENS_MS)
  }
  const endDrag = () => {
    clearTimeout(drag.current?.timer)
    drag.current = undefined
    setTarget(undefined)
  }

  return (
    <div className="db-tree-frame">
      {cut && (
        <div className="db-tree-moving" role="status">
          {words.moving(cut.name)}
        </div>
      )}
      <div
        ref={box}
        className="db-tree"
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={active && at >= view.start && at < view.end ? `${id}${at}` : undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          // A click has its own place; the keyboard comes to where the cursor is.
          if (event.target === box.current && box.current.matches(':focus-visible')) reveal(at)
        }}
      >
        <div role="none" className="db-tree-space" style={{ height: rows.length * rowHeight }}>
          <div role="none" className="db-tree-view" style={{ transform: `translateY(${view.start * rowHeight}px)` }}>
            {rows.slice(view.start, view.end).map((row, index) => {
              const { node } = row
              return (
                <TreeLine
                  key={node.id}
                  id={`${id}${view.start + index}`}
                  row={row}
                  open={node.isParent ? expanded.has(node.id) : undefined}
                  selected={node.id === selected}
                  active={node === active}
                  busy={busy?.has(node.id) ?? false}
                  cut={node.id === moving}
                  target={node.id === target}
                  hasMenu={Boolean(menu || onMove)}
                  draggable={Boolean(onMove) && node.parentId !== null && renaming?.id !== node.id}
                  renaming={
                    renaming?.id === node.id
                      ? (name) => {
                          box.current?.focus()
                          renaming.onDone(name)
                        }
                      : undefined
                  }
                  onToggle={() => {
                    setCursor(node.id)
                    onExpand(node.id, !expanded.has(node.id))
                  }}
                  onSelect={() => {
                    setCursor(node.id)
                    onSelect(node)
                  }}
                  onMenu={(place) => openMenu(node, place)}
                  onDragStart={(event) => {
                    drag.current = { id: node.id }
                    event.dataTransfer.effectAllowed = 'move'
                    event.dataTransfer.setData('text/plain', node.name)
                  }}
                  onDragOver={(event) => onDragOver(event, node)}
                  onDrop={(event) => {
                    event.preventDefault()
                    const from = drag.current?.id
                    endDrag()
                    if (from !== undefined && canMove(byId, from, node.id)) onMove?.([from], node.id)
                  }}
                  onDragEnd={endDrag}
                />
              )
            })}
          </div>
        </div>
      </div>
      {rows.length === 0 && <div className="db-tree-empty">{props.empty ?? <Empty title={words.empty} />}</div>}
      {opened && (
        <Menu
          label={words.actionsOf(opened.node.name)}
          items={menuOf(opened.node)}
          anchor={() => opened.at}
          onClose={(back) => {
            setOpened(undefined)
            if (back) box.current?.focus()
          }}
        />
      )}
    </div>
  )
}
