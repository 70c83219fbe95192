import { definePages } from '../../kit/pages.tsx'
import type { RouteSpec } from '../../kit/route.ts'
import { aclWords } from './acl-words.ts'
import { groupPages } from './groups.ts'
import { userPages } from './users.ts'
import { words } from './words.ts'

/** Reached from the page of a user, by every administrator; here they could be made to need a licence. */
const userAcls = { licensed: false } as const
const aclScreens = () => import('./user-acl-screens.tsx')

export const userRoutes: RouteSpec[] = [
  { path: 'users', name: 'Users', title: words.users, redirect: () => '/users/users' },
  ...definePages(userPages).map((route) =>
    route.name === 'UserList' ? { ...route, load: async () => (await import('./user-list.tsx')).UserList } : route,
  ),
  ...definePages(groupPages),
  {
    ...userAcls,
    path: 'users/user-acl',
    name: 'UserAclList',
    title: aclWords.userAcls,
    load: async () => (await aclScreens()).UserAclList,
  },
  {
    ...userAcls,
    path: 'users/user-acl/create',
    name: 'UserAclCreate',
    title: aclWords.createUserAcl,
    load: async () => (await aclScreens()).UserAclForm,
  },
  {
    ...userAcls,
    path: 'users/user-acl/:id/update',
    name: 'UserAclUpdate',
    title: aclWords.updateUserAcl,
    load: async () => (await aclScreens()).UserAclForm,
  },
  {
    ...userAcls,
    path: 'users/user-acl/:id',
    name: 'UserAclDetail',
    title: aclWords.userAclDetail,
    load: async () => (await aclScreens()).UserAclDetail,
  },
]
