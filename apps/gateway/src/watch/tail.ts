// The end of a flood: pieces as they came, of which those are let go that it no longer needs.
export class Tail {
  readonly #most: number
  readonly #missed: (part: Buffer) => void
  #pieces: Buffer[] = []
  #length = 0

  constructor(most: number, missed: (part: Buffer) => void) {
    this.#most = most
    this.#missed = missed
  }

  add(data: Buffer): void {
    this.#pieces.push(data)
    this.#length += data.length
    while (this.#length - this.#pieces[0]!.length >= this.#most) {
      const first = this.#pieces.shift()!
      this.#length -= first.length
      this.#missed(first)
    }
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}
