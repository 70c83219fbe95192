// The columns of a row as shown: its own, and what the database works out for references and counts.
import type { AnyField, Fields } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { type Served, servedAt } from './serve.ts'
import { titleSql } from './titles.ts'

export type Extras = Record<string, RawBuilder<unknown>>

/** Expressions for the wanted fields that are no columns of the table. */
export const extrasFor = (one: Served, wanted: ReadonlySet<string>, ctx: Ctx): Extras => {
  const fields = one.resource.fields as Fields
  const extras: Extras = {}
  for (const [name, expression] of Object.entries(one.behaviour.select ?? {})) {
    if (!(name in fields) || wanted.has(name)) extras[name] = expression(ctx)
  }
  for (const name of wanted) {
    const field = fields[name]
    if (!field || name in extras || isListed(one, field, wanted)) continue
    const expression = expressionFor(fields, field, ctx)
    if (expression) extras[name] = expression
  }
  return extras
}

/** What is counted and listed in the same row is counted there: see `present.ts`. */
const isListed = ({ behaviour }: Served, { kind, of = '' }: AnyField, wanted: ReadonlySet<string>): boolean =>
  kind === 'counted' && wanted.has(of) && behaviour.select?.[of] === undefined

const expressionFor = (fields: Fields, field: AnyField, ctx: Ctx): RawBuilder<unknown> | undefined => {
  if (field.kind === 'refs')
    return linked(field, ctx, (link) => sql`array(select l.${sql.ref(field.link!.theirs)} from ${link} order by l.id)`)
  if (field.kind === 'orgName') return sql`(select o.name from orgs_orgs o where o.id = t.org_id)`
  const source = field.of ? fields[field.of] : undefined
  if (!source) return undefined
  if (field.kind === 'counted') return linked(source, ctx, (link) => sql`(select count(*) from ${link})`)
  if (field.kind !== 'display' || !source.to) return undefined
  const target = servedAt(source.to).resource
  const title = titleSql(field.template ?? target.title, 'x')
  if (source.kind === 'ref')
    return sql`(select ${title} from ${sql.table(target.table)} x where x.${sql.ref(source.by ?? 'id')} = t.${sql.ref(field.of!)})`
  return linked(
    source,
    ctx,
    (link) => sql`(select coalesce(string_agg(${title}, ' ' order by ${title}), '') from ${link})`,
    true,
  )
}

/** Links to rows of another organisation are not there for somebody who stands in this one. */
const linked = (
  field: AnyField,
  ctx: Ctx,
  use: (link: RawBuilder<unknown>) => RawBuilder<unknown>,
  joined = false,
): RawBuilder<unknown> => {
  const { through, mine, theirs, fixed = {} } = field.link!
  const target = servedAt(field.to!).resource
  const scoped = target.scope === 'organisation' && !ctx.org.isRoot
  const join = joined || scoped ? sql`join ${sql.table(target.table)} x on x.id = l.${sql.ref(theirs)}` : sql``
  const conditions = [
    sql`l.${sql.ref(mine)} = t.id`,
    ...Object.entries(fixed).map(([column, value]) => sql`l.${sql.ref(column)} = ${value}`),
    ...(scoped ? [sql`x.org_id = ${ctx.org.id}`] : []),
  ]
  return use(sql`${sql.table(servedAt(through).resource.table)} l ${join} where ${sql.join(conditions, sql` and `)}`)
}
