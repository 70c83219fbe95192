// Takes SQL apart: where statements end, and what in them is code, text or comment. Pure; lines come one after the other.

export type Dialect = 'postgresql' | 'mysql'

/** `version` is a comment that MySQL reads as code: `/*!50000 … * /`. */
export type PieceKind = 'code' | 'text' | 'comment' | 'version' | 'end'

export interface Piece {
  readonly kind: PieceKind
  readonly raw: string
  /** Without the signs that enclose it. */
  readonly inner: string
}

export interface Statement {
  readonly text: string
  /** Ended with `\G`: each row shall stand upright. */
  readonly upright: boolean
}

/** What is open at the end of a line. */
export type Open =
  | { readonly in: 'code' }
  | { readonly in: 'quote'; readonly sign: string; readonly escapes: boolean; readonly kind: PieceKind }
  | { readonly in: 'comment'; readonly depth: number; readonly kind: PieceKind }
  | { readonly in: 'dollar'; readonly tag: string }

const CODE: Open = { in: 'code' }
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const LINE_END = /\n|$/g

export interface ScanOptions {
  readonly dialect: Dialect
  readonly delimiter?: string
}

/** Pieces of whole lines, beginning inside of what the lines before left open. */
export const scan = (
  text: string,
  { dialect, delimiter = ';' }: ScanOptions,
  begin: Open = CODE,
): { pieces: Piece[]; open: Open } => {
  const pieces: Piece[] = []
  let open = begin
  let at = 0
  let code = 0
  const put = (kind: PieceKind, from: number, to: number, inner = text.slice(from, to)) => {
    if (to > from) pieces.push({ kind, raw: text.slice(from, to), inner })
  }
  const leave = () => {
    put('code', code, at)
    code = at
  }
  const resume = (to: number) => {
    open = CODE
    at = code = to
  }
  while (at < text.length) {
    if (open.in === 'code') {
      const sign = text[at]!
      const next = text[at + 1]
      if (text.startsWith(delimiter, at) || (sign === '\\' && /[gG]/.test(next ?? ''))) {
        leave()
        const length = sign === '\\' && !text.startsWith(delimiter, at) ? 2 : delimiter.length
        put('end', at, at + length)
        resume(at + length)
      } else if (isLineComment(text, at, dialect)) {
        leave()
        LINE_END.lastIndex = at
        const to = LINE_END.exec(text)!.index
        put('comment', at, to, text.slice(at + (sign === '#' ? 1 : 2), to))
        resume(to)
      } else if (sign === '/' && next === '*') {
        leave()
        const version = dialect === 'mysql' && /^\/\*M?!/.test(text.slice(at, at + 4))
        open = { in: 'comment', depth: 0, kind: version ? 'version' : 'comment' }
      } else if (sign === "'" || sign === '"' || (sign === '`' && dialect === 'mysql')) {
        const escapes =
          sign !== '`' &&
          (dialect === 'mysql' || (sign === "'" && /(?:^|[^\w$])[eE]$/.test(text.slice(Math.max(0, at - 2), at))))
        leave()
        open = { in: 'quote', sign, escapes, kind: 'text' }
        at++
      } else if (sign === '$' && dialect === 'postgresql' && !/[\w$]/.test(text[at - 1] ?? '')) {
        DOLLAR.lastIndex = at
        const tag = DOLLAR.exec(text)?.[0]
        if (tag) {
          leave()
          open = { in: 'dollar', tag }
          at += tag.length
        } else at++
      } else at++
      continue
    }
    const [to, after] = endOf(text, at, code, open, dialect)
    const closed = to >= 0
    const end = closed ? to : text.length
    const kind = open.in === 'dollar' ? 'text' : open.kind
    put(kind, code, end, inside(text.slice(code, end), open, closed))
    at = code = end
    open = after
  }
  leave()
  return { pieces, open }
}

