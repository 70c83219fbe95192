import { describe, expect, test } from 'vitest'
import { GENERIC_PAGE_SIZE, PAGE_SIZE, PAGE_SIZES, SEARCH_DELAY_MS } from '../limits.ts'
import { filtersOf, listQueryOf, rangeOf, sizeFor, sizesFor } from './list-query.ts'
import { pageSize } from './table-config.ts'
import { changeView, FIRST_VIEW, lastDays, reachablePage, readRange, readView, type View, writeView } from './view.ts'

const users = '/api/v1/users/users/'
const read = (text: string) => readView(new URLSearchParams(text))
const write = (view: View, before = '') => writeView(new URLSearchParams(before), view).toString()

describe('what stands in the address', () => {
  test('[TABLE-04] [TABLE-05] [CONST-07] page and size are kept under these names, pages counted from 1 there', () => {
    expect(write({ page: 2, size: 30 })).toBe('page=3&size=30')
  })
  test('[TABLE-03] [TABLE-06] [TABLE-07] and are restored, pages counted from 0 here', () => {
    expect(read('page=3&size=30')).toMatchObject({ page: 2, size: 30 })
    expect(read('')).toMatchObject({ page: 0, size: undefined })
    expect(read('page=0&size=x')).toMatchObject({ page: 0, size: undefined })
    expect(read('page=-4')).toMatchObject({ page: 0 })
  })
  test('tags, sort and dates go there and back, and nothing else is touched', () => {
    const view: View = {
      page: 1,
      size: 15,
      sort: { key: 'name', descending: true },
      tags: { search: 'a:b c', is_active: 'true' },
      range: { from: '2021-04-14T00:00:01.000Z', to: '2021-04-15T23:59:59.000Z' },
    }
    const text = write(view, 'activeTab=users')
    expect(new URLSearchParams(text).get('activeTab')).toBe('users')
    expect(read(text)).toEqual(view)
  })
  test('taken-away presets are remembered as such', () => {
    expect(read(write({ page: 0, tags: {} })).tags).toEqual({})
    expect(read('').tags).toBeUndefined()
  })
  test('any change but that of the page leads to the first page', () => {
    const view: View = { page: 4, size: 15 }
    expect(changeView(view, { tags: { search: 'x' } }).page).toBe(0)
    expect(changeView(view, { page: 5, size: 15 }).page).toBe(5)
  })
  test('a page that is no longer there gives way to the last that is', () => {
    expect(reachablePage(3, 15, 45)).toBe(2)
    expect(reachablePage(1, 15, 45)).toBe(1)
    expect(reachablePage(3, 15, 0)).toBe(0)
  })
})

describe('sizes', () => {
  test('[CONST-01] [CONST-02] lists of the API: 15, 30, 50 or 100; 15 unless another was saved', () => {
    expect(sizesFor(users)).toEqual([15, 30, 50, 100])
    expect(sizeFor(users, undefined, undefined)).toBe(PAGE_SIZE)
    expect(sizeFor(users, undefined, 50)).toBe(50)
    expect(sizeFor(users, 100, 50)).toBe(100)
  })
  test('a size that is not offered is not used', () => {
    expect(pageSize(17, 9999, PAGE_SIZES)).toBe(15)
    expect(sizeFor(users, undefined, 'many')).toBe(15)
  })
  test('[CONST-05] [CONST-06] lists elsewhere: 10 to 50, 10 at first', () => {
    expect(sizesFor('/elsewhere')).toEqual([10, 20, 30, 40, 50])
    expect(sizeFor('/elsewhere', undefined, 50)).toBe(GENERIC_PAGE_SIZE)
  })
})

describe('what is asked', () => {
  test('search, header filters, dates and the query of the screen are put together', () => {
    const range = { from: 'a', to: 'b' }
    const filters = filtersOf({ search: 'x', is_active: 'true' }, range)
    expect(listQueryOf({ url: users, query: { type: 't' } }, { page: 0, size: 15 }, filters)).toMatchObject({
      type: 't',
      search: 'x',
      is_active: 'true',
      date_from: 'a',
      date_to: 'b',
      limit: 15,
    })
  })
  test('what the user searches wins over the query of the screen', () => {
    const asked = listQueryOf({ url: users, query: { latest: '1' } }, { page: 0, size: 15 }, { latest: '0' })
    expect(asked.latest).toBe('0')
  })
  test('[SEARCH-03] both ends of a range must be moments', () => {
    expect(readRange('2021-04-14T00:00:00Z', 'soon')).toBeUndefined()
    expect(readRange('2021-04-14T00:00:00Z', null)).toBeUndefined()
    expect(readRange('2021-04-14T00:00:00Z', '2021-04-15T00:00:00Z')).toBeDefined()
  })
  test('[SEARCH-04] [SEARCH-05] days run from 00:00:01 to 23:59:59', () => {
    const { from, to } = lastDays(7, new Date(2021, 3, 14, 12))
    expect(new Date(from)).toEqual(new Date(2021, 3, 7, 0, 0, 1))
    expect(new Date(to)).toEqual(new Date(2021, 3, 14, 23, 59, 59))
  })
  test('lists with dates begin with a week, others have no dates', () => {
    const now = new Date(2021, 3, 14, 12)
    expect(rangeOf({ range: true }, FIRST_VIEW, now)).toEqual(lastDays(7, now))
    expect(rangeOf({}, FIRST_VIEW, now)).toBeUndefined()
  })
  test('[CONST-20] SEARCH-01 presets wait 400 ms', () => {
    expect(SEARCH_DELAY_MS).toBe(400)
  })
})
