// What keys make of a line, as far as keys alone can tell. Completion, history and editing by the shell make it unsure: then the screen counts.

export type Key =
  | { readonly kind: 'enter'; readonly bytes: Buffer; readonly pasted: boolean }
  | { readonly kind: 'other'; readonly bytes: Buffer }

const PASTE = { begin: '\u001b[200~', end: '\u001b[201~' } as const
const MOST = 16_384

/** A line being typed. */
export class TypedLine {
  #signs: string[] = []
  #at = 0
  #unsure = false

  get text(): string {
    return this.#signs.join('')
  }

  get isEmpty(): boolean {
    return this.#signs.length === 0
  }

  /** The shell may have made something else of it. */
  get unsure(): boolean {
    return this.#unsure
  }

  clear(): void {
    this.#signs = []
    this.#at = 0
    this.#unsure = false
  }

  put(text: string): void {
    const signs = [...text]
    if (this.#signs.length + signs.length > MOST) this.#unsure = true
    else this.#signs.splice(this.#at, 0, ...signs)
    this.#at = Math.min(this.#at + signs.length, this.#signs.length)
  }

  control(key: string): void {
    const act = CONTROLS[key]
    if (act) act(this)
    else this.#unsure = true
  }

  back(): void {
    if (this.#at > 0) this.#signs.splice(--this.#at, 1)
  }
  forward(): void {
    this.#signs.splice(this.#at, 1)
  }
  move(to: number): void {
    this.#at = Math.max(0, Math.min(to, this.#signs.length))
  }
  step(by: number): void {
    this.move(this.#at + by)
  }
  end(): void {
    this.move(this.#signs.length)
  }
  killBefore(): void {
    // Whether a terminal forgets the whole line or the part before the cursor depends on who reads it.
    if (this.#at < this.#signs.length) this.#unsure = true
    this.#signs.splice(0, this.#at)
    this.#at = 0
  }
  killAfter(): void {
    this.#signs.splice(this.#at)
  }
  killWord(): void {
    let from = this.#at
    while (from > 0 && this.#signs[from - 1] === ' ') from--
    while (from > 0 && this.#signs[from - 1] !== ' ') from--
    this.#signs.splice(from, this.#at - from)
    this.#at = from
  }
}

const CONTROLS: Readonly<Record<string, (line: TypedLine) => void>> = {
  '\u007f': (line) => line.back(),
  '\b': (line) => line.back(),
  '\u0001': (line) => line.move(0),
  '\u0002': (line) => line.step(-1),
  '\u0003': (line) => line.clear(),
  '\u0004': (line) => line.forward(),
  '\u0005': (line) => line.end(),
  '\u0006': (line) => line.step(1),
  '\u000b': (line) => line.killAfter(),
  '\u000c': () => undefined,
  '\u0015': (line) => line.killBefore(),
  '\u0017': (line) => line.killWord(),
  '\u001b[D': (line) => line.step(-1),
  '\u001bOD': (line) => line.step(-1),
  '\u001b[C': (line) => line.step(1),
  '\u001bOC': (line) => line.step(1),
  '\u001b[H': (line) => line.move(0),
  '\u001bOH': (line) => line.move(0),
  '\u001b[1~': (line) => line.move(0),
  '\u001b[F': (line) => line.end(),
  '\u001bOF': (line) => line.end(),
  '\u001b[4~': (line) => line.end(),
  '\u001b[3~': (line) => line.forward(),
  // A window that gets or loses the focus says so.
  '\u001b[I': () => undefined,
  '\u001b[O': () => undefined,
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
const SEQUENCE = /^\u001b(?:\[[0-9;?<>=]*[ -/]*[@-~]|O[@-~]|[ -~])/

export interface KeyReader {
  /** Runs of keys that can be passed on as they are, and each key that ends a line by itself. */
  read(data: Buffer, line: TypedLine): Generator<Key>
}

/** Takes input apart into what is typed and the keys that send a line. Keeps a sequence that is cut in the middle. */
export const createKeyReader = (): KeyReader => {
  let pasting = false
  return {
    *read(data, line) {
      // Latin-1 keeps bytes and places in step; the text itself is read as UTF-8.
      const bytes = data.toString('latin1')
      let from = 0
      let at = 0
      let plain = 0
      const settle = (to: number) => {
        if (to > plain) line.put(data.toString('utf8', plain, to))
      }
      while (at < bytes.length) {
        const sign = bytes[at]!
        if (sign === '\r' || sign === '\n') {
          settle(at)
          if (at > from) yield { kind: 'other', bytes: data.subarray(from, at) }
          yield { kind: 'enter', bytes: data.subarray(at, at + 1), pasted: pasting }
          from = ++at
          plain = at
        } else if (sign === '\u001b') {
          settle(at)
          const sequence = SEQUENCE.exec(bytes.slice(at, at + 32))?.[0] ?? sign
          if (sequence === PASTE.begin) pasting = true
          else if (sequence === PASTE.end) pasting = false
          else line.control(sequence)
          at += sequence.length
          plain = at
        } else if (sign < ' ' || sign === '\u007f') {
          settle(at)
          line.control(sign)
          plain = ++at
        } else at++
      }
      settle(at)
      if (at > from) yield { kind: 'other', bytes: data.subarray(from, at) }
    },
  }
}
