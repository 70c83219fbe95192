import { type DateFormat, isoText } from './excel-date.ts'
import { plainText } from './excel-text.ts'
import { malformed, SheetFailure, tooLarge } from './failure.ts'
import type { SheetTable } from './sheet-table.ts'
import { parseXml } from './xml.ts'

export type Workbook = { texts: string[]; dates: (DateFormat | undefined)[]; since1904: boolean }

export const readCells = async (
  chunks: AsyncIterable<Uint8Array>,
  table: SheetTable,
  workbook: Workbook,
): Promise<void> => {
  let line = 0
  let cells = 0
  let row: string[] | undefined
  let column = -1
  let type: string | undefined
  let style: string | undefined
  let text = ''
  let reading = false
  let phonetic = false

  await parseXml(chunks, {
    open: (tag, attributes) => {
      reading = false
      if (tag === 'row') {
        line = lineOf(attributes.r, line)
        if (line > EXCEL_ROWS) throw new SheetFailure('too_many_rows', { limit: table.limits.rows, line })
        row = []
        column = -1
      } else if (tag === 'c') {
        // Empty cells are dropped, but a few hundred kilobytes can hold enough of them to keep a processor busy.
        if (++cells > table.limits.cells) throw tooLarge('cells', table.limits.cells, line)
        column = columnOf(attributes.r, column)
        type = attributes.t
        style = attributes.s
        text = ''
      } else if (tag === 'rPh') {
        phonetic = true
      } else {
        reading = type === 'inlineStr' ? tag === 't' && !phonetic : tag === 'v'
      }
    },
    text: (piece) => {
      if (reading) text += piece
    },
    close: (tag) => {
      reading = false
      if (tag === 'rPh') phonetic = false
      if (!row) return
      if (tag === 'c' && text !== '') {
        if (column >= table.limits.columns) throw tooLarge('columns', table.limits.columns, line)
        while (row.length < column) row.push('')
        row[column] = valueText(text, type, style, workbook) ?? fail(line, column)
        text = ''
      } else if (tag === 'row') {
        table.take(line, row)
        row = undefined
      }
    },
  })
}

const EXCEL_ROWS = 1_048_576

const valueText = (text: string, type: string | undefined, style: string | undefined, workbook: Workbook) => {
  switch (type) {
    case 's':
      return workbook.texts[Number(text)]
    case 'inlineStr':
    case 'str':
      return plainText(text)
    case 'b':
      return text.trim() === '1' || text.trim() === 'true' ? 'true' : 'false'
    case undefined:
    case 'n':
      return numberText(text.trim(), workbook.dates[Number(style ?? 0)], workbook.since1904)
    default:
      // Dates written as ISO text, and the names of errors such as #N/A.
      return text
  }
}

// Excel writes 1.1 as 1.1000000000000001; the shortest text of the same number is what was typed.
const numberText = (text: string, date: DateFormat | undefined, since1904: boolean) => {
  if (text === '') return ''
  const number = Number(text)
  if (!Number.isFinite(number)) return undefined
  return (date && isoText(number, date, since1904)) ?? String(number)
}

const fail = (line: number, column: number): never => {
  throw malformed({ line, column: column + 1, reason: 'cell_value' })
}

// Rows and cells may leave out where they are; then they follow the one before.
const lineOf = (reference: string | undefined, last: number) => {
  const line = reference === undefined ? last + 1 : Number(reference)
  if (!Number.isSafeInteger(line) || line <= last) throw malformed({ line: last + 1, reason: 'row_number' })
  return line
}

const columnOf = (reference: string | undefined, last: number) => {
  if (reference === undefined) return last + 1
  let column = 0
  for (const letter of /^\$?([A-Z]{1,3})/i.exec(reference)?.[1]?.toUpperCase() ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  if (column === 0) throw malformed({ reason: 'cell_reference' })
  return column - 1
}
