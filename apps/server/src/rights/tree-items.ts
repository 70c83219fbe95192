// Items of a tree in the form that the console's tree, and that of the terminal, read.
export interface TreeNode {
  readonly id: string
  readonly key: string
  readonly value: string
  readonly root: boolean
  readonly assets_amount: number
  readonly isParent: boolean
}

export interface TreeAsset {
  readonly id: string
  readonly hostname: string
  readonly ip: string
  readonly protocols: readonly string[]
  readonly is_active: boolean
  readonly platform: string
  readonly org_name: string
  /** Of the node it is shown under. */
  readonly key: string
}

export type TreeItem = Readonly<Record<string, unknown>>

export const parentKey = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf(':')))

export const nodeItem = (
  { id, key, value, root, assets_amount, isParent }: TreeNode,
  { detailed }: { detailed?: boolean } = {},
): TreeItem => {
  const name = `${value} (${assets_amount})`
  const more = detailed ? { name: value, assets_amount: Number(assets_amount) } : {}
  return {
    id: key,
    name,
    title: name,
    pId: parentKey(key),
    isParent,
    open: root,
    meta: { node: { id, key, value, ...more }, type: 'node' },
  }
}

const SKINS: Readonly<Record<string, string>> = { Windows: 'windows', Linux: 'linux' }

export const assetItem = ({
  id,
  hostname,
  ip,
  protocols,
  is_active,
  platform,
  org_name,
  key,
}: TreeAsset): TreeItem => ({
  id,
  name: hostname,
  title: ip,
  pId: key,
  isParent: false,
  open: false,
  iconSkin: SKINS[platform] ?? 'file',
  chkDisabled: !is_active,
  meta: { type: 'asset', asset: { id, hostname, ip, protocols, platform, org_name } },
})
