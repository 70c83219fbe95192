// What follows from a permission on remote apps: its system users are wanted on the assets that the apps run on.
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

export const followRemoteApps = async (permissions: readonly string[], { db }: Ctx): Promise<void> => {
  const rules = [...new Set(permissions)]
  if (rules.length === 0) return
  await sql`
    insert into assets_system_users_assets_relations (asset, systemuser)
    select distinct a.id, s.systemuser
    from perms_application_permissions r
    join perms_application_permissions_applications_relations x on x.applicationpermission = r.id
    join applications_applications app on app.id = x.application
    join assets_assets a on a.id = (app.attrs ->> 'asset')::uuid and a.org_id = r.org_id
    join perms_application_permissions_system_users_relations s on s.applicationpermission = r.id
    where r.id = any(${rules}::uuid[]) and r.category = 'remote_app'
    on conflict do nothing
  `.execute(db)
  // An account that takes the name of whoever logs in must know who may.
  await sql`
    insert into assets_system_users_users_relations ("user", systemuser)
    select distinct who."user", s.systemuser
    from perms_application_permissions r
    join perms_application_permissions_system_users_relations s on s.applicationpermission = r.id
    join assets_system_users su on su.id = s.systemuser and su.username_same_with_user
    cross join lateral (
      select n."user" from perms_application_permissions_users_relations n where n.applicationpermission = r.id
      union
      select m."user" from perms_application_permissions_user_groups_relations g
      join users_users_groups_relations m on m.usergroup = g.usergroup where g.applicationpermission = r.id
    ) who
    where r.id = any(${rules}::uuid[]) and r.category = 'remote_app'
    on conflict do nothing
  `.execute(db)
}
