import type { Route } from '../../platform/http/route.ts'
import './asset.ts'
import { nodeRoutes } from './node.ts'
import { nodeAssetRoutes } from './node-assets.ts'
import { treeRoutes } from './node-tree.ts'

export const assetRoutes: Route[] = [...treeRoutes, ...nodeRoutes, ...nodeAssetRoutes]
