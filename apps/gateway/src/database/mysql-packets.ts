// Measures what a MySQL server sends: a message goes over several packets when it is long, and one without measure is not waited for.
import { LIMITS } from './engine.ts'

const WHOLE = 0xffffff

export class PacketMeter {
  #head: number[] = []
  /** Of the packet that comes: how many bytes are still to come. */
  #left = 0
  /** Of the message so far. */
  #message = 0

  /** False when it is too much. */
  take(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, bytes.length - at)
        this.#left -= skipped
        at += skipped
        continue
      }
      this.#head.push(bytes[at++]!)
      if (this.#head.length < 4) continue
      const length = this.#head[0]! | (this.#head[1]! << 8) | (this.#head[2]! << 16)
      this.#head = []
      this.#left = length
      this.#message += length
      if (this.#message > LIMITS.message) return false
      if (length < WHOLE) this.#message = 0
    }
    return true
  }
}
