// The screen of a session as the person sees it, kept so that commands are read as they were shown, not guessed from keys.
import type { ShownScreen } from '@drawbridge/wire'
import serialize from '@xterm/addon-serialize'
import headless from '@xterm/headless'

const LIMIT = { columns: 500, rows: 200, behind: 256 * 1024, tail: 32 * 1024, repeated: 1_000 } as const

const REPEATED = [
  ...[...'@ILMPSTXZb'].map((final) => ({ final })),
  ...['@', 'A'].map((final) => ({ intermediates: ' ', final })),
  ...['}', '~'].map((final) => ({ intermediates: "'", final })),
]

const within = (value: number, most: number): number => Math.max(2, Math.min(Math.trunc(value) || 80, most))

/** `rest` was shown after it and is not part of it. */
type Told = (shown: ShownScreen, rest?: Buffer) => void

export class Screen {
  readonly #terminal: InstanceType<typeof headless.Terminal>
  readonly #drawing = new serialize.SerializeAddon()
  readonly #asked: Told[] = []
  #behind = 0
  /** What came while the screen could not keep up: only its end can still be seen. */
  #tail: Buffer | undefined

  constructor(columns: number, rows: number) {
    this.#terminal = new headless.Terminal({
      cols: within(columns, LIMIT.columns),
      rows: within(rows, LIMIT.rows),
      scrollback: 0,
      allowProposedApi: true,
      logLevel: 'off',
    })
    // Made for the terminal of a browser, and content with what both have.
    this.#terminal.loadAddon(this.#drawing as unknown as headless.ITerminalAddon)
    // The library does these once for each unit of their number, so that a target could keep it busy for hours with one.
    for (const id of REPEATED)
      this.#terminal.parser.registerCsiHandler(id, (numbers) =>
        numbers.flat().some((number) => number > LIMIT.repeated),
      )
  }

  show(data: Buffer): void {
    if (this.#behind > LIMIT.behind) {
      const joined = this.#tail ? Buffer.concat([this.#tail, data]) : data
      this.#tail = Buffer.from(joined.subarray(-LIMIT.tail))
      return
    }
    this.#behind += data.length
    this.#terminal.write(data, () => {
      this.#behind -= data.length
      if (this.#behind > 0) return
      const tail = this.#tail
      this.#tail = undefined
      for (const tell of this.#asked.splice(0)) tell(this.#shown(), tail)
      if (tail) this.show(tail)
    })
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(within(columns, LIMIT.columns), within(rows, LIMIT.rows))
  }

  get size(): { columns: number; rows: number } {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows }
  }

  /** Tells the screen at a moment at which everything that was shown is on it: whatever is shown from then on follows it. */
  asItIs(tell: Told): void {
    if (this.#behind === 0) tell(this.#shown())
    else this.#asked.push(tell)
  }

  #shown(): ShownScreen {
    return { ...this.size, data: this.#drawing.serialize() }
  }

  /** Everything shown so far has been taken in. */
  settled(): Promise<void> {
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
    this.#terminal.dispose()
  }
}
