import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { useWords } from './words.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

export interface TagProps {
  tone?: Tone
  icon?: IconName
  onClose?(): void
  onClick?(): void
  closeLabel?: string
  children?: ReactNode
}

export function Tag({ tone = 'neutral', icon, onClose, onClick, closeLabel, children }: TagProps) {
  const words = useWords()
  return (
    <span className={classes('db-tag', `db-tone-${tone}`)}>
      {icon && <Icon name={icon} />}
      {onClick ? (
        <button type="button" className="db-tag-text" onClick={onClick}>
          {children}
        </button>
      ) : (
        <span className="db-tag-text">{children}</span>
      )}
      {onClose && (
        <button
          type="button"
          className="db-tag-close"
          aria-label={closeLabel ?? (typeof children === 'string' ? words.remove(children) : words.close)}
          onClick={onClose}
        >
          <Icon name="cross" />
        </button>
      )}
    </span>
  )
}

/** A small number beside something; nothing at zero. */
export function Badge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <span className="db-badge">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="db-hidden">{label}</span>
    </span>
  )
}

export function Kbd({ children }: { children?: ReactNode }) {
  return <kbd className="db-kbd">{children}</kbd>
}
