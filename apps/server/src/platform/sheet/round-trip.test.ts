import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cell, readSheet, type SheetFormat, writeSheet } from './index.ts'

async function* each(rows: Cell[][]) {
  yield* rows
}

const there = async (format: SheetFormat, header: string[], rows: Cell[][]) =>
  readSheet(format, await buffer(writeSheet(format, header, each(rows))))

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '"',
        "'",
        '=',
        '+',
        '-',
        '@',
        ',',
        ';',
        '\t',
        '\r',
        '\n',
        '\0',
        '\v',
        '_x000B_',
        '_x0041',
        '😀',
        '主',
        '<&>',
        ']]>',
        ' ',
        '\uFFFE',
        '\u0085',
        '\uFEFF',
      ),
    )
    .map((parts) => parts.join('')),
)
const cell = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null))
const asText = (value: Cell) => (value === null ? '' : String(value))

describe.each(['csv', 'xlsx'] as const)('%s', (format) => {
  test('[T56] what is exported is imported again, whatever the text', async () => {
    const header = ['名称', '-a;b', 'c']
    const tables = fc.array(fc.tuple(cell, cell, cell), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const expected = rows
          .map((row, index) => ({ line: index + 2, cells: row.map(asText) }))
          .filter(({ cells }) => cells.some((value) => value !== ''))
        expect(await there(format, header, rows)).toEqual({ header, rows: expected })
      }),
      { numRuns: 300 },
    )
  })

  test('a single column is not taken for several', async () => {
    for (const title of ['a;b', 'a\tb', 'a,b']) {
      expect(await there(format, [title], [['x;y\tz,w']])).toMatchObject({
        header: [title],
        rows: [{ cells: ['x;y\tz,w'] }],
      })
    }
  })

  test('a wide table keeps its columns', async () => {
    const header = Array.from({ length: 500 }, (_, index) => `c${index}`)
    const row = header.map((_, index) => index)
    expect((await there(format, header, [row])).rows[0]!.cells).toEqual(row.map(String))
  })
})
