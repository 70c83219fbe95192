import { BIT } from '@drawbridge/model/access'
import type { RouteSpec } from '../../kit/route.ts'
import { words } from './words.ts'

export const dashboardRoutes: RouteSpec[] = [
  {
    path: 'dashboard',
    name: 'dashboard',
    title: words.dashboard,
    needs: BIT.audit,
    menu: { group: 'dashboard', order: 10 },
    affix: true,
    load: async () => (await import('./dashboard.tsx')).Dashboard,
  },
]
