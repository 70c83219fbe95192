// A tree beside a table: what is chosen in the one narrows the other.
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import type { Place } from '../list/use-view.ts'
import { BesidePane } from './beside-pane.tsx'
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
  const [address, setAddress] = useSearchParams()
  const [kept, setKept] = useState<TreeChoice>({})
  const choice = place === 'memory' ? kept : readChoice(address)

  const select = (node: KitNode | undefined) => {
    if (place === 'memory') return setKept(choiceOf(node))
    const now = new URLSearchParams(window.location.search)
    setAddress(writeChoice(now, node), { replace: true, preventScrollReset: true })
  }
  return (
    <BesidePane
      label={inLanguage(tree.label)}
      pane={({ tools, close }) => (
        <NodeTree
          spec={tree}
          choice={choice}
          tools={tools}
          onSelect={(node) => {
            close()
            select(node)
          }}
        />
      )}
      chosen={
        (choice.node || choice.asset) && (
          <Button kind="link" onClick={() => select(undefined)}>
            {words.everything}
          </Button>
        )
      }
    >
      {typeof children === 'function' ? children({ choice, query: choiceQuery(choice) }) : children}
    </BesidePane>
  )
}
