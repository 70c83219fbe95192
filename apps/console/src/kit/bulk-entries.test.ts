import { expect, test } from 'vitest'
import { Failure } from '../api/failure.ts'
import { bulkEntries, firstRefusal } from './bulk-entries.ts'

test('BULK-01 BULK-02 one entry for each row, with its id and the checked fields only', () => {
  expect(bulkEntries(['a', 'b'], { is_active: false })).toEqual([
    { id: 'a', is_active: false },
    { id: 'b', is_active: false },
  ])
})

test('the first refused row speaks for all', () => {
  const refused = (body: unknown) => (firstRefusal(new Failure('refused', 400, body)) as Failure).body
  expect(refused([{}, { name: ['taken'] }])).toEqual({ name: ['taken'] })
  expect(refused(['id or pk not in data'])).toEqual({ detail: 'id or pk not in data' })
  expect(refused({ detail: 'no' })).toEqual({ detail: 'no' })
})
