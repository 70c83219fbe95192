// Application permissions: of one type, between people, applications and system users of one organisation.
import {
  application,
  applicationPermission,
  permittedAppGroup,
  permittedApplication,
  permittedAppSystemUser,
  permittedAppUser,
  typeProblem,
} from '@drawbridge/model'
import { label, type Problems, readFlag, words } from '@drawbridge/resource'
import { sql } from 'kysely'
import { joining } from '../../engine/joining.ts'
import { isMemberSql, whenLeaving } from '../../engine/membership.ts'
import { countInOrganisation, tallyIn } from '../../engine/organisation.ts'
import { type Behaviour, type Loaded, serve, servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { isValidSql } from '../../rights/rules.ts'
import { byGroup, byUser, named } from './application-filters.ts'
import { followRemoteApps } from './application-links.ts'

type Row = Loaded<typeof applicationPermission>

serve(applicationPermission, {
  narrow: {
    user_id: (rows, text: string, _ctx, query) => rows.where(byUser({ id: text }, isDirect(query))),
    username: (rows, text: string, _ctx, query) => rows.where(byUser({ username: text }, isDirect(query))),
    user_group_id: (rows, text: string) => rows.where(byGroup({ id: text })),
    user_group: (rows, text: string) => rows.where(byGroup({ name: text })),
    system_user_id: (rows, text: string) => rows.where(named('systemuser', { id: text })),
    system_user: (rows, text: string) => rows.where(named('systemuser', { name: text })),
    application_id: (rows, text: string) => rows.where(named('application', { id: text })),
    application: (rows, text: string) => rows.where(named('application', { name: text })),
    is_valid: (rows, wanted: boolean, { reader }) =>
      rows.where(wanted ? isValidSql(reader.now, 't') : sql<boolean>`not ${isValidSql(reader.now, 't')}`),
    // Says how the user is looked for, and selects nothing by itself.
    all: (rows) => rows,
  },
  compute: {
    is_expired: (row, ctx) => isOver(row, ctx),
    is_valid: (row, ctx) => row.is_active && !isOver(row, ctx),
  },
  check: async (draft, { ctx, row }) => {
    const { lang } = ctx.reader
    const { category = row!.category, type = row!.type, applications = row?.applications ?? [] } = draft
    const problems: Problems = {}
    const wrongType = typeProblem(category, type)
    if (wrongType) problems.type = [wrongType[lang]]
    if (draft.system_users?.length === 0) problems.system_users = [words.emptyList[lang]]
    const [start, end] = [draft.date_start ?? row?.date_start, draft.date_expired ?? row?.date_expired]
    if ((draft.date_start || draft.date_expired) && start && end && start >= end)
      problems.date_expired = [backwards[lang]]
    const stranger = row && (await strangerAmong(draft.users, row.org_id, ctx))
    if (stranger) problems.users = [words.absent(stranger)[lang]]
    if (draft.applications || draft.type) {
      const others = await ofOtherType(applications, type, ctx)
      if (others.length > 0) problems.applications = [differing(others)[lang]]
    }
    return problems
  },
  saved: (changes, ctx) =>
    followRemoteApps(
      changes.map(({ row }) => row.id),
      ctx,
    ),
})

export const applicationPermissions = servedAt(applicationPermission.path)

const relation = (resource: Parameters<typeof joining>[0]): Behaviour<any> => ({
  ...joining(resource, 'applicationpermission'),
  narrow: {
    remoteapppermission: (rows, ids: string[]) => rows.where('t.applicationpermission', '=', sql`any(${ids})`),
  },
  saved: (changes, ctx) =>
    followRemoteApps(
      changes.map(({ row }) => row.applicationpermission),
      ctx,
    ),
  // A query that names one side only would take the links of every permission along.
  deletesMany: 'one',
})

for (const resource of [permittedAppUser, permittedAppGroup, permittedAppSystemUser])
  serve(resource, relation(resource))

const fitting = relation(permittedApplication)

serve(permittedApplication, {
  ...fitting,
  check: async (draft, at) => {
    const { ctx, row } = at
    const problems = await fitting.check!(draft, at)
    if (problems) return problems
    const rule = draft.applicationpermission ?? row!.applicationpermission
    const others = await ofOtherType([draft.application ?? row!.application], typeOfRule(rule), ctx)
    return others.length > 0 ? { application: [differing(others)[ctx.reader.lang]] } : undefined
  },
})

countInOrganisation('app_perms_amount', tallyIn(applicationPermission.table))

whenLeaving(async (places, { db }) => {
  await sql`
    delete from perms_application_permissions_users_relations l
    using perms_application_permissions r, unnest(${places.map((place) => place.user)}::uuid[], ${places.map((place) => place.org)}::uuid[]) as p("user", org)
    where r.id = l.applicationpermission and r.org_id = p.org and l."user" = p."user"
  `.execute(db)
})

const isDirect = (query: { all?: string }): boolean => readFlag(query.all) === false

/** A permission that has not begun reads as expired too. */
const isOver = ({ date_start, date_expired }: Row, { reader: { now } }: Ctx): boolean =>
  !(date_start <= now && now < date_expired)

const backwards = label('失效日期必须晚于开始日期', 'The expiry date must be later than the start date')

const differing = (names: readonly string[]) =>
  label(
    `应用列表中包含与授权类型不同的应用。(${names.join(', ')})`,
    `The application list contains applications that are different from the permission type. (${names.join(', ')})`,
  )

const typeOfRule = (rule: string) =>
  sql`(select r.type from perms_application_permissions r where r.id = ${rule}::uuid)`

const ofOtherType = async (
  applications: readonly string[],
  type: string | ReturnType<typeof typeOfRule>,
  { db }: Ctx,
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select a.name from ${sql.table(application.table)} a
    where a.id = any(${applications}::uuid[]) and a.type <> ${type} order by a.name
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** From the root organisation everybody can be named: a permission is for members of its own. */
const strangerAmong = async (
  users: readonly string[] | undefined,
  org: string,
  ctx: Ctx,
): Promise<string | undefined> => {
  if (!ctx.org.isRoot || !users || users.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`
    select u.id from users_users u where u.id = any(${users}::uuid[]) and not ${isMemberSql(sql`u.id`, sql`${org}::uuid`)} limit 1
  `.execute(ctx.db)
  return rows[0]?.id
}
