// The list of asset permissions: how many of what each rule names, and by what rules are found.
import { get } from '../../api/client.ts'
import type { BulkContext, ListSpec, SearchOption } from '../../kit/spec.ts'
import { tellFailure } from '../../kit/tell.ts'
import { notify } from '../../ui/index.ts'
import { ASSET_RULES } from './addresses.ts'
import { countColumn } from './count-link.tsx'
import { say, words } from './words.ts'

export const TAB = { users: 'AssetPermissionUser', assets: 'AssetPermissionAsset' } as const

const YES_NO = [
  { value: '1', label: words.yes },
  { value: '0', label: words.no },
]

/** The server's own filters are by ids, which nobody types. */
export const assetRuleSearch: readonly SearchOption[] = [
  { key: 'name', label: words.name },
  { key: 'is_valid', label: words.validity, choices: YES_NO },
  { key: 'is_effective', label: words.effective, choices: YES_NO },
  { key: 'username', label: words.username },
  { key: 'user_group', label: words.userGroup },
  { key: 'ip', label: words.ip },
  { key: 'hostname', label: words.hostname },
  { key: 'node', label: words.node },
  { key: 'system_user', label: words.systemUser },
  {
    key: 'all',
    label: words.inherit,
    choices: [
      { value: '1', label: words.include },
      { value: '0', label: words.exclude },
    ],
  },
]

const to = (tab: string) => ({ route: 'AssetPermissionDetail', tab })

export const assetRuleList: ListSpec = {
  url: ASSET_RULES,
  name: 'AssetPermissionList',
  columns: [
    'name',
    'users_amount',
    'user_groups_amount',
    'assets_amount',
    'nodes_amount',
    'system_users_amount',
    'date_expired',
    'is_valid',
    'is_expired',
    'is_active',
    'created_by',
    'date_created',
    'comment',
    'org_name',
    'actions',
  ],
  show: {
    default: [
      'name',
      'users_amount',
      'user_groups_amount',
      'assets_amount',
      'nodes_amount',
      'system_users_amount',
      'is_valid',
      'actions',
    ],
    min: ['name', 'actions'],
  },
  column: {
    users_amount: countColumn('users_amount', { label: words.users, width: 72, ...to(TAB.users) }),
    user_groups_amount: countColumn('user_groups_amount', { label: words.groups, width: 84, ...to(TAB.users) }),
    assets_amount: countColumn('assets_amount', { label: words.assets, width: 76, ...to(TAB.assets) }),
    nodes_amount: countColumn('nodes_amount', { label: words.nodes, width: 76, ...to(TAB.assets) }),
    system_users_amount: countColumn('system_users_amount', {
      label: words.systemUsers,
      width: 112,
      ...to(TAB.assets),
    }),
  },
  search: { options: assetRuleSearch, exclude: ['is_active', 'id'] },
  bulk: {
    more: [{ key: 'refresh', text: words.refreshCache, can: true, run: refreshCache }],
  },
}

async function refreshCache({ reload }: BulkContext): Promise<void> {
  try {
    await get(`${ASSET_RULES}cache/refresh/`, { flash: false })
    notify.success(say.refreshDone)
    reload()
  } catch (error) {
    tellFailure(say.refreshFailed, error)
  }
}
