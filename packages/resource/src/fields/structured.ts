// Values with parts: free JSON, lists, objects with named parts.
import { defaultOf } from '../draft.ts'
import {
  type AnyField,
  type Common,
  type Field,
  type Fields,
  field,
  Invalid,
  type Maybe,
  type Reader,
  refuse,
  type StoredBy,
} from '../field.ts'
import type { Label } from '../label.ts'
import { Secret } from '../secret.ts'
import { words } from '../words.ts'
import { storable } from './storable.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export const json = <const O extends Common<Json> = {}>(
  label: Label,
  options: O = {} as O,
): Field<Maybe<Json, O>, StoredBy<O>> =>
  field(
    'json',
    'field',
    label,
    options as Common<any>,
    { column: 'jsonb', parse: readJson } as Pick<Field<any, any>, 'parse'>,
  )

export const list = <V, const O extends Common<readonly V[]> = {}>(
  label: Label,
  child: Field<V, boolean>,
  options: O = {} as O,
): Field<Maybe<readonly V[], O>, StoredBy<O>> => {
  refuseSecrets({ item: child })
  return field(
    'list',
    'list',
    label,
    options as Common<any>,
    {
      column: 'jsonb',
      child,
      parse: (raw: unknown, reader: Reader) => {
        if (!Array.isArray(raw)) return refuse(words.list)
        return parts(
          raw.map((item, i) => [String(i), () => child.parse(item, reader)]),
          Object.values,
        )
      },
    } as any,
  )
}

/** Each secret among its parts is a `Secret` once parsed, and sealed by itself when it is stored. */
export const object = <const C extends Fields, const O extends Common<any> = {}>(
  label: Label,
  children: C,
  options: O = {} as O,
): Field<any, StoredBy<O>> => {
  for (const [name, child] of Object.entries(children)) {
    if (child.children) refuseSecrets(child.children)
    // Nobody can send back a secret they never saw, and an object is always sent whole.
    if (child.sealed && child.required) throw new Error(`The secret ${name} cannot be required inside an object`)
  }
  return field(
    'object',
    'nested object',
    label,
    options as Common<any>,
    {
      column: 'jsonb',
      children,
      parse: (raw: unknown, reader: Reader) => {
        if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return refuse(words.object)
        const given = raw as Record<string, unknown>
        return parts(
          Object.entries(children).flatMap(([name, child]): [string, () => unknown][] => {
            const value = Object.hasOwn(given, name) ? given[name] : undefined
            if (value !== undefined && value !== null && value !== '') return [[name, () => read(child, value, reader)]]
            if (child.required) return [[name, () => refuse(words.required)]]
            const preset = defaultOf(child, reader.now)
            if (child.writeOnly || (value === undefined && preset === undefined)) return []
            return [[name, () => (value === '' && isText(child) ? '' : (preset ?? null))]]
          }),
          (object) => object,
        )
      },
      // What is write only stays so inside an object.
      show: (value: Record<string, unknown> | null) =>
        value && Object.fromEntries(Object.entries(value).filter(([name]) => !children[name]?.writeOnly)),
    } as any,
  )
}

const read = (child: AnyField, value: unknown, reader: Reader): unknown => {
  // Of an object that is read once more when its row is known.
  if (child.sealed && value instanceof Secret) return value
  const parsed = child.parse(value, reader)
  return child.sealed && typeof parsed === 'string' ? new Secret(parsed) : parsed
}

/** A secret is sealed in a column of its own or directly in an object, and would lie open anywhere else. */
const refuseSecrets = (fields: Fields): void => {
  for (const [name, one] of Object.entries(fields)) {
    if (one.sealed) throw new Error(`The secret ${name} stands too deep: it would not be sealed`)
    if (one.children) refuseSecrets(one.children)
  }
}

const isText = (child: AnyField): boolean => child.column === 'text' && child.kind !== 'choice'

const parts = <T>(tasks: [string, () => unknown][], finish: (object: Record<string, unknown>) => T): T => {
  const good: Record<string, unknown> = {}
  const bad: Record<string, Invalid> = {}
  for (const [name, task] of tasks) {
    try {
      good[name] = task()
    } catch (problem) {
      if (!(problem instanceof Invalid)) throw problem
      bad[name] = problem
    }
  }
  if (Object.keys(bad).length > 0) throw new Invalid([], bad)
  return finish(good)
}

const DEEPEST = 32

const readJson = (raw: unknown): Json => {
  inspect(raw, 0)
  return raw as Json
}

const inspect = (value: unknown, level: number): void => {
  if (typeof value === 'string') storable(value)
  if (typeof value !== 'object' || value === null) return
  if (level >= DEEPEST) refuse(words.json)
  if (!Array.isArray(value)) Object.keys(value).forEach(storable)
  for (const part of Object.values(value)) inspect(part, level + 1)
}
