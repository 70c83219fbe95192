import { useMemo } from 'react'
import { useSession } from '../../api/session.ts'
import { Bar, Button, Empty, IconButton, type MenuItem, Skeleton, Tree } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import { TREE_RETRY } from '../limits.ts'
import { holds } from '../when.ts'
import type { TreeSpec } from './spec.ts'
import { isChosen, type TreeChoice } from './tree-choice.ts'
import type { KitNode } from './tree-data.ts'
import { useTree } from './use-tree.ts'
import { words } from './words.ts'

export interface NodeTreeProps {
  readonly spec: TreeSpec
  readonly choice?: TreeChoice
  onSelect(node: KitNode): void
  /** Buttons beside the title. */
  readonly tools?: React.ReactNode
}

export function NodeTree({ spec, choice = {}, onSelect, tools }: NodeTreeProps) {
  useLanguage()
  const session = useSession()
  const tree = useTree(spec)
  const editable = Boolean(spec.nodeUrl) && holds(spec.edit, session, !session.org?.is_root)
  const label = inLanguage(spec.label)

  // While a name is edited it stands there without its number.
  const nodes = useMemo(
    () => tree.nodes.map((node) => (node.id === tree.renaming ? { ...node, name: node.value } : node)),
    [tree.nodes, tree.renaming],
  )
  const edited = tree.nodes.find((node) => node.id === tree.renaming)

  const menu = (node: KitNode): MenuItem[] => {
    const own: MenuItem[] =
      editable && node.nodeId
        ? [
            { key: 'create', text: words.createNode, icon: 'plus', onSelect: () => void tree.create(node) },
            { key: 'rename', text: words.renameNode, icon: 'edit', onSelect: () => tree.startRename(node) },
            {
              key: 'delete',
              text: words.deleteNode,
              icon: 'trash',
              danger: true,
              onSelect: () => void tree.remove(node),
            },
          ]
        : []
    const context = { node, session, reload: tree.renew }
    const more = (spec.actions ?? []).flatMap((action): MenuItem[] => {
      if (action === 'line') return [action]
      if (!holds(action.has, context, true)) return []
      const checked = action.checked === undefined ? undefined : holds(action.checked, context, false)
      return [
        {
          key: action.key,
          text: inLanguage(action.text),
          icon: action.icon,
          danger: action.danger,
          checked,
          disabled: !holds(action.can, context, true),
          onSelect: () => void action.run(context),
        },
      ]
    })
    return own.length > 0 && more.length > 0 ? [...own, 'line', ...more] : [...own, ...more]
  }

  return (
    <div className="db-node-tree">
      <div className="db-node-tree-head">
        <h2>{label}</h2>
        <IconButton icon="refresh" label={say.refresh} busy={tree.loading} onClick={tree.refresh} />
        {tools}
      </div>
      <Bar busy={tree.loading && tree.nodes.length > 0} />
      <div role="status" className="db-muted">
        {tree.loading && tree.attempt > 0 && words.refreshing(tree.attempt, TREE_RETRY.times)}
      </div>
      {tree.error ? (
        <div role="alert">
          <Empty
            icon="warning"
            title={words.loadFailed}
            text={tree.error.message}
            action={
              <Button icon="refresh" busy={tree.loading} onClick={tree.refresh}>
                {say.retry}
              </Button>
            }
          />
        </div>
      ) : tree.loading && tree.nodes.length === 0 ? (
        <Skeleton rows={8} />
      ) : (
        <Tree<KitNode>
          label={label}
          nodes={nodes}
          expanded={tree.expanded}
          busy={tree.busy}
          selected={tree.nodes.find((node) => isChosen(node, choice))?.id}
          onExpand={tree.expand}
          onSelect={onSelect}
          menu={editable || spec.actions ? menu : undefined}
          onMove={editable && spec.move !== false ? (ids, target) => void tree.move(ids, target) : undefined}
          renaming={edited && { id: edited.id, onDone: (name) => void tree.rename(edited, name) }}
          empty={<Empty title={say.treeEmpty} />}
        />
      )}
    </div>
  )
}
