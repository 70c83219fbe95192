/** Works under the same key, one after another; under different keys they go on side by side. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const leave = () => {
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
    mine.then(leave, leave)
    this.#last.set(key, mine)
    return mine
  }
}

/** Runs of the same task never overlap: what an early run read late must not overwrite what a later one knows. */
export const oneAfterAnother = (task: () => Promise<void>): (() => Promise<void>) => {
  const turns = new Turns()
  return () => turns.take('', task)
}
