// Ways from screen to screen. Those of the router are drawn again whenever anything in the address changes; these never, so that turning a page draws only the page.
import type { ComponentProps, MouseEvent } from 'react'
import { BASE } from './paths.ts'

interface Going {
  /** Takes the place of where one is, so that going back does not come here again. */
  readonly replace?: boolean
}

type Go = (to: string, going?: Going) => Promise<void>

let way: Go = async (to) => location.assign(hrefOf(to))

/** Whoever knows the ways says how one goes; until then the browser does. */
export const showWay = (own: Go): void => {
  way = own
}

/** To a path below the base. */
export const go: Go = (to, going) => way(to, going)

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path below the base. */
  to: string
}

export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    void go(to, { replace: isHere(to) })
  }
  return <a {...rest} href={hrefOf(to)} onClick={follow} />
}

const hrefOf = (to: string): string => BASE + to

/** A click for another window, or for saving, is the browser's own. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)

const isHere = (to: string): boolean => hrefOf(to) === location.pathname + location.search + location.hash
