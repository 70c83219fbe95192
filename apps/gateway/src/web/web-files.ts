// The files of an asset in a browser: opened for somebody the server vouches for, carried and written down like those that go by sftp.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type FilesFromBrowser, type FilesToBrowser, UPLOAD, WAIT_SECONDS } from '@drawbridge/wire'
import { Denied, type Person } from '../server/server.ts'
import { carryFiles, fileRightsOf } from '../session/carry-files.ts'
import type { GuardedFiles } from '../session/guarded-files.ts'
import { DialFailure } from '../session/line.ts'
import { silent } from '../session/seat.ts'
import { type Means, Session } from '../session/session.ts'
import { sayings } from '../session/words.ts'
import { Arrivals } from './arrivals.ts'
import type { Downloads } from './downloads.ts'
import { doDeed } from './file-deeds.ts'
import { Fault, faultOf } from './file-faults.ts'
import { readAsk } from './read-ask.ts'
import type { Visitor } from './web-terminal.ts'

/** The browser as far as files are concerned. */
export interface FilesPage {
  note(note: FilesToBrowser): void
  close(): void
}

type Asked = Extract<FilesFromBrowser, { type: 'ask' }>

const PROTOCOL = 'ssh'
const MOST_ASKED = 32
const WINDOW = { columns: 80, rows: 24, term: 'xterm' } as const

export class WebFiles {
  readonly secret = randomBytes(24).toString('base64url')
  readonly #visitor: Visitor
  readonly #means: Means
  readonly #downloads: Downloads
  readonly #asked = new Map<number, AbortController>()
  readonly #over = new AbortController()
  #page: FilesPage | undefined
  #session: Session | undefined
  #files: GuardedFiles | undefined
  #arrivals: Arrivals | undefined
  #login: ((answer: { username: string; password: string } | undefined) => void) | undefined
  #leaving: NodeJS.Timeout | undefined
  /** Downloads that are under way: they are the browser's, and outlive the page. */
  #fetched = 0
  #ended = false

  constructor(visitor: Visitor, page: FilesPage, { means, downloads }: { means: Means; downloads: Downloads }) {
    this.#visitor = visitor
    this.#page = page
    this.#means = means
    this.#downloads = downloads
  }

  get id(): string | undefined {
    return this.#files && this.#session?.id
  }

  get person(): string {
    return this.#visitor.person.id
  }

  /** Whether somebody who comes back is who opened it. */
  isFor(person: Person, secret: string): boolean {
    const [mine, given] = [Buffer.from(this.secret), Buffer.from(secret)]
    return person.id === this.person && mine.length === given.length && timingSafeEqual(mine, given)
  }

