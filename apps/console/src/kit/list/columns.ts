// Which columns a list has and what kind each is of: from the server's metadata, its name, and the screen's own word.
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import { COLUMN_WIDTH } from '../limits.ts'
import type { FieldMeta, ListSpec, Meta } from '../spec.ts'
import { type Choice, choicesOf } from './search.ts'
import type { ColumnSettings } from './table-config.ts'
import { words } from './words.ts'

export type CellKind = 'actions' | 'link' | 'boolean' | 'date' | 'choice' | 'number' | 'id' | 'text'

export interface ColumnFacts {
  readonly key: string
  readonly label: string
  readonly kind: CellKind
  readonly width?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly sortable: boolean
  /** Choices of the header filter. */
  readonly filter?: readonly Choice[]
  readonly meta?: FieldMeta
}

export const ACTIONS = 'actions'
/** Never to be hidden, unless the screen names others. */
export const MIN_COLUMNS = ['action', 'actions', 'id'] as const

type Facts = Pick<ListSpec, 'columns' | 'column' | 'link' | 'search' | 'paged'>

/** Without metadata, which is still on its way, columns have no names but the screen's. */
export const columnFacts = (spec: Facts, told: Meta | undefined, settings: ColumnSettings = {}): ColumnFacts[] => {
  const meta = told ?? {}
  const linked = linkColumn(spec)
  const ordered = Object.values(meta).some((field) => field.order)
  return spec.columns.map((key) => {
    const own = spec.column?.[key]
    const field = fieldAt(meta, key)
    const kind = key === linked ? 'link' : kindOf(key, field)
    const plain = key !== ACTIONS && !own?.cell
    return {
      key,
      kind,
      meta: field,
      label: own?.label ? inLanguage(own.label) : (LABELS[key]?.() ?? field?.label ?? (told ? key : '')),
      width: settings.widths?.[key] ?? own?.width ?? WIDTHS[kind],
      align: own?.align ?? ALIGNED[kind],
      sortable: own?.sortable ?? (plain && isSortable(field, ordered)),
      filter: field?.filter && !excluded(spec.search, key) ? choicesOf(field) : undefined,
    }
  })
}

/** Where the link to the detail page stands: the name, else the host name, else the first column. */
export const linkColumn = ({ columns, column, link }: Facts): string | undefined => {
  if (link === false) return undefined
  const name = ['name', 'hostname'].find((key) => columns.includes(key)) ?? (link ? columns[0] : undefined)
  return name && !column?.[name]?.cell ? name : undefined
}

/** Columns that stay: those of the screen or of the contract, as far as they are shown at all. */
export const lockedColumns = ({ columns, show }: Pick<ListSpec, 'columns' | 'show'>): ReadonlySet<string> => {
  const byDefault = show?.default ?? columns
  const min = show?.min ?? MIN_COLUMNS.filter((key) => byDefault.includes(key))
  return new Set(
    [...min, ...['id', ACTIONS].filter((key) => byDefault.includes(key))].filter((k) => columns.includes(k)),
  )
}

/** What is shown, in the order of the screen: the user's choice and what is locked. */
export const shownColumns = (spec: Pick<ListSpec, 'columns' | 'show'>, saved?: readonly string[]): string[] => {
  const locked = lockedColumns(spec)
  const chosen = new Set(saved ?? spec.show?.default ?? spec.columns)
  return spec.columns.filter((key) => chosen.has(key) || locked.has(key))
}

const kindOf = (key: string, field: FieldMeta | undefined): CellKind => {
  if (key === ACTIONS) return 'actions'
  if (key === 'id') return 'id'
  if (DATES.has(key)) return 'date'
  return KINDS[field?.type ?? ''] ?? (key === 'is_valid' ? 'boolean' : 'text')
}

/** A column may look into an object: `attrs.host`. */
const fieldAt = (meta: Meta, path: string): FieldMeta | undefined => {
  if (path in meta) return meta[path]
  const [first = '', ...rest] = path.split('.')
  return rest.reduce<FieldMeta | undefined>((field, name) => field?.children?.[name], meta[first])
}

const isSortable = (field: FieldMeta | undefined, ordered: boolean): boolean =>
  field !== undefined && (ordered ? field.order === true : SORTED_TYPES.has(field.type))

const excluded = (search: ListSpec['search'], key: string): boolean =>
  search !== false && (search?.exclude?.includes(key) ?? false)

const KINDS: Readonly<Record<string, CellKind>> = {
  boolean: 'boolean',
  datetime: 'date',
  choice: 'choice',
  'multiple choice': 'choice',
  integer: 'number',
  float: 'number',
  decimal: 'number',
}
const WIDTHS: Partial<Record<CellKind, number>> = {
  date: COLUMN_WIDTH.date,
  boolean: COLUMN_WIDTH.boolean,
  actions: COLUMN_WIDTH.actions,
}
const ALIGNED: Partial<Record<CellKind, 'center' | 'right'>> = { boolean: 'center', actions: 'center', number: 'right' }
const SORTED_TYPES = new Set([
  'string',
  'integer',
  'float',
  'decimal',
  'datetime',
  'date',
  'boolean',
  'choice',
  'email',
])
const DATES = new Set(['datetime', 'date_start'])
const LABELS: Readonly<Record<string, () => string>> = {
  [ACTIONS]: () => say.actions,
  is_valid: () => words.validity,
  id: () => 'ID',
}
