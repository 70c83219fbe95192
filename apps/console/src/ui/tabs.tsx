import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { classes } from './classes.ts'

export interface TabItem {
  key: string
  title: ReactNode
  badge?: ReactNode
  disabled?: boolean
}

export interface TabsProps {
  items: readonly TabItem[]
  active: string
  onChange(key: string): void
  label: string
}

/** The id of a tab, for the `aria-labelledby` of its panel. */
export const tabId = (key: string): string => `db-tab-${key}`

export function Tabs({ items, active, onChange, label }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    items.findIndex((item) => item.key === active),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: brings the active tab into view, sideways only.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!list.current || !tab) return
    const { scrollLeft, clientWidth } = list.current
    if (tab.offsetLeft < scrollLeft) list.current.scrollLeft = tab.offsetLeft
    else if (tab.offsetLeft + tab.offsetWidth > scrollLeft + clientWidth)
      list.current.scrollLeft = tab.offsetLeft + tab.offsetWidth - clientWidth
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    const free = items.filter((item) => !item.disabled)
    const here = free.findIndex((item) => item.key === active)
    const to: Record<string, number | undefined> = {
      ArrowRight: here + 1,
      ArrowLeft: here - 1,
      Home: 0,
      End: free.length - 1,
    }
    const index = to[event.key]
    if (index === undefined) return
    event.preventDefault()
    const next = free[(index + free.length) % free.length]
    if (!next) return
    onChange(next.key)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(next.key))}`)?.focus()
  }

  return (
    <div ref={list} className="db-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item, index) => (
        <button
          key={item.key}
          id={tabId(item.key)}
          type="button"
          role="tab"
          className={classes('db-tab', index === at && 'db-tab-active')}
          aria-selected={index === at}
          tabIndex={index === at ? 0 : -1}
          disabled={item.disabled}
          onClick={() => onChange(item.key)}
        >
          {item.title}
          {item.badge !== undefined && item.badge !== null && <span className="db-tab-badge">{item.badge}</span>}
        </button>
      ))}
    </div>
  )
}
