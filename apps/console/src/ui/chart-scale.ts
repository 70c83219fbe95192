/** Round steps from nothing to at least `most`, whole numbers only, about four of them. */
export const ticksTo = (most: number): number[] => {
  const rough = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.ceil(
    [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough && Number.isInteger(n)) ?? 10 * power,
  )
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Every how many labels one fits. */
export const labelStep = (labels: number, width: number, each: number): number =>
  Math.max(1, Math.ceil(labels / Math.max(1, Math.floor(width / each))))

export interface Arc {
  readonly start: number
  readonly length: number
}

/** Shares of the whole, as parts of 1; nothing at all gives no arcs. */
export const arcsOf = (values: readonly number[]): Arc[] => {
  const whole = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  if (whole === 0) return values.map(() => ({ start: 0, length: 0 }))
  let start = 0
  return values.map((value) => {
    const arc = { start, length: Math.max(0, value) / whole }
    start += arc.length
    return arc
  })
}
