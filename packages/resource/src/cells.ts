// Values as cells of a spreadsheet, and back.
import type { AnyField, Fields, Reader } from './field.ts'
import type { AnyResource } from './resource.ts'

export type Template = 'export' | 'import' | 'update'

/** Which columns a sheet has: what can be read, or what an import takes. */
export const sheetColumns = (resource: Pick<AnyResource, 'fields'>, template: Template): string[] =>
  Object.entries(resource.fields as Fields)
    .filter(([name, one]) => {
      if (name === 'org_id') return false
      if (template === 'export') return !one.writeOnly
      // Nobody changes an id, but an update finds its rows by it.
      if (name === 'id') return template === 'update'
      return !one.readOnly && one.kind !== 'file'
    })
    .map(([name]) => name)

/** The title of a column: a star marks what must be filled in. */
export const columnTitle = (one: AnyField, reader: Reader): string =>
  `${one.required && !one.readOnly ? '*' : ''}${one.label[reader.lang]}`

export const toCell = (shown: unknown): string | number | boolean | null => {
  if (shown === null || shown === undefined) return null
  if (typeof shown === 'object') return JSON.stringify(shown)
  return shown as string | number | boolean
}

/** Finds the field a column title means: its label in either language, or its name. */
export const columnFinder = (fields: Fields): ((title: string) => string | undefined) => {
  const known = new Map<string, string>()
  // Where two share a label, the one that an import can fill is meant.
  const entries = Object.entries(fields).sort(([, a], [, b]) => Number(a.readOnly) - Number(b.readOnly))
  for (const [name, one] of entries) {
    for (const title of [one.label.zh, one.label.en]) if (!known.has(title)) known.set(title, name)
  }
  // A name beats a label: two fields may share a label, never a name.
  for (const name of Object.keys(fields)) known.set(name, name)
  return (title) =>
    known.get(
      title
        .trim()
        .replace(/^\*+|\*+$/g, '')
        .trim(),
    )
}

const QUOTES = /[“”‘’']/g

/** A cell as the body of an API call would hold it. */
export const fromCell = (text: string): unknown => {
  const trimmed = text.trim()
  if (!/^(\[[\s\S]*\]|\{[\s\S]*\})$/.test(trimmed)) return text
  for (const candidate of [trimmed, trimmed.replaceAll(QUOTES, '"')]) {
    try {
      return JSON.parse(candidate)
    } catch {
      // The next spelling may do.
    }
  }
  return text
}
