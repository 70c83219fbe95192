// The stream between a session and a browser that comes and goes. What was shown is numbered and kept for a while, so that a browser that was away
// goes on where it was; a session runs no further ahead of its browser than that.
import { Duplex } from 'node:stream'
import { KEPT_BYTES, KEYS_AHEAD, OFFSET_BYTES, WAIT_SECONDS } from '@drawbridge/wire'

export interface Browser {
  /** One frame of output. */
  send(frame: Buffer): void
  /** So many bytes of keys were taken. */
  taken(bytes: number): void
}

interface Piece {
  readonly offset: number
  readonly bytes: Buffer
}

export class BrowserStream extends Duplex {
  readonly #waitMs: number
  #browser: Browser | undefined
  #kept: Piece[] = []
  #written = 0
  #acked = 0
  #typed = 0
  #told = 0
  #held: (() => void) | undefined
  #leaving: NodeJS.Timeout | undefined

  constructor(waitMs = WAIT_SECONDS * 1_000) {
    super({ writableHighWaterMark: 64 * 1024, readableHighWaterMark: 64 * 1024 })
    this.#waitMs = waitMs
    this.#wait()
  }

  /** A browser is there, and has everything before `offset`. What it lacks is sent at once. */
  attach(browser: Browser, offset: number): void {
    clearTimeout(this.#leaving)
    this.#browser = browser
    this.ack(offset)
    for (const piece of this.#kept) {
      const known = Math.max(0, offset - piece.offset)
      if (known < piece.bytes.length) browser.send(framed(piece.offset + known, piece.bytes.subarray(known)))
    }
  }

  /** It went away; another one may have taken its place already. */
  detach(browser: Browser): void {
    if (this.#browser !== browser) return
    this.#browser = undefined
    this.#wait()
  }

  /** Everything before `offset` is on the screen. */
  ack(offset: number): void {
    if (!Number.isSafeInteger(offset) || offset > this.#written) return
    this.#acked = Math.max(this.#acked, offset)
    this.#release()
  }

  /** Keys; false when a browser sends more than it was told to, and nothing is kept of it. */
  type(keys: Buffer): boolean {
    if (this.readableLength + keys.length > KEYS_AHEAD) return false
    this.#typed += keys.length
    this.push(keys)
    this.#tellTaken()
    return true
  }

  get typed(): number {
    return this.#typed
  }

  // Keys come as they are typed; those who read them take them when they can.
  override _read(): void {
    this.#tellTaken()
  }

  #tellTaken(): void {
    const taken = this.#typed - this.readableLength
    if (taken - this.#told < KEYS_AHEAD / 8) return
    this.#told = taken
    this.#browser?.taken(taken)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const piece = { offset: this.#written, bytes: Buffer.from(chunk) }
    this.#written += piece.bytes.length
    this.#kept.push(piece)
    // A browser that comes back after a reload has an empty screen: it gets what is left, even if it was acknowledged.
    while (this.#kept.length > 1 && this.#written - this.#kept[1]!.offset >= KEPT_BYTES) this.#kept.shift()
    this.#browser?.send(framed(piece.offset, piece.bytes))
    this.#held = done
    this.#release()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#leaving)
    this.#kept = []
    const held = this.#held
    this.#held = undefined
    held?.()
    this.push(null)
    done(error)
  }

  #release(): void {
    if (this.#written - this.#acked > KEPT_BYTES) return
    const held = this.#held
    this.#held = undefined
    held?.()
  }

  #wait(): void {
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => this.destroy(), this.#waitMs).unref()
  }
}

const framed = (offset: number, bytes: Buffer): Buffer => {
  const frame = Buffer.allocUnsafe(OFFSET_BYTES + bytes.length)
  frame.writeBigUInt64BE(BigInt(offset))
  bytes.copy(frame, OFFSET_BYTES)
  return frame
}
