// The modes of a terminal in a part of a flood that nobody draws: alternate screen, scrolling region, character sets. They outlive the part, so
// that what is drawn after it is drawn as it should be.

/** Hostile floods name modes that do not exist; a terminal has fewer than this. */
const MOST = 64

// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of terminals begin with one
const MODE = /\u001b(?:\[(\??)([\d;]*)([hl])|\[[\d;]*r|\[!p|c|[()*+][ -~]|[=>])/g

/** A sequence whose rest comes with the next part. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const CUT = /\u001b(?:\[[0-?]{0,32}|[()*+])?$/

export class MissedModes {
  /** What was said last of each, in the order in which it was said. */
  readonly #said = new Map<string, string>()
  #cut = ''

  take(part: string): void {
    const text = this.#cut + part
    this.#cut = CUT.exec(text)?.[0] ?? ''
    for (const [whole, sign, numbers, final] of text.matchAll(MODE)) {
      if (whole === '\u001bc' || whole === '\u001b[!p') this.#said.clear()
      if (final === undefined) this.#note(whole.replaceAll(/[\d;]/g, '').slice(0, 3), whole)
      else for (const number of numbers!.split(';')) this.#note(`${sign}${number}`, `\u001b[${sign}${number}${final}`)
    }
  }

  /** The next part goes on in the middle of a sequence. */
  get isCut(): boolean {
    return this.#cut !== ''
  }

  /** Gives what brings a terminal into the same modes, and forgets it. */
  spend(): string {
    const all = [...this.#said.values()].join('') + this.#cut
    this.#said.clear()
    this.#cut = ''
    return all
  }

  #note(mode: string, sequence: string): void {
    this.#said.delete(mode)
    if (this.#said.size < MOST) this.#said.set(mode, sequence)
  }
}
