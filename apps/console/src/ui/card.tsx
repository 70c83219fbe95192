import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { CopyButton } from './copy-button.tsx'
import type { Tone } from './tag.tsx'

export interface CardProps {
  title?: ReactNode
  actions?: ReactNode
  tone?: Tone
  /** Content up to the edges: a table. */
  flush?: boolean
  className?: string
  children?: ReactNode
}

export function Card({ title, actions, tone, flush, className, children }: CardProps) {
  const id = useId()
  return (
    <section
      className={classes('db-card', tone && `db-tone-${tone}`, flush && 'db-card-flush', className)}
      aria-labelledby={title ? id : undefined}
    >
      {(title || actions) && (
        <header className="db-card-header">
          {title && <h2 id={id}>{title}</h2>}
          {actions && <div className="db-card-actions">{actions}</div>}
        </header>
      )}
      <div className="db-card-body">{children}</div>
    </section>
  )
}

export interface Fact {
  key: string
  label: ReactNode
  value: ReactNode
  /** What the copy button beside it copies. */
  copy?: string
}

export function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <dl className="db-facts">
      {rows.map((row) => (
        <div className="db-fact" key={row.key}>
          <dt>{row.label}</dt>
          <dd>
            {row.value === '' || row.value === null || row.value === undefined ? (
              <span className="db-muted">-</span>
            ) : (
              row.value
            )}
            {row.copy !== undefined && <CopyButton text={row.copy} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
