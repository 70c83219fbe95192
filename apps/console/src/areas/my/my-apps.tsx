// My applications of one kind, each with the way into it.
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import type { ListSpec } from '../../kit/spec.ts'
import { ConnectLink } from './connect-link.tsx'
import type { MyKind } from './kinds.ts'
import { words } from './words.ts'

export const MyApps = ({ kind }: { kind: MyKind }) => <ListScreen spec={specOf(kind)} title={kind.title} />

const specOf = ({ list, where, type }: MyKind): ListSpec => ({
  ...list,
  column: {
    type: { label: words.type, width: 160 },
    [where.column]: { label: where.label, sortable: false },
    actions: {
      label: words.action,
      width: 110,
      cell: ({ id, name }) => <ConnectLink name={name} to={`/luna/?type=${type}&login_to=${id}`} />,
    },
  },
})
