// Whether somebody may watch a session: those who audit the organisation it belongs to, and nobody else.
import { label, readGuid } from '@drawbridge/resource'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { componentOf } from './component.ts'

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
      const wrong = await problemWith(body, ctx)
      return wrong
        ? { status: 401, body: { ok: false, msg: sayings[wrong][ctx.reader.lang] } }
        : ok({ ok: true, msg: '' })
    },
  },
]

const problemWith = async (body: unknown, { db, reader }: Ctx): Promise<keyof typeof sayings | undefined> => {
  const { user_id, session_id } = (body ?? {}) as { user_id?: unknown; session_id?: unknown }
  const [user, id] = [readGuid(user_id), readGuid(session_id)]
  const session = id
    ? await db
        .selectFrom('terminal_sessions')
        .select(['org_id', 'is_finished', 'protocol'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!session) return 'session'
  if (session.is_finished || !JOINED.includes(session.protocol)) return 'closed'
  const person = user
    ? await db
        .selectFrom('users_users')
        .select(['id', 'role'])
        .where('id', '=', user)
        .where('is_active', '=', true)
        .where('is_service_account', '=', false)
        .where((when) => when.or([when('date_expired', 'is', null), when('date_expired', '>', reader.now)]))
        .executeTakeFirst()
    : undefined
  if (!person) return 'user'
  if (person.role === 'Admin' || person.role === 'Auditor') return undefined
  const member = await db
    .selectFrom('orgs_org_member_relation')
    .select('id')
    .where('user', '=', person.id)
    .where('org', '=', session.org_id)
    .where('role', 'in', ['Admin', 'Auditor'])
    .executeTakeFirst()
  return member ? undefined : 'right'
}
