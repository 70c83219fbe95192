// Which sessions have lost their ground while they run: the person, the login, the asset or the grant is no longer what it was.
import type { Ending } from '@drawbridge/model'
import { ACTION, databaseProtocols } from '@drawbridge/model'
import { sql } from 'kysely'
import { isMemberSql } from '../engine/membership.ts'
import type { Db } from '../platform/context.ts'
import { covering, speaks } from './reach.ts'
import { isValidSql } from './rules.ts'

export interface Groundless {
  readonly id: string
  readonly why: Extract<Ending, 'person' | 'login' | 'asset' | 'grant'>
}

const DATABASES: string[] = databaseProtocols.map(([name]) => name)

/** Whether a permission still leads the person of session `s` to its database, as its account and in its protocol. */
const isGrantedDatabase = (now: Date) => sql<boolean>`exists (
  select from perms_application_permissions r
  join perms_application_permissions_system_users_relations l on l.applicationpermission = r.id and l.systemuser = s.account
  join perms_application_permissions_applications_relations x on x.applicationpermission = r.id and x.application = s.asset
  join assets_system_users y on y.id = s.account
  join applications_applications a on a.id = s.asset and a.org_id = r.org_id and a.type = y.protocol
  where r.org_id = s.org_id and ${isValidSql(now)} and ${isMemberSql(sql`s.person`, sql`r.org_id`)}
    and (
      exists (
        select from perms_application_permissions_users_relations p
        where p.applicationpermission = r.id and p."user" = s.person
      ) or exists (
        select from perms_application_permissions_user_groups_relations g
        join users_users_groups_relations m on m.usergroup = g.usergroup
        where g.applicationpermission = r.id and m."user" = s.person
      )
    )
)`

/** Of the sessions of a component that the server let in; asked for all of them at once, with every heartbeat. */
export const groundless = async (terminal: string, now: Date, db: Db): Promise<Groundless[]> => {
  // Whoever came to type stays as long as they may type; whoever came for files only, as long as for files.
  const kept = sql`(case when (s.actions & ${ACTION.connect}) <> 0 then ${ACTION.connect}::int else ${ACTION.updownload}::int end)`
  const { rows } = await sql<Groundless>`
    with open as materialized (
      select s.id, s.org_id, s.epoch, s.actions, s.protocol = any(${DATABASES}) as is_database, s.user_id::uuid as person, s.asset_id::uuid as asset, s.system_user_id::uuid as account
      from terminal_sessions s where s.terminal = ${terminal}::uuid and not s.is_finished and s.actions is not null
    ), judged as (
      select s.id, case
        when not exists (
          select from users_users u where u.id = s.person and u.is_active and (u.date_expired is null or u.date_expired > ${now})
        ) then 'person'
        when exists (select from users_users u where u.id = s.person and u.login_epoch <> s.epoch) then 'login'
        when s.is_database and not exists (select from applications_applications a where a.id = s.asset) then 'asset'
        when s.is_database and not ${isGrantedDatabase(now)} then 'grant'
        when s.is_database then null
        when not exists (select from assets_assets a where a.id = s.asset and a.is_active) then 'asset'
        when not exists (
          select from perms_asset_permissions r
          join perms_asset_permissions_system_users_relations l on l.assetpermission = r.id and l.systemuser = s.account
          join assets_system_users y on y.id = s.account
          join assets_assets a on a.id = s.asset and a.org_id = r.org_id
          where r.org_id = s.org_id and (r.actions & ${kept}) <> 0 and ${isValidSql(now)}
            and r.id in (${covering(sql`s.asset`)}) and ${speaks('a', 'y')} and ${isMemberSql(sql`s.person`, sql`r.org_id`)}
            and (
              exists (
                select from perms_asset_permissions_users_relations p where p.assetpermission = r.id and p."user" = s.person
              ) or exists (
                select from perms_asset_permissions_user_groups_relations g
                join users_users_groups_relations m on m.usergroup = g.usergroup
                where g.assetpermission = r.id and m."user" = s.person
              )
            )
        ) then 'grant'
      end as why
      from open s
    )
    select id, why from judged where why is not null
  `.execute(db)
  return rows
}
