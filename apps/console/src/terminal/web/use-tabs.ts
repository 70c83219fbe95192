// What is open in a window: several things, of which one is looked at.
import { useEffect, useState } from 'react'

interface Tab {
  readonly key: string
  readonly name: string
}

export interface Tabs<One extends Tab> {
  readonly all: readonly One[]
  /** The key of the one that is looked at. */
  readonly active: string | undefined
  show(key: string): void
  add(tab: Omit<One, 'key'>): void
  change(key: string, by: Partial<One>): void
  drop(key: string): void
}

let count = 0
export const newKey = (): string => `tab-${Date.now()}-${++count}`

/** `first`: what is found again after a reload. `title`: of the window, while nothing is open. */
export const useTabs = <One extends Tab>(first: () => readonly Omit<One, 'key'>[], title: string): Tabs<One> => {
  const [all, setAll] = useState<readonly One[]>(() => first().map(withKey<One>))
  const [active, setActive] = useState(all.at(-1)?.key)
  useEffect(() => {
    document.title = all.find(({ key }) => key === active)?.name ?? title
  }, [all, active, title])
  return {
    all,
    active,
    show: setActive,
    add: (tab) => {
      const opened = withKey<One>(tab)
      setAll((tabs) => [...tabs, opened])
      setActive(opened.key)
    },
    change: (key, by) => {
      setAll((tabs) => tabs.map((one) => (one.key === key ? { ...one, ...by } : one)))
      // Under another key it is another thing, in the same place.
      if (by.key) setActive(by.key)
    },
    drop: (key) =>
      setAll((tabs) => {
        const left = tabs.filter((one) => one.key !== key)
        setActive((now) => (now === key ? left.at(-1)?.key : now))
        return left
      }),
  }
}

const withKey = <One extends Tab>(tab: Omit<One, 'key'>): One => ({ ...tab, key: newKey() }) as One
