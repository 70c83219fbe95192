// What a user does beyond the common verbs: visible as a member, changed only by who stands above, welcomed by mail.
import { DEFAULT_ORG, FIRST_ADMIN, type OrgRole, orgRoles, user } from '@drawbridge/model'
import { type Draft, displayChoice, type Fields, label, type Problems, readFlag, refuse } from '@drawbridge/resource'
import { forbidden, refusal } from '@drawbridge/wire'
import { sql } from 'kysely'
import { isMemberSql, membersSql, setRoles } from '../../engine/membership.ts'
import { answerList } from '../../engine/routes.ts'
import { type Change, type Loaded, type Rows, serve, servedAt } from '../../engine/serve.ts'
import { countRows } from '../../engine/visible.ts'
import { hashPassword, isBlockedSql, sendPasswordLink, setPassword } from '../../platform/auth/credentials.ts'
import { endLogins } from '../../platform/auth/visits.ts'
import type { Ctx } from '../../platform/context.ts'
import { groupsElsewhere } from './group.ts'
import { isForced, mfaProblem } from './mfa.ts'
import { badPassword, keyProblem, savedKey } from './secrets.ts'
import { mayDelete, mayUpdate, standingSql } from './standing.ts'

type Row = Loaded<typeof user>

const LIST = '/api/v1/users/users/'

serve(user, {
  shape: (fields, { caller }) => (caller?.role === 'Admin' ? fields : { ...fields, role: plainRole }),
  visible: (rows, { org }) => {
    const people = rows.where('t.is_service_account', '=', false)
    return org.isRoot ? people : people.where(isMemberSql(sql`t.id`, sql`${org.id}`))
  },
  count: async (ctx) => {
    const rows = ctx.db.selectNoFrom(
      ctx.org.isRoot
        ? sql<number>`(select coalesce(sum(n), 0)::bigint from tallies where relation = 'users_users')
            - (select count(*) from users_users where is_service_account)`.as('n')
        : membersSql(sql`${ctx.org.id}`).as('n'),
    )
    return Number((await rows.executeTakeFirstOrThrow()).n)
  },
  narrow: {
    org_role: (rows, role: keyof typeof roleFilters, ctx) => {
      const wanted = roleFilters[role]
      return wanted ? rows.where(holdsRole(wanted, ctx)) : rows
    },
    all: (rows, everybody: boolean, { caller }) => {
      if (everybody && caller?.role !== 'Admin') throw forbidden()
      return rows
    },
  },
  select: { ...standingSql, login_blocked: (ctx) => isBlockedSql('t', ctx.reader.now) },
  compute: {
    mfa_enabled: (row, ctx) => isForced(row, ctx) || row.mfa_level > 0,
    mfa_force_enabled: isForced,
    // By the whole list of roles: what a caller may choose says nothing of what others are.
    role_display: (row, { reader }) => displayChoice(user.fields.role, row.role, reader.lang),
    org_roles: rolesOf,
    org_role_display: (row, ctx) => roleNames(row, ctx).join(' | '),
    total_role_display: (row, ctx) => {
      const system = displayChoice(user.fields.role, row.role, ctx.reader.lang)
      return [...new Set([system, ...roleNames(row, ctx)])].join(' | ')
    },
    is_expired: isExpired,
    is_valid: (row, ctx) => row.is_active && !isExpired(row, ctx),
    avatar_url: (row) => `/static/img/avatar/${row.role === 'Admin' ? 'admin' : 'user'}.png`,
    can_update: (row, ctx) => mayUpdate(row as never, ctx),
    can_delete: (row, ctx) => mayDelete(row as never, ctx),
  },
  check: async (draft, { ctx, row }) => ({
    ...(await passwordCheck(draft, row, ctx)),
    ...keyProblem(draft.public_key, ctx),
    ...(row && draft.mfa_level !== undefined && row.id === ctx.caller?.id && mfaProblem(row, draft.mfa_level, ctx)),
    ...(row?.username === FIRST_ADMIN && (draft.username ?? FIRST_ADMIN) !== FIRST_ADMIN && fixedName(ctx)),
    ...(await groupsElsewhere(draft.groups, row?.id, ctx)),
  }),
  saving: (draft, { ctx, row }) => ({
    ...savedKey(draft.public_key),
    ...(row
      ? row.username === FIRST_ADMIN && { role: 'Admin' as const, is_active: true }
      : { password_hash: hashes.get(draft) ?? null, date_password_last_updated: ctx.reader.now }),
  }),
  saved: async (changes, ctx) => {
    await welcome(
      changes.filter(({ before }) => !before),
      ctx,
    )
    await follow(
      changes.filter(({ before }) => before),
      ctx,
    )
    if (changes.some(({ before, row }) => before && isAdmin(before, ctx) && !isAdmin(row, ctx))) await keepAnAdmin(ctx)
  },
  mayTouch: (row, verb, ctx) => (verb === 'update' ? mayUpdate : mayDelete)(row as never, ctx),
  deleted: async (rows, ctx) => {
    if (rows.some((row) => isAdmin(row, ctx))) await keepAnAdmin(ctx)
  },
  without: ['list'],
  routes: [
    {
      method: 'GET',
      path: LIST,
      access: user.may.read,
      doc: {
        area: 'users',
        summary: label('列出用户', 'List user'),
        gives: user.fields,
        page: true,
        query: user.filters,
      },
      run: (call) => answerList(users, readFlag(call.query.all) ? { ...call, ctx: call.ctx.everywhere() } : call),
    },
  ],
})

