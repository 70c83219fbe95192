import { expect, test, vi } from 'vitest'
import { labelOf, loadLabels, loadPage, optionOf, pagesWithout } from './remote.ts'

const spec = { url: '/api/v1/users/groups/' }
const items = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ id: `${from + i}`, name: `n${from + i}` }))

/** A server with this many groups. */
const serving = (count: number) =>
  vi.fn(async (_url: string, query: Record<string, string | number>) => {
    const [offset, limit] = [Number(query.offset), Number(query.limit)]
    const end = Math.min(count, offset + limit)
    return { count, next: end < count ? 'more' : null, results: items(offset, end) }
  })

test('PICK-01 PICK-05 an option has a label and a value, mapped from the answer', () => {
  expect(optionOf({ id: 1, name: 'web' }, {})).toEqual({ value: '1', label: 'web' })
  expect(optionOf({ key: 'k', title: 't' }, { labelOf: (i) => i.title, keyOf: (i) => i.key })).toEqual({
    value: 'k',
    label: 't',
  })
})

test('PICK-04 assets are shown as hostname(ip)', () => {
  expect(labelOf({ id: '1', hostname: 'web', ip: '10.0.0.1' })).toBe('web(10.0.0.1)')
})

test('PICK-02 PICK-03 CONST-09 pages of 10 are loaded until there is no next', async () => {
  const fetch = serving(12)
  expect(await loadPage(fetch, spec, 'n', 0)).toMatchObject({ more: true })
  expect(await loadPage(fetch, spec, 'n', 1)).toEqual({
    options: [
      { value: '10', label: 'n10' },
      { value: '11', label: 'n11' },
    ],
    more: false,
  })
  expect(fetch).toHaveBeenLastCalledWith(spec.url, { search: 'n', offset: 10, limit: 10 })
})

test('a bare array is all there is', async () => {
  expect(await loadPage(async () => items(0, 2), spec, '', 0)).toMatchObject({ more: false })
})

test('a page of nothing but what is left out is passed over, and no page is given twice', async () => {
  const load = vi.fn((search: string, page: number) => loadPage(serving(25), spec, search, page))
  const next = pagesWithout(load)
  const present = ({ value }: { value: string }) => Number(value) < 10
  const first = await next('', 0, present)
  expect(first.options[0]?.value).toBe('10')
  const second = await next('', 1, present)
  expect(second.options.map(({ value }) => value)).toEqual(['20', '21', '22', '23', '24'])
  expect(second.more).toBe(false)
})

test('labels of preset values come through a handle, all pages of it', async () => {
  const fetch = serving(11)
  const ids = items(0, 11).map(({ id }) => id)
  const found = await loadLabels(fetch, spec, ids, async () => 'handle')
  expect(found).toHaveLength(11)
  expect(fetch).toHaveBeenCalledWith(spec.url, { spm: 'handle', offset: 0, limit: 10 })
})
