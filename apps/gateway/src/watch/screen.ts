// The screen of a session as the person sees it, kept so that commands are read as they were shown, not guessed from keys.
import headless from '@xterm/headless'

const LIMIT = { columns: 500, rows: 200, behind: 128 * 1024, tail: 32 * 1024, repeated: 1_000, calmMs: 100 } as const

const REPEATED = [
  ...[...'@ILMPSTXZb'].map((final) => ({ final })),
  ...['@', 'A'].map((final) => ({ intermediates: ' ', final })),
  ...['}', '~'].map((final) => ({ intermediates: "'", final })),
]

const within = (value: number, most: number): number => Math.max(2, Math.min(Math.trunc(value) || 80, most))

export class Screen {
  readonly #terminal: InstanceType<typeof headless.Terminal>
  #behind = 0
  /** What came while the screen could not keep up: only its end can still be seen. It is drawn when the flood has passed, or when somebody looks. */
  #tail: Buffer | undefined
  #calm: NodeJS.Timeout | undefined

  constructor(columns: number, rows: number) {
    this.#terminal = new headless.Terminal({
      cols: within(columns, LIMIT.columns),
      rows: within(rows, LIMIT.rows),
      scrollback: 0,
      allowProposedApi: true,
      logLevel: 'off',
    })
    // The library does these once for each unit of their number, so that a target could keep it busy for hours with one.
    for (const id of REPEATED)
      this.#terminal.parser.registerCsiHandler(id, (numbers) =>
        numbers.flat().some((number) => number > LIMIT.repeated),
      )
  }

  show(data: Buffer): void {
    if (this.#tail || this.#behind > LIMIT.behind) {
      const joined = this.#tail ? Buffer.concat([this.#tail.subarray(-LIMIT.tail), data]) : data
      this.#tail = joined.length > 2 * LIMIT.tail ? Buffer.from(joined.subarray(-LIMIT.tail)) : joined
      if (this.#calm) this.#calm.refresh()
      else this.#calm = setTimeout(() => this.#catchUp(), LIMIT.calmMs).unref()
    } else this.#draw(data)
  }

  #draw(data: Buffer): void {
    this.#behind += data.length
    this.#terminal.write(data, () => {
      this.#behind -= data.length
    })
  }

  #catchUp(): void {
    clearTimeout(this.#calm)
    this.#calm = undefined
    const tail = this.#tail?.subarray(-LIMIT.tail)
    this.#tail = undefined
    if (tail) this.#draw(tail)
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(within(columns, LIMIT.columns), within(rows, LIMIT.rows))
  }

  /** Everything shown so far has been taken in. */
  settled(): Promise<void> {
    this.#catchUp()
    return new Promise((done) => this.#terminal.write('', done))
  }

  /** A program has the whole screen: an editor, a pager. There are no command lines then. */
  get taken(): boolean {
    return this.#terminal.buffer.active.type === 'alternate'
  }

  get cursor(): { row: number; column: number } {
    const { cursorX, cursorY, baseY } = this.#terminal.buffer.active
    return { row: baseY + cursorY, column: cursorX }
  }

  /** The line the cursor is in, however many rows it is wrapped over, and how many columns of it are before the cursor. */
  line(): { text: string; before: string } {
    const { active } = this.#terminal.buffer
    const { row, column } = this.cursor
    let first = row
    while (first > 0 && active.getLine(first)?.isWrapped) first--
    let text = ''
    let before = ''
    for (let at = first; at < active.length; at++) {
      const one = active.getLine(at)
      if (!one || (at > first && !one.isWrapped)) break
      const wraps = active.getLine(at + 1)?.isWrapped ?? false
      if (at === row) before = text + one.translateToString(false, 0, column)
      text += one.translateToString(!wraps)
    }
    return { text: text.trimEnd(), before }
  }

  close(): void {
    clearTimeout(this.#calm)
    this.#terminal.dispose()
  }
}
