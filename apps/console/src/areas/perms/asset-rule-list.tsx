// The rules, beside the tree of what they are about: a node or an asset shows the rules that cover it.
import { BesideTree, PageFrame, ResourceList } from '../../kit/index.ts'
import { useLanguage } from '../../words/language.ts'
import { assetRuleList } from './asset-rules.tsx'
import { treeWithAssets } from './asset-tree.ts'
import { say } from './words.ts'

export function AssetRuleList() {
  useLanguage()
  return (
    <PageFrame title={say.assetPerms}>
      <BesideTree tree={treeWithAssets}>
        {({ query }) => <ResourceList spec={{ ...assetRuleList, query }} caption={say.assetPerms} />}
      </BesideTree>
    </PageFrame>
  )
}
