// Where the figures come from. The tables of sessions and assets belong to other areas, which name them when they exist.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

export interface Sources {
  /** Has `org_id`, `user`, `asset` (both as texts), `date_start` and `is_finished`. */
  readonly sessions?: string
  /** Has `org_id` and `is_active`. */
  readonly assets?: string
}

/** Rows of the organisation the caller stands in; the root organisation sees all. */
export const here = (ctx: Ctx, alias: string): RawBuilder<SqlBool> =>
  ctx.org.isRoot ? sql`true` : sql`${sql.ref(`${alias}.org_id`)} = ${ctx.org.id}`

/** People, not components, who are members of the organisation the caller stands in. */
export const members = (ctx: Ctx): RawBuilder<unknown> =>
  ctx.org.isRoot
    ? sql`users_users u where not u.is_service_account`
    : sql`users_users u where not u.is_service_account and exists (
        select 1 from orgs_org_member_relation m where m."user" = u.id and m.org = ${ctx.org.id})`
