import { definePages } from '../../kit/pages.tsx'
import type { RouteSpec } from '../../kit/route.ts'
import { assetAclPages } from './asset-acls.ts'
import { words } from './words.ts'

export const aclRoutes: RouteSpec[] = [
  { path: 'acl', name: 'Acl', title: words.acl, licensed: true, redirect: () => '/acl/asset-acl/' },
  ...definePages(assetAclPages),
]
