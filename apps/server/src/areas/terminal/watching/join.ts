// Whether somebody may watch a session: those who audit the organisation it belongs to, and nobody else.
import type { OrgRole } from '@drawbridge/model'
import { label, readGuid } from '@drawbridge/resource'
import type { Db } from '../../../platform/context.ts'
import { ok, type Route } from '../../../platform/http/route.ts'
import { componentOf } from '../component.ts'

const sayings = {
  session: label('会话不存在', 'The session does not exist'),
  closed: label('会话不可加入', 'The session cannot be joined'),
  user: label('用户不存在', 'The user does not exist'),
  right: label('用户没有权限', 'The user has no right to this session'),
}

const JOINED = ['ssh', 'telnet', 'k8s']

export const joinRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/terminal/sessions/join/validate/',
    access: ['app'],
    doc: { area: 'terminal', summary: label('检查能否加入会话', 'Check whether a session may be joined') },
    run: async ({ ctx, body }) => {
      await componentOf(ctx)
      const { user_id, session_id } = (body ?? {}) as { user_id?: unknown; session_id?: unknown }
      const wrong = await problemWith({ user: user_id, session: session_id }, ctx.db, ctx.reader.now)
      return wrong
        ? { status: 401, body: { ok: false, msg: sayings[wrong][ctx.reader.lang] } }
        : ok({ ok: true, msg: '' })
    },
  },
]

/** Nothing when they may. */
export const problemWith = async (
  asked: { readonly user: unknown; readonly session: unknown },
  db: Db,
  now: Date,
): Promise<keyof typeof sayings | undefined> => {
  const [user, id] = [readGuid(asked.user), readGuid(asked.session)]
  const session = id
    ? await db
        .selectFrom('terminal_sessions')
        .select(['org_id', 'is_finished', 'protocol'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!session) return 'session'
  const person = user
    ? await db
        .selectFrom('users_users')
        .select(['id', 'role'])
        .where('id', '=', user)
        .where('is_active', '=', true)
        .where('is_service_account', '=', false)
        .where((when) => when.or([when('date_expired', 'is', null), when('date_expired', '>', now)]))
        .executeTakeFirst()
    : undefined
  if (!person) return 'user'
  const audits =
    person.role === 'Admin' ||
    person.role === 'Auditor' ||
    (await hasRole(db, person.id, session.org_id, ['Admin', 'Auditor']))
  if (!audits) return 'right'
  return session.is_finished || !JOINED.includes(session.protocol) ? 'closed' : undefined
}

export const hasRole = async (db: Db, user: string, org: string, roles: readonly OrgRole[]): Promise<boolean> => {
  const found = await db
    .selectFrom('orgs_org_member_relation')
    .select('id')
    .where('user', '=', user)
    .where('org', '=', org)
    .where('role', 'in', roles)
    .executeTakeFirst()
  return found !== undefined
}
