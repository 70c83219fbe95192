// Where something that floats stands: below its anchor if there is room, else above, never out of the window.
import { type RefObject, useLayoutEffect } from 'react'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const GAP = 4
const EDGE = 8

export const placeBeside = (
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
  align: 'start' | 'end' | 'center' = 'start',
): { left: number; top: number } => {
  const below = anchor.bottom + GAP
  const above = anchor.top - GAP - size.height
  const fitsBelow = below + size.height <= view.height - EDGE
  const top = fitsBelow || above < EDGE ? Math.min(below, view.height - EDGE - size.height) : above
  const wanted = {
    start: anchor.left,
    end: anchor.right - size.width,
    center: (anchor.left + anchor.right - size.width) / 2,
  }[align]
  return { left: Math.max(EDGE, Math.min(wanted, view.width - EDGE - size.width)), top: Math.max(EDGE, top) }
}

export const pointBox = (x: number, y: number): Box => ({ left: x, top: y, right: x, bottom: y })

export const putBeside = (floating: HTMLElement, anchor: Box, align?: 'start' | 'end' | 'center'): void => {
  const place = placeBeside(
    anchor,
    { width: floating.offsetWidth, height: floating.offsetHeight },
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    align,
  )
  floating.style.left = `${place.left}px`
  floating.style.top = `${place.top}px`
}

/** Shows a popover in the top layer beside its anchor, keeps it there while things scroll, and tells of clicks elsewhere. */
export const useFloating = (
  floating: RefObject<HTMLElement | null>,
  anchor: () => Box | undefined,
  options: {
    align?: 'start' | 'end' | 'center'
    sameWidth?: boolean
    inside?: RefObject<HTMLElement | null>
    onAway(): void
  },
): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted while open; the anchor is asked anew at every move.
  useLayoutEffect(() => {
    const element = floating.current
    if (!element) return
    if (!element.matches(':popover-open')) element.showPopover()
    const put = () => {
      const box = anchor()
      if (!box) return
      if (options.sameWidth) element.style.minWidth = `${box.right - box.left}px`
      putBeside(element, box, options.align)
    }
    put()
    const away = (event: Event) => {
      const target = event.target as Node
      if (!element.contains(target) && !options.inside?.current?.contains(target)) options.onAway()
    }
    const grown = new ResizeObserver(put)
    grown.observe(element)
    addEventListener('resize', put)
    document.addEventListener('scroll', put, true)
    document.addEventListener('pointerdown', away, true)
    return () => {
      grown.disconnect()
      removeEventListener('resize', put)
      document.removeEventListener('scroll', put, true)
      document.removeEventListener('pointerdown', away, true)
    }
  }, [])
}
