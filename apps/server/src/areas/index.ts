// Every area, and so every route there is.
import { catalogue } from '@drawbridge/model'
import { routesOf } from '../engine/routes.ts'
import { servedAt } from '../engine/serve.ts'
import type { Route } from '../platform/http/route.ts'
import type { Scope } from '../platform/scope.ts'
import type { Services } from '../platform/services.ts'
import { aclRoutes } from './acls/index.ts'
import { applicationRoutes } from './applications/index.ts'
import { assetRoutes } from './assets/index.ts'
import { startAudits } from './audits/index.ts'
import { authenticationRoutes, paths, sweepLogins } from './authentication/index.ts'
import { consoleRoutes, windowRoutes } from './console/index.ts'
import { dashboardRoutes } from './dashboard/index.ts'
import { opsRoutes } from './ops/index.ts'
import { orgRoutes } from './orgs/index.ts'
import { permRoutes } from './perms/index.ts'
import { selectionRoutes } from './selection/index.ts'
import { serviceRoutes } from './service/index.ts'
import { settingsRoutes } from './settings/index.ts'
import { retireSessions, startCarrying, startSending, terminalRoutes, watchSessions } from './terminal/index.ts'
import { remindOfPasswords, userRoutes } from './users/index.ts'
import { licenceRoutes } from './xpack/index.ts'

export const areaRoutes = (_services: Services): Route[] => {
  const routes: Route[] = [
    ...catalogue.flatMap((resource) => routesOf(servedAt(resource.path))),
    ...userRoutes,
    ...orgRoutes,
    ...assetRoutes,
    ...applicationRoutes,
    ...permRoutes,
    ...aclRoutes,
    ...opsRoutes,
    ...terminalRoutes,
    ...authenticationRoutes,
    ...consoleRoutes({ home: paths.account }),
    ...windowRoutes({ home: paths.account }),
    ...settingsRoutes,
    ...licenceRoutes,
    ...dashboardRoutes({ assets: 'assets_assets', sessions: 'terminal_sessions' }),
    ...selectionRoutes,
    ...serviceRoutes(() => routes),
  ]
  return routes
}

export const startAreas = async (services: Services, scope: Scope): Promise<void> => {
  sweepLogins(services, scope)
  startAudits(services, scope)
  remindOfPasswords(services, scope)
  watchSessions(services, scope)
  retireSessions(services, scope)
  startCarrying(services, scope)
  startSending(services, scope)
}

export { faces } from './authentication/index.ts'
