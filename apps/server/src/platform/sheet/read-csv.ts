import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { decoded } from './encoding.ts'
import { malformed, SheetFailure, tooLarge } from './failure.ts'
import type { SheetTable } from './sheet-table.ts'

export const readCsv = async (body: Buffer, table: SheetTable): Promise<void> => {
  if (body.length > table.limits.bytes) throw tooLarge('bytes', table.limits.bytes)
  const pieces = decoded(body)
  const head = await pieces.next()
  if (head.done) return
  // A record is a line, as a spreadsheet program counts: a cell with a line break does not shift the rows below it.
  let line = 0
  const parser = parse({
    delimiter: delimiterOf(head.value),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    on_record: (cells: string[]) => {
      line++
      table.take(line, cells)
      return null
    },
  })
  parser.resume()
  try {
    await pipeline(rejoined(head.value, pieces), parser)
  } catch (error) {
    throw error instanceof CsvError ? malformed({ line: line + 1, reason: reasons[error.code] ?? 'csv' }) : error
  }
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'quote_not_closed',
  CSV_INVALID_CLOSING_QUOTE: 'stray_quote',
  INVALID_OPENING_QUOTE: 'stray_quote',
}

async function* rejoined(head: string, rest: AsyncIterable<string>) {
  yield head
  yield* rest
}

// Comma, unless the header has none and shows exactly one of the others.
const delimiterOf = (head: string): string => {
  const seen = new Set<string>()
  let quoted = false
  for (const character of head.trimStart()) {
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (character === '\n' || character === '\r') break
    // Text in two-byte units without a mark decodes to this.
    if (character === '\0') throw new SheetFailure('encoding')
    if (',;\t'.includes(character)) seen.add(character)
  }
  return !seen.has(',') && seen.size === 1 ? [...seen][0]! : ','
}
