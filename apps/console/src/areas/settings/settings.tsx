import { get } from '../../api/client.ts'
import { changeSession, type PublicSettings } from '../../api/session.ts'
import { ResourceForm, TabPage } from '../../kit/index.ts'
import type { FormSpec } from '../../kit/spec.ts'
import { useLanguage } from '../../words/language.ts'
import { type CategoryName, categories } from './categories.ts'
import { License } from './license.tsx'
import { testMail } from './mail-test.ts'
import { TABS, type TabKey } from './tabs.ts'
import { say, words } from './words.ts'

/** Every tab saves its own category; what the console goes by may be among it. */
const specOf = (category: CategoryName, more: Partial<FormSpec> = {}): FormSpec => ({
  url: `/api/v1/settings/setting/?category=${category}`,
  name: 'Settings',
  single: true,
  saved: () => void refreshPublic(),
  ...categories[category],
  ...more,
})

const bodies: Record<TabKey, () => React.ReactNode> = {
  Basic: form(specOf('basic')),
  Email: form(specOf('email', { extra: [{ key: 'test', text: words.testConnection, run: testMail }] })),
  EmailContent: form(specOf('email_content')),
  Ldap: form(specOf('ldap')),
  Terminal: form(specOf('terminal')),
  Security: form(specOf('security')),
  License: () => <License />,
}

export function Settings() {
  const lang = useLanguage()
  return (
    <TabPage
      name="Settings"
      title={say.settings}
      fallback="Basic"
      tabs={TABS.map(({ key, title }) => ({ key, title: title[lang], Body: bodies[key] }))}
    />
  )
}

const refreshPublic = async () => {
  const { data } = await get<{ data: PublicSettings }>('/api/v1/settings/public/', { flash: false })
  changeSession({ settings: data })
}

function form(spec: FormSpec) {
  return () => <ResourceForm spec={spec} />
}
