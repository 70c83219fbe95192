// JSON Schema of fields, for the OpenAPI document.
import type { AnyField, Fields } from './field.ts'
import type { Lang } from './label.ts'

export type Schema = { [key: string]: unknown }

const formats: Record<string, Schema> = {
  string: { type: 'string' },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  float: { type: 'number' },
  datetime: { type: 'string', examples: ['2021-04-14 10:32:25 +0800'] },
  date: { type: 'string', format: 'date' },
  'file upload': { type: 'string', format: 'binary' },
  list: { type: 'array', items: {} },
  'nested object': { type: 'object' },
  field: {},
}

export const schemaOf = (one: AnyField, lang: Lang): Schema => {
  const schema: Schema = { ...shape(one, lang), title: one.label[lang] }
  if (one.help) schema.description = one.help[lang]
  if (one.nullable) nullable(schema)
  if (one.minLength !== undefined) schema.minLength = one.minLength
  if (one.maxLength !== undefined) schema.maxLength = one.maxLength
  if (one.minValue !== undefined) schema.minimum = one.minValue
  if (one.maxValue !== undefined) schema.maximum = one.maxValue
  if (one.readOnly) schema.readOnly = true
  if (one.writeOnly) schema.writeOnly = true
  const preset = presetOf(one)
  if (preset !== undefined) schema.default = preset
  if (one.choices) schema['x-labels'] = one.choices.map((choice) => choice.label[lang])
  return schema
}

const shape = (one: AnyField, lang: Lang): Schema => {
  const values = one.choices?.map((choice) => choice.value)
  if (one.kind === 'choice') return { type: typeof values?.[0] === 'number' ? 'integer' : 'string', enum: values }
  if (one.kind === 'choices') return { type: 'array', items: { type: 'string', enum: values } }
  if (one.kind === 'id' || one.kind === 'ref') return { type: 'string', format: 'uuid' }
  if (one.kind === 'refs') return { type: 'array', items: { type: 'string', format: 'uuid' } }
  if (one.type === 'nested object' && one.child)
    return { type: 'object', additionalProperties: schemaOf(one.child, lang) }
  if (one.kind === 'list' && one.child) return { type: 'array', items: schemaOf(one.child, lang) }
  if (one.children) return objectSchema(one.children, lang, { require: true })
  if (one.kind === 'display' || one.kind === 'org' || one.kind === 'orgName') return { type: 'string' }
  return { ...formats[one.type] }
}

/** Defaults that are the same at any moment; a secret's is never told. */
const presetOf = (one: AnyField): unknown =>
  one.sealed || one.writeOnly || typeof one.default === 'function' || one.default === '' ? undefined : one.default

const nullable = (schema: Schema): void => {
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null']
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null]
}

export const objectSchema = (
  fields: Fields,
  lang: Lang,
  options: { require?: boolean; side?: 'read' | 'write' } = {},
): Schema => {
  const entries = Object.entries(fields).filter(([, one]) =>
    options.side === 'read' ? !one.writeOnly : options.side === 'write' ? !one.readOnly : true,
  )
  const required = entries.filter(([, one]) => one.required && !one.readOnly).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, one]) => [name, schemaOf(one, lang)])),
    ...(options.require && required.length > 0 ? { required } : {}),
  }
}
