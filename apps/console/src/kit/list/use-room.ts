import { type RefObject, useLayoutEffect, useRef } from 'react'

const TOP = '--db-list-top'

/** Tells the style sheet where the list begins, so that it ends with the window: pager and selection stay in view. */
export const useRoom = <E extends HTMLElement>(): RefObject<E | null> => {
  const element = useRef<E>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = element
      // Scrolled, it stands higher than it begins.
      const scrolled = document.scrollingElement?.scrollTop ?? 0
      if (current) current.style.setProperty(TOP, `${Math.round(current.getBoundingClientRect().top + scrolled)}px`)
    }
    measure()
    // Alerts and banners above come later and move it.
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  return element
}
