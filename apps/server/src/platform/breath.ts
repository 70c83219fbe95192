// Long work in one go starves everybody else: every so often, let the others run.
export const breather = (everyMs = 10): (() => Promise<void> | undefined) => {
  let since = performance.now()
  return () => {
    if (performance.now() - since < everyMs) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}

/** One after the other, letting other requests through in between. */
export const eachInTurn = async <T, R>(
  items: readonly T[],
  work: (item: T, i: number) => R | Promise<R>,
): Promise<R[]> => {
  const breathe = breather()
  const results: R[] = []
  for (const [i, item] of items.entries()) {
    results.push(await work(item, i))
    await breathe()
  }
  return results
}

/** Many things in pieces, each small enough to be worked on in one go. */
export function* pieces<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
