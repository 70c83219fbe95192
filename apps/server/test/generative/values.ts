// Bodies and queries for an operation, from its schema: some as they should be, some as they should not.
import type { Dice } from './dice.ts'

export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  readOnly?: boolean
  oneOf?: Schema[]
  anyOf?: Schema[]
  $ref?: string
}

const TEXTS = [
  'a',
  'DBA',
  '测试组',
  'Ω≈ç√',
  "O'Brien",
  '"quoted"',
  'x; drop table users_users; --',
  '%',
  '_',
  '\\',
  '🙂🙂',
  'admin',
  '  padded  ',
  '<script>alert(1)</script>',
  '=1+1',
  'true',
  '0',
  '-1',
  'null',
  '\u202e',
  '{"a":1}',
  '[1]',
  '../../etc/passwd',
]

const NASTY: readonly unknown[] = [
  null,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff x',
  'x'.repeat(5_000),
  'x'.repeat(70_000),
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  9e15,
  true,
  false,
  [],
  [null],
  [[]],
  {},
  { a: { b: { c: {} } } },
  [1, 2, 3],
  ['x'],
  { id: 1 },
  { toString: 1 },
  { __proto__: { admin: true } },
  '0000-00-00',
  '2021-13-45',
  '9999999-01-01',
  '2021-04-14T10:32:25Z',
  '00000000-0000-0000-0000-000000000002',
  'not-a-uuid',
  Number.MAX_SAFE_INTEGER,
  nested(200),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

export interface Values {
  /** Ids of rows that exist. */
  readonly ids: readonly string[]
  readonly resolve: (schema: Schema) => Schema
}

export const good = (given: Schema, d: Dice, at: Values): unknown => {
  const schema = at.resolve(given)
  if (schema.oneOf ?? schema.anyOf) return good(d.pick((schema.oneOf ?? schema.anyOf)!), d, at)
  if (schema.enum) return d.pick(schema.enum)
  const type = Array.isArray(schema.type) ? d.pick(schema.type) : schema.type
  if (type === 'null') return null
  if (type === 'boolean') return d.chance(0.5)
  if (type === 'integer' || type === 'number')
    return (schema.minimum ?? 0) + d.below(Math.min(1_000, (schema.maximum ?? 1_000) - (schema.minimum ?? 0) + 1))
  if (type === 'array') return Array.from({ length: d.below(4) }, () => good(schema.items ?? {}, d, at))
  if (type === 'object' || schema.properties) return object(schema, d, at, 0)
  if (schema.format === 'uuid') return at.ids.length > 0 && d.chance(0.8) ? d.pick(at.ids) : crypto.randomUUID()
  if (schema.format === 'email') return `fuzz${d.below(1e6)}@example.com`
  if (schema.format === 'uri') return `http://example.com/${d.below(1e6)}`
  const text = `${d.pick(TEXTS)}${d.chance(0.5) ? d.below(1e6) : ''}`
  return schema.maxLength === undefined ? text : text.slice(0, schema.maxLength)
}

/** An object with some values of the wrong kind, missing or too many. */
export const object = (schema: Schema, d: Dice, at: Values, wrong: number): Record<string, unknown> => {
  const result: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const needed = schema.required?.includes(name) ?? false
    if (!d.chance(needed ? 1 - wrong / 4 : 0.4)) continue
    result[name] = d.chance(wrong) ? bad(d) : good(property, d, at)
  }
  if (d.chance(wrong))
    result[d.pick(['__proto__', 'constructor', 'nobody', 'org_id', 'id', 'pk', 'password_hash', 'role'])] = bad(d)
  return result
}

export const bad = (d: Dice): unknown => d.pick(NASTY)

export const queryText = (d: Dice, at: Values): string => {
  const value = d.chance(0.5) ? d.pick(TEXTS) : d.chance(0.5) && at.ids.length > 0 ? d.pick(at.ids) : bad(d)
  return typeof value === 'string' ? value.slice(0, 2_000) : String(JSON.stringify(value) ?? '').slice(0, 500)
}
