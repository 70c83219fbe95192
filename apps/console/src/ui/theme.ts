// Light, dark, or as the system says; remembered. The tokens follow `color-scheme`, so only one attribute changes.
import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const KEY = 'theme'
const known: readonly string[] = ['light', 'dark', 'system'] satisfies Theme[]

const read = (): Theme => {
  const saved = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY)
  return saved && known.includes(saved) ? (saved as Theme) : 'system'
}

const show = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

let current = read()
const listeners = new Set<() => void>()
if (typeof document !== 'undefined') show(current)

export const themeOf = (): Theme => current

export const setTheme = (theme: Theme): void => {
  current = theme
  localStorage.setItem(KEY, theme)
  show(theme)
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, themeOf)
