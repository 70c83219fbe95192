// Accounts of assets as people read them: pages, whole lists and sheets, with or without their secrets.
import { type AccountSource, accountSources, assetUser } from '@drawbridge/model'
import {
  type AnyField,
  columnFinder,
  columnTitle,
  type Fields,
  type Label,
  label,
  sheetColumns,
  showStamp,
  toCell,
} from '@drawbridge/resource'
import { absent, pathNotFound } from '@drawbridge/wire'
import { presenter, shownFields } from '../../engine/present.ts'
import type { Served } from '../../engine/serve.ts'
import { isSheetFormat, pageOf } from '../../engine/sheets.ts'
import { jsonList } from '../../engine/stream-json.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, ok, type Query } from '../../platform/http/route.ts'
import { type Cell, writeSheet } from '../../platform/sheet/index.ts'
import { opened, recordViews } from '../../rights/secret-views.ts'
import { type Account, findAccounts, findStored, listPage, streamAccounts } from './asset-user-list.ts'
import { partsOf, wantedIn } from './asset-user-query.ts'

const { fields } = assetUser

/** How accounts are shown: with or without their secrets. */
export interface Face {
  readonly path: string
  readonly label: Label
  readonly served: Served
  readonly secrets: boolean
}

const compute = {
  backend_display: ({ backend }: Account, { reader }: Ctx) =>
    accountSources.find(([source]) => source === backend)![1][reader.lang],
}

export const plain: Face = {
  path: `/api/v1/${assetUser.path}/`,
  label: assetUser.label,
  served: { resource: assetUser, behaviour: { compute } as never },
  secrets: false,
}

const { password, private_key, public_key } = fields
const shownSecrets = Object.fromEntries(
  Object.entries({ password, private_key, public_key }).map(([name, field]) => [
    name,
    // Opened by their source before they are shown.
    { ...field, writeOnly: false, sealed: false } as AnyField,
  ]),
)

export const revealing: Face = {
  path: '/api/v1/assets/asset-user-auth-infos/',
  label: label('资产用户认证信息', 'Asset user secrets'),
  served: { resource: { ...assetUser, fields: { ...fields, ...shownSecrets } }, behaviour: { compute } as never },
  secrets: true,
}

const MOST = 10_000

export const listAccounts = async (face: Face, { ctx, query, request }: Call): Promise<Answer> => {
  const wanted = await wantedIn(query, ctx)
  const page = pageOf(query)
  if (query.format !== undefined && query.format !== 'json') {
    if (!isSheetFormat(query.format)) throw pathNotFound()
    return sheet(face, query, ctx)
  }
  if (!wanted) return ok(page ? { count: 0, next: null, previous: null, results: [] } : [])
  if (!page) return jsonList(presented(face, query, ctx))
  const limit = Math.min(page.limit, MOST)
  const { count, rows } = await listPage(wanted, { ...page, limit }, ctx, { secrets: face.secrets })
  const at = (offset: number): string => {
    const target = new URL(request.url, `${request.secure ? 'https' : 'http'}://${request.host}`)
    target.searchParams.set('limit', String(limit))
    target.searchParams.set('offset', String(offset))
    return target.href
  }
  return ok({
    count,
    next: page.offset + limit < count ? at(page.offset + limit) : null,
    previous: page.offset > 0 ? at(Math.max(0, page.offset - limit)) : null,
    results: await present(face, rows, query, ctx),
  })
}

async function* presented(face: Face, query: Query, ctx: Ctx): AsyncGenerator<Record<string, unknown>[]> {
  const wanted = await wantedIn(query, ctx)
  if (!wanted) return
  const page = pageOf(query)
  const rows = page
    ? [await findAccounts(wanted, page, ctx, { secrets: face.secrets })]
    : streamAccounts(wanted, ctx, { secrets: face.secrets })
  for await (const batch of rows) yield await present(face, batch, query, ctx)
}

