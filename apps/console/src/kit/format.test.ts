import { describe, expect, test } from 'vitest'
import { formatAgo, formatBytes, formatDate, formatDuration, formatExactDate, parseDate } from './format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('durations', () => {
  test('[FMT-01] they are told in days, hours, minutes or seconds', () => {
    expect(formatDuration(3 * DAY, 'en')).toBe('3.0 d')
    expect(formatDuration(5 * HOUR, 'en')).toBe('5.0 h')
    expect(formatDuration(5 * MINUTE, 'zh')).toBe('5.0 分')
    expect(formatDuration(5_000, 'zh')).toBe('5.0 秒')
  })
  test('[FMT-02] with one decimal', () => {
    expect(formatDuration(90 * MINUTE, 'en')).toBe('1.5 h')
    expect(formatDuration(1_260, 'en')).toBe('1.3 s')
  })
  test('[FMT-03] in the first unit of which there is more than one', () => {
    expect(formatDuration(DAY, 'en')).toBe('24.0 h')
    expect(formatDuration(DAY + HOUR, 'en')).toBe('1.0 d')
    expect(formatDuration(MINUTE, 'en')).toBe('60.0 s')
    expect(formatDuration(400, 'en')).toBe('0.4 s')
  })
  test('what is no duration is empty', () => {
    expect(formatDuration(undefined, 'en')).toBe('')
    expect(formatDuration(Number.NaN, 'en')).toBe('')
  })
})

describe('moments', () => {
  test('the form of the server and ISO mean the same', () => {
    expect(parseDate('2021-04-14 10:32:25 +0800')?.toISOString()).toBe('2021-04-14T02:32:25.000Z')
    expect(parseDate('2021-04-14T02:32:25Z')?.toISOString()).toBe('2021-04-14T02:32:25.000Z')
    expect(parseDate('soon')).toBeUndefined()
    expect(parseDate(null)).toBeUndefined()
  })
  test('they are shown in the zone and style of the reader, by 24 hours', () => {
    const at = '2021-04-14 00:32:25 +0800'
    expect(formatDate(at, { lang: 'zh', zone: 'Asia/Shanghai' })).toBe('2021/04/14 00:32:25')
    expect(formatDate(at, { lang: 'en', zone: 'UTC' })).toBe('04/13/2021, 16:32:25')
    expect(formatExactDate(at, { lang: 'en', zone: 'Asia/Shanghai' })).toBe('04/14/2021, 00:32:25 GMT+08:00')
    expect(formatDate('')).toBe('')
  })
  test('how long ago, in whole units', () => {
    const now = new Date('2021-04-14T10:00:00Z')
    expect(formatAgo('2021-04-14T09:56:30Z', { now, lang: 'en' })).toBe('3 minutes ago')
    expect(formatAgo('2021-04-16T10:00:01Z', { now, lang: 'en' })).toBe('in 2 days')
  })
})

test('sizes in powers of 1024', () => {
  expect([0, 1023, 1024, 5 * 1024 * 1024].map(formatBytes)).toEqual(['0 B', '1023 B', '1.0 KB', '5.0 MB'])
})
