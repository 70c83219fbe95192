// Those who look on while a session runs: each gets the screen as it is, and from that very moment everything that is shown.
import type { ShownScreen } from '@drawbridge/wire'
import type { Screen } from './screen.ts'

export interface Watcher {
  /** Known to the person in the session, who gave them a link. Undefined for those whose office it is. */
  readonly guest?: string
  /** Forget what was shown before: this is all. */
  screen(shown: ShownScreen): void
  output(data: Buffer): void
  resize(size: { readonly columns: number; readonly rows: number }): void
  over(): void
}

export class Watchers {
  readonly #looking = new Map<Watcher, 'waiting' | 'following'>()
  #screen: Screen | undefined
  #isOver = false
  #onGuests: (names: readonly string[]) => void = () => undefined

  /** There is something to see. */
  begin(screen: Screen): void {
    this.#screen = screen
    for (const watcher of this.#looking.keys()) this.refresh(watcher)
  }

  /** Gives the way to stop. */
  add(watcher: Watcher): () => void {
    if (this.#isOver) {
      watcher.over()
      return () => undefined
    }
    this.#looking.set(watcher, 'waiting')
    this.refresh(watcher)
    this.#tellGuests(watcher)
    return () => {
      if (this.#looking.delete(watcher)) this.#tellGuests(watcher)
    }
  }

  /** For somebody who missed a part: the screen as it is now. */
  refresh(watcher: Watcher): void {
    if (!this.#looking.has(watcher)) return
    this.#looking.set(watcher, 'waiting')
    this.#screen?.asItIs((shown, rest) => {
      if (this.#looking.get(watcher) !== 'waiting') return
      this.#looking.set(watcher, 'following')
      watcher.screen(shown)
      if (rest) watcher.output(rest)
    })
  }

  show(data: Buffer): void {
    for (const watcher of this.#following()) watcher.output(data)
  }

  resize(size: { readonly columns: number; readonly rows: number }): void {
    for (const watcher of this.#following()) watcher.resize(size)
  }

  end(): void {
    this.#isOver = true
    const all = [...this.#looking.keys()]
    this.#looking.clear()
    for (const watcher of all) watcher.over()
  }

  get size(): number {
    return this.#looking.size
  }

  get guests(): readonly string[] {
    return [...this.#looking.keys()].flatMap(({ guest }) => guest ?? [])
  }

  /** Heard by one: the page of the person in the session. */
  onGuests(heard: (names: readonly string[]) => void): void {
    this.#onGuests = heard
  }

  #tellGuests({ guest }: Watcher): void {
    if (guest !== undefined && !this.#isOver) this.#onGuests(this.guests)
  }

  *#following(): Generator<Watcher> {
    for (const [watcher, how] of this.#looking) if (how === 'following') yield watcher
  }
}
