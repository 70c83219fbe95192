// Reads a line as a shell would: which commands it runs, with quotes and escapes taken away. Pure; it never runs anything.

/** A word as far as it can be known without running the line. */
export interface Word {
  readonly text: string
  /** Part of it is only known when the line runs: a variable, a substitution, a pattern. */
  readonly dynamic: boolean
}

export interface Command {
  readonly words: readonly Word[]
  /** Reads what the command before it writes. */
  readonly piped: boolean
  /** What a here-document or here-string gives it to read. */
  readonly input?: string
}

export interface Parsed {
  readonly commands: readonly Command[]
  /** The line is not over: a quote, a bracket, a here-document is still open. */
  readonly open: boolean
}

/** Deeper nesting than anybody writes by hand: beyond it nothing is said to be known. */
const DEEPEST = 24

export const parse = (source: string, depth = 0): Parsed => {
  if (depth > DEEPEST) return { commands: [{ words: [{ text: '', dynamic: true }], piped: false }], open: false }
  return new Reader(source, depth).read()
}

const BLANK = /[ \t\r]/
/** Other white space, such as a vertical tab, is part of a word, as it is for a shell. */
const WORD_ENDS = /[ \t\r\n;&|()<>]/
const KEYWORDS = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'while',
  'until',
  'do',
  'done',
  'for',
  'case',
  'esac',
  'in',
  '!',
  '{',
  '}',
  'function',
  'select',
  'time',
  'coproc',
])

class Reader {
  readonly #text: string
  readonly #depth: number
  #at = 0
  #open = false
  #found: Command[] = []
  #words: Word[] = []
  #piped = false
  #input: string | undefined
  /** Here-documents that begin with the next line. */
  #waiting: { end: string; tabs: boolean }[] = []

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  read(): Parsed {
    while (this.#at < this.#text.length) this.#step()
    this.#finish()
    if (this.#waiting.length > 0) this.#open = true
    return { commands: this.#found, open: this.#open }
  }

  #peek(offset = 0): string {
    return this.#text[this.#at + offset] ?? ''
  }

  #step(): void {
    const sign = this.#peek()
    if (BLANK.test(sign)) this.#at++
    else if (sign === '\n') this.#newline()
    else if (sign === '#' && this.#startsWord()) this.#skipLine()
    else if (';&|'.includes(sign)) this.#separate(sign)
    else if (sign === '(' || sign === ')') {
      this.#finish()
      this.#at++
    } else if (sign === '<' || sign === '>') this.#redirect(sign)
    else this.#word()
  }

  /** A comment begins only where a word could. */
  #startsWord(): boolean {
    return this.#at === 0 || /[ \t\r\n;&|()]/.test(this.#text[this.#at - 1]!)
  }

  #skipLine(): void {
    while (this.#at < this.#text.length && this.#peek() !== '\n') this.#at++
  }

  #separate(sign: string): void {
    const pipe = sign === '|' && this.#peek(1) !== '|'
    this.#finish()
    this.#at += sign === this.#peek(1) || (sign === '|' && this.#peek(1) === '&') ? 2 : 1
    this.#piped = pipe
  }

