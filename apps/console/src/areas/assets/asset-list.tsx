// The list of assets beside the tree they stand in.
import { useMemo, useState } from 'react'
import { put } from '../../api/client.ts'
import { changed } from '../../api/resource.ts'
import { inRootOrg } from '../../api/session.ts'
import {
  type Beside,
  BesideTree,
  go,
  PageFrame,
  pathTo,
  ResourceList,
  type TreeSpec,
  tellFailure,
} from '../../kit/index.ts'
import type { BulkContext, ListSpec } from '../../kit/spec.ts'
import { notify } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { say as common } from '../../words/say.ts'
import { assetPages } from './assets.ts'
import { type NodeDialog, NodeDialogs } from './node-dialogs.tsx'
import { nodeActions } from './node-menu.ts'
import { ASSETS, NODE_TREE, NODES } from './places.ts'
import { say, words } from './words.ts'

export function AssetList() {
  useLanguage()
  const [dialog, setDialog] = useState<NodeDialog>()
  // The choice itself is a cookie; drawing again is what it takes for the list to follow it.
  const [, drawAgain] = useState(0)
  const tree: TreeSpec = {
    url: NODE_TREE,
    label: words.node,
    nodeUrl: NODES,
    counts: ASSETS,
    actions: nodeActions({ open: setDialog, onScope: () => drawAgain((n) => n + 1) }),
  }
  // The table draws its rows again when these change.
  const rowActions = useMemo<ListSpec['rowActions']>(
    () => ({
      more: [
        {
          key: 'more',
          text: words.moreInformation,
          can: ({ session }) => !inRootOrg(session),
          run: ({ row }) => void go(pathTo('AssetMoreInformationEdit', { id: row.id })),
        },
      ],
    }),
    [],
  )
  return (
    <PageFrame title={say.assets} help={say.assetsHelp}>
      <BesideTree tree={tree}>
        {(beside) => <ResourceList spec={listOf(beside, rowActions)} caption={say.assets} />}
      </BesideTree>
      {dialog && <NodeDialogs dialog={dialog} onClose={() => setDialog(undefined)} />}
    </PageFrame>
  )
}

const listOf = ({ choice, query }: Beside, rowActions: ListSpec['rowActions']): ListSpec => {
  const { list } = assetPages
  return {
    url: ASSETS,
    name: 'AssetList',
    ...list,
    query,
    rowActions,
    bulk: {
      ...list.bulk,
      more: [
        ...(list.bulk?.more ?? []),
        {
          key: 'remove',
          text: words.removeFromNode,
          can: ({ rows, session }) => rows.length > 0 && choice.node !== undefined && !inRootOrg(session),
          run: (context) => removeFrom(choice.node!, context),
        },
      ],
    },
  }
}

async function removeFrom(node: string, { rows, reload }: BulkContext): Promise<void> {
  try {
    await put(`${NODES}${node}/assets/remove/`, { assets: rows.map(({ id }) => id) }, { flash: false })
  } catch (error) {
    return tellFailure(common.removeFailed, error)
  }
  notify.success(common.removeSuccess)
  reload()
  void changed(ASSETS)
}
