// Who reaches something by its rules, in the order of their names.
import type { Visitor } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import { isMemberSql } from '../engine/membership.ts'
import type { Db } from '../platform/context.ts'
import { type Family, isLivingSql, linksOf } from './rules.ts'

export interface Slice {
  readonly limit: number
  readonly offset: number
  readonly search?: string
}

/** `rules` selects id, name, org_id and system_user of the rules that count, a row for each system user. */
export const visitorsBy = async (
  rules: RawBuilder<unknown>,
  family: Family,
  now: Date,
  { limit, offset, search }: Slice,
  db: Db,
): Promise<{ count: number; visitors: Visitor[] }> => {
  const [users, groups] = [linksOf(family, 'users', 'p'), linksOf(family, 'user_groups', 'g')]
  const part = search && `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const called = part ? sql`and (u.name ilike ${part} or u.username ilike ${part})` : sql``
  const { rows } = await sql<Visitor & { total: number }>`
    with rules as materialized (${rules}), named as (
      select p."user", ${users.rule} as rule from ${users.table} where ${users.rule} in (select id from rules)
      union
      select m."user", ${groups.rule} from ${groups.table}
      join users_users_groups_relations m on m.usergroup = g.usergroup
      where ${groups.rule} in (select id from rules)
    )
    select u.id, u.name, u.username, count(*) over () as total, array_agg(distinct r.system_user) as system_users,
      json_agg(distinct jsonb_build_object('id', r.id, 'name', r.name)) as rules
    from named v join rules r on r.id = v.rule join users_users u on u.id = v."user"
    where ${isLivingSql(now)} and ${isMemberSql(sql`u.id`, sql`r.org_id`)} ${called}
    group by u.id order by u.name, u.id limit ${limit} offset ${offset}
  `.execute(db)
  // Beyond the last page no row is left to say how many there are.
  if (rows.length === 0 && offset > 0)
    return { ...(await visitorsBy(rules, family, now, { limit: 1, offset: 0, search }, db)), visitors: [] }
  return { count: Number(rows[0]?.total ?? 0), visitors: rows.map(({ total: _, ...visitor }) => visitor) }
}
