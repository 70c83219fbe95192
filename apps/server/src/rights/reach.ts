// As whom, and to do what, a user may go to an asset; and who may.
import { ACTION, type AccountProtocol } from '@drawbridge/model'
import { type RawBuilder, sql } from 'kysely'
import { isMemberSql } from '../engine/membership.ts'
import type { Db } from '../platform/context.ts'
import { isValidSql, rulesFor, type Scope, type Subject } from './rules.ts'

export interface Way {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly priority: number
  readonly protocol: AccountProtocol
  readonly login_mode: 'auto' | 'manual'
  readonly sftp_root: string
  readonly username_same_with_user: boolean
  /** Bits of everything that the rules together allow. */
  readonly actions: number
}

/** Ids of rules that name an asset, or a node that it stands on or below. */
export const covering = (asset: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select x.assetpermission from perms_asset_permissions_assets_relations x where x.asset = ${asset}
  union
  select y.assetpermission from perms_asset_permissions_nodes_relations y where y.node in (
    select unnest(n.path) from assets_assets_nodes_relations l join assets_nodes n on n.id = l.node where l.asset = ${asset}
  )
`

/** Whether an asset speaks the protocol of an account. */
export const speaks = (asset: string, account: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from jsonb_array_elements_text(${sql.ref(`${asset}.protocols`)}) p
  where split_part(p, '/', 1) = ${sql.ref(`${account}.protocol`)}
)`

/** The system users a subject has on an asset, each with what its rules together allow. */
export const waysTo = async (subject: Subject, asset: string, scope: Scope, db: Db): Promise<Way[]> => {
  const { rows } = await sql<Way>`
    select s.id, s.name, s.username, s.priority, s.protocol, s.login_mode, s.sftp_root, s.username_same_with_user,
      bit_or(r.actions) as actions
    from perms_asset_permissions r
    join assets_assets a on a.id = ${asset}::uuid and a.org_id = r.org_id
    join perms_asset_permissions_system_users_relations l on l.assetpermission = r.id
    join assets_system_users s on s.id = l.systemuser
    where r.id in (${rulesFor(subject, scope)}) and r.id in (${covering(sql`${asset}::uuid`)}) and ${speaks('a', 's')}
    group by s.id order by s.name
  `.execute(db)
  return rows
}

export const may = (way: Way | undefined, action: keyof typeof ACTION): boolean =>
  way !== undefined && (way.actions & ACTION[action]) === ACTION[action]

export interface Visitor {
  readonly id: string
  readonly name: string
  readonly username: string
  /** Names of the system users. */
  readonly system_users: readonly string[]
  readonly rules: readonly { readonly id: string; readonly name: string }[]
}

/** Who can reach an asset now, in the order of their names, with the number of all of them. */
export const visitorsOf = async (
  asset: string,
  now: Date,
  { limit, offset, search }: { limit: number; offset: number; search?: string },
  db: Db,
): Promise<{ count: number; visitors: Visitor[] }> => {
  const named = search ? sql`and (u.name ilike ${like(search)} or u.username ilike ${like(search)})` : sql``
  const { rows } = await sql<Visitor & { total: number }>`
    with rules as materialized (
      select r.id, r.name, r.org_id, s.name as system_user
      from perms_asset_permissions r
      join assets_assets a on a.id = ${asset}::uuid and a.org_id = r.org_id
      join perms_asset_permissions_system_users_relations l on l.assetpermission = r.id
      join assets_system_users s on s.id = l.systemuser
      where r.id in (${covering(sql`${asset}::uuid`)}) and r.actions <> 0 and ${isValidSql(now)} and ${speaks('a', 's')}
    ), named as (
      select p."user", p.assetpermission as rule from perms_asset_permissions_users_relations p
      where p.assetpermission in (select id from rules)
      union
      select m."user", p.assetpermission from perms_asset_permissions_user_groups_relations p
      join users_users_groups_relations m on m.usergroup = p.usergroup
      where p.assetpermission in (select id from rules)
    )
    select u.id, u.name, u.username, count(*) over () as total,
      array_agg(distinct r.system_user) as system_users,
      json_agg(distinct jsonb_build_object('id', r.id, 'name', r.name)) as rules
    from named v join rules r on r.id = v.rule join users_users u on u.id = v."user"
    where u.is_active and (u.date_expired is null or u.date_expired > ${now}) and ${isMemberSql(sql`u.id`, sql`r.org_id`)} ${named}
    group by u.id order by u.name, u.id limit ${limit} offset ${offset}
  `.execute(db)
  return {
    count: Number(rows[0]?.total ?? 0),
    visitors: rows.map(({ total: _, ...visitor }) => visitor),
  }
}

const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
