import type { ColumnSpec } from '../../kit/spec.ts'
import { Reachability } from './reachability.tsx'
import { words } from './words.ts'

export const reachabilityColumn: ColumnSpec = {
  label: words.reachable,
  width: 96,
  align: 'center',
  sortable: false,
  cell: ({ connectivity }) => <Reachability value={connectivity} />,
}
