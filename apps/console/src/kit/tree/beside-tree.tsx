// A tree beside a table: what is chosen in the one narrows the other. The tree can be put away.
import '../../ui/styles/list.css'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, Drawer, IconButton, MOBILE_QUERY, useMedia } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import { saveHideTree, useTableConfig } from '../list/table-config.ts'
import { useRoom } from '../list/use-room.ts'
import type { Place } from '../list/use-view.ts'
import { NodeTree } from './node-tree.tsx'
import type { TreeSpec } from './spec.ts'
import { choiceOf, choiceQuery, readChoice, type TreeChoice, writeChoice } from './tree-choice.ts'
import type { KitNode } from './tree-data.ts'
import { words } from './words.ts'

export interface Beside {
  readonly choice: TreeChoice
  /** For the `query` of the list: `node_id` or `asset_id` with `show_current_asset`. */
  readonly query: Readonly<Record<string, string>>
}

export interface BesideTreeProps {
  readonly tree: TreeSpec
  /** In dialogs what is chosen stays out of the address. */
  readonly place?: Place
  readonly children: ReactNode | ((beside: Beside) => ReactNode)
}

export function BesideTree({ tree, place = 'address', children }: BesideTreeProps) {
  useLanguage()
  const narrow = useMedia(MOBILE_QUERY)
  const { hideTree = false } = useTableConfig()
  const room = useRoom<HTMLDivElement>()
  const [drawn, setDrawn] = useState(false)
  const [address, setAddress] = useSearchParams()
  const [kept, setKept] = useState<TreeChoice>({})
  const choice = place === 'memory' ? kept : readChoice(address)

  const select = (node: KitNode | undefined) => {
    setDrawn(false)
    if (place === 'memory') return setKept(choiceOf(node))
    const now = new URLSearchParams(window.location.search)
    setAddress(writeChoice(now, node), { replace: true, preventScrollReset: true })
  }
  const nodes = (tools?: ReactNode) => <NodeTree spec={tree} choice={choice} onSelect={select} tools={tools} />
  const table = typeof children === 'function' ? children({ choice, query: choiceQuery(choice) }) : children
  const label = inLanguage(tree.label)

  if (narrow) {
    return (
      <div ref={room} className="db-beside">
        <div className="db-beside-open">
          <Button icon="folder" onClick={() => setDrawn(true)}>
            {label}
          </Button>
          {(choice.node || choice.asset) && (
            <Button kind="link" onClick={() => select(undefined)}>
              {words.everything}
            </Button>
          )}
        </div>
        <Drawer open={drawn} onClose={() => setDrawn(false)} label={label}>
          {nodes(<IconButton icon="cross" label={words.hideTree} onClick={() => setDrawn(false)} />)}
        </Drawer>
        <div className="db-beside-table">{table}</div>
      </div>
    )
  }
  return (
    <div ref={room} className={hideTree ? 'db-beside db-beside-alone' : 'db-beside'}>
      {hideTree ? (
        <div className="db-beside-edge">
          <IconButton icon="chevron-right" label={words.showTree} onClick={() => saveHideTree(false)} />
        </div>
      ) : (
        <aside className="db-beside-tree" aria-label={label}>
          {nodes(<IconButton icon="chevron-left" label={words.hideTree} onClick={() => saveHideTree(true)} />)}
        </aside>
      )}
      <div className="db-beside-table">{table}</div>
    </div>
  )
}
