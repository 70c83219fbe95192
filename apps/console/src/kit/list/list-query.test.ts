import { expect, test } from 'vitest'
import { openingQuery } from './list-query.ts'

const url = '/api/v1/audits/login-logs/'

test('asked ahead is what the list will ask: its own query, its dates, its first page', () => {
  expect(openingQuery({ url })).toEqual({ offset: 0, limit: 15, display: 1, draw: 1 })
  expect(openingQuery({ url, query: { kind: 'x' } })).toMatchObject({ kind: 'x', offset: 0 })
  expect(openingQuery({ url, range: true })).toMatchObject({
    date_from: expect.any(String),
    date_to: expect.any(String),
  })
  expect(openingQuery({ url, paged: false })).not.toHaveProperty('limit')
})

test('presets wait for their moment, so nothing is asked ahead of them', () => {
  expect(openingQuery({ url, search: { preset: { state: 'new' } } })).toBeUndefined()
})
