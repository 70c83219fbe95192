// A managed entity, declared once: its types, table, API, metadata, sheets and audit all follow from here.
import type { Access, May, Verb } from './access.ts'
import type { AnyField, ColumnType, Field, Fields, ValueOf } from './field.ts'
import { organisationFields } from './fields/derived.ts'
import type { Label } from './label.ts'

export type Scope =
  | 'organisation' // rows belong to an organisation and are seen only there
  | 'global' // one set of rows for the whole installation
  | 'own' // rows belong to a user and only they see them

/** A column that never crosses the wire. */
export interface Kept<V = unknown> {
  readonly column: ColumnType
  readonly nullable: boolean
  readonly default?: V
  readonly sealed?: boolean
  readonly _value?: V
}

export const kept = <V = string, const N extends boolean = false>(
  column: ColumnType,
  options: { nullable?: N; default?: V; sealed?: boolean } = {},
): Kept<NoInfer<N extends true ? V | null : V>> =>
  ({ column, ...options, nullable: options.nullable ?? false }) as Kept<any>

type Name<F> = keyof F & string
type Order<F> = Name<F> | `-${Name<F>}`

export interface Spec<F extends Fields, Q extends Fields, K extends Record<string, Kept>, S extends Scope> {
  readonly label: Label
  /** How a row is called, from its fields: `{hostname}({ip})`. */
  readonly title: string
  readonly scope: S
  readonly owner?: Name<F>
  readonly may: May
  readonly fields: F
  /** Query parameters beyond the fields' own; the server must say how each narrows the list. */
  readonly filters?: Q
  readonly keeps?: K
  /** Names that are unique, each alone or several together, inside the organisation where there is one. */
  readonly unique?: readonly (readonly Name<F>[])[]
  readonly order: readonly Order<F>[]
  readonly mini?: readonly (Name<F> | 'org_id' | 'org_name')[]
  readonly small?: readonly (Name<F> | 'org_id' | 'org_name')[]
  readonly verbs?: readonly Verb[]
  readonly bulk?: boolean
  /** The moment that `date_from` and `date_to` act on. */
  readonly range?: Name<F>
  readonly audited?: boolean
  readonly licensed?: boolean
  /** What a deletion of the whole list must name: see bulk operations of the contract. */
  readonly model: string
}

type ScopeFields<S extends Scope> = S extends 'organisation' ? typeof organisationFields : {}

export interface Resource<
  P extends string = string,
  F extends Fields = Fields,
  Q extends Fields = Fields,
  K extends Record<string, Kept> = Record<string, Kept>,
> extends Omit<
    Spec<F, Q, K, Scope>,
    | 'verbs'
    | 'bulk'
    | 'filters'
    | 'keeps'
    | 'audited'
    | 'licensed'
    | 'order'
    | 'mini'
    | 'small'
    | 'unique'
    | 'owner'
    | 'range'
  > {
  readonly path: P
  readonly table: TableOf<P>
  readonly fields: F
  readonly filters: Q
  readonly keeps: K
  readonly order: readonly string[]
  readonly unique: readonly (readonly string[])[]
  readonly mini?: readonly string[]
  readonly small?: readonly string[]
  readonly owner?: string
  readonly range?: string
  readonly verbs: ReadonlySet<Verb>
  readonly bulk: boolean
  readonly audited: boolean
  readonly licensed: boolean
}

export type AnyResource = Resource<string, any, any, any>

const ALL: readonly Verb[] = ['list', 'read', 'create', 'update', 'delete']

export const defineResource = <
  const P extends string,
  const F extends Fields,
  const S extends Scope,
  const Q extends Fields = {},
  const K extends Record<string, Kept> = {},
>(
  path: P,
  spec: Spec<F, Q, K, S>,
): Resource<P, F & ScopeFields<S>, Q, K> =>
  ({
    ...spec,
    path,
    table: tableOf(path),
    fields: spec.scope === 'organisation' ? { ...spec.fields, ...organisationFields } : spec.fields,
    filters: spec.filters ?? {},
    keeps: spec.keeps ?? {},
    unique: spec.unique ?? [],
    verbs: new Set(spec.verbs ?? ALL),
    bulk: spec.bulk ?? true,
    audited: spec.audited ?? true,
    licensed: spec.licensed ?? false,
  }) as any

type Underscored<P extends string> = P extends `${infer A}/${infer B}`
  ? `${Underscored<A>}_${Underscored<B>}`
  : P extends `${infer A}-${infer B}`
    ? `${A}_${Underscored<B>}`
    : P
export type TableOf<P extends string> = Underscored<P>

export const tableOf = <P extends string>(path: P): TableOf<P> => path.replaceAll(/[/-]/g, '_') as TableOf<P>

type StoredNames<F extends Fields> = { [N in keyof F]: F[N] extends Field<any, true> ? N : never }[keyof F]

/** A row as the table holds it. */
export type Row<R extends AnyResource> = { [N in StoredNames<R['fields']>]: ValueOf<R['fields'][N]> } & {
  [N in keyof R['keeps']]: R['keeps'][N] extends Kept<infer V> ? V : never
}

/** Values of any writable fields, parsed. */
export type Draft<R extends AnyResource> = { -readonly [N in keyof R['fields']]?: ValueOf<R['fields'][N]> }

/** Names of the fields that the server must work out. */
export type ComputedName<R extends AnyResource> = {
  [N in keyof R['fields']]: R['fields'][N] extends Field<any, true> ? never : N
}[keyof R['fields']] &
  string

export const fieldsOf = (resource: AnyResource): [string, AnyField][] => Object.entries(resource.fields as Fields)

export const keyOf = (resource: AnyResource): AnyField => resource.fields.id

export type { Access }
