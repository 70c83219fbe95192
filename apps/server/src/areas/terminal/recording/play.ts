// Recordings for players, while the session runs as well as afterwards: first what there is, then piece by piece.
import { session } from '@drawbridge/model'
import { integer, label } from '@drawbridge/resource'
import { pathNotFound } from '@drawbridge/wire'
import { deedOn, doerOf, recordDeeds } from '../../../engine/audit.ts'
import { useOnce } from '../../../platform/auth/use-once.ts'
import type { Ctx } from '../../../platform/context.ts'
import { ok, type Route } from '../../../platform/http/route.ts'
import { chunkFile, manifestOf, recordingOf, type SessionRow } from './book.ts'
import { momentOf } from './moment.ts'
import { readingOf } from './places.ts'
import { watched } from './watched.ts'

const area = 'terminal'
export const WATCHERS = ['orgAdmin', 'orgAuditor', 'app'] as const

export const playRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v1/terminal/sessions/:id/recording/',
    access: WATCHERS,
    doc: {
      area,
      summary: label('录像的清单', 'What a recording consists of'),
      query: { after: integer(label('只要此编号之后的分块，-1 为全部', 'Only chunks after this number, -1 for all')) },
    },
    run: async ({ ctx, params, query }) => {
      const row = await watched(params.id!, ctx)
      const known = await recordingOf(row, ctx.db)
      // Of a session that has just begun there is nothing yet, but there will be.
      if (!known && row.is_finished) throw pathNotFound()
      const manifest = known?.manifest ?? manifestOf(row, { columns: 80, rows: 24 }, [])
      const after = /^(-1|\d{1,9})$/.test(query.after ?? '') ? Number(query.after) : undefined
      await (after === undefined ? recordWatching(row, ctx) : recordOnce(row, ctx))
      const chunks = after === undefined ? manifest.chunks : manifest.chunks.filter(({ no }) => no > after)
      return ok({ ...manifest, chunks, is_finished: row.is_finished })
    },
  },
  {
    method: 'GET',
    path: '/api/v1/terminal/sessions/:id/moment/',
    access: WATCHERS,
    doc: {
      area,
      summary: label('录像的一个画面', 'A moment of a recording, at once'),
      query: { at: integer(label('毫秒', 'Milliseconds into the recording')) },
    },
    run: async ({ ctx, params, query }) => {
      const row = await watched(params.id!, ctx)
      const at = /^\d{1,12}$/.test(query.at ?? '') ? Number(query.at) : 0
      const moment = await momentOf(row, at, ctx)
      if (!moment) throw pathNotFound()
      await recordWatching(row, ctx)
      return ok(moment)
    },
  },
  {
    method: 'GET',
    path: '/api/v1/terminal/sessions/:id/chunks/:no/',
    access: WATCHERS,
    doc: { area, summary: label('录像的一个分块', 'A chunk of a recording'), media: 'application/octet-stream' },
    run: async ({ ctx, params, reply }) => {
      const row = await watched(params.id!, ctx)
      const found = /^\d{1,9}$/.test(params.no!)
        ? await ctx.db
            .selectFrom('terminal_chunks as c')
            .innerJoin('terminal_recordings as r', 'r.session', 'c.session')
            .select(['c.no', 'r.folder'])
            .where('c.session', '=', row.id)
            .where('c.no', '=', Number(params.no))
            .executeTakeFirst()
        : undefined
      const bytes = found && (await (await readingOf(row.id, ctx.services))(chunkFile(found.folder, found.no)))
      if (!bytes) throw pathNotFound()
      await recordOnce(row, ctx)
      reply.type('application/octet-stream').send(bytes)
      return undefined
    },
  },
]

const A_VISIT_MS = 12 * 3_600_000

/** A player that asks for more is on the visit that it began; whoever begins in the middle is on record all the same. */
const recordOnce = async (row: SessionRow, ctx: Ctx): Promise<void> => {
  if (ctx.me.role === 'App') return
  const known = await ctx.db
    .selectFrom('audits_operate_logs')
    .select('id')
    .where('resource_path', '=', session.path)
    .where('datetime', '>', new Date(ctx.reader.now.getTime() - A_VISIT_MS))
    .where('resource_id', '=', row.id)
    .where('action', '=', 'view')
    .where('user', '=', doerOf(ctx))
    .limit(1)
    .executeTakeFirst()
  if (!known) await recordWatching(row, ctx)
}

/** One look of a player consists of several calls. */
const LOOK_MS = 60_000

/** Who looked at what somebody did is on record; components only serve others. */
export const recordWatching = async (row: SessionRow, ctx: Ctx): Promise<void> => {
  if (ctx.me.role === 'App') return
  const minute = Math.floor(ctx.reader.now.getTime() / LOOK_MS)
  const until = new Date((minute + 1) * LOOK_MS)
  await ctx.atomically(async (ctx) => {
    if (await useOnce(ctx.db, `look ${ctx.me.id} ${row.id} ${minute}`, until))
      await recordDeeds([deedOn(session, 'view', row, { recording: [null, true] })], ctx)
  })
}
