// Reads the telnet protocol: takes the options apart from the text, agrees to the few that a terminal needs and refuses every other. Pure.
import type { Pty, Size } from '../session/line.ts'

const IAC = 255
const [DONT, DO, WONT, WILL, SB, SE] = [254, 253, 252, 251, 250, 240] as const
const [ECHO, SUPPRESS_GO_AHEAD, TERMINAL_TYPE, NAWS] = [1, 3, 24, 31] as const
const [IS, SEND] = [0, 1] as const
const [NUL, CR] = [0, 13] as const

/** What the target may do, and what we do when it asks. */
const ACCEPTED = new Set<number>([ECHO, SUPPRESS_GO_AHEAD])
const OFFERED = new Set<number>([SUPPRESS_GO_AHEAD, TERMINAL_TYPE, NAWS])

/** Of what stands between SB and SE: nothing we understand is longer. */
const LONGEST = 64

type State = 'text' | 'return' | 'command' | 'option' | 'inside' | 'inside-command'

export interface Read {
  readonly text: Buffer
  /** To be sent back. */
  readonly reply: Buffer
}

export class TelnetReader {
  readonly #term: string
  #size: Size
  #state: State = 'text'
  #verb = 0
  #inside: number[] = []
  readonly #theirs = new Set<number>()
  readonly #ours = new Set<number>()

  constructor({ term, columns, rows }: Pty) {
    this.#term = term.toUpperCase()
    this.#size = { columns, rows }
  }

  /** Keys go one by one, and the target shows them. */
  get character(): boolean {
    return this.#theirs.has(ECHO)
  }

  take(bytes: Uint8Array): Read {
    const text: number[] = []
    const reply: number[] = []
    for (const byte of bytes) this.#step(byte, text, reply)
    return { text: Buffer.from(text), reply: Buffer.from(reply) }
  }

  /** What tells the target of a new size; nothing unless it wants to know. */
  resize(size: Size): Buffer {
    this.#size = size
    return Buffer.from(this.#ours.has(NAWS) ? this.#window() : [])
  }

  /** Keys as they go over the wire. */
  encode(keys: Uint8Array): Buffer {
    const wire: number[] = []
    for (const key of keys) {
      if (key === IAC) wire.push(IAC, IAC)
      else if (key === CR) wire.push(CR, this.character ? NUL : 10)
      else wire.push(key)
    }
    return Buffer.from(wire)
  }

  #step(byte: number, text: number[], reply: number[]): void {
    switch (this.#state) {
      case 'return':
      case 'text': {
        const after = this.#state
        this.#state = byte === IAC ? 'command' : byte === CR ? 'return' : 'text'
        // A return alone travels with a NUL.
        if (byte !== IAC && !(after === 'return' && byte === NUL)) text.push(byte)
        return
      }
      case 'command':
        this.#state = 'text'
        if (byte === IAC) text.push(IAC)
        else if (byte === SB) {
          this.#inside = []
          this.#state = 'inside'
        } else if (byte >= WILL && byte <= DONT) {
          this.#verb = byte
          this.#state = 'option'
        }
        return
      case 'option':
        this.#state = 'text'
        this.#negotiate(this.#verb, byte, reply)
        return
      case 'inside':
        if (byte === IAC) this.#state = 'inside-command'
        else if (this.#inside.length < LONGEST) this.#inside.push(byte)
        return
      case 'inside-command':
        if (byte === IAC) {
          if (this.#inside.length < LONGEST) this.#inside.push(IAC)
          this.#state = 'inside'
        } else {
          this.#state = 'text'
          if (byte === SE) this.#answer(reply)
        }
    }
  }

  /** Answers only what changes something, so that two sides never talk in circles; a refusal is always said. */
  #negotiate(verb: number, option: number, reply: number[]): void {
    if (verb === WILL || verb === WONT) {
      const known = this.#theirs.has(option)
      const wanted = verb === WILL && ACCEPTED.has(option)
      if (wanted) this.#theirs.add(option)
      else this.#theirs.delete(option)
      if (wanted !== known || (verb === WILL && !wanted)) reply.push(IAC, wanted ? DO : DONT, option)
      return
    }
    const known = this.#ours.has(option)
    const wanted = verb === DO && OFFERED.has(option)
    if (wanted) this.#ours.add(option)
    else this.#ours.delete(option)
    if (wanted !== known || (verb === DO && !wanted)) reply.push(IAC, wanted ? WILL : WONT, option)
    if (wanted && !known && option === NAWS) reply.push(...this.#window())
  }

  #answer(reply: number[]): void {
    const [option, request] = this.#inside
    if (option === TERMINAL_TYPE && request === SEND && this.#ours.has(TERMINAL_TYPE))
      reply.push(IAC, SB, TERMINAL_TYPE, IS, ...Buffer.from(this.#term, 'latin1'), IAC, SE)
  }

  #window(): number[] {
    const { columns, rows } = this.#size
    const sizes = [columns >> 8, columns & 255, rows >> 8, rows & 255]
    return [IAC, SB, NAWS, ...sizes.flatMap((byte) => (byte === IAC ? [IAC, IAC] : [byte])), IAC, SE]
  }
}
