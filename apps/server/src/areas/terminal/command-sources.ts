// Where the commands that a query asks for are: with the server, in an index, or some here and some there.
import { command, commandStorage } from '@drawbridge/model'
import { absent, refusal } from '@drawbridge/wire'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { orderOf } from '../../engine/narrow.ts'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { columnTypes } from '../../engine/rows-in.ts'
import { type Rows, type Served, servedAt } from '../../engine/serve.ts'
import { untyped } from '../../engine/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Query } from '../../platform/http/route.ts'
import { Unreachable } from '../../platform/outgoing.ts'
import { DEEPEST } from '../../platform/search/elastic.ts'
import { Misconfigured } from '../../platform/storage/bucket.ts'
import { type CommandRow, clausesOf, commandIndex, rowOf, sortOf } from './command-index.ts'

/** ERR-36, as the console words it. */
const away = refusal('storage_invalid', 400, {
  zh: '节点不可用, 请联系管理员',
  en: 'Node is unavailable, please contact administrator',
})

const tooDeep = refusal('too_deep', 400, {
  zh: `只能查看前 ${DEEPEST} 条命令，请缩小日期范围`,
  en: `Only the first ${DEEPEST} commands can be looked at, please narrow the range of dates`,
})

/** Whatever is wrong with an index, whoever asks for its commands hears one thing, and the log the other. */
export const orAway = async <T>(storage: string, ctx: Ctx, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Misconfigured)) throw error
    ctx.services.log.warn('an index of commands could not be asked', { storage, reason: error.message })
    throw away()
  }
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

export interface Source {
  readonly served: Served
  /** Where `served` holds no more than the page that was asked for: how many there are. */
  readonly count?: number
}

/** What the list, the sheets and the report read from. Everything they do beyond that, the engine does. */
export const sourceOf = async (commands: Served, query: Query, ctx: Ctx, page?: Page): Promise<Source> => {
  const { command_storage_id: storage, session_id: session } = query
  if (!storage) return { served: session ? await ofSession(commands, session, ctx) : commands }
  const { id, type, meta } = await storageOf(storage, ctx)
  if (type === 'null') return { served: over(commands, () => sql`(select * from terminal_commands where false)`) }
  if (type !== 'es') return { served: commands }
  const { limit, offset } = page ?? { limit: DEEPEST, offset: 0 }
  if (offset + limit > DEEPEST) throw tooDeep()
  const { count, rows } = await orAway(id, ctx, () => found(meta, query, ctx, { limit, offset }, commands))
  return { served: given(commands, rows, { streamed: !page, ctx }), count }
}

const storageOf = async (asked: string, ctx: Ctx) => {
  const storages = servedAt(commandStorage.path)
  const [row] = await loadRows(storages, [keyFrom(storages, asked)], ctx)
  if (!row) throw absent(commandStorage.label)
  return row as { id: string; type: string; meta: Record<string, unknown> }
}

const found = async (meta: Record<string, unknown>, query: Query, ctx: Ctx, page: Page, commands: Served) => {
  const { count, hits } = await commandIndex(meta, ctx.services).search({
    filter: clausesOf(query, ctx),
    sort: sortOf(orderOf(commands, query)),
    from: page.offset,
    size: page.limit,
  })
  const rows = hits.map(({ id, source }) => rowOf(source, id))
  // The index was asked for this organisation alone; what it says beyond that is not shown.
  return { count, rows: ctx.org.isRoot ? rows : rows.filter(({ org_id }) => org_id === ctx.org.id) }
}

/** Of one session, wherever they are: the server's own, those that wait, and those that were sent away. */
const ofSession = async (commands: Served, session: string, ctx: Ctx): Promise<Served> => {
  const { rows: places } = await sql<{ id: string; meta: Record<string, unknown> }>`
    select s.id, s.meta from terminal_command_storages s where exists (
      select from terminal_command_places p where p.storage = s.id and p.session::text = ${session}
    ) or exists (select from terminal_commands_waiting w where w.storage = s.id and w.session = ${session})
  `.execute(ctx.db)
  if (places.length === 0) return commands
  const away: CommandRow[] = []
  for (const { id, meta } of places) {
    const query = { session_id: session }
    const page = { limit: DEEPEST, offset: 0 }
    away.push(...(await orAway(id, ctx, () => found(meta, query, ctx, page, commands))).rows)
  }
  const org = ctx.org.isRoot ? sql`` : sql`and org_id = ${ctx.org.id}`
  const kept = (table: string) => sql`select ${NAMES} from ${sql.table(table)} where session = ${session} ${org}`
  // One that was sent and is not yet crossed off the list of those that wait is there twice for a moment.
  return over(
    commands,
    () => sql`
    (select distinct on (id) * from (
      ${kept('terminal_commands')} union all ${kept('terminal_commands_waiting')} union all select ${NAMES} from ${recordset(away)}
    ) as every order by id)`,
  )
}

const types = columnTypes(command)
const NAMES = sql.join(Object.keys(types).map((name) => sql.ref(name)))
const TYPED = sql.join(Object.entries(types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))

const recordset = (rows: readonly CommandRow[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${TYPED})`

const given = (commands: Served, rows: readonly CommandRow[], { streamed, ctx }: { streamed: boolean; ctx: Ctx }) =>
  over(
    commands,
    () => sql`(select ${NAMES} from ${recordset(rows)})`,
    streamed ? ctx.services.database.streams : undefined,
  )

/** The resource over other rows than those of its table. Where many may flow, from one of the connections kept for that. */
const over = (commands: Served, rows: () => RawBuilder<unknown>, db?: unknown): Served => ({
  ...commands,
  behaviour: {
    ...commands.behaviour,
    visible: (_rows, ctx) =>
      ((db as Kysely<any> | undefined) ?? untyped(ctx)).selectFrom(rows().as('t') as never) as unknown as Rows,
  },
})
