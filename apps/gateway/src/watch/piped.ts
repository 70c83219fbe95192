// What is piped into a command that runs without a terminal: a shell would run it line by line, so line by line it is judged. Only where there are rules.
import { createGuard, type Rule, reach } from '@drawbridge/terminal'

/** A line that is longer cannot be judged as one, and is not passed on. */
const LONGEST = 64 * 1024

export class PipedLines {
  readonly #guard: ReturnType<typeof createGuard>
  #rest = Buffer.alloc(0)
  /** Lines before that are not complete: a quote or a bracket is open. */
  #open = ''

  constructor(rules: readonly Rule[]) {
    this.#guard = createGuard(rules)
  }

  /** What may go on to the target; or the line that may not, after which nothing does. */
  take(data: Buffer): { pass: Buffer; denied?: string } {
    const all = Buffer.concat([this.#rest, data])
    const end = all.lastIndexOf(0x0a) + 1
    this.#rest = Buffer.from(all.subarray(end))
    const judged = this.#judge(all.subarray(0, end))
    if (judged.denied === undefined && this.#rest.length > LONGEST) return { ...judged, denied: textOf(this.#rest) }
    return judged
  }

  /** Nothing more comes: the last line may lack its end. */
  end(): { pass: Buffer; denied?: string } {
    const last = this.#rest
    this.#rest = Buffer.alloc(0)
    return this.#judge(last)
  }

  #judge(bytes: Buffer): { pass: Buffer; denied?: string } {
    let from = 0
    while (from < bytes.length) {
      const at = bytes.indexOf(0x0a, from)
      const next = at < 0 ? bytes.length : at + 1
      const line = bytes.toString('utf8', from, next).replace(/\r?\n$/, '')
      const whole = this.#open + line
      const denied =
        line.length > LONGEST ||
        !this.#guard.judge(line).allowed ||
        (this.#open !== '' && !this.#guard.judge(whole).allowed)
      if (denied) return { pass: bytes.subarray(0, from), denied: line }
      this.#open = reach(whole).open ? `${whole}\n`.slice(-LONGEST) : ''
      from = next
    }
    return { pass: bytes }
  }
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8', 0, 128)
