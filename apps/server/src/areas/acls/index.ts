import './login-acl.ts'
import './login-asset-acl.ts'
import type { Route } from '../../platform/http/route.ts'
import { loginAssetRoutes } from './login-asset-check.ts'

export const aclRoutes: Route[] = [...loginAssetRoutes]
