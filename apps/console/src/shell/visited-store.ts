// The tab history of this window: follows the router, and outlives a reload in the session's storage.
import { useSyncExternalStore } from 'react'
import { routeNamed } from '../kit/paths.ts'
import type { RouteSpec } from '../kit/route.ts'
import { entitle, remembered, restored, type View, visit } from './visited.ts'

const KEY = 'visitedViews'

let views: readonly View[] = []
const listeners = new Set<() => void>()

export const openVisited = (routes: readonly RouteSpec[]): void => {
  const affixed = routes
    .filter(({ affix }) => affix)
    .map(({ path, name }): View => ({ path: `/${path}`, search: '', name, affix: true }))
  views = restored(sessionStorage.getItem(KEY), affixed, (name) => routeNamed(name) !== undefined)
}

export const noteVisit = (spec: RouteSpec, { pathname, search }: { pathname: string; search: string }): void => {
  const { name, affix, noCache } = spec
  const path = viewPath(pathname)
  setVisited(visit(views, { path, search: noCache ? '' : search, name, affix, noCache }))
}

/** Screens of one object are told apart by what their heading says. */
export const noteTitle = (pathname: string, title: string): void =>
  setVisited(entitle(views, viewPath(pathname), title))

/** One view, with or without a slash at the end of its address. */
export const viewPath = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1')

export const setVisited = (next: readonly View[]): void => {
  if (next === views) return
  views = next
  sessionStorage.setItem(KEY, JSON.stringify(remembered(views)))
  for (const listener of listeners) listener()
}

export const useVisited = (): readonly View[] => useSyncExternalStore(subscribe, () => views)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
