// The form of an application permission: users and groups, applications of one type, as which accounts, in which time.
import type { FormSpec } from '../../kit/spec.ts'
import { APP_RULES, nameAndLogin, nameAndType } from './addresses.ts'
import { accountsFor, appsFor, type Kind } from './app-kinds.ts'
import { OTHER, whenFields, whoFields } from './rule-fields.ts'
import { words } from './words.ts'

/** `application` is what the address asks for: the one that the new rule is about. */
export const appRuleForm = (name: string, kind: Kind, application?: string): Omit<FormSpec, 'extra'> => ({
  url: APP_RULES,
  name,
  groups: [
    { title: words.basic, fields: ['name'] },
    { title: words.user, fields: ['users', 'user_groups'] },
    { title: words.applications, fields: ['category', 'type', 'applications', 'system_users'] },
    { title: words.other, fields: OTHER },
  ],
  field: {
    ...whoFields,
    category: { disabled: true, initial: kind.category },
    type: { disabled: true, initial: kind.type },
    applications: { options: { url: appsFor(kind), multiple: true, labelOf: nameAndType }, required: true },
    system_users: { options: { url: accountsFor(kind), multiple: true, labelOf: nameAndLogin }, required: true },
    ...whenFields(),
  },
  initial: application ? { applications: [application] } : {},
})
