// References to rows of another resource, by its path: no import, so no cycle.
import { type Common, type Field, field, type Link, type Maybe, refuse, type StoredBy } from '../field.ts'
import type { Label } from '../label.ts'
import { words } from '../words.ts'
import { readGuid } from './id.ts'
import { storable } from './storable.ts'

export interface RefOptions extends Common<string | null> {
  /** Refers by this unique column, as people write it, not by the key. */
  readonly by?: string
  readonly anywhere?: boolean
  /** What becomes of this row when the one it refers to is deleted. */
  readonly whenTargetGoes?: 'refuse' | 'cascade' | 'empty'
}

const readName = (raw: unknown): string => {
  if (typeof raw !== 'string' && typeof raw !== 'number') return refuse(words.text)
  const name = storable(String(raw).trim())
  return name === '' ? refuse(words.blank) : name
}

const readId = (raw: unknown): string => {
  const given = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : raw
  return readGuid(given) ?? refuse(words.absent(given))
}

export const ref = <const O extends RefOptions = {}>(
  to: string,
  label: Label,
  options: O = {} as O,
): Field<Maybe<string, O>, StoredBy<O>> =>
  field(
    'ref',
    'field',
    label,
    options as Common<any>,
    {
      column: options.by ? 'text' : 'uuid',
      to,
      by: options.by,
      anywhere: options.anywhere,
      whenTargetGoes: options.whenTargetGoes ?? 'refuse',
      parse: options.by ? readName : readId,
    } as Pick<Field<any, any>, 'parse'>,
  )

export interface RefsOptions
  extends Pick<Common<readonly string[]>, 'help' | 'required' | 'readOnly' | 'filter' | 'default'>,
    Link {
  readonly anywhere?: boolean
  readonly detailOnly?: boolean
}

/** Many rows of another resource, kept as rows of a third one that links the two. */
export const refs = (to: string, label: Label, options: RefsOptions): Field<readonly string[], false> =>
  field<readonly string[], false>(
    'refs',
    'field',
    label,
    { ...options, stored: false },
    {
      to,
      link: {
        through: options.through,
        mine: options.mine,
        theirs: options.theirs,
        fixed: options.fixed,
        held: options.held,
      },
      anywhere: options.anywhere,
      detailOnly: options.detailOnly,
      parse: (raw) => {
        if (!Array.isArray(raw)) return refuse(words.list)
        return [...new Set(raw.map(readId))]
      },
    },
  )
