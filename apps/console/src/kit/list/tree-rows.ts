// Rows that have children, as one flat list of those in sight. Pure.
import type { Item } from '../spec.ts'

export interface TreeRow {
  readonly row: Item
  readonly level: number
  readonly hasChildren: boolean
  readonly open: boolean
}

export const isTree = (rows: readonly Item[]): boolean => rows.some((row) => childrenOf(row).length > 0)

/** Children stand below their parent and know it by `parentId`; a closed row hides all below it. */
export const flattenRows = (
  rows: readonly Item[],
  open: ReadonlySet<string>,
  level = 0,
  parentId?: string,
): TreeRow[] =>
  rows.flatMap((row) => {
    const children = childrenOf(row)
    const isOpen = children.length > 0 && open.has(row.id)
    const own = { row: parentId === undefined ? row : { ...row, parentId }, level, hasChildren: children.length > 0 }
    return [{ ...own, open: isOpen }, ...(isOpen ? flattenRows(children, open, level + 1, row.id) : [])]
  })

const childrenOf = (row: Item): readonly Item[] => (Array.isArray(row.children) ? row.children : [])
