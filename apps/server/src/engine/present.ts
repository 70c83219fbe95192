// Rows as a caller reads them: their fields, their language, their time zone; never what is write only.
import { type AnyField, type AnyResource, displayChoice, type Fields, fieldsOf } from '@drawbridge/resource'
import type { Ctx } from '../platform/context.ts'
import type { Query } from '../platform/http/route.ts'
import { withoutSealed } from '../platform/secrets/parts.ts'
import { fieldsFor, type Served } from './serve.ts'

/** Which fields are shown: all that can be read, or those the query names. */
export const shownFields = (one: Served, query: Query, ctx: Ctx, options: { detail?: boolean } = {}): string[] => {
  const { resource } = one
  const readable = Object.entries(fieldsFor(one, ctx))
    .filter(([, field]) => !field.writeOnly && (options.detail || !field.detailOnly))
    .map(([name]) => name)
  const sizes: Record<string, readonly string[] | undefined> = {
    mini: resource.mini,
    small: resource.small ?? (resource.mini && simple(resource)),
  }
  const sized = query.fields_size ? sizes[query.fields_size] : undefined
  let shown = sized ? readable.filter((name) => sized.includes(name)) : readable
  const only = listOf(query.fields)
  if (only.length > 0) shown = shown.filter((name) => only.includes(name))
  const dropped = listOf(query['fields!'])
  return dropped.length > 0 ? shown.filter((name) => !dropped.includes(name)) : shown
}

/** Where a small set is not named, it is everything but the relations. */
const simple = (resource: AnyResource): string[] =>
  fieldsOf(resource)
    .filter(([, field]) => field.kind !== 'refs' && !field.to)
    .map(([name]) => name)

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export type Presenter = (row: Record<string, any>) => Record<string, unknown>

export const presenter = (one: Served, shown: readonly string[], ctx: Ctx): Presenter => {
  const fields = fieldsFor(one, ctx)
  const writers = shown.map((name) => [name, showing(one, name, fields, ctx)] as const)
  return (row) => {
    const result: Record<string, unknown> = {}
    for (const [name, show] of writers) result[name] = show(row)
    return result
  }
}

type Showing = (row: Record<string, any>) => unknown

const showing = (one: Served, name: string, fields: Fields, ctx: Ctx): Showing => {
  const show = plainly(one, name, fields, ctx)
  return one.resource.fields[name]?.kind === 'object' ? (row) => withoutSealed(show(row)) : show
}

const plainly = (one: Served, name: string, fields: Fields, ctx: Ctx): Showing => {
  const field: AnyField = fields[name]!
  const compute = one.behaviour.compute?.[name as never] as ((row: any, ctx: Ctx) => unknown) | undefined
  if (compute) return (row) => compute(row, ctx)
  if (field.sealed)
    return (row) => (row[name] === null ? null : ctx.services.secrets.open(row[name], `${one.resource.table}.${name}`))
  if (field.kind === 'orgName') return (row) => row[name] ?? (ctx.org.isRoot ? ctx.org.name : '')
  if (field.kind === 'counted') return (row) => row[name] ?? row[field.of!]?.length ?? null
  const source = field.kind === 'display' ? fields[field.of!] : undefined
  if (source?.choices) return (row) => displayChoice(source, row[field.of!], ctx.reader.lang)
  if (field.show)
    return (row) => (row[name] === null || row[name] === undefined ? null : field.show!(row[name], ctx.reader))
  return (row) => row[name] ?? null
}