export const users = servedAt(user.path)

const roleLimit = label('角色只能为 User', 'Role limit to User')

/** Whoever is no system administrator makes plain users and is not even offered more. */
const plainRole: Fields[string] = {
  ...user.fields.role,
  choices: user.fields.role.choices!.filter(({ value }) => value === 'User'),
  resets: false,
  parse: (raw) => (raw === 'User' ? 'User' : refuse(roleLimit)),
}

const roleFilters = { admins: 'Admin', auditors: 'Auditor', users: 'User', members: undefined } as const

/** Nobody is a member of the root organisation: there the system's roles count. */
const holdsRole = (role: OrgRole, { org }: Ctx) => {
  if (org.isRoot) return sql<boolean>`t.role = ${role}`
  const held = sql<boolean>`exists (
    select from orgs_org_member_relation m where m."user" = t.id and m.org = ${org.id} and m.role = ${role}
  )`
  return role === 'Admin' ? sql<boolean>`(t.role = 'Admin' or ${held})` : held
}

function rolesOf(row: Row, { org }: Ctx): readonly OrgRole[] {
  return org.isRoot ? [row.role === 'Admin' ? 'Admin' : 'User'] : row.roles_here
}

const roleNames = (row: Row, ctx: Ctx): string[] =>
  orgRoles.filter(([role]) => rolesOf(row, ctx).includes(role)).map(([, name]) => name[ctx.reader.lang])

function isExpired(row: Row, { reader }: Ctx): boolean {
  return row.date_expired !== null && row.date_expired <= reader.now
}

const fixedName = ({ reader }: Ctx): Problems => ({
  username: [
    label('首个管理员的用户名不能修改', 'The username of the first administrator cannot be changed')[reader.lang],
  ],
})

/** Hashing is slow on purpose: done while a draft is checked, one after the other and before the transaction. */
const hashes = new WeakMap<object, string>()

const passwordCheck = async (
  draft: Draft<typeof user>,
  row: Row | undefined,
  ctx: Ctx,
): Promise<Problems | undefined> => {
  if (!takesPassword(draft, row)) return undefined
  const problem = await badPassword(draft.password!, row, ctx)
  if (problem) return { password: problem }
  if (!row) hashes.set(draft, await hashPassword(draft.password!))
  return undefined
}

/** Whoever comes from a directory has their password there. */
const takesPassword = (draft: Draft<typeof user>, row?: Row): boolean =>
  Boolean(draft.password) &&
  draft.password_strategy !== '0' &&
  (draft.source ?? row?.source ?? user.fields.source.default) === 'local'

const welcome = async (made: readonly Change<typeof user>[], ctx: Ctx): Promise<void> => {
  if (made.length === 0) return
  const plain: OrgRole[] = ['User']
  const always = ctx.org.id === DEFAULT_ORG ? plain : []
  const here = made.map(({ row, draft }) => ({
    member: row,
    roles: draft.org_roles?.length ? [...new Set([...draft.org_roles, ...always])] : plain,
  }))
  if (!ctx.org.isRoot) await setRoles(ctx, ctx.org.id, here, { fresh: true })
  const everybody = made.map(({ row }) => ({ member: row, roles: plain }))
  await setRoles(ctx, DEFAULT_ORG, everybody, { fresh: true, adding: true })
  for (const { row } of made) if (row.source === 'local') await sendPasswordLink(ctx, row, 'created')
}

const follow = async (changed: readonly Change<typeof user>[], ctx: Ctx): Promise<void> => {
  const wishes = changed.flatMap(({ row, draft }) => (draft.org_roles ? [{ member: row, roles: draft.org_roles }] : []))
  if (!ctx.org.isRoot && wishes.length > 0) await setRoles(ctx, ctx.org.id, wishes)
  for (const { row, before, draft } of changed) {
    if (takesPassword(draft, row))
      await setPassword(ctx, row, draft.password!, { keepVisit: row.id === ctx.caller?.id ? ctx.visit?.id : undefined })
    if (before?.is_active && !row.is_active) await lockOut(row.id, ctx)
  }
}

const lockOut = async (id: string, { db }: Ctx): Promise<void> => {
  await db
    .updateTable('users_users')
    .set((old) => ({ login_epoch: old('login_epoch', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await endLogins(db, id)
}

const lastAdmin = refusal('last_admin', 409, {
  zh: '至少要保留一个有效的系统管理员，不能删除、降级、禁用最后一个或让其过期',
  en: 'The last valid system administrator cannot be deleted, demoted, disabled or left to expire',
})

const isAdmin = (row: Row, ctx: Ctx): boolean => row.role === 'Admin' && row.is_active && !isExpired(row, ctx)

const keepAnAdmin = async ({ db, reader }: Ctx): Promise<void> => {
  // Two administrators who demote each other at once must meet here, not pass each other.
  await sql`select pg_advisory_xact_lock(hashtext('last_admin'))`.execute(db)
  const rows = db
    .selectFrom('users_users as t')
    .where('t.role', '=', 'Admin')
    .where('t.is_active', '=', true)
    .where('t.is_service_account', '=', false)
    .where((when) => when.or([when('t.date_expired', 'is', null), when('t.date_expired', '>', reader.now)]))
  if ((await countRows(rows as unknown as Rows)) === 0) throw lastAdmin()
}
