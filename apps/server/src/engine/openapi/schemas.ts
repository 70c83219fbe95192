// Bodies. A resource is described once, as it is read and as it is written; everything else stands where it is used.
import { catalogue } from '@drawbridge/model'
import { type AnyResource, type Fields, type Lang, objectSchema, type Schema } from '@drawbridge/resource'
import type { Route } from '../../platform/http/route.ts'

export interface SchemaBook {
  /** A reference where the fields are those of a resource, else the schema itself. */
  of(fields: Fields, side: 'read' | 'write' | 'partial'): Schema
  components(): Record<string, Schema>
}

const suffixes = { read: '', write: 'Draft', partial: 'Patch' } as const

export const schemaBook = (lang: Lang): SchemaBook => {
  const names = new Map<Fields, AnyResource>((catalogue as readonly AnyResource[]).map((one) => [one.fields, one]))
  const made = new Map<string, Schema>()
  const build = (fields: Fields, side: 'read' | 'write' | 'partial'): Schema =>
    objectSchema(fields, lang, {
      side: side === 'read' ? 'read' : 'write',
      require: side === 'write',
    })
  return {
    of: (fields, side) => {
      const resource = names.get(fields)
      if (!resource) return build(fields, side)
      const name = `${nameOf(resource.path)}${suffixes[side]}`
      if (!made.has(name)) made.set(name, { title: resource.label[lang], ...build(fields, side) })
      return { $ref: `#/components/schemas/${name}` }
    },
    components: () => Object.fromEntries([...made].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** `users/groups` becomes `UsersGroups`. */
const nameOf = (path: string): string =>
  path
    .split(/[/-]/)
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('')

const SHEETS = ['text/csv', 'text/xlsx'] as const

export const bodyOf = ({ doc, method, path }: Route, book: SchemaBook): Schema | undefined => {
  const sheets = Object.fromEntries(SHEETS.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
  if (path.endsWith('/render-to-json/')) return { required: true, content: sheets }
  if (!doc.takes) return undefined
  const one = book.of(doc.takes, doc.partial ? 'partial' : 'write')
  if (Object.values(doc.takes).some((field) => field.kind === 'file'))
    return { required: true, content: { 'multipart/form-data': { schema: one } } }
  const many = { type: 'array', items: method === 'POST' ? one : { allOf: [one, keyed] } }
  const schema = !doc.many ? one : method === 'POST' ? { oneOf: [one, many] } : many
  const isImport = doc.many && method !== 'PATCH'
  return { required: true, content: { 'application/json': { schema }, ...(isImport ? sheets : {}) } }
}

/** A change in bulk says which row it means. */
const keyed: Schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
