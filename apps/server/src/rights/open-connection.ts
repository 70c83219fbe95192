// A component reads secrets only of what it carries just now: an open session of its own, which the server let in.
import { refusal } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** How long a session counts as going on after its component last said so. */
export const SILENCE_MS = 300_000

export interface Carried {
  readonly asset?: string
  readonly systemUser?: string
  /** Of the person, where the account takes their name. */
  readonly username?: string
}

const notCarried = refusal('permission_denied', 403, {
  zh: '没有打开的连接：组件只能读取自己正在承载的会话所需的认证信息',
  en: 'There is no open connection: a component reads only the secrets of sessions that it carries.',
})

/** `s` in the condition is the session. One that is told to end opens nothing any more. */
export const hasConnectionSql = (
  { me, reader }: Ctx,
  which: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from terminal_sessions s join terminal_terminals c on c.id = s.terminal and c.account = ${me.id}::uuid and not c.is_deleted
  where not s.is_finished and s.actions is not null
    and s.date_seen > ${new Date(reader.now.getTime() - SILENCE_MS)} and ${which}
    and not exists (select from terminal_tasks k where k.terminal = s.terminal and k.args = s.id::text and not k.is_finished)
)`

export const requireConnection = async (ctx: Ctx, { asset, systemUser, username }: Carried): Promise<void> => {
  const conditions = [
    sql`true`,
    ...(asset === undefined ? [] : [sql`s.asset_id = ${asset}`]),
    ...(systemUser === undefined ? [] : [sql`s.system_user_id = ${systemUser}`]),
    ...(username === undefined
      ? []
      : [sql`exists (select from users_users u where u.id::text = s.user_id and u.username = ${username})`]),
  ]
  const { rows } = await sql<{ yes: boolean }>`
    select ${hasConnectionSql(ctx, sql.join(conditions, sql` and `))} as yes
  `.execute(ctx.db)
  if (!rows[0]?.yes) throw notCarried()
}
