// Dialogs about one node: which assets come to it, and what it is.
import { put } from '../../api/client.ts'
import { changed, useItem } from '../../api/resource.ts'
import { type KitNode, LoadFailure, TreeSelectDialog, tellFailure } from '../../kit/index.ts'
import { Dialog, Facts, notify, Skeleton } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { ASSETS, assetPicker, NODES } from './places.ts'
import { say, words } from './words.ts'

export interface NodeDialog {
  readonly kind: 'add' | 'replace' | 'info'
  readonly node: KitNode
  reload(): void
}

export function NodeDialogs({ dialog, onClose }: { dialog: NodeDialog; onClose(): void }) {
  return dialog.kind === 'info' ? (
    <NodeInformation id={dialog.node.nodeId!} onClose={onClose} />
  ) : (
    <BringAssets {...dialog} kind={dialog.kind} onClose={onClose} />
  )
}

interface BringAssetsProps extends NodeDialog {
  readonly kind: 'add' | 'replace'
  onClose(): void
}

function BringAssets({ kind, node, reload, onClose }: BringAssetsProps) {
  const bring = async (assets: string[]) => {
    if (assets.length === 0) return
    try {
      await put(`${NODES}${node.nodeId}/assets/${kind}/`, { assets }, { flash: false })
    } catch (error) {
      tellFailure(common.updateFailed, error)
      throw error
    }
    notify.success(common.updateSuccess)
    reload()
    void changed(ASSETS)
    onClose()
  }
  const what = kind === 'add' ? words.addAssets : words.moveAssets
  const title = { zh: `${what.zh}：${node.value}`, en: `${what.en}: ${node.value}` }
  return <TreeSelectDialog spec={{ ...assetPicker, title }} onConfirm={bring} onClose={onClose} />
}

function NodeInformation({ id, onClose }: { id: string; onClose(): void }) {
  const found = useItem(`${NODES}${id}/`)
  const { data: node } = found
  return (
    <Dialog open title={say.nodeInformation} width="normal" onClose={onClose}>
      {found.error ? (
        <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
      ) : node ? (
        <Facts
          rows={[
            { key: 'id', label: 'ID', value: node.id, copy: node.id },
            { key: 'name', label: say.name, value: node.name },
            { key: 'full', label: say.fullName, value: node.full_value },
            { key: 'key', label: say.key, value: node.key, copy: node.key },
          ]}
        />
      ) : (
        <Skeleton rows={4} />
      )}
    </Dialog>
  )
}
