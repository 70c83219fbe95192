import { Readable } from 'node:stream'
import type { Cell } from './cell.ts'
import { csvBytes } from './write-csv.ts'
import { xlsxBytes } from './write-xlsx.ts'

export type SheetFormat = 'csv' | 'xlsx'

// Rows are pulled only as fast as the stream is read; destroying the stream closes the rows.
export const writeSheet = (format: SheetFormat, header: string[], rows: AsyncIterable<Cell[]>): Readable =>
  Readable.from(writers[format](header, rows), { objectMode: false, highWaterMark: 64 * 1024 })

const writers = { csv: csvBytes, xlsx: xlsxBytes }
