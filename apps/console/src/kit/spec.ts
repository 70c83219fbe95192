// What an area says of its screens. Everything else is drawn from the server's metadata.
import type { ComponentType, ReactNode } from 'react'
import type { FieldMeta, Item } from '../api/meta.ts'
import type { Session } from '../api/session.ts'
import type { Text } from '../words/messages.ts'
import type { PathQuery } from './paths.ts'
import type { Finds, MenuGroup } from './route.ts'

export type { FieldMeta, Item, Meta } from '../api/meta.ts'

/** A value, or a question to the session and the rows at hand. */
export type When<Context> = boolean | ((context: Context) => boolean)

export interface RowContext {
  readonly row: Item
  readonly session: Session
  reload(): void
}

export interface RowAction {
  readonly key: string
  readonly text: Text
  /** Update 10, delete 20, clone 30; others stand behind unless they say otherwise. */
  readonly order?: number
  readonly danger?: boolean
  readonly has?: When<RowContext>
  readonly can?: When<RowContext>
  run(context: RowContext): unknown
}

export interface BulkContext {
  readonly rows: readonly Item[]
  readonly session: Session
  /** Reloads the list and clears the selection. */
  reload(): void
  /** A handle for the selected rows. */
  handle(): Promise<string>
}

export interface BulkAction {
  readonly key: string
  readonly text: Text
  readonly danger?: boolean
  readonly has?: When<BulkContext>
  readonly can?: When<BulkContext>
  run(context: BulkContext): unknown
}

export interface HeaderAction {
  readonly key: string
  readonly text: Text
  readonly kind?: 'primary' | 'default' | 'danger'
  readonly has?: When<Session>
  readonly can?: When<Session>
  run(context: { session: Session; reload(): void }): unknown
}

export interface ColumnSpec {
  readonly label?: Text
  readonly width?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly sortable?: boolean
  /** Replaces the cell. */
  readonly cell?: (row: Item, context: { reload(): void; session: Session }) => ReactNode
}

export interface SearchOption {
  readonly key: string
  readonly label: Text
  readonly choices?: readonly { readonly value: string; readonly label: Text }[]
}

/** One kind of what a list can create. */
export interface CreateChoice {
  readonly key: string
  readonly text: Text
  /** Stands above the first entry that has it. */
  readonly heading?: Text
  readonly has?: When<Session>
  /** Tells the form what kind it is to be. */
  readonly query: PathQuery
}

export interface ListSpec {
  /** List address: `/api/v1/users/users/`. */
  readonly url: string
  /** Where it is described, when many addresses hold the same kind of rows. */
  readonly metaUrl?: string
  /** Columns in order; `actions` is the last. */
  readonly columns: readonly string[]
  readonly show?: { readonly default?: readonly string[]; readonly min?: readonly string[] }
  readonly column?: Readonly<Record<string, ColumnSpec>>
  readonly query?: Readonly<Record<string, string>>
  /** False: everything at once, without a pager. */
  readonly paged?: boolean
  /** Rows have an `index`: their place on the page. */
  readonly numbered?: boolean
  /** What opens below a row, by an arrow in its first column. */
  readonly below?: (row: Item) => ReactNode
  readonly selection?: boolean
  readonly canSelect?: (row: Item) => boolean
  readonly create?: When<Session>
  /** Enabled; by default not in the root organisation. */
  readonly canCreate?: When<Session>
  readonly createText?: Text
  /** What the page to create on is opened with. */
  readonly createQuery?: PathQuery
  /** A menu of kinds in place of the create button. */
  readonly creates?: readonly CreateChoice[]
  readonly headerActions?: readonly HeaderAction[]
  readonly rowActions?: {
    readonly update?: When<RowContext>
    readonly canUpdate?: When<RowContext>
    readonly delete?: When<RowContext>
    readonly canDelete?: When<RowContext>
    readonly clone?: When<RowContext>
    readonly canClone?: When<RowContext>
    readonly more?: readonly RowAction[]
  }
  readonly bulk?: {
    readonly delete?: When<BulkContext>
    readonly update?: BulkUpdateSpec
    readonly more?: readonly BulkAction[]
  }
  readonly search?:
    | {
        readonly options?: readonly SearchOption[]
        readonly exclude?: readonly string[]
        readonly preset?: Readonly<Record<string, string>>
      }
    | false
  /** Shows the date-range picker; lists of logs have it. A number says how many days they open with. */
  readonly range?: boolean | number
  readonly columnSettings?: boolean
  readonly export?: boolean
  readonly import?: boolean | 'csv'
  /** The green banner above the list. */
  readonly help?: Text
  /** Route name the column settings are saved under, and from which siblings are found. */
  readonly name: string
  /** Where the name of a row leads; `false`: nowhere. */
  readonly link?: ((row: Item) => string) | false
  /** What of a row the pages about it need to know from their address. */
  readonly carry?: (row: Item) => PathQuery
  /** The field that tells rows apart; `id` by default. */
  readonly key?: string
}

