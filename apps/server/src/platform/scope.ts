// Own what you open; close it in reverse, whatever happens.
export class Scope {
  readonly #closers: (() => unknown)[] = []

  own<T>(thing: T, close: (thing: T) => unknown): T {
    this.#closers.push(() => close(thing))
    return thing
  }

  async close(onError: (error: unknown) => void = () => undefined): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        onError(error)
      }
    }
  }
}
