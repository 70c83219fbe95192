// Who may change whom. The caller's right to the verb is checked before; this is about the person it is done to.
import { FIRST_ADMIN, may, type OrgRole, ROOT_ORG } from '@drawbridge/model'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

export interface Person {
  readonly id: string
  readonly username: string
  readonly role: string
  /** Roles in the current organisation. */
  readonly roles_here: readonly OrgRole[]
  /** Administers or audits an organisation that the caller does not administer. */
  readonly stands_elsewhere: boolean
}

export const mayUpdate = (person: Person, { caller }: Ctx): boolean => {
  if (!caller || !may(caller, ['orgAdmin'])) return false
  if (person.id === caller.id || caller.role === 'Admin') return true
  // An account is one for all organisations: who could set its password would hold its rights everywhere.
  return !standsAbove(person) && !person.stands_elsewhere
}

export const mayDelete = (person: Person, { caller }: Ctx): boolean => {
  if (!caller || !may(caller, ['orgAdmin']) || person.id === caller.id) return false
  if (caller.role === 'Admin') return person.username !== FIRST_ADMIN
  return !standsAbove(person) && !person.roles_here.includes('Admin')
}

const standsAbove = ({ role }: Person): boolean => role === 'Admin' || role === 'Auditor'

/** What a row of users must bring along for these rules. */
export const standingSql = {
  roles_here: ({ org }: Ctx): RawBuilder<OrgRole[]> =>
    org.isRoot
      ? sql`'{}'::text[]`
      : sql`array(select m.role from orgs_org_member_relation m where m.org = ${org.id} and m."user" = t.id order by m.role)`,
  stands_elsewhere: ({ org, caller }: Ctx): RawBuilder<boolean> =>
    !caller || caller.role === 'Admin' || org.id === ROOT_ORG
      ? sql`false`
      : sql`exists (
          select from orgs_org_member_relation m
          where m."user" = t.id and m.org <> ${org.id} and m.role in ('Admin', 'Auditor') and not exists (
            select from orgs_org_member_relation mine
            where mine."user" = ${caller.id} and mine.org = m.org and mine.role = 'Admin'
          )
        )`,
}
