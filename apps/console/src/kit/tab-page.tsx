// Tabs of a page. The open one stands in the address and is remembered for a day.
import { type ComponentType, type ReactNode, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { COOKIE, readCookie, writeCookie } from '../api/cookies.ts'
import { Tabs, tabId } from '../ui/index.ts'
import { PageFrame, type PageFrameProps } from './page-frame.tsx'
import { chosenTab } from './tab-choice.ts'

const REMEMBER_DAYS = 1

export interface TabSpec {
  readonly key: string
  readonly title: string
  readonly badge?: ReactNode
  readonly Body?: ComponentType
  /** Instead of a body, where what it shows depends on the page. */
  readonly content?: ReactNode
}

export interface TabPageProps extends TabsOfPageProps, Omit<PageFrameProps, 'title' | 'children'> {
  readonly title: ReactNode
}

/** A page of tabs, with its heading. */
export function TabPage({ tabs, fallback, name, title, ...frame }: TabPageProps) {
  return (
    <PageFrame {...frame} title={title}>
      <TabsOfPage tabs={tabs} fallback={fallback} name={name} label={typeof title === 'string' ? title : undefined} />
    </PageFrame>
  )
}

export interface TabsOfPageProps {
  readonly tabs: readonly TabSpec[]
  readonly fallback?: string
  /** Of the route. */
  readonly name: string
  readonly label?: string
}

/** The tabs alone, for a page that has its heading. Only the open one is there: what it shows is asked when it opens. */
export function TabsOfPage({ tabs, fallback, name, label }: TabsOfPageProps) {
  const [query, setQuery] = useSearchParams()
  // Page numbers and filters belong to the tab they were chosen in: they go with it and come back with it.
  const queries = useRef(new Map<string, string>())
  const active = chosenTab(
    tabs.map(({ key }) => key),
    { query: query.get(COOKIE.tab), cookie: readCookie(COOKIE.tab), fallback },
  )
  const open = tabs.find(({ key }) => key === active)
  if (!open) return null

  const choose = (key: string) => {
    if (key === open.key) return
    queries.current.set(open.key, query.toString())
    writeCookie(COOKIE.tab, key, REMEMBER_DAYS)
    const next = new URLSearchParams(queries.current.get(key))
    next.set(COOKIE.tab, key)
    setQuery(next, { replace: true })
  }
  return (
    <div className="db-tab-page">
      <Tabs items={tabs} active={open.key} onChange={choose} label={label ?? name} />
      <div key={open.key} className="db-tab-panel" role="tabpanel" aria-labelledby={tabId(open.key)}>
        {open.Body ? <open.Body /> : open.content}
      </div>
    </div>
  )
}