const isLineComment = (text: string, at: number, dialect: Dialect): boolean => {
  if (text[at] === '#') return dialect === 'mysql'
  if (text[at] !== '-' || text[at + 1] !== '-') return false
  // MySQL wants a space after it: `5--3` is a sum there.
  return dialect === 'postgresql' || at + 2 >= text.length || text[at + 2]! <= ' '
}

/** Where what is open ends, -1 when these lines do not end it, and what is open then. */
const endOf = (text: string, at: number, from: number, open: Open, dialect: Dialect): [to: number, after: Open] => {
  if (open.in === 'dollar') {
    const found = text.indexOf(open.tag, at)
    return found < 0 ? [-1, open] : [found + open.tag.length, CODE]
  }
  if (open.in === 'comment') {
    let depth = open.depth
    for (let i = at; i < text.length - 1; i++) {
      const pair = text.slice(i, i + 2)
      // Only PostgreSQL counts comments inside of comments.
      if (pair === '/*' && (depth === 0 || dialect === 'postgresql')) {
        depth++
        i++
      } else if (pair === '*/' && i >= from) {
        i++
        if (--depth <= 0) return [i + 1, CODE]
      }
    }
    return [-1, { ...open, depth }]
  }
  if (open.in === 'quote')
    for (let i = at; i < text.length; i++) {
      if (open.escapes && text[i] === '\\') i++
      else if (text[i] === open.sign) {
        if (text[i + 1] !== open.sign) return [i + 1, CODE]
        i++
      }
    }
  return [-1, open]
}

const inside = (raw: string, open: Open, closed: boolean): string => {
  if (open.in === 'dollar') return raw.replace(open.tag, '').replace(open.tag, '')
  if (open.in === 'quote') return raw.slice(raw.startsWith(open.sign) ? 1 : 0, closed ? -1 : undefined)
  return raw.replace(/^\/\*(?:M?!\d*)?/, '').replace(/\*\/$/, '')
}

/** Longer ones are not typed: they are refused before they fill the memory. */
export const LONGEST = 256 * 1024

/** Collects lines until they make statements. */
export class StatementReader {
  readonly #dialect: Dialect
  delimiter = ';'
  #open: Open = CODE
  #text: string[] = []
  /** There is more than comments and space. */
  #substance = false
  #length = 0
  #brackets = 0
  #line = ''

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Nothing is held that belongs to a statement. */
  get empty(): boolean {
    return this.#open.in === 'code' && !this.#substance
  }

  /** More is held than anybody may type. */
  get full(): boolean {
    return this.#length > LONGEST
  }

  clear(): void {
    this.#open = CODE
    this.#line = ''
    this.#forget()
  }

  #forget(): void {
    this.#text = []
    this.#substance = false
    this.#length = 0
    this.#brackets = 0
  }

  take(text: string): Statement[] {
    const lines = (this.#line + text).split('\n')
    this.#line = lines.pop()!
    return lines.flatMap((line) => this.#takeLine(`${line}\n`))
  }

  #takeLine(line: string): Statement[] {
    const { pieces, open } = scan(line, { dialect: this.#dialect, delimiter: this.delimiter }, this.#open)
    this.#open = open
    const whole: Statement[] = []
    for (const { kind, raw } of pieces) {
      if (kind === 'code' && this.#dialect === 'postgresql')
        for (const sign of raw)
          if (sign === '(') this.#brackets++
          else if (sign === ')' && this.#brackets > 0) this.#brackets--
      if (kind === 'end' && (this.#brackets === 0 || raw.startsWith('\\'))) {
        if (this.#substance) whole.push({ text: this.#text.join('').trim(), upright: raw === '\\G' })
        this.#forget()
      } else {
        this.#text.push(raw)
        this.#length += raw.length
        this.#substance ||= kind === 'text' || kind === 'version' || (kind === 'code' && raw.trim() !== '')
      }
    }
    // Comments between statements are nobody's.
    if (this.empty) this.#forget()
    return whole
  }
}
