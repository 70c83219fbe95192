import { type Common, type Field, field, type Maybe, refuse, type StoredBy } from '../field.ts'
import type { Label } from '../label.ts'
import { words } from '../words.ts'

export const flag = <const O extends Common<boolean | null> = {}>(
  label: Label,
  options: O = {} as O,
): Field<Maybe<boolean, O>, StoredBy<O>> =>
  field(
    'flag',
    'boolean',
    label,
    options as Common<any>,
    {
      column: 'boolean',
      parse: (raw) => readFlag(raw) ?? refuse(words.flag),
    } as Pick<Field<any, any>, 'parse'>,
  )

const spoken: Record<string, boolean> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
}

/** True, false, or undefined where it is neither: a filter then does not filter, a form refuses. */
export const readFlag = (raw: unknown): boolean | undefined => {
  if (typeof raw === 'boolean') return raw
  if (raw === 1 || raw === 0) return raw === 1
  if (typeof raw !== 'string') return undefined
  const word = raw.trim().toLowerCase()
  return Object.hasOwn(spoken, word) ? spoken[word] : undefined
}
