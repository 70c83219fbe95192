// A secret goes in and never comes out: write only, sealed at rest, left alone when sent empty.
import { type Common, type Field, field, refuse } from '../field.ts'
import type { Label } from '../label.ts'
import { words } from '../words.ts'

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
        if (raw.includes('\0')) return refuse(words.nul)
        if (options.max !== undefined && raw.length > options.max) return refuse(words.tooLong(options.max))
        return raw
      },
    },
  )
