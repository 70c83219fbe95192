// The routes of a resource: the verbs of the contract on its list and on its rows.
import { accessTo, type Verb, words } from '@drawbridge/resource'
import { absent, InvalidBody, malformed, pathNotFound, Refusal, refusal } from '@drawbridge/wire'
import type { Ctx } from '../platform/context.ts'
import {
  type Answer,
  type Call,
  created,
  gone,
  type Method,
  ok,
  type Query,
  type Route,
} from '../platform/http/route.ts'
import { narrow } from './narrow.ts'
import { describeDetail, describeList } from './options.ts'
import { keyFrom, listPage, listShort, loadRows, readOne, showRows, streamRows } from './read.ts'
import type { Served } from './serve.ts'
import { exportSheet, isSheetFormat, pageOf, readBodies, sheetFormatOf } from './sheets.ts'
import { jsonList } from './stream-json.ts'
import { countRows, countVisible, visibleRows } from './visible.ts'
import { changeRows, createRows, deleteRows } from './write.ts'

export const routesOf = (one: Served): Route[] => {
  const { resource, behaviour } = one
  // Links that are only written through the rows they join.
  if (resource.verbs.size === 0) return []
  const list = `/api/v1/${resource.path}/`
  const detail = `${list}:id/`
  const area = resource.path.split('/')[0]!
  const has = (verb: Verb) => resource.verbs.has(verb) && !behaviour.without?.includes(verb)
  const route = (method: Method, path: string, verb: Verb, doc: Route['doc'], run: Route['run']): Route => ({
    method,
    path,
    access: accessTo(resource.may, verb),
    licensed: resource.licensed,
    doc: { area, ...doc },
    run,
  })
  const { label, fields, filters } = resource
  const say = (zh: string, en: string) => ({ zh: `${zh}${label.zh}`, en: `${en} ${label.en.toLowerCase()}` })
  const routes: Route[] = []
  if (has('list')) {
    routes.push(
      route('GET', list, 'list', { summary: say('列出', 'List'), gives: fields, page: true, query: filters }, (call) =>
        answerList(one, call),
      ),
    )
  }
  if (has('create')) {
    routes.push(
      route(
        'POST',
        list,
        'create',
        { summary: say('创建', 'Create'), takes: fields, gives: fields, many: resource.bulk, status: 201 },
        (call) => answerCreate(one, call),
      ),
    )
    routes.push(
      route(
        'POST',
        `${list}render-to-json/`,
        'create',
        { summary: say('预览导入的', 'Preview an import of') },
        (call) => answerPreview(one, call),
      ),
    )
  }
  if (has('update') && resource.bulk) {
    for (const [method, partial] of [
      ['PUT', false],
      ['PATCH', true],
    ] as const) {
      routes.push(
        route(
          method,
          list,
          'update',
          { summary: say('批量更新', 'Update many of'), takes: fields, gives: fields, many: true, partial },
          (call) => answerBulk(one, call, method),
        ),
      )
    }
  }
  if (has('delete') && resource.bulk)
    routes.push(
      route('DELETE', list, 'delete', { summary: say('批量删除', 'Delete many of'), query: filters }, (call) =>
        answerBulkDelete(one, call),
      ),
    )
  if (has('read'))
    routes.push(
      route('GET', detail, 'read', { summary: say('查看', 'Read'), gives: fields }, (call) => answerRead(one, call)),
    )
  if (has('update')) {
    for (const [method, partial] of [
      ['PUT', false],
      ['PATCH', true],
    ] as const) {
      routes.push(
        route(
          method,
          detail,
          'update',
          { summary: say('更新', 'Update'), takes: fields, gives: fields, partial },
          (call) => answerUpdate(one, call, method),
        ),
      )
    }
  }
  if (has('delete'))
    routes.push(
      route('DELETE', detail, 'delete', { summary: say('删除', 'Delete') }, (call) => answerDelete(one, call)),
    )
  const own = behaviour.routes ?? []
  const reading = resource.verbs.has('list') ? 'list' : 'read'
  routes.push(
    route('OPTIONS', list, reading, { summary: say('描述', 'Describe') }, async ({ ctx, query }) =>
      ok(describeList(one, ctx, { query })),
    ),
  )
  if (has('read'))
    routes.push(
      route('OPTIONS', detail, 'read', { summary: say('描述', 'Describe') }, (call) => answerDescribe(one, call)),
    )
  return [...own, ...routes]
}

const unknownHandle = refusal('spm_expired', 400, {
  zh: '所选对象的句柄已失效，请重新选择',
  en: 'The handle of the selected objects is unknown or has expired, please select them again',
})

const LONGEST_PAGE = 1_000

export const answerList = async (one: Served, { ctx, query, request }: Call): Promise<Answer> => {
  if (query.format !== undefined && query.format !== 'json') {
    if (!isSheetFormat(query.format)) throw pathNotFound()
    if ((await narrow(one, visibleRows(one, ctx), query, ctx)).lost) throw unknownHandle()
    return exportSheet(one, query.format, query, ctx)
  }
  const page = pageOf(query)
  if (!page) {
    const short = await listShort(one, query, ctx)
    return short ? ok(short) : jsonList(streamRows(one, query, ctx))
  }
  const around = (count: number, results: unknown[]) => ({
    count,
    ...neighbours(request, page, count),
    results,
  })
  if (page.limit <= LONGEST_PAGE) {
    const { count, rows } = await listPage(one, query, page, ctx)
    return ok(around(count, rows))
  }
  const narrowed = await narrow(one, visibleRows(one, ctx), query, ctx)
  const count = narrowed.restricted ? await countRows(narrowed.rows) : await countVisible(one, ctx)
  return jsonList(streamRows(one, query, ctx, { page }), (rows) => around(count, rows))
}

