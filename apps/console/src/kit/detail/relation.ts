// What a relation card lists: the objects that came, those added since, without those taken away. Pure.

import type { Option } from '../inputs/remote.ts'
import { RELATION_PAGE } from '../limits.ts'

export interface Changes {
  readonly added: readonly Option[]
  readonly removed: ReadonlySet<string>
}

export const UNCHANGED: Changes = { added: [], removed: new Set() }

export const withAdded = ({ added, removed }: Changes, options: readonly Option[]): Changes => {
  const values = new Set(options.map(({ value }) => value))
  return {
    added: [...added.filter(({ value }) => !values.has(value)), ...options],
    removed: new Set([...removed].filter((value) => !values.has(value))),
  }
}

export const withRemoved = ({ added, removed }: Changes, value: string): Changes => ({
  added: added.filter((option) => option.value !== value),
  removed: new Set([...removed, value]),
})

/** Nothing twice: the page is asked again after a change, and then has it too. */
export const listed = (loaded: readonly Option[], { added, removed }: Changes): readonly Option[] => {
  const known = new Set(loaded.map(({ value }) => value))
  return [...loaded, ...added.filter(({ value }) => !known.has(value))].filter(({ value }) => !removed.has(value))
}

/** Everything that belongs to it, loaded or not: what the select leaves out. */
export const present = (ids: readonly string[], { added, removed }: Changes): ReadonlySet<string> =>
  new Set([...ids, ...added.map(({ value }) => value)].filter((value) => !removed.has(value)))

export const relationQuery = (spm: string, page: number) => ({
  spm,
  offset: page * RELATION_PAGE,
  limit: RELATION_PAGE,
})
