// Files that go over the terminal itself, with `rz` and `sz`: recognised where they begin, refused without the right, noted file by file. What is a
// frame passes by the recording and the guard; whatever is none is shown, recorded and judged as ever, so that nobody works unseen behind a transfer.
import {
  type Direction,
  FrameReader,
  offeredIn,
  StartWatch,
  ZMODEM_CANCEL,
  ZMODEM_FRAME,
  type ZmodemRead,
} from '@drawbridge/terminal'

export interface TransferOptions {
  may(direction: Direction): boolean
  toTarget(bytes: Uint8Array): void
  onRefused(direction: Direction): void
  onBegun(direction: Direction, name: string): void
  onFile(direction: Direction, name: string, succeeded: boolean): void
}

export interface Parted {
  /** For the screen, the recording and those who look on. */
  readonly shown: Buffer
  /** For the person. */
  readonly passed: Buffer
}

/** A target that shows so much beside frames speaks of something else. */
const MOST_NOISE = 8 * 1024

const NOTHING = Buffer.alloc(0)

interface Underway {
  readonly direction: Direction
  readonly isRefused: boolean
  readonly fromTarget: FrameReader
  readonly fromPerson: FrameReader
  noise: number
  /** What the sender said last. */
  said?: number
  file?: { readonly name: string; hasData: boolean; isSent: boolean }
  /** By the person; what the target still sends is part of it until it says so too. */
  isCancelled: boolean
  /** A receiver says what none says: this is no transfer. */
  isForeign: boolean
  isOver: boolean
}

export class Transfers {
  readonly #options: TransferOptions
  readonly #starts = new StartWatch()
  #now: Underway | undefined
  /** The sender waves at the end: from the target for the person, or the other way round. */
  #waves: { from: 'target' | 'person'; left: number } | undefined

  constructor(options: TransferOptions) {
    this.#options = options
  }

  output(data: Buffer): Parted {
    if (this.#now) return this.#carried(this.#now, data)
    const rest = this.#withoutWaves('target', data)
    const start = this.#starts.look(rest)
    if (!start) return { shown: rest, passed: data }
    const at = Math.max(0, start.at)
    const { direction } = start
    const now = this.#begin(direction)
    // Of a begin that was cut the first part has been shown: the reader needs it all the same.
    if (start.at < 0) now.fromTarget.take(Buffer.from(BEGIN.slice(0, -start.at), 'latin1'))
    const before = rest.subarray(0, at)
    const after = this.#carried(now, rest.subarray(at))
    if (now.isRefused) this.#refuse(now)
    return {
      shown: Buffer.concat([before, after.shown]),
      passed: Buffer.concat([data.subarray(0, data.length - rest.length), before, after.passed]),
    }
  }

  /** Gives what is left for the guard. */
  input(data: Buffer): Buffer {
    const now = this.#now
    if (!now || now.isRefused) {
      const rest = this.#withoutWaves('person', data)
      if (rest.length < data.length) this.#options.toTarget(data.subarray(0, data.length - rest.length))
      return rest
    }
    // Whoever types again does not wait for the target to say so.
    if (now.isCancelled && data.some((byte) => byte !== CANCELS && byte !== BACK)) {
      this.#over(now)
      return data
    }
    const keys: Uint8Array[] = []
    const stretches = now.fromPerson.take(data)
    if (now.isForeign) {
      // No hand types this.
      this.#over(now)
      return NOTHING
    }
    // Whoever types while files come works on something else: from here on everything is shown again.
    const isTyping = stretches.some(({ isFrame, bytes }) => !isFrame && bytes.some((byte) => !SILENT.has(byte)))
    if (now.direction === 'download' && !now.isOver && isTyping) this.#over(now)
    for (const { isFrame, bytes } of stretches) {
      // A cancellation ends with backspaces: at once, they go with the program; later, to the shell.
      if (isFrame || (now.isCancelled && bytes.every((byte) => byte === BACK))) this.#options.toTarget(bytes)
      else keys.push(...this.#afterEnd(now, bytes))
    }
    return Buffer.concat(keys)
  }

  end(): void {
    if (this.#now) this.#over(this.#now)
  }

  /** What the person says right after the last frame may be the wave. */
  #afterEnd(now: Underway, bytes: Uint8Array): Uint8Array[] {
    if (!now.isOver) return [bytes]
    const rest = this.#withoutWaves('person', Buffer.from(bytes))
    if (rest.length < bytes.length) this.#options.toTarget(bytes.subarray(0, bytes.length - rest.length))
    return [rest]
  }

  #begin(direction: Direction): Underway {
    const hear = (from: 'target' | 'person') => (read: ZmodemRead) => this.#hear(now, from, read)
    const now: Underway = {
      direction,
      isRefused: !this.#options.may(direction),
      fromTarget: new FrameReader({ onRead: hear('target') }),
      fromPerson: new FrameReader({ onRead: hear('person') }),
      noise: 0,
      isCancelled: false,
      isForeign: false,
      isOver: false,
    }
    this.#now = now
    return now
  }

  #carried(now: Underway, data: Buffer): Parted {
    const shown: Uint8Array[] = []
    let [ended, last] = [false, true]
    const stretches = now.fromTarget.take(data)
    if (now.isForeign && !now.isRefused) {
      this.#over(now)
      return { shown: data, passed: data }
    }
    for (const { isFrame, bytes } of stretches) {
      last = isFrame
      if (isFrame) now.noise = 0
      else {
        now.noise += bytes.length
        shown.push(now.isOver ? this.#withoutWaves('target', Buffer.from(bytes)) : bytes)
      }
      ended = now.isOver
    }
    // A refused one is over when the target shows something else.
    if (!ended && (now.noise > MOST_NOISE || (now.isRefused && !last && now.noise > 0))) this.#over(now)
    const seen = shown.length > 0 ? Buffer.concat(shown) : NOTHING
    return { shown: seen, passed: now.isRefused ? seen : data }
  }

  #refuse({ direction }: Underway): void {
    this.#options.toTarget(ZMODEM_CANCEL)
    this.#options.onRefused(direction)
  }

