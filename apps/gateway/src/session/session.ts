// A session: admitted by the server, connected to the target, relayed in both directions under watch, closed for a reason the person sees.
import type { Duplex } from 'node:stream'
import type { Connection, Credentials } from '@drawbridge/wire'
import { Denied, type Lang, type Server } from '../server/server.ts'
import type { CommandBook } from '../watch/command-book.ts'
import { CommandWatch, type Seen } from '../watch/commands.ts'
import type { FileBook } from '../watch/file-book.ts'
import { PipedLines } from '../watch/piped.ts'
import { Recorder } from '../watch/recorder.ts'
import { Screen } from '../watch/screen.ts'
import type { Spool } from '../watch/spool.ts'
import { Transfers } from '../watch/transfers.ts'
import type { Uploads } from '../watch/upload.ts'
import { Watchers } from '../watch/watchers.ts'
import { inOneGo } from './in-one-go.ts'
import { type Dial, DialFailure, type Line, type Shell, type Size } from './line.ts'
import type { LiveSessions } from './live.ts'
import { type Seat, safe, tell } from './seat.ts'
import { type CloseReason, type FailReason, type Saying, sayings } from './words.ts'

export interface Means {
  readonly server: Server
  readonly dial: Dial
  readonly spool: Spool
  readonly uploads: Uploads
  readonly commands: CommandBook
  readonly files: FileBook
  readonly live: LiveSessions
  readonly now: () => number
  readonly log: (line: string) => void
}

/** An asset or an application, and as whom. */
export type Destination = ({ readonly asset: string } | { readonly application: string }) & {
  readonly systemUser: string
  readonly protocol: string
}

export type State =
  | { readonly at: 'admitted' }
  | { readonly at: 'connecting' }
  | { readonly at: 'live' }
  | { readonly at: 'closed'; readonly reason: CloseReason | FailReason }

/** Asks for a login that the server does not have: manual mode. */
export type AskLogin = (username: string) => Promise<Credentials | undefined>

type Place = Pick<Seat, 'lang' | 'stream' | 'pty' | 'address'>

/** Of the output of a single command. */
const MOST_RECORDED = 1024 * 1024

/** Keys that may wait for a verdict before the person is asked to pause. */
const MOST_WAITING = 64 * 1024

export class Session {
  readonly id: string
  readonly connection: Connection
  readonly over: Promise<CloseReason | FailReason>
  readonly watchers = new Watchers()
  readonly #means: Means
  readonly #seat: Place
  readonly #abort = new AbortController()
  readonly #finish: (reason: CloseReason | FailReason) => void
  #state: State = { at: 'admitted' }
  #recorder: Recorder | undefined
  /** When the recording began: moments are counted from there. */
  #began: number | undefined
  #line: Line | undefined
  #saying: string | undefined
  /** In place of our own words for the reason. */
  #said: string | Readonly<Record<Lang, string>> | undefined
  #size: Size

  private constructor(connection: Connection, seat: Place, means: Means) {
    this.id = connection.id
    this.connection = connection
    this.#seat = seat
    this.#means = means
    this.#size = seat.pty
    let finish!: (reason: CloseReason | FailReason) => void
    this.over = new Promise((done) => {
      finish = done
    })
    this.#finish = finish
  }

  /** The server decides; what it refuses is worded by it. */
  static async admit(
    to: Destination,
    seat: Pick<Seat, 'person' | 'address' | 'from' | 'lang' | 'stream' | 'pty'>,
    means: Means,
  ): Promise<Session> {
    const connection = await means.server.connect(
      {
        user: seat.person.id,
        ...('asset' in to ? { asset: to.asset } : { application: to.application }),
        system_user: to.systemUser,
        protocol: to.protocol,
        remote_addr: seat.address,
        login_from: seat.from,
      },
      seat.lang,
    )
    const session = new Session(connection, seat, means)
    means.live.add(session)
    return session
  }

  get state(): State {
    return this.#state
  }

  get size(): Size {
    return this.#size
  }

  may(action: string): boolean {
    return this.connection.actions.includes(action)
  }

