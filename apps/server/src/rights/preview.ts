// What an unsaved rule would change: who gains which assets, who loses which.
import { sql } from 'kysely'
import { isMemberSql } from '../engine/membership.ts'
import type { Db } from '../platform/context.ts'
import { type Ground, NOWHERE, pageOn, sizeOf, within } from './ground.ts'
import { groundOfRules, isValidSql } from './rules.ts'

/** A rule as it would be. */
export interface Sketch {
  readonly org: string
  readonly users: readonly string[]
  readonly user_groups: readonly string[]
  readonly assets: readonly string[]
  readonly nodes: readonly string[]
  /** Whether it would grant anything at all: active, in time, with an account and an action. */
  readonly works: boolean
}

export interface Change {
  readonly user: { readonly id: string; readonly name: string; readonly username: string }
  readonly gained: number
  readonly lost: number
  /** Some of them, by name. */
  readonly gained_assets: readonly string[]
  readonly lost_assets: readonly string[]
}

export interface Preview {
  readonly users_amount: number
  readonly gained_amount: number
  readonly lost_amount: number
  /** False where so many people are affected that not all were looked at. */
  readonly exact: boolean
  readonly changes: readonly Change[]
}

const MOST_USERS = 5_000
const MOST_KINDS = 200
const SHOWN = 50
const EXAMPLES = 5

interface Affected {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly before: boolean
  readonly after: boolean
  /** Other rules that hold for them. */
  readonly others: readonly string[]
}

/** Compares the rights of everybody the rule names, before and after. `rule` is the saved one, if there is. */
export const preview = async (sketch: Sketch, rule: string | undefined, now: Date, db: Db): Promise<Preview> => {
  const before = rule ? (await groundOfRules(validOnes([rule], now), db)).ground : NOWHERE
  const after = sketch.works ? await groundOfSketch(sketch, db) : NOWHERE
  const { total, people } = await affected(sketch, rule, now, db)
  const kinds = new Map<string, Promise<Omit<Change, 'user'>>>()
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
      kinds.set(kind, changeFor(one, before, after, db))
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

const validOnes = (rules: readonly string[], now: Date) => sql`
  select r.id from perms_asset_permissions r where r.id = any(${rules}::uuid[]) and r.actions <> 0 and ${isValidSql(now)}
    and exists (select from perms_asset_permissions_system_users_relations s where s.assetpermission = r.id)
`

const changeFor = async (one: Affected, before: Ground, after: Ground, db: Db): Promise<Omit<Change, 'user'>> => {
  const others =
    one.others.length > 0 ? (await groundOfRules(sql`select unnest(${one.others}::uuid[]) as id`, db)).ground : NOWHERE
  const [was, is] = [
    await together(others, one.before ? before : NOWHERE, db),
    await together(others, one.after ? after : NOWHERE, db),
  ]
  const all = await together(was, is, db)
  const [sizeWas, sizeIs, sizeAll] = [await sizeOf(was, db), await sizeOf(is, db), await sizeOf(all, db)]
  const [gained, lost] = [sizeAll - sizeWas, sizeAll - sizeIs]
  return {
    gained,
    lost,
    gained_assets: gained > 0 ? await examples(one.after ? after : NOWHERE, was, db) : [],
    lost_assets: lost > 0 ? await examples(one.before ? before : NOWHERE, is, db) : [],
  }
}

/** Two grounds as one, without nodes that are below others. */
const together = async (one: Ground, other: Ground, db: Db): Promise<Ground> => {
  const orgs = [...new Set([...one.orgs, ...other.orgs])]
  const nodes = [...new Set([...one.nodes, ...other.nodes])]
  const { rows } =
    nodes.length === 0
      ? { rows: [] }
      : await sql<{ id: string }>`
          select n.id from assets_nodes n where n.id = any(${nodes}::uuid[]) and n.org_id <> all(${orgs}::uuid[])
            and not exists (select from unnest(n.path) above(id) where above.id <> n.id and above.id = any(${nodes}::uuid[]))
        `.execute(db)
  const assets = [one.assets, other.assets].filter((query) => query !== undefined)
  return {
    orgs,
    nodes: rows.map(({ id }) => id),
    assets:
      assets.length > 0
        ? sql.join(
            assets.map((query) => sql`(${query})`),
            sql` union `,
          )
        : undefined,
  }
}

const LOOKED_AT = 500

const examples = async (from: Ground, without: Ground, db: Db): Promise<string[]> => {
  const ids = await pageOn(from, { limit: LOOKED_AT, offset: 0 }, db)
  const { rows } = await sql<{ name: string }>`
    select a.hostname || '(' || a.ip || ')' as name from assets_assets a
    where a.id = any(${ids}::uuid[]) and not ${within(without, 'a')} order by a.hostname limit ${EXAMPLES}
  `.execute(db)
  return rows.map(({ name }) => name)
}

const groundOfSketch = async ({ org, assets, nodes }: Sketch, db: Db): Promise<Ground> => {
  const { rows } = await sql<{ id: string; root: boolean }>`
    select n.id, n.parent is null as root from assets_nodes n where n.id = any(${nodes}::uuid[]) and n.org_id = ${org}
      and not exists (select from unnest(n.path) above(id) where above.id <> n.id and above.id = any(${nodes}::uuid[]))
  `.execute(db)
  return {
    orgs: rows.some(({ root }) => root) ? [org] : [],
    nodes: rows.filter(({ root }) => !root).map(({ id }) => id),
    assets: assets.length > 0 ? sql`select unnest(${assets}::uuid[])` : undefined,
  }
}

/** Everybody whom the rule names, as it is or as it would be, and who can have rights at all. */
const affected = async ({ org, users, user_groups }: Sketch, rule: string | undefined, now: Date, db: Db) => {
  const old = rule ?? null
  const { rows } = await sql<Affected & { total: number }>`
    with after as (
      select unnest(${users}::uuid[]) as id
      union select m."user" from users_users_groups_relations m where m.usergroup = any(${user_groups}::uuid[])
    ), before as (
      select l."user" as id from perms_asset_permissions_users_relations l where l.assetpermission = ${old}::uuid
      union select m."user" from perms_asset_permissions_user_groups_relations l
      join users_users_groups_relations m on m.usergroup = l.usergroup where l.assetpermission = ${old}::uuid
    )
    select u.id, u.name, u.username, u.id in (select id from before) as before, u.id in (select id from after) as after,
      count(*) over () as total,
      array(
        select r.id from perms_asset_permissions r where r.org_id = ${org}::uuid and r.id is distinct from ${old}::uuid and r.id in (
          select l.assetpermission from perms_asset_permissions_users_relations l where l."user" = u.id
          union select l.assetpermission from perms_asset_permissions_user_groups_relations l
          join users_users_groups_relations m on m.usergroup = l.usergroup where m."user" = u.id
        ) and r.actions <> 0 and ${isValidSql(now)}
        and exists (select from perms_asset_permissions_system_users_relations s where s.assetpermission = r.id)
        order by r.id
      ) as others
    from users_users u
    where u.id in (select id from after union select id from before)
      and u.is_active and (u.date_expired is null or u.date_expired > ${now}) and ${isMemberSql(sql`u.id`, sql`${org}::uuid`)}
    order by u.name, u.id limit ${MOST_USERS}
  `.execute(db)
  return { total: Number(rows[0]?.total ?? 0), people: rows }
}
