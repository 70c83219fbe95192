// The secrets of a system user, for the component that logs in with them. People set and clear them, and never read them.
import { asset, systemUser } from '@drawbridge/model'
import { type Fields, label, MASK, text } from '@drawbridge/resource'
import { absent, refusal } from '@drawbridge/wire'
import { recordDeeds } from '../../engine/audit.ts'
import { presenter } from '../../engine/present.ts'
import { keyFrom, loadRows, showRows } from '../../engine/read.ts'
import { type Loaded, type Served, servedAt } from '../../engine/serve.ts'
import { changeRows } from '../../engine/write.ts'
import type { Ctx } from '../../platform/context.ts'
import { gone, ok, type Route } from '../../platform/http/route.ts'
import { secretsOn } from '../../rights/asset-secrets.ts'
import { requireConnection } from '../../rights/open-connection.ts'
import { namesOf, recordViews } from '../../rights/secret-views.ts'
import { systemUsers } from './system-user.ts'

type Row = Loaded<typeof systemUser>

const PATH = `/api/v1/${systemUser.path}/:id/`
const area = 'assets'

const { password, private_key, public_key, token } = systemUser.fields
const secretFields = { password, private_key, public_key, token } satisfies Fields

const readable: Fields = {
  ...systemUser.fields,
  ...Object.fromEntries(Object.entries(secretFields).map(([name, field]) => [name, { ...field, writeOnly: false }])),
}
const { auto_generate_key: _generate, cmd_filters: _filters, assets_amount: _amount, ...shownFields } = readable

const withSecrets: Served = { resource: { ...systemUser, fields: shownFields }, behaviour: {} }

export const authInfoRoutes: Route[] = [
  {
    method: 'GET',
    path: `${PATH}auth-info/`,
    access: ['app'],
    doc: { area, summary: label('读取系统用户的认证信息', 'Read the secrets of a system user'), gives: shownFields },
    run: async ({ ctx, params }) => {
      const row = await existing(params.id!, ctx)
      await requireConnection(ctx, { systemUser: row.id })
      const shown = present(row, ctx)
      await record(row, shown, 'connect', ctx)
      return ok(shown)
    },
  },
  ...(['PUT', 'PATCH'] as const).map(
    (method): Route => ({
      method,
      path: `${PATH}auth-info/`,
      access: ['orgAdmin'],
      doc: {
        area,
        summary: label('更新系统用户的认证信息', 'Change the secrets of a system user'),
        takes: secretFields,
        gives: systemUser.fields,
        partial: true,
      },
      run: async ({ ctx, params, body }) => {
        const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
        const secrets = Object.fromEntries(Object.keys(secretFields).map((name) => [name, given[name]]))
        const edit = { id: params.id, body: secrets }
        const ids = await changeRows(systemUsers, [edit], ctx, { mode: 'patch', many: false })
        return ok((await showRows(systemUsers, ids, ctx, { detail: true }))[0])
      },
    }),
  ),
  {
    method: 'DELETE',
    path: `${PATH}auth-info/`,
    access: ['orgAdmin'],
    doc: { area, summary: label('清除系统用户的认证信息', 'Clear the secrets of a system user') },
    run: ({ ctx, params }) => ctx.atomically((ctx) => clear(params.id!, ctx)),
  },
  {
    method: 'GET',
    path: `${PATH}assets/:asset_id/auth-info/`,
    access: ['app'],
    doc: {
      area,
      summary: label('读取系统用户在资产上的认证信息', 'Read the secrets of a system user on an asset'),
      gives: shownFields,
      query: { username: text(label('用户名', 'Username')), user_id: text(label('用户', 'User')) },
    },
    run: async ({ ctx, params, query }) => {
      const row = await existing(params.id!, ctx)
      const target = await assetOf(params.asset_id!, row, ctx)
      const username = row.username_same_with_user ? await nameIn(query, ctx) : row.username
      if (!username && row.username_same_with_user) throw nameless()
      const as = row.username_same_with_user ? username : undefined
      await requireConnection(ctx, { systemUser: row.id, asset: target.id, username: as })
      const shown = { ...present(row, ctx), username, ...(await secretsOn(target, username, ctx)) }
      await record(row, shown, `${target.hostname}(${target.ip})`, ctx)
      return ok(shown)
    },
  },
]

const existing = async (given: string, ctx: Ctx, options: { lock?: boolean } = {}): Promise<Row> => {
  const [row] = await loadRows(systemUsers, [keyFrom(systemUsers, given)], ctx, options)
  if (!row) throw absent(systemUser.label)
  return row as Row
}

const present = (row: Row, ctx: Ctx): Record<string, unknown> =>
  presenter(withSecrets, Object.keys(shownFields), ctx)(row)

const record = (row: Row, shown: Record<string, unknown>, purpose: string, ctx: Ctx): Promise<void> =>
  recordViews(
    [
      {
        path: systemUser.path,
        id: row.id,
        title: `${row.name}(${String(shown.username)})`,
        org_id: row.org_id,
        secrets: namesOf(shown),
        purpose,
      },
    ],
    ctx,
  )

const clear = async (given: string, ctx: Ctx) => {
  const row = await existing(given, ctx, { lock: true })
  const had = (['password', 'private_key', 'token'] as const).filter((name) => row[name])
  await ctx.db
    .updateTable('assets_system_users')
    .set({ password: null, private_key: null, public_key: null, token: null, date_updated: ctx.reader.now })
    .where('id', '=', row.id)
    .execute()
  if (had.length > 0)
    await recordDeeds(
      [
        {
          action: 'update',
          path: systemUser.path,
          id: row.id,
          title: `${row.name}(${row.username})`,
          org_id: row.org_id,
          diff: Object.fromEntries(had.map((name) => [name, [MASK, null] as const])),
        },
      ],
      ctx,
    )
  return gone
}

interface Target {
  readonly id: string
  readonly org_id: string
  readonly hostname: string
  readonly ip: string
  readonly admin_user: string | null
}

/** Of the same organisation: no account logs in to another's assets. */
const assetOf = async (given: string, { org_id }: Row, ctx: Ctx): Promise<Target> => {
  const assets = servedAt(asset.path)
  const [row] = (await loadRows(assets, [keyFrom(assets, given)], ctx)) as Target[]
  if (row?.org_id !== org_id) throw absent(asset.label)
  return row
}

const nameless = refusal(
  'username_required',
  400,
  {
    zh: '该系统用户使用登录用户的用户名，请用 username 参数指明',
    en: 'This system user takes the name of whoever logs in: name it with the parameter username',
  },
  'error',
)

const nameIn = async ({ username, user_id }: Readonly<Record<string, string>>, ctx: Ctx): Promise<string> => {
  if (username) return username
  const users = servedAt('users/users')
  if (!user_id) return ''
  const [row] = await loadRows(users, [keyFrom(users, user_id)], ctx)
  return row?.username ?? ''
}
