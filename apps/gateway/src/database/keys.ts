// Takes what a terminal sends apart into keys: signs, control keys and whole sequences, however they are cut.
import { StringDecoder } from 'node:string_decoder'

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
const SEQUENCE = /^\u001b(?:\[[0-9;?<>=]*[ -/]*[@-~]|O[@-~]|[^[O])/
/** A sequence that never ends is none. */
const LONGEST = 32

export class KeyReader {
  readonly #decoder = new StringDecoder('utf8')
  #held = ''

  take(bytes: Buffer): string[] {
    const keys: string[] = []
    const text = this.#held + this.#decoder.write(bytes)
    this.#held = ''
    for (let at = 0; at < text.length; ) {
      const sequence = text[at] === '\u001b' ? SEQUENCE.exec(text.slice(at, at + LONGEST))?.[0] : undefined
      if (text[at] === '\u001b' && !sequence && text.length - at < LONGEST) {
        this.#held = text.slice(at)
        break
      }
      const key = sequence ?? String.fromCodePoint(text.codePointAt(at)!)
      keys.push(key)
      at += key.length
    }
    return keys
  }
}
