// What was chosen in a tree, as it stands in the address and as the table is asked with it. Pure.
import { COOKIE, readCookie } from '../../api/cookies.ts'
import type { KitNode } from './tree-data.ts'

const KEY = { node: 'node', asset: 'asset', page: 'page' } as const

export interface TreeChoice {
  readonly node?: string
  readonly asset?: string
}

export const readChoice = (address: URLSearchParams): TreeChoice => ({
  node: address.get(KEY.node) || undefined,
  asset: address.get(KEY.asset) || undefined,
})

export const choiceOf = (node: KitNode | undefined): TreeChoice =>
  node?.assetId ? { asset: node.assetId } : node?.nodeId ? { node: node.nodeId } : {}

/** Another choice starts at the first page; what is searched stays. */
export const writeChoice = (address: URLSearchParams, node: KitNode | undefined): URLSearchParams => {
  const next = new URLSearchParams(address)
  for (const name of Object.values(KEY)) next.delete(name)
  for (const [name, value] of Object.entries(choiceOf(node))) next.set(name, value)
  return next
}

/** `node_id` or `asset_id`, and whether only what stands directly in the node is wanted. */
export const choiceQuery = (
  { node, asset }: TreeChoice,
  showCurrent: string | undefined = readCookie(COOKIE.currentAsset),
): Record<string, string> => {
  if (!node && !asset) return {}
  return { ...(asset ? { asset_id: asset } : { node_id: node! }), show_current_asset: showCurrent || '0' }
}

export const isChosen = (node: KitNode, choice: TreeChoice): boolean =>
  choice.asset !== undefined ? node.assetId === choice.asset : choice.node !== undefined && node.nodeId === choice.node
