// How a row is called, from the template of its resource: in the program, and as an expression of the database.
import type { AnyResource } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'

const parts = (template: string): string[] => template.split(/(\{\w+\})/).filter(Boolean)
const nameIn = (part: string): string | undefined => /^\{(\w+)\}$/.exec(part)?.[1]

export const titleOf = (resource: AnyResource, row: Record<string, unknown>): string =>
  parts(resource.title)
    .map((part) => {
      const name = nameIn(part)
      return name ? String(row[name] ?? '') : part
    })
    .join('')

export const titleSql = (template: string, alias: string): RawBuilder<string> =>
  sql<string>`concat(${sql.join(
    parts(template).map((part) => {
      const name = nameIn(part)
      return name ? sql`${sql.ref(`${alias}.${name}`)}::text` : sql`${part}::text`
    }),
  )})`
