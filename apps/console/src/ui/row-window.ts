// Which rows of equal height are in view: a long list draws only these.
import { type RefObject, useCallback, useSyncExternalStore } from 'react'

const SPARE = 12
const STEP = 6

export interface RowWindow {
  readonly start: number
  readonly end: number
}

export const windowOf = (top: number, height: number, rowHeight: number, count: number): RowWindow => {
  // Steps, so that a scroll of a few pixels draws nothing.
  const first = Math.floor(Math.floor(top / rowHeight) / STEP) * STEP
  const last = Math.ceil(Math.ceil((top + height) / rowHeight) / STEP) * STEP
  return { start: Math.max(0, Math.min(first - SPARE, count)), end: Math.max(0, Math.min(last + SPARE, count)) }
}

export const useRowWindow = (
  box: RefObject<HTMLElement | null>,
  { count, rowHeight, all }: { count: number; rowHeight: number; all?: boolean },
): RowWindow => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const element = box.current
      if (!element) return () => {}
      const sized = new ResizeObserver(listener)
      sized.observe(element)
      element.addEventListener('scroll', listener, { passive: true })
      return () => {
        sized.disconnect()
        element.removeEventListener('scroll', listener)
      }
    },
    [box],
  )
  const text = useSyncExternalStore(subscribe, () => {
    if (all) return `0-${count}`
    const element = box.current
    const seen = windowOf(element?.scrollTop ?? 0, element?.clientHeight ?? 600, rowHeight, count)
    return `${seen.start}-${seen.end}`
  })
  const [start = 0, end = 0] = text.split('-').map(Number)
  return { start, end }
}
