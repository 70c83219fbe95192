// Selected rows, kept by id over pages and searches; another list starts with none.
import { useState } from 'react'
import type { Item } from '../spec.ts'

export interface Selection {
  readonly keys: ReadonlySet<string>
  readonly rows: readonly Item[]
  change(keys: Iterable<string>): void
  drop(id: string): void
  clear(): void
}

type Kept = ReadonlyMap<string, Item>
const NONE: Kept = new Map()

export const useSelection = (scope: string, present: readonly Item[]): Selection => {
  const [state, setState] = useState({ scope, kept: NONE })
  const kept = state.scope === scope ? state.kept : NONE
  const set = (next: Kept) => setState({ scope, kept: next })
  return {
    keys: new Set(kept.keys()),
    rows: renewed(kept, present),
    change: (keys) => set(select(kept, keys, present)),
    drop: (id) =>
      set(
        select(
          kept,
          [...kept.keys()].filter((key) => key !== id),
          present,
        ),
      ),
    clear: () => set(NONE),
  }
}

/** Rows of other pages stay as they were known; those in sight as they are now. */
export const select = (kept: Kept, keys: Iterable<string>, present: readonly Item[]): Kept => {
  const seen = new Map(present.map((row) => [row.id, row]))
  const pairs = [...keys].flatMap((key): [string, Item][] => {
    const row = seen.get(key) ?? kept.get(key)
    return row ? [[key, row]] : []
  })
  return new Map(pairs)
}

const renewed = (kept: Kept, present: readonly Item[]): Item[] => [...select(kept, kept.keys(), present).values()]
