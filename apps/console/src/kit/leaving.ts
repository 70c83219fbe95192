// Forms with something unsaved. One register for the page, because only one question can be asked at a time.
import { useEffect } from 'react'

const unsaved = new Set<object>()

export const hasUnsaved = (): boolean => unsaved.size > 0

export const useUnsaved = (is: boolean): void => {
  useEffect(() => {
    if (!is) return
    const form = {}
    unsaved.add(form)
    return () => {
      unsaved.delete(form)
    }
  }, [is])
}

export interface Place {
  readonly pathname: string
  readonly search: string
}

/** Another page or another tab leaves a form; a page number or a filter in the address does not. */
export const leaves = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || tabIn(from.search) !== tabIn(to.search)

const tabIn = (search: string): string => new URLSearchParams(search).get('activeTab') ?? ''
