// What is read and never written: values that follow from others.
import { type Field, field, refuse, type WireType } from '../field.ts'
import { type Label, label } from '../label.ts'
import { words } from '../words.ts'

const derived = <V>(kind: string, type: WireType, of: Label, rest: Partial<Field<V, false>> = {}): Field<V, false> =>
  field<V, false>(kind, type, of, { readOnly: true, stored: false }, { parse: () => refuse(words.format), ...rest })

/** How a choice or a reference reads to a person. */
export const display = (of: string, named: Label, options: { template?: string } = {}): Field<string, false> =>
  derived('display', 'field', named, { of, template: options.template })

/** How many rows a `refs` field holds. */
export const counted = (of: string, named: Label): Field<number, false> => derived('counted', 'integer', named, { of })

/** Worked out by the server; `serve` must say how. */
export const computed = <V>(type: WireType, named: Label, options: { help?: Label } = {}): Field<V, false> =>
  derived<V>('computed', type, named, options)

/** The two fields every row of an organisation ends with. */
export const organisationFields = {
  org_id: {
    ...field<string, true>(
      'org',
      'field',
      label('组织', 'Organization'),
      { readOnly: true },
      { column: 'uuid', parse: () => refuse(words.format) },
    ),
    auto: 'organisation' as const,
  },
  org_name: derived<string>('orgName', 'field', label('组织名称', 'Org name')),
}

export const createdBy = () => ({
  ...field<string, true>(
    'text',
    'string',
    label('创建者', 'Created by'),
    { readOnly: true },
    {
      column: 'text',
      maxLength: 32,
      parse: () => refuse(words.format),
    },
  ),
  auto: 'creator' as const,
})

export const commentLabel = label('备注', 'Comment')
