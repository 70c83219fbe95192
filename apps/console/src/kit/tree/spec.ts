// What a screen says of the tree beside its table.
import type { Session } from '../../api/session.ts'
import type { IconName } from '../../ui/index.ts'
import type { Text } from '../../words/messages.ts'
import type { When } from '../spec.ts'
import type { KitNode } from './tree-data.ts'

export interface NodeContext {
  readonly node: KitNode
  readonly session: Session
  /** Asks again for all that is open. */
  reload(): void
}

export interface NodeAction {
  readonly key: string
  readonly text: Text
  readonly icon?: IconName
  readonly danger?: boolean
  readonly has?: When<NodeContext>
  readonly can?: When<NodeContext>
  /** One of several ways to show the tree's list: whether it is the one in use. */
  readonly checked?: When<NodeContext>
  run(context: NodeContext): unknown
}

export interface TreeSpec {
  /** Address of the tree. */
  readonly url: string
  readonly label: Text
  /** Address below which nodes are changed; without it the tree is only read. */
  readonly nodeUrl?: string
  /** Create, rename, delete and move; by default not in the root organisation. */
  readonly edit?: When<Session>
  /** False: nodes cannot be moved. */
  readonly move?: boolean
  /** Entries of the screen in the menu of a node, in blocks. */
  readonly actions?: readonly (NodeAction | 'line')[]
  /** False: nothing to load below a node that came without children. */
  readonly lazy?: boolean
  /** The list whose rows the numbers behind the names count: when it changes, they are asked again. */
  readonly counts?: string
}
