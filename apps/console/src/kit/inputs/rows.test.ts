import { expect, test } from 'vitest'
import { atLeastOne, canRemoveRow, withoutRow, withRow } from './rows.ts'

test('VALID-09 the last row cannot be deleted', () => {
  expect(withoutRow(['a', 'b'], 0)).toEqual(['b'])
  expect(withoutRow(['a'], 0)).toEqual(['a'])
  expect(canRemoveRow(['a'])).toBe(false)
})

test('there is always a row to type into', () => {
  expect(atLeastOne([], '')).toEqual([''])
  expect(atLeastOne(undefined, '')).toEqual([''])
  expect(withRow(['a', 'b'], 1, 'c')).toEqual(['a', 'c'])
})
