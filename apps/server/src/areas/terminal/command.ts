// Commands: written once by the component that saw them, read by those who audit, changed by nobody.
import { command } from '@drawbridge/model'
import { type Fields, id, label, parseDraft, readGuid, readStamp, text } from '@drawbridge/resource'
import { pathNotFound, Refusal } from '@drawbridge/wire'
import { answerDescribe, answerList, answerRead, neighbours } from '../../engine/routes.ts'
import { insertRows } from '../../engine/rows-in.ts'
import { type Rows, serve } from '../../engine/serve.ts'
import { isSheetFormat, pageOf } from '../../engine/sheets.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, created, ok, type Query, type Route } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import { letWait } from './command-sending.ts'
import { sourceOf } from './command-sources.ts'
import { componentOf } from './component.ts'

const LIST = `/api/v1/${command.path}/`
const area = 'terminal'
const like = (given: string): string => given.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

const inStorage = text(label('命令存储', 'Command storage'))

/** A component may name its commands, so that those it sends again are not kept twice. */
const sent: Fields = { ...command.fields, id: id() }

const routes: Route[] = [
  {
    method: 'GET',
    path: LIST,
    access: command.may.read,
    doc: {
      area,
      summary: label('列出命令记录', 'List command'),
      gives: command.fields,
      page: true,
      query: { ...command.filters, command_storage_id: inStorage },
    },
    run: (call) => list(call),
  },
  {
    method: 'POST',
    path: LIST,
    access: ['app'],
    doc: { area, summary: label('保存命令记录', 'Keep commands'), takes: sent, many: true, status: 201 },
    run: (call) => keep(call),
  },
  {
    method: 'GET',
    path: `${LIST}:id/`,
    access: command.may.read,
    doc: {
      area,
      summary: label('查看命令记录', 'Read command'),
      gives: command.fields,
      query: { command_storage_id: inStorage },
    },
    run: (call) => one(call),
  },
  {
    method: 'OPTIONS',
    path: `${LIST}:id/`,
    access: command.may.read,
    doc: { area, summary: label('描述命令记录', 'Describe command') },
    run: (call) => answerDescribe(commands, call),
  },
]

export const commands = serve(command, {
  without: ['list', 'create', 'read'],
  narrow: {
    session_id: (rows, id: string) => rows.where('t.session', '=', id),
    user: (rows, name: string) => rows.where('t.user', 'ilike', `${like(name)}%`),
    input: (rows, part: string) => rows.where('t.input', 'ilike', `%${like(part)}%`),
    date_from: (rows, given: string, ctx) => since(rows, given, '>=', ctx),
    date_to: (rows, given: string, ctx) => since(rows, given, '<=', ctx),
  },
  routes,
})

const since = (rows: Rows, given: string, sign: '>=' | '<=', { reader }: Ctx): Rows => {
  const moment = readStamp(given, reader.zone)
  return moment ? rows.where('t.timestamp', sign, Math.floor(moment.getTime() / 1000)) : rows
}

const LONGEST_PAGE = 1_000

/** Of one storage, or of one session wherever its commands are kept. */
const list = async (call: Call): Promise<Answer> => {
  const { query, ctx, request } = call
  const { command_storage_id: storage, session_id: session, ...rest } = query
  if (!storage && !session) throw pathNotFound()
  const asked = isSheetFormat(query.format) ? undefined : pageOf(query)
  const page = asked && { ...asked, limit: Math.min(asked.limit, LONGEST_PAGE) }
  const { served, count } = await sourceOf(commands, query, ctx, page)
  const narrowed: Query = { ...rest, ...(session && { session_id: session }) }
  if (count === undefined || !page) return answerList(served, { ...call, query: narrowed })
  // What an index gave is the page itself.
  const { limit: _limit, offset: _offset, ...all } = narrowed
  const { body: results } = await answerList(served, { ...call, query: all })
  return ok({ count, ...neighbours(request, page, count), results })
}

