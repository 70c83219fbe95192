// What components are told to do, and how a session is ended: a component hears of it with its next heartbeat.
import { session, terminalTask } from '@drawbridge/model'
import { type Label, label, readGuid, words } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { sql } from 'kysely'
import { deedOn, recordDeeds } from '../../engine/audit.ts'
import { loadRows } from '../../engine/read.ts'
import { insertRows } from '../../engine/rows-in.ts'
import { serve } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import { accountOfTerminal } from './component.ts'
import { sessions } from './session.ts'

/** A component has its own; people have those about sessions of their organisation. */
export const tasks = serve(terminalTask, {
  visible: (rows, { me, org }) => {
    if (me.role === 'App') return rows.where(sql<boolean>`${accountOfTerminal()} = ${me.id}`)
    if (org.isRoot) return rows
    return rows.where(
      sql<boolean>`exists (select from terminal_sessions s where s.id = t.args::uuid and s.org_id = ${org.id})`,
    )
  },
  compute: {
    reason: (row, { reader }) => row.words[reader.lang] ?? '',
    reason_words: (row) => row.words,
  },
  saving: (draft, { ctx, row }) =>
    draft.is_finished === undefined || row?.is_finished
      ? // What is done stays done.
        { is_finished: row?.is_finished ?? false }
      : { date_finished: draft.is_finished ? ctx.reader.now : null },
})

export interface Doomed {
  readonly id: string
  readonly terminal: string
  readonly words: Label
}

/** Each session once, however often it is asked for. */
export const orderEnds = async (doomed: readonly Doomed[], ctx: Ctx): Promise<void> => {
  if (doomed.length === 0) return
  const known = await ctx.db
    .selectFrom('terminal_tasks')
    .select('args')
    .where('is_finished', '=', false)
    .where(
      'args',
      'in',
      doomed.map(({ id }) => id),
    )
    .execute()
  const told = new Set(known.map(({ args }) => args))
  const rows = doomed
    .filter(({ id }) => !told.has(id))
    .map(({ id, terminal, words }) => ({ id: newId(), args: id, terminal, words, date_created: ctx.reader.now }))
  await insertRows(terminalTask, rows, ctx)
}

export const killRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/terminal/tasks/kill-session/',
    access: ['orgAdmin', 'app'],
    doc: { area: 'terminal', summary: label('中断会话', 'End sessions') },
    run: async ({ ctx, body }) => {
      const ids = idsIn(body, ctx)
      return ctx.atomically(async (ctx) => {
        const rows = await loadRows(sessions, ids, ctx, { lock: true })
        const mine = rows.filter(
          (row) => !row.is_finished && row.terminal && (ctx.me.role !== 'App' || row.component === ctx.me.id),
        )
        const { name, username } = ctx.me
        const by = label(
          `会话被管理员 ${name}(${username}) 中断`,
          `The session was ended by the administrator ${name}(${username})`,
        )
        await orderEnds(
          mine.map((row) => ({ id: row.id, terminal: row.terminal, words: by })),
          ctx,
        )
        await recordDeeds(
          mine.map((row) => deedOn(session, 'update', row, { terminate: [null, true] })),
          ctx,
        )
        return ok({ ok: mine.map((row) => row.id) })
      })
    },
  },
]

/** A list; the page of one session sends its id alone. */
const idsIn = (body: unknown, { reader }: Ctx): string[] => {
  const given = typeof body === 'string' ? [body] : body
  if (!Array.isArray(given)) throw new InvalidBody({ non_field_errors: [words.list[reader.lang]] })
  const ids = given.map((one) => readGuid(one))
  const wrong = ids.indexOf(undefined)
  if (wrong >= 0) throw new InvalidBody({ non_field_errors: [words.absent(given[wrong])[reader.lang]] })
  return [...new Set(ids as string[])]
}
