// Addresses by route name. The shell says which routes there are for who is here; screens ask by name and never spell a path.
import { useSyncExternalStore } from 'react'
import type { RouteSpec } from './route.ts'

/** Where the console stands below the origin: `/ui`. */
export const BASE: string = import.meta.env.BASE_URL.replace(/\/$/, '')

export type Params = Readonly<Record<string, string>>
export type PathQuery = Readonly<Record<string, string | undefined>>

let all: readonly RouteSpec[] = []
let routes: ReadonlyMap<string, RouteSpec> = new Map()
const listeners = new Set<() => void>()

/** The routes of the moment; those of before are forgotten. */
export const registerRoutes = (specs: readonly RouteSpec[]): void => {
  all = specs
  routes = new Map(specs.map((spec) => [spec.name, spec]))
  for (const listener of listeners) listener()
}

export const routeNamed = (name: string): RouteSpec | undefined => routes.get(name)

/** Nothing when there is no such route here, or not for this role: then there is nothing to link to. */
export const findPath = (name: string, params: Params = {}, query: PathQuery = {}): string | undefined => {
  const spec = routes.get(name)
  return spec && `/${fill(spec.path, params)}${queryText(query)}`
}

/** For places that must go somewhere: a route that is not there is logged, and leads to the page that says so. */
export const pathTo = (name: string, params?: Params, query?: PathQuery): string => {
  const path = findPath(name, params, query)
  if (path === undefined) console.warn(`No route found: ${name}`)
  return path ?? '/404'
}

/** `findPath` for components: follows when the role or the organisation changes. */
export const usePath = (name: string, params?: Params, query?: PathQuery): string | undefined => {
  useSyncExternalStore(subscribe, () => routes)
  return findPath(name, params, query)
}

/** Every route there is for who is here. */
export const useRoutes = (): readonly RouteSpec[] => useSyncExternalStore(subscribe, () => all)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const fill = (path: string, params: Params): string =>
  path.replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(params[name] ?? '')).replace(/\/+$/, '')

const queryText = (query: PathQuery): string => {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
