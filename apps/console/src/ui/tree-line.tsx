import type { DragEvent, KeyboardEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { type Box, pointBox } from './placement.ts'
import type { TreeRow } from './tree-rows.ts'
import { useWords } from './words.ts'

interface TreeLineProps {
  id: string
  row: TreeRow
  open?: boolean
  selected: boolean
  active: boolean
  busy: boolean
  cut: boolean
  target: boolean
  hasMenu: boolean
  draggable: boolean
  renaming?(name?: string): void
  onToggle(): void
  onSelect(): void
  onMenu(at: Box): void
  onDragStart(event: DragEvent): void
  onDragOver(event: DragEvent): void
  onDrop(event: DragEvent): void
  onDragEnd(): void
}

const INDENT = 16

export function TreeLine(props: TreeLineProps) {
  const { id, row, open, selected, active, busy, renaming } = props
  const words = useWords()
  const { node, level, place, siblings } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are at the tree, which holds the focus.
    <div
      id={id}
      role="treeitem"
      aria-label={node.name}
      className={classes(
        'db-tree-line',
        selected && 'db-tree-selected',
        active && 'db-tree-active',
        props.cut && 'db-tree-cut',
        props.target && 'db-tree-target',
        node.faint && 'db-tree-faint',
      )}
      style={{ paddingInlineStart: (level - 1) * INDENT + 4 }}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={open}
      aria-selected={selected}
      aria-busy={busy || undefined}
      aria-disabled={node.faint || undefined}
      draggable={props.draggable}
      onDragStart={props.onDragStart}
      onDragOver={props.onDragOver}
      onDrop={props.onDrop}
      onDragEnd={props.onDragEnd}
      onClick={props.onSelect}
      onContextMenu={(event) => {
        if (!props.hasMenu) return
        event.preventDefault()
        props.onMenu(pointBox(event.clientX, event.clientY))
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: arrow keys at the tree do the same. */}
      <span
        className="db-tree-toggle"
        onClick={(event) => {
          if (open === undefined) return
          event.stopPropagation()
          props.onToggle()
        }}
      >
        {busy ? (
          <span className="db-spinner" />
        ) : (
          open !== undefined && <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        )}
      </span>
      {node.icon && <Icon name={node.icon} />}
      {renaming ? (
        <Rename name={node.name} onDone={renaming} />
      ) : (
        <span className="db-tree-name" data-tip-cut="">
          {node.name}
        </span>
      )}
      {props.hasMenu && !renaming && (
        <button
          type="button"
          tabIndex={-1}
          className="db-tree-more"
          aria-label={words.actionsOf(node.name)}
          onClick={(event) => {
            event.stopPropagation()
            props.onMenu(event.currentTarget.getBoundingClientRect())
          }}
        >
          <Icon name="more" />
        </button>
      )}
    </div>
  )
}

function Rename({ name, onDone }: { name: string; onDone(name?: string): void }) {
  const words = useWords()
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)

  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const finish = (value?: string) => {
    if (done.current) return
    done.current = true
    const text = value?.trim()
    onDone(text && text !== name ? text : undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish(event.currentTarget.value)
    if (event.key === 'Escape') {
      event.preventDefault()
      finish()
    }
  }
  return (
    <input
      ref={input}
      className="db-tree-rename"
      aria-label={words.rename}
      defaultValue={name}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  )
}
