import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Modal } from './modal.tsx'
import { useWords } from './words.ts'

export interface DialogProps {
  open: boolean
  title: ReactNode
  onClose(): void
  width?: 'small' | 'normal' | 'wide' | '60%' | '70%'
  footer?: ReactNode
  /** Cannot be closed while work is under way. */
  busy?: boolean
  children?: ReactNode
}

const widths = {
  small: 'db-dialog-small',
  normal: 'db-dialog-normal',
  wide: 'db-dialog-wide',
  '60%': 'db-dialog-60',
  '70%': 'db-dialog-70',
} as const

/** What it holds lives only while it is open. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({ title, onClose, width = 'normal', footer, busy, children }: Omit<DialogProps, 'open'>) {
  const words = useWords()
  const id = useId()
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <Modal className={classes('db-dialog', widths[width])} aria-labelledby={id} aria-busy={busy} onClose={close}>
      <header className="db-dialog-header">
        <h2 id={id}>{title}</h2>
        <IconButton icon="cross" label={words.close} onClick={close} disabled={busy} />
      </header>
      <div className="db-dialog-body">{children}</div>
      {footer && <footer className="db-dialog-footer">{footer}</footer>}
    </Modal>
  )
}
