// The screen of a session as the person sees it, kept so that commands are read as they were shown, not guessed from keys.
import type { ShownScreen } from '@drawbridge/wire'
import serialize from '@xterm/addon-serialize'
import headless from '@xterm/headless'
import { MissedModes } from './modes.ts'
import { Tail } from './tail.ts'

const LIMIT = {
  columns: 500,
  rows: 200,
  behind: 128 * 1024,
  tail: 32 * 1024,
  unseen: 4 * 1024,
  repeated: 1_000,
  calmMs: 100,
  restMs: 10_000,
} as const

const REPEATED = [
  ...[...'@ILMPSTXZb'].map((final) => ({ final })),
  ...['@', 'A'].map((final) => ({ intermediates: ' ', final })),
  ...['}', '~'].map((final) => ({ intermediates: "'", final })),
]

const within = (value: number, most: number): number => Math.max(2, Math.min(Math.trunc(value) || 80, most))

/** Colours, and the rest of a line; also where one of them was cut. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of terminals begin with one
const HARMLESS = /\u001b\[[0-9;:]*[mK]|\u001b(\[[0-9;:]*)?$/g

/** What prompts say beside their text: it leaves every line where it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ASIDE = /\u001b\[\?(?:1|25|2004)[hl]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g

/** The whole screen is wiped, and the cursor is where it begins. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const WIPED = /\u001b(?:c|\[(?:1;1)?H\u001b\[[02]?J|\[2J\u001b\[(?:1;1)?H)/

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const OTHER_SCREEN = /\u001b\[\?(?:1049|1047|47)[hl]/

/** Of the library's own, which is pinned to one version: nothing else tells it. */
interface Inner {
  readonly _core: {
    readonly _bufferService: {
      readonly buffer: Aside & {
        readonly scrollTop: number
        readonly scrollBottom: number
        readonly x: number
        readonly y: number
        readonly lines: { readonly length: number; get(row: number): Row }
      }
    }
    readonly coreService: { readonly isCursorHidden: boolean }
    readonly _charsetService: { readonly glevel: number; readonly _charsets: readonly unknown[] }
    readonly _inputHandler: {
      readonly _parser: { readonly currentState: number }
      readonly _utf8Decoder: { readonly interim: Uint8Array }
    }
    writeSync(data: string | Uint8Array): void
  }
}

interface Row {
  readonly isWrapped: boolean
  readonly length: number
  readonly _data: Uint32Array
}

/** What a screen knows beside what it shows: the cursor that was saved, and the stops of the tabulator. */
interface Aside {
  savedX: number
  savedY: number
  savedCurAttrData: unknown
  savedCharset: unknown
  tabs: unknown
}

type Terminal = InstanceType<typeof headless.Terminal>

interface Opened {
  readonly terminal: Terminal
  readonly drawing: serialize.SerializeAddon
}

interface Away {
  readonly shown: ShownScreen
  readonly aside: Partial<Aside>
}

const innerOf = (terminal: Terminal) => (terminal as unknown as Inner)._core

/** `rest` was shown after it and is not part of it. */
type Told = (shown: ShownScreen, rest?: Buffer) => void

export class Screen {
  #open: Opened | undefined
  /** Nothing has happened yet, or for a while: what draws it again is kept in place of the screen, which is a hundred times larger. */
  #away: Away | undefined
  /** A little that came since then, byte by byte, while nobody looks. */
  #unseen = ''
  #rest: NodeJS.Timeout | undefined
  readonly #asked: Told[] = []
  readonly #patient: ((shown: ShownScreen) => void)[] = []
  #behind = 0
  /** What came while the screen could not keep up: only its end can still be seen. It is drawn when the flood has passed, or when somebody looks. */
  #tail: Tail | undefined
  #calm: NodeJS.Timeout | undefined
  #isMissing = false
  #isTorn = false
  /** How many parts were: what was drawn before the last of them mends nothing. */
  #missed = 0
  readonly #modes = new MissedModes()
  /** Lines that came one below the other since the screen was torn. */
  #lines = 0
  #isOver = false

  constructor(columns: number, rows: number) {
    const size = { columns: within(columns, LIMIT.columns), rows: within(rows, LIMIT.rows) }
    this.#away = { shown: { ...size, data: '' }, aside: {} }
  }

