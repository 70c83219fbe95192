import { expect, test } from 'vitest'
import { DEFAULT_TIMES, dayOf, instantOf, lastDays, localOf, parseDate } from './dates.ts'

test('a chosen day begins at 00:00:01 and ends at 23:59:59', () => {
  const from = new Date(instantOf('2026-11-15', DEFAULT_TIMES.from)!)
  const to = new Date(instantOf('2026-11-15', DEFAULT_TIMES.to)!)
  expect(localOf(from)).toBe('2026-11-15T00:00:01')
  expect(localOf(to)).toBe('2026-11-15T23:59:59')
})

test('what is no day is nothing', () => {
  expect(instantOf('', '00:00:01')).toBeUndefined()
  expect(instantOf('2026-13-40', '00:00:01')).toBeUndefined()
  expect(parseDate('soon')).toBeUndefined()
  expect(parseDate(null)).toBeUndefined()
})

test('dates of the API and ISO dates are the same instants', () => {
  expect(parseDate('2021-03-04 05:06:07 +0800')?.toISOString()).toBe('2021-03-03T21:06:07.000Z')
  expect(parseDate('2021/03/04 05:06:07 +0800')?.toISOString()).toBe('2021-03-03T21:06:07.000Z')
  expect(parseDate('2021-03-03T21:06:07Z')?.toISOString()).toBe('2021-03-03T21:06:07.000Z')
})

test('the last days end now', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  expect(lastDays(7, now)).toEqual({ from: '2026-11-08T12:00:00.000Z', to: '2026-11-15T12:00:00.000Z' })
  expect(dayOf(new Date(2026, 0, 5))).toBe('2026-01-05')
})
