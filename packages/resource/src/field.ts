// What a field is: a name on the wire, a column in a table, an input in a form, all from one declaration.
import type { Label, Lang } from './label.ts'

/** The `type` of a field in the OPTIONS answer. */
export type WireType =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'float'
  | 'datetime'
  | 'date'
  | 'url'
  | 'email'
  | 'choice'
  | 'multiple choice'
  | 'list'
  | 'nested object'
  | 'file upload'
  | 'field'

export type ColumnType =
  | 'uuid'
  | 'text'
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'timestamptz'
  | 'date'
  | 'jsonb'
  | 'text[]'
  | 'uuid[]'

/** The reader: their language, their time zone, the present moment. */
export interface Reader {
  readonly lang: Lang
  readonly zone: string
  readonly now: Date
}

export interface Choice<V = string | number | boolean> {
  readonly value: V
  readonly label: Label
}

export interface Link {
  /** Resource whose rows are the links. */
  readonly through: string
  readonly mine: string
  readonly theirs: string
  /** What every link of this field has in common: the administrators of an organisation are its members with that role. */
  readonly fixed?: Readonly<Record<string, string>>
  /** No rows of their own: the other row names this one in `mine`, and is `theirs` itself. */
  readonly held?: boolean
}

export interface Field<V = unknown, Stored extends boolean = boolean> {
  readonly kind: string
  readonly type: WireType
  readonly label: Label
  readonly help?: Label
  readonly required: boolean
  readonly nullable: boolean
  readonly readOnly: boolean
  readonly writeOnly: boolean
  /** Whether the value has a column of its own in the table of the resource. */
  readonly stored: Stored
  readonly column?: ColumnType
  readonly default?: V | ((now: Date) => V)
  /** False keeps a default out of PUT: it only fills a new row. */
  readonly resets?: boolean
  readonly filter?: boolean
  readonly order?: boolean
  readonly search?: boolean | 'prefix'
  readonly unique?: boolean
  readonly maxLength?: number
  readonly minLength?: number
  readonly maxValue?: number
  readonly minValue?: number
  readonly choices?: readonly Choice[]
  readonly child?: Field
  readonly children?: Record<string, Field>
  /** Path of the resource referred to. */
  readonly to?: string
  readonly link?: Link
  /** Column of the other row that is stored here, where it is not its key. */
  readonly by?: string
  /** Refers to rows of any organisation, whichever one the writer stands in. */
  readonly anywhere?: boolean
  readonly whenTargetGoes?: 'refuse' | 'cascade' | 'empty'
  /** Field this one is derived from (`display`, `counted`). */
  readonly of?: string
  readonly template?: string
  /** Filled by the engine on every create or update. */
  readonly auto?: 'created' | 'updated' | 'creator' | 'organisation'
  /** Secrets are sealed before they are stored and masked in the audit. */
  readonly sealed?: boolean
  /** Read on the page of one row only: too much for a list. */
  readonly detailOnly?: boolean
  /** Turns what a client sent into a value, or throws Invalid. Never sees undefined, null or, for texts, blanks. */
  parse(raw: unknown, reader: Reader): V
  /** The value as the client reads it. */
  show?(value: V, reader: Reader): unknown
  /** Keeps the type of the value; never present at run time. */
  readonly _value?: V
}

export type AnyField = Field<any, boolean>
export type Fields = Record<string, AnyField>
export type ValueOf<F> = F extends Field<infer V, boolean> ? V : never

export interface Common<V> {
  readonly help?: Label
  readonly required?: boolean
  readonly nullable?: boolean
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly stored?: boolean
  readonly default?: V | ((now: Date) => V)
  readonly resets?: boolean
  readonly filter?: boolean
  readonly order?: boolean
  readonly unique?: boolean
}

export type Maybe<V, O> = O extends { readonly nullable: true } ? V | null : V
export type StoredBy<O> = O extends { readonly stored: false } ? false : true

/** A value that cannot be taken, with every reason. `nested` holds the problems of the parts of a list or object. */
export class Invalid extends Error {
  readonly reasons: readonly Label[]
  readonly nested?: Record<string, Invalid>
  constructor(reasons: readonly Label[], nested?: Record<string, Invalid>) {
    super(reasons[0]?.en ?? 'invalid')
    this.reasons = reasons
    this.nested = nested
  }
  say(lang: Lang): unknown {
    if (!this.nested) return this.reasons.map((reason) => reason[lang])
    return Object.fromEntries(Object.entries(this.nested).map(([name, one]) => [name, one.say(lang)]))
  }
}

export const refuse = (reason: Label): never => {
  throw new Invalid([reason])
}

/** Fills in what every kind has in common. */
export const field = <V, S extends boolean>(
  kind: string,
  type: WireType,
  label: Label,
  options: Common<V>,
  rest: Partial<Field<V, S>> & Pick<Field<V, S>, 'parse'>,
): Field<V, S> => ({
  kind,
  type,
  label,
  help: options.help,
  required: options.required ?? false,
  nullable: options.nullable ?? false,
  readOnly: options.readOnly ?? false,
  writeOnly: options.writeOnly ?? false,
  stored: (options.stored ?? true) as S,
  default: options.default,
  resets: options.resets,
  filter: options.filter,
  order: options.order,
  unique: options.unique,
  ...rest,
})
