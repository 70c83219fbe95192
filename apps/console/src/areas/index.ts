// Every screen of the console, area by area.
import type { RouteSpec } from '../kit/route.ts'
import { assetRoutes } from './assets/index.ts'
import { auditRoutes } from './audits/index.ts'
import { dashboardRoutes } from './dashboard/index.ts'
import { orgRoutes } from './orgs/index.ts'
import { profileRoutes } from './profile/index.ts'
import { settingsRoutes } from './settings/index.ts'
import { userRoutes } from './users/index.ts'

export const areaRoutes: RouteSpec[] = [
  ...dashboardRoutes,
  ...profileRoutes,
  ...userRoutes,
  ...assetRoutes,
  ...auditRoutes,
  ...orgRoutes,
  ...settingsRoutes,
]
