// Why somebody can or cannot reach an asset or an application: the rules that grant it, the rules that would, and what is in the way.
import { application, asset as assetResource } from '@drawbridge/model'
import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { covering, speaks } from './reach.ts'
import { type Answer, answerFrom, type Found, obstaclesTo, standing, type Target } from './reasons.ts'
import { applicationRules, assetRules, naming } from './rules.ts'

const anAsset: Target = {
  label: assetResource.label,
  table: 'assets_assets',
  usable: sql<boolean>`a.is_active`,
}

export const why = async (user: string, asset: string, now: Date, db: Db): Promise<Answer> => {
  const { rows } = await sql<Found>`
    select ${standing(user, now, assetRules)}, r.actions,
      exists (select from perms_asset_permissions_assets_relations x where x.assetpermission = r.id and x.asset = a.id) as direct,
      array(
        select distinct n.full_value from perms_asset_permissions_nodes_relations p join assets_nodes n on n.id = p.node
        where p.assetpermission = r.id and exists (
          select from assets_assets_nodes_relations l join assets_nodes on_node on on_node.id = l.node
          where l.asset = a.id and n.id = any(on_node.path)
        ) order by n.full_value
      ) as nodes,
      array(
        select s.name from perms_asset_permissions_system_users_relations p join assets_system_users s on s.id = p.systemuser
        where p.assetpermission = r.id and ${speaks('a', 's')} order by s.name
      ) as system_users
    from perms_asset_permissions r join assets_assets a on a.id = ${asset}::uuid and a.org_id = r.org_id
    where r.id in (${naming({ user })}) and r.id in (${covering(sql`${asset}::uuid`)})
    order by r.name
  `.execute(db)
  return answerFrom(rows, await obstaclesTo(user, asset, anAsset, now, db), anAsset)
}

const anApplication: Target = {
  label: application.label,
  table: 'applications_applications',
  usable: sql<boolean>`true`,
}

export const whyApplication = async (user: string, id: string, now: Date, db: Db): Promise<Answer> => {
  const { rows } = await sql<Found>`
    select ${standing(user, now, applicationRules)},
      array(
        select s.name from perms_application_permissions_system_users_relations p
        join assets_system_users s on s.id = p.systemuser where p.applicationpermission = r.id order by s.name
      ) as system_users
    from perms_application_permissions r
    join perms_application_permissions_applications_relations x on x.applicationpermission = r.id
    where x.application = ${id}::uuid and r.id in (${naming({ user }, applicationRules)})
    order by r.name
  `.execute(db)
  return answerFrom(rows, await obstaclesTo(user, id, anApplication, now, db), anApplication)
}
