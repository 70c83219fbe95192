// The files that somebody sends to one asset: a few at a time, each paused, cut off, gone on with, asked about or given up on its own.
import type { Conflict } from '@drawbridge/wire'
import { forgetKey, keyFor } from './kept.ts'
import { FileRefusal, type FilesLink } from './link.ts'
import { send } from './sending.ts'

export type UploadState = 'waiting' | 'sending' | 'paused' | 'away' | 'asking' | 'done' | 'skipped' | 'failed'

export interface Upload {
  readonly id: number
  readonly name: string
  readonly path: string
  readonly size: number
  readonly stored: number
  readonly state: UploadState
  readonly message?: string
}

export interface Wanted {
  readonly file: File
  readonly path: string
}

export type Choice = 'overwrite' | 'both' | 'skip'

export interface ConflictQuestion {
  readonly path: string
  readonly size: number
  readonly there: NonNullable<FileRefusal['there']>
  answer(choice: Choice, forAll: boolean): void
}

export interface UploadsView {
  readonly all: readonly Upload[]
  readonly question?: ConflictQuestion
}

const AT_A_TIME = 2
const TRIES = 5
const PAUSE_MS = 1_000
/** Nobody reads numbers that change faster. */
const DRAWN_MS = 150

interface Work {
  readonly file: File
  readonly key: string
  conflict: Conflict
  stop: AbortController
  upload?: number
  tries: number
}

export class Uploads {
  readonly #asset: string
  readonly #onDone: () => void
  readonly #work = new Map<number, Work>()
  readonly #listeners = new Set<() => void>()
  #link: FilesLink | undefined
  #view: UploadsView = { all: [] }
  #count = 0
  #asking: Promise<unknown> = Promise.resolve()
  #forAll: Choice | undefined

  constructor(asset: string, onDone: () => void) {
    this.#asset = asset
    this.#onDone = onDone
  }

