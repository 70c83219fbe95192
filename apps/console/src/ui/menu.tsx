// The list of a menu, in the top layer: arrows, Home, End, first letters, Enter, Esc, Tab.
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { type Box, useFloating } from './placement.ts'

export interface MenuAction {
  key: string
  text: string
  icon?: IconName
  danger?: boolean
  disabled?: boolean
  /** Quiet text at the end of the line: a shortcut, a reason. */
  hint?: string
  checked?: boolean
  /** Stays open after the choice, for lists of switches. */
  keepOpen?: boolean
  onSelect(): void
}
export type MenuItem = MenuAction | { heading: string } | 'line'

interface MenuProps {
  label?: string
  labelledBy?: string
  items: readonly MenuItem[]
  anchor(): Box | undefined
  /** Clicks here are not clicks elsewhere: the button that opened it. */
  inside?: RefObject<HTMLElement | null>
  align?: 'start' | 'end'
  first?: 'first' | 'last'
  onClose(giveFocusBack: boolean): void
}

export function Menu({ label, labelledBy, items, anchor, inside, align, first = 'first', onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  useFloating(list, anchor, { align, inside, onAway: () => onClose(false) })

  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('.db-menu-item') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus enters once, when it opens.
  useEffect(() => {
    buttons()
      .at(first === 'last' ? -1 : 0)
      ?.focus({ preventScroll: true })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const here = all.indexOf(document.activeElement as HTMLButtonElement)
    const go = (index: number) => all[(index + all.length) % all.length]?.focus()
    const moves = new Map([
      ['ArrowDown', () => go(here + 1)],
      ['ArrowUp', () => go(here - 1)],
      ['Home', () => go(0)],
      ['End', () => go(-1)],
      ['Escape', () => onClose(true)],
    ])
    const move = moves.get(event.key)
    if (event.key === 'Tab') onClose(true)
    else if (move) move()
    else if (event.key.length === 1 && event.key !== ' ') {
      const now = Date.now()
      typed.current = { text: now - typed.current.at < 700 ? typed.current.text + event.key : event.key, at: now }
      const wanted = typed.current.text.toLowerCase()
      const start = typed.current.text.length === 1 ? here + 1 : here
      const found = [...all.slice(start), ...all.slice(0, start)].find((b) =>
        b.textContent?.toLowerCase().startsWith(wanted),
      )
      found?.focus()
    } else return
    event.stopPropagation()
    if (event.key !== 'Tab') event.preventDefault()
  }

  const choose = (item: MenuAction) => {
    if (item.disabled) return
    if (!item.keepOpen) onClose(true)
    item.onSelect()
  }

  const shown = sections(items)
  // The words of all entries start at one line.
  const isMarked = shown.some((section) => section.items.some((item) => markOf(item) || item.checked !== undefined))
  return (
    <div
      ref={list}
      className="db-menu"
      role="menu"
      tabIndex={-1}
      popover="manual"
      aria-label={label}
      aria-labelledby={labelledBy}
      onKeyDown={onKeyDown}
    >
      {shown.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a menu is no fieldset.
        <div className="db-menu-group" role="group" aria-label={section.heading} key={section.key}>
          {section.heading && (
            <div className="db-menu-heading" aria-hidden="true">
              {section.heading}
            </div>
          )}
          {section.items.map((item) => (
            <button
              key={item.key}
              type="button"
              role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
              {...(item.checked === undefined ? {} : { 'aria-checked': item.checked })}
              aria-disabled={item.disabled || undefined}
              tabIndex={-1}
              className={classes('db-menu-item', item.danger && 'db-menu-danger')}
              onClick={() => choose(item)}
              onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
            >
              {isMarked && <Mark name={markOf(item)} />}
              <span className="db-menu-text">{item.text}</span>
              {item.hint && <span className="db-menu-hint">{item.hint}</span>}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

const Mark = ({ name }: { name: IconName | undefined }) =>
  name ? <Icon name={name} /> : <span className="db-menu-blank" />

const markOf = ({ checked, icon }: MenuAction): IconName | undefined =>
  checked === undefined ? icon : checked ? 'check' : undefined

interface Section {
  key: string
  heading?: string
  items: MenuAction[]
}

const sections = (items: readonly MenuItem[]): Section[] => {
  const all: Section[] = [{ key: '0', items: [] }]
  for (const item of items) {
    if (item === 'line') all.push({ key: String(all.length), items: [] })
    else if ('heading' in item) all.push({ key: String(all.length), heading: item.heading, items: [] })
    else all.at(-1)!.items.push(item)
  }
  return all.filter((section) => section.items.length > 0)
}
