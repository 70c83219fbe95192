// Every area, and so every route there is.
import { catalogue } from '@drawbridge/model'
import { routesOf } from '../engine/routes.ts'
import { servedAt } from '../engine/serve.ts'
import type { Faces } from '../platform/http/app.ts'
import type { Route } from '../platform/http/route.ts'
import type { Scope } from '../platform/scope.ts'
import type { Services } from '../platform/services.ts'
import { dashboardRoutes } from './dashboard/index.ts'
import { orgRoutes } from './orgs/index.ts'
import { selectionRoutes } from './selection/index.ts'
import { serviceRoutes } from './service/index.ts'
import { settingsRoutes } from './settings/index.ts'
import { userRoutes } from './users/index.ts'
import { licenceRoutes } from './xpack/index.ts'

export const areaRoutes = (_services: Services): Route[] => {
  const routes: Route[] = [
    ...catalogue.flatMap((resource) => routesOf(servedAt(resource.path))),
    ...userRoutes,
    ...orgRoutes,
    ...settingsRoutes,
    ...licenceRoutes,
    ...dashboardRoutes({}),
    ...selectionRoutes,
    ...serviceRoutes(() => routes),
  ]
  return routes
}

export const startAreas = async (_services: Services, _scope: Scope): Promise<void> => undefined

export const faces: Faces = {
  refusal: (refusal, reader) => refusal.wording[reader.lang],
  failure: () => 'failure',
  loginPath: (next) => `/core/auth/login/?next=${encodeURIComponent(next)}`,
}
