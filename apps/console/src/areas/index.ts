// Every screen of the console, area by area.
import type { RouteSpec } from '../kit/route.ts'
import { aclRoutes } from './acl/index.ts'
import { applicationRoutes } from './applications/index.ts'
import { assetRoutes } from './assets/index.ts'
import { auditRoutes } from './audits/index.ts'
import { dashboardRoutes } from './dashboard/index.ts'
import { myRoutes } from './my/index.ts'
import { orgRoutes } from './orgs/index.ts'
import { permRoutes } from './perms/index.ts'
import { profileRoutes } from './profile/index.ts'
import { settingsRoutes } from './settings/index.ts'
import { terminalRoutes } from './terminal/index.ts'
import { userRoutes } from './users/index.ts'

export const areaRoutes: RouteSpec[] = [
  ...dashboardRoutes,
  ...profileRoutes,
  ...userRoutes,
  ...assetRoutes,
  ...applicationRoutes,
  ...permRoutes,
  ...aclRoutes,
  ...terminalRoutes,
  ...auditRoutes,
  ...orgRoutes,
  ...settingsRoutes,
  ...myRoutes,
]
