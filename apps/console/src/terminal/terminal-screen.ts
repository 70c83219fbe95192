// The screen of a terminal on the page. What it is told is done one after the other: a size that changes before the text of the old
// size is drawn would tear it.
import '@xterm/xterm/css/xterm.css'
import { Terminal } from '@xterm/xterm'
import type { Screen } from './playback.ts'

type Work =
  | { readonly clear: Size }
  | { readonly resize: Size }
  | { readonly write: string | Uint8Array; readonly drawn?: () => void }
interface Size {
  readonly columns: number
  readonly rows: number
}

const FONT = { start: 14, min: 6, max: 18 } as const
/** Somebody may have sent anything; a browser draws no window of ten thousand columns. */
const MOST = { columns: 1_000, rows: 500, repeated: 1_000 } as const
/** Sequences that the library does once for each unit of their number: with one of them a target could stop the page for hours. */
const REPEATED = [
  ...[...'@ILMPSTXZb'].map((final) => ({ final })),
  ...['@', 'A'].map((final) => ({ intermediates: ' ', final })),
  ...['}', '~'].map((final) => ({ intermediates: "'", final })),
]

export class TerminalScreen implements Screen {
  readonly #terminal = new Terminal({
    disableStdin: true,
    scrollback: 5_000,
    fontSize: FONT.start,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--db-mono') || 'monospace',
    cursorInactiveStyle: 'block',
    // Where a link leads was said by the target: it is shown, not followed.
    linkHandler: { activate: () => undefined },
    theme: { background: '#10161d', foreground: '#e6eaee', cursor: '#34c3a3' },
  })
  #room: HTMLElement
  readonly #watch: ResizeObserver
  #works: Work[] = []
  #isBusy = false
  /** Not yet told its size: one that is set up ahead measures nothing until then. */
  #isFresh = true

  constructor(room: HTMLElement) {
    this.#room = room
    this.#terminal.open(room)
    // Nothing is typed here: the page keeps its own keys and its own order of focus.
    this.#terminal.textarea?.setAttribute('tabindex', '-1')
    this.#terminal.attachCustomKeyEventHandler(() => false)
    for (const id of REPEATED)
      this.#terminal.parser.registerCsiHandler(id, (numbers) => numbers.flat().some((one) => one > MOST.repeated))
    this.#watch = new ResizeObserver(() => this.#fit())
    this.#watch.observe(room)
  }

  clear({ columns, rows }: Size): void {
    this.#works = []
    this.#do({ clear: { columns, rows } })
  }
  resize({ columns, rows }: Size): void {
    this.#do({ resize: { columns, rows } })
  }
  write(data: string | Uint8Array, drawn?: () => void): void {
    this.#do({ write: data, drawn })
  }

  /** Goes on in another place of the page. */
  moveTo(room: HTMLElement): void {
    this.#watch.disconnect()
    room.append(...this.#room.childNodes)
    room.dataset.shown = this.#room.dataset.shown
    this.#room = room
    this.#watch.observe(room)
  }

  /** What stands there now. */
  get text(): string {
    const { active } = this.#terminal.buffer
    return Array.from({ length: this.#terminal.rows }, (_, row) =>
      (active.getLine(active.baseY + row)?.translateToString(true) ?? '').trimEnd(),
    )
      .join('\n')
      .trimEnd()
  }

  close(): void {
    this.#watch.disconnect()
    this.#terminal.dispose()
  }

  /** Everything it was told is done. */
  settled(): Promise<void> {
    return this.#isBusy ? new Promise((done) => this.#settling.push(done)) : Promise.resolve()
  }
  readonly #settling: (() => void)[] = []

  #do(work: Work): void {
    this.#works.push(work)
    if (!this.#isBusy) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isBusy = true
    for (let work = this.#works.shift(); work; work = this.#works.shift()) {
      if ('write' in work) {
        await this.#written(work.write)
        work.drawn?.()
      } else {
        if ('clear' in work && !this.#isFresh) this.#terminal.reset()
        this.#isFresh = false
        const { columns, rows } = 'clear' in work ? work.clear : work.resize
        this.#terminal.resize(clamp(columns, MOST.columns), clamp(rows, MOST.rows))
        this.#fit()
      }
    }
    this.#isBusy = false
    for (const tell of this.#settling.splice(0)) tell()
    this.#room.dataset.shown = String(Number(this.#room.dataset.shown ?? 0) + 1)
  }

  #written(data: string | Uint8Array): Promise<void> {
    return new Promise((done) => this.#terminal.write(data, done))
  }

  /** Letters as large as there is room for the whole window. */
  #fit(): void {
    const drawn = this.#room.querySelector<HTMLElement>('.xterm-screen')
    if (this.#isFresh || !drawn || drawn.offsetWidth === 0 || drawn.offsetHeight === 0) return
    const size = this.#terminal.options.fontSize ?? FONT.start
    const share = Math.min(
      this.#room.clientWidth / (drawn.offsetWidth + 16),
      this.#room.clientHeight / drawn.offsetHeight,
    )
    const wanted = Math.min(FONT.max, Math.max(FONT.min, Math.floor(size * share * 2) / 2))
    if (Math.abs(wanted - size) >= 0.5) this.#terminal.options.fontSize = wanted
  }
}

const clamp = (value: number, most: number): number => Math.min(Math.max(1, Math.floor(value) || 1), most)
