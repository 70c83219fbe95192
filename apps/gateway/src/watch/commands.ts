// Stands between the keys of a person and the target: reads each line before it is sent, lets the guard judge it, and writes it down with its answer.
import { StringDecoder } from 'node:string_decoder'
import { createGuard, type Guard, type Rule, reach } from '@drawbridge/terminal'
import type { Screen } from './screen.ts'
import { createKeyReader, TypedLine } from './typed.ts'

export const LONGEST = { input: 128, output: 1024 } as const

/** How long the echo of a line is waited for. Past `mostMs` a line that only the screen knows is not sent. */
const ECHO = { quietMs: 40, mostMs: 3_000, interruptedMs: 1_000, slowestMs: 1_000 } as const

/** Rubbing out begins with a sign of our own: on an empty line a shell would ring the bell. */
const INTERRUPT = [Buffer.from([0x03]), Buffer.from([0x20, 0x05, 0x15])]

/** Whoever switches to the second screen by other means than these is still at a shell, whatever it looks like. */
const FULL_SCREEN = new Set(
  ['vi', 'vim', 'nvim', 'view', 'vimdiff', 'nano', 'pico', 'emacs', 'ed', 'joe', 'mcedit', 'mc', 'less', 'more', 'most']
    .concat([
      'man',
      'info',
      'top',
      'htop',
      'atop',
      'iotop',
      'nmon',
      'watch',
      'git',
      'systemctl',
      'journalctl',
      'kubectl',
    ])
    .concat(['crontab', 'visudo', 'sudoedit', 'vipw', 'vigr', 'nmtui', 'dialog', 'whiptail', 'aptitude', 'alsamixer']),
)

const isFullScreen = (line: string): boolean => reach(line).deeds.some(({ name }) => FULL_SCREEN.has(name))

export interface Seen {
  readonly input: string
  readonly output: string
  readonly denied: boolean
  readonly at: number
}

interface Running {
  readonly input: string
  output: string
  readonly decoder: StringDecoder
  readonly at: number
}

/** A password, or a command on a target so far away that its echo comes later than the line goes on: only the echo tells. */
interface Unproven {
  readonly typed: string
  readonly at: number
  readonly decoder: StringDecoder
  since: string
  /** The command before it, and how much it had answered already. */
  readonly during: Running | undefined
  readonly before: number
  /** What stood in its place on the screen, written down where no echo ever comes. */
  readonly instead: string
}

const MOST_UNPROVEN = 32

export interface CommandWatchOptions {
  readonly rules: readonly Rule[]
  readonly screen: Screen
  readonly now: () => number
  readonly toTarget: (bytes: Buffer) => void
  readonly onCommand: (seen: Seen) => void
  /** A line was kept back: the person is told why. */
  readonly onDenied: (line: string) => void
  /** A line could not be read in time. */
  readonly onUnread: () => void
}

export class CommandWatch {
  readonly #options: CommandWatchOptions
  readonly #guard: Guard
  readonly #guarded: boolean
  readonly #line = new TypedLine()
  readonly #keys = createKeyReader()
  /** What stood on the screen before the first key of the line: the prompt. */
  #prompt: string | undefined
  /** The last one that was seen, for lines that were typed before theirs was shown. */
  #lastPrompt = ''
  /** Lines before this one that the shell still holds, because a quote or a bracket is open. */
  #open = ''
  /** A line was kept back, and the shell may still hold it. */
  #wary = false
  /** A program had the whole screen when the last key came. */
  #screenTaken = false
  #running: Running | undefined
  /** Lines that went on before their echo came, the oldest first. */
  #unproven: Unproven[] = []
  #queue: Promise<void> = Promise.resolve()
  #lastOutput = 0
  /** When the last key went to the target, and the first one that it has not answered yet. */
  #lastKey = 0
  #unanswered: number | undefined
  /** How long the target takes to show a key. */
  #echoMs = 0
  #outputs = 0
  #waiting = 0

  constructor(options: CommandWatchOptions) {
    this.#options = options
    this.#guard = createGuard(options.rules)
    this.#guarded = options.rules.length > 0
  }

  /** Rules that cannot work as they are written. */
  get broken(): Guard['broken'] {
    return this.#guard.broken
  }

  /** Bytes of keys that are kept until a line before them is judged. */
  get waiting(): number {
    return this.#waiting
  }

