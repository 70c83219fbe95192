// What the menu of a node offers beyond changing the node itself.
import { COOKIE, readCookie, writeCookie } from '../../api/cookies.ts'
import { inRootOrg } from '../../api/session.ts'
import type { NodeAction, NodeContext } from '../../kit/index.ts'
import type { NodeDialog } from './node-dialogs.tsx'
import { NODES } from './places.ts'
import { startTask } from './tasks.ts'
import { words } from './words.ts'

const REMEMBER_DAYS = 1

interface Hands {
  open(dialog: NodeDialog): void
  /** Whether only this node or all below it is shown has changed. */
  onScope(): void
}

export const nodeActions = ({ open, onScope }: Hands): (NodeAction | 'line')[] => {
  const ofNode = ({ node }: NodeContext): string => `${NODES}${node.nodeId}/`
  const may = ({ node, session }: NodeContext): boolean => node.nodeId !== undefined && !inRootOrg(session)
  const scope = (value: '0' | '1', action: Pick<NodeAction, 'key' | 'text'>): NodeAction => ({
    ...action,
    has: may,
    checked: () => (readCookie(COOKIE.currentAsset) === '1' ? '1' : '0') === value,
    run: () => {
      writeCookie(COOKIE.currentAsset, value, REMEMBER_DAYS)
      onScope()
    },
  })
  return [
    {
      key: 'add',
      text: words.addAssets,
      icon: 'plus',
      has: may,
      run: ({ node, reload }) => open({ kind: 'add', node, reload }),
    },
    {
      key: 'replace',
      text: words.moveAssets,
      icon: 'external',
      has: may,
      run: ({ node, reload }) => open({ kind: 'replace', node, reload }),
    },
    'line',
    {
      key: 'refresh',
      text: words.refreshHardwareOfNode,
      icon: 'server',
      has: may,
      run: (context) => startTask(`${ofNode(context)}tasks/`, { action: 'refresh' }),
    },
    {
      key: 'test',
      text: words.testNode,
      icon: 'link',
      has: may,
      run: (context) => startTask(`${ofNode(context)}tasks/`, { action: 'test' }),
    },
    'line',
    scope('1', { key: 'only', text: words.onlyThisNode }),
    scope('0', { key: 'below', text: words.allBelow }),
    'line',
    {
      key: 'check',
      text: words.checkAmount,
      icon: 'check',
      has: may,
      run: () => startTask(`${NODES}check_assets_amount_task/`, {}),
    },
    {
      key: 'info',
      text: words.showNode,
      icon: 'info',
      has: may,
      run: ({ node, reload }) => open({ kind: 'info', node, reload }),
    },
  ]
}
