import { memo, type ReactNode } from 'react'
import { classes } from './classes.ts'
import type { Column } from './table.tsx'

interface TableRowProps<R> {
  id: string
  tableId: string
  row: R
  columns: readonly Column<R>[]
  selected: boolean
  /** The key its box answers with; `false`: cannot be ticked; nothing: no boxes at all. */
  pick?: string | false
  index?: number
  below?: ReactNode
}

const aligned = { left: undefined, center: 'db-center', right: 'db-right' } as const

function Row<R>({ id, tableId, row, columns, selected, pick, index, below }: TableRowProps<R>) {
  const line = (
    <tr className={selected ? 'db-row db-row-selected' : 'db-row'} aria-rowindex={index}>
      {pick !== undefined && (
        <td className="db-cell-pick db-stick">
          <input
            type="checkbox"
            className="db-checkbox"
            aria-labelledby={`${tableId}pick ${id}`}
            data-pick={pick || undefined}
            checked={selected}
            disabled={pick === false}
            readOnly
          />
        </td>
      )}
      {columns.map((column, at) => {
        const align = aligned[column.align ?? 'left']
        const key = column.stateless ? column.key : `${column.key} ${id}`
        return at === 0 ? (
          <th key={key} id={id} scope="row" className={classes('db-stick', 'db-stick-first', align)}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={key} className={align}>
            {column.cell(row)}
          </td>
        )
      })}
    </tr>
  )
  if (!below) return line
  return (
    <>
      {line}
      <tr className="db-row-below">
        <td colSpan={columns.length + (pick === undefined ? 0 : 1)}>{below}</td>
      </tr>
    </>
  )
}

export const TableRow = memo(Row) as typeof Row
