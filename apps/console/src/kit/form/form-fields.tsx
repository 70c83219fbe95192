// The fields of a form in their groups, and the summary of what is wrong with them.
import { Banner, Field } from '../../ui/index.ts'
import { FieldInput } from './field-input.tsx'
import type { FieldGroup, FormField } from './fields.ts'
import { type Form, focusField } from './use-form.ts'
import { words } from './words.ts'

export function FormFields({ form, groups }: { form: Form; groups: readonly FieldGroup[] }) {
  const shown = new Map(form.visible.map((field) => [field.name, field]))
  return groups.map(({ title, fields }) => {
    const visible = fields.flatMap(({ name }) => shown.get(name) ?? [])
    if (visible.length === 0) return null
    return (
      <section className="db-form-group" key={title} aria-label={title || undefined}>
        {title && <h2 className="db-form-group-title">{title}</h2>}
        {visible.map((field) => (
          <OneField key={field.name} form={form} field={field} />
        ))}
      </section>
    )
  })
}

export function OneField({ form, field }: { form: Form; field: FormField }) {
  const id = form.idOf(field.name)
  return (
    <Field id={id} label={field.label} required={field.required} help={field.help} error={form.problems[field.name]}>
      <FieldInput
        id={id}
        field={field}
        value={form.state.raw[field.name]}
        onChange={(value) => form.change(field, value)}
        onBlur={() => form.leave(field)}
        disabled={field.disabled}
      />
    </Field>
  )
}

/** After a submit that did not work: everything that needs correcting, each one click away. */
export function Summary({ form }: { form: Form }) {
  const wrong = form.visible.filter(({ name }) => name in form.problems)
  const count = wrong.length + form.state.others.length
  if (!form.state.tried || count === 0) return null
  return (
    <Banner tone="danger">
      <strong>{words.problems(count)}</strong>
      <ul className="db-form-summary">
        {form.state.others.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {wrong.map(({ name, label }) => (
          <li key={name}>
            <button type="button" className="db-link-button" onClick={() => focusField(form.idOf(name))}>
              {label}: {form.problems[name]}
            </button>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
