// What stands between a user and a thing, in words: each rule that names both, and what is in the way whatever the rules say.
import { actionNames } from '@drawbridge/model'
import { type Label, label } from '@drawbridge/resource'
import type { RuleState } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import { isMemberSql } from '../engine/membership.ts'
import type { Db } from '../platform/context.ts'
import { type Family, linksOf } from './rules.ts'

export interface Reason {
  readonly rule: { readonly id: string; readonly name: string }
  readonly state: RuleState
  /** Groups through which the rule names the user; empty where it names them directly. */
  readonly groups: readonly string[]
  /** Full names of the nodes through which the rule covers the asset; empty where it names it directly. */
  readonly nodes: readonly string[]
  readonly system_users: readonly string[]
  /** Empty where rules know no actions. */
  readonly actions: readonly string[]
  readonly words: Label
}

export interface Answer {
  readonly granted: boolean
  /** What is in the way whatever the rules say. */
  readonly obstacles: readonly Label[]
  readonly reasons: readonly Reason[]
}

/** A rule that names both, as the database tells it. */
export interface Found {
  readonly id: string
  readonly name: string
  readonly is_active: boolean
  readonly started: boolean
  readonly over: boolean
  readonly direct_user: boolean
  readonly groups: readonly string[]
  readonly all_system_users: number
  /** Those that fit. */
  readonly system_users: readonly string[]
  /** Where rules can cover a thing without naming it. */
  readonly direct?: boolean
  readonly nodes?: readonly string[]
  readonly actions?: number
}

/** The columns of a rule `r` that say how it stands to a user at a moment. */
export const standing = (user: string, now: Date, family: Family): RawBuilder<unknown> => {
  const [users, groups, accounts] = [
    linksOf(family, 'users', 'u'),
    linksOf(family, 'user_groups', 'p'),
    linksOf(family, 'system_users', 's'),
  ]
  return sql`
    r.id, r.name, r.is_active, r.date_start <= ${now} as started, r.date_expired <= ${now} as over,
    exists (select from ${users.table} where ${users.rule} = r.id and u."user" = ${user}::uuid) as direct_user,
    array(
      select g.name from ${groups.table} join users_groups g on g.id = p.usergroup
      join users_users_groups_relations m on m.usergroup = g.id
      where ${groups.rule} = r.id and m."user" = ${user}::uuid order by g.name
    ) as groups,
    (select count(*) from ${accounts.table} where ${accounts.rule} = r.id)::int as all_system_users
  `
}

/** What is reached: how it is called, and where it is kept. */
export interface Target {
  readonly label: Label
  readonly table: 'assets_assets' | 'applications_applications'
  /** Whether a row `a` can be used at all. */
  readonly usable: RawBuilder<boolean>
}

export const answerFrom = (found: readonly Found[], obstacles: readonly Label[], target: Target): Answer => {
  const reasons = found.map((rule) => reasonOf(rule, target))
  return { obstacles, reasons, granted: obstacles.length === 0 && reasons.some(({ state }) => state === 'grants') }
}

const stateOf = (rule: Found): RuleState => {
  if (!rule.is_active) return 'inactive'
  if (!rule.started) return 'not_started'
  if (rule.over) return 'expired'
  if (rule.actions === 0) return 'no_actions'
  if (rule.all_system_users === 0) return 'no_system_user'
  return rule.system_users.length > 0 ? 'grants' : 'no_protocol'
}

const reasonOf = (rule: Found, { label: it }: Target): Reason => {
  const state = stateOf(rule)
  const { direct = true, nodes = [], actions = 0 } = rule
  const [who, what] = [
    rule.direct_user
      ? label('直接授权给该用户', 'names the user')
      : through(rule.groups, '通过用户组', 'names the group'),
    direct
      ? label(`直接包含该${it.zh}`, `names the ${it.en.toLowerCase()}`)
      : through(nodes, '通过节点', 'covers the node'),
  ]
  const ending = endings[state](rule)
  return {
    rule: { id: rule.id, name: rule.name },
    state,
    groups: rule.direct_user ? [] : rule.groups,
    nodes: direct ? [] : nodes,
    system_users: rule.system_users,
    actions: actionNames(actions),
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

/** What stands in the way of every rule: the account, the membership, the thing itself. */
export const obstaclesTo = async (user: string, id: string, target: Target, now: Date, db: Db): Promise<Label[]> => {
  const { rows } = await sql<{ active: boolean; expired: boolean; member: boolean; usable: boolean; org: string }>`
    select u.is_active as active, coalesce(u.date_expired <= ${now}, false) as expired, ${target.usable} as usable, o.name as org,
      ${isMemberSql(sql`u.id`, sql`a.org_id`)} as member
    from users_users u, ${sql.table(target.table)} a join orgs_orgs o on o.id = a.org_id
    where u.id = ${user}::uuid and a.id = ${id}::uuid
  `.execute(db)
  const found = rows[0]
  const { zh, en } = target.label
  if (!found) return [label(`用户或${zh}不存在`, `The user or the ${en.toLowerCase()} does not exist`)]
  const { active, expired, member, usable, org } = found
  return [
    ...(active ? [] : [label('用户未激活', 'The user is not active')]),
    ...(expired ? [label('用户已过期', 'The account of the user has expired')] : []),
    ...(member ? [] : [label(`用户不是组织“${org}”的成员`, `The user is no member of the organization "${org}"`)]),
    ...(usable ? [] : [label(`${zh}未激活`, `The ${en.toLowerCase()} is not active`)]),
  ]
}
