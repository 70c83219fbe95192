import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainCell, safeCell } from './cell.ts'

describe('a text cell', () => {
  test.each(['=1+1', '+86 138', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', ' =1', '＝1', "'=1", "''=1", '-'])(
    '[T56] %j is written with a leading quote and read without it',
    (text) => {
      expect(safeCell(text)).toBe(`'${text}`)
      expect(plainCell(safeCell(text))).toBe(text)
    },
  )

  test.each(['', 'web-1', "it's", "'quoted'", '1=1', ' x', "'", "''"])('%j is left alone both ways', (text) => {
    expect(safeCell(text)).toBe(text)
    expect(plainCell(text)).toBe(text)
  })

  test('[T56] any text survives export and import, and never leaves as something that runs', () => {
    const starts = fc.array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ' ', 'a'), { maxLength: 5 })
    const texts = fc.tuple(starts, fc.string({ unit: 'grapheme' })).map(([start, rest]) => start.join('') + rest)
    fc.assert(
      fc.property(texts, (text) => {
        expect(plainCell(safeCell(text))).toBe(text)
        expect(safeCell(text)).not.toMatch(/^\s*[=+\-@]|^[\t\r]/)
      }),
      { numRuns: 2_000 },
    )
  })
})
