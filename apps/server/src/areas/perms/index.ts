import type { Route } from '../../platform/http/route.ts'
import { grantedApplicationRoutes } from './application-granted.ts'
import { applicationMemberRoutes } from './application-members.ts'
import { applicationRuleRoutes } from './application-rules.ts'
import { assetRuleRoutes } from './asset-rules.ts'
import { grantedRoutes } from './granted.ts'
import { mySystemUserRoutes } from './my-system-users.ts'

export const permRoutes: Route[] = [
  ...assetRuleRoutes,
  ...grantedRoutes,
  ...mySystemUserRoutes,
  ...applicationMemberRoutes,
  ...applicationRuleRoutes,
  ...grantedApplicationRoutes,
]
