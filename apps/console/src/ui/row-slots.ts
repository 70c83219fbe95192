// Which row of the page a row of data is drawn in: it keeps its own, and new ones take over what others left. So a page that is
// turned changes words in rows that stand there already, which costs the browser less than building them.
import { useRef } from 'react'

export type Slots = ReadonlyMap<string, number>

const NONE: Slots = new Map()

export const useRowSlots = (keys: readonly string[]): Slots => {
  const kept = useRef(NONE)
  kept.current = slotsOf(keys, kept.current)
  return kept.current
}

export const slotsOf = (keys: readonly string[], before: Slots): Slots => {
  const present = new Set(keys)
  const left = [...before].flatMap(([key, slot]) => (present.has(key) ? [] : [slot]))
  let next = Math.max(-1, ...before.values()) + 1
  return new Map(keys.map((key) => [key, before.get(key) ?? left.shift() ?? next++]))
}
