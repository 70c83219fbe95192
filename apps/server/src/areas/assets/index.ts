import type { Route } from '../../platform/http/route.ts'
import { adminUserRoutes } from './admin-user.ts'
import './asset.ts'
import { assetUserRoutes } from './asset-user.ts'
import { authInfoRoutes } from './auth-info.ts'
import { cmdFilterRoutes } from './cmd-filter.ts'
import './domain.ts'
import './favorite.ts'
import { gatewayRoutes } from './gateway.ts'
import './gathered-user.ts'
import './label.ts'
import { nodeRoutes } from './node.ts'
import { nodeAssetRoutes } from './node-assets.ts'
import { treeRoutes } from './node-tree.ts'
import './platform.ts'
import { systemUserAssetRoutes } from './system-user-assets.ts'
import './system-user-relations.ts'
import { nodeTaskRoutes } from './node-tasks.ts'
import { assetTaskRoutes } from './tasks.ts'

export const assetRoutes: Route[] = [
  ...treeRoutes,
  ...nodeRoutes,
  ...nodeAssetRoutes,
  ...assetTaskRoutes,
  ...nodeTaskRoutes,
  ...gatewayRoutes,
  ...adminUserRoutes,
  ...systemUserAssetRoutes,
  ...authInfoRoutes,
  ...cmdFilterRoutes,
  ...assetUserRoutes,
]
