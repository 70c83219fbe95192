import { DetailScreen } from '../../kit/screens/detail-screen.tsx'
import type { DetailSpec } from '../../kit/spec.ts'
import { APP_RULES } from './addresses.ts'
import { AppRuleApps } from './app-rule-apps.tsx'
import { AppRuleUsers } from './app-rule-users.tsx'
import { TAB } from './app-rules.tsx'
import { AppRuleSide } from './rule-side.tsx'
import { words } from './words.ts'

const spec: DetailSpec = {
  name: 'ApplicationPermissionDetail',
  url: (id) => `${APP_RULES}${id}/`,
  facts: [
    'name',
    { label: words.category, value: (rule) => rule.category_display },
    { label: words.type, value: (rule) => rule.type_display },
    { label: words.userCount, value: (rule) => rule.users_amount },
    { label: words.groupCount, value: (rule) => rule.user_groups_amount },
    { label: words.appCount, value: (rule) => rule.applications_amount },
    { label: words.systemUserCount, value: (rule) => rule.system_users_amount },
    'is_valid',
    'date_start',
    'date_expired',
    'date_created',
    'created_by',
    'comment',
  ],
  labels: { is_valid: words.validity },
  Side: AppRuleSide,
  tabs: [
    { key: TAB.users, title: words.usersTab, Body: AppRuleUsers },
    { key: TAB.apps, title: words.appsTab, Body: AppRuleApps },
  ],
}

export const AppRuleDetail = () => <DetailScreen spec={spec} />
