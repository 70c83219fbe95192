// The fields of a form: what the server's metadata says, and what the screen says over it.
import { inLanguage } from '../../words/messages.ts'
import type { FieldMeta, FieldSpec, FormContext, Meta } from '../spec.ts'
import { holds } from '../when.ts'
import { type Control, controlOf } from './controls.ts'

export type Values = Readonly<Record<string, any>>

export interface FormField {
  /** `attrs.host` for a field inside a nested object. */
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly required: boolean
  readonly disabled: boolean
  readonly control: Control
  readonly meta: FieldMeta
  readonly spec: FieldSpec
  hidden(values: Values): boolean
  /** As it is beside these values: some fields are required or closed by what others hold. */
  beside(values: Values): FormField
}

export interface FieldGroup {
  readonly title: string
  readonly fields: readonly FormField[]
}

export interface FieldsSpec {
  readonly groups: readonly { readonly title: { zh: string; en: string }; readonly fields: readonly string[] }[]
  readonly field?: Readonly<Record<string, FieldSpec>>
}

/** A name that neither the server nor the screen describes is left out: the server of the moment does not have it. */
export const groupsOf = (spec: FieldsSpec, meta: Meta, at: FormContext): readonly FieldGroup[] =>
  spec.groups
    .map(({ title, fields }) => ({
      title: inLanguage(title),
      fields: fields
        .flatMap((name) => unfold(name, meta, spec.field?.[name]))
        .flatMap((name) => fieldOf(name, meta, spec.field?.[name], at) ?? []),
    }))
    .filter(({ fields }) => fields.length > 0)

export const fieldsOf = (groups: readonly FieldGroup[]): readonly FormField[] => groups.flatMap(({ fields }) => fields)

const fieldOf = (name: string, meta: Meta, spec: FieldSpec = {}, at: FormContext): FormField | undefined => {
  const told = metaAt(name, meta)
  if (!told && !spec.meta && !spec.input && !spec.options) return undefined
  const facts: FieldMeta = { ...(told ?? { ...NOTHING_TOLD, label: name }), ...spec.meta }
  const { required = facts.required } = spec
  const beside = (values: Values): FormField => ({
    name,
    label: spec.label ? inLanguage(spec.label) : facts.label,
    help: spec.help ? inLanguage(typeof spec.help === 'function' ? spec.help(values) : spec.help) : facts.help_text,
    required: typeof required === 'function' ? required(values, at) : required,
    disabled: facts.read_only || holds(spec.disabled, { ...at, values }, false),
    control: controlOf(name, facts, spec),
    meta: facts,
    spec,
    hidden: (values) => spec.hidden?.(values, at) ?? false,
    beside,
  })
  return beside({})
}

const NOTHING_TOLD = { type: 'string', required: false, read_only: false, write_only: false, max_length: 1024 }

/** A nested object stands for the fields inside it, unless the screen draws it itself. */
const unfold = (name: string, meta: Meta, spec: FieldSpec | undefined): readonly string[] => {
  const children = spec?.input || spec?.options ? undefined : metaAt(name, meta)?.children
  if (!children || Object.keys(children).length === 0) return [name]
  return Object.entries(children).flatMap(([child, { read_only }]) => (read_only ? [] : [`${name}.${child}`]))
}

const metaAt = (name: string, meta: Meta): FieldMeta | undefined => {
  const [first = '', ...rest] = name.split('.')
  return rest.reduce<FieldMeta | undefined>((found, part) => found?.children?.[part], meta[first])
}
