import { expect, it } from 'vitest'
import { type KitNode, toNode } from '../../kit/tree/tree-data.ts'
import { onlyWay } from './only-way.ts'

const node = (id: string, pId: string, isParent = true): KitNode => toNode({ id, pId, name: id, isParent })

it('goes on where a branch has one way only, and stops where there is a choice or something to open', () => {
  const root = node('root', '')
  const [one, two, host] = [node('one', 'root'), node('two', 'root'), node('host', 'one', false)]
  expect(onlyWay([root, one], new Set(['root']))).toBe(one)
  expect(onlyWay([root, one], new Set())).toBeUndefined()
  expect(onlyWay([root, one, two], new Set(['root']))).toBeUndefined()
  expect(onlyWay([root, one, host], new Set(['root', 'one']))).toBeUndefined()
})
