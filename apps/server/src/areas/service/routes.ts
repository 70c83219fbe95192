import type { Route } from '../../platform/http/route.ts'
import { documentRoutes } from './document.ts'
import { healthRoute } from './health.ts'
import { imageRoutes } from './images.ts'
import { metricsRoute } from './metrics.ts'

/** `all` gives every route there is, these included. */
export const serviceRoutes = (all: () => readonly Route[]): readonly Route[] => [
  healthRoute,
  metricsRoute,
  ...imageRoutes,
  ...documentRoutes(all),
]
