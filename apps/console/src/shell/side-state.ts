// Open or closed: remembered in a cookie, 1 or 0. On phones the menu is a drawer, closed until asked for.
import { useSyncExternalStore } from 'react'
import { COOKIE, REMEMBER_DAYS, readCookie, writeCookie } from '../api/cookies.ts'

interface SideState {
  readonly open: boolean
  readonly drawer: boolean
}

let state: SideState = {
  open: typeof document === 'undefined' || readCookie(COOKIE.sidebar) !== '0',
  drawer: false,
}
const listeners = new Set<() => void>()
const set = (change: Partial<SideState>) => {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export const toggleSide = (): void => {
  set({ open: !state.open })
  writeCookie(COOKIE.sidebar, state.open ? '1' : '0', REMEMBER_DAYS)
}
export const openDrawer = (): void => set({ drawer: true })
export const closeDrawer = (): void => {
  if (state.drawer) set({ drawer: false })
}

export const useSide = (): SideState => useSyncExternalStore(subscribe, () => state)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
