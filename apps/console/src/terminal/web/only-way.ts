// Whoever was granted little should see it without a click: where a branch has only one way on, it is gone by itself.
import type { KitNode } from '../../kit/tree/tree-data.ts'

/** A closed branch that is the only thing in an open one. */
export const onlyWay = (nodes: readonly KitNode[], expanded: ReadonlySet<string>): KitNode | undefined => {
  const below = new Map<string, { readonly first: KitNode; readonly alone: boolean }>()
  for (const node of nodes) {
    const known = node.parentId ? below.get(node.parentId) : undefined
    if (node.parentId) below.set(node.parentId, { first: known?.first ?? node, alone: !known })
  }
  for (const id of expanded) {
    const found = below.get(id)
    if (found?.alone && found.first.isParent && !expanded.has(found.first.id)) return found.first
  }
  return undefined
}
