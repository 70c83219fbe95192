// Selected rows, kept by id over pages and searches; another list starts with none.
import { useMemo, useRef, useState } from 'react'
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
const NO_ROWS: readonly Item[] = []

export const useSelection = (scope: string, present: readonly Item[]): Selection => {
  const [state, setState] = useState({ scope, kept: NONE })
  const kept = state.scope === scope ? state.kept : NONE
  const now = useRef({ scope, kept, present })
  now.current = { scope, kept, present }
  const acts = useMemo(() => {
    const change = (keys: Iterable<string>) => {
      const { scope, kept, present } = now.current
      setState({ scope, kept: select(kept, keys, present) })
    }
    return {
      change,
      drop: (id: string) => change([...now.current.kept.keys()].filter((key) => key !== id)),
      clear: () => change([]),
    }
  }, [])
  // Where nothing is selected, other rows in sight change nothing.
  const shown = kept.size === 0 ? NO_ROWS : present
  return useMemo(() => ({ keys: new Set(kept.keys()), rows: renewed(kept, shown), ...acts }), [kept, shown, acts])
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
