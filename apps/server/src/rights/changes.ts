// Compares what people have before and after a rule is changed.
import type { Change, Difference, Preview } from '@drawbridge/wire'
import { sql } from 'kysely'
import { isMemberSql } from '../engine/membership.ts'
import type { Db } from '../platform/context.ts'
import { type Family, isLivingSql, linksOf, worksSql } from './rules.ts'

/** Whom a rule would name, and where. */
export interface Named {
  readonly org: string
  readonly users: readonly string[]
  readonly user_groups: readonly string[]
  /** Whether it would grant anything at all: active, in time, with an account and whatever else it needs. */
  readonly works: boolean
}

const MOST_USERS = 5_000
const MOST_KINDS = 200
const SHOWN = 50

/** How many things are named as examples. */
export const EXAMPLES = 5

export interface Affected {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly before: boolean
  readonly after: boolean
  /** Other rules that hold for them. */
  readonly others: readonly string[]
}

export interface People {
  readonly total: number
  readonly people: readonly Affected[]
}

export const changesFor = async (
  { total, people }: People,
  differenceFor: (one: Affected) => Promise<Difference>,
): Promise<Preview> => {
  const kinds = new Map<string, Promise<Difference>>()
  let exact = people.length === total
  const changes: Change[] = []
  for (const one of people) {
    // Those with the same other rules gain and lose the same.
    const kind = `${one.before} ${one.after} ${one.others.join()}`
    if (!kinds.has(kind)) {
      if (kinds.size >= MOST_KINDS) {
        exact = false
        continue
      }
      kinds.set(kind, differenceFor(one))
    }
    changes.push({ user: { id: one.id, name: one.name, username: one.username }, ...(await kinds.get(kind)!) })
  }
  const real = changes.filter(({ gained, lost }) => gained > 0 || lost > 0)
  const sum = (of: (change: Change) => number) => real.reduce((all, change) => all + of(change), 0)
  return {
    users_amount: real.length,
    gained_amount: sum(({ gained }) => gained),
    lost_amount: sum(({ lost }) => lost),
    exact,
    changes: real.slice(0, SHOWN),
  }
}

/** Everybody whom the rule names, as it is or as it would be, and who can have rights at all. */
export const affectedBy = async (
  { org, users, user_groups }: Named,
  rule: string | undefined,
  family: Family,
  now: Date,
  db: Db,
): Promise<People> => {
  const old = rule ?? null
  const [direct, byGroup] = [linksOf(family, 'users', 'l'), linksOf(family, 'user_groups', 'l')]
  const { rows } = await sql<Affected & { total: number }>`
    with after as (
      select unnest(${users}::uuid[]) as id
      union select m."user" from users_users_groups_relations m where m.usergroup = any(${user_groups}::uuid[])
    ), before as (
      select l."user" as id from ${direct.table} where ${direct.rule} = ${old}::uuid
      union select m."user" from ${byGroup.table}
      join users_users_groups_relations m on m.usergroup = l.usergroup where ${byGroup.rule} = ${old}::uuid
    )
    select u.id, u.name, u.username, u.id in (select id from before) as before, u.id in (select id from after) as after,
      count(*) over () as total,
      array(
        select r.id from ${sql.table(family.table)} r
        where r.org_id = ${org}::uuid and r.id is distinct from ${old}::uuid and r.id in (
          select ${direct.rule} from ${direct.table} where l."user" = u.id
          union select ${byGroup.rule} from ${byGroup.table}
          join users_users_groups_relations m on m.usergroup = l.usergroup where m."user" = u.id
        ) and ${worksSql(now, family)}
        order by r.id
      ) as others
    from users_users u
    where u.id in (select id from after union select id from before)
      and ${isLivingSql(now)} and ${isMemberSql(sql`u.id`, sql`${org}::uuid`)}
    order by u.name, u.id limit ${MOST_USERS}
  `.execute(db)
  return { total: Number(rows[0]?.total ?? 0), people: rows }
}
