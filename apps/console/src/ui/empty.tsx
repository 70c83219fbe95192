import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { useWords } from './words.ts'

export interface EmptyProps {
  /** Why there is nothing. */
  title: ReactNode
  text?: ReactNode
  /** The next step. */
  action?: ReactNode
  icon?: IconName
}

export function Empty({ title, text, action, icon = 'folder' }: EmptyProps) {
  return (
    <div className="db-empty">
      <span className="db-empty-icon">
        <Icon name={icon} />
      </span>
      <p className="db-empty-title">{title}</p>
      {text && <p className="db-empty-text">{text}</p>}
      {action && <div className="db-empty-action">{action}</div>}
    </div>
  )
}

export interface SkeletonProps {
  rows?: number
  shape?: 'lines' | 'rows' | 'facts' | 'card' | 'form'
}

/** Holds the place of what comes first. */
export function Skeleton({ rows = 3, shape = 'lines' }: SkeletonProps) {
  const words = useWords()
  return (
    <div className={classes('db-skeleton', `db-skeleton-${shape}`)} role="status">
      <span className="db-hidden">{words.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <span className="db-bone" key={index} />
      ))}
    </div>
  )
}

/** The thin line above what is being asked for anew; its place is always kept. */
export function Bar({ busy }: { busy?: boolean }) {
  return <div className={classes('db-bar', busy && 'db-bar-busy')} aria-hidden="true" />
}