  async dial(ask?: AskLogin): Promise<Line> {
    this.#state = { at: 'connecting' }
    const { login } = this.connection
    try {
      const manual = login.mode === 'manual' && login.password === '' && login.private_key === ''
      const answer = manual ? await ask?.(login.username) : login
      if (!answer) throw new DialFailure('auth', 'no password was given')
      this.#line = await this.#means.dial(this.connection, answer, {
        signal: this.#abort.signal,
        pty: this.#seat.pty,
        lang: this.#seat.lang,
      })
      if (this.#wanted) throw new DialFailure('unreachable', 'closed while it was connected')
    } catch (error) {
      await this.fail(error)
      throw error
    }
    this.#line.onLost(() => this.close('lost'))
    return this.#line
  }

  /** No connection came about, or not what was asked of it. The first failure counts. */
  async fail(error: unknown): Promise<void> {
    const reason = this.#abort.signal.aborted ? undefined : reasonOf(error)
    if (reason) {
      this.#means.log(`session ${this.id}: no connection to ${this.connection.address}: ${(error as Error).message}`)
      this.#saying = sayings.failed[reason][this.#seat.lang]
    }
    await this.#end(reason ?? this.#wanted ?? 'gone', false)
  }

  /** Relays a terminal until one side ends it. */
  async relay(shell: Shell, seat: Seat): Promise<CloseReason | FailReason> {
    this.#state = { at: 'live' }
    const { connection } = this
    const recorder = this.#record()
    const screen = new Screen(seat.pty.columns, seat.pty.rows)
    this.watchers.begin(screen)
    const watch = new CommandWatch({
      rules: connection.rules,
      screen,
      now: this.#means.now,
      toTarget: (bytes) => shell.stream.write(bytes),
      onCommand: (seen) => this.command(seen),
      onDenied: (line) => this.#say(sayings.denied(line.slice(0, 80)), recorder, screen),
      onUnread: () => this.#say(sayings.unread, recorder, screen),
    })
    shell.own?.onCommand((seen) => this.command(seen))
    const { broken } = shell.own ?? watch
    for (const { rule, reason } of broken) this.#means.log(`command rule ${rule} cannot be read: ${reason}`)
    const idle = this.#idle()
    const { stream } = seat
    const transfers = new Transfers({
      may: (direction) => this.may(direction === 'upload' ? 'upload_file' : 'download_file'),
      toTarget: (bytes) => shell.stream.write(bytes),
      onRefused: (direction) => this.#say(sayings.noTransfer[direction], recorder, screen),
      onBegun: (direction, name) => recorder.mark(`${direction}: ${safe(name)}`),
      onFile: (direction, name, succeeded) => this.#file(direction, name, succeeded),
    })
    let isScreenAsked = false
    const show = (data: Buffer) => {
      recorder.output(data)
      screen.show(data)
      if (!isScreenAsked && recorder.wantsScreen()) {
        isScreenAsked = true
        screen.whenWhole((shown) => {
          isScreenAsked = false
          if (!screen.isTorn) recorder.screen(shown)
        })
      }
      watch.output(data)
      this.watchers.show(data)
    }
    const output = inOneGo((data) => {
      idle()
      // Rows of a database may hold any bytes, but no files on their way.
      const { shown, passed } = shell.own ? { shown: data, passed: data } : transfers.output(data)
      // The person first: what we do with it for ourselves must not keep their echo waiting.
      if (passed.length > 0 && stream.writable && !stream.write(passed)) pauseUntilDrained(shell.stream, stream)
      if (shown.length > 0) show(shown)
      if (recorder.isBehind) {
        shell.stream.pause()
        void recorder.caughtUp().then(() => shell.stream.resume())
      }
    })
    shell.stream.on('data', output.add)
    // The person may go on to another asset on the same stream: what listens to it now goes with the session.
    const keys = (data: Buffer) => {
      idle()
      // A shell of our own reads its keys itself.
      if (shell.own) {
        shell.stream.write(data)
        if (shell.stream.writableNeedDrain) pauseUntilDrained(stream, shell.stream)
        return
      }
      const typed = transfers.input(data)
      if (typed.length === 0) {
        if (shell.stream.writableNeedDrain) pauseUntilDrained(stream, shell.stream)
        return
      }
      void watch.input(typed).finally(() => {
        if (watch.waiting <= MOST_WAITING && stream.isPaused() && !shell.stream.writableNeedDrain) stream.resume()
      })
      if (watch.waiting > MOST_WAITING) stream.pause()
      if (shell.stream.writableNeedDrain) pauseUntilDrained(stream, shell.stream)
    }
    const gone = () => this.close('gone')
    stream.on('data', keys)
    stream.once('close', gone)
    stream.once('error', gone)
    const still = seat.onResize((size) => {
      this.#size = size
      shell.resize(size)
      screen.resize(size.columns, size.rows)
      recorder.resize(size.columns, size.rows)
      this.watchers.resize(screen.size)
    })
    shell.stream.once('close', () => this.close('left'))
    shell.stream.on('error', () => this.close('lost'))
    if (stream.destroyed) gone()
    // Whoever asked a question before has left it paused.
    else stream.resume()
    const reason = await this.#closing
    stream.off('data', keys)
    stream.off('close', gone)
    stream.off('error', gone)
    still()
    idle.stop()
    output.flush()
    transfers.end()
    watch.end()
    screen.close()
    return this.#end(reason, true)
  }

  /** Relays a single command: judged before, its output recorded. */
  async run(
    command: string,
    shell: Shell,
    stream: Duplex & { stderr?: NodeJS.WritableStream },
    { carriesFiles = false } = {},
  ): Promise<Shell> {
    this.#state = { at: 'live' }
    const recorder = this.#record()
    const idle = this.#idle()
    recorder.mark(command)
    const screen = new Screen(this.#size.columns, this.#size.rows)
    this.watchers.begin(screen)
    let output = ''
    let shown = 0
    const take = (data: Buffer) => {
      idle()
      // Without a terminal nobody looks at it: it may be an archive of gigabytes. Its begin is kept, and where the record stops is said.
      if (shown <= MOST_RECORDED) {
        recorder.output(data)
        // Without a terminal in between nobody has brought lines back to their begin.
        const lines = Buffer.from(data.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
        screen.show(lines)
        this.watchers.show(lines)
      }
      shown += data.length
      if (shown > MOST_RECORDED && shown - data.length <= MOST_RECORDED)
        recorder.mark('output beyond 1 MiB is not recorded')
      if (output.length < 4096) output += data.toString('utf8')
    }
    shell.stream.on('data', (data: Buffer) => {
      take(data)
      if (stream.writable && !stream.write(data)) pauseUntilDrained(shell.stream, stream)
    })
    shell.errors?.on('data', (data: Buffer) => {
      take(data)
      stream.stderr?.write(data)
    })
    // Files have a right of their own; whatever else is piped in may be read by a shell.
    const lines = this.connection.rules.length > 0 && !carriesFiles ? new PipedLines(this.connection.rules) : undefined
    const passOn = ({ pass, denied }: { pass: Buffer; denied?: string }) => {
      if (pass.length > 0 && !shell.stream.write(pass)) pauseUntilDrained(stream, shell.stream)
      if (denied === undefined) return
      const input = denied.slice(0, 128)
      this.command({ input, output: '', denied: true, at: this.#means.now() })
      this.close('left')
      stream.stderr?.write(`${safe(sayings.denied(input.slice(0, 80))[this.#seat.lang])}\n`)
    }
    stream.on('data', (data: Buffer) => {
      idle()
      if (!this.#wanted) passOn(lines?.take(data) ?? { pass: data })
    })
    stream.once('end', () => {
      if (lines && !this.#wanted) passOn(lines.end())
      shell.stream.end()
    })
    shell.stream.once('close', () => this.close('left'))
    stream.once('close', () => this.close('gone'))
    const reason = await this.#closing
    idle.stop()
    screen.close()
    this.command({ input: command.slice(0, 128), output: printable(output), denied: false, at: this.#means.now() })
    await this.#end(reason, true)
    return shell
  }

  /** Carries something that is no terminal, such as files: what is done is marked, nothing is shown. `leaving` may still mark what was cut off. */
  carry(leaving: () => void = () => undefined): {
    mark(text: string): void
    active(): void
    done: Promise<unknown>
  } {
    this.#state = { at: 'live' }
    const recorder = this.#record()
    const idle = this.#idle()
    const done = this.#closing.then((reason) => {
      idle.stop()
      leaving()
      return this.#end(reason, true)
    })
    const mark = (text: string) => {
      if (this.#state.at === 'live') recorder.mark(text)
    }
    return { mark, active: () => idle(), done }
  }

  command({ input, output, denied, at }: Seen): void {
    const { connection } = this
    if (!denied) this.#recorder?.mark(input)
    this.#means.commands.add({
      session: this.id,
      org_id: connection.org_id,
      user: connection.user,
      asset: connection.asset,
      system_user: connection.system_user,
      input: storable(input).slice(0, 128),
      output: storable(output).slice(0, 1024),
      risk_level: denied ? 5 : 0,
      timestamp: Math.floor(at / 1000),
      moment: Math.max(0, Math.round(at - (this.#began ?? at))),
    })
  }

  #file(direction: 'upload' | 'download', filename: string, is_success: boolean): void {
    const { org_id, user, asset, system_user } = this.connection
    const operate = direction === 'upload' ? 'Upload' : 'Download'
    const { now, files } = this.#means
    files.add({
      ...{ at: now(), org_id, user, asset, system_user, remote_addr: this.#seat.address },
      ...{ operate, filename, is_success },
    })
  }

  /** Ends it, from whatever state. The first reason counts. */
  close(reason: CloseReason, said?: string | Readonly<Record<Lang, string>>): void {
    if (this.#wanted) return
    this.#wanted = reason
    const wording = sayings.closed[reason]
    const { lang } = this.#seat
    const more = typeof said === 'string' ? said : said?.[lang]
    this.#saying = more ?? wording[lang]
    this.#said = said
    this.#abort.abort()
    this.#close(reason)
    // Nobody relays it yet, so nobody else will end it.
    if (this.#state.at !== 'live') void this.#end(reason, false)
  }

  #wanted: CloseReason | undefined
  #close!: (reason: CloseReason) => void
  readonly #closing = new Promise<CloseReason>((done) => {
    this.#close = done
  })

  /** What is said to the person at the end. */
  get saying(): string | undefined {
    return this.#saying
  }

  /** The same for somebody else who saw it end. */
  sayingIn(lang: Lang): string {
    const own = typeof this.#said === 'string' ? this.#said : this.#said?.[lang]
    return own ?? wordsFor(this.#state.at === 'closed' ? this.#state.reason : 'left')[lang]
  }

  #record(): Recorder {
    if (this.#recorder) return this.#recorder
    this.#began = this.#means.now()
    this.#recorder = new Recorder({
      about: { session: this.id, began: this.#began, columns: this.#size.columns, rows: this.#size.rows },
      spool: this.#means.spool,
      now: this.#means.now,
      onChunk: () => this.#means.uploads.kick(this.id),
      onFailure: (error) => {
        this.#means.log(`session ${this.id} cannot be recorded: ${error.message}`)
        this.close('unrecorded')
      },
    })
    // Players begin with the size of the window.
    this.#recorder.resize(this.#size.columns, this.#size.rows)
    return this.#recorder
  }

  #say(saying: Readonly<Record<'zh' | 'en', string>>, recorder: Recorder, screen: Screen): void {
    const data = Buffer.from(`\r\n\u001b[31m${safe(saying[this.#seat.lang])}\u001b[0m\r\n`)
    recorder.output(data)
    screen.show(data)
    this.watchers.show(data)
    if (this.#seat.stream.writable) this.#seat.stream.write(data)
  }

  #idle(): { (): void; stop(): void } {
    const minutes = this.connection.idle_minutes
    const timer = minutes > 0 ? setTimeout(() => this.close('idle'), minutes * 60_000).unref() : undefined
    return Object.assign(() => void timer?.refresh(), { stop: () => clearTimeout(timer) })
  }

  #ending: Promise<CloseReason | FailReason> | undefined

  #end(reason: CloseReason | FailReason, succeeded: boolean): Promise<CloseReason | FailReason> {
    this.#ending ??= this.#lastWords(reason, succeeded)
    return this.#ending
  }

  async #lastWords(reason: CloseReason | FailReason, succeeded: boolean): Promise<CloseReason | FailReason> {
    this.#state = { at: 'closed', reason }
    this.#line?.end()
    // A target that is silent would never hear the goodbye.
    this.#abort.abort()
    this.watchers.end()
    if (this.#saying && reason !== 'left' && reason !== 'gone') tell(this.#seat, { zh: this.#saying, en: this.#saying })
    try {
      // A session that never showed anything is told to be over all the same: no zombie stays online.
      await this.#record().end({ reason, succeeded, saying: sayingOf(reason) })
    } catch (error) {
      this.#means.log(`session ${this.id}: its end was not written down: ${(error as Error).message}`)
    }
    this.#finish(reason)
    return reason
  }
}

const wordsFor = (reason: CloseReason | FailReason): Saying =>
  reason in sayings.closed ? sayings.closed[reason as CloseReason] : sayings.failed[reason as FailReason]

const sayingOf = (reason: CloseReason | FailReason): string => {
  const { zh, en } = wordsFor(reason)
  return `${zh} / ${en}`.slice(0, 256)
}

const reasonOf = (error: unknown): FailReason =>
  error instanceof DialFailure ? error.reason : error instanceof Denied ? 'right' : 'unreachable'

const pauseUntilDrained = (source: Duplex, sink: Duplex): void => {
  source.pause()
  const go = () => {
    sink.off('drain', go)
    sink.off('close', go)
    source.resume()
  }
  sink.once('drain', go)
  sink.once('close', go)
}

/** The database takes no NUL. */
const storable = (text: string): string => text.replaceAll('\u0000', '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: only what can be read is kept
const printable = (text: string): string => text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '').slice(0, 1024)
