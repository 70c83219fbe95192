import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { type Sheet, type SheetLimits, SheetTable } from './sheet-table.ts'
import type { SheetFormat } from './write.ts'

// `cells` counts those that only pad a short row; `bytes` is what the file holds once uncompressed, and also the most
// text all cells together may hold.
export const SHEET_LIMITS: SheetLimits = { rows: 200_000, columns: 500, cells: 5_000_000, bytes: 200 * 2 ** 20 }

export const readSheet = async (
  format: SheetFormat,
  body: Buffer,
  limits: Partial<SheetLimits> = {},
): Promise<Sheet> => {
  const table = new SheetTable({ ...SHEET_LIMITS, ...limits })
  await readers[format](body, table)
  return table.finish()
}

const readers = { csv: readCsv, xlsx: readXlsx }
