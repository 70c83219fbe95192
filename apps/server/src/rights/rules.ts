// Which rules hold for somebody now, and which ground they give. Asked anew each time: a change is true for the next request.
import { type RawBuilder, sql } from 'kysely'
import { isMemberSql } from '../engine/membership.ts'
import type { Ctx, Db } from '../platform/context.ts'
import type { Ground } from './ground.ts'

/** For whom rights are asked: a user, or a group as it is. */
export type Subject = { readonly user: string } | { readonly group: string }

/** Where, and when. */
export interface Scope {
  /** One organisation, or all the subject belongs to. */
  readonly org?: string
  readonly now: Date
  /** Only rules that name this system user. */
  readonly systemUser?: string
  /** All rules but this one. */
  readonly except?: string
}

export const scopeOf = ({ org, reader }: Ctx): Scope => ({ org: org.isRoot ? undefined : org.id, now: reader.now })

/** Active, started, not over. */
export const isValidSql = (now: Date, rule = 'r'): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${rule}.is_active`)} and ${sql.ref(`${rule}.date_start`)} <= ${now} and ${sql.ref(`${rule}.date_expired`)} > ${now}
)`

/** One of the two kinds of rules: its table, and how the tables of its relations call it. */
export interface Family {
  readonly table: 'perms_asset_permissions' | 'perms_application_permissions'
  readonly key: 'assetpermission' | 'applicationpermission'
  /** Whether a rule `r` allows anything to be done. */
  readonly allows: RawBuilder<boolean>
}

export const assetRules: Family = {
  table: 'perms_asset_permissions',
  key: 'assetpermission',
  allows: sql<boolean>`r.actions <> 0`,
}

export const applicationRules: Family = {
  table: 'perms_application_permissions',
  key: 'applicationpermission',
  allows: sql<boolean>`true`,
}

/** The table of what rules name, and the column in it that names the rule. */
export const linksOf = ({ table, key }: Family, plural: string, alias: string) => ({
  table: sql`${sql.table(`${table}_${plural}_relations`)} ${sql.ref(alias)}`,
  rule: sql.ref(`${alias}.${key}`),
})

/** Ids of rules that name a subject, directly or through a group. */
export const naming = (subject: Subject, family: Family = assetRules): RawBuilder<unknown> => {
  const [users, groups] = [linksOf(family, 'users', 'u'), linksOf(family, 'user_groups', 'g')]
  return 'user' in subject
    ? sql`
        select ${users.rule} from ${users.table} where u."user" = ${subject.user}::uuid
        union
        select ${groups.rule} from ${groups.table}
        join users_users_groups_relations m on m.usergroup = g.usergroup where m."user" = ${subject.user}::uuid
      `
    : sql`select ${groups.rule} from ${groups.table} where g.usergroup = ${subject.group}::uuid`
}

/** Whether a rule `r` grants anything now: it is valid, allows something, and has an account to do it with. */
export const worksSql = (now: Date, family: Family, systemUser?: string): RawBuilder<boolean> => {
  const accounts = linksOf(family, 'system_users', 's')
  return sql<boolean>`(${family.allows} and ${isValidSql(now)} and exists (
    select from ${accounts.table} where ${accounts.rule} = r.id ${
      systemUser ? sql`and s.systemuser = ${systemUser}::uuid` : sql``
    }
  ))`
}

/** Ids of the rules that hold. A user has rights only in organisations they belong to, and only while the account is valid. */
export const rulesFor = (
  subject: Subject,
  { org, now, systemUser, except }: Scope,
  family: Family = assetRules,
): RawBuilder<unknown> => {
  const conditions = [
    sql`r.id in (${naming(subject, family)})`,
    worksSql(now, family, systemUser),
    ...(except ? [sql`r.id <> ${except}::uuid`] : []),
    ...(org ? [sql`r.org_id = ${org}::uuid`] : []),
    ...('user' in subject
      ? [
          isMemberSql(sql`${subject.user}::uuid`, sql`r.org_id`),
          sql`exists (select from users_users u where u.id = ${subject.user}::uuid and ${isLivingSql(now)})`,
        ]
      : []),
  ]
  return sql`select r.id from ${sql.table(family.table)} r where ${sql.join(conditions, sql` and `)}`
}

/** Whether the account of a user `u` is valid. */
export const isLivingSql = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(u.is_active and (u.date_expired is null or u.date_expired > ${now}))`

export interface Granted {
  readonly ground: Ground
  /** The highest nodes that are granted as such, roots included. */
  readonly tops: readonly string[]
  /** Whether any single asset is granted. */
  readonly single: boolean
}

/** What a subject is granted. */
export const grantedTo = async (subject: Subject, scope: Scope, db: Db): Promise<Granted> =>
  groundOfRules(rulesFor(subject, scope), db)

export const groundOfRules = async (rules: RawBuilder<unknown>, db: Db): Promise<Granted> => {
  const { rows } = await sql<{ id: string; org_id: string; root: boolean; single: boolean }>`
    with rules as materialized (${rules}),
    granted as materialized (
      select distinct n.node as id from perms_asset_permissions_nodes_relations n where n.assetpermission in (select id from rules)
    )
    select n.id, n.org_id, n.parent is null as root, false as single from granted g join assets_nodes n on n.id = g.id
    where not exists (select from granted above where above.id = any(n.path) and above.id <> n.id)
    union all
    select null, null, false, true where exists (
      select from perms_asset_permissions_assets_relations a where a.assetpermission in (select id from rules)
    )
  `.execute(db)
  const tops = rows.filter(({ single }) => !single)
  const single = rows.some((row) => row.single)
  return {
    tops: tops.map(({ id }) => id),
    single,
    ground: {
      orgs: tops.filter(({ root }) => root).map(({ org_id }) => org_id),
      nodes: tops.filter(({ root }) => !root).map(({ id }) => id),
      assets: single ? assetsNamed(rules) : undefined,
    },
  }
}

/** Ids of assets that rules name one by one. */
export const assetsNamed = (rules: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select a.asset from perms_asset_permissions_assets_relations a where a.assetpermission in (${rules})
`
