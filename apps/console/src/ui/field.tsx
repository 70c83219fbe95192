import { createContext, type ReactNode, useContext } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export interface FieldProps {
  /** Of the control; help and error are `{id}-help` and `{id}-error`, the label is `{id}-label`. */
  id: string
  label: ReactNode
  required?: boolean
  help?: ReactNode
  error?: ReactNode
  children?: ReactNode
}

interface Told {
  id: string
  describedBy?: string
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<Told | undefined>(undefined)

/** A label, a control, help and error; a control of the same id inside knows all four without being told. */
export function Field({ id, label, required, help, error, children }: FieldProps) {
  const describedBy = classes(help && `${id}-help`, error && `${id}-error`) || undefined
  return (
    <div className={classes('db-field', error && 'db-field-invalid')}>
      <label className="db-field-label" htmlFor={id} id={`${id}-label`}>
        {label}
        {required && (
          <span className="db-field-star" aria-hidden="true">
            *
          </span>
        )}
      </label>
      <div className="db-field-body">
        <FieldContext value={{ id, describedBy, invalid: Boolean(error), required: Boolean(required) }}>
          {children}
        </FieldContext>
        {error && (
          <div className="db-field-error" id={`${id}-error`} role="alert">
            <Icon name="warning" />
            <span>{error}</span>
          </div>
        )}
        {help && (
          <div className="db-field-help" id={`${id}-help`}>
            {help}
          </div>
        )}
      </div>
    </div>
  )
}

export interface ControlProps {
  id: string
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
  onBlur?(): void
}

/** ARIA of a control: what it was told, else what the field around it knows. */
export const useControl = ({ id, invalid, describedBy }: ControlProps) => {
  const field = useContext(FieldContext)
  const mine = field?.id === id ? field : undefined
  return {
    'aria-invalid': (invalid ?? mine?.invalid) || undefined,
    'aria-describedby': describedBy ?? mine?.describedBy,
    'aria-required': mine?.required || undefined,
  }
}

/** For groups, which no `<label for>` can name. */
export const useGroupLabel = (id: string, label?: string) => {
  const field = useContext(FieldContext)
  if (label) return { 'aria-label': label }
  return field?.id === id ? { 'aria-labelledby': `${id}-label` } : {}
}
