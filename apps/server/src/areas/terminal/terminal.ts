// Components as administrators meet them: how they are doing, where what they carry is kept, and that they are gone.
import { type Load, terminal, terminalStates } from '@drawbridge/model'
import { type Draft, label, type Problems, readGuid } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import { deedOn, recordDeeds } from '../../engine/audit.ts'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { selectedForDeletion } from '../../engine/routes.ts'
import { type Loaded, serve } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { gone, type Route } from '../../platform/http/route.ts'
import { finishSessions } from './finishing.ts'
import { registerByHand } from './registration.ts'

const LIST = `/api/v1/${terminal.path}/`
const area = 'terminal'

/** What a component says of itself counts for this long. */
export const ALIVE_MS = 120_000

const aliveSince = (now: Date): Date => new Date(now.getTime() - ALIVE_MS)

const part = (name: keyof Load): RawBuilder<number> => sql`coalesce((t.load ->> ${name})::double precision, 0)`

/** The worst of cpu, memory and disk; who is silent is in the worst state of all. */
export const healthSql = (now: Date): RawBuilder<string> => {
  const [cpu, memory, disk] = [
    part('system_cpu_load_1'),
    part('system_memory_used_percent'),
    part('system_disk_used_percent'),
  ]
  return sql`case
    when t.date_load is null or t.date_load < ${aliveSince(now)} then 'critical'
    when ${cpu} > 20 or ${memory} > 95 or ${disk} > 99 then 'critical'
    when ${cpu} > 5 or ${memory} > 85 or ${disk} > 80 then 'high' else 'normal' end`
}

const isAlive = (row: { date_load: Date | null }, { reader }: Ctx): boolean =>
  row.date_load !== null && row.date_load >= aliveSince(reader.now)

const stateWords = Object.fromEntries(terminalStates)

const removal = (method: 'DELETE', path: string, summary: [string, string], run: Route['run']): Route => ({
  method,
  path,
  access: ['superAdmin'],
  doc: { area, summary: label(...summary) },
  run,
})

export const terminals = serve(terminal, {
  without: ['create', 'delete'],
  visible: (rows) => rows.where('t.is_deleted', '=', false),
  narrow: { status: (rows, state, { reader }) => rows.where(sql<boolean>`${healthSql(reader.now)} = ${state}`) },
  select: {
    health: ({ reader }) => healthSql(reader.now),
    is_active: () => sql`coalesce((select u.is_active from users_users u where u.id = t.account), false)`,
    session_online: () => sql`(select count(*) from terminal_sessions s where s.terminal = t.id and not s.is_finished)`,
  },
  compute: {
    is_alive: isAlive,
    status: (row) => row.health,
    status_display: (row, { reader }) => stateWords[row.health]?.[reader.lang] ?? row.health,
    state: (row, ctx) => (isAlive(row, ctx) ? row.load : {}),
  },
  check: async (draft, { ctx }) => ({
    ...(await settleStorage(draft, 'command_storage', ctx)),
    ...(await settleStorage(draft, 'replay_storage', ctx)),
  }),
  saved: async (changes, ctx) => {
    for (const { row, before, draft } of changes)
      if (draft.is_active !== undefined && row.account && before?.is_active !== draft.is_active)
        await switchAccount(row, draft.is_active, ctx)
  },
  routes: [
    registerByHand,
    removal('DELETE', LIST, ['批量删除终端', 'Delete many of terminal'], async ({ ctx, query }) => {
      const ids = await selectedForDeletion(terminals, query, ctx)
      if (!ids) return { status: 400 }
      await retire(ids.map(String), ctx)
      return gone
    }),
    removal('DELETE', `${LIST}:id/`, ['删除终端', 'Delete terminal'], async ({ ctx, params }) => {
      await retire([String(keyFrom(terminals, params.id!))], ctx)
      return gone
    }),
  ],
})

const switchAccount = async (row: Loaded<typeof terminal>, is_active: boolean, ctx: Ctx): Promise<void> => {
  await ctx.db
    .updateTable('users_users')
    .set({ is_active })
    .where('id', '=', row.account)
    .where('is_service_account', '=', true)
    .execute()
  await recordDeeds([deedOn(terminal, 'update', row, { is_active: [!is_active, is_active] })], ctx)
}

const unknown = label('未找到', 'Not found')

/** By its name or its id; kept by its name. */
const settleStorage = async (
  draft: Draft<typeof terminal>,
  name: 'command_storage' | 'replay_storage',
  { db, reader }: Ctx,
): Promise<Problems | undefined> => {
  const given = draft[name]
  if (given === undefined) return undefined
  const id = readGuid(given)
  const found = await db
    .selectFrom(`terminal_${name}s`)
    .select('name')
    .where(id ? 'id' : 'name', '=', id ?? given)
    .executeTakeFirst()
  if (!found) return { [name]: [unknown[reader.lang]] }
  draft[name] = found.name
  return undefined
}

/** Kept for the sessions that it carried; its name is free again, its account and keys are gone. */
const retire = (ids: readonly string[], ctx: Ctx): Promise<void> =>
  ctx.atomically(async (ctx) => {
    const { db, reader } = ctx
    const rows = await loadRows(terminals, ids, ctx, { lock: true })
    if (rows.length < new Set(ids).size) throw absent(terminal.label)
    for (const row of rows) {
      await db
        .updateTable('terminal_terminals')
        .set({ is_deleted: true, account: null, name: `${row.name.slice(0, 90)} ${row.id}` })
        .where('id', '=', row.id)
        .execute()
      if (row.account)
        await db
          .deleteFrom('users_users')
          .where('id', '=', row.account)
          .where('is_service_account', '=', true)
          .execute()
    }
    await finishSessions(db, sql`s.terminal = any(${ids}::uuid[])`, 'terminal_gone', reader.now)
    await recordDeeds(
      rows.map((row) => deedOn(terminal, 'delete', row)),
      ctx,
    )
  })
