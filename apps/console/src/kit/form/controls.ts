// Which control a field gets, and how each kind of control behaves. Pure: metadata in, a word out.
import { RADIOS_UP_TO } from '../limits.ts'
import type { FieldMeta, FieldSpec } from '../spec.ts'

export type Control =
  | 'own'
  | 'remote'
  | 'radios'
  | 'select'
  | 'checkboxes'
  | 'picks'
  | 'checkbox'
  | 'datetime'
  | 'number'
  | 'json'
  | 'rows'
  | 'email'
  | 'url'
  | 'password'
  | 'textarea'
  | 'text'

interface Behaviour {
  /** When the required rule is asked first: typed inputs when they are left, choices when they change. */
  readonly asks: 'blur' | 'change'
  /** Text that is trimmed. A password is taken as it was typed: its blanks count. */
  readonly trims?: true
  /** What the form holds while the server has nothing. */
  readonly empty: unknown
  /** What the server is told when a value was taken away. */
  readonly cleared: unknown
}

export const behaviours: Readonly<Record<Control, Behaviour>> = {
  own: { asks: 'blur', empty: undefined, cleared: undefined },
  remote: { asks: 'change', empty: undefined, cleared: null },
  radios: { asks: 'change', empty: undefined, cleared: null },
  select: { asks: 'change', empty: undefined, cleared: null },
  checkboxes: { asks: 'change', empty: [], cleared: [] },
  picks: { asks: 'change', empty: [], cleared: [] },
  checkbox: { asks: 'change', empty: false, cleared: false },
  datetime: { asks: 'change', empty: undefined, cleared: null },
  number: { asks: 'blur', empty: undefined, cleared: null },
  json: { asks: 'blur', trims: true, empty: '', cleared: null },
  rows: { asks: 'change', empty: [], cleared: [] },
  email: { asks: 'blur', trims: true, empty: '', cleared: '' },
  url: { asks: 'blur', trims: true, empty: '', cleared: '' },
  password: { asks: 'blur', empty: '', cleared: '' },
  textarea: { asks: 'blur', trims: true, empty: '', cleared: '' },
  text: { asks: 'blur', trims: true, empty: '', cleared: '' },
}

/** What the screen says wins; then the name, then write-only, then the length. */
export const controlOf = (name: string, meta: FieldMeta, spec: FieldSpec = {}): Control => {
  if (spec.input) return 'own'
  if (spec.options) return 'remote'
  if (spec.rows) return 'textarea'
  return byType[meta.type]?.(meta) ?? typed(lastOf(name), meta)
}

const many = (meta: FieldMeta) => (meta.choices?.length ?? 0) > RADIOS_UP_TO

const byType: Readonly<Record<string, ((meta: FieldMeta) => Control) | undefined>> = {
  choice: (meta) => (many(meta) ? 'select' : 'radios'),
  'multiple choice': (meta) => (many(meta) ? 'picks' : 'checkboxes'),
  boolean: () => 'checkbox',
  datetime: () => 'datetime',
  integer: () => 'number',
  float: () => 'number',
  decimal: () => 'number',
  list: () => 'rows',
  'nested object': () => 'json',
  json: () => 'json',
  email: () => 'email',
  url: () => 'url',
}

const byName: Readonly<Record<string, Control | undefined>> = {
  email: 'email',
  password: 'password',
  comment: 'textarea',
}

const typed = (name: string, meta: FieldMeta): Control => {
  const named = byName[name]
  if (named) return named
  if (meta.type !== 'string') return 'text'
  if (meta.write_only) return 'password'
  return meta.max_length === undefined ? 'textarea' : 'text'
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
