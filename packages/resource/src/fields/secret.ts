// A secret goes in and never comes out: write only, sealed at rest, left alone when sent empty.
import { type Common, type Field, field, refuse } from '../field.ts'
import type { Label } from '../label.ts'
import { words } from '../words.ts'
import { isLonger, storable } from './storable.ts'

export interface SecretOptions extends Pick<Common<string>, 'help' | 'required'> {
  readonly max?: number
}

export const secret = (label: Label, options: SecretOptions = {}): Field<string | null, true> =>
  field<string | null, true>(
    'secret',
    'string',
    label,
    { ...options, nullable: true, writeOnly: true },
    {
      column: 'text',
      sealed: true,
      maxLength: options.max,
      parse: (raw) => {
        if (typeof raw !== 'string') return refuse(words.text)
        if (options.max !== undefined && isLonger(raw, options.max)) return refuse(words.tooLong(options.max))
        return storable(raw)
      },
    },
  )
