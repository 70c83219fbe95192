import { type Field, field, refuse } from '../field.ts'
import { label } from '../label.ts'
import { words } from '../words.ts'

// Not the RFC pattern: the id of the default organisation is no RFC UUID.
const GUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

export const isGuid = (raw: unknown): raw is string => typeof raw === 'string' && GUID.test(raw)

/** The canonical spelling, or undefined. */
export const readGuid = (raw: unknown): string | undefined => {
  if (typeof raw !== 'string' || !GUID.test(raw.trim())) return undefined
  const plain = raw.trim().toLowerCase().replaceAll('-', '')
  return `${plain.slice(0, 8)}-${plain.slice(8, 12)}-${plain.slice(12, 16)}-${plain.slice(16, 20)}-${plain.slice(20)}`
}

/** The key of a row. A client may choose it on create. */
export const id = (options: { readOnly?: boolean; filter?: boolean } = {}): Field<string, true> =>
  field<string, true>('id', 'string', label('ID', 'ID'), options, {
    column: 'uuid',
    parse: (raw) => readGuid(raw) ?? refuse(words.guid),
  })

/** A key counted by the database: rows of relations have one. */
export const serial = (): Field<number, true> =>
  field<number, true>(
    'serial',
    'integer',
    label('ID', 'ID'),
    { readOnly: true, filter: true },
    {
      column: 'bigint',
      parse: (raw) => {
        const value = Number(raw)
        return Number.isSafeInteger(value) && value >= 0 ? value : refuse(words.integer)
      },
    },
  )
