// As whom, and to do what, a user may go to an asset; and who may.
import { ACTION, type AccountProtocol } from '@drawbridge/model'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { assetRules, rulesFor, type Scope, type Subject, worksSql } from './rules.ts'
import { type Slice, visitorsBy } from './visitors.ts'

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

/** Who can reach an asset now, and how many there are. */
export const visitorsOf = (asset: string, now: Date, slice: Slice, db: Db) =>
  visitorsBy(
    sql`
      select r.id, r.name, r.org_id, s.name as system_user
      from perms_asset_permissions r
      join assets_assets a on a.id = ${asset}::uuid and a.org_id = r.org_id
      join perms_asset_permissions_system_users_relations l on l.assetpermission = r.id
      join assets_system_users s on s.id = l.systemuser
      where r.id in (${covering(sql`${asset}::uuid`)}) and ${worksSql(now, assetRules)} and ${speaks('a', 's')}
    `,
    assetRules,
    now,
    slice,
    db,
  )
