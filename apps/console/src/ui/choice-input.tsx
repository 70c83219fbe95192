import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { type ControlProps, useControl, useGroupLabel } from './field.tsx'
import { useWords } from './words.ts'

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

export interface CheckboxProps extends ControlProps {
  value: boolean | null | undefined
  onChange(value: boolean): void
  children?: ReactNode
  /** Accessible name where there is no text beside it. */
  label?: string
  indeterminate?: boolean
}

export function Checkbox({
  value,
  onChange,
  onBlur,
  disabled,
  children,
  label,
  indeterminate,
  ...rest
}: CheckboxProps) {
  const aria = useControl(rest)
  const box = (
    <input
      {...aria}
      type="checkbox"
      id={rest.id}
      className="db-checkbox"
      aria-label={children ? undefined : label}
      checked={Boolean(value)}
      disabled={disabled}
      ref={(element) => {
        if (element) element.indeterminate = Boolean(indeterminate)
      }}
      onChange={(event) => onChange(event.target.checked)}
      onBlur={() => onBlur?.()}
    />
  )
  if (!children) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box above is inside.
    <label className={classes('db-choice', disabled && 'db-choice-disabled')}>
      {box}
      <span>{children}</span>
    </label>
  )
}

export interface CheckboxGroupProps extends ControlProps {
  value: readonly string[] | null | undefined
  onChange(value: string[]): void
  options: readonly Choice[]
  label?: string
}

export function CheckboxGroup({ value, onChange, onBlur, options, disabled, label, ...rest }: CheckboxGroupProps) {
  const aria = useControl(rest)
  const name = useGroupLabel(rest.id, label)
  const chosen = new Set(value)
  const toggle = (one: string, on: boolean) =>
    onChange(options.map((option) => option.value).filter((v) => (v === one ? on : chosen.has(v))))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field around it has the label, so no fieldset.
    <div className="db-choices" role="group" id={rest.id} aria-describedby={aria['aria-describedby']} {...name}>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes('db-choice', (disabled || option.disabled) && 'db-choice-disabled')}
        >
          <input
            type="checkbox"
            className="db-checkbox"
            checked={chosen.has(option.value)}
            disabled={disabled || option.disabled}
            aria-invalid={aria['aria-invalid']}
            onChange={(event) => toggle(option.value, event.target.checked)}
            onBlur={() => onBlur?.()}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}

export interface RadioGroupProps extends ControlProps {
  value: string | null | undefined
  onChange(value: string): void
  options: readonly Choice[]
  label?: string
}

export function RadioGroup({ value, onChange, onBlur, options, disabled, label, ...rest }: RadioGroupProps) {
  const aria = useControl(rest)
  const name = useGroupLabel(rest.id, label)
  return (
    <div className="db-choices" role="radiogroup" id={rest.id} {...aria} {...name}>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes('db-choice', (disabled || option.disabled) && 'db-choice-disabled')}
        >
          <input
            type="radio"
            className="db-radio"
            name={rest.id}
            value={option.value}
            checked={value === option.value}
            disabled={disabled || option.disabled}
            onChange={() => onChange(option.value)}
            onBlur={() => onBlur?.()}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}

export interface SwitchProps extends ControlProps {
  value: boolean | null | undefined
  onChange(value: boolean): void
  /** Red when on: it does harm. Green otherwise. */
  danger?: boolean
  busy?: boolean
  label?: string
  children?: ReactNode
}

export function Switch({ value, onChange, onBlur, disabled, danger, busy, label, children, ...rest }: SwitchProps) {
  const aria = useControl(rest)
  const control = (
    <input
      {...aria}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native box tells whether it is checked.
      role="switch"
      id={rest.id}
      className={classes('db-switch', danger && 'db-switch-danger')}
      aria-label={children ? undefined : label}
      aria-busy={busy || undefined}
      checked={Boolean(value)}
      disabled={disabled}
      onChange={(event) => busy || onChange(event.target.checked)}
      onBlur={() => onBlur?.()}
    />
  )
  if (!children) return control
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch above is inside.
    <label className={classes('db-choice', disabled && 'db-choice-disabled')}>
      {control}
      <span>{children}</span>
    </label>
  )
}

export interface SelectProps extends ControlProps {
  value: string | null | undefined
  onChange(value: string): void
  options: readonly Choice[]
  placeholder?: string
  /** The empty choice can be taken again. */
  clearable?: boolean
  label?: string
  className?: string
  size?: 'small' | 'normal'
}

export function Select({
  value,
  onChange,
  onBlur,
  options,
  disabled,
  placeholder,
  clearable,
  label,
  className,
  size,
  ...rest
}: SelectProps) {
  const words = useWords()
  const aria = useControl(rest)
  const chosen = value ?? ''
  const hasEmpty = options.some((option) => option.value === '')
  const known = options.some((option) => option.value === chosen)
  return (
    <select
      {...aria}
      id={rest.id}
      className={classes('db-input db-select', size === 'small' && 'db-input-small', className)}
      value={known ? chosen : ''}
      disabled={disabled}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onBlur?.()}
    >
      {!hasEmpty && (clearable || !known) && (
        <option value="" disabled={!clearable} hidden={!clearable}>
          {placeholder ?? words.select}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
