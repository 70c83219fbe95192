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
    const view = kept.scope === scope ? kept.view : FIRST_VIEW
    return [view, (change) => setKept({ scope, view: changeView(view, change) })]
  }
  const view = inAddress
  // Going back leaves the list instead of turning its pages.
  const options = { replace: true, preventScrollReset: true }
  return [view, (change) => setAddress(writeView(address, changeView(view, change)), options)]
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
