import { expect, test } from 'vitest'
import { canMove, childrenOf, type TreeNode, visibleRows } from './tree-rows.ts'

const node = (id: string, parentId: string | null): TreeNode => ({ id, parentId, name: id, isParent: true })
const nodes = [node('a', null), node('b', 'a'), node('c', 'b'), node('d', 'a'), node('lost', 'gone')]
const byId = new Map(nodes.map((one) => [one.id, one]))
const seen = (...expanded: string[]) =>
  visibleRows(childrenOf(nodes), new Set(expanded)).map((row) => `${row.level}${row.node.id}`)

test('only what is expanded shows its children, in the order of the list', () => {
  expect(seen()).toEqual(['1a', '1lost'])
  expect(seen('a')).toEqual(['1a', '2b', '2d', '1lost'])
  expect(seen('a', 'b')).toEqual(['1a', '2b', '3c', '2d', '1lost'])
  expect(seen('b')).toEqual(['1a', '1lost'])
})

test('a row knows its place among its siblings', () => {
  const row = visibleRows(childrenOf(nodes), new Set(['a'])).find((one) => one.node.id === 'd')
  expect(row).toMatchObject({ place: 2, siblings: 2 })
})

test('a node moves neither to itself, nor below itself, nor to where it is', () => {
  expect(canMove(byId, 'c', 'd')).toBe(true)
  expect(canMove(byId, 'c', 'c')).toBe(false)
  expect(canMove(byId, 'b', 'c')).toBe(false)
  expect(canMove(byId, 'c', 'b')).toBe(false)
  expect(canMove(byId, 'c', 'unknown')).toBe(false)
})

test('twenty thousand nodes in one deep line are no trouble', () => {
  const deep = Array.from({ length: 20_000 }, (_, i) => node(`n${i}`, i ? `n${i - 1}` : null))
  expect(visibleRows(childrenOf(deep), new Set(deep.map((one) => one.id)))).toHaveLength(20_000)
})