  #newline(): void {
    this.#at++
    const bodies = this.#waiting.map(({ end, tabs }) => this.#document(end, tabs))
    this.#waiting = []
    if (bodies.length > 0) this.#input = bodies.at(-1)
    this.#finish()
  }

  #document(end: string, tabs: boolean): string {
    const lines: string[] = []
    while (this.#at < this.#text.length) {
      const stop = this.#text.indexOf('\n', this.#at)
      const line = this.#text.slice(this.#at, stop < 0 ? undefined : stop)
      this.#at = stop < 0 ? this.#text.length : stop + 1
      const plain = tabs ? line.replace(/^\t+/, '') : line
      if (plain === end) return lines.join('\n')
      lines.push(plain)
    }
    this.#open = true
    return lines.join('\n')
  }

  #redirect(sign: string): void {
    if (this.#peek(1) === '(') {
      // A process to read from or write to: its commands run as well.
      this.#at += 2
      this.#inner(this.#until(')'))
      this.#words.push({ text: '', dynamic: true })
      return
    }
    // A number before it names the stream.
    if (this.#words.length > 1 && /^\d+$/.test(this.#words.at(-1)!.text) && this.#text[this.#at - 1] !== ' ')
      this.#words.pop()
    if (sign === '<' && this.#peek(1) === '<') {
      this.#at += 2
      if (this.#peek() === '<') {
        this.#at++
        this.#blanks()
        this.#input = this.#bare().text
        return
      }
      const tabs = this.#peek() === '-'
      if (tabs) this.#at++
      this.#blanks()
      this.#waiting.push({ end: this.#bare().text, tabs })
      return
    }
    this.#at += '>&|<'.includes(this.#peek(1)) && this.#peek(1) !== '' ? 2 : 1
    this.#blanks()
    // Where it goes is no word of the command.
    this.#bare()
  }

  #blanks(): void {
    while (BLANK.test(this.#peek())) this.#at++
  }

  #word(): void {
    const word = this.#bare()
    this.#words.push(word)
  }

  /** One word with its quotes taken away. What it substitutes runs too. */
  #bare(): Word {
    let text = ''
    let dynamic = false
    for (; this.#at < this.#text.length; ) {
      const sign = this.#peek()
      if (WORD_ENDS.test(sign)) break
      if (sign === '\\') {
        if (this.#peek(1) === '') this.#open = true
        if (this.#peek(1) !== '\n') text += this.#peek(1)
        this.#at += 2
      } else if (sign === "'") {
        this.#at++
        text += this.#until("'", { plain: true })
      } else if (sign === '"') {
        const inner = this.#quoted()
        text += inner.text
        dynamic ||= inner.dynamic
      } else if (sign === '$' && this.#peek(1) === "'") {
        this.#at += 2
        text += readEscapes(this.#until("'", { escapes: true }))
      } else if (sign === '$' || sign === '`') {
        const value = this.#substitution()
        dynamic ||= value === undefined
        text += value ?? ''
      } else {
        // A pattern may become any name there is.
        if ('*?['.includes(sign) || (sign === '{' && this.#peek(1) !== ''))
          dynamic ||= sign !== '{' || /^\{[^\s{}]*[,.][^\s{}]*\}/.test(this.#text.slice(this.#at))
        text += sign
        this.#at++
      }
    }
    return { text, dynamic }
  }

  #quoted(): Word {
    this.#at++
    let text = ''
    let dynamic = false
    while (this.#at < this.#text.length && this.#peek() !== '"') {
      const sign = this.#peek()
      if (sign === '\\' && /["\\$`\n]/.test(this.#peek(1))) {
        if (this.#peek(1) !== '\n') text += this.#peek(1)
        this.#at += 2
      } else if (sign === '$' || sign === '`') {
        const value = this.#substitution()
        dynamic ||= value === undefined
        text += value ?? ''
      } else {
        text += sign
        this.#at++
      }
    }
    if (this.#peek() === '') this.#open = true
    this.#at++
    return { text, dynamic }
  }

  /** What stands for something else; a lone dollar stands for itself. Undefined where the value is not known. */
  #substitution(): string | undefined {
    if (this.#peek() === '`') {
      this.#at++
      this.#inner(this.#until('`', { escapes: true }).replaceAll(/\\([`\\$])/g, '$1'))
      return undefined
    }
    const next = this.#peek(1)
    if (next === '(') {
      this.#at += 2
      const sum = this.#peek() === '('
      const inside = this.#until(')')
      if (!sum) this.#inner(inside)
      return undefined
    }
    if (next === '{') {
      this.#at += 2
      const inside = this.#until('}')
      // `${x:-$(rm)}` runs what stands in it.
      for (const [, part] of inside.matchAll(/\$\(([^)]*)\)/g)) this.#inner(part!)
      return undefined
    }
    if (/[A-Za-z0-9_@*#?$!-]/.test(next)) {
      this.#at += 2
      while (/\w/.test(this.#peek()) && /[A-Za-z_]/.test(next)) this.#at++
      return undefined
    }
    this.#at++
    return '$'
  }

  #inner(source: string): void {
    const { commands, open } = parse(source, this.#depth + 1)
    this.#found.push(...commands)
    this.#open ||= open
  }

  /** Up to the end sign, brackets and quotes inside counted; the end sign itself is passed. */
  #until(end: string, { plain = false, escapes = false } = {}): string {
    const start = this.#at
    let level = 0
    const begin = end === ')' ? '(' : end === '}' ? '{' : ''
    while (this.#at < this.#text.length) {
      const sign = this.#peek()
      if (!plain && sign === '\\' && (escapes || begin !== '')) {
        this.#at += 2
        continue
      }
      if (begin !== '' && (sign === "'" || sign === '"')) {
        const close = this.#text.indexOf(sign, this.#at + 1)
        this.#at = close < 0 ? this.#text.length : close + 1
        continue
      }
      if (sign === begin) level++
      else if (sign === end && level-- === 0) {
        this.#at++
        return this.#text.slice(start, this.#at - 1)
      }
      this.#at++
    }
    this.#open = true
    return this.#text.slice(start)
  }

  #finish(): void {
    while (this.#words.length > 0 && !this.#words[0]!.dynamic && KEYWORDS.has(this.#words[0]!.text)) this.#words.shift()
    // Assignments before a command are no part of its name.
    while (this.#words.length > 0 && /^[A-Za-z_]\w*\+?=/.test(this.#words[0]!.text)) this.#words.shift()
    if (this.#words.length > 0 || this.#input !== undefined)
      this.#found.push({
        words: this.#words,
        piped: this.#piped,
        ...(this.#input === undefined ? {} : { input: this.#input }),
      })
    this.#words = []
    this.#piped = false
    this.#input = undefined
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  e: '\u001b',
  a: '\u0007',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

/** The text of `$'…'`. */
const readEscapes = (text: string): string =>
  text.replaceAll(/\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|(.))/g, (_, hex, unicode, octal, sign) => {
    if (hex ?? unicode) return String.fromCharCode(Number.parseInt(hex ?? unicode, 16))
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 255)
    return ESCAPES[sign] ?? sign
  })
