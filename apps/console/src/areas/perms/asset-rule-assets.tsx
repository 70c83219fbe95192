import { useState } from 'react'
import { changed } from '../../api/resource.ts'
import { inRootOrg } from '../../api/session.ts'
import { RelationCard, TreeSelectDialog } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { Button, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { ASSET_RULES, ASSETS, HOST_ACCOUNTS, NODES, nameAndLogin, wholeName } from './addresses.ts'
import { assetSelect } from './asset-select.ts'
import { relate, unrelate } from './relations.ts'
import { RuleMembers } from './rule-members.tsx'
import { say } from './words.ts'

const RULE = 'assetpermission'

export function AssetRuleAssets(context: DetailContext) {
  const { item, reload, session } = context
  const [browsing, setBrowsing] = useState(false)
  const url = `${ASSET_RULES}${item.id}/assets/all/`
  const named: readonly string[] = item.assets ?? []
  const after = async (work: Promise<unknown>) => {
    await work
    reload()
    void changed(url)
  }
  const addChosen = async (ids: readonly string[]) => {
    const fresh = ids.filter((id) => !named.includes(id))
    if (fresh.length > 0) {
      await after(relate(RULE, item.id, 'asset', fresh))
      notify.success(common.addSuccess)
    }
    setBrowsing(false)
  }
  return (
    <div className="db-detail">
      <RuleMembers
        context={context}
        caption={say.assetsTab}
        url={url}
        end="asset"
        own={named}
        because={say.byNode}
        remove={(asset) => unrelate(RULE, item.id, 'asset', asset)}
      />
      <div className="db-detail-side">
        <div>
          <RelationCard
            title={say.addAsset}
            objectsUrl={ASSETS}
            optionsUrl={ASSETS}
            ids={named}
            list={false}
            add={(options) =>
              after(
                relate(
                  RULE,
                  item.id,
                  'asset',
                  options.map(({ value }) => value),
                ),
              )
            }
          />
          <Button kind="link" disabled={inRootOrg(session)} onClick={() => setBrowsing(true)}>
            {say.browseAssets}
          </Button>
        </div>
        <RelationCard
          title={say.addNode}
          objectsUrl={NODES}
          optionsUrl={NODES}
          labelOf={wholeName}
          ids={item.nodes}
          add={(options) =>
            after(
              relate(
                RULE,
                item.id,
                'node',
                options.map(({ value }) => value),
              ),
            )
          }
          remove={(node) => after(unrelate(RULE, item.id, 'node', node))}
        />
        <RelationCard
          title={say.addSystemUser}
          objectsUrl={HOST_ACCOUNTS}
          optionsUrl={HOST_ACCOUNTS}
          labelOf={nameAndLogin}
          ids={item.system_users}
          add={(options) =>
            after(
              relate(
                RULE,
                item.id,
                'systemuser',
                options.map(({ value }) => value),
              ),
            )
          }
          remove={(account) => after(unrelate(RULE, item.id, 'systemuser', account))}
        />
      </div>
      {browsing && (
        <TreeSelectDialog
          spec={{ ...assetSelect, list: { ...assetSelect.list, canSelect: ({ id }) => !named.includes(id) } }}
          value={named}
          onConfirm={addChosen}
          onClose={() => setBrowsing(false)}
        />
      )}
    </div>
  )
}
