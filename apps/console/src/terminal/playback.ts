// Plays a recording onto a screen: time comes in from outside, and what is to be seen goes out. Knows no browser.
import { chunkAt, type Event, momentAt } from '@drawbridge/terminal'
import type { Recording } from './recording.ts'

export interface Screen {
  /** Empty, and of this size. */
  clear(size: { columns: number; rows: number }): void
  resize(size: { columns: number; rows: number }): void
  write(data: string): void
}

export interface PlaybackState {
  readonly atMs: number
  readonly durationMs: number
  readonly isPlaying: boolean
  /** A part is on its way. */
  readonly isWaiting: boolean
  readonly speed: number
  readonly skipsPauses: boolean
  readonly isOver: boolean
  readonly isCut: boolean
  readonly problem?: unknown
}

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const

/** A longer silence is a pause; this much of it is left, so that one sees that something happens. */
export const PAUSE = { fromMs: 2_000, leftMs: 200 } as const

export class Playback {
  readonly #recording: Recording
  readonly #screen: Screen
  readonly #listeners = new Set<() => void>()
  #state: PlaybackState
  /** What follows in the chunk that is being played, and the chunk after it. */
  #coming: readonly Event[] = []
  #next = 0
  /** Rises with every jump: what was asked before it is of no use any more. */
  #jumps = 0
  #tickedAt: number | undefined

  constructor(recording: Recording, screen: Screen) {
    this.#recording = recording
    this.#screen = screen
    this.#state = {
      atMs: 0,
      durationMs: recording.durationMs,
      isPlaying: false,
      isWaiting: false,
      speed: 1,
      skipsPauses: false,
      isOver: recording.isOver,
      isCut: recording.isCut,
    }
  }

  get state(): PlaybackState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a moment as it was: from the last screen that was written down before it. `isDrawn`: it stands there already. */
  async seek(toMs: number, { isDrawn = false } = {}): Promise<void> {
    const jump = ++this.#jumps
    const { manifest } = this.#recording
    const atMs = Math.min(Math.max(0, toMs), this.#recording.durationMs)
    this.#coming = []
    this.#set({ atMs, isWaiting: true, problem: undefined })
    try {
      const no = chunkAt(manifest, atMs)
      const here = manifest.chunks.length > 0 ? await this.#recording.events(no) : []
      if (!isDrawn && !here.some(({ kind, at }) => kind === 'screen' && at <= atMs)) this.#recording.askBefore(no)
      const moment = isDrawn ? undefined : await momentAt(manifest, atMs, this.#recording.chunk)
      if (jump !== this.#jumps) return
      if (moment) {
        this.#screen.clear(moment.screen ?? manifest)
        if (moment.screen) this.#screen.write(moment.screen.data)
        this.#show(moment.since)
      }
      this.#coming = here.filter((event) => event.at > atMs)
      this.#next = manifest.chunks.length > 0 ? no + 1 : 0
      this.#tickedAt = undefined
      this.#set({ isWaiting: false })
    } catch (problem) {
      if (jump === this.#jumps) this.#set({ isWaiting: false, isPlaying: false, problem })
    }
  }

  async play(): Promise<void> {
    if (this.#state.isPlaying) return
    // From the end it goes back to the start; of a session that runs there is more to come.
    if (this.#recording.isOver && this.#state.atMs >= this.#state.durationMs) await this.seek(0)
    this.#tickedAt = undefined
    this.#set({ isPlaying: true })
  }

  pause(): void {
    this.#set({ isPlaying: false })
  }

  setSpeed(speed: number): void {
    this.#set({ speed })
  }

  skipPauses(skipsPauses: boolean): void {
    this.#set({ skipsPauses })
  }

  /** What the server has by now. */
  async refresh(): Promise<void> {
    await this.#recording.refresh()
    const { durationMs, isOver, isCut } = this.#recording
    this.#set({ durationMs, isOver, isCut })
  }

  /** A moment has passed, as the clock of the page has it. */
  tick(nowMs: number): void {
    const passed = this.#tickedAt === undefined ? 0 : nowMs - this.#tickedAt
    this.#tickedAt = nowMs
    const { isPlaying, isWaiting, speed, skipsPauses, durationMs } = this.#state
    if (!isPlaying || isWaiting) return
    if (this.#coming.length === 0 && this.#next < this.#recording.manifest.chunks.length) return void this.#load()
    let atMs = this.#state.atMs + passed * speed
    const coming = this.#coming[0]?.at
    if (skipsPauses && coming !== undefined && coming - atMs > PAUSE.fromMs) atMs = coming - PAUSE.leftMs
    // Until the next chunk is there, time does not go beyond this one.
    const last = this.#coming.at(-1)?.at
    if (last !== undefined && this.#next < this.#recording.manifest.chunks.length) atMs = Math.min(atMs, last)
    atMs = Math.min(atMs, durationMs)
    const count = this.#coming.findIndex((event) => event.at > atMs)
    const due = count < 0 ? this.#coming : this.#coming.slice(0, count)
    if (due.length > 0) {
      this.#show(due)
      this.#coming = this.#coming.slice(due.length)
    }
    const atEnd = atMs >= durationMs && this.#coming.length === 0
    this.#set({ atMs, ...(atEnd && this.#recording.isOver ? { isPlaying: false } : {}) })
  }

  async #load(): Promise<void> {
    const jump = this.#jumps
    const no = this.#next
    this.#set({ isWaiting: true })
    try {
      const events = await this.#recording.events(no)
      if (jump !== this.#jumps) return
      // The screen that a chunk begins with is there already.
      this.#coming = events.filter(({ kind, at }) => kind !== 'screen' && at >= this.#state.atMs - 1)
      this.#next = no + 1
      // The one after it is asked for while this one plays.
      if (this.#next < this.#recording.manifest.chunks.length) this.#recording.chunk(this.#next).catch(() => undefined)
      this.#tickedAt = undefined
      this.#set({ isWaiting: false })
    } catch (problem) {
      if (jump === this.#jumps) this.#set({ isWaiting: false, isPlaying: false, problem })
    }
  }

  /** Output in a row goes out in one piece: a flood of small ones would be slow to draw. */
  #show(events: readonly Event[]): void {
    let output = ''
    for (const event of events) {
      if (event.kind === 'output') output += event.data
      else if (event.kind === 'resize') {
        if (output) this.#screen.write(output)
        output = ''
        this.#screen.resize(event)
      }
    }
    if (output) this.#screen.write(output)
  }

  #set(change: Partial<PlaybackState>): void {
    const before = this.#state
    if ((Object.keys(change) as (keyof PlaybackState)[]).every((key) => before[key] === change[key])) return
    this.#state = { ...before, ...change }
    for (const listener of this.#listeners) listener()
  }
}
