import { definePages } from '../../kit/pages.tsx'
import type { RouteSpec } from '../../kit/route.ts'
import { groupPages } from './groups.ts'
import { userPages } from './users.ts'
import { words } from './words.ts'

export const userRoutes: RouteSpec[] = [
  { path: 'users', name: 'Users', title: words.users, redirect: () => '/users/users' },
  ...definePages(userPages).map((route) =>
    route.name === 'UserList' ? { ...route, load: async () => (await import('./user-list.tsx')).UserList } : route,
  ),
  ...definePages(groupPages),
]
