// Where a transfer begins in what a target shows: `sz` asks for a receiver, `rz` says that it is ready for one.
export type Direction = 'upload' | 'download'

const STARTS = [
  ['**\u0018B00', 'download'],
  ['**\u0018B01', 'upload'],
] as const

const LONGEST = 6

export interface Start {
  readonly direction: Direction
  /** Of its first byte in what was given last; below nothing when it began before. */
  readonly at: number
}

/** Looks for the begin of a transfer, over the borders of what comes. */
export class StartWatch {
  #tail = ''

  look(bytes: Uint8Array): Start | undefined {
    // Most of what is shown holds no such sign, and is not looked at any further.
    if (!bytes.includes(0x18) && !this.#tail.includes('\u0018')) {
      this.#tail = (this.#tail + latin1(bytes.subarray(1 - LONGEST))).slice(1 - LONGEST)
      return undefined
    }
    const text = this.#tail + latin1(bytes)
    const before = this.#tail.length
    this.#tail = text.slice(1 - LONGEST)
    if (!text.includes('\u0018B0')) return undefined
    const found = STARTS.map(([sign, direction]) => ({ direction, at: text.indexOf(sign) }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at)[0]
    if (!found) return undefined
    this.#tail = ''
    return { direction: found.direction, at: found.at - before }
  }
}

const latin1 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}
