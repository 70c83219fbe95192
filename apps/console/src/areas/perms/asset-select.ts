import type { TreeSelectSpec } from '../../kit/index.ts'
import { ASSETS } from './addresses.ts'
import { assetTree } from './asset-tree.ts'
import { words } from './words.ts'

/** Assets, chosen from their pages beside the tree of nodes. */
export const assetSelect: TreeSelectSpec = {
  title: words.chooseAssets,
  tree: assetTree,
  list: { url: '/api/v1/assets/assets/', name: 'AssetPermissionAssets', columns: ['hostname', 'ip'], link: false },
  options: { url: ASSETS, multiple: true },
}
