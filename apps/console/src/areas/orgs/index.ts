import { definePages } from '../../kit/pages.tsx'
import type { RouteSpec } from '../../kit/route.ts'
import { orgPages } from './orgs.ts'

export const orgRoutes: RouteSpec[] = definePages(orgPages)
