// The control of one field.
import type { ComponentType } from 'react'
import {
  Checkbox,
  CheckboxGroup,
  Combobox,
  DateTimeInput,
  NumberInput,
  PasswordInput,
  RadioGroup,
  TextArea,
  TextInput,
} from '../../ui/index.ts'
import { JsonInput } from '../inputs/json-input.tsx'
import { RemoteSelect } from '../inputs/remote-select.tsx'
import { TextRows } from '../inputs/rows-input.tsx'
import { TEXTAREA_ROWS } from '../limits.ts'
import type { InputProps } from '../spec.ts'
import { optionsOf, textsOf, valueOfText } from './choices.ts'
import type { Control } from './controls.ts'
import type { FormField } from './fields.ts'

interface Props extends Omit<InputProps, 'meta'> {
  readonly field: FormField
}

export function FieldInput(props: Props) {
  const Input = inputs[props.field.control]
  return <Input {...props} />
}

const inputs: Readonly<Record<Control, ComponentType<Props>>> = {
  own: ({ field, ...rest }) => {
    const Own = field.spec.input!
    return <Own {...rest} meta={field.meta} />
  },
  remote: ({ field, ...rest }) => <RemoteSelect {...rest} spec={field.spec.options!} clearable={!field.required} />,
  radios: ({ field: { meta }, value, onChange, ...rest }) => (
    <RadioGroup
      {...rest}
      value={textsOf(value)[0]}
      onChange={(text) => onChange(valueOfText(meta, text))}
      options={optionsOf(meta)}
    />
  ),
  // What has a default goes back to it rather than to nothing.
  select: ({ field: { meta, required }, value, onChange, ...rest }) => (
    <Combobox
      {...rest}
      value={textsOf(value)[0]}
      onChange={(text) => onChange(text === '' ? undefined : valueOfText(meta, text))}
      options={optionsOf(meta)}
      clearable={!required && meta.default === undefined}
    />
  ),
  checkboxes: ({ field: { meta }, value, onChange, ...rest }) => (
    <CheckboxGroup
      {...rest}
      value={textsOf(value)}
      onChange={(texts) => onChange(texts.map((text) => valueOfText(meta, text)))}
      options={optionsOf(meta)}
    />
  ),
  picks: ({ field: { meta, required }, value, onChange, ...rest }) => (
    <Combobox<true>
      {...rest}
      multiple
      value={textsOf(value)}
      onChange={(texts) => onChange(texts.map((text) => valueOfText(meta, text)))}
      options={optionsOf(meta)}
      clearable={!required}
    />
  ),
  checkbox: ({ field: _, ...rest }) => <Checkbox {...rest} />,
  datetime: ({ field: _, ...rest }) => <DateTimeInput {...rest} />,
  number: ({ field: { meta }, ...rest }) => (
    <NumberInput
      {...rest}
      min={meta.min_value}
      max={meta.max_value}
      step={meta.type === 'integer' ? 1 : 'any'}
      inputMode={meta.type === 'integer' ? 'numeric' : 'decimal'}
    />
  ),
  json: ({ field: _, ...rest }) => <JsonInput {...rest} />,
  rows: ({ field: _, ...rest }) => <TextRows {...rest} />,
  email: ({ field: _, ...rest }) => <TextInput {...rest} type="email" autoComplete="off" />,
  url: ({ field: _, ...rest }) => <TextInput {...rest} type="url" autoComplete="off" />,
  password: ({ field, ...rest }) => (
    <PasswordInput {...rest} autoComplete={/(^|\.)old_/.test(field.name) ? 'current-password' : 'new-password'} />
  ),
  textarea: ({ field, ...rest }) => <TextArea {...rest} rows={field.spec.rows ?? TEXTAREA_ROWS} />,
  text: ({ field: _, ...rest }) => <TextInput {...rest} autoComplete="off" />,
}