/** Rows as the caller reads them. A secret is on record before it is shown. */
export const present = async (
  face: Face,
  rows: readonly Account[],
  query: Query,
  ctx: Ctx,
): Promise<Record<string, unknown>[]> => {
  const show = presenter(face.served, shownFields(face.served, query, ctx, { detail: true }), ctx)
  if (!face.secrets) return rows.map((row) => show(row))
  await recordViews(
    rows.flatMap((row) => {
      const secrets = (['password', 'private_key'] as const).filter((name) => row[name])
      const title = `${row.username}@${row.hostname}`
      const purpose = query.format ? 'export' : 'view'
      return secrets.length === 0
        ? []
        : [{ path: sources[row.backend].path, id: row.source, title, org_id: row.org_id, secrets, purpose }]
    }),
    ctx,
  )
  return rows.map((row) => {
    const { table } = sources[row.backend]
    return show({
      ...row,
      password: opened(table, 'password', row.password, ctx),
      private_key: opened(table, 'private_key', row.private_key, ctx),
    })
  })
}

/** Where the secrets of each source are sealed. */
export const sources = {
  db: { path: 'assets/accounts', table: 'assets_accounts' },
  system_user: { path: 'assets/system-users', table: 'assets_system_users' },
  system_user_dynamic: { path: 'assets/system-users', table: 'assets_system_users' },
  admin_user: { path: 'assets/admin-users', table: 'assets_admin_users' },
} as const satisfies Record<AccountSource, { path: string; table: string }>

const types = { csv: 'text/csv; charset=utf-8', xlsx: 'application/xlsx' } as const

const sheet = (face: Face, query: Query, ctx: Ctx): Answer => {
  const format = query.format as 'csv' | 'xlsx'
  const template = query.template === 'import' || query.template === 'update' ? query.template : 'export'
  // A template is filled in with secrets, so it has their columns, and they are empty.
  const all = (template === 'export' ? face.served.resource.fields : fields) as Fields
  const columns = sheetColumns({ fields: all }, template)
  const find = columnFinder(all)
  const titles = columns.map((name) => {
    const title = columnTitle(all[name]!, ctx.reader)
    return find(title) === name ? title : name
  })
  const stamp = showStamp(ctx.reader.now, ctx.reader.zone).slice(0, 19).replace(' ', '_').replaceAll(':', '-')
  const { fields: _only, fields_size: _size, 'fields!': _not, ...rest } = query
  const source = template === 'export' ? face : plain
  const rows = presented(source, template === 'import' ? { ...rest, limit: '1', offset: '0' } : rest, ctx)
  return {
    status: 200,
    stream: writeSheet(format, titles, cells(rows, columns)),
    headers: {
      'content-type': types[format],
      'content-disposition': `attachment; filename="${assetUser.model}_${stamp}.${format}"`,
    },
  }
}

async function* cells(rows: AsyncIterable<Record<string, unknown>[]>, columns: string[]): AsyncGenerator<Cell[]> {
  for await (const batch of rows) for (const row of batch) yield columns.map((name) => toCell(row[name]))
}

export const findOne = async (id: string, ctx: Ctx, secrets = false): Promise<Account | undefined> => {
  const one = partsOf(id)
  if (!one) return undefined
  const [found] = await findAccounts({ one, terms: [], latest: false }, { limit: 1, offset: 0 }, ctx, { secrets })
  return found
}

export const existing = async (id: string, ctx: Ctx, secrets = false): Promise<Account> => {
  const found = await findOne(id, ctx, secrets)
  if (!found) throw absent(assetUser.label)
  return found
}

/** Versions just stored, as the answer to a write: in the order of their ids. */
export const shown = async (ids: readonly string[], ctx: Ctx): Promise<Record<string, unknown>[]> => {
  const rows = new Map(
    (
      await findStored(
        ids.map((id) => partsOf(id)!.source),
        ctx,
      )
    ).map((row) => [row.id, row]),
  )
  return present(
    plain,
    ids.map((id) => rows.get(id)!),
    {},
    ctx,
  )
}
