// Groups hold members of their own organisation, whichever way somebody gets into one.
import { DEFAULT_ORG, group, groupMember } from '@drawbridge/model'
import { type Problems, words } from '@drawbridge/resource'
import { sql } from 'kysely'
import { isMemberSql, whenLeaving } from '../../engine/membership.ts'
import { countInOrganisation, tallyIn } from '../../engine/organisation.ts'
import { serve } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'

serve(group, {
  check: async (draft, { ctx, row }) => {
    const [stranger] = row ? await strangers(row.id, draft.users, ctx) : []
    return stranger ? { users: [words.absent(stranger)[ctx.reader.lang]] } : undefined
  },
})

serve(groupMember, {
  visible: (rows, { org }) =>
    org.isRoot
      ? rows
      : rows.where(sql<boolean>`exists (select from users_groups g where g.id = t.usergroup and g.org_id = ${org.id})`),
  check: async (draft, { ctx, row }) => {
    const { usergroup = row?.usergroup, user = row?.user } = draft
    const [stranger] = await strangers(usergroup!, [user!], ctx)
    return stranger ? { user: [words.absent(stranger)[ctx.reader.lang]] } : undefined
  },
  deletesMany: 'one',
})

whenLeaving(async (places, { db }) => {
  await sql`
    delete from users_users_groups_relations l
    using users_groups g, unnest(${places.map((place) => place.user)}::uuid[], ${places.map((place) => place.org)}::uuid[]) as p("user", org)
    where g.id = l.usergroup and g.org_id = p.org and l."user" = p."user"
  `.execute(db)
})

countInOrganisation('groups_amount', tallyIn('users_groups'))

/** In the root organisation every group is there: a user may be put only into those of organisations they
 * belong to, a new one only into those of the default organisation. */
export const groupsElsewhere = async (
  groups: readonly string[] | undefined,
  user: string | undefined,
  ctx: Ctx,
): Promise<Problems | undefined> => {
  if (!ctx.org.isRoot || !groups || groups.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`
    select g.id from users_groups g
    where g.id = any(${groups}::uuid[]) and not ${user ? isMemberSql(sql`${user}::uuid`, sql`g.org_id`) : sql`g.org_id = ${DEFAULT_ORG}`}
    limit 1
  `.execute(ctx.db)
  return rows[0] && { groups: [words.absent(rows[0].id)[ctx.reader.lang]] }
}

/** Users who are no members of the organisation of a group. In an organisation nobody else can be named at all. */
const strangers = async (groupId: string, users: readonly string[] | undefined, ctx: Ctx): Promise<string[]> => {
  if (!ctx.org.isRoot || !users || users.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select u.id from users_users u join users_groups g on g.id = ${groupId}
    where u.id = any(${users}::uuid[]) and not ${isMemberSql(sql`u.id`, sql`g.org_id`)}
  `.execute(ctx.db)
  return rows.map((row) => row.id)
}
