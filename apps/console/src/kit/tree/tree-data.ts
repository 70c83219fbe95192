// Nodes of a tree, as the server gives them and as they change under the user's hands. Pure.
import type { Query } from '../../api/client.ts'
import type { IconName, TreeNode } from '../../ui/index.ts'

/** A node or an asset as tree addresses answer it. */
export interface TreeItem {
  readonly id: string
  readonly pId?: string | null
  readonly name: string
  readonly isParent?: boolean
  readonly open?: boolean
  readonly meta?: {
    readonly type?: string
    readonly node?: {
      readonly id: string
      readonly key?: string
      readonly value?: string
      readonly [field: string]: unknown
    }
    readonly asset?: { readonly id: string; readonly [field: string]: unknown }
    readonly [field: string]: unknown
  }
}

export interface KitNode extends TreeNode {
  /** The name without the number of assets behind it. */
  readonly value: string
  readonly amount?: number
  readonly nodeId?: string
  readonly assetId?: string
  /** Open at first. */
  readonly open: boolean
  readonly meta?: TreeItem['meta']
}

export const toNode = (item: TreeItem): KitNode => {
  const { node, asset } = item.meta ?? {}
  const [, bare = item.name, counted] = COUNTED.exec(item.name) ?? []
  const told = node?.assetsAmount ?? node?.assets_amount
  const value = node?.value ?? (node ? bare : item.name)
  return {
    id: item.id,
    parentId: item.pId || null,
    name: item.name,
    value,
    amount: typeof told === 'number' ? told : node && counted !== undefined ? Number(counted) : undefined,
    nodeId: node?.id,
    assetId: asset?.id,
    isParent: item.isParent ?? false,
    open: item.open ?? false,
    icon: iconOf(item),
    meta: item.meta,
  }
}
const COUNTED = /^(.*?)\s*\((\d+)\)$/s

const iconOf = ({ meta }: TreeItem): IconName => (meta?.asset || meta?.type === 'asset' ? 'server' : 'folder')

export const titleOf = (value: string, amount: number | undefined): string =>
  amount === undefined ? value : `${value} (${amount})`

/** The answer for one node takes the place of all that was known below it. */
export const withChildren = (nodes: readonly KitNode[], id: string, children: readonly KitNode[]): KitNode[] => {
  const kept = withoutBelow(nodes, id)
  const known = new Set(kept.map((node) => node.id))
  return [...kept, ...children.filter((child) => !known.has(child.id) && child.id !== id)]
}

export const withChild = (nodes: readonly KitNode[], parentId: string, child: KitNode): KitNode[] => [
  ...nodes.map((node) => (node.id === parentId ? { ...node, isParent: true } : node)),
  child,
]

export const withoutNode = (nodes: readonly KitNode[], id: string): KitNode[] => {
  const gone = nodes.find((node) => node.id === id)
  const kept = withoutBelow(nodes, id).filter((node) => node.id !== id)
  const parent = gone?.parentId
  if (!parent || kept.some((node) => node.parentId === parent)) return kept
  return kept.map((node) => (node.id === parent ? { ...node, isParent: false } : node))
}

export const renamed = (nodes: readonly KitNode[], id: string, value: string): KitNode[] =>
  nodes.map((node) => (node.id === id ? { ...node, value, name: titleOf(value, node.amount) } : node))

/** Loaded again: what the answer tells wins, and what was opened below it before stays. */
export const merged = (before: readonly KitNode[], fresh: readonly KitNode[]): KitNode[] => {
  const below = byParent(before)
  const answered = new Set(fresh.map((node) => node.parentId))
  const all = [...fresh]
  const known = new Set(fresh.map((node) => node.id))
  for (const node of all) {
    if (answered.has(node.id)) continue
    for (const child of below.get(node.id) ?? []) {
      if (known.has(child.id)) continue
      known.add(child.id)
      all.push(child)
    }
  }
  return all
}

/** Asked again: what is known further below stays, as far as it is still there. */
export const renewedBelow = (
  nodes: readonly KitNode[],
  id: string,
  children: readonly KitNode[],
): readonly KitNode[] => {
  const fresh = new Map(children.map((child) => [child.id, child]))
  const below = byParent(nodes)
  const gone = new Set((below.get(id) ?? []).filter((node) => !fresh.has(node.id)).map((node) => node.id))
  for (const one of gone) for (const child of below.get(one) ?? []) gone.add(child.id)
  const known = new Set(nodes.map((node) => node.id))
  return [
    ...nodes.filter((node) => !gone.has(node.id)).map((node) => (node.parentId === id ? fresh.get(node.id)! : node)),
    ...children.filter((child) => !known.has(child.id)),
  ]
}

/** 0 at the top. */
export const levelOf = (nodes: readonly KitNode[], id: string): number => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  let level = 0
  for (let node = byId.get(id); node?.parentId && byId.has(node.parentId) && level < byId.size; level++)
    node = byId.get(node.parentId)
  return level
}

/** What the children of a node are asked with. `key` is the name that older servers know the id by. */
export const childrenQuery = (node: KitNode, level: number): Query => ({
  id: node.nodeId ?? node.id,
  key: node.id,
  name: node.value,
  level,
})

/** Permission trees are built anew when they are refreshed. */
export const refreshQuery = (url: string): Query => (url.includes('/perms/') ? { rebuild_tree: 1 } : {})

const withoutBelow = (nodes: readonly KitNode[], id: string): KitNode[] => {
  const below = byParent(nodes)
  const gone = new Set<string>()
  const todo = [id]
  for (const one of todo) {
    for (const child of below.get(one) ?? []) {
      if (gone.has(child.id) || child.id === id) continue
      gone.add(child.id)
      todo.push(child.id)
    }
  }
  return nodes.filter((node) => !gone.has(node.id))
}

const byParent = (nodes: readonly KitNode[]): ReadonlyMap<string | null, readonly KitNode[]> => {
  const groups = new Map<string | null, KitNode[]>()
  for (const node of nodes) {
    const group = groups.get(node.parentId)
    if (group) group.push(node)
    else groups.set(node.parentId, [node])
  }
  return groups
}
