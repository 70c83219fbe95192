import type { ReactNode } from 'react'
import { at } from '../../api/table-query.ts'
import { CopyButton, Icon } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import { formatDate, formatExactDate, parseDate } from '../format.ts'
import { Link } from '../going.tsx'
import type { Item } from '../spec.ts'
import type { CellKind, ColumnFacts } from './columns.ts'
import { shownText } from './values.ts'

type Draw = (row: Item, column: ColumnFacts, link: (row: Item) => string | undefined) => ReactNode

/** What a cell shows, by its kind. Cells cut long text themselves and show it whole on hover. */
export const cellOf: Draw = (row, column, link) => drawers[column.kind](row, column, link)

const text: Draw = (row, { key, meta }) => shownText(row, key, meta)

const drawers: Readonly<Record<CellKind, Draw>> = {
  actions: () => null,
  text,
  choice: text,
  number: text,
  id: (row, { key }) => (
    <span className="db-cell-id">
      <code>{row[key]}</code>
      <CopyButton text={String(row[key])} />
    </span>
  ),
  link: (row, { key, meta }, link) => {
    const shown = shownText(row, key, meta) || row.id
    const to = link(row)
    return to ? (
      <Link className="db-link" to={to}>
        {shown}
      </Link>
    ) : (
      shown
    )
  },
  boolean: (row, { key }) => {
    const value = key in row ? row[key] : at(row, key)
    return value === undefined || value === null ? '' : <Truth value={isTrue(value)} />
  },
  date: (row, { key }) => <Moment value={key in row ? row[key] : at(row, key)} />,
}

/** A tick or a cross, and the word for those who do not see it. */
export function Truth({ value }: { value: boolean }) {
  const word = value ? say.yes : say.no
  return (
    <span className={value ? 'db-truth db-truth-yes' : 'db-truth db-truth-no'} role="img" aria-label={word}>
      <Icon name={value ? 'check' : 'cross'} />
    </span>
  )
}

/** In the user's zone; the exact time with its zone on hover. */
export function Moment({ value }: { value: unknown }) {
  const date = parseDate(value)
  if (!date) return null
  return (
    <time dateTime={date.toISOString()} data-tip={formatExactDate(date)}>
      {formatDate(date)}
    </time>
  )
}

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === 'True'