  /** Keys, in their order: one that ends a line waits for the verdict, and those after it wait too. */
  input(data: Buffer): Promise<void> {
    this.#waiting += data.length
    this.#queue = this.#queue
      .then(() => this.#take(data))
      .finally(() => {
        this.#waiting -= data.length
      })
    return this.#queue
  }

  output(data: Buffer): void {
    this.#lastOutput = performance.now()
    this.#outputs++
    if (this.#unanswered !== undefined) this.#measure(this.#lastOutput - this.#unanswered)
    const running = this.#running
    if (running && running.output.length < LONGEST.output * 4) running.output += running.decoder.write(data)
    if (this.#unproven.length > 0) this.#prove(data)
  }

  #measure(tookMs: number): void {
    this.#unanswered = undefined
    this.#echoMs = Math.max(Math.min(tookMs, ECHO.slowestMs), this.#echoMs * 0.9)
  }

  #prove(data: Buffer): void {
    for (const line of [...this.#unproven]) {
      line.since += line.decoder.write(data)
      const text = line.since.replaceAll(ESCAPES, '')
      const end = endOfEcho(text, line.typed, this.#lastPrompt)
      if (end === undefined && line.since.length > LONGEST.output * 4) this.#giveUp(line)
      if (end === undefined) continue
      this.#unproven = this.#unproven.filter((one) => one !== line)
      if (this.#running && this.#running === line.during)
        this.#running.output = this.#running.output.slice(0, line.before)
      this.#begin(line.typed, line.at)
      this.#running!.output = text.slice(end)
    }
  }

  #begin(input: string, at: number): void {
    this.#settle(input)
    this.#running = { input: input.slice(0, LONGEST.input), output: '', decoder: new StringDecoder('utf8'), at }
  }

  /** The session is over: the last command is written down. */
  end(): void {
    for (const line of this.#unproven) this.#giveUp(line)
    this.#settle('')
  }

  async #take(data: Buffer): Promise<void> {
    await this.#backFromProgram()
    if (this.#line.isEmpty && this.#prompt === undefined) {
      await this.#options.screen.settled()
      this.#prompt = this.#options.screen.line().before
      if (this.#prompt.trim() !== '') this.#lastPrompt = this.#prompt
    }
    for (const key of this.#keys.read(data, this.#line)) {
      if (key.kind === 'other') {
        this.#outputs = 0
        this.#lastKey = performance.now()
        this.#unanswered ??= this.#lastKey
        this.#options.toTarget(key.bytes)
      } else await this.#enter(key.bytes, key.pasted)
    }
  }

  /** Keys for a pager or an editor, such as the `q` that ended it, are no part of the line that follows. */
  async #backFromProgram(): Promise<void> {
    const { screen } = this.#options
    if (this.#screenTaken) await screen.settled()
    if (this.#screenTaken && !screen.taken && this.#inProgram()) this.#forget()
    this.#screenTaken = screen.taken
  }

  #inProgram(): boolean {
    return this.#running !== undefined && isFullScreen(this.#running.input)
  }

  async #enter(bytes: Buffer, pasted: boolean): Promise<void> {
    const { screen } = this.#options
    const typed = this.#line.text
    const unsure = this.#line.unsure
    // An editor has the screen: what is typed there is text, not a command, unless it asks for a shell.
    if (screen.taken && this.#inProgram() && !this.#escapes(typed)) {
      this.#line.clear()
      this.#prompt = undefined
      this.#options.toTarget(bytes)
      return
    }
    const { text: shown, isLate } = await this.#shown(typed, unsure)
    if (shown === undefined && unsure && this.#guarded) {
      this.#options.onUnread()
      return
    }
    const all = [typed, shown ?? '', this.#wary ? screen.line().text : '']
    const readings = [...new Set(all.filter((text) => text.trim() !== ''))]
    const denied = this.#guarded && readings.some((text) => !this.#judge(text))
    const input = (shown ?? '').trim()
    if (denied) {
      const isInProgram = screen.taken && this.#inProgram()
      this.#forget()
      this.#wary = true
      const text = (shown ?? typed).trim()
      // The program goes on after the line was kept from it.
      if (!isInProgram) this.#settle(text)
      this.#options.onCommand({
        input: text.slice(0, LONGEST.input),
        output: '',
        denied: true,
        at: this.#options.now(),
      })
      this.#options.onDenied(text)
      // In an editor the rubbing out would be taken for editing.
      await this.#interrupt(isInProgram ? INTERRUPT.slice(0, 1) : INTERRUPT)
      return
    }
    this.#wary = false
    const whole = this.#open + typed
    this.#open = this.#guarded && typed !== '' && reach(whole).open ? `${whole}\n`.slice(-LONGEST.input * 64) : ''
    if (isLate && typed.trim() !== '') this.#waitForEcho(typed.trim(), input)
    else if (input !== '') this.#begin(input, this.#options.now())
    if (pasted) this.#line.put('\n')
    else this.#line.clear()
    this.#prompt = undefined
    this.#unanswered = undefined
    this.#outputs = 0
    this.#options.toTarget(bytes)
  }

  #waitForEcho(typed: string, instead: string): void {
    const [during, before] = [this.#running, this.#running?.output.length ?? 0]
    const decoder = new StringDecoder('utf8')
    this.#unproven.push({ typed, at: this.#options.now(), decoder, since: '', during, before, instead })
    if (this.#unproven.length > MOST_UNPROVEN) this.#giveUp(this.#unproven[0]!)
  }

  #giveUp(line: Unproven): void {
    this.#unproven = this.#unproven.filter((one) => one !== line)
    if (line.instead !== '')
      this.#options.onCommand({ input: line.instead.slice(0, LONGEST.input), output: '', denied: false, at: line.at })
  }

  /** `:!command` in an editor, `!command` in a pager. */
  #escapes(typed: string): boolean {
    const told = /(?:^|:)\s*!(.*)$/.exec(typed)?.[1]
    return this.#guarded && told !== undefined && !this.#guard.judge(told).allowed
  }

  #judge(text: string): boolean {
    const whole = this.#open + text
    return this.#guard.judge(text).allowed && (this.#open === '' || this.#guard.judge(whole).allowed)
  }

