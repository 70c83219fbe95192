// Roles in the current organisation.
import { CheckboxGroup } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import type { InputProps } from '../spec.ts'
import { words } from './words.ts'

export function RoleCheckboxes({ meta: _, ...rest }: InputProps) {
  useLanguage()
  const options = [
    { value: 'Admin', label: words.orgAdmin },
    { value: 'Auditor', label: words.orgAuditor },
    { value: 'User', label: words.orgUser },
  ]
  return <CheckboxGroup {...rest} options={options} />
}
