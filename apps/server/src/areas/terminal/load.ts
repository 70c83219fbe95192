// How components are doing, told by themselves.
import { terminal, terminalTypes } from '@drawbridge/model'
import { choice, float, integer, label, parseDraft, words } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { sql } from 'kysely'
import { type ComponentFigures, tellComponents } from '../../platform/http/components.ts'
import { type Answer, type Call, created, ok, type Route } from '../../platform/http/route.ts'
import { componentOf } from './component.ts'
import { ALIVE_MS, healthSql } from './terminal.ts'

const figure = (zh: string, en: string) => float(label(zh, en), { nullable: true, min: 0 })

const takes = {
  system_cpu_load_1: figure('CPU负载', 'CPU load'),
  system_memory_used_percent: figure('内存使用率', 'Memory used, percent'),
  system_disk_used_percent: figure('硬盘使用率', 'Disk used, percent'),
  session_active_count: integer(label('在线会话数量', 'Sessions'), { nullable: true, min: 0 }),
}

const type = choice(label('类型', 'Type'), terminalTypes)
const count = (name: string) => integer(label(name, name))
const gives = Object.fromEntries(
  ['total', 'normal', 'high', 'critical', 'offline', 'session_active'].map((name) => [name, count(name)]),
)

const area = 'terminal'

export const loadRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/terminal/components/state/',
    access: ['app'],
    doc: { area, summary: label('上报组件负载', 'Tell the load of a component'), takes, gives: takes, status: 201 },
    run: (call) => tell(call),
  },
  {
    method: 'GET',
    path: '/api/v1/terminal/components/metrics/',
    access: ['superAdmin'],
    doc: { area, summary: label('组件指标', 'Figures of the components'), query: { type }, gives },
    run: (call) => figures(call),
  },
]

const tell = async ({ ctx, body }: Call): Promise<Answer> => {
  const { id } = await componentOf(ctx)
  const drafted = parseDraft(takes, body ?? {}, 'create', ctx.reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  const load = Object.fromEntries(Object.entries(drafted.draft).filter(([, value]) => value !== null))
  await sql`
    update ${sql.table(terminal.table)} set load = ${JSON.stringify(load)}::jsonb, date_load = ${ctx.reader.now} where id = ${id}
  `.execute(ctx.db)
  return created(load)
}

const figures = async ({ ctx, query }: Call): Promise<Answer> => {
  const known = terminalTypes.some(([name]) => name === query.type)
  if (query.type && !known) throw new InvalidBody({ type: [words.choice(query.type)[ctx.reader.lang]] })
  const { now } = ctx.reader
  const { rows } = await sql<Record<string, number>>`
    with told as (
      select ${healthSql(now)} as health, t.load,
        coalesce(t.date_load >= ${new Date(now.getTime() - ALIVE_MS)}, false) as alive
      from terminal_terminals t where not t.is_deleted ${known ? sql`and t.type = ${query.type}` : sql``}
    )
    select count(*)::int as total, count(*) filter (where alive and health = 'normal')::int as normal,
      count(*) filter (where alive and health = 'high')::int as high,
      count(*) filter (where alive and health = 'critical')::int as critical,
      count(*) filter (where not alive)::int as offline,
      coalesce(sum((load ->> 'session_active_count')::bigint) filter (where alive), 0)::int as session_active
    from told
  `.execute(ctx.db)
  return ok(rows[0])
}

tellComponents(async ({ database, now }) => {
  const since = new Date(now().getTime() - ALIVE_MS)
  const { rows } = await sql<ComponentFigures>`
    select t.name, t.type, case when coalesce(t.date_load >= ${since}, false) then ${healthSql(now())} else 'offline' end as status,
      case when t.date_load >= ${since} then t.load else '{}'::jsonb end as state
    from terminal_terminals t where not t.is_deleted order by t.name
  `.execute(database.db)
  return rows
})
