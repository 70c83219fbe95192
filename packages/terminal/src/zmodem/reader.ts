// Reads one direction of a line: tells what is a frame of ZMODEM and what is not, byte for byte, and what the frames say.
import { crc16, crc32, END, ESCAPE, FRAME, type Header, joined, PAD } from './frames.ts'

export type Read =
  | { readonly kind: 'header'; readonly header: Header }
  | { readonly kind: 'data'; readonly data: Uint8Array; readonly end: number; readonly isSound: boolean }
  | { readonly kind: 'cancel' }

/** A stretch of what came. */
export interface Stretch {
  readonly isFrame: boolean
  readonly bytes: Uint8Array
}

export interface ReaderHears {
  onRead(read: Read): void
}

/** Longer pieces of data are none: 8 KiB is the most that senders use. */
const MOST_DATA = 64 * 1024
const HEX_DIGITS = 14
const WITH_DATA: ReadonlySet<number> = new Set([FRAME.senderSays, FRAME.file, FRAME.data, FRAME.command])
const LINE_END: ReadonlySet<number> = new Set([0x0d, 0x0a, 0x8d, 0x8a, 0x11])
/** For the line, not for us. */
const FLOW: ReadonlySet<number> = new Set([0x11, 0x13, 0x91, 0x93])

type State =
  | { readonly in: 'noise' }
  /** One or more pads, then the escape. */
  | { readonly in: 'pads' | 'sign' }
  | { readonly in: 'hex'; digits: string }
  /** What may stand after the digits: the end of a line, and a word for the line. */
  | { readonly in: 'hex end'; left: number; readonly next: State }
  | { readonly in: 'binary'; readonly crcBytes: 2 | 4; body: number[]; isEscaped: boolean }
  | { readonly in: 'data'; readonly crcBytes: 2 | 4; isEscaped: boolean; end?: number; crc: number[] }

export class FrameReader {
  readonly #hears: ReaderHears
  #state: State = { in: 'noise' }
  #cancels = 0
  /** Might be the begin of a frame: it is one or the other when more has come. */
  #held: number[] = []
  /** The data of the piece that is being read. */
  readonly #body = new Uint8Array(MOST_DATA)
  #length = 0

  constructor(hears: ReaderHears) {
    this.#hears = hears
  }

  /** In the middle of something that is no noise. */
  get isInside(): boolean {
    return this.#state.in !== 'noise'
  }