export interface FieldSpec {
  readonly label?: Text
  /** Below the field; what it says may follow from what the others hold. */
  readonly help?: Text | ((values: Readonly<Record<string, any>>) => Text)
  /** A remote select over this list. */
  readonly options?: RemoteSpec
  readonly input?: ComponentType<InputProps>
  readonly rows?: number
  readonly hidden?: (values: Readonly<Record<string, any>>, at: FormContext) => boolean
  readonly disabled?: When<FormContext & { readonly values: Readonly<Record<string, any>> }>
  readonly required?: boolean | ((values: Readonly<Record<string, any>>, at: FormContext) => boolean)
  /** What else changes when somebody changes this field. */
  readonly sets?: (value: any, values: Readonly<Record<string, any>>) => Readonly<Record<string, unknown>>
  readonly initial?: unknown
  /** A field of the form that the server's metadata does not know. */
  readonly meta?: Partial<FieldMeta>
  readonly validate?: (value: any, values: Readonly<Record<string, any>>) => string | undefined
}

export interface InputProps {
  readonly id: string
  readonly value: any
  onChange(value: any): void
  onBlur?(): void
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
  readonly meta?: FieldMeta
}

export interface RemoteSpec {
  readonly url: string
  readonly multiple?: boolean
  readonly labelOf?: (item: any) => string
  readonly keyOf?: (item: any) => string
}

export interface FormContext {
  readonly session: Session
  readonly mode: 'create' | 'update'
}

export interface FormSpec {
  readonly url: string
  readonly name: string
  readonly groups: readonly { readonly title: Text; readonly fields: readonly string[] }[]
  readonly field?: Readonly<Record<string, FieldSpec>>
  readonly initial?: Readonly<Record<string, unknown>>
  /** The last word on what is sent. */
  readonly clean?: (values: Record<string, any>, at: FormContext) => Record<string, any>
  readonly afterSave?: 'list' | 'stay' | ((item: Item) => string)
  readonly help?: Text
  readonly hasSaveAndAdd?: boolean
  /** The address is the one object itself: read from it, PUT to it. The settings and the own profile are such. */
  readonly single?: boolean
  /** Sends an update as PATCH: it shows only some of the fields, and the others stay. */
  readonly partial?: boolean
  /** What else follows a save, before anybody goes on. */
  readonly saved?: (item: Item) => void
  /** Further buttons beside submit; each gets the values as they stand, saved or not. */
  readonly extra?: readonly FormAction[]
}

export interface FormAction {
  readonly key: string
  readonly text: Text
  run(values: Record<string, any>, at: FormContext): unknown
}

export interface BulkUpdateSpec {
  readonly can?: When<BulkContext>
  readonly fields: readonly string[]
  readonly field?: Readonly<Record<string, FieldSpec>>
}

export interface DetailContext {
  readonly item: Item
  readonly session: Session
  reload(): void
}

export interface DetailTab {
  readonly key: string
  readonly title: Text
  readonly has?: When<DetailContext>
  readonly Body: ComponentType<DetailContext>
}

export interface DetailSpec {
  readonly name: string
  /** Address of the object; by default `/api/v1{route path}/`. */
  readonly url?: (id: string) => string
  readonly titleOf?: (item: Item) => string
  readonly facts?: readonly (string | { readonly label: Text; readonly value: (item: Item) => ReactNode })[]
  /** Facts that say nothing about this one. */
  readonly without?: (item: Item) => readonly string[]
  readonly tabs?: readonly DetailTab[]
  /** Cards beside the facts on the first tab. */
  readonly Side?: ComponentType<DetailContext>
  readonly update?: When<DetailContext>
  readonly canUpdate?: When<DetailContext>
  readonly delete?: When<DetailContext>
  readonly canDelete?: When<DetailContext>
  /** What the question before a deletion says, where the usual one says too little. */
  readonly confirmDelete?: (item: Item) => string
  readonly deleted?: (item: Item) => void
  /** What of the object its form needs to know from its address. */
  readonly carry?: (item: Item) => PathQuery
  readonly labels?: Readonly<Record<string, Text>>
}

/** All screens of an entity from one declaration. */
export interface PagesSpec {
  /** Route below /ui/, and the API path unless the specs say otherwise: `users/groups`. */
  readonly path: string
  /** `UserGroup` → `UserGroupList`, `UserGroupCreate`, … */
  readonly name: string
  readonly titles: { readonly list: Text; readonly create: Text; readonly detail: Text; readonly update: Text }
  readonly needs?: number
  readonly licensed?: boolean
  readonly menu: { readonly group: MenuGroup; readonly order: number; readonly label?: Text }
  readonly list: Omit<ListSpec, 'url' | 'name'> & { readonly url?: string }
  readonly form?: (Omit<FormSpec, 'url' | 'name'> & { readonly url?: string }) | false
  readonly detail?: Omit<DetailSpec, 'name'> | false
  /** The quick search finds them, and leads to their detail page. */
  readonly finds?: Finds
}
