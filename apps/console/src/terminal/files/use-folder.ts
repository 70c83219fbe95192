// What is in the folder that is looked at. The answer to an older question never takes the place of a newer one.
import type { FileEntry } from '@drawbridge/wire'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FilesLink } from './link.ts'

export interface Folder {
  readonly path: string
  readonly entries: readonly FileEntry[]
  /** There are more than are shown. */
  readonly cut: boolean
  readonly loading: boolean
  readonly error?: string
  go(path: string): void
  refresh(): void
}

interface Seen {
  readonly path: string
  readonly entries: readonly FileEntry[]
  readonly cut: boolean
}

export const useFolder = (link: FilesLink, start: string, anew: string): Folder => {
  const [path, setPath] = useState(start)
  const [seen, setSeen] = useState<Seen>({ path: start, entries: [], cut: false })
  const [loading, setLoading] = useState(true)
  const [error, setError] = useState<string>()
  const turn = useRef(0)

  const load = useCallback(
    async (where: string) => {
      const mine = ++turn.current
      setLoading(true)
      setError(undefined)
      const entries: FileEntry[] = []
      try {
        const { cut } = await link.ask({ deed: 'list', path: where }, { onPart: (part) => entries.push(...part) })
        if (mine === turn.current) setSeen({ path: where, entries, cut })
      } catch (failure) {
        if (mine === turn.current) setError((failure as Error).message)
      } finally {
        if (mine === turn.current) setLoading(false)
      }
    },
    [link],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `anew` says that the folder may have changed.
  useEffect(() => {
    void load(path)
  }, [load, path, anew])

  const here = seen.path === path
  return {
    path,
    entries: here ? seen.entries : [],
    cut: here && seen.cut,
    loading,
    error,
    go: setPath,
    refresh: () => void load(path),
  }
}
