// Which applications somebody reaches now, as which system users; and who reaches an application.
import { type RawBuilder, sql } from 'kysely'
import { isMemberSql } from '../engine/membership.ts'
import type { Db } from '../platform/context.ts'
import { isValidSql, type Scope, type Subject } from './rules.ts'

/** Ids of the application permissions that hold. A user has rights only where they belong, and only while the account is valid. */
export const applicationRulesFor = (subject: Subject, { org, now, systemUser }: Scope): RawBuilder<unknown> => {
  const conditions = [
    sql`r.id in (${naming(subject)})`,
    isValidSql(now),
    sql`exists (select from perms_application_permissions_system_users_relations s where s.applicationpermission = r.id ${
      systemUser ? sql`and s.systemuser = ${systemUser}::uuid` : sql``
    })`,
    ...(org ? [sql`r.org_id = ${org}::uuid`] : []),
    ...('user' in subject
      ? [
          isMemberSql(sql`${subject.user}::uuid`, sql`r.org_id`),
          sql`exists (select from users_users u where u.id = ${subject.user}::uuid and ${isLiving(now)})`,
        ]
      : []),
  ]
  return sql`select r.id from perms_application_permissions r where ${sql.join(conditions, sql` and `)}`
}

/** Ids of the rules that name a subject, directly or through a group. */
const naming = (subject: Subject): RawBuilder<unknown> =>
  'user' in subject
    ? sql`
        select n.applicationpermission from perms_application_permissions_users_relations n
        where n."user" = ${subject.user}::uuid
        union
        select g.applicationpermission from perms_application_permissions_user_groups_relations g
        join users_users_groups_relations m on m.usergroup = g.usergroup where m."user" = ${subject.user}::uuid
      `
    : sql`
        select g.applicationpermission from perms_application_permissions_user_groups_relations g
        where g.usergroup = ${subject.group}::uuid
      `

const isLiving = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`u.is_active and (u.date_expired is null or u.date_expired > ${now})`

/** Whether the application of a row is granted. */
export const isGrantedSql = (subject: Subject, scope: Scope, application = 't'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${application}.id`)} in (
    select x.application from perms_application_permissions_applications_relations x
    where x.applicationpermission in (${applicationRulesFor(subject, scope)})
  )`

export interface ApplicationWay {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly priority: number
  readonly protocol: string
  readonly login_mode: string
}

/** The system users a subject has on an application: the one with the highest priority first. */
export const waysToApplication = async (
  subject: Subject,
  application: string,
  scope: Scope,
  db: Db,
): Promise<ApplicationWay[]> => {
  const { rows } = await sql<ApplicationWay>`
    select s.id, s.name, s.username, s.priority, s.protocol, s.login_mode from assets_system_users s
    where s.id in (
      select l.systemuser from perms_application_permissions_system_users_relations l
      join perms_application_permissions_applications_relations x on x.applicationpermission = l.applicationpermission
      where x.application = ${application}::uuid and l.applicationpermission in (${applicationRulesFor(subject, scope)})
    )
    order by s.priority desc, s.name, s.id
  `.execute(db)
  return rows
}

export interface ApplicationVisitor {
  readonly id: string
  readonly name: string
  readonly username: string
  /** Names of the system users. */
  readonly system_users: readonly string[]
  readonly rules: readonly { readonly id: string; readonly name: string }[]
}

/** Who reaches an application now and by which rules, in the order of their names, with the number of all of them. */
export const visitorsOfApplication = async (
  application: string,
  now: Date,
  { limit, offset, search }: { limit: number; offset: number; search?: string },
  db: Db,
): Promise<{ count: number; visitors: ApplicationVisitor[] }> => {
  const part = search && `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const called = part ? sql`and (u.name ilike ${part} or u.username ilike ${part})` : sql``
  const { rows } = await sql<ApplicationVisitor & { total: number }>`
    with rules as materialized (
      select r.id, r.name, r.org_id, s.name as system_user from perms_application_permissions r
      join perms_application_permissions_applications_relations x on x.applicationpermission = r.id
      join perms_application_permissions_system_users_relations l on l.applicationpermission = r.id
      join assets_system_users s on s.id = l.systemuser
      where x.application = ${application}::uuid and ${isValidSql(now)}
    ), named as (
      select n."user", n.applicationpermission as rule from perms_application_permissions_users_relations n
      where n.applicationpermission in (select id from rules)
      union
      select m."user", g.applicationpermission from perms_application_permissions_user_groups_relations g
      join users_users_groups_relations m on m.usergroup = g.usergroup
      where g.applicationpermission in (select id from rules)
    )
    select u.id, u.name, u.username, count(*) over () as total, array_agg(distinct r.system_user) as system_users,
      json_agg(distinct jsonb_build_object('id', r.id, 'name', r.name)) as rules
    from named v join rules r on r.id = v.rule join users_users u on u.id = v."user"
    where ${isLiving(now)} and ${isMemberSql(sql`u.id`, sql`r.org_id`)} ${called}
    group by u.id order by u.name, u.id limit ${limit} offset ${offset}
  `.execute(db)
  // Beyond the last page no row is left to say how many there are.
  if (rows.length === 0 && offset > 0)
    return { ...(await visitorsOfApplication(application, now, { limit: 1, offset: 0, search }, db)), visitors: [] }
  return { count: Number(rows[0]?.total ?? 0), visitors: rows.map(({ total: _, ...visitor }) => visitor) }
}
