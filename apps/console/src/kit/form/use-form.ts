// A form in a component: its state, and what happens when somebody types.
import { useId, useState } from 'react'
import type { FormField, Values } from './fields.ts'
import { begin, change, type FormState, hasChanges, leave, refuse, shownProblems, submit } from './form-state.ts'
import { refusalOf } from './rules.ts'
import { trimmed } from './values.ts'

export interface Form {
  readonly fields: readonly FormField[]
  readonly state: FormState
  /** Trimmed, as rules and the server see them. */
  readonly values: Values
  readonly visible: readonly FormField[]
  readonly problems: Readonly<Record<string, string>>
  readonly isDirty: boolean
  idOf(name: string): string
  change(field: FormField, value: unknown): void
  leave(field: FormField): void
  /** The values when every rule holds; otherwise the first field that breaks one gets the focus. */
  submit(): Values | undefined
  refuse(failure: unknown): void
  /** Starts anew from these values. */
  begin(start: Values): void
}

export const useForm = (given: readonly FormField[], start: () => { start: Values; raw?: Values }): Form => {
  const id = useId()
  const [state, setState] = useState(() => {
    const first = start()
    return begin(first.start, first.raw)
  })
  const values = trimmed(given, state.raw)
  const fields = given.map((field) => field.beside(values))
  const visible = fields.filter((field) => !field.hidden(values))
  const idOf = (name: string) => `${id}-${name}`
  return {
    fields,
    state,
    values,
    visible,
    problems: shownProblems(state, fields),
    isDirty: hasChanges(state, fields),
    idOf,
    change: (field, value) => setState((now) => change(now, field, value)),
    leave: (field) => setState((now) => leave(now, field)),
    submit: () => {
      const result = submit(state, fields)
      setState(result.state)
      if (result.kind === 'values') return result.values
      focusField(idOf(result.first))
      return undefined
    },
    refuse: (failure) => {
      const refusal = refusalOf(failure, visible)
      setState((now) => refuse(now, refusal))
      const first = visible.find(({ name }) => name in refusal.fields)
      if (first) focusField(idOf(first.name))
    },
    begin: (next) => setState(begin(next)),
  }
}

/** The control itself, or the first one of a group. Waits until the field is no longer disabled by the work under way. */
export const focusField = (id: string): void => {
  requestAnimationFrame(() => {
    const found = document.getElementById(id)
    const control = found?.matches(FOCUSABLE) ? found : found?.querySelector<HTMLElement>(FOCUSABLE)
    control?.focus()
  })
}

const FOCUSABLE = 'input, textarea, select, button'
