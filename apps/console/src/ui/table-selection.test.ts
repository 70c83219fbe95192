import { expect, test } from 'vitest'
import { toggled } from './table-selection.ts'

const order = ['a', 'b', 'c', 'd']

test('a box changes its own row and leaves rows of other pages alone', () => {
  expect([...toggled(new Set(['other']), order, 'b')]).toEqual(['other', 'b'])
  expect([...toggled(new Set(['other', 'b']), order, 'b')]).toEqual(['other'])
})

test('with Shift all rows in between follow', () => {
  expect([...toggled(new Set(['b']), order, 'd', 'b')]).toEqual(['b', 'c', 'd'])
  expect([...toggled(new Set(order), order, 'a', 'c')]).toEqual(['d'])
  expect([...toggled(new Set(), order, 'a', 'gone')]).toEqual(['a'])
})
