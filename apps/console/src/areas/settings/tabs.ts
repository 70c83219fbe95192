// The screens of the settings: tabs of one page, each with an address of its own.
import type { Text } from '../../words/messages.ts'
import { words } from './words.ts'

export const TABS = [
  { key: 'Basic', path: 'basic', title: words.basic },
  { key: 'Email', path: 'email', title: words.email },
  { key: 'EmailContent', path: 'email-content', title: words.emailContent },
  { key: 'Ldap', path: 'ldap', title: words.ldap },
  { key: 'Terminal', path: 'terminal', title: words.terminal },
  { key: 'Security', path: 'security', title: words.security },
  { key: 'License', path: 'license', title: words.license },
] as const satisfies readonly { readonly key: string; readonly path: string; readonly title: Text }[]

export type TabKey = (typeof TABS)[number]['key']
