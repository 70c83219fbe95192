import type { DetailContext } from '../../kit/spec.ts'
import { ASSET_RULES } from './addresses.ts'
import { linksOf } from './relations.ts'
import { RuleUsers } from './rule-users.tsx'

export function AssetRuleUsers(context: DetailContext) {
  const url = `${ASSET_RULES}${context.item.id}/users/all/`
  const links = linksOf('assetpermission', context, url)
  return (
    <RuleUsers
      context={context}
      url={url}
      links={links}
      groups={{ add: links.add('usergroup'), remove: links.remove('usergroup') }}
    />
  )
}
