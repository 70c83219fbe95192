// Short messages at the top: good news for 3 seconds, bad for 5; they wait while someone reads or points at them.
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { useTopLayer } from './top-layer.ts'
import { useWords } from './words.ts'

export const TOAST_MS = { success: 3_000, info: 3_000, error: 5_000 } as const
const MOST = 5

type Kind = keyof typeof TOAST_MS
interface Toast {
  id: number
  kind: Kind
  content: ReactNode
  /** When it goes, unless someone holds it. */
  until: number
}

let toasts: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()
const set = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}
const drop = (id: number) => set(toasts.filter((toast) => toast.id !== id))

const show = (kind: Kind, content: ReactNode): void => {
  // The same words again are the same message, shown anew.
  const others = toasts.filter((toast) => toast.kind !== kind || toast.content !== content)
  set([...others, { id: ++count, kind, content, until: Date.now() + TOAST_MS[kind] }].slice(-MOST))
}

export const notify = {
  success: (content: ReactNode): void => show('success', content),
  error: (text: ReactNode): void => show('error', text),
  info: (content: ReactNode): void => show('info', content),
}

const icons: Record<Kind, IconName> = { success: 'check', info: 'info', error: 'warning' }

/** Stands once in the console. */
export function ToastHost() {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  const above = useTopLayer()
  const box = useRef<HTMLDivElement>(null)

  // Shown anew for every message, because what entered the top layer last lies above the rest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the list or of the place shows it anew.
  useEffect(() => {
    const element = box.current
    // A message told while its dialog closes stands in what has just left the page; it is drawn anew where it goes next.
    if (!element?.showPopover || !element.isConnected) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (all.length > 0) element.showPopover()
  }, [all, above])

  const region = (
    <div ref={box} className="db-toasts" popover="manual">
      <div role="alert">
        {all
          .filter((one) => one.kind === 'error')
          .map((toast) => (
            <ToastLine key={toast.id} toast={toast} />
          ))}
      </div>
      <div role="status">
        {all
          .filter((one) => one.kind !== 'error')
          .map((toast) => (
            <ToastLine key={toast.id} toast={toast} />
          ))}
      </div>
    </div>
  )
  return createPortal(region, above ?? document.body)
}

function ToastLine({ toast }: { toast: Toast }) {
  const words = useWords()
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (held) return
    // A dialog that opens takes the message along; its time goes on.
    const timer = setTimeout(() => drop(toast.id), toast.until - Date.now())
    return () => clearTimeout(timer)
  }, [held, toast])

  const release = () => {
    toast.until = Date.now() + TOAST_MS[toast.kind]
    setHeld(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only makes it wait.
    <div
      className={classes('db-toast', `db-toast-${toast.kind}`)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={release}
      onFocus={() => setHeld(true)}
      onBlur={release}
    >
      <span className="db-toast-mark">
        <Icon name={icons[toast.kind]} />
      </span>
      <div className="db-toast-text">{toast.content}</div>
      <IconButton icon="cross" label={words.close} onClick={() => drop(toast.id)} />
    </div>
  )
}
