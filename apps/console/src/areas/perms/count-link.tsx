import { COOKIE } from '../../api/cookies.ts'
import { Link } from '../../kit/going.tsx'
import { findPath } from '../../kit/index.ts'
import type { ColumnSpec } from '../../kit/spec.ts'
import type { Text } from '../../words/messages.ts'

/** A column of numbers that lead to what they count: a tab of the rule's page. */
export const countColumn = (
  amount: string,
  { label, width, route, tab }: { label: Text; width: number; route: string; tab: string },
): ColumnSpec => ({
  label,
  width,
  align: 'right',
  cell: (row) => {
    const path = findPath(route, { id: row.id }, { [COOKIE.tab]: tab })
    const count = row[amount] ?? 0
    return path ? (
      <Link className="db-link" to={path}>
        {count}
      </Link>
    ) : (
      count
    )
  },
})
