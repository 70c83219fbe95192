import { expect, test } from 'vitest'
import { chosenTab } from './tab-choice.ts'

const keys = ['info', 'members', 'log']

test('TABPAGE-01 TABPAGE-02 TABPAGE-03 the query wins over the cookie, the cookie over the default', () => {
  expect(chosenTab(keys, { query: 'log', cookie: 'members', fallback: 'info' })).toBe('log')
  expect(chosenTab(keys, { query: null, cookie: 'members', fallback: 'info' })).toBe('members')
  expect(chosenTab(keys, { query: '', fallback: 'log' })).toBe('log')
})

test('a tab of another page counts for nothing', () => {
  expect(chosenTab(keys, { query: 'gone', cookie: 'elsewhere', fallback: 'never' })).toBe('info')
  expect(chosenTab([], { query: 'log' })).toBeUndefined()
})
