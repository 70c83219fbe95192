// Which applications somebody reaches now, as which system users; and who reaches an application.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { applicationRules, rulesFor, type Scope, type Subject, worksSql } from './rules.ts'
import { type Slice, visitorsBy } from './visitors.ts'

/** Whether the application of a row is granted. */
export const isGrantedSql = (subject: Subject, scope: Scope, application = 't'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${application}.id`)} in (
    select x.application from perms_application_permissions_applications_relations x
    where x.applicationpermission in (${rulesFor(subject, scope, applicationRules)})
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
      where x.application = ${application}::uuid and l.applicationpermission in (${rulesFor(subject, scope, applicationRules)})
    )
    order by s.priority desc, s.name, s.id
  `.execute(db)
  return rows
}

/** Who reaches an application now and by which rules, and how many there are. */
export const visitorsOfApplication = (application: string, now: Date, slice: Slice, db: Db) =>
  visitorsBy(
    sql`
      select r.id, r.name, r.org_id, s.name as system_user from perms_application_permissions r
      join perms_application_permissions_applications_relations x on x.applicationpermission = r.id
      join perms_application_permissions_system_users_relations l on l.applicationpermission = r.id
      join assets_system_users s on s.id = l.systemuser
      where x.application = ${application}::uuid and ${worksSql(now, applicationRules)}
    `,
    applicationRules,
    now,
    slice,
    db,
  )
