import { expect, test } from 'vitest'
import { pageCount, pagerLinks } from './pager-links.ts'

test('a few pages all have their link', () => {
  expect(pagerLinks(1, 0, 5)).toEqual([0])
  expect(pagerLinks(5, 4, 5)).toEqual([0, 1, 2, 3, 4])
})

test('of many pages five have a link: the first, the last and three around where one is', () => {
  expect(pagerLinks(83, 0, 5)).toEqual([0, 1, 2, 3, 'after', 82])
  expect(pagerLinks(83, 40, 5)).toEqual([0, 'before', 39, 40, 41, 'after', 82])
  expect(pagerLinks(83, 82, 5)).toEqual([0, 'before', 79, 80, 81, 82])
  for (let page = 0; page < 83; page++) {
    const numbers = pagerLinks(83, page, 5).filter((link) => typeof link === 'number')
    expect(numbers).toHaveLength(5)
    expect(numbers).toContain(page)
  }
})

test('nothing at all is one page', () => {
  expect(pageCount(0, 15)).toBe(1)
  expect(pageCount(15, 15)).toBe(1)
  expect(pageCount(16, 15)).toBe(2)
})
