import { describe, expect, test } from 'vitest'
import { Failure } from '../../api/failure.ts'
import { TREE_RETRY } from '../limits.ts'
import { isPassing, retrying } from './retrying.ts'
import { choiceQuery, isChosen, readChoice, writeChoice } from './tree-choice.ts'
import {
  childrenQuery,
  type KitNode,
  levelOf,
  merged,
  refreshQuery,
  renamed,
  renewedBelow,
  toNode,
  withChild,
  withChildren,
  withoutNode,
} from './tree-data.ts'

const node = (id: string, pId = '', name = `n${id} (4)`): KitNode =>
  toNode({ id, pId, name, isParent: true, meta: { type: 'node', node: { id: `uuid-${id}`, key: id } } })
const asset = (id: string, pId: string): KitNode =>
  toNode({ id, pId, name: id, meta: { type: 'asset', asset: { id } } })
const ids = (nodes: readonly KitNode[]) => nodes.map(({ id }) => id)

describe('loading', () => {
  const fails = async (error: Failure) => {
    const pauses: number[] = []
    let calls = 0
    const work = () => {
      calls++
      return Promise.reject(error)
    }
    const pause = async (ms: number) => void pauses.push(ms)
    await expect(retrying(work, { pause })).rejects.toBe(error)
    return { calls, pauses }
  }
  test('NODE-16 NODE-17 NODE-18 CONST-25 CONST-26 without a network: again 20 times, 5 s apart', async () => {
    const { calls, pauses } = await fails(new Failure('network'))
    expect(calls).toBe(21)
    expect(pauses).toEqual(Array(20).fill(5_000))
    expect(TREE_RETRY).toEqual({ times: 20, everyMs: 5_000 })
  })
  test('NODE-19 NODE-20 while the server refreshes or fails over a call that may be repeated', () => {
    expect([409, 500, 503].every((status) => isPassing(new Failure('refused', status)))).toBe(true)
  })
  test('a refusal is final', async () => {
    expect((await fails(new Failure('refused', 403))).calls).toBe(1)
    expect((await fails(new Failure('aborted'))).calls).toBe(1)
  })
  test('the first good answer ends it', async () => {
    let calls = 0
    const work = async () => {
      if (++calls < 3) throw new Failure('refused', 409)
      return 'tree'
    }
    const attempts: number[] = []
    expect(await retrying(work, { pause: async () => undefined, onRetry: (n) => attempts.push(n) })).toBe('tree')
    expect(attempts).toEqual([1, 2])
  })
  test('NODE-14 NODE-15 refreshing builds permission trees anew, and no others', () => {
    expect(refreshQuery('/api/v1/perms/users/nodes/children-with-assets/tree/')).toEqual({ rebuild_tree: 1 })
    expect(refreshQuery('/api/v1/assets/nodes/children/tree/?assets=0')).toEqual({})
  })
  test('NODE-22 children are asked with id, name and level', () => {
    expect(childrenQuery(node('1:4', '1'), 1)).toMatchObject({ id: 'uuid-1:4', name: 'n1:4', level: 1 })
  })
})

describe('nodes', () => {
  const all = [node('1'), node('1:1', '1'), node('1:1:1', '1:1'), node('1:2', '1')]
  test('NODE-01 key, value, id and number of assets are read', () => {
    expect(node('1')).toMatchObject({ id: '1', parentId: null, value: 'n1', amount: 4, nodeId: 'uuid-1' })
    expect(asset('a', '1')).toMatchObject({ assetId: 'a', value: 'a', amount: undefined })
  })
  test('an answer takes the place of all that was below', () => {
    expect(ids(withChildren(all, '1:1', [node('1:1:9', '1:1')]))).toEqual(['1', '1:1', '1:2', '1:1:9'])
  })
  test('NODE-02 NODE-04 created and deleted, with all below', () => {
    expect(ids(withChild(all, '1:2', node('1:2:1', '1:2')))).toContain('1:2:1')
    expect(ids(withoutNode(all, '1:1'))).toEqual(['1', '1:2'])
    expect(withoutNode([node('1'), node('1:1', '1')], '1:1')[0]?.isParent).toBe(false)
  })
  test('NODE-03 renamed, and the number behind the name stays', () => {
    expect(renamed(all, '1:2', 'web').at(-1)).toMatchObject({ value: 'web', name: 'web (4)' })
  })
  test('loaded again, opened branches stay and what is gone goes', () => {
    expect(ids(merged(all, [node('1'), node('1:1', '1')]))).toEqual(['1', '1:1', '1:1:1'])
    expect(levelOf(all, '1:1:1')).toBe(2)
  })
})

test('a branch asked again has its new names and numbers, and keeps what is open further below', () => {
  const all = [node('1'), node('1:1', '1'), node('1:1:1', '1:1'), node('1:2', '1'), node('1:2:1', '1:2')]
  const next = renewedBelow(all, '1', [node('1:1', '1', 'web (9)'), node('1:3', '1')])
  expect(ids(next)).toEqual(['1', '1:1', '1:1:1', '1:3'])
  expect(next[1]).toMatchObject({ value: 'web', amount: 9 })
})

describe('choosing', () => {
  const at = (text: string) => readChoice(new URLSearchParams(text))
  test('TREETABLE-03 a node adds node_id', () => {
    expect(choiceQuery(at('node=n'), '1')).toEqual({ node_id: 'n', show_current_asset: '1' })
  })
  test('TREETABLE-04 an asset adds asset_id', () => {
    expect(choiceQuery(at('asset=a'), '1')).toEqual({ asset_id: 'a', show_current_asset: '1' })
  })
  test('TREETABLE-05 TREETABLE-06 show_current_asset is what the cookie says, else 0', () => {
    expect(choiceQuery(at('node=n'), '')).toMatchObject({ show_current_asset: '0' })
  })
  test('nothing chosen adds nothing', () => {
    expect(choiceQuery({}, '1')).toEqual({})
  })
  test('goes to the first page and takes the place of the choice before; what is searched stays', () => {
    const next = writeChoice(new URLSearchParams('page=3&f=search:x&asset=a'), node('1'))
    expect(next.toString()).toBe('f=search%3Ax&node=uuid-1')
    expect(isChosen(node('1'), readChoice(next))).toBe(true)
    expect(isChosen(node('2'), readChoice(next))).toBe(false)
  })
})
