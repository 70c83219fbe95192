// Links with which somebody lets colleagues look on at a session of their own: given, listed, and taken back.
import { session } from '@drawbridge/model'
import { choice, type Label, label, parseDraft, readGuid, text } from '@drawbridge/resource'
import { absent, InvalidBody, refusal } from '@drawbridge/wire'
import { sql } from 'kysely'
import { deedOn, recordDeeds } from '../../../engine/audit.ts'
import { isMemberSql } from '../../../engine/membership.ts'
import { loadRows } from '../../../engine/read.ts'
import { hashToken, newToken } from '../../../platform/auth/token.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type Answer, type Call, created, gone, ok, type Route } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import type { SessionRow } from '../recording/book.ts'
import { sessions } from '../session.ts'
import { cutShare } from './open-watches.ts'

const area = 'terminal'
const PATH = '/api/v1/terminal/sessions/:id/shares/'
const MOST_EACH = 20

const takes = {
  minutes: choice(
    label('有效期（分钟）', 'Good for (minutes)'),
    [
      [10, label('10 分钟', '10 minutes')],
      [60, label('1 小时', '1 hour')],
      [0, label('直到会话结束', 'Until the session ends')],
    ],
    { default: 10 },
  ),
  username: text(label('只给这个用户', 'Only for this user'), { max: 128, default: '' }),
}

const noColleague = label('组织中没有这个用户', 'There is no such user in the organisation.')
const oneself = label('不能分享给自己', 'A link for oneself is of no use.')
const over = refusal('session_over', 409, { zh: '会话已结束', en: 'The session is over.' })
const tooMany = refusal('too_many', 409, { zh: '此会话的分享太多', en: 'There are too many links to this session.' })
const link: Label = label('分享', 'Link')

export const shareRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    access: ['user'],
    doc: { area, summary: label('会话的分享', 'Links to a session') },
    run: (call) => list(call),
  },
  {
    method: 'POST',
    path: PATH,
    access: ['user'],
    doc: { area, summary: label('分享会话', 'Give a link to a session'), takes, status: 201 },
    run: (call) => give(call),
  },
  {
    method: 'DELETE',
    path: `${PATH}:share/`,
    access: ['user'],
    doc: { area, summary: label('停止分享', 'Take a link back') },
    run: (call) => takeBack(call),
  },
]

/** Whoever sits in it, and nobody else: not even an administrator gives away what is not theirs. */
const own = async (given: string | undefined, ctx: Ctx): Promise<SessionRow> => {
  const id = readGuid(given)
  const [row] = id ? ((await loadRows(sessions, [id], ctx.everywhere())) as SessionRow[]) : []
  if (!row || ctx.me.role === 'App' || row.user_id !== ctx.me.id) throw absent(session.label)
  return row
}

const list = async ({ ctx, params }: Call): Promise<Answer> => {
  const row = await own(params.id, ctx)
  const found = await openOnes(row, ctx).execute()
  return ok(found)
}

const openOnes = ({ id }: SessionRow, { db, reader }: Ctx) =>
  db
    .selectFrom('terminal_shares as h')
    .leftJoin('users_users as u', 'u.id', 'h.for_user')
    .select(['h.id', 'u.username', 'h.date_created', 'h.date_expired'])
    .where('h.session', '=', id)
    .where('h.date_ended', 'is', null)
    .where((when) => when.or([when('h.date_expired', 'is', null), when('h.date_expired', '>', reader.now)]))
    .orderBy('h.date_created')

const give = async ({ ctx, params, body }: Call): Promise<Answer> => {
  const drafted = parseDraft(takes, body ?? {}, 'create', ctx.reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  const { minutes, username } = drafted.draft as { minutes: number; username: string }
  const secret = newToken(32)
  return ctx.atomically(async (ctx) => {
    const { db, me, reader, visit } = ctx
    const row = await own(params.id, ctx)
    if (row.is_finished) throw over()
    if ((await openOnes(row, ctx).execute()).length >= MOST_EACH) throw tooMany()
    const colleague = username === '' ? undefined : await colleagueOf(row, username, ctx)
    const { login_epoch } = await db
      .selectFrom('users_users')
      .select('login_epoch')
      .where('id', '=', me.id)
      .executeTakeFirstOrThrow()
    const share = {
      id: newId(),
      session: row.id,
      user: me.id,
      for_user: colleague ?? null,
      secret_hash: hashToken(secret),
      visit: visit?.id ?? null,
      epoch: login_epoch,
      date_created: reader.now,
      date_expired: minutes > 0 ? new Date(reader.now.getTime() + minutes * 60_000) : null,
      date_ended: null,
    }
    await db.insertInto('terminal_shares').values(share).execute()
    const about = { id: share.id, for: username || null, minutes: minutes || null }
    await recordDeeds([deedOn(session, 'update', row, { share: [null, about] })], ctx)
    return created({
      id: share.id,
      username,
      date_created: share.date_created,
      date_expired: share.date_expired,
      url: `/luna/join/?shareroom=${row.id}&share=${secret}`,
    })
  })
}

/** Whoever works in an organisation knows its people; of others nothing is said. */
const colleagueOf = async (row: SessionRow, username: string, { db, me, reader }: Ctx): Promise<string> => {
  const found = await db
    .selectFrom('users_users as u')
    .select('u.id')
    .where('u.username', '=', username)
    .where('u.is_active', '=', true)
    .where('u.is_service_account', '=', false)
    .where(isMemberSql(sql`u.id`, sql`${row.org_id}::uuid`))
    .executeTakeFirst()
  if (!found) throw new InvalidBody({ username: [noColleague[reader.lang]] })
  if (found.id === me.id) throw new InvalidBody({ username: [oneself[reader.lang]] })
  return found.id
}

const takeBack = async ({ ctx, params }: Call): Promise<Answer> => {
  const id = readGuid(params.share)
  await ctx.atomically(async (ctx) => {
    const row = await own(params.id, ctx)
    const ended = id
      ? await ctx.db
          .updateTable('terminal_shares')
          .set({ date_ended: ctx.reader.now })
          .where('id', '=', id)
          .where('session', '=', row.id)
          .where('date_ended', 'is', null)
          .returning('id')
          .executeTakeFirst()
      : undefined
    if (!ended) throw absent(link)
    await recordDeeds([deedOn(session, 'update', row, { share: [{ id: ended.id }, null] })], ctx)
    ctx.afterCommit(() => cutShare(ended.id))
  })
  return gone
}
