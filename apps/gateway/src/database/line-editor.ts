// One line of a terminal that a person edits: keys in, what the terminal has to draw out. History is kept as long as the editor.
import { widthOf } from '../session/width.ts'

const MOST = { signs: 64 * 1024, history: 500 } as const

/** What a key leads to beyond the line itself. */
export type Outcome = 'typing' | 'enter' | 'interrupt' | 'leave'

export class LineEditor {
  readonly #draw: (text: string) => void
  #columns: number
  #prompt = ''
  #signs: string[] = []
  #at = 0
  /** Where the cursor is, counted from the first row of the prompt. */
  #row = 0
  #column = 0
  readonly #history: string[] = []
  #recalled = 0
  #draft = ''

  constructor(draw: (text: string) => void, columns: number) {
    this.#draw = draw
    this.#columns = Math.max(2, columns)
  }

  get text(): string {
    return this.#signs.join('')
  }

  /** A new line, after what was printed before. */
  begin(prompt: string): void {
    this.#prompt = prompt
    this.#set('')
    this.#recalled = this.#history.length
    this.#draft = ''
    this.#row = 0
    this.#redraw()
  }

  resize(columns: number): void {
    this.#columns = Math.max(2, columns)
    // The terminal has wrapped the line anew already.
    ;[this.#row, this.#column] = this.#place(this.#at)
  }

  remember(line: string): void {
    if (line.trim() === '' || this.#history.at(-1) === line) return
    this.#history.push(line)
    if (this.#history.length > MOST.history) this.#history.shift()
  }

  key(key: string): Outcome {
    if (key === '\r' || key === '\n') return this.#leave('enter')
    if (key === '\u0003') return this.#leave('interrupt', '^C')
    if (key === '\u0004' && this.#signs.length === 0) return this.#leave('leave')
    const act = KEYS[key]
    if (act) {
      act(this)
      return 'typing'
    }
    if (key === '\t' || (key >= ' ' && !key.startsWith('\u001b') && key !== '\u007f')) this.#put(key)
    return 'typing'
  }

  back(): void {
    this.#cut(this.#at - 1, this.#at)
  }
  forward(): void {
    this.#cut(this.#at, this.#at + 1)
  }
  killBefore(): void {
    this.#cut(0, this.#at)
  }
  killAfter(): void {
    this.#cut(this.#at, this.#signs.length)
  }
  killWord(): void {
    this.#cut(this.#wordBefore(), this.#at)
  }
  step(by: number): void {
    this.#move(this.#at + by)
  }
  home(): void {
    this.#move(0)
  }
  end(): void {
    this.#move(this.#signs.length)
  }
  word(by: -1 | 1): void {
    this.#move(by < 0 ? this.#wordBefore() : this.#wordAfter())
  }
  /** Clears the screen around the line. */
  refresh(): void {
    this.#draw('\u001b[H\u001b[2J')
    this.#row = 0
    this.#redraw()
  }

  recall(by: -1 | 1): void {
    const to = this.#recalled + by
    if (to < 0 || to > this.#history.length) return
    if (this.#recalled === this.#history.length) this.#draft = this.text
    this.#recalled = to
    this.#set(to === this.#history.length ? this.#draft : this.#history[to]!)
    this.#redraw()
  }

  #put(sign: string): void {
    if (this.#signs.length >= MOST.signs) {
      this.#draw('\u0007')
      return
    }
    const last = this.#at === this.#signs.length
    this.#signs.splice(this.#at, 0, sign)
    this.#at++
    if (!last) {
      this.#redraw()
      return
    }
    // At the end of the line nothing else has to be drawn anew: a pasted text is drawn once.
    const [row, column] = this.#after(this.#row, this.#column, sign)
    ;[this.#row, this.#column] = [row, column]
    this.#draw(shown(sign) + (column === 0 ? ' \r' : ''))
  }

  #cut(from: number, to: number): void {
    const [begin, end] = [Math.max(0, from), Math.min(to, this.#signs.length)]
    if (begin >= end) return
    this.#signs.splice(begin, end - begin)
    this.#at = begin
    this.#redraw()
  }

  #move(to: number): void {
    this.#at = Math.max(0, Math.min(to, this.#signs.length))
    const [row, column] = this.#place(this.#at)
    this.#draw(`${upDown(row - this.#row)}\r${column > 0 ? `\u001b[${column}C` : ''}`)
    ;[this.#row, this.#column] = [row, column]
  }

  #wordBefore(): number {
    let at = this.#at
    while (at > 0 && /\s/.test(this.#signs[at - 1]!)) at--
    while (at > 0 && !/\s/.test(this.#signs[at - 1]!)) at--
    return at
  }

  #wordAfter(): number {
    let at = this.#at
    while (at < this.#signs.length && /\s/.test(this.#signs[at]!)) at++
    while (at < this.#signs.length && !/\s/.test(this.#signs[at]!)) at++
    return at
  }

  #set(text: string): void {
    this.#signs = [...text]
    this.#at = this.#signs.length
  }

  #leave(outcome: Outcome, mark = ''): Outcome {
    this.#move(this.#signs.length)
    this.#draw(`${mark}\r\n`)
    return outcome
  }

  #redraw(): void {
    const [endRow, endColumn] = this.#place(this.#signs.length)
    const whole = `${upDown(-this.#row)}\r\u001b[J${this.#prompt}${this.#signs.map(shown).join('')}`
    // A line that fills its row leaves the cursor hanging there: a space brings it down.
    this.#draw(whole + (endColumn === 0 && endRow > 0 ? ' \r' : ''))
    ;[this.#row, this.#column] = [endRow, endColumn]
    if (this.#at < this.#signs.length) this.#move(this.#at)
  }

  /** Row and column of the place before a sign. */
  #place(at: number): [row: number, column: number] {
    let [row, column] = [0, 0]
    for (const sign of this.#prompt) [row, column] = this.#after(row, column, sign)
    for (let i = 0; i < at; i++) [row, column] = this.#after(row, column, this.#signs[i]!)
    return [row, column]
  }

  #after(row: number, column: number, sign: string): [row: number, column: number] {
    const width = widthOf(sign)
    // A wide sign that has no room left goes to the next row as a whole.
    const [from, on] = column + width > this.#columns ? [0, row + 1] : [column, row]
    return from + width === this.#columns ? [on + 1, 0] : [on, from + width]
  }
}

const upDown = (rows: number): string => (rows === 0 ? '' : rows < 0 ? `\u001b[${-rows}A` : `\u001b[${rows}B`)

/** A tab is one sign wide, so that places stay countable. */
const shown = (sign: string): string => (sign === '\t' ? ' ' : sign >= '\u0080' && sign <= '\u009f' ? '?' : sign)

const KEYS: Readonly<Record<string, (line: LineEditor) => void>> = {
  '\u007f': (line) => line.back(),
  '\b': (line) => line.back(),
  '\u0004': (line) => line.forward(),
  '\u001b[3~': (line) => line.forward(),
  '\u0001': (line) => line.home(),
  '\u001b[H': (line) => line.home(),
  '\u001bOH': (line) => line.home(),
  '\u001b[1~': (line) => line.home(),
  '\u0005': (line) => line.end(),
  '\u001b[F': (line) => line.end(),
  '\u001bOF': (line) => line.end(),
  '\u001b[4~': (line) => line.end(),
  '\u0002': (line) => line.step(-1),
  '\u001b[D': (line) => line.step(-1),
  '\u001bOD': (line) => line.step(-1),
  '\u0006': (line) => line.step(1),
  '\u001b[C': (line) => line.step(1),
  '\u001bOC': (line) => line.step(1),
  '\u001b[1;5D': (line) => line.word(-1),
  '\u001bb': (line) => line.word(-1),
  '\u001b[1;5C': (line) => line.word(1),
  '\u001bf': (line) => line.word(1),
  '\u000b': (line) => line.killAfter(),
  '\u0015': (line) => line.killBefore(),
  '\u0017': (line) => line.killWord(),
  '\u000c': (line) => line.refresh(),
  '\u0010': (line) => line.recall(-1),
  '\u001b[A': (line) => line.recall(-1),
  '\u001bOA': (line) => line.recall(-1),
  '\u000e': (line) => line.recall(1),
  '\u001b[B': (line) => line.recall(1),
  '\u001bOB': (line) => line.recall(1),
}