/** The addresses of the pages before and after this one. */
export const neighbours = (
  request: Call['request'],
  { limit, offset }: { limit: number; offset: number },
  count: number,
) => {
  const host = `${request.secure ? 'https' : 'http'}://${request.host}`
  const at = (where: number): string => {
    const target = new URL(request.url, host)
    target.searchParams.set('limit', String(limit))
    if (where > 0) target.searchParams.set('offset', String(where))
    else target.searchParams.delete('offset')
    return target.href
  }
  return {
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
  }
}

export const answerRead = async (one: Served, { ctx, params, query }: Call): Promise<Answer> => {
  const { body, state } = await readOne(one, params.id!, query, ctx)
  return { status: 200, body, headers: { etag: `"${state}"` } }
}

export const answerDescribe = async (one: Served, { ctx, params, query }: Call): Promise<Answer> => {
  let row: Record<string, any> | undefined
  try {
    row = (await loadRows(one, [keyFrom(one, params.id!)], ctx))[0]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  return ok(describeDetail(one, row !== undefined, ctx, { query, row }))
}

const sheetOf = async (one: Served, { ctx, request, body }: Call) => {
  const format = sheetFormatOf(request.headers['content-type'])
  return format && Buffer.isBuffer(body) ? readBodies(one, format, body, ctx) : undefined
}

/** A long sheet is answered with what names its rows: nobody reads a hundred megabytes back. */
const answerCreate = async (one: Served, call: Call): Promise<Answer> => {
  const { ctx, body, query } = call
  const sheet = await sheetOf(one, call)
  const many = sheet !== undefined || Array.isArray(body)
  if (many && !one.resource.bulk) throw new InvalidBody({ non_field_errors: [words.notList[ctx.reader.lang]] })
  const bodies = sheet ? sheet.bodies : Array.isArray(body) ? body : [body ?? {}]
  const ids = await createRows(one, bodies, ctx, { many, query })
  const brief: Query = sheet && ids.length > LONGEST_PAGE && one.resource.mini ? { fields_size: 'mini' } : {}
  const shown = await showRows(one, ids, ctx, { detail: !many, query: brief })
  return created(many ? shown : shown[0])
}

const answerPreview = async (one: Served, call: Call): Promise<Answer> => {
  const sheet = await sheetOf(one, call)
  if (!sheet) throw malformed(call.request.headers['content-type'] ?? '')
  return ok({ title: sheet.title, data: sheet.bodies })
}

const answerUpdate = async (one: Served, { ctx, params, body, request }: Call, method: Method): Promise<Answer> => {
  const seen = statesIn(request.headers['if-match'])
  const mode = method === 'PUT' ? 'replace' : 'patch'
  const ids = await changeRows(one, [{ id: params.id, body: body ?? {} }], ctx, { mode, many: false, seen })
  const [shown] = await showRows(one, ids, ctx, { detail: true })
  return ok(shown)
}

/** The states a writer says they have seen; a star is any. */
const statesIn = (header: string | undefined): string[] | undefined =>
  header === undefined || header.trim() === '*'
    ? undefined
    : header.split(',').map((part) => part.trim().replace(/^(W\/)?"|"$/g, ''))

const answerBulk = async (one: Served, call: Call, method: Method): Promise<Answer> => {
  const { ctx, body, query } = call
  const sheet = await sheetOf(one, call)
  const bodies = sheet ? sheet.bodies : body
  if (!Array.isArray(bodies)) throw new InvalidBody({ non_field_errors: [words.list[ctx.reader.lang]] })
  const edits = bodies.map((item) => ({ id: idOf(item), body: item }))
  const ids = await changeRows(one, edits, ctx, { mode: method === 'PUT' ? 'replace' : 'patch', many: true, query })
  return ok(await showRows(one, ids, ctx))
}

const idOf = (item: unknown): unknown => {
  if (typeof item !== 'object' || item === null) return undefined
  const { id, pk } = item as { id?: unknown; pk?: unknown }
  return id ?? pk
}

/** One id, or several joined with commas, as the generic table sends them. */
const answerDelete = async (one: Served, { ctx, params }: Call): Promise<Answer> => {
  const ids = params
    .id!.split(',')
    .filter(Boolean)
    .map((id) => keyFrom(one, id))
  if (ids.length === 0) throw absent(one.resource.label)
  await deleteRows(one, ids, ctx)
  return gone
}

const MOST_DELETED = 100_000

/** A deletion must say what it means: nothing, everything or a lost handle is refused. */
const answerBulkDelete = async (one: Served, { ctx, query }: Call): Promise<Answer> => {
  const ids = await selectedForDeletion(one, query, ctx)
  if (!ids) return { status: 400 }
  await deleteRows(one, ids, ctx)
  return gone
}

export const selectedForDeletion = async (
  one: Served,
  query: Query,
  ctx: Ctx,
): Promise<(string | number)[] | undefined> => {
  const { rows, restricted, lost } = await narrow(one, visibleRows(one, ctx), query, ctx)
  if (lost) throw unknownHandle()
  if (!restricted) return undefined
  const found = (await rows
    .select('t.id')
    .limit(MOST_DELETED + 1)
    .execute()) as { id: string | number }[]
  if (found.length > MOST_DELETED) throw unknownHandle()
  const named = Boolean(query.spm || query.ids || query.id)
  const { deletesMany } = one.behaviour
  if ((deletesMany === 'one' && found.length !== 1) || (deletesMany === 'named' && !named)) return undefined
  if (found.length > 1 && !named && found.length >= (await countVisible(one, ctx))) return undefined
  return found.map((row) => row.id)
}
