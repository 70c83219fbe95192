// What a person could read in the course of a recording, line by line, with the moment each sign appeared. Colours and cursor moves are
// taken away; a jump of the cursor begins another line.
import type { Event } from '@drawbridge/terminal'

export interface Found {
  /** When all of it was there to be read. */
  readonly atMs: number
  readonly line: string
  /** Where in the line it stands. */
  readonly from: number
  readonly to: number
}

export const LONGEST_LINE = 10_000
const EXCERPT = 60

type State = 'text' | 'escape' | 'sequence' | 'string' | 'string-escape' | 'one-more'

/** A search that reads events in their order, chunk after chunk. */
export class ShownText {
  readonly #wanted: string
  #line = ''
  #times: number[] = []
  #state: State = 'text'
  #returned = false
  readonly #found: Found[] = []

  constructor(wanted: string) {
    this.#wanted = wanted.toLowerCase()
  }

  /** Given away once. */
  take(): Found[] {
    return this.#found.splice(0)
  }

  read(events: readonly Event[]): void {
    for (const event of events) if (event.kind === 'output') for (const sign of event.data) this.#sign(sign, event.at)
  }

  end(): void {
    this.#break()
  }

  #sign(sign: string, at: number): void {
    if (this.#state !== 'text') this.#within(sign)
    else if (sign === '\x1b') this.#state = 'escape'
    else if (sign === '\n' || sign === '\v' || sign === '\f') this.#break()
    // Alone it goes back to the start of the line, to write over it.
    else if (sign === '\r') this.#returned = true
    else if (sign === '\b') this.#back()
    else if (sign === '\t') this.#put(' ', at)
    else if (sign >= ' ' && sign !== '\x7f') this.#put(sign, at)
  }

  #within(sign: string): void {
    switch (this.#state) {
      case 'escape':
        if (sign === '[') this.#state = 'sequence'
        else if (']P_^X'.includes(sign)) this.#state = 'string'
        else if ('()*+-./#% '.includes(sign)) this.#state = 'one-more'
        else {
          this.#state = 'text'
          if ('cDEM'.includes(sign)) this.#break()
        }
        return
      case 'sequence':
        if (sign < '@' || sign > '~') return
        this.#state = 'text'
        // Moves and scrolls; colours, modes and erasures leave the line as it is.
        if ('ABEFHfdJLMST'.includes(sign)) this.#break()
        return
      case 'string':
        if (sign === '\x07') this.#state = 'text'
        else if (sign === '\x1b') this.#state = 'string-escape'
        return
      case 'string-escape':
        this.#state = sign === '\\' ? 'text' : 'string'
        return
      default:
        this.#state = 'text'
    }
  }

  #put(sign: string, at: number): void {
    if (this.#returned) this.#break()
    if (this.#line.length >= LONGEST_LINE) this.#break()
    this.#line += sign
    for (let unit = 0; unit < sign.length; unit++) this.#times.push(at)
  }

  #back(): void {
    this.#line = this.#line.slice(0, -1)
    this.#times.length = this.#line.length
  }

  #break(): void {
    const lower = this.#line.toLowerCase()
    // Some signs grow when they are made small; then places cannot be told, and the line is taken as it is.
    const text = lower.length === this.#line.length ? lower : this.#line
    for (
      let from = text.indexOf(this.#wanted);
      from >= 0;
      from = text.indexOf(this.#wanted, from + this.#wanted.length)
    ) {
      const to = from + this.#wanted.length
      const start = Math.max(0, from - EXCERPT)
      this.#found.push({
        atMs: this.#times[to - 1]!,
        line: this.#line.slice(start, to + EXCERPT).trimEnd(),
        from: from - start,
        to: to - start,
      })
    }
    this.#line = ''
    this.#times = []
    this.#returned = false
  }
}

export interface Search {
  readonly chunks: number
  events(no: number): Promise<Event[]>
  readonly signal: AbortSignal
  /** What was found so far, and how much of the recording was read. */
  onFound(found: readonly Found[], share: number): void
}

/** More than anybody looks through. */
export const MOST_FOUND = 500
/** Chunks on their way while one is read. */
const AHEAD = 6

export const searchShown = async (wanted: string, { chunks, events, signal, onFound }: Search): Promise<void> => {
  const text = new ShownText(wanted)
  const found: Found[] = []
  const asked: Promise<Event[]>[] = []
  let told = 0
  for (let no = 0; no < chunks && found.length < MOST_FOUND; no++) {
    for (let next = no + asked.length; next < chunks && asked.length < AHEAD; next++) asked.push(early(events(next)))
    text.read(await asked.shift()!)
    if (signal.aborted) return
    if (no === chunks - 1) text.end()
    const more = text.take()
    found.push(...more)
    const share = (no + 1) / chunks
    // A line for each hundredth is enough: drawing it for each chunk would take longer than reading.
    if (more.length === 0 && share < 1 && share - told < 0.01) continue
    told = share
    onFound(found.slice(0, MOST_FOUND), share)
  }
}

/** Who fails before anybody waits for it has not failed unseen: it is waited for in its turn. */
const early = <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => undefined)
  return work
}
