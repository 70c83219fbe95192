import { expect, test } from 'vitest'
import { listed, present, relationQuery, UNCHANGED, withAdded, withRemoved } from './relation.ts'

const option = (value: string) => ({ value, label: `n${value}` })

test('CONST-10 a relation card asks for 10 at a time', () => {
  expect(relationQuery('handle', 2)).toEqual({ spm: 'handle', offset: 20, limit: 10 })
})

test('what was added stands at the end, once, also when it has been loaded since', () => {
  const changes = withAdded(UNCHANGED, [option('3')])
  expect(listed([option('1')], changes).map(({ value }) => value)).toEqual(['1', '3'])
  expect(listed([option('1'), option('3')], changes).map(({ value }) => value)).toEqual(['1', '3'])
})

test('what was removed is gone, can be chosen again, and comes back when it is', () => {
  const removed = withRemoved(UNCHANGED, '1')
  expect(listed([option('1'), option('2')], removed)).toEqual([option('2')])
  expect(present(['1', '2'], removed)).toEqual(new Set(['2']))
  const again = withAdded(removed, [option('1')])
  expect(listed([option('1'), option('2')], again)).toHaveLength(2)
  expect(present(['1', '2'], again).has('1')).toBe(true)
})
