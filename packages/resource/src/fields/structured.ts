// Values with parts: free JSON, lists, objects with named parts.
import {
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
import { words } from '../words.ts'

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
): Field<Maybe<readonly V[], O>, StoredBy<O>> =>
  field(
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

export const object = <const C extends Fields, const O extends Common<any> = {}>(
  label: Label,
  children: C,
  options: O = {} as O,
): Field<any, StoredBy<O>> =>
  field(
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
            const value = given[name]
            if (value === undefined || value === null || value === '') {
              if (child.required) return [[name, () => refuse(words.required)]]
              return value === undefined && child.default === undefined
                ? []
                : [[name, () => value ?? child.default ?? null]]
            }
            return [[name, () => child.parse(value, reader)]]
          }),
          (object) => object,
        )
      },
    } as any,
  )

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
  if (depth(raw) > DEEPEST || JSON.stringify(raw)?.includes('\\u0000')) return refuse(words.json)
  return raw as Json
}

const depth = (value: unknown, level = 0): number => {
  if (typeof value !== 'object' || value === null || level > DEEPEST) return level
  return Math.max(level, ...Object.values(value).map((part) => depth(part, level + 1)))
}
