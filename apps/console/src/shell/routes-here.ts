// The routes of the person who is here; they stand until the page is loaded anew.
import { registerRoutes } from '../kit/paths.ts'
import type { RouteSpec } from '../kit/route.ts'

let here: readonly RouteSpec[] = []

export const routesHere = (): readonly RouteSpec[] => here

export const settleRoutes = (routes: readonly RouteSpec[]): void => {
  here = routes
  registerRoutes(routes)
}
