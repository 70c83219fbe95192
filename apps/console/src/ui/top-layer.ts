// The open dialogs, lowest first: what must be reachable above them (messages) lives in the topmost.
import { useSyncExternalStore } from 'react'

let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const enterTopLayer = (element: HTMLElement): (() => void) => {
  open = [...open, element]
  tell()
  return () => {
    open = open.filter((other) => other !== element)
    tell()
  }
}

export const useTopLayer = (): HTMLElement | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open.at(-1),
  )