/** One command, of the storage that is named or of the server. */
const one = async (call: Call): Promise<Answer> => {
  const { command_storage_id, ...rest } = call.query
  const asked: Query = command_storage_id ? { command_storage_id, ids: call.params.id! } : {}
  const { served } = await sourceOf(commands, asked, call.ctx, { limit: 1, offset: 0 })
  return answerRead(served, { ...call, query: rest })
}

const invalid = (why: unknown) => {
  const told = typeof why === 'string' ? why : JSON.stringify(why)
  return new Refusal('invalid', 401, label(`命令无效: ${told}`, `Command not valid: ${told}`), (lang) => ({
    msg: lang === 'zh' ? `命令无效: ${told}` : `Command not valid: ${told}`,
  }))
}

/** Names for people to read: both ends of a long one say more than its first half, and none is worth losing a command for. */
const NAMES = { user: 64, asset: 128, system_user: 64 } as const

const shortened = (name: string, longest: number): string => {
  const signs = [...name]
  if (signs.length <= longest) return name
  return [...signs.slice(0, longest / 2), ...signs.slice(-longest / 2)].join('')
}

/** A sign cut in half, where a component cut a text, is shown as one that is missing. */
const whole = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd')

const tidied = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const longest = NAMES[name as keyof typeof NAMES]
      return [name, longest ? shortened(whole(value).trim(), longest) : whole(value)]
    }),
  )
}

const MOST = 10_000

/** Only about sessions that the caller carries, in the organisation of the session whatever a body says. */
const keep = async ({ ctx, body }: Call): Promise<Answer> => {
  const { id: terminal, command_storage } = await componentOf(ctx)
  if (!Array.isArray(body)) throw invalid('a list is expected')
  if (body.length > MOST) throw invalid(`more than ${MOST} at once`)
  const drafts = body.map((one) => read(one, ctx))
  const homes = await homesOf(
    drafts.map(({ session }) => session),
    terminal,
    ctx,
  )
  const rows = drafts.map((draft) => {
    const org_id = homes.get(draft.session)
    if (!org_id) throw invalid({ session: [`unknown session ${draft.session}`] })
    return { ...draft, id: draft.id ?? newId(), org_id }
  })
  await refuseForeign(rows, ctx)
  const kept = await ctx.db
    .selectFrom('terminal_command_storages')
    .select(['id', 'type'])
    .where('name', '=', command_storage)
    .executeTakeFirst()
  if (rows.length === 0 || kept?.type === 'null') return created('ok')
  if (kept?.type === 'es') await letWait(rows, kept.id, ctx)
  else await insertRows(command, rows, ctx, { ignoreDuplicates: true })
  return created('ok')
}

/** A command that is known is one that was sent before; the name of another one hides nothing. */
const refuseForeign = async (rows: readonly Draft[], { db }: Ctx): Promise<void> => {
  const named = new Map(rows.flatMap(({ id, session }): [string, string][] => (id ? [[id, session]] : [])))
  if (named.size === 0) return
  const ids = [...named.keys()]
  const known = await db
    .selectFrom('terminal_commands')
    .select(['id', 'session'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('terminal_commands_waiting').select(['id', 'session']).where('id', 'in', ids))
    .execute()
  const foreign = known.find(({ id, session }) => named.get(id) !== session)
  if (foreign) throw invalid({ id: [`another command has the id ${foreign.id}`] })
}

type Draft = Record<string, unknown> & { readonly session: string; readonly id?: string }

const read = (body: unknown, ctx: Ctx): Draft => {
  const drafted = parseDraft(sent, tidied(body), 'create', ctx.reader)
  if (drafted.problems) throw invalid(drafted.problems)
  const session = readGuid(drafted.draft.session)
  if (!session) throw invalid({ session: [`unknown session ${drafted.draft.session}`] })
  return { ...drafted.draft, session } as Draft
}

const homesOf = async (ids: readonly string[], terminal: string, { db }: Ctx): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('terminal_sessions')
    .select(['id', 'org_id'])
    .where('id', 'in', [...new Set(ids)])
    .where('terminal', '=', terminal)
    .execute()
  return new Map(rows.map((row) => [row.id, row.org_id]))
}

export const narrowedBy = (query: Query): Query => {
  const { real: _real, command_storage_id: _storage, ...rest } = query
  return rest
}