  /** The line as the screen shows it, without the prompt; nothing when the target does not show what is typed. */
  async #shown(typed: string, unsure: boolean): Promise<{ text?: string; isLate?: boolean }> {
    const { screen } = this.#options
    const began = performance.now()
    for (;;) {
      await screen.settled()
      const { text } = screen.line()
      const prompt = this.#prompt || this.#lastPrompt
      // A line that is empty so far ends with its prompt, without the blanks behind it.
      const line = text.startsWith(prompt.trimEnd()) ? text.slice(prompt.trimEnd().length).trimStart() : text
      if (!unsure && typed !== '' && text.endsWith(typed.trimEnd())) return { text: typed }
      const now = performance.now()
      // The answer to an earlier key is no answer to the last one, which a far target is yet to show.
      const isAnswered = this.#outputs > 0 && now - this.#lastKey >= this.#echoMs * 1.5
      const quiet = isAnswered && now - this.#lastOutput >= ECHO.quietMs
      if (unsure && quiet) return { text: line }
      if (typed === '' && !unsure) return { text: '' }
      // Typed without an echo is a password, or a shell that was told to be silent: its text is judged but not written down.
      if (!unsure && (quiet || now - began > ECHO.quietMs * 4)) {
        if (line.trim() === '') return { isLate: true }
        // The end of the echo is still on its way, or the shell shows more than was typed.
        const isEcho = typed.trimStart().startsWith(line.trim()) || line.includes(typed.trim())
        return isEcho ? { text: typed } : { text: line, isLate: true }
      }
      if (now - began > ECHO.mostMs) return {}
      await aMoment()
    }
  }

  /**
   * The shell holds the line: an interrupt makes it forget it, with every line before it that is still open. One that was told to ignore interrupts has
   * its line rubbed out; both at once would be a race inside the shell. What was typed ahead waits: an interrupted shell may throw it away.
   */
  async #interrupt(all: readonly Buffer[]): Promise<void> {
    for (const keys of all) {
      this.#outputs = 0
      this.#options.toTarget(keys)
      await this.#quiet(ECHO.interruptedMs)
    }
  }

  /** The target has answered and said no more for a moment, or said nothing for long. */
  async #quiet(mostMs: number): Promise<void> {
    const began = performance.now()
    const waits = () => this.#outputs === 0 || performance.now() - this.#lastOutput < ECHO.quietMs
    while (waits() && performance.now() - began < mostMs) await aMoment()
  }

  #settle(next: string): void {
    const running = this.#running
    this.#running = undefined
    if (!running) return
    const { input, at } = running
    const output = plain(running.output, this.#prompt ?? this.#lastPrompt, next)
    this.#options.onCommand({ input, output: output.slice(0, LONGEST.output), denied: false, at })
  }

  #forget(): void {
    this.#line.clear()
    this.#open = ''
    this.#prompt = undefined
  }
}

/** An echo is the first thing that comes after its line, or stands behind the prompt; what is typed in secret is answered with a new line. */
const endOfEcho = (text: string, typed: string, prompt: string): number | undefined => {
  if (text.startsWith(typed)) return typed.length
  const shown = `\n${prompt}${typed}`
  const at = prompt === '' ? -1 : text.indexOf(shown)
  return at < 0 ? undefined : at + shown.length
}

/** What has come meanwhile is taken in first, however long the machine was busy with something else. */
const aMoment = () => new Promise<void>((done) => setTimeout(() => setImmediate(done), 5))

const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters of terminals are what is taken away
  /\u001b(?:\[[0-9;?<>=!]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[()#%*+][ -~]|[ -~])/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** What a command answered, as text: without the prompt after it and the line that was typed there. */
const plain = (raw: string, prompt: string | undefined, next: string): string => {
  let text = raw.replaceAll(ESCAPES, '').replaceAll('\r\n', '\n').replaceAll(CONTROLS, '')
  text = text.replace(/^\n+/, '')
  if (next !== '' && text.trimEnd().endsWith(next)) text = text.trimEnd().slice(0, -next.length)
  const sign = prompt?.trimEnd()
  if (sign && text.trimEnd().endsWith(sign)) text = text.trimEnd().slice(0, -sign.length)
  return text.trimEnd()
}
