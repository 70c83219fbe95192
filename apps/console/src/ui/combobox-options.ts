// Where the options of a combobox come from: at hand and filtered here, or asked for page by page.
import { useEffect, useReducer, useRef } from 'react'
import type { Option } from './combobox.tsx'

export interface OptionSource {
  options?: readonly Option[]
  /** Pages count from 0. */
  load?: (search: string, page: number) => Promise<{ options: readonly Option[]; more: boolean }>
}

const TYPING_MS = 200

interface Pages {
  search: string
  list: readonly Option[]
  page: number
  more: boolean
  busy: boolean
  failed: boolean
}
const nothing: Pages = { search: '', list: [], page: -1, more: true, busy: false, failed: false }

export const matching = (options: readonly Option[], typed: string): readonly Option[] => {
  const wanted = typed.trim().toLowerCase()
  return wanted ? options.filter((option) => option.label.toLowerCase().includes(wanted)) : options
}

export const useOptions = (source: OptionSource, open: boolean, typed: string) => {
  const search = typed.trim()
  const pages = useRef<Pages>(nothing)
  const asked = useRef(0)
  const seen = useRef(new Map<string, Option>())
  const [, draw] = useReducer((n: number) => n + 1, 0)
  const { load } = source

  const ask = async (from: Pages) => {
    if (!load) return
    const turn = ++asked.current
    pages.current = { ...from, busy: true, failed: false }
    draw()
    try {
      const answer = await load(from.search, from.page + 1)
      if (turn !== asked.current) return
      for (const option of answer.options) seen.current.set(option.value, option)
      const had = new Set(from.list.map((option) => option.value))
      const list = [...from.list, ...answer.options.filter((option) => !had.has(option.value))]
      pages.current = { ...from, list, page: from.page + 1, more: answer.more, busy: false, failed: false }
    } catch {
      if (turn !== asked.current) return
      pages.current = { ...from, busy: false, failed: true }
    }
    draw()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks when it opens and when the words change; `load` is new at every drawing.
  useEffect(() => {
    if (!open || !load) return
    // The old options stay while the new ones are on their way.
    const timer = setTimeout(() => ask({ ...nothing, search }), search === '' ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [open, search])

  const at = (one: string): Option | undefined =>
    source.options?.find((option) => option.value === one) ?? seen.current.get(one)

  return {
    options: load ? pages.current.list : matching(source.options ?? [], typed),
    busy: Boolean(load) && open && (pages.current.busy || (pages.current.page < 0 && !pages.current.failed)),
    failed: pages.current.failed,
    known: at,
    remember: (option: Option) => seen.current.set(option.value, option),
    more: () => {
      const now = pages.current
      if (load && now.more && !now.busy && !now.failed && now.page >= 0) ask(now)
    },
    retry: () => ask(pages.current),
  }
}
