import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { Menu, type MenuItem } from './menu.tsx'

export interface DropdownProps {
  /** Accessible name where there is no text, and tooltip then. */
  label?: string
  icon?: IconName
  text?: ReactNode
  kind?: 'primary' | 'default' | 'danger' | 'quiet' | 'link'
  size?: 'small' | 'normal'
  items: readonly MenuItem[]
  disabled?: boolean
  align?: 'start' | 'end'
  className?: string
  /** What it belongs to: where that is replaced by another, it is closed. */
  of?: string
}

export function Dropdown({
  label,
  icon,
  text,
  kind = 'default',
  size = 'normal',
  items,
  disabled,
  align = 'start',
  className,
  of,
}: DropdownProps) {
  const [opened, setOpened] = useState<{ at: 'first' | 'last'; of?: string }>()
  const open = opened?.of === of ? opened?.at : undefined
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  const close = (giveFocusBack: boolean) => {
    setOpened(undefined)
    if (giveFocusBack) button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpened({ at: event.key === 'ArrowUp' ? 'last' : 'first', of })
  }

  const bare = text === undefined
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={classes(
          bare ? 'db-icon-button' : classes('db-button', `db-button-${kind}`, size === 'small' && 'db-button-small'),
          className,
        )}
        aria-label={label}
        data-tip={bare ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        disabled={disabled}
        onClick={() => setOpened(open ? undefined : { at: 'first', of })}
        onKeyDown={onKeyDown}
      >
        {icon && <Icon name={icon} />}
        {text}
        {!bare && <Icon name="chevron-down" />}
      </button>
      {open && (
        <Menu
          labelledBy={id}
          items={items}
          anchor={() => button.current?.getBoundingClientRect()}
          inside={button}
          align={align}
          first={open}
          onClose={close}
        />
      )}
    </>
  )
}
