// Random values that can be thrown again: everything follows from a seed.
export interface Dice {
  /** From 0 up to, not including, `limit`. */
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(values: readonly T[]): T
}

export const dice = (seed: number): Dice => {
  let state = seed >>> 0
  // mulberry32: small, fast and good enough to wander through inputs.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, chance: (share) => next() < share, pick: (values) => values[below(values.length)]! }
}
