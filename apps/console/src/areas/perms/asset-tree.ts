import type { TreeSpec } from '../../kit/index.ts'
import { words } from './words.ts'

/** Nodes alone: assets stand in the table beside it. */
export const assetTree: TreeSpec = {
  url: '/api/v1/assets/nodes/children/tree/?assets=0',
  label: words.assetTree,
}

/** Nodes with their assets: rules are found by either. */
export const treeWithAssets: TreeSpec = {
  url: '/api/v1/assets/nodes/children/tree/?assets=1',
  label: words.assetTree,
}
