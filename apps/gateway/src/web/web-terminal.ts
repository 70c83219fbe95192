// A terminal in a browser: opened for somebody the server vouches for, carried like one that came by ssh.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FromBrowser, ToBrowser, WindowSize } from '@drawbridge/wire'
import { Denied, type Lang, type Person } from '../server/server.ts'
import { DialFailure, type Pty, type Size, sizeOf } from '../session/line.ts'
import type { Seat } from '../session/seat.ts'
import { type Destination, type Means, Session } from '../session/session.ts'
import { sayings } from '../session/words.ts'
import { type Browser, BrowserStream } from './browser-stream.ts'

export interface Visitor {
  readonly person: Person
  readonly address: string
  readonly lang: Lang
}

/** The browser as far as a terminal is concerned. */
export interface Page extends Browser {
  note(note: ToBrowser): void
  close(): void
}

export class WebTerminal {
  readonly secret = randomBytes(24).toString('base64url')
  readonly #visitor: Visitor
  readonly #means: Means
  readonly #stream = new BrowserStream()
  readonly #resized = new Set<(size: Size) => void>()
  #pty: Pty
  #page: Page
  #session: Session | undefined
  #login: ((answer: { username: string; password: string } | undefined) => void) | undefined
  #asked: string | undefined

  constructor(visitor: Visitor, page: Page, size: WindowSize, means: Means) {
    this.#visitor = visitor
    this.#page = page
    this.#means = means
    this.#pty = { ...sizeOf(size.columns, size.rows), term: 'xterm-256color' }
    this.#stream.on('error', () => undefined)
    this.#stream.once('close', () => this.#login?.(undefined))
  }

  get id(): string | undefined {
    return this.#session?.id
  }

  /** Whether somebody who comes back is who opened it. */
  isFor(person: Person, secret: string): boolean {
    const [mine, given] = [Buffer.from(this.secret), Buffer.from(secret)]
    return person.id === this.#visitor.person.id && mine.length === given.length && timingSafeEqual(mine, given)
  }

  /** From the server's permission to the last word. */
  async run(destination: Destination): Promise<void> {
    const { lang } = this.#visitor
    const seat = this.#seat()
    try {
      const session = await Session.admit(destination, seat, this.#means)
      this.#session = session
      session.watchers.onGuests((by) => this.#page.note({ type: 'watched', by }))
      this.#stream.attach(this.#page, 0)
      this.#greet()
      await this.#travel(session, seat)
      const reason = await session.over
      this.#page.note({ type: 'closed', reason, message: session.saying ?? sayings.closed.left[lang], again: true })
    } catch (error) {
      const denied = error instanceof Denied
      if (!denied) this.#means.log(`a web terminal could not begin: ${(error as Error).message}`)
      const message = denied ? error.message : sayings.failed.server[lang]
      this.#page.note({ type: 'closed', reason: denied ? 'denied' : 'failed', message, again: !denied })
    }
    this.#stream.destroy()
    this.#page.close()
  }

  /** Another page takes the place of the one that was there. */
  resume(page: Page, offset: number, size: WindowSize): void {
    const before = this.#page
    this.#page = page
    this.#stream.detach(before)
    before.close()
    this.#greet()
    this.#stream.attach(page, Math.max(0, offset))
    if (this.#asked !== undefined) page.note({ type: 'login', username: this.#asked })
    this.hear(page, { type: 'resize', ...size })
  }

  hear(page: Page, note: FromBrowser): void {
    if (page !== this.#page) return
    if (note.type === 'resize') {
      this.#pty = { ...this.#pty, ...sizeOf(note.columns, note.rows) }
      for (const heard of this.#resized) heard(this.#pty)
    } else if (note.type === 'ack') this.#stream.ack(note.offset)
    else if (note.type === 'login') this.#login?.({ username: String(note.username), password: String(note.password) })
    else if (note.type === 'close') this.#stream.destroy()
  }

  type(page: Page, keys: Buffer): void {
    if (page !== this.#page || this.#stream.destroyed || this.#stream.type(keys)) return
    if (this.#session) this.#session.close('flooded')
    else this.#stream.destroy()
  }

  left(page: Page): void {
    this.#stream.detach(page)
  }

  #greet(): void {
    const { id, connection, watchers } = this.#session!
    const { typed } = this.#stream
    this.#page.note({ type: 'opened', session: id, secret: this.secret, actions: connection.actions, typed })
    this.#page.note({ type: 'watched', by: watchers.guests })
  }

  async #travel(session: Session, seat: Seat): Promise<void> {
    const gone = () => session.close('gone')
    seat.stream.once('close', gone)
    try {
      // A grant for files alone lets people in as well, but not to a shell.
      if (!session.may('connect')) {
        session.close('left', sayings.failed.right)
        return
      }
      const line = await session.dial((username) => this.#askLogin(username))
      const shell = await line.shell(seat.pty, seat.env)
      await session.relay(shell, seat)
    } catch (error) {
      if (!(error instanceof DialFailure)) this.#means.log(`session ${session.id}: ${(error as Error).message}`)
      await session.fail(error)
    } finally {
      seat.stream.off('close', gone)
    }
  }

  async #askLogin(username: string) {
    this.#asked = username
    this.#page.note({ type: 'login', username })
    const answer = await new Promise<{ username: string; password: string } | undefined>((done) => {
      this.#login = done
    })
    this.#login = undefined
    this.#asked = undefined
    if (!answer || answer.password === '') return undefined
    this.#greet()
    // A fixed name is not for the person to change.
    return { username: username || answer.username, password: answer.password, private_key: '' }
  }

  #seat(): Seat {
    const terminal = this
    return {
      ...this.#visitor,
      from: 'WT',
      stream: this.#stream,
      env: {},
      get pty() {
        return terminal.#pty
      },
      onResize: (heard) => {
        this.#resized.add(heard)
        return () => this.#resized.delete(heard)
      },
    }
  }
}
