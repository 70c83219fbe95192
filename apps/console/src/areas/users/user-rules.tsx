// The rules that name a user, by group too, and the applications that they grant.

import { COOKIE } from '../../api/cookies.ts'
import { Link } from '../../kit/going.tsx'
import { findPath, ResourceList } from '../../kit/index.ts'
import type { ColumnSpec, DetailContext, Item, ListSpec } from '../../kit/spec.ts'
import type { Text } from '../../words/messages.ts'
import { WhyLink } from './granted-assets.tsx'
import { say, tabWords as words } from './tab-words.ts'
import { userAclList } from './user-acls.ts'

export const UserAssetRules = ({ item }: DetailContext) => (
  <ResourceList spec={{ ...assetRules, query: { user_id: item.id } }} caption={say.assetRules} />
)

export const UserAppRules = ({ item }: DetailContext) => (
  <ResourceList spec={{ ...appRules, query: { user_id: item.id } }} caption={say.appRules} />
)

export const UserApps = ({ item }: DetailContext) => (
  <>
    <WhyLink user={item.id} text={say.whyNotApp} />
    <ResourceList spec={{ ...apps, url: `/api/v1/perms/users/${item.id}/applications/` }} caption={say.grantedApps} />
  </>
)

export const UserAcls = ({ item }: DetailContext) => (
  <ResourceList spec={userAclList(item.id)} caption={say.loginRules} />
)

const BARE = {
  selection: false,
  create: false,
  canCreate: false,
  export: false,
  import: false,
  bulk: { delete: false },
} as const

const count = (amount: string, label: Text, route: string, tab: string): Record<string, ColumnSpec> => ({
  [amount]: {
    label,
    width: 110,
    align: 'right',
    cell: (row) => {
      const path = findPath(route, { id: row.id }, { [COOKIE.tab]: tab })
      return path ? (
        <Link className="db-link" to={path}>
          {row[amount]}
        </Link>
      ) : (
        row[amount]
      )
    },
  },
})

const YES_NO = [
  { value: '1', label: words.yes },
  { value: '0', label: words.no },
]

const [ASSET_RULE, APP_RULE] = ['AssetPermissionDetail', 'ApplicationPermissionDetail']

const assetRules: ListSpec = {
  url: '/api/v1/perms/asset-permissions/',
  name: 'AssetPermissionList',
  columns: [
    'name',
    'users_amount',
    'user_groups_amount',
    'assets_amount',
    'nodes_amount',
    'system_users_amount',
    'is_valid',
    'actions',
  ],
  column: {
    ...count('users_amount', words.users, ASSET_RULE, 'AssetPermissionUser'),
    ...count('user_groups_amount', words.userGroups, ASSET_RULE, 'AssetPermissionUser'),
    ...count('assets_amount', words.assets, ASSET_RULE, 'AssetPermissionAsset'),
    ...count('nodes_amount', words.nodes, ASSET_RULE, 'AssetPermissionAsset'),
    ...count('system_users_amount', words.systemUsers, ASSET_RULE, 'AssetPermissionAsset'),
  },
  search: {
    options: [
      { key: 'name', label: words.name },
      { key: 'is_valid', label: words.validity, choices: YES_NO },
      { key: 'user_group', label: words.userGroups },
      { key: 'ip', label: words.ip },
      { key: 'hostname', label: words.hostname },
      { key: 'node', label: words.nodes },
      { key: 'system_user', label: words.systemUsers },
      {
        key: 'all',
        label: words.inherit,
        choices: [
          { value: '1', label: words.include },
          { value: '0', label: words.exclude },
        ],
      },
    ],
    exclude: ['is_active'],
  },
  rowActions: { clone: false },
  ...BARE,
}

const appRules: ListSpec = {
  url: '/api/v1/perms/application-permissions/',
  name: 'ApplicationPermissionList',
  columns: [
    'name',
    'category_display',
    'users_amount',
    'user_groups_amount',
    'applications_amount',
    'system_users_amount',
    'is_valid',
    'actions',
  ],
  column: {
    category_display: { label: words.category, width: 110 },
    ...count('users_amount', words.users, APP_RULE, 'ApplicationPermissionUser'),
    ...count('user_groups_amount', words.userGroups, APP_RULE, 'ApplicationPermissionUser'),
    ...count('applications_amount', words.apps, APP_RULE, 'ApplicationPermissionRemoteApp'),
    ...count('system_users_amount', words.systemUsers, APP_RULE, 'ApplicationPermissionRemoteApp'),
  },
  search: { exclude: ['is_active'] },
  rowActions: { clone: false },
  ...BARE,
}

/** Each kind has its own page. */
const APP_PAGES: Readonly<Record<string, string>> = {
  remote_app: 'RemoteAppDetail',
  db: 'DatabaseAppDetail',
  cloud: 'KubernetesAppDetail',
}

const whereOf = ({ attrs }: Item): string => attrs?.asset_info?.hostname ?? attrs?.host ?? attrs?.cluster ?? ''

const apps: Omit<ListSpec, 'url'> = {
  name: 'UserGrantedApplications',
  columns: ['name', 'category_display', 'type', 'where', 'comment'],
  column: {
    category_display: { label: words.category, width: 110 },
    type: { width: 140 },
    where: { label: words.assets, sortable: false, cell: whereOf },
  },
  link: (row) => findPath(APP_PAGES[row.category] ?? '', { id: row.id }) ?? '',
  search: { exclude: ['id', 'domain'] },
  ...BARE,
}
