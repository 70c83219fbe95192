// Takes files that the other side sends. Pure: bytes come in, bytes go out, and somebody is asked what to do with each file.

import { toText } from '../recording/utf8.ts'
import { atPosition, CANCEL, END, FRAME, type Header, hexHeader, positionIn } from './frames.ts'
import { FrameReader, type Read } from './reader.ts'

export interface Offered {
  readonly name: string
  /** Undefined where the sender does not know. */
  readonly size?: number
}

export interface ReceiveOptions {
  readonly send: (bytes: Uint8Array) => void
  /** Where a file goes; nothing: it is left out. */
  readonly onFile: (file: Offered) => Taker | undefined
  /** What is no frame: for the screen. */
  readonly onNoise: (bytes: Uint8Array) => void
  readonly onOver: (how: 'done' | 'cancelled') => void
}

export interface Taker {
  data(bytes: Uint8Array, soFar: number): void
  end(): void
}

/** Full duplex, no pauses for writing, checks of 32 bits. */
const READY = hexHeader(FRAME.receiverReady, [0, 0, 0, 0x23])

export class Receiver {
  readonly #options: ReceiveOptions
  readonly #reader = new FrameReader({ onRead: (read) => this.#hear(read) })
  #before: number | undefined
  #taker: Taker | undefined
  #position = 0
  /** The sender waves twice at the end. */
  #waves = 0
  #isOver = false
  #isCancelling = false

  constructor(options: ReceiveOptions) {
    this.#options = options
  }

  take(bytes: Uint8Array): void {
    for (const { isFrame, bytes: some } of this.#reader.take(bytes)) {
      if (isFrame) continue
      if (this.#waves === 0) this.#options.onNoise(some)
      else this.#wave(some)
    }
  }

  /** What is still on its way is read to its end: over when the other side says so too. */
  cancel(): void {
    if (this.#isOver || this.#isCancelling) return
    this.#isCancelling = true
    this.#taker = undefined
    this.#options.send(CANCEL)
  }

  /** Nobody waits for the other side any longer. */
  leave(): void {
    this.#end('cancelled')
  }

  #hear(read: Read): void {
    if (this.#isOver) return
    if (read.kind === 'cancel') this.#end('cancelled')
    else if (this.#isCancelling) return
    else if (read.kind === 'header') this.#header(read.header)
    else this.#data(read)
  }

  #header(header: Header): void {
    const { send } = this.#options
    this.#before = header.type
    if (header.type === FRAME.askReceiver) send(READY)
    else if (header.type === FRAME.data && positionIn(header) !== this.#position) this.#goOn()
    else if (header.type === FRAME.endOfFile) {
      if (positionIn(header) !== this.#position) return
      this.#taker?.end()
      this.#taker = undefined
      send(READY)
    } else if (header.type === FRAME.finish) {
      send(hexHeader(FRAME.finish))
      this.#waves = 2
    } else if (header.type === FRAME.challenge) send(hexHeader(FRAME.yes, header.bytes))
  }

  #data({ data, end, isSound }: Extract<Read, { kind: 'data' }>): void {
    const { send, onFile } = this.#options
    if (this.#before === FRAME.senderSays) send(hexHeader(FRAME.yes, [1, 0, 0, 0]))
    else if (this.#before === FRAME.file) {
      if (!isSound) {
        send(hexHeader(FRAME.again))
        return
      }
      this.#position = 0
      this.#taker = onFile(offeredIn(data))
      if (this.#taker) this.#goOn()
      else send(hexHeader(FRAME.skip))
    } else if (this.#before === FRAME.data && this.#taker) {
      if (!isSound) {
        this.#goOn()
        return
      }
      this.#position += data.length
      this.#taker.data(data, this.#position)
      if (end === END.moreAnswer || end === END.frameAnswer) send(hexHeader(FRAME.yes, atPosition(this.#position)))
    }
  }

  #goOn(): void {
    this.#options.send(hexHeader(FRAME.goOnFrom, atPosition(this.#position)))
  }

  #wave(bytes: Uint8Array): void {
    let at = 0
    while (this.#waves > 0 && bytes[at] === 0x4f) {
      at++
      this.#waves--
    }
    if (this.#waves === 0 || at < bytes.length) {
      this.#waves = 0
      this.#end('done')
      if (at < bytes.length) this.#options.onNoise(bytes.subarray(at))
    }
  }

  #end(how: 'done' | 'cancelled'): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.onOver(how)
  }
}

/** The name, then numbers as text. */
export const offeredIn = (data: Uint8Array): Offered => {
  const stop = data.indexOf(0)
  const name = toText(data.subarray(0, stop < 0 ? data.length : stop))
  const [size] = stop < 0 ? [] : toText(data.subarray(stop + 1)).split(/[ \0]/)
  return { name, ...(size && /^\d{1,15}$/.test(size) ? { size: Number(size) } : {}) }
}
