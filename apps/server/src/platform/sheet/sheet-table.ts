import { plainCell } from './cell.ts'
import { malformed, SheetFailure, tooLarge } from './failure.ts'

export type SheetRow = { line: number; cells: string[] }
export type Sheet = { header: string[]; rows: SheetRow[] }
export type SheetLimits = { rows: number; columns: number; cells: number; bytes: number }

// Gathers the rows of a file, whatever its format, and holds them to the limits.
export class SheetTable {
  readonly limits: SheetLimits
  #header: string[] | undefined
  #rows: SheetRow[] = []
  #cells = 0
  #characters = 0

  constructor(limits: SheetLimits) {
    this.limits = limits
  }

  take(line: number, cells: string[]) {
    const width = cells.findLastIndex((cell) => cell !== '') + 1
    if (width === 0) return
    if (width > this.limits.columns) throw tooLarge('columns', this.limits.columns, line)
    if (this.#header) this.#takeRow(line, cells, width, this.#header.length)
    else this.#header = titles(cells.slice(0, width), line)
  }

  finish(): Sheet {
    if (!this.#header) throw new SheetFailure('empty')
    return { header: this.#header, rows: this.#rows }
  }

  #takeRow(line: number, cells: string[], width: number, columns: number) {
    const { limits } = this
    if (width > columns) throw malformed({ line, column: width, reason: 'cell_without_title' })
    if (this.#rows.length >= limits.rows) throw new SheetFailure('too_many_rows', { limit: limits.rows, line })
    this.#cells += columns
    if (this.#cells > limits.cells) throw tooLarge('cells', limits.cells, line)
    const row: string[] = []
    for (let column = 0; column < columns; column++) {
      const cell = plainCell(cells[column] ?? '')
      // A shared text is stored once in the file but may stand in a million cells.
      this.#characters += cell.length
      row.push(cell)
    }
    if (this.#characters > limits.bytes) throw tooLarge('bytes', limits.bytes, line)
    this.#rows.push({ line, cells: row })
  }
}

const titles = (cells: string[], line: number): string[] => {
  const header = cells.map((cell) => plainCell(cell).trim())
  const seen = new Set<string>()
  header.forEach((title, index) => {
    if (title !== '' && seen.has(title)) throw new SheetFailure('duplicate_column', { line, column: index + 1, title })
    seen.add(title)
  })
  return header
}
