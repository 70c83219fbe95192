import { describe, expect, test } from 'vitest'
import { dateFormat, isoText } from './excel-date.ts'

describe('Excel dates', () => {
  test.each([
    [1, 'date', '1900-01-01'],
    [59, 'date', '1900-02-28'],
    [61, 'date', '1900-03-01'],
    [45_292, 'date', '2024-01-01'],
    [45_292.5, 'date', '2024-01-01T12:00:00'],
    [45_292.43917824074, 'datetime', '2024-01-01T10:32:25'],
    [45_292, 'datetime', '2024-01-01T00:00:00'],
    [0.75, 'time', '18:00:00'],
    [1.5, 'elapsed', '36:00:00'],
    [2_958_465, 'date', '9999-12-31'],
  ] as const)('%d as %s is %s', (serial, format, text) => {
    expect(isoText(serial, format, false)).toBe(text)
  })

  test('a book that counts from 1904 is four years off', () => {
    expect(isoText(43_830, 'date', true)).toBe('2024-01-01')
  })

  test.each([-1, 2_958_466, 1e300, 1e308])('%d is no date', (serial) => {
    expect(isoText(serial, 'datetime', false)).toBeUndefined()
  })

  test.each([
    ['yyyy-mm-dd', 'date'],
    ['yyyy"年"m"月"d"日";@', 'date'],
    ['[$-804]yyyy/m/d h:mm:ss', 'datetime'],
    ['h:mm AM/PM', 'time'],
    ['mmm', 'date'],
    ['[h]:mm', 'elapsed'],
    ['General', undefined],
    ['#,##0.00_);[Red]\\(#,##0.00\\)', undefined],
    ['0" days"', undefined],
    ['0.00E+00', undefined],
    ['@', undefined],
  ])('the format %s means %s', (code, format) => {
    expect(dateFormat(200, code)).toBe(format)
  })

  test('formats without a code go by their number', () => {
    expect([0, 1, 14, 22, 31, 46, 49].map((id) => dateFormat(id, undefined))).toEqual([
      undefined,
      undefined,
      'date',
      'datetime',
      'date',
      'elapsed',
      undefined,
    ])
  })
})
