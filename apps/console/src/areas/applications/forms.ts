// The forms of applications: what they ask follows from the type, which the address names.
import type { FieldSpec, FormSpec } from '../../kit/spec.ts'
import { APPLICATIONS, type AppType, type Category } from './kinds.ts'
import { words } from './words.ts'

interface Asked {
  readonly category: Category
  readonly type: AppType
  /** Route of the form. */
  readonly name: string
  readonly isNew: boolean
  /** Whether the address names the type; an object knows its own. */
  readonly isNamed: boolean
}

export const applicationForm = ({ category, type, name, isNew, isNamed }: Asked): FormSpec => ({
  url: `${APPLICATIONS}?${isNew || isNamed ? `type=${type}` : `category=${category}`}`,
  name,
  groups: [
    { title: words.basic, fields: category === 'remote_app' ? ['name', 'type'] : ['name', 'type', 'domain'] },
    { title: category === 'db' ? words.databaseInfo : words[type], fields: ['attrs'] },
    { title: words.other, fields: ['comment'] },
  ],
  field: {
    type: { disabled: true, initial: type },
    domain: { options: { url: '/api/v1/assets/domains/' } },
    'attrs.asset': {
      options: { url: '/api/v1/assets/assets/?platform__base=Windows&fields_size=mini', labelOf: hostOf },
      required: true,
      help: words.windowsOnly,
    },
    'attrs.path': { required: true },
    'attrs.cluster': { help: words.clusterExample },
    ...secrets(isNew),
  },
  clean: (values) => ({ ...values, category, type: values.type ?? type, attrs: withoutBlank(values.attrs) }),
})

const hostOf = ({ hostname }: Record<string, any>): string => hostname

const SECRETS = ['chrome_password', 'mysql_workbench_password', 'vmware_password', 'custom_password']

const secrets = (isNew: boolean): Record<string, FieldSpec> =>
  isNew ? {} : Object.fromEntries(SECRETS.map((name) => [`attrs.${name}`, { help: words.keepPassword }]))

/** An empty password is one that nobody typed. */
const withoutBlank = (attrs: Record<string, any> = {}): Record<string, any> =>
  Object.fromEntries(Object.entries(attrs).filter(([name, value]) => !SECRETS.includes(name) || value))
