// A flat list of nodes as the rows one sees. Pure.
import type { IconName } from './icon-paths.ts'

export interface TreeNode {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly isParent: boolean
  readonly icon?: IconName
  /** There, but not to be used. */
  readonly faint?: boolean
  readonly meta?: unknown
}

export interface TreeRow<N extends TreeNode = TreeNode> {
  readonly node: N
  /** The top is 1. */
  readonly level: number
  readonly place: number
  readonly siblings: number
}

export type Children<N extends TreeNode = TreeNode> = ReadonlyMap<string | null, readonly N[]>

/** Whose parent is not among the nodes stands at the top. */
export const childrenOf = <N extends TreeNode>(nodes: readonly N[]): Children<N> => {
  const known = new Set(nodes.map((node) => node.id))
  const children = new Map<string | null, N[]>()
  for (const node of nodes) {
    const parent =
      node.parentId !== null && node.parentId !== node.id && known.has(node.parentId) ? node.parentId : null
    const list = children.get(parent)
    if (list) list.push(node)
    else children.set(parent, [node])
  }
  return children
}

/** Without recursion: a tree may be as deep as its data says. */
export const visibleRows = <N extends TreeNode>(children: Children<N>, expanded: ReadonlySet<string>): TreeRow<N>[] => {
  const rows: TreeRow<N>[] = []
  const open: { list: readonly N[]; at: number }[] = [{ list: children.get(null) ?? [], at: 0 }]
  while (open.length > 0) {
    const top = open.at(-1)!
    const node = top.list[top.at++]
    if (!node) {
      open.pop()
      continue
    }
    rows.push({ node, level: open.length, place: top.at, siblings: top.list.length })
    const below = expanded.has(node.id) ? children.get(node.id) : undefined
    if (below) open.push({ list: below, at: 0 })
  }
  return rows
}

/** Not to itself, not below itself, not to where it is. */
export const canMove = (nodes: ReadonlyMap<string, TreeNode>, id: string, target: string): boolean => {
  if (nodes.get(id)?.parentId === target) return false
  const passed = new Set<string>()
  for (let at: string | null | undefined = target; at && !passed.has(at); at = nodes.get(at)?.parentId) {
    if (at === id) return false
    passed.add(at)
  }
  return nodes.has(id) && nodes.has(target)
}
