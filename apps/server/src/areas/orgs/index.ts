import type { Route } from '../../platform/http/route.ts'
import { currentOrgRoute } from './current.ts'
import { membershipRoutes } from './membership.ts'

export const orgRoutes: Route[] = [currentOrgRoute, ...membershipRoutes]
