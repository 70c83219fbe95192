// A component says which sessions go on, and is told what to do: with the same answer it learns of sessions that have lost their ground.
import { type Ending, endings, terminal, terminalTask } from '@drawbridge/model'
import { id, label, list, parseDraft, readGuid, ref, words } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { deedOn, recordDeeds } from '../../engine/audit.ts'
import { showRows } from '../../engine/read.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, created, ok, type Route } from '../../platform/http/route.ts'
import { groundless } from '../../rights/standing-sessions.ts'
import { componentOf } from './component.ts'
import { orderEnds, tasks } from './task.ts'

const { remote_addr, http_port } = terminal.fields
const place = { remote_addr, http_port }
const takes = { sessions: list(label('进行中的会话', 'Sessions that go on'), id(), { default: [] }), ...place }
const gives = { id: id({ readOnly: true }), terminal: ref('terminal/terminals', label('终端', 'Terminal')) }
const area = 'terminal'

const PATHS = ['terminals/status/', 'status/', 'terminals/:id/status/']

export const heartbeatRoutes: Route[] = [
  ...PATHS.map(
    (path): Route => ({
      method: 'POST',
      path: `/api/v1/terminal/${path}`,
      access: ['app'],
      doc: { area, summary: label('心跳', 'Heartbeat'), takes, gives: terminalTask.fields, status: 201 },
      run: (call) => beat(call),
    }),
  ),
  ...PATHS.slice(1).map(
    (path): Route => ({
      method: 'GET',
      path: `/api/v1/terminal/${path}`,
      access: ['orgAdmin', 'app'],
      doc: { area, summary: label('终端状态', 'Status of terminals'), gives },
      run: (call) => statusOf(call),
    }),
  ),
]

const beat = async ({ ctx, body }: Call): Promise<Answer> => {
  const { id: terminal } = await componentOf(ctx)
  const ids = sessionsIn(body, ctx)
  const moved = placeIn(body, ctx)
  return ctx.atomically(async (ctx) => {
    const { db, reader } = ctx
    if (moved) await move(terminal, moved, ctx)
    if (ids.length > 0)
      await db
        .updateTable('terminal_sessions')
        .set({ date_seen: reader.now })
        .where('id', 'in', ids)
        .where('terminal', '=', terminal)
        .where('is_finished', '=', false)
        .execute()
    const lost = [...(await groundless(terminal, reader.now, db)), ...(await finished(ids, terminal, ctx))]
    await orderEnds(
      lost.map(({ id, why }) => ({ id, terminal, words: endings[why] })),
      ctx,
    )
    const open = await db
      .selectFrom('terminal_tasks')
      .select('id')
      .where('terminal', '=', terminal)
      .where('is_finished', '=', false)
      .orderBy('date_created')
      .execute()
    return created(
      await showRows(
        tasks,
        open.map((task) => task.id),
        ctx,
      ),
    )
  })
}

interface Place {
  readonly remote_addr: string
  readonly http_port: number
}

/** Where it can be reached, from a component that has just started and was told where that is. */
const placeIn = (body: unknown, { reader }: Ctx): Place | undefined => {
  const drafted = parseDraft(place, body ?? {}, 'patch', reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  const { remote_addr, http_port } = drafted.draft as Partial<Place>
  return remote_addr && http_port ? { remote_addr, http_port } : undefined
}

const move = async (component: string, to: Place, ctx: Ctx): Promise<void> => {
  const row = await ctx.db
    .selectFrom('terminal_terminals')
    .selectAll()
    .where('id', '=', component)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const names = (['remote_addr', 'http_port'] as const).filter((name) => row[name] !== to[name])
  if (names.length === 0) return
  await ctx.db.updateTable('terminal_terminals').set(to).where('id', '=', component).execute()
  const changes = Object.fromEntries(names.map((name) => [name, [row[name], to[name]] as const]))
  await recordDeeds([deedOn(terminal, 'update', row, changes)], ctx)
}

/** What the server thinks is over and the component does not: a shell that outlived a silence. */
const finished = async (
  ids: readonly string[],
  terminal: string,
  { db }: Ctx,
): Promise<{ id: string; why: Ending }[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('terminal_sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('terminal', '=', terminal)
    .where('is_finished', '=', true)
    .execute()
  return rows.map(({ id }) => ({ id, why: 'over' }))
}

/** A list, or the text of one: `[a,b]`. */
const sessionsIn = (body: unknown, { reader }: Ctx): string[] => {
  const given = (body as { sessions?: unknown } | null)?.sessions ?? []
  const parts =
    typeof given === 'string'
      ? given
          .replaceAll(/[[\]"'\s]/g, '')
          .split(',')
          .filter(Boolean)
      : given
  if (!Array.isArray(parts)) throw new InvalidBody({ sessions: [words.list[reader.lang]] })
  // An id that is none belongs to no session.
  return [...new Set(parts.flatMap((one) => readGuid(one) ?? []))]
}

const statusOf = async ({ ctx, params }: Call): Promise<Answer> => {
  let rows = ctx.db.selectFrom('terminal_terminals').select(['id', 'id as terminal']).where('is_deleted', '=', false)
  if (ctx.me.role === 'App') rows = rows.where('account', '=', ctx.me.id)
  if (params.id) rows = rows.where('id', '=', readGuid(params.id) ?? '00000000-0000-0000-0000-000000000000')
  return ok(await rows.orderBy('name').execute())
}
