import { AddCard, RelationCard } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { ASSET_RULES, HOST_ACCOUNTS, NODES, nameAndLogin, wholeName } from './addresses.ts'
import { assetSelect } from './asset-select.ts'
import { linksOf } from './relations.ts'
import { RuleMembers } from './rule-members.tsx'
import { say } from './words.ts'

export function AssetRuleAssets(context: DetailContext) {
  const { item } = context
  const url = `${ASSET_RULES}${item.id}/assets/all/`
  const links = linksOf('assetpermission', context, url)
  return (
    <div className="db-detail">
      <RuleMembers
        context={context}
        caption={say.assetsTab}
        url={url}
        end="asset"
        own={item.assets ?? []}
        because={say.byNode}
        remove={links.remove('asset')}
      />
      <div className="db-detail-side">
        <AddCard
          title={say.addAsset}
          spec={assetSelect}
          present={item.assets ?? []}
          add={(ids) => links.link('asset', ids)}
        />
        <RelationCard
          title={say.addNode}
          objectsUrl={NODES}
          optionsUrl={NODES}
          labelOf={wholeName}
          ids={item.nodes}
          add={links.add('node')}
          remove={links.remove('node')}
        />
        <RelationCard
          title={say.addSystemUser}
          objectsUrl={HOST_ACCOUNTS}
          optionsUrl={HOST_ACCOUNTS}
          labelOf={nameAndLogin}
          ids={item.system_users}
          add={links.add('systemuser')}
          remove={links.remove('systemuser')}
        />
      </div>
    </div>
  )
}
