// What a resource does beyond the common verbs. Names only differences; an empty behaviour is a whole API.
import { byPath } from '@drawbridge/model'
import type { AnyResource, ComputedName, Draft, Fields, Mode, Problems, Row, ValueOf, Verb } from '@drawbridge/resource'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import type { Query, Route } from '../platform/http/route.ts'

/** A query over the table of a resource, which is called `t`. */
export type Rows = SelectQueryBuilder<any, any, any>

/** A row as loaded: its columns, and what `select` added. */
export type Loaded<R extends AnyResource> = Row<R> & { readonly [extra: string]: any }

export interface Page {
  readonly limit: number
  readonly offset: number
}

export interface Found {
  readonly count: number
  readonly ids: readonly (string | number)[]
}

export interface Change<R extends AnyResource> {
  readonly row: Loaded<R>
  /** Undefined where the row is new. */
  readonly before?: Loaded<R>
  readonly draft: Draft<R>
}

/** Where the fields depend on a type: the one in the query, or that of the row. */
export interface Asked<R extends AnyResource> {
  readonly query: Query
  readonly row?: Loaded<R>
}

/** Objects, whose parts only their field knows: to the compiler they are anything. */
type ObjectName<R extends AnyResource> = {
  [N in keyof R['fields']]: 0 extends 1 & ValueOf<R['fields'][N]> ? N : never
}[keyof R['fields']] &
  string

export interface Behaviour<R extends AnyResource> {
  /** Fields as this caller meets them: choices they may not make are not offered. `asked` says what a form is drawn for. */
  shape?(fields: R['fields'], ctx: Ctx, asked?: Asked<R>): Fields
  /** Which rows exist for the caller, in place of the rule of the scope. */
  visible?(rows: Rows, ctx: Ctx): Rows
  /** How many rows are visible, where that is known without counting them. */
  count?(ctx: Ctx): Promise<number>
  /** The ids of a page and the number of all rows, where this query has a shorter way to them than the ordinary one. */
  page?(query: Query, page: Page, ctx: Ctx): Promise<Found | undefined>
  narrow?: { readonly [N in keyof R['filters']]: (rows: Rows, value: any, ctx: Ctx, query: Query) => Rows }
  /** Expressions worked out by the database for each row shown; under a field's name they are its value. */
  select?: Readonly<Record<string, (ctx: Ctx) => RawBuilder<unknown>>>
  /** Values worked out by the program: of fields without a column, or of objects that show more than they store. */
  compute?: { readonly [N in ComputedName<R> | ObjectName<R>]?: (row: Loaded<R>, ctx: Ctx) => unknown }
  /** What is wrong with a draft that its fields alone cannot tell. */
  check?(
    draft: Draft<R>,
    at: { ctx: Ctx; mode: Mode; row?: Loaded<R> },
  ): Promise<Problems | undefined> | Problems | undefined
  /** Columns to save beside those of the draft. */
  saving?(draft: Draft<R>, at: { ctx: Ctx; row?: Loaded<R>; query?: Query }): Promise<Partial<Row<R>>> | Partial<Row<R>>
  /** Links that follow from a change, mails, further rows: inside the transaction. */
  saved?(changes: readonly Change<R>[], ctx: Ctx): Promise<void>
  /** Whether this caller may do this to this row; the right to the verb is checked before. */
  mayTouch?(row: Loaded<R>, verb: 'update' | 'delete', ctx: Ctx): boolean
  deleting?(rows: readonly Loaded<R>[], ctx: Ctx): Promise<void>
  deleted?(rows: readonly Loaded<R>[], ctx: Ctx): Promise<void>
  /** Verbs whose route is written by hand in `routes`. */
  without?: readonly Verb[]
  /** A bulk create leaves out rows that exist already instead of refusing them. */
  ignoresDuplicates?: boolean
  /** What a deletion by query must select: exactly one row, or rows named by their ids. */
  deletesMany?: 'one' | 'named'
  routes?: readonly Route[]
}

export interface Served<R extends AnyResource = any> {
  readonly resource: R
  readonly behaviour: Behaviour<R>
}

const served = new Map<string, Served<any>>()

export const serve = <R extends AnyResource>(resource: R, behaviour: Behaviour<R> = {}): Served<R> => {
  const one: Served<R> = { resource, behaviour }
  served.set(resource.path, one)
  return one
}

/** How a resource is served, found by its path: references lead across areas without an import. */
export const servedAt = (path: string): Served => served.get(path) ?? { resource: byPath(path), behaviour: {} }

export const fieldsFor = (one: Served, ctx: Ctx, asked?: Asked<any>): Fields =>
  one.behaviour.shape?.(one.resource.fields, ctx, asked) ?? one.resource.fields