  /** From the server's permission to the last word. */
  async run(to: { asset: string; system_user: string }): Promise<void> {
    const { lang } = this.#visitor
    try {
      const destination = { asset: to.asset, systemUser: to.system_user, protocol: PROTOCOL }
      const seat = { ...this.#visitor, from: 'WT' as const, stream: silent(), pty: WINDOW }
      this.#session = await Session.admit(destination, seat, this.#means)
      const message = await this.#travel(this.#session)
      const reason = await this.#session.over
      const said = message ?? this.#session.saying ?? sayings.closed.left[lang]
      this.#page?.note({ type: 'closed', reason, message: said, again: true })
    } catch (error) {
      const denied = error instanceof Denied
      if (!denied) this.#means.log(`files could not be opened: ${(error as Error).message}`)
      const message = denied ? error.message : sayings.failed.server[lang]
      this.#page?.note({ type: 'closed', reason: denied ? 'denied' : 'failed', message, again: !denied })
    }
    this.#over.abort()
    clearTimeout(this.#leaving)
    this.#page?.close()
  }

  /** Another page takes the place of the one that was there. */
  resume(page: FilesPage): void {
    clearTimeout(this.#leaving)
    const before = this.#page
    this.#page = page
    before?.close()
    this.#greet()
  }

  hear(page: FilesPage, note: FilesFromBrowser): void {
    if (page !== this.#page) return
    if (note.type === 'login') this.#login?.({ username: String(note.username), password: String(note.password) })
    else if (note.type === 'ask') void this.#answer(page, note)
    else if (note.type === 'stop') this.#asked.get(note.id)?.abort()
    else if (note.type === 'close') void this.#leave()
  }

  /** A piece of a file that arrives. */
  bytes(page: FilesPage, frame: Buffer): void {
    if (page !== this.#page || frame.length < UPLOAD.headBytes) return
    this.#arrivals
      ?.piece(frame)
      .then((stored) => stored && page.note({ type: 'stored', ...stored }))
      .catch((error: Error & { upload: number }) => {
        const { message } = faultOf(error, this.#visitor.lang)
        page.note({ type: 'broken', upload: error.upload, message })
      })
  }

  left(page: FilesPage): void {
    if (page !== this.#page) return
    this.#page = undefined
    this.#login?.(undefined)
    // What is not open yet is asked for anew; what is open waits for a while.
    if (!this.#files) this.#session?.close('gone')
    else if (!this.#ended) this.#wait()
  }

  #wait(): void {
    this.#leaving = setTimeout(() => {
      if (this.#fetched > 0) this.#wait()
      else this.#session?.close('gone')
    }, WAIT_SECONDS * 1_000).unref()
  }

  /** Tells what to say where the session itself has no words for it. */
  async #travel(session: Session): Promise<string | undefined> {
    const { lang, address } = this.#visitor
    try {
      if (!this.#page) session.close('gone')
      const rights = fileRightsOf(session, lang)
      const line = await session.dial((username) => this.#askLogin(username))
      const { files, done } = await carryFiles(session, line, { rights, address, means: this.#means })
      this.#arrivals = new Arrivals(files)
      this.#files = files
      if (this.#page) this.#greet()
      else session.close('gone')
      await done
      return undefined
    } catch (error) {
      if (!(error instanceof DialFailure || error instanceof Denied))
        this.#means.log(`session ${session.id}: ${(error as Error).message}`)
      const saying = session.saying
      session.close('lost')
      if (error instanceof Denied) return error.message
      return saying ?? (error instanceof DialFailure ? sayings.failed[error.reason][lang] : undefined)
    }
  }

  #greet(): void {
    const { root, rights } = this.#files!
    this.#page?.note({ type: 'opened', session: this.#session!.id, secret: this.secret, root: root.root, rights })
  }

  async #askLogin(username: string) {
    this.#page?.note({ type: 'login', username })
    const answer = await new Promise<{ username: string; password: string } | undefined>((done) => {
      this.#login = done
      if (!this.#page) done(undefined)
    })
    this.#login = undefined
    if (!answer || answer.password === '') return undefined
    // A fixed name is not for the person to change.
    return { username: username || answer.username, password: answer.password, private_key: '' }
  }

  async #answer(page: FilesPage, { id, ask: given }: Asked): Promise<void> {
    const stop = new AbortController()
    try {
      const ask = readAsk(given)
      if (!ask || !Number.isSafeInteger(id) || !this.#files || !this.#arrivals) throw new Error('not understood')
      if (this.#asked.size >= MOST_ASKED || this.#asked.has(id)) throw new Fault('many')
      this.#asked.set(id, stop)
      this.#files.book.active()
      page.note({ type: 'answer', id, value: await this.#do(ask, page, id, stop.signal) })
    } catch (error) {
      page.note({ type: 'fault', id, ...faultOf(error, this.#visitor.lang) })
    } finally {
      if (this.#asked.get(id) === stop) this.#asked.delete(id)
    }
  }

  async #do(ask: NonNullable<ReturnType<typeof readAsk>>, page: FilesPage, id: number, stop: AbortSignal) {
    const [files, arrivals] = [this.#files!, this.#arrivals!]
    if (ask.deed === 'upload') return arrivals.begin(ask)
    if (ask.deed === 'finish') {
      const path = await arrivals.get(ask.upload).finish(ask)
      arrivals.forget(ask.upload)
      return { path }
    }
    if (ask.deed === 'abandon') {
      const file = arrivals.get(ask.upload)
      arrivals.forget(ask.upload)
      await file.abandon()
      return null
    }
    const { lang } = this.#visitor
    return doDeed(
      {
        files,
        signal: stop,
        part: (entries) => page.note({ type: 'part', id, entries }),
        progress: (done) => page.note({ type: 'progress', id, done }),
        offer: ({ open, ...offer }) =>
          this.#downloads.offer({
            ...offer,
            open: async () => this.#counted(await open()),
            to: this.person,
            over: this.#over.signal,
          }),
        missing: (paths) => ({
          name: { zh: '未包含的文件.txt', en: 'not-included.txt' }[lang],
          text: `${{ zh: '以下内容无法读取，没有包含在内：', en: 'These could not be read and are not included:' }[lang]}\n${paths.join('\n')}\n`,
        }),
      },
      ask,
    )
  }

  async *#counted(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.#fetched++
    try {
      yield* content
    } finally {
      this.#fetched--
      this.#endIfDone()
    }
  }

  /** The person is done here; what is still being fetched comes to its end. */
  async #leave(): Promise<void> {
    this.#login?.(undefined)
    await this.#arrivals?.abandon()
    this.#ended = true
    this.#endIfDone()
  }

  #endIfDone(): void {
    if (this.#ended && this.#fetched === 0) this.#session?.close('left')
  }
}
