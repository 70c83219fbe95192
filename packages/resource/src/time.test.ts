import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateCreated, stamp } from './fields/stamp.ts'
import { readerIn, reasons } from './fields/trial.ts'
import { label } from './label.ts'
import { isZone, readStamp, showStamp } from './time.ts'

const zones = [
  'UTC',
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Monrovia',
]
const zone = fc.constantFrom(...zones)
const moment = fc.date({
  min: new Date('0001-01-03T00:00:00Z'),
  max: new Date('9999-12-29T00:00:00Z'),
  noInvalidDate: true,
})
const recent = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2035-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const whole = (date: Date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000)

describe('a moment', () => {
  test('is shown as 2021-04-14 10:32:25 +0800, in the zone of its reader', () => {
    const at = new Date('2021-04-14T02:32:25.999Z')
    expect(showStamp(at, 'Asia/Shanghai')).toBe('2021-04-14 10:32:25 +0800')
    expect(showStamp(at, 'America/New_York')).toBe('2021-04-13 22:32:25 -0400')
    expect(showStamp(at, 'Asia/Kolkata')).toBe('2021-04-14 08:02:25 +0530')
    expect(showStamp(at, 'UTC')).toBe('2021-04-14 02:32:25 +0000')
  })

  test('always has that form, and reads back as itself to the second', () => {
    fc.assert(
      fc.property(moment, zone, zone, (date, shownIn, readIn) => {
        const shown = showStamp(date, shownIn)
        expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$/)
        expect(readStamp(shown, readIn)).toEqual(whole(date))
      }),
      { numRuns: 500 },
    )
  })

  test('reads back from ISO 8601 to the millisecond', () => {
    fc.assert(
      fc.property(moment, zone, (date, readIn) => {
        expect(readStamp(date.toISOString(), readIn)).toEqual(date)
      }),
      { numRuns: 500 },
    )
  })

  test('without an offset is in the zone of its reader, daylight saving or not', () => {
    fc.assert(
      fc.property(recent, zone, (date, where) => {
        const wall = showStamp(date, where).slice(0, 19)
        const read = readStamp(wall, where)!
        // An hour that comes twice has two moments; what they look like is the same.
        expect(showStamp(read, where).slice(0, 19)).toBe(wall)
        expect(Math.abs(read.getTime() - whole(date).getTime())).toBeLessThanOrEqual(3_600_000)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    // An hour that was skipped is taken for the one before.
    ['2024-03-10 02:30', 'America/New_York', '2024-03-10T06:30:00.000Z'],
    ['2024-11-03 00:30', 'America/New_York', '2024-11-03T04:30:00.000Z'],
    ['2021-04-14', 'Asia/Shanghai', '2021-04-13T16:00:00.000Z'],
    ['2021-04-14T02:32Z', 'Asia/Shanghai', '2021-04-14T02:32:00.000Z'],
    ['2021-4-1 8:05:09 +08:00', 'UTC', '2021-04-01T00:05:09.000Z'],
    ['2021-04-14T02:32:25,123456789z', 'UTC', '2021-04-14T02:32:25.123Z'],
    ['2021-04-14T02:32:25.57Z', 'UTC', '2021-04-14T02:32:25.570Z'],
    ['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z'],
    ['0099-01-01T00:00:00Z', 'UTC', '0099-01-01T00:00:00.000Z'],
  ])('%s in %s is %s', (raw, where, iso) => {
    expect(readStamp(raw, where)?.toISOString()).toBe(iso)
  })

  test.each([
    '',
    'now',
    '2023-02-29',
    '2021-13-01',
    '2021-00-10',
    '2021-04-31',
    '2021-04-14 24:00',
    '2021-04-14 10:60',
    '2021-04-14 10:00:60',
    '2021-04-14 10:00 +2500',
    '2021-04-14 10:00 +0160',
    '10000-01-01',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '14.04.2021',
    '2021-04-14; drop table',
    1_618_367_545,
    true,
    null,
    {},
    new Date(Number.NaN),
  ])('%j is none', (raw) => {
    expect(readStamp(raw, 'UTC')).toBeUndefined()
  })

  test('zones are those the system knows', () => {
    expect(zones.every(isZone)).toBe(true)
    for (const name of ['undefined', 'Mars/Base', '', '../etc/passwd']) expect(isZone(name)).toBe(false)
    expect(showStamp(new Date(0), 'Mars/Base')).toBe('1970-01-01 00:00:00 +0000')
  })
})

describe('a field of a moment', () => {
  const one = stamp(label('失效日期', 'Date expired'), { nullable: true })
  test('parses and shows in the zone of the reader', () => {
    const reader = readerIn('en', 'Europe/Berlin')
    const value = one.parse('2021-07-01 12:00', reader)
    expect(value).toEqual(new Date('2021-07-01T10:00:00Z'))
    expect(one.show!(value, reader)).toBe('2021-07-01 12:00:00 +0200')
    expect(one.show!(null, reader)).toBeNull()
  })
  test('says how it wants to be written', () => {
    expect(reasons(one, 'soon')).toEqual([
      'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
    ])
    expect(reasons(one, 'soon', 'zh')).toEqual(['日期时间格式错误。请使用 ISO 8601 格式。'])
  })
  test('of creation is the server’s', () => {
    expect(dateCreated()).toMatchObject({ readOnly: true, auto: 'created' })
  })
})
