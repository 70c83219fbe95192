import { DetailScreen } from '../../kit/screens/detail-screen.tsx'
import type { DetailSpec } from '../../kit/spec.ts'
import { Tag } from '../../ui/index.ts'
import { actionTexts } from './actions.ts'
import { ASSET_RULES } from './addresses.ts'
import { AssetRuleAssets } from './asset-rule-assets.tsx'
import { AssetRuleUsers } from './asset-rule-users.tsx'
import { TAB } from './asset-rules.tsx'
import { AssetRuleSide } from './rule-side.tsx'
import { words } from './words.ts'

const spec: DetailSpec = {
  name: 'AssetPermissionDetail',
  url: (id) => `${ASSET_RULES}${id}/`,
  facts: [
    'name',
    { label: words.userCount, value: (rule) => rule.users_amount },
    { label: words.groupCount, value: (rule) => rule.user_groups_amount },
    { label: words.assetCount, value: (rule) => rule.assets_amount },
    { label: words.nodeCount, value: (rule) => rule.nodes_amount },
    { label: words.systemUserCount, value: (rule) => rule.system_users_amount },
    { label: words.permission, value: (rule) => <Actions names={rule.actions ?? []} /> },
    'is_valid',
    'date_start',
    'date_expired',
    'date_created',
    'created_by',
    'comment',
  ],
  labels: { is_valid: words.validity },
  Side: AssetRuleSide,
  tabs: [
    { key: TAB.users, title: words.usersTab, Body: AssetRuleUsers },
    { key: TAB.assets, title: words.assetsTab, Body: AssetRuleAssets },
  ],
}

export const AssetRuleDetail = () => <DetailScreen spec={spec} />

function Actions({ names }: { names: readonly string[] }) {
  return (
    <span className="db-tags">
      {actionTexts(names).map((text) => (
        <Tag key={text}>{text}</Tag>
      ))}
    </span>
  )
}
