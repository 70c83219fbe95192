// A terminal that is typed into: as many columns and rows as fit, with its text found, copied and pasted as the grant allows.
import '@xterm/xterm/css/xterm.css'
import type { WindowSize } from '@drawbridge/wire'
import { type ITheme, Terminal } from '@xterm/xterm'

export const FONT = { start: 14, min: 9, max: 28 } as const

export const themes = {
  night: { background: '#10161d', foreground: '#e6eaee', cursor: '#34c3a3', selectionBackground: '#34566a' },
  day: { background: '#fbfcfd', foreground: '#1c2530', cursor: '#0b7a63', selectionBackground: '#b9dfd6' },
  contrast: { background: '#000000', foreground: '#ffffff', cursor: '#ffff00', selectionBackground: '#00509e' },
} satisfies Record<string, ITheme>
export type ThemeName = keyof typeof themes

export interface EmulatorOptions {
  readonly room: HTMLElement
  readonly fontSize: number
  readonly theme: ThemeName
  readonly label: string
  readonly onKeys: (data: string | Uint8Array) => void
  readonly onResize: (size: WindowSize) => void
  /** Asked at each try: what the grant allows is known only once the session is open. */
  readonly may: (action: 'copy' | 'paste') => boolean
}

export class Emulator {
  readonly #terminal: Terminal
  readonly #options: EmulatorOptions
  readonly #watch: ResizeObserver

  constructor(options: EmulatorOptions) {
    this.#options = options
    const { room } = options
    this.#terminal = new Terminal({
      scrollback: 10_000,
      fontSize: options.fontSize,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--db-mono') || 'monospace',
      theme: themes[options.theme],
      allowProposedApi: false,
      screenReaderMode: matchMedia('(forced-colors: active)').matches,
    })
    this.#terminal.open(room)
    this.#terminal.textarea?.setAttribute('aria-label', options.label)
    this.#terminal.onData(options.onKeys)
    this.#terminal.onBinary((data) => options.onKeys(Uint8Array.from(data, (sign) => sign.charCodeAt(0))))
    this.#terminal.onResize(({ cols, rows }) => options.onResize({ columns: cols, rows }))
    for (const [event, action] of [
      ['paste', 'paste'],
      ['copy', 'copy'],
      ['cut', 'copy'],
    ] as const)
      room.addEventListener(event, (given) => options.may(action) || refuse(given), true)
    this.#watch = new ResizeObserver(() => this.fit())
    this.#watch.observe(room)
    this.fit()
  }

  get size(): WindowSize {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows }
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

  write(bytes: Uint8Array, drawn: () => void): void {
    this.#terminal.write(bytes, drawn)
  }

  look(fontSize: number, theme: ThemeName): void {
    this.#terminal.options.fontSize = fontSize
    this.#terminal.options.theme = themes[theme]
    this.fit()
  }

  focus(): void {
    this.#terminal.focus()
  }

  /** Goes to the next place above that holds the text, from the selection or the end on; false when there is none. */
  find(text: string): boolean {
    if (text === '') return false
    const { active } = this.#terminal.buffer
    const selected = this.#terminal.getSelectionPosition()
    const wanted = text.toLocaleLowerCase()
    const from = selected ? selected.start.y - 1 : active.length - 1
    for (let step = 0; step < active.length; step++) {
      const row = (from - step + active.length) % active.length
      const at = active.getLine(row)?.translateToString(true).toLocaleLowerCase().indexOf(wanted) ?? -1
      if (at < 0) continue
      this.#terminal.select(at, row, text.length)
      this.#terminal.scrollToLine(Math.max(0, row - Math.floor(this.#terminal.rows / 2)))
      return true
    }
    return false
  }

  /** As many letters as there is room for. */
  fit(): void {
    const { room } = this.#options
    const drawn = room.querySelector<HTMLElement>('.xterm-screen')
    if (!drawn || drawn.offsetWidth === 0 || room.clientWidth === 0) return
    const letter = { width: drawn.offsetWidth / this.#terminal.cols, height: drawn.offsetHeight / this.#terminal.rows }
    const columns = Math.max(2, Math.floor((room.clientWidth - SCROLLBAR) / letter.width))
    const rows = Math.max(2, Math.floor((room.clientHeight - PADDING) / letter.height))
    if (columns !== this.#terminal.cols || rows !== this.#terminal.rows) this.#terminal.resize(columns, rows)
  }

  close(): void {
    this.#watch.disconnect()
    this.#terminal.dispose()
  }
}

const SCROLLBAR = 30
const PADDING = 16

const refuse = (event: Event): void => {
  event.preventDefault()
  event.stopPropagation()
}