  show(data: Buffer): void {
    if (this.#isOver) return
    if (this.#away && this.#unseen.length + data.length <= LIMIT.unseen) {
      this.#unseen += data.toString('latin1')
      return
    }
    this.#restLater()
    if (this.#tail || this.#behind > LIMIT.behind) {
      this.#tail ??= new Tail(LIMIT.tail, (part) => this.#miss(part))
      this.#tail.add(data)
      if (this.#calm) this.#calm.refresh()
      else this.#calm = setTimeout(() => this.#catchUp(), LIMIT.calmMs).unref()
    } else this.#draw(data)
  }

  #draw(data: Buffer): void {
    this.#behind += data.length
    const missed = this.#missed
    this.#terminal.write(data, () => {
      this.#behind -= data.length
      if (this.#isTorn && missed === this.#missed) this.#mend(data)
      if (this.#behind > 0) return
      for (const tell of this.#asked.splice(0)) tell(this.#shown(), this.#tail?.bytes)
      if (!this.#tail) for (const tell of this.#patient.splice(0)) tell(this.#shown())
    })
  }

  #catchUp(): void {
    clearTimeout(this.#calm)
    this.#calm = undefined
    const tail = this.#tail?.bytes
    this.#tail = undefined
    if (!tail) return
    // As many lines as the screen has, and nothing of what was before is left on it.
    if (this.#isMissing && tail.toString('latin1').split('\n').length <= this.#terminal.rows) this.#isTorn = true
    this.#isMissing = false
    this.#lines = 0
    this.#draw(Buffer.concat([Buffer.from(this.#modes.spend(), 'latin1'), tail]))
  }

  /** Nothing is left of what may differ: all of it was wiped, or has left the screen at its top. What is behind the second screen stays as it is. */
  #mend(data: Buffer): void {
    const text = data.toString('latin1').replaceAll(HARMLESS, '').replaceAll(ASIDE, '')
    const steered = text.lastIndexOf('\u001b')
    this.#lines = (steered < 0 ? this.#lines : 0) + text.slice(steered + 1).split('\r\n').length - 1
    const { scrollTop, scrollBottom } = innerOf(this.#terminal)._bufferService.buffer
    const hasScrolled =
      this.#lines >= this.#terminal.rows && scrollTop === 0 && scrollBottom === this.#terminal.rows - 1
    const isWiped = WIPED.test(text.split(OTHER_SCREEN).at(-1)!)
    if (!this.taken && (isWiped || hasScrolled)) this.#isTorn = false
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(within(columns, LIMIT.columns), within(rows, LIMIT.rows))
  }

  get size(): { columns: number; rows: number } {
    if (this.#away) return { columns: this.#away.shown.columns, rows: this.#away.shown.rows }
    return { columns: this.#terminal.cols, rows: this.#terminal.rows }
  }

  /** Tells the screen at a moment at which everything that was shown is on it: whatever is shown from then on follows it. */
  asItIs(tell: Told): void {
    if (this.#behind === 0) tell(this.#shown(), this.#tail?.bytes)
    else this.#asked.push(tell)
  }

  /** A part that steered the screen was missed: what is seen may differ from what was shown. */
  get isTorn(): boolean {
    return this.#isTorn
  }

  #miss(part: Buffer): void {
    this.#isMissing = true
    this.#missed++
    if (!part.includes(0x1b) && !this.#modes.isCut) return
    const text = part.toString('latin1')
    this.#modes.take(text)
    this.#isTorn ||= text.replaceAll(HARMLESS, '').includes('\u001b')
  }

  /** The same, at a moment at which nothing is left over: in a flood that may take a while. */
  whenWhole(tell: (shown: ShownScreen) => void): void {
    if (this.#behind === 0 && !this.#tail) tell(this.#shown())
    else this.#patient.push(tell)
  }

  #shown(): ShownScreen {
    if (this.#kept) return this.#kept.shown
    const { terminal, drawing } = this.#awake()
    const { columns, rows } = this.size
    const inner = innerOf(terminal)
    const { scrollTop, scrollBottom, x, y } = inner._bufferService.buffer
    const isPart = scrollTop !== 0 || scrollBottom !== rows - 1
    // What the addon leaves out: the lines that scroll, which sends the cursor home, and a cursor that is not shown.
    const scrolled = isPart ? `\u001b[${scrollTop + 1};${scrollBottom + 1}r\u001b[${y + 1};${x + 1}H` : ''
    const hidden = inner.coreService.isCursorHidden ? '\u001b[?25l' : ''
    return { columns, rows, data: drawing.serialize() + scrolled + hidden }
  }

  /** Everything shown so far has been taken in. */
  settled(): Promise<void> {
    this.#catchUp()
    if (this.#unseen !== '') this.#awake()
    if (this.#behind === 0) return Promise.resolve()
    return new Promise((done) => this.#terminal.write('', done))
  }

  /** A program has the whole screen: an editor, a pager. There are no command lines then. */
  get taken(): boolean {
    return !this.#kept && this.#terminal.buffer.active.type === 'alternate'
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
    this.#isOver = true
    clearTimeout(this.#calm)
    clearTimeout(this.#rest)
    this.#open?.terminal.dispose()
  }

  /** Puts it away, if drawing it again gives the very same: never within a sequence or a sign, with other signs, or under a program. */
  rest(): void {
    if (!this.#open || this.#behind > 0 || this.#tail) return
    const { terminal } = this.#open
    const { _bufferService, _charsetService, _inputHandler } = innerOf(terminal)
    const { x, savedX, savedY, savedCurAttrData, savedCharset, tabs } = _bufferService.buffer
    const isPlain =
      !this.taken &&
      x < terminal.cols &&
      _inputHandler._parser.currentState === 0 &&
      _inputHandler._utf8Decoder.interim.every((byte) => byte === 0) &&
      _charsetService.glevel === 0 &&
      _charsetService._charsets.every((set) => set === undefined)
    if (!isPlain) return
    const away = { shown: this.#shown(), aside: { savedX, savedY, savedCurAttrData, savedCharset, tabs } }
    const again = redrawn(away)
    const isSame = looksLike(this.#open, again)
    again.terminal.dispose()
    if (!isSame) return
    this.#away = away
    terminal.dispose()
    this.#open = undefined
  }

  get isAway(): boolean {
    return this.#away !== undefined
  }

  /** What was put away is all there is. */
  get #kept(): Away | undefined {
    return this.#unseen === '' ? this.#away : undefined
  }

  #awake(): Opened {
    if (this.#open) return this.#open
    this.#open = redrawn(this.#away!)
    this.#away = undefined
    if (this.#unseen !== '') innerOf(this.#open.terminal).writeSync(Buffer.from(this.#unseen, 'latin1'))
    this.#unseen = ''
    this.#restLater()
    return this.#open
  }

  #restLater(): void {
    if (this.#rest) this.#rest.refresh()
    else this.#rest = setTimeout(() => this.rest(), LIMIT.restMs).unref()
  }

  get #terminal(): Terminal {
    return this.#awake().terminal
  }
}

const opened = (cols: number, rows: number): Opened => {
  const terminal = new headless.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true, logLevel: 'off' })
  const drawing = new serialize.SerializeAddon()
  // Made for the terminal of a browser, and content with what both have.
  terminal.loadAddon(drawing as unknown as headless.ITerminalAddon)
  // The library does these once for each unit of their number, so that a target could keep it busy for hours with one.
  for (const id of REPEATED)
    terminal.parser.registerCsiHandler(id, (numbers) => numbers.flat().some((number) => number > LIMIT.repeated))
  return { terminal, drawing }
}

const redrawn = ({ shown, aside }: Away): Opened => {
  const open = opened(shown.columns, shown.rows)
  const inner = innerOf(open.terminal)
  // The library loses count of its writes over an empty one.
  if (shown.data !== '') inner.writeSync(shown.data)
  Object.assign(inner._bufferService.buffer, aside)
  return open
}

/** Cell by cell, and in whatever else steers what follows. */
const looksLike = (one: Opened, other: Opened): boolean => {
  const [a, b] = [bufferOf(one), bufferOf(other)]
  if (a.x !== b.x || a.y !== b.y || a.lines.length !== b.lines.length) return false
  for (let row = 0; row < a.lines.length; row++) {
    const [left, right] = [a.lines.get(row), b.lines.get(row)]
    if (left.isWrapped !== right.isWrapped || Buffer.compare(cellsOf(left), cellsOf(right)) !== 0) return false
  }
  return one.drawing.serialize() === other.drawing.serialize()
}

const bufferOf = ({ terminal }: Opened) => innerOf(terminal)._bufferService.buffer

/** Three words each. */
const cellsOf = ({ _data, length }: Row): Uint8Array => new Uint8Array(_data.buffer, _data.byteOffset, length * 12)
