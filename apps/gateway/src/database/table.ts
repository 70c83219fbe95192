// Rows as a person reads them: an aligned table, or each row upright. Long values are cut, signs that steer a terminal are spelled out.
import { fit, widthOf } from '../session/width.ts'

/** Of one result: rows beyond are not fetched, and what was fetched takes no more than so many signs. */
export const MOST = { rows: 1_000, signs: 1024 * 1024, cell: 256, upright: 4_096, column: 64, columns: 512 } as const

export type Cell = string | null

export class Rows {
  readonly names: readonly string[]
  readonly #rows: Cell[][] = []
  #signs = 0
  /** There are more than are shown. */
  more = false

  constructor(names: readonly string[]) {
    this.names = names.slice(0, MOST.columns).map((name) => readable(name, MOST.column))
  }

  get count(): number {
    return this.#rows.length
  }

  /** False when it is enough. */
  add(row: readonly Cell[]): boolean {
    if (this.count >= MOST.rows || this.#signs > MOST.signs) {
      this.more = true
      return false
    }
    const kept = row.slice(0, this.names.length).map((cell) => (cell === null ? null : readable(cell, MOST.upright)))
    this.#rows.push(kept)
    this.#signs += kept.reduce((sum, cell) => sum + (cell?.length ?? 4) + 1, 0)
    return true
  }

  *lines({ upright = false } = {}): Generator<string> {
    yield* upright ? this.#upright() : this.#table()
  }

  *#table(): Generator<string> {
    const text = (cell: Cell) =>
      cell === null ? 'NULL' : cell.length > MOST.cell ? `${cell.slice(0, MOST.cell)}…` : cell
    const widths = this.names.map((name, at) =>
      Math.max(
        1,
        Math.min(
          MOST.column,
          this.#rows.reduce((most, row) => Math.max(most, widthOf(text(row[at]!))), widthOf(name)),
        ),
      ),
    )
    const numbers = this.names.map((_, at) => this.#rows.every((row) => row[at] === null || NUMBER.test(row[at]!)))
    const line = (cells: readonly string[], right: readonly boolean[]) =>
      cells
        .map((cell, at) => ` ${right[at] ? toRight(cell, widths[at]!) : fit(cell, widths[at]!)} `)
        .join('|')
        .trimEnd()
    yield line(this.names, [])
    yield widths.map((width) => '-'.repeat(width + 2)).join('+')
    for (const row of this.#rows) yield line(row.map(text), numbers)
  }

  *#upright(): Generator<string> {
    const widest = Math.max(0, ...this.names.map(widthOf))
    for (const [no, row] of this.#rows.entries()) {
      yield `${'*'.repeat(20)} ${no + 1} ${'*'.repeat(20)}`
      for (const [at, cell] of row.entries())
        yield `${' '.repeat(widest - widthOf(this.names[at]!))}${this.names[at]}: ${cell ?? 'NULL'}`
    }
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

const toRight = (text: string, columns: number): string => {
  const width = widthOf(text)
  return width > columns ? fit(text, columns) : ' '.repeat(columns - width) + text
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Copied, so that a long value does not stay in memory for the sake of its begin. */
export const readable = (text: string, longest: number): string => {
  const cut = text.length > longest ? `${Buffer.from(text.slice(0, longest)).toString('utf8')}…` : text
  return cut.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what steers a terminal, or turns the direction of a text, is spelled out
    /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => NAMED[sign] ?? `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}
