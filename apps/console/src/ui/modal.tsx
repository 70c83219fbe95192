// A native modal dialog: focus is kept inside, given back at the end, Esc asks to close.
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { enterTopLayer } from './top-layer.ts'

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'onCancel'> {
  onClose(): void
  /** A click beside it closes it too. */
  dismissable?: boolean
}

const FIRST = [
  '[autofocus]',
  '[data-autofocus]',
  '.db-dialog-body :is(input:not([type=hidden]), select, textarea):not(:disabled)',
  '.db-dialog-footer .db-button-primary:not(:disabled), .db-dialog-footer .db-button-danger:not(:disabled)',
]

export function Modal({ onClose, dismissable, children, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    const wanted = FIRST.map((one) => element.querySelector<HTMLElement>(one)).find(Boolean)
    wanted?.focus()
    const leave = enterTopLayer(element)
    return () => {
      leave()
      element.close()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the key, and the platform sends it as `cancel`.
    <dialog
      {...rest}
      ref={dialog}
      onCancel={(event) => {
        // `cancel` of a file input inside bubbles up to here as well.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (dismissable && event.target === dialog.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
