import { classes } from './classes.ts'
import { dayOf, instantOf, localOf, parseDate } from './dates.ts'
import { type ControlProps, useControl } from './field.tsx'

export interface DateTimeInputProps extends ControlProps {
  /** ISO, or as the API writes it. */
  value: string | null | undefined
  /** ISO in UTC for a time, `YYYY-MM-DD` for a day, empty when cleared. */
  onChange(value: string): void
  type?: 'datetime' | 'date'
  min?: string
  max?: string
  label?: string
  className?: string
  placeholder?: string
}

export function DateTimeInput({
  value,
  onChange,
  onBlur,
  disabled,
  type = 'datetime',
  min,
  max,
  label,
  className,
  placeholder: _placeholder,
  ...rest
}: DateTimeInputProps) {
  const aria = useControl(rest)
  const isDay = type === 'date'
  const shown = (text: string | null | undefined): string => {
    const date = parseDate(text)
    if (!date) return ''
    return isDay ? (/^\d{4}-\d{2}-\d{2}$/.test(text!) ? text! : dayOf(date)) : localOf(date)
  }
  return (
    <input
      {...aria}
      id={rest.id}
      type={isDay ? 'date' : 'datetime-local'}
      step={isDay ? undefined : 1}
      className={classes('db-input db-date', className)}
      value={shown(value)}
      min={shown(min) || undefined}
      max={shown(max) || (isDay ? '9999-12-31' : '9999-12-31T23:59:59')}
      disabled={disabled}
      aria-label={label}
      onChange={(event) => {
        const [day = '', time = ''] = event.target.value.split('T')
        onChange(isDay ? day : (instantOf(day, time) ?? ''))
      }}
      onBlur={() => onBlur?.()}
    />
  )
}
