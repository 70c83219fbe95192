import type { ReactNode } from 'react'
import type { Session } from '../../api/session.ts'
import { type Column, IconButton } from '../../ui/index.ts'
import { RowActions } from '../actions/row-actions.tsx'
import { findPath } from '../paths.ts'
import { sibling } from '../route.ts'
import type { Item, ListSpec } from '../spec.ts'
import { cellOf } from './cells.tsx'
import { ACTIONS, type ColumnFacts } from './columns.ts'
import { withTag } from './search.ts'
import type { TreeRow } from './tree-rows.ts'
import { nameOf } from './values.ts'
import type { Tags } from './view.ts'
import { words } from './words.ts'

export interface TableColumnsInput {
  readonly spec: ListSpec
  readonly facts: readonly ColumnFacts[]
  readonly session: Session
  readonly tags: Tags
  readonly branches?: { readonly rows: ReadonlyMap<string, TreeRow>; toggle(id: string): void }
  /** Rows that open, and which are open. */
  readonly opening?: { readonly open: ReadonlySet<string>; toggle(id: string): void }
  reload(): void
  onFilter(tags: Tags): void
  onDeleted(id: string): void
}

/** Columns as the table takes them. */
export const tableColumns = (input: TableColumnsInput): Column<Item>[] =>
  input.facts.map((fact, index) => ({
    key: fact.key,
    title: fact.label,
    label: fact.label,
    width: fact.width,
    align: fact.align,
    sortable: fact.sortable,
    filter: fact.filter && {
      choices: fact.filter,
      value: input.tags[fact.key],
      onChange: (value?: string) => input.onFilter(withTag(input.tags, fact.key, value)),
    },
    // An id has a button that remembers that it was copied; what a screen draws itself is its own affair.
    stateless: fact.kind !== 'id' && !input.spec.column?.[fact.key]?.cell,
    cell: index === 0 ? first(input, drawer(input, fact)) : drawer(input, fact),
  }))

type Draw = (row: Item) => ReactNode

const drawer = ({ spec, session, reload, onDeleted }: TableColumnsInput, fact: ColumnFacts): Draw => {
  const own = spec.column?.[fact.key]?.cell
  if (own) return (row) => own(row, { reload, session })
  if (fact.key === ACTIONS) {
    return (row) => <RowActions spec={spec} context={{ row, session, reload }} onDeleted={onDeleted} />
  }
  return (row) => cellOf(row, fact, (one) => linkOf(spec, one))
}

const linkOf = ({ link, name, carry }: ListSpec, row: Item): string | undefined =>
  typeof link === 'function' ? link(row) : findPath(sibling(name, 'Detail'), { id: row.id }, carry?.(row))

const first = (input: TableColumnsInput, draw: Draw): Draw =>
  input.branches ? branched(input, draw) : input.opening ? opening(input, draw) : draw

/** Rows with something below them have an arrow in their first column. */
const opening =
  ({ opening }: TableColumnsInput, draw: Draw): Draw =>
  (row) => {
    const open = opening!.open.has(row.id)
    return (
      <span className="db-branch">
        <IconButton
          icon={open ? 'chevron-down' : 'chevron-right'}
          label={`${open ? words.collapse : words.expand} ${nameOf(row)}`}
          aria-expanded={open}
          onClick={() => opening!.toggle(row.id)}
        />
        {draw(row)}
      </span>
    )
  }

/** Rows with children open and close in their first column. */
const branched =
  ({ branches }: TableColumnsInput, draw: Draw): Draw =>
  (row) => {
    const branch = branches?.rows.get(row.id)
    return (
      <span className="db-branch" style={{ paddingInlineStart: (branch?.level ?? 0) * INDENT }}>
        {branch?.hasChildren && (
          <IconButton
            icon={branch.open ? 'chevron-down' : 'chevron-right'}
            label={`${branch.open ? words.collapse : words.expand} ${nameOf(row)}`}
            aria-expanded={branch.open}
            onClick={() => branches?.toggle(row.id)}
          />
        )}
        {draw(row)}
      </span>
    )
  }
const INDENT = 16
