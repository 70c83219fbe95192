import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Modal } from './modal.tsx'

export interface DrawerProps {
  open: boolean
  onClose(): void
  label: string
  side?: 'left' | 'right'
  className?: string
  children?: ReactNode
}

export function Drawer({ open, onClose, label, side = 'left', className, children }: DrawerProps) {
  if (!open) return null
  return (
    <Modal
      className={classes('db-drawer', `db-drawer-${side}`, className)}
      aria-label={label}
      onClose={onClose}
      dismissable
    >
      <div className="db-drawer-body">{children}</div>
    </Modal>
  )
}