  #hear(now: Underway, from: 'target' | 'person', read: ZmodemRead): void {
    if (now.isOver || now.isRefused) return
    if (read.kind === 'cancel') {
      this.#fileOver(now, false)
      if (from === 'target') this.#over(now)
      else now.isCancelled = true
      return
    }
    if (now.isCancelled) return
    const isSender = (now.direction === 'download') === (from === 'target')
    // Only the right to upload lets somebody send data past the guard, a target that waits for files hides nothing in data of its own, and
    // nobody orders a command that way.
    if (
      read.kind === 'header' &&
      (read.header.type === ZMODEM_FRAME.command || (!isSender && WITH_DATA.has(read.header.type)))
    )
      now.isForeign = true
    if (isSender) this.#senderSays(now, read)
    else if (read.kind === 'header') this.#receiverSays(now, from, read.header.type)
  }

  #senderSays(now: Underway, read: Exclude<ZmodemRead, { kind: 'cancel' }>): void {
    if (read.kind === 'header') {
      now.said = read.header.type
      if (now.said === ZMODEM_FRAME.endOfFile && now.file) now.file.isSent = true
    } else if (now.said === ZMODEM_FRAME.file && read.isSound) {
      this.#fileOver(now, now.file?.isSent === true)
      const name = offeredIn(read.data).name.slice(0, 1_024)
      now.file = { name, hasData: false, isSent: false }
      this.#options.onBegun(now.direction, name)
    } else if (now.said === ZMODEM_FRAME.data && now.file && read.data.length > 0) now.file.hasData = true
  }

  #receiverSays(now: Underway, from: 'target' | 'person', type: number): void {
    if (type === ZMODEM_FRAME.receiverReady && now.file?.isSent) this.#fileOver(now, true)
    // Left out before anything of it was given: nothing has gone anywhere.
    else if (type === ZMODEM_FRAME.skip && now.file) {
      if (now.file.hasData) this.#fileOver(now, false)
      now.file = undefined
    } else if (type === ZMODEM_FRAME.finish) {
      this.#over(now)
      this.#waves = { from: from === 'target' ? 'person' : 'target', left: 2 }
    }
  }

  #fileOver(now: Underway, succeeded: boolean): void {
    if (now.file) this.#options.onFile(now.direction, now.file.name, succeeded)
    now.file = undefined
  }

  #over(now: Underway): void {
    if (now.isOver) return
    now.isOver = true
    this.#fileOver(now, now.file?.isSent === true)
    this.#now = undefined
  }

  #withoutWaves(from: 'target' | 'person', data: Buffer): Buffer {
    const waves = this.#waves
    if (waves?.from !== from || data.length === 0) return data
    let at = 0
    while (at < data.length && waves.left > 0 && data[at] === WAVE) {
      at++
      waves.left--
    }
    if (waves.left === 0 || at < data.length) this.#waves = undefined
    return at === 0 ? data : data.subarray(at)
  }
}

const WITH_DATA: ReadonlySet<number> = new Set([ZMODEM_FRAME.data, ZMODEM_FRAME.file, ZMODEM_FRAME.senderSays])
/** What may stand between the frames of a receiver. */
const SILENT: ReadonlySet<number> = new Set([0x18, 0x08, 0x11, 0x13])

const BEGIN = '**\u0018B0'
const WAVE = 0x4f
const CANCELS = 0x18
const BACK = 0x08
