import { stringify } from 'csv-stringify/sync'
import { breather } from '../breath.ts'
import { type Cell, safeCell } from './cell.ts'

export async function* csvBytes(header: string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<Buffer> {
  const breathe = breather()
  let batch: string[][] = [header.map(cellText)]
  let cells = header.length
  // Spreadsheet programs take a file without the mark for the encoding of the country.
  let lead = '\uFEFF'
  for await (const row of rows) {
    batch.push(row.map(cellText))
    cells += row.length + 1
    if (cells >= CELLS_PER_BATCH) {
      yield Buffer.from(lead + lines(batch))
      batch = []
      cells = 0
      lead = ''
    }
    await breathe()
  }
  if (batch.length) yield Buffer.from(lead + lines(batch))
}

const CELLS_PER_BATCH = 2_000

const cellText = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'number' && Number.isFinite(cell) ? String(cell) : safeCell(String(cell))

// A lone line end is quoted because other programs end a record there; `;` and tab because a reader that guesses the
// delimiter from the header must not be misled.
const lines = (batch: string[][]) => stringify(batch, { record_delimiter: '\r\n', quoted_match: /[\r\n;\t]/ })
