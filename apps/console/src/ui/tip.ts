// One tooltip for the whole page: whatever carries `data-tip` gets it on hover and on keyboard focus, and so does every cell
// of a table whose text is cut. One element and a few listeners, however many buttons there are.
import { putBeside } from './placement.ts'

const DELAY_MS = 350
const ID = 'db-tooltip'

let tip: HTMLElement | undefined
let shownFor: Element | undefined
let described: Element | undefined
let timer: ReturnType<typeof setTimeout> | undefined

const textOf = (target: Element): { owner: Element; text: string } | undefined => {
  const owner = target.closest('[data-tip]')
  const text = owner?.getAttribute('data-tip')
  if (owner && text) return { owner, text }
  const cell = target.closest('.db-table td, .db-table th, [data-tip-cut]')
  if (!cell || cell.scrollWidth <= cell.clientWidth) return undefined
  const cut = cell.textContent?.trim()
  return cut ? { owner: cell, text: cut } : undefined
}

const hide = () => {
  clearTimeout(timer)
  if (!shownFor) return
  shownFor = undefined
  described?.removeAttribute('aria-describedby')
  described = undefined
  if (tip?.matches(':popover-open')) tip.hidePopover()
}

const show = (owner: Element, text: string, focused?: Element) => {
  hide()
  if (!tip) {
    tip = document.createElement('div')
    tip.id = ID
    tip.className = 'db-tooltip'
    tip.popover = 'manual'
    tip.setAttribute('role', 'tooltip')
  }
  // What is outside of an open dialog is inert; the tip goes where its owner is.
  const home = owner.closest('dialog') ?? document.body
  if (tip.parentElement !== home) home.append(tip)
  tip.textContent = text
  tip.showPopover()
  putBeside(tip, owner.getBoundingClientRect(), 'center')
  shownFor = owner
  if (focused && !focused.hasAttribute('aria-describedby') && focused.getAttribute('aria-label') !== text) {
    described = focused
    focused.setAttribute('aria-describedby', ID)
  }
}

const over = (event: PointerEvent) => {
  const target = event.target as Element
  if (event.pointerType === 'touch' || !(target instanceof Element) || tip?.contains(target)) return
  const found = textOf(target)
  if (found?.owner === shownFor && shownFor) return
  hide()
  if (found) timer = setTimeout(() => found.owner.isConnected && show(found.owner, found.text), DELAY_MS)
}

const focus = (event: FocusEvent) => {
  const target = event.target as Element
  if (!(target instanceof Element) || !target.matches(':focus-visible')) return hide()
  const found = target.closest('[data-tip]') ? textOf(target) : undefined
  if (found) show(found.owner, found.text, target)
  else hide()
}

const key = (event: KeyboardEvent) => {
  if (event.key === 'Escape') hide()
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerover', over)
  document.addEventListener('pointerdown', hide, true)
  document.addEventListener('focusin', focus)
  document.addEventListener('keydown', key, true)
  document.addEventListener('scroll', hide, true)
}
