// A SQL console of our own as a terminal: reads lines, judges each statement before it runs, shows what it gives, and tells what was done.
import { Duplex } from 'node:stream'
import { createGuard, type Guard, type Rule } from '@drawbridge/terminal'
import type { Lang } from '../server/server.ts'
import type { OwnShell, Size } from '../session/line.ts'
import { safe } from '../session/seat.ts'
import { type Saying, sayings } from '../session/words.ts'
import { LONGEST, type Seen } from '../watch/commands.ts'
import { Complaint, type Engine, type Listener } from './engine.ts'
import { KeyReader } from './keys.ts'
import { LineEditor } from './line-editor.ts'
import { concealed, meaningsOf } from './meanings.ts'
import { type Statement, StatementReader } from './statements.ts'
import { Rows } from './table.ts'
import { words } from './words.ts'

/** Keys that wait while a statement runs. */
const MOST_WAITING = 1024 * 1024
/** A procedure may complain about each of a million rows. */
const MOST_NOTICES = 100
const LEAVE = /^(?:\\q|exit|quit)\s*;?$/i

type Result = { readonly rows: Rows } | { readonly tag: string } | { readonly notice: string }

export interface ConsoleOptions {
  readonly engine: Engine
  /** As the person knows it. */
  readonly name: string
  readonly rules: readonly Rule[]
  readonly size: Size
  readonly lang: Lang
  readonly now: () => number
}

export class SqlConsole extends Duplex implements OwnShell {
  readonly #options: ConsoleOptions
  readonly #guard: Guard
  readonly #editor: LineEditor
  readonly #reader: StatementReader
  readonly #keys = new KeyReader()
  readonly #waiting: string[] = []
  #heard: (seen: Seen) => void = () => undefined
  #busy = false
  #running = false
  #cancelled = false
  /** The request, as long as it is on its way. */
  #cancelling: Promise<void> | undefined
  #ended = false
  /** What is drawn while keys are worked off goes out at once: a pasted text is one piece. */
  #drawn: string | undefined
  #held: (() => void) | undefined
  #drained: (() => void) | undefined

  constructor(options: ConsoleOptions) {
    super({ allowHalfOpen: false, readableHighWaterMark: 64 * 1024 })
    const { engine, rules, size } = options
    this.#options = options
    this.#guard = createGuard(rules, (statement) => meaningsOf(statement, engine.dialect) ?? { texts: [] })
    this.#editor = new LineEditor((text) => this.#draw(text), size.columns)
    this.#reader = new StatementReader(engine.dialect)
    this.on('error', () => undefined)
    engine.onLost(() => this.#lost())
  }

  get broken(): Guard['broken'] {
    return this.#guard.broken
  }

  onCommand(heard: (seen: Seen) => void): void {
    this.#heard = heard
  }

  /** Greets the person. */
  start(): void {
    const { name, engine } = this.#options
    this.#say(words.welcome(name, engine.greeting))
    this.#prompt()
  }

  resize({ columns }: Size): void {
    this.#editor.resize(columns)
  }

  override _read(): void {
    this.#drained?.()
    this.#drained = undefined
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (const key of this.#keys.take(bytes)) {
      if (key === '\u0003' && this.#busy) this.#cancel()
      else this.#waiting.push(key)
    }
    if (this.#waiting.length > MOST_WAITING) this.#held = done
    else done()
    void this.#work()
  }

  override _final(done: () => void): void {
    this.#leave()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#options.engine.end()
    this.#drained?.()
    this.#held?.()
    done(error)
  }

  /** Keys in their order; those after the end of a line wait until it is done. */
  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    this.#drawn = ''
    let at = 0
    while (at < this.#waiting.length && !this.#ended && !this.destroyed) {
      const outcome = this.#editor.key(this.#waiting[at++]!)
      if (outcome === 'typing') continue
      this.#waiting.splice(0, at)
      at = 0
      if (outcome === 'leave') this.#leave()
      else if (outcome === 'interrupt') {
        this.#reader.clear()
        this.#prompt()
      } else {
        this.#flush()
        await this.#enter(this.#editor.text)
        this.#drawn = ''
      }
    }
    this.#flush()
    this.#waiting.splice(0, at)
    this.#busy = false
    this.#held?.()
    this.#held = undefined
  }

  async #enter(line: string): Promise<void> {
    this.#cancelled = false
    this.#cancelling = undefined
    this.#editor.remember(line)
    if (this.#reader.empty && (await this.#directive(line.trim()))) {
      this.#prompt()
      return
    }
    const statements = this.#reader.take(`${line}\n`)
    if (this.#reader.full) {
      this.#reader.clear()
      this.#say(words.tooLong, RED)
    }
    for (const [no, statement] of statements.entries()) {
      const ran = await this.#give(statement.text, statement)
      if (ran) continue
      // What comes after a denied or broken off statement was meant to follow it.
      this.#waiting.length = 0
      this.#reader.clear()
      if (no < statements.length - 1) this.#say(words.skipped)
      break
    }
    this.#prompt()
  }

  /** Lines that are no SQL; false when it is none of them. */
  async #directive(line: string): Promise<boolean> {
    const { engine } = this.#options
    if (LEAVE.test(line)) this.#leave()
    else if (/^(?:\\[?h]|help)\s*;?$/i.test(line)) this.#help()
    else if (engine.dialect === 'mysql' && /^delimiter\s+\S{1,8}$/i.test(line))
      this.#reader.delimiter = line.split(/\s+/)[1]!
    else if (line.startsWith('\\')) {
      const meant = engine.shortForm?.(line)
      if (meant) await this.#give(line, { text: meant, upright: false })
      else this.#say(words.unknown(line.slice(0, 80)), RED)
    } else return false
    return true
  }

