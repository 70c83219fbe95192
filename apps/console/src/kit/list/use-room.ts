import { type RefObject, useLayoutEffect, useRef } from 'react'

const TOP = '--db-list-top'

/** Tells the style sheet where the list begins, so that it ends with the window: pager and selection stay in view. */
export const useRoom = <E extends HTMLElement>(): RefObject<E | null> => {
  const element = useRef<E>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const around = ancestorsOf(current)
    const measure = () => {
      // Scrolled, it stands higher than it begins.
      const scrolled = around.reduce((sum, { scrollTop }) => sum + scrollTop, 0)
      const top = `${Math.round(current.getBoundingClientRect().top + scrolled)}px`
      if (current.style.getPropertyValue(TOP) !== top) current.style.setProperty(TOP, top)
    }
    // Told at once, after the page was laid out anyway and before it is painted; alerts and banners above come later and move it.
    const watch = new ResizeObserver(measure)
    for (const one of around) watch.observe(one)
    return () => watch.disconnect()
  }, [])
  return element
}

const ancestorsOf = (element: Element): Element[] => {
  const { parentElement } = element
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : []
}
