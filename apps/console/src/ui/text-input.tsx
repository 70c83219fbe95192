import { type ComponentProps, useState } from 'react'
import { classes } from './classes.ts'
import { type ControlProps, useControl } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'
import { useWords } from './words.ts'

type Native<Tag extends 'input' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'id' | 'value' | 'onChange' | 'onBlur' | 'disabled' | 'children'
>

export interface TextInputProps extends ControlProps, Native<'input'> {
  value: string | null | undefined
  onChange(value: string): void
  type?: 'text' | 'email' | 'url' | 'search' | 'tel' | 'password'
  icon?: IconName
  /** Addresses, keys, commands. */
  mono?: boolean
}

export function TextInput({
  value,
  onChange,
  onBlur,
  invalid,
  describedBy,
  icon,
  mono,
  className,
  ...rest
}: TextInputProps) {
  const aria = useControl({ id: rest.id, invalid, describedBy })
  const input = (
    <input
      type="text"
      {...rest}
      {...aria}
      className={classes('db-input', mono && 'db-mono', icon && 'db-input-with-icon', !icon && className)}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onBlur?.()}
    />
  )
  if (!icon) return input
  return (
    <span className={classes('db-input-box', className)}>
      <Icon name={icon} />
      {input}
    </span>
  )
}

export function PasswordInput({ className, ...rest }: Omit<TextInputProps, 'type' | 'icon'>) {
  const words = useWords()
  const [shown, setShown] = useState(false)
  return (
    <span className={classes('db-input-box', className)}>
      <TextInput
        autoComplete="new-password"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className="db-input-with-button"
      />
      <button
        type="button"
        className="db-input-button"
        aria-label={words.showPassword}
        aria-pressed={shown}
        data-tip={words.showPassword}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} />
      </button>
    </span>
  )
}

export interface TextAreaProps extends ControlProps, Native<'textarea'> {
  value: string | null | undefined
  onChange(value: string): void
  mono?: boolean
}

export function TextArea({ value, onChange, onBlur, invalid, describedBy, mono, className, ...rest }: TextAreaProps) {
  const aria = useControl({ id: rest.id, invalid, describedBy })
  return (
    <textarea
      rows={3}
      {...rest}
      {...aria}
      className={classes('db-input db-textarea', mono && 'db-mono', className)}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onBlur?.()}
    />
  )
}

export interface NumberInputProps extends ControlProps, Native<'input'> {
  value: number | string | null | undefined
  /** Nothing when it is emptied. */
  onChange(value: number | undefined): void
}

export function NumberInput({ value, onChange, onBlur, invalid, describedBy, className, ...rest }: NumberInputProps) {
  const aria = useControl({ id: rest.id, invalid, describedBy })
  return (
    <input
      inputMode="numeric"
      {...rest}
      {...aria}
      type="number"
      className={classes('db-input db-number', className)}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)}
      onBlur={() => onBlur?.()}
      // A wheel turned over a focused number would change it unseen.
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}
