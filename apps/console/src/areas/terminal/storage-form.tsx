// The forms of storages: what they ask follows from the type, which the address names.
import { useParams, useSearchParams } from 'react-router'
import { CommaList, pathTo } from '../../kit/index.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { FieldSpec, FormSpec } from '../../kit/spec.ts'
import { type Kind, kinds, type StorageType, typeIn } from './storage-kinds.ts'
import { words } from './words.ts'

export function StorageForm({ kind }: { kind: Kind }) {
  const { id } = useParams()
  const [query] = useSearchParams()
  const type = typeIn(kind, query.get('type'))
  const isNew = id === undefined
  return (
    <FormScreen
      key={type}
      spec={storageForm(kind, type, isNew)}
      title={isNew ? kinds[kind].create : kinds[kind].update}
    />
  )
}

const SECRETS = ['SECRET_KEY', 'ACCOUNT_KEY', 'PASSWORD']

const ENDPOINT_HELP: Partial<Record<StorageType, FieldSpec['help']>> = { s3: words.s3Endpoint, oss: words.ossEndpoint }

export const storageForm = (kind: Kind, type: StorageType, isNew: boolean): FormSpec => ({
  url: `${kinds[kind].url}?type=${type}`,
  name: `${kinds[kind].name}${isNew ? 'Create' : 'Update'}`,
  groups:
    kind === 'command'
      ? [{ title: words.basic, fields: ['name', 'type', 'meta', 'comment'] }]
      : [
          { title: words.basic, fields: ['name', 'type'] },
          { title: words[type], fields: ['meta'] },
          { title: words.other, fields: ['comment'] },
        ],
  field: {
    type: { disabled: true, initial: type },
    'meta.ENDPOINT': { help: ENDPOINT_HELP[type] },
    'meta.HOSTS': { input: CommaList, help: words.hostsHelp },
    'meta.INDEX': { required: true, help: words.indexHelp },
    ...(isNew ? {} : Object.fromEntries(SECRETS.map((name) => [`meta.${name}`, { help: words.keepSecret }]))),
  },
  clean: (values) => ({ ...values, type: values.type ?? type, meta: withoutBlank(values.meta) }),
  hasSaveAndAdd: false,
  afterSave: () => pathTo('Storage', {}, { activeTab: kinds[kind].tab }),
})

/** An empty secret is one that nobody typed: the one that is kept stays. */
const withoutBlank = (meta: Record<string, any> = {}): Record<string, any> =>
  Object.fromEntries(Object.entries(meta).filter(([name, value]) => !SECRETS.includes(name) || value))
