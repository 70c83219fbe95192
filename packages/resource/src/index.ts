export * from './access.ts'
export * from './cells.ts'
export * from './describe.ts'
export * from './draft.ts'
export {
  type AnyField,
  type Choice,
  type ColumnType,
  type Field,
  type Fields,
  field,
  Invalid,
  type Link,
  type Reader,
  refuse,
  type ValueOf,
  type WireType,
} from './field.ts'
export * from './fields/choice.ts'
export * from './fields/derived.ts'
export * from './fields/file.ts'
export * from './fields/flag.ts'
export * from './fields/id.ts'
export * from './fields/number.ts'
export * from './fields/ref.ts'
export * from './fields/secret.ts'
export * from './fields/stamp.ts'
export * from './fields/storable.ts'
export * from './fields/structured.ts'
export * from './fields/text.ts'
export * from './label.ts'
export * from './resource.ts'
export * from './schema.ts'
export * from './secret.ts'
export * from './time.ts'
export * from './words.ts'
