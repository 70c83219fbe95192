// The list of application permissions, each about applications of one type.
import { isLicensed } from '../../api/session.ts'
import type { CreateChoice, ListSpec } from '../../kit/spec.ts'
import type { Text } from '../../words/messages.ts'
import { APP_RULES } from './addresses.ts'
import { FREE, KINDS } from './app-kinds.ts'
import { countColumn } from './count-link.tsx'
import { words } from './words.ts'

const creates: readonly CreateChoice[] = KINDS.flatMap(([category, types]) =>
  types.map((type) => ({
    key: type,
    text: words[type],
    heading: words[category],
    query: { category, type },
    ...(FREE.includes(type) ? {} : { has: isLicensed }),
  })),
)

export const TAB = { users: 'ApplicationPermissionUser', apps: 'ApplicationPermissionRemoteApp' } as const

const count = (amount: string, label: Text, width: number, tab: string) => ({
  [amount]: countColumn(amount, { label, width, tab, route: 'ApplicationPermissionDetail' }),
})

export const appRuleList: Omit<ListSpec, 'name'> = {
  url: APP_RULES,
  columns: [
    'name',
    'type_display',
    'category_display',
    'users_amount',
    'user_groups_amount',
    'applications_amount',
    'system_users_amount',
    'date_expired',
    'is_valid',
    'created_by',
    'date_created',
    'comment',
    'org_name',
    'actions',
  ],
  show: {
    default: [
      'name',
      'category_display',
      'type_display',
      'users_amount',
      'user_groups_amount',
      'applications_amount',
      'system_users_amount',
      'is_valid',
      'actions',
    ],
    min: ['name', 'actions'],
  },
  column: {
    type_display: { label: words.type, width: 135 },
    category_display: { label: words.category, width: 110 },
    ...count('users_amount', words.users, 72, TAB.users),
    ...count('user_groups_amount', words.groups, 84, TAB.users),
    ...count('applications_amount', words.apps, 76, TAB.apps),
    ...count('system_users_amount', words.systemUsers, 112, TAB.apps),
  },
  search: { exclude: ['is_active'] },
  bulk: { delete: false },
  creates,
}
