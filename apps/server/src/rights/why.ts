// Why somebody can or cannot reach an asset: the rules that grant it, the rules that would, and what is in the way.
import { actionNames } from '@drawbridge/model'
import { type Label, label } from '@drawbridge/resource'
import { sql } from 'kysely'
import { isMemberSql } from '../engine/membership.ts'
import type { Db } from '../platform/context.ts'
import { covering } from './reach.ts'
import { naming } from './rules.ts'

export type RuleState =
  | 'grants'
  | 'inactive'
  | 'expired'
  | 'not_started'
  | 'no_actions'
  | 'no_system_user'
  | 'no_protocol'

export interface Reason {
  readonly rule: { readonly id: string; readonly name: string }
  readonly state: RuleState
  /** Groups through which the rule names the user; empty where it names them directly. */
  readonly groups: readonly string[]
  /** Full names of the nodes through which the rule covers the asset; empty where it names it directly. */
  readonly nodes: readonly string[]
  readonly system_users: readonly string[]
  readonly actions: readonly string[]
  readonly words: Label
}

export interface Answer {
  readonly granted: boolean
  /** What is in the way whatever the rules say. */
  readonly obstacles: readonly Label[]
  readonly reasons: readonly Reason[]
}

interface Found {
  readonly id: string
  readonly name: string
  readonly is_active: boolean
  readonly started: boolean
  readonly over: boolean
  readonly actions: number
  readonly direct_user: boolean
  readonly direct_asset: boolean
  readonly groups: string[]
  readonly nodes: string[]
  readonly all_system_users: number
  readonly system_users: string[]
}

export const why = async (user: string, asset: string, now: Date, db: Db): Promise<Answer> => {
  const [obstacles, found] = [await obstaclesFor(user, asset, now, db), await rulesBetween(user, asset, now, db)]
  const reasons = found.map(reasonOf)
  return { obstacles, reasons, granted: obstacles.length === 0 && reasons.some(({ state }) => state === 'grants') }
}

const rulesBetween = async (user: string, asset: string, now: Date, db: Db): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select r.id, r.name, r.is_active, r.date_start <= ${now} as started, r.date_expired <= ${now} as over, r.actions,
      exists (select from perms_asset_permissions_users_relations u where u.assetpermission = r.id and u."user" = ${user}::uuid) as direct_user,
      exists (select from perms_asset_permissions_assets_relations x where x.assetpermission = r.id and x.asset = a.id) as direct_asset,
      array(
        select g.name from perms_asset_permissions_user_groups_relations p join users_groups g on g.id = p.usergroup
        join users_users_groups_relations m on m.usergroup = g.id where p.assetpermission = r.id and m."user" = ${user}::uuid order by g.name
      ) as groups,
      array(
        select distinct n.full_value from perms_asset_permissions_nodes_relations p join assets_nodes n on n.id = p.node
        where p.assetpermission = r.id and exists (
          select from assets_assets_nodes_relations l join assets_nodes on_node on on_node.id = l.node
          where l.asset = a.id and n.id = any(on_node.path)
        ) order by n.full_value
      ) as nodes,
      (select count(*) from perms_asset_permissions_system_users_relations s where s.assetpermission = r.id)::int as all_system_users,
      array(
        select s.name from perms_asset_permissions_system_users_relations p join assets_system_users s on s.id = p.systemuser
        where p.assetpermission = r.id and exists (
          select from jsonb_array_elements_text(a.protocols) x where split_part(x, '/', 1) = s.protocol
        ) order by s.name
      ) as system_users
    from perms_asset_permissions r join assets_assets a on a.id = ${asset}::uuid and a.org_id = r.org_id
    where r.id in (${naming({ user })}) and r.id in (${covering(sql`${asset}::uuid`)})
    order by r.name
  `.execute(db)
  return rows
}

const stateOf = (rule: Found): RuleState => {
  if (!rule.is_active) return 'inactive'
  if (!rule.started) return 'not_started'
  if (rule.over) return 'expired'
  if (rule.actions === 0) return 'no_actions'
  if (rule.all_system_users === 0) return 'no_system_user'
  return rule.system_users.length > 0 ? 'grants' : 'no_protocol'
}

const reasonOf = (rule: Found): Reason => {
  const state = stateOf(rule)
  const [who, what] = [
    rule.direct_user
      ? label('直接授权给该用户', 'names the user')
      : through(rule.groups, '通过用户组', 'names the group'),
    rule.direct_asset ? label('直接包含该资产', 'names the asset') : through(rule.nodes, '通过节点', 'covers the node'),
  ]
  const ending = endings[state](rule)
  return {
    rule: { id: rule.id, name: rule.name },
    state,
    groups: rule.direct_user ? [] : rule.groups,
    nodes: rule.direct_asset ? [] : rule.nodes,
    system_users: rule.system_users,
    actions: actionNames(rule.actions),
    words: label(
      `规则“${rule.name}”${who.zh}，${what.zh}，${ending.zh}`,
      `The rule "${rule.name}" ${who.en} and ${what.en}: ${ending.en}`,
    ),
  }
}

const through = (names: readonly string[], zh: string, en: string): Label =>
  label(`${zh} ${names.join('、')}`, `${en} ${names.join(', ')}`)

const endings: Record<RuleState, (rule: Found) => Label> = {
  grants: ({ system_users }) =>
    label(`可使用系统用户 ${system_users.join('、')} 登录`, `it grants a login as ${system_users.join(', ')}`),
  inactive: () => label('但规则未激活', 'but it is not active'),
  expired: () => label('但规则已过期', 'but it has expired'),
  not_started: () => label('但规则尚未开始', 'but it has not started yet'),
  no_actions: () => label('但规则不允许任何动作', 'but it allows no action'),
  no_system_user: () => label('但规则没有系统用户', 'but it has no system user'),
  no_protocol: () =>
    label('但没有系统用户使用该资产的协议', 'but none of its system users speaks a protocol of the asset'),
}

/** What stands in the way of every rule: the account, the membership, the asset itself. */
const obstaclesFor = async (user: string, asset: string, now: Date, db: Db): Promise<Label[]> => {
  const { rows } = await sql<{ active: boolean; expired: boolean; member: boolean; usable: boolean; org: string }>`
    select u.is_active as active, coalesce(u.date_expired <= ${now}, false) as expired, a.is_active as usable, o.name as org,
      ${isMemberSql(sql`u.id`, sql`a.org_id`)} as member
    from users_users u, assets_assets a join orgs_orgs o on o.id = a.org_id
    where u.id = ${user}::uuid and a.id = ${asset}::uuid
  `.execute(db)
  const found = rows[0]
  if (!found) return [label('用户或资产不存在', 'The user or the asset does not exist')]
  const { active, expired, member, usable, org } = found
  return [
    ...(active ? [] : [label('用户未激活', 'The user is not active')]),
    ...(expired ? [label('用户已过期', 'The account of the user has expired')] : []),
    ...(member ? [] : [label(`用户不是组织“${org}”的成员`, `The user is no member of the organization "${org}"`)]),
    ...(usable ? [] : [label('资产未激活', 'The asset is not active')]),
  ]
}