  take(bytes: Uint8Array): Stretch[] {
    const stretches: { isFrame: boolean; parts: Uint8Array[] }[] = []
    const put = (isFrame: boolean, some: Uint8Array) => {
      if (some.length === 0) return
      const last = stretches.at(-1)
      if (last?.isFrame === isFrame) last.parts.push(some)
      else stretches.push({ isFrame, parts: [some] })
    }
    let at = 0
    while (at < bytes.length) {
      const run = this.#run(bytes, at)
      if (run > at) {
        put(this.#state.in === 'data', bytes.subarray(at, run))
        this.#cancels = 0
        at = run
        continue
      }
      const byte = bytes[at++]!
      this.#cancels = byte === ESCAPE ? this.#cancels + 1 : 0
      if (this.#cancels === 5) {
        put(true, Uint8Array.from([...this.#held.splice(0), byte]))
        this.#state = { in: 'noise' }
        this.#hears.onRead({ kind: 'cancel' })
        continue
      }
      // What follows a cancellation belongs to it.
      if (this.#cancels > 5) {
        put(true, Uint8Array.from([byte]))
        continue
      }
      this.#held.push(byte)
      const verdict = this.#step(byte)
      if (verdict === 'held') continue
      const held = Uint8Array.from(this.#held.splice(0))
      if (verdict !== 'noise before') put(verdict === 'frame', held)
      else {
        // It was none; what came last may begin another.
        put(false, held.subarray(0, -1))
        this.#held.push(byte)
        const again = this.#step(byte)
        if (again !== 'held') put(again === 'frame', Uint8Array.from(this.#held.splice(0)))
      }
    }
    return stretches.map(({ isFrame, parts }) => ({ isFrame, bytes: joined(parts) }))
  }

  /** How far what follows needs no look at each byte: most of a file, and most of what is no file. */
  #run(bytes: Uint8Array, from: number): number {
    const state = this.#state
    if (state.in === 'noise') {
      const stops = [bytes.indexOf(PAD, from), bytes.indexOf(ESCAPE, from)].filter((stop) => stop >= 0)
      return Math.min(bytes.length, ...stops)
    }
    if (state.in !== 'data' || state.isEscaped || state.end !== undefined) return from
    const room = from + MOST_DATA - 1 - this.#length
    let to = from
    while (to < bytes.length && to < room && bytes[to] !== ESCAPE && !FLOW.has(bytes[to]!)) to++
    this.#body.set(bytes.subarray(from, to), this.#length)
    this.#length += to - from
    return to
  }

  #step(byte: number): 'held' | 'frame' | 'noise' | 'noise before' {
    const state = this.#state
    switch (state.in) {
      case 'noise':
        // Escapes that begin nothing are on their way to a cancellation.
        if (byte !== PAD) return byte === ESCAPE ? 'frame' : 'noise'
        this.#state = { in: 'pads' }
        return 'held'
      case 'pads':
        if (byte === PAD && this.#held.length < 4) return 'held'
        if (byte === ESCAPE) {
          this.#state = { in: 'sign' }
          return 'held'
        }
        return this.#none()
      case 'sign':
        if (byte === 0x42) this.#state = { in: 'hex', digits: '' }
        else if (byte === 0x41) this.#state = { in: 'binary', crcBytes: 2, body: [], isEscaped: false }
        else if (byte === 0x43) this.#state = { in: 'binary', crcBytes: 4, body: [], isEscaped: false }
        else return this.#none()
        return 'held'
      case 'hex':
        return this.#hex(state, byte)
      case 'hex end':
        if (!LINE_END.has(byte)) {
          this.#state = state.next
          return this.#step(byte)
        }
        if (--state.left === 0 || byte === 0x11) this.#state = state.next
        return 'frame'
      case 'binary':
        return this.#binary(state, byte)
      case 'data':
        return this.#data(state, byte)
    }
  }

  #none(): 'noise before' {
    this.#state = { in: 'noise' }
    return 'noise before'
  }

  #hex(state: Extract<State, { in: 'hex' }>, byte: number): 'held' | 'frame' | 'noise before' {
    const digit = String.fromCharCode(byte & 0x7f)
    if (!/[0-9a-f]/i.test(digit)) return this.#none()
    state.digits += digit
    if (state.digits.length < HEX_DIGITS) return 'held'
    const bytes = (state.digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
    // The sum over what is checked and its check is nothing.
    if (crc16(bytes) !== 0) return this.#none()
    this.#header(bytes, 2)
    this.#state = { in: 'hex end', left: 3, next: this.#state }
    return 'frame'
  }

  #binary(state: Extract<State, { in: 'binary' }>, byte: number): 'held' | 'frame' | 'noise before' {
    if (FLOW.has(byte)) return 'held'
    if (byte === ESCAPE && !state.isEscaped) {
      state.isEscaped = true
      return 'held'
    }
    state.body.push(state.isEscaped ? unescaped(byte) : byte)
    state.isEscaped = false
    if (state.body.length < 5 + state.crcBytes) return 'held'
    if (!isSound(state.body.slice(0, 5), state.body.slice(5))) return this.#none()
    this.#header(state.body, state.crcBytes)
    return 'frame'
  }

  #header(bytes: readonly number[], crcBytes: 2 | 4): void {
    const [type = 0, a = 0, b = 0, c = 0, d = 0] = bytes
    this.#state = WITH_DATA.has(type) ? { in: 'data', crcBytes, isEscaped: false, crc: [] } : { in: 'noise' }
    this.#length = 0
    this.#hears.onRead({ kind: 'header', header: { type, bytes: [a, b, c, d] } })
  }

  #data(state: Extract<State, { in: 'data' }>, byte: number): 'frame' | 'noise before' {
    if (FLOW.has(byte)) return 'frame'
    if (byte === ESCAPE && !state.isEscaped) {
      state.isEscaped = true
      return 'frame'
    }
    const wasEscaped = state.isEscaped
    state.isEscaped = false
    if (state.end !== undefined) {
      state.crc.push(wasEscaped ? unescaped(byte) : byte)
      if (state.crc.length === state.crcBytes) this.#piece(state, state.end)
    } else if (wasEscaped && byte >= END.frame && byte <= END.frameAnswer) state.end = byte
    else this.#body[this.#length++] = wasEscaped ? unescaped(byte) : byte
    return this.#length < MOST_DATA ? 'frame' : this.#none()
  }

  #piece({ crc, crcBytes }: Extract<State, { in: 'data' }>, end: number): void {
    const goesOn = end === END.more || end === END.moreAnswer
    const data = this.#body.slice(0, this.#length)
    this.#length = 0
    this.#state = goesOn ? { in: 'data', crcBytes, isEscaped: false, crc: [] } : { in: 'noise' }
    const isWhole = isSound(joined([data, Uint8Array.from([end])]), crc)
    this.#hears.onRead({ kind: 'data', data, end, isSound: isWhole })
  }
}

const isSound = (body: ArrayLike<number>, crc: readonly number[]): boolean => {
  if (crc.length === 2) return crc16(body) === ((crc[0]! << 8) | crc[1]!)
  const [a = 0, b = 0, c = 0, d = 0] = crc
  return crc32(body) === (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
}

const unescaped = (byte: number): number => (byte === 0x6c ? 0x7f : byte === 0x6d ? 0xff : byte ^ 0x40)