  /** Judges, runs, shows and tells one statement. `typed` is what the person wrote. False when it did not run to its end. */
  async #give(typed: string, { text, upright }: Statement): Promise<boolean> {
    const { rules, engine, now } = this.#options
    const at = now()
    const input = concealed(typed).slice(0, LONGEST.input)
    const unreadable = rules.length > 0 && meaningsOf(typed, engine.dialect) === undefined
    if (unreadable || !this.#guard.judge(typed).allowed) {
      this.#say(unreadable ? words.unreadable : sayings.denied(typed.slice(0, 80)), RED)
      this.#heard({ input, output: '', denied: true, at })
      return false
    }
    const answer: string[] = []
    let kept = 0
    const print = async (line: string, color = '') => {
      if (kept < LONGEST.output) {
        answer.push(line)
        kept += line.length + 1
      }
      await this.#print(line, color)
    }
    const began = performance.now()
    const results: Result[] = []
    let rows: Rows | undefined
    const listener: Listener = {
      columns: (names) => {
        rows = new Rows(names)
        results.push({ rows })
      },
      row: (cells) => rows?.add(cells) ?? false,
      done: (tag) => results.push({ tag }),
      notice: (notice) => {
        if (results.length < MOST_NOTICES) results.push({ notice })
      },
    }
    let complaint: Complaint | undefined
    this.#running = true
    try {
      await engine.run(text, listener)
    } catch (error) {
      complaint = error instanceof Complaint ? error : new Complaint([(error as Error).message])
    }
    this.#running = false
    await this.#cancelling
    const ms = Math.round(performance.now() - began)
    for (const result of results) {
      if (this.#cancelled && complaint) break
      if ('notice' in result) await print(safe(result.notice))
      else if ('tag' in result) await print(safe(this.#word(words.done(result.tag, ms))))
      else {
        for (const line of result.rows.lines({ upright })) {
          if (this.#cancelled || this.destroyed) break
          await print(line)
        }
        await print(this.#word((result.rows.more ? words.firstRows : words.rows)(result.rows.count, ms)))
      }
    }
    if (complaint)
      for (const line of this.#cancelled ? [this.#word(words.cancelled)] : complaint.lines) await print(safe(line), RED)
    this.#heard({ input, output: answer.join('\n').slice(0, LONGEST.output), denied: false, at })
    return complaint === undefined && !this.#cancelled
  }

  #cancel(): void {
    this.#waiting.length = 0
    if (this.#cancelled) return
    this.#cancelled = true
    this.#draw('^C\r\n')
    // What is only being shown is not shown further; a late request would meet the next statement.
    if (!this.#running) return
    this.#cancelling = this.#options.engine.cancel().catch(() => {
      this.#cancelled = false
      this.#say(words.cannotCancel, RED)
    })
  }

  #help(): void {
    const { lang, engine } = this.#options
    for (const line of words.help[lang]) this.#draw(`${line}\r\n`)
    this.#draw(`${(engine.dialect === 'mysql' ? words.helpMysql : words.helpPostgres)[lang]}\r\n`)
  }

  #prompt(): void {
    if (this.destroyed || this.#ended) return
    const { engine } = this.#options
    const whole = safe(engine.prompt())
    this.#editor.begin(this.#reader.empty ? whole : `${' '.repeat(Math.max(0, whole.length - 3))}-> `)
  }

  #leave(): void {
    this.#options.engine.end()
    if (this.#ended || this.destroyed) return
    this.#flush()
    this.#ended = true
    this.push(null)
  }

  #lost(): void {
    if (this.destroyed || this.#ended) return
    this.#say(words.lost, RED)
    this.#leave()
  }

  #word(saying: Saying): string {
    return saying[this.#options.lang]
  }

  #say(saying: Saying, color = YELLOW): void {
    this.#draw(`${color}${safe(this.#word(saying))}${PLAIN}\r\n`)
  }

  /** Waits for those who are slow to read. */
  async #print(line: string, color = ''): Promise<void> {
    if (this.#draw(`${color}${line}${color && PLAIN}\r\n`) || this.destroyed) return
    await new Promise<void>((done) => {
      this.#drained = done
    })
  }

  #draw(text: string): boolean {
    if (this.#ended || this.destroyed) return true
    if (this.#drawn === undefined) return this.push(text)
    this.#drawn += text
    return true
  }

  #flush(): void {
    const drawn = this.#drawn
    this.#drawn = undefined
    if (drawn) this.#draw(drawn)
  }
}

const RED = '\u001b[31m'
const YELLOW = '\u001b[33m'
const PLAIN = '\u001b[0m'
