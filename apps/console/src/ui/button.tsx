import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  kind?: 'primary' | 'default' | 'danger' | 'quiet' | 'link'
  size?: 'small' | 'normal'
  icon?: IconName
  /** Keeps focus and takes no click while work is under way. */
  busy?: boolean
  children?: ReactNode
}

export function Button({
  kind = 'default',
  size = 'normal',
  icon,
  busy,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classes('db-button', `db-button-${kind}`, size === 'small' && 'db-button-small', className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span className="db-spinner" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName
  /** Accessible name and tooltip. */
  label: string
  pressed?: boolean
  busy?: boolean
}

export function IconButton({ icon, label, pressed, busy, className, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes('db-icon-button', className)}
      aria-label={label}
      data-tip={label}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span className="db-spinner" /> : <Icon name={icon} />}
    </button>
  )
}
