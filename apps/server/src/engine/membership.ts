// Who belongs to which organisation in which roles, and what follows when somebody no longer does.
import type { OrgRole } from '@drawbridge/model'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { recordDeeds } from './audit.ts'

export interface Member {
  readonly id: string
  readonly name: string
  readonly username: string
}

export interface Place {
  readonly user: string
  readonly org: string
}

type Ending = (places: readonly Place[], ctx: Ctx) => Promise<void>

const endings: Ending[] = []

/** Areas say at start what of theirs ends with a membership: links to groups, to permissions. */
export const whenLeaving = (ending: Ending): void => {
  endings.push(ending)
}

/** Takes every role of a user in an organisation away, and all that came with them. */
export const leaveOrganisation = (ctx: Ctx, user: Member, org: string): Promise<void> =>
  setRoles(ctx, org, [{ member: user, roles: [] }])

export interface Wish {
  readonly member: Member
  readonly roles: readonly OrgRole[]
}

export interface RoleOptions {
  /** Keeps the roles there are. */
  readonly adding?: boolean
  /** Accounts made just now: that they exist is on record, only more than a plain user's role is worth a line. */
  readonly fresh?: boolean
}

/** Makes the roles of users in an organisation these; who is left without any has left it. */
export const setRoles = async (
  ctx: Ctx,
  org: string,
  wishes: readonly Wish[],
  options: RoleOptions = {},
): Promise<void> => {
  const had = await rolesIn(
    ctx,
    org,
    wishes.map(({ member }) => member.id),
  )
  const changes = wishes.map(({ member, roles }) => {
    const was = had.get(member.id) ?? []
    const is = options.adding ? [...new Set([...was, ...roles])] : roles
    return { member, was, is: [...is].sort() }
  })
  const pairs = (from: (change: (typeof changes)[number]) => readonly OrgRole[]) =>
    changes.flatMap((change) => from(change).map((role) => ({ user: change.member.id, role })))
  await take(
    ctx,
    org,
    pairs(({ was, is }) => was.filter((role) => !is.includes(role))),
  )
  await give(
    ctx,
    org,
    pairs(({ was, is }) => is.filter((role) => !was.includes(role))),
  )
  const deeds = changes
    .filter(({ was, is }) => was.join() !== is.join() && !(options.fresh && is.join() === 'User'))
    .map(({ member, was, is }) => ({
      action: 'update' as const,
      path: 'users/users',
      id: member.id,
      title: `${member.name}(${member.username})`,
      diff: { org_roles: [was, is] as const },
      org_id: org,
    }))
  await recordDeeds(deeds, ctx)
  await clearAfter(
    ctx,
    changes.filter(({ was, is }) => was.length > 0 && is.length === 0).map(({ member }) => ({ user: member.id, org })),
  )
}

/** For places where roles have been taken away: ends what depends on them where none is left. */
export const clearAfter = async (ctx: Ctx, places: readonly Place[]): Promise<void> => {
  if (places.length === 0) return
  const { rows: left } = await sql<Place>`
    select distinct p."user", p.org
    from unnest(${places.map((place) => place.user)}::uuid[], ${places.map((place) => place.org)}::uuid[]) as p("user", org)
    where not exists (select from orgs_org_member_relation m where m."user" = p."user" and m.org = p.org)
  `.execute(ctx.db)
  if (left.length === 0) return
  for (const end of endings) await end(left, ctx)
}

/** Whether the user of a row is a member of an organisation, for a query. */
export const isMemberSql = (user: RawBuilder<unknown>, org: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from orgs_org_member_relation m where m."user" = ${user} and m.org = ${org})`

/** How many people an organisation has, from an index alone; service accounts are few and taken off. */
export const membersSql = (org: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  (select count(*) from (select distinct m."user" from orgs_org_member_relation m where m.org = ${org}) people)
  - (select count(*) from users_users s where s.is_service_account and ${isMemberSql(sql`s.id`, org)})
)`

const rolesIn = async (ctx: Ctx, org: string, users: readonly string[]): Promise<Map<string, OrgRole[]>> => {
  const rows = await ctx.db
    .selectFrom('orgs_org_member_relation')
    .select(['user', 'role'])
    .where('org', '=', org)
    .where('user', '=', sql<string>`any(${users}::uuid[])`)
    .orderBy('role')
    .execute()
  const found = new Map<string, OrgRole[]>()
  for (const { user, role } of rows) found.set(user, [...(found.get(user) ?? []), role])
  return found
}

type Pair = { readonly user: string; readonly role: OrgRole }

const columns = (pairs: readonly Pair[]) =>
  sql`unnest(${pairs.map((pair) => pair.user)}::uuid[], ${pairs.map((pair) => pair.role)}::text[]) as p("user", role)`

const take = async (ctx: Ctx, org: string, pairs: readonly Pair[]): Promise<void> => {
  if (pairs.length === 0) return
  await sql`
    delete from orgs_org_member_relation m using ${columns(pairs)}
    where m.org = ${org} and m."user" = p."user" and m.role = p.role
  `.execute(ctx.db)
}

const give = async (ctx: Ctx, org: string, pairs: readonly Pair[]): Promise<void> => {
  if (pairs.length === 0) return
  await sql`
    insert into orgs_org_member_relation (org, "user", role) select ${org}::uuid, p."user", p.role from ${columns(pairs)}
    on conflict do nothing
  `.execute(ctx.db)
}
