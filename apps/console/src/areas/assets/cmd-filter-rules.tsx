// Rules of a command filter, on its page.
import { ResourceList } from '../../kit/index.ts'
import type { DetailContext, ListSpec } from '../../kit/spec.ts'
import { CMD_FILTERS } from './places.ts'
import { say } from './words.ts'

export const RULES_TAB = 'rules'

export const rulesOf = (filter: string): string => `${CMD_FILTERS}${encodeURIComponent(filter)}/rules/`

export function RulesTab({ item }: DetailContext) {
  const spec: ListSpec = {
    ...SHAPE,
    url: rulesOf(item.id),
    createQuery: { filter: item.id },
    carry: () => ({ filter: item.id }),
  }
  return <ResourceList spec={spec} caption={say.cmdFilterRules} />
}

const SHAPE: Omit<ListSpec, 'url'> = {
  name: 'CommandFilterRulesList',
  columns: ['type', 'content', 'priority', 'action', 'comment', 'actions'],
  column: {
    content: { cell: ({ content }) => <code>{String(content).split('\n').join(', ')}</code> },
    type: { width: 120 },
    priority: { width: 90 },
    action: { width: 90 },
  },
  link: false,
  rowActions: { clone: false },
  bulk: { delete: false },
  selection: false,
}
