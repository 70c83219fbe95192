// For tests: metadata and fields with only what matters said.
import type { FieldMeta, FieldSpec, FormContext } from '../spec.ts'
import { type FormField, fieldsOf, groupsOf } from './fields.ts'

export const aMeta = (facts: Partial<FieldMeta> = {}): FieldMeta => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: 'Label',
  ...facts,
})

export const creating: FormContext = {
  session: { orgs: [], roles: [], perms: 0, role: 0, isSuperAdmin: false },
  mode: 'create',
}
export const updating: FormContext = { ...creating, mode: 'update' }

/** One group with all of the named fields. */
export const someFields = (
  meta: Readonly<Record<string, Partial<FieldMeta>>>,
  { field, names, at = creating }: { field?: Record<string, FieldSpec>; names?: string[]; at?: FormContext } = {},
): readonly FormField[] => {
  const all = Object.fromEntries(Object.entries(meta).map(([name, facts]) => [name, aMeta({ label: name, ...facts })]))
  return fieldsOf(
    groupsOf({ groups: [{ title: { zh: '', en: '' }, fields: names ?? Object.keys(all) }], field }, all, at),
  )
}
