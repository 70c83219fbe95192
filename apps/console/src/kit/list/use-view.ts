import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SEARCH_DELAY_MS } from '../limits.ts'
import { changeView, FIRST_VIEW, readView, type View, writeView } from './view.ts'

/** Where a list keeps what it shows: in the address, or, in dialogs, only as long as it is there. */
export type Place = 'address' | 'memory'

export type ChangeView = (change: Partial<View>) => void

export const useView = (place: Place, scope: string): readonly [View, ChangeView] => {
  const [address, setAddress] = useSearchParams()
  const inAddress = useMemo(() => readView(address), [address])
  const [kept, setKept] = useState({ scope, view: FIRST_VIEW })
  if (place === 'memory') {
    const of = (one: typeof kept) => (one.scope === scope ? one.view : FIRST_VIEW)
    return [of(kept), (change) => setKept((now) => ({ scope, view: changeView(of(now), change) }))]
  }
  return [
    inAddress,
    (change) => {
      // The address of this moment, not of the last drawing: two quick changes both count.
      const now = new URLSearchParams(window.location.search)
      // Replaced, so that going back leaves the list instead of turning its pages.
      setAddress(writeView(now, changeView(readView(now), change)), { replace: true, preventScrollReset: true })
    },
  ]
}

/** True until presets may be searched: a moment after the list is there, as its users know it. */
export const usePresetDelay = (hasPresets: boolean): boolean => {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!hasPresets) return
    const timer = setTimeout(() => setPassed(true), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [hasPresets])
  return hasPresets && !passed
}
