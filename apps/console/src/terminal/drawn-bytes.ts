// How far the other side may go ahead of the screen: it is told what is drawn, after enough bytes or a short while.
const ACK_MS = 150

export class DrawnBytes {
  readonly #every: number
  readonly #tell: (drawn: number) => void
  #drawn = 0
  #told = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `every`: told at the latest after this many bytes. */
  constructor(every: number, tell: (drawn: number) => void) {
    this.#every = every
    this.#tell = tell
  }

  /** Counts anew, from what the other side knows of. */
  startAt(count: number): void {
    this.stop()
    this.#drawn = this.#told = count
  }

  upTo(count: number): void {
    this.#drawn = Math.max(this.#drawn, count)
    if (this.#drawn - this.#told >= this.#every) this.#acknowledge()
    else this.#timer ??= setTimeout(() => this.#acknowledge(), ACK_MS)
  }

  /** Drawn with something else: told with what comes next. */
  silentlyUpTo(count: number): void {
    this.#drawn = count
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #acknowledge(): void {
    this.stop()
    this.#told = this.#drawn
    this.#tell(this.#drawn)
  }
}
