/** Numbers that look thrown and are the same every time. */
export const dice = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const upTo = (n: number): number => Math.floor(next() * n)
  return {
    upTo,
    chance: (p: number): boolean => next() < p,
    one: <T>(items: readonly T[]): T => items[upTo(items.length)]!,
    some: <T>(items: readonly T[], most: number): T[] => {
      const left = [...items]
      return Array.from({ length: Math.min(upTo(most + 1), left.length) }, () => left.splice(upTo(left.length), 1)[0]!)
    },
  }
}
