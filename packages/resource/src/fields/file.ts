import { type Field, field, refuse } from '../field.ts'
import type { Label } from '../label.ts'
import { words } from '../words.ts'

/** An upload. It reaches the server as a part of a multipart body and is handled by the action that takes it. */
export const file = (label: Label, options: { required?: boolean; help?: Label } = {}): Field<unknown, false> =>
  field<unknown, false>(
    'file',
    'file upload',
    label,
    { ...options, stored: false },
    {
      parse: (raw) => (typeof raw === 'object' && raw !== null ? raw : refuse(words.format)),
    },
  )