  get view(): UploadsView {
    return this.#view
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The line is there, or there again. */
  attach(link: FilesLink): void {
    this.#link = link
    for (const { id, state } of this.#view.all) if (state === 'away') this.#change(id, { state: 'waiting' })
    this.#next()
  }

  get busy(): boolean {
    return this.#view.all.some(({ state }) => ['waiting', 'sending', 'away', 'asking'].includes(state))
  }

  add(wanted: readonly Wanted[]): void {
    if (!this.busy) this.#forAll = undefined
    const fresh = wanted.map(({ file, path }): Upload => {
      const id = ++this.#count
      const key = keyFor(this.#asset, path, file)
      this.#work.set(id, { file, key, conflict: 'ask', stop: new AbortController(), tries: 0 })
      return { id, name: file.name, path, size: file.size, stored: 0, state: 'waiting' }
    })
    this.#show({ all: [...this.#view.all, ...fresh] })
    this.#next()
  }

  pause(id: number): void {
    this.#change(id, { state: 'paused' })
    this.#work.get(id)?.stop.abort()
  }

  /** After a pause or a failure. */
  goOn(id: number): void {
    const work = this.#work.get(id)
    if (!work) return
    work.tries = 0
    this.#change(id, { state: 'waiting', message: undefined })
    this.#next()
  }

  cancel(id: number): void {
    const work = this.#work.get(id)
    const one = this.#view.all.find((upload) => upload.id === id)
    this.#work.delete(id)
    this.#show({ all: this.#view.all.filter((one) => one.id !== id) })
    if (!work) return
    work.stop.abort()
    forgetKey(work.key)
    if (one) void this.#discard(one, work)
    this.#next()
  }

  /** Nothing of it stays on the asset, also of what arrived before the line was cut. */
  async #discard({ path, size, stored }: Upload, { key, upload }: Work): Promise<void> {
    const link = this.#link
    if (!link || (upload === undefined && stored === 0)) return
    const abandon = (number: number) => link.ask({ deed: 'abandon', upload: number })
    try {
      await abandon(upload ?? 0)
    } catch {
      await link
        .ask({ deed: 'upload', key, path, size, conflict: 'both' })
        .then((begun) => abandon(begun.upload))
        .catch(() => undefined)
    }
  }

  /** Takes what is over out of the list. */
  clear(): void {
    this.#show({ all: this.#view.all.filter(({ state }) => state !== 'done' && state !== 'skipped') })
  }

  #next(): void {
    if (this.#link?.state.at !== 'live') return
    const active = this.#view.all.filter(({ state }) => state === 'sending' || state === 'asking').length
    const waiting = this.#view.all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_A_TIME - active))
    for (const one of waiting) {
      this.#change(one.id, { state: 'sending' })
      void this.#run(one, this.#work.get(one.id)!, this.#link)
    }
  }

  async #run({ id, path, size }: Upload, work: Work, link: FilesLink): Promise<void> {
    work.stop = new AbortController()
    let drawn = 0
    try {
      const begin = { deed: 'upload', path, size, key: work.key } as const
      const begun = await this.#asked(id, work, () => link.ask({ ...begin, conflict: work.conflict }))
      if (!begun) return
      work.upload = begun.upload
      if (work.stop.signal.aborted) return
      this.#change(id, { stored: begun.offset })
      await send(link, work.file, {
        ...begun,
        signal: work.stop.signal,
        onStored: (stored) => {
          work.tries = 0
          const now = Date.now()
          if (now - drawn < DRAWN_MS) return
          drawn = now
          this.#change(id, { stored })
        },
      })
      const { upload } = begun
      const finished = await this.#asked(id, work, () => link.ask({ deed: 'finish', upload, conflict: work.conflict }))
      if (!finished) return
      this.#over(id, work, { state: 'done', stored: size, path: finished.path })
      this.#onDone()
    } catch (error) {
      this.#failed(id, work, error as Error)
    } finally {
      this.#next()
    }
  }

  /** Asks the person when something has the name, and then once more. */
  async #asked<T>(id: number, work: Work, ask: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof FileRefusal) || error.fault !== 'exists' || !error.there) throw error
        const choice = await this.#question(id, error.there)
        if (!this.#work.has(id)) return undefined
        if (choice === 'skip') {
          if (work.upload !== undefined)
            await this.#link?.ask({ deed: 'abandon', upload: work.upload }).catch(() => undefined)
          this.#over(id, work, { state: 'skipped' })
          return undefined
        }
        work.conflict = choice
        this.#change(id, { state: 'sending' })
      }
    }
  }

  #question(id: number, there: NonNullable<FileRefusal['there']>): Promise<Choice> {
    const one = this.#view.all.find((upload) => upload.id === id)
    const turn = this.#asking.then(() => {
      if (!one || !this.#work.has(id)) return 'skip' as const
      // A folder cannot be overwritten by a file, whatever was said for all.
      if (this.#forAll && !(this.#forAll === 'overwrite' && there.kind !== 'file')) return this.#forAll
      this.#change(id, { state: 'asking' })
      return new Promise<Choice>((done) => {
        const answer = (choice: Choice, forAll: boolean) => {
          if (forAll) this.#forAll = choice
          this.#show({ question: undefined })
          done(choice)
        }
        this.#show({ question: { path: one.path, size: one.size, there, answer } })
      })
    })
    this.#asking = turn
    return turn
  }

  #failed(id: number, work: Work, error: Error): void {
    // Paused, or not wanted any more.
    if (!this.#work.has(id) || (error instanceof FileRefusal && error.fault === 'stopped')) return
    const cut = error instanceof FileRefusal && (error.fault === 'cut' || error.fault === 'incomplete')
    if (cut && this.#link?.state.at !== 'live') {
      this.#change(id, { state: 'away' })
    } else if (cut && ++work.tries < TRIES) {
      this.#change(id, { state: 'away' })
      setTimeout(() => {
        if (this.#view.all.find((one) => one.id === id)?.state !== 'away') return
        this.#change(id, { state: 'waiting' })
        this.#next()
      }, PAUSE_MS * work.tries)
    } else this.#change(id, { state: 'failed', message: error.message })
  }

  #over(id: number, { key }: Work, change: Partial<Upload>): void {
    forgetKey(key)
    this.#work.delete(id)
    this.#change(id, change)
  }

  #change(id: number, change: Partial<Upload>): void {
    this.#show({ all: this.#view.all.map((one) => (one.id === id ? { ...one, ...change } : one)) })
  }

  #show(change: Partial<UploadsView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of this.#listeners) listener()
  }
}
