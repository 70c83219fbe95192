// The stream under a PostgreSQL client: what is too large to be good, or asks for a password in the clear, does not get through.
import { Duplex } from 'node:stream'
import { DialFailure } from '../session/line.ts'
import { LIMITS } from './engine.ts'
import type { Secured } from './secure.ts'

const AUTHENTICATION = 0x52
const CLEARTEXT = 3

export class PostgresWire extends Duplex {
  readonly #inner: Duplex
  readonly #encrypted: boolean
  readonly #release: () => void
  /** Of the message that comes: its first bytes, and how many are still to come. */
  #head: number[] = []
  #left = 0

  constructor({ stream, encrypted }: Secured, release: () => void) {
    super()
    this.#inner = stream
    this.#encrypted = encrypted
    this.#release = release
    stream.on('data', (bytes: Buffer) => {
      const wrong = this.#inspect(bytes)
      if (wrong) this.destroy(wrong)
      else if (!this.destroyed && !this.push(bytes)) stream.pause()
    })
    stream.once('end', () => this.push(null))
    stream.once('close', () => this.destroy())
    stream.on('error', (error) => this.destroy(error))
  }

  // The client takes it for a socket.
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {
    this.#inner.resume()
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#inner.writable) this.#inner.write(bytes, done)
    else done()
  }

  override _final(done: () => void): void {
    this.#inner.end()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner.destroy()
    this.#release()
    done(error)
  }

  #inspect(bytes: Buffer): DialFailure | undefined {
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, bytes.length - at)
        this.#left -= skipped
        at += skipped
        continue
      }
      this.#head.push(bytes[at++]!)
      if (this.#head.length < 5) continue
      const head = Buffer.from(this.#head)
      const length = head.readUInt32BE(1)
      if (length < 4 || length > LIMITS.message) return new DialFailure('unreachable', 'a message without measure')
      if (head[0] === AUTHENTICATION && length >= 8 && head.length < 9) continue
      if (head.length === 9 && head.readUInt32BE(5) === CLEARTEXT && !this.#encrypted)
        return new DialFailure('cleartext', 'the password was asked for in the clear')
      this.#left = length + 1 - head.length
      this.#head = []
    }
    return undefined
  }
}
