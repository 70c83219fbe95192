import type { Ctx } from '../../platform/context.ts'

/** The users, called `u`, who hold any role in the current organisation. */
export const membersOf = ({ db, org }: Ctx) =>
  db
    .selectFrom('users_users as u')
    .where('u.id', 'in', db.selectFrom('orgs_org_member_relation').select('user').where('org', '=', org.id))
