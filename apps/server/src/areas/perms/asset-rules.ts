// Questions about a rule, and about the rules between a user and an asset.
import {
  actionBits,
  actionNames,
  assetPermission,
  asset as assetResource,
  user as userResource,
} from '@drawbridge/model'
import { computed, defineResource, flag, id, isGuid, label, parseDraft, text } from '@drawbridge/resource'
import { absent, forbidden, InvalidBody } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import { danglingRefs } from '../../engine/links.ts'
import { describeList } from '../../engine/options.ts'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { answerList } from '../../engine/routes.ts'
import { type Loaded, type Served, servedAt } from '../../engine/serve.ts'
import { pageOf } from '../../engine/sheets.ts'
import { visibleRows } from '../../engine/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Call, ok, type Route } from '../../platform/http/route.ts'
import { pageOn, sizeOf, within } from '../../rights/ground.ts'
import { preview } from '../../rights/preview.ts'
import { visitorsOf, waysTo } from '../../rights/reach.ts'
import { groundOfRules } from '../../rights/rules.ts'
import { why } from '../../rights/why.ts'
import { assetPermissions } from './asset-permission.ts'

const RULES = '/api/v1/perms/asset-permissions/'
const area = 'perms'

const permitted = (
  what: 'asset' | 'user',
  title: RawBuilder<string>,
  table: string,
  search: readonly [string, string],
) => ({
  resource: {
    ...defineResource(`perms/permitted-${what}s`, {
      label: label(what === 'asset' ? '授权的资产' : '授权的用户', `Permitted ${what}`),
      model: what,
      title: '{id}',
      scope: 'global',
      may: { read: ['orgAdmin'] },
      order: [search[0]] as never,
      verbs: ['list'],
      fields: {
        id: id({ filter: true }),
        [what]: computed<string>('field', label('ID', 'ID')),
        [`${what}_display`]: computed<string>('field', label('名称', 'Name')),
        [search[0]]: text(label('名称', 'Name'), { search: true, filter: true, readOnly: true }),
        [search[1]]: text(label('名称', 'Name'), { search: true, filter: true, readOnly: true }),
      },
    }),
    table,
  },
  select: { [what]: () => sql`t.id`, [`${what}_display`]: () => title },
})

const permittedAssets = permitted('asset', sql`concat(t.hostname, '(', t.ip, ')')`, assetResource.table, [
  'hostname',
  'ip',
])
const permittedUsers = permitted('user', sql`concat(t.name, '(', t.username, ')')`, userResource.table, [
  'name',
  'username',
])

const ruleOf = async (id: string, ctx: Ctx): Promise<Loaded<typeof assetPermission>> => {
  const [rule] = await loadRows(assetPermissions, [keyFrom(assetPermissions, id)], ctx)
  if (!rule) throw absent(assetPermission.label)
  return rule as Loaded<typeof assetPermission>
}

const allAssets = async (call: Call) => {
  const rule = await ruleOf(call.params.id!, call.ctx)
  const { ground } = await groundOfRules(sql`select ${rule.id}::uuid as id`, call.ctx.db)
  const one: Served = {
    resource: permittedAssets.resource as never,
    behaviour: {
      select: permittedAssets.select,
      visible: (rows) => rows.where(within(ground)),
      count: ({ db }) => sizeOf(ground, db),
      page: async (query, page, { db }) => {
        if (
          Object.keys(query).some((key) => !['limit', 'offset', 'display', 'draw'].includes(key) && query[key] !== '')
        )
          return undefined
        const [count, ids] = await Promise.all([sizeOf(ground, db), pageOn(ground, page, db)])
        return { count, ids }
      },
    },
  }
  return answerList(one, call)
}

const allUsers = async (call: Call) => {
  const { id: rule } = await ruleOf(call.params.id!, call.ctx)
  const one: Served = {
    resource: permittedUsers.resource as never,
    behaviour: {
      select: permittedUsers.select,
      visible: (rows) =>
        rows.where(sql<boolean>`t.id in (
          select l."user" from perms_asset_permissions_users_relations l where l.assetpermission = ${rule}::uuid
          union
          select m."user" from perms_asset_permissions_user_groups_relations l
          join users_users_groups_relations m on m.usergroup = l.usergroup where l.assetpermission = ${rule}::uuid
        )`),
    },
  }
  return answerList(one, call)
}

/** Ids in a query that are there for the caller; undefined where one is malformed. */
const pick = async (path: string, id: string | undefined, ctx: Ctx): Promise<string | undefined> => {
  if (!isGuid(id)) return undefined
  const one = servedAt(path)
  const found = await visibleRows(one, ctx).select('t.id').where('t.id', '=', id).executeTakeFirst()
  if (!found) throw absent(one.resource.label)
  return id
}

/** What the terminal asks before it connects: the answer of this moment. */
const wayAsked = async ({ ctx, query }: Call) => {
  // A gateway serves every organisation; a person asks in their own.
  const all = ctx.me.role === 'App' ? ctx.everywhere() : ctx
  const user = await pick('users/users', query.user_id, all)
  const asset = await pick('assets/assets', query.asset_id, all)
  const account = await pick('assets/system-users', query.system_user_id, all)
  if (!user || !asset || !account) return undefined
  const { rows } = await sql<{ is_active: boolean }>`select is_active from assets_assets where id = ${asset}`.execute(
    ctx.db,
  )
  if (!rows[0]?.is_active) throw absent(assetResource.label)
  const ways = await waysTo({ user }, asset, { now: ctx.reader.now }, ctx.db)
  return ways.find(({ id }) => id === account)
}

const validate = async (call: Call) => {
  const way = await wayAsked(call)
  const wanted = actionBits([call.query.action_name || 'connect'])
  const yes = way !== undefined && wanted !== 0 && (way.actions & wanted) === wanted
  return yes ? ok({ msg: true }) : { status: 403, body: { msg: false } }
}

const explained = async ({ ctx, query }: Call) => {
  const { lang } = ctx.reader
  const user = await pick('users/users', query.user_id, ctx)
  const asset = await pick('assets/assets', query.asset_id, ctx)
  if (!user || !asset) throw new InvalidBody({ detail: [unnamed[lang]] })
  const { granted, obstacles, reasons } = await why(user, asset, ctx.reader.now, ctx.db)
  const ways = granted ? await waysTo({ user }, asset, { now: ctx.reader.now }, ctx.db) : []
  return ok({
    granted,
    obstacles: obstacles.map((one) => one[lang]),
    reasons: reasons.map(({ words, ...reason }) => ({ ...reason, text: words[lang] })),
    system_users: ways.map(({ id, name, username, protocol, actions }) => ({
      id,
      name,
      username,
      protocol,
      actions: actionNames(actions),
    })),
  })
}

const unnamed = label('请选择用户和资产', 'Please choose a user and an asset')

const visitors = async ({ ctx, query, request }: Call) => {
  const asset = await pick('assets/assets', query.asset_id, ctx)
  if (!asset) throw new InvalidBody({ asset_id: [unnamed[ctx.reader.lang]] })
  const page = pageOf(query) ?? { limit: 100, offset: 0 }
  const slice = { limit: Math.min(page.limit, 100), offset: page.offset, search: query.search?.trim() || undefined }
  const { count, visitors } = await visitorsOf(asset, ctx.reader.now, slice, ctx.db)
  const { pathname } = new URL(request.url, 'http://localhost')
  const next =
    slice.offset + slice.limit < count
      ? `${pathname}?asset_id=${asset}&limit=${slice.limit}&offset=${slice.offset + slice.limit}`
      : null
  return ok({ count, next, previous: null, results: visitors })
}

const { users, user_groups, assets, nodes, system_users, actions, is_active, date_start, date_expired } =
  assetPermission.fields
const sketched = { users, user_groups, assets, nodes, system_users, actions, is_active, date_start, date_expired }

const previewed = async ({ ctx, query, body }: Call) => {
  const rule = query.id ? await ruleOf(query.id, ctx) : undefined
  if (!rule && ctx.org.isRoot) throw forbidden()
  const parsed = parseDraft(sketched, body ?? {}, rule ? 'patch' : 'create', ctx.reader)
  if (parsed.problems) throw new InvalidBody(parsed.problems)
  const [dangling] = await danglingRefs(sketched, [parsed.draft], ctx, [rule?.org_id])
  if (dangling) throw new InvalidBody(dangling)
  const draft = { ...(rule ?? {}), ...parsed.draft } as Loaded<typeof assetPermission> & Record<string, any>
  const { now } = ctx.reader
  const sketch = {
    org: rule?.org_id ?? ctx.org.id,
    users: draft.users ?? [],
    user_groups: draft.user_groups ?? [],
    assets: draft.assets ?? [],
    nodes: draft.nodes ?? [],
    works:
      draft.is_active &&
      draft.actions !== 0 &&
      (draft.system_users ?? []).length > 0 &&
      draft.date_start <= now &&
      draft.date_expired > now,
  }
  return ok(await preview(sketch, rule?.id, now, ctx.db))
}

const get = (path: string, zh: string, en: string, run: Route['run'], more: Partial<Route> = {}): Route => ({
  method: 'GET',
  path: `${RULES}${path}`,
  access: ['orgAdmin'],
  doc: { area, summary: label(zh, en) },
  run,
  ...more,
})

const described = (path: string, { resource }: typeof permittedAssets, zh: string, en: string): Route => ({
  ...get(path, `描述：${zh}`, `Describe: ${en}`, async ({ ctx, query }) =>
    ok(describeList({ resource: resource as never, behaviour: {} }, ctx, { query })),
  ),
  method: 'OPTIONS',
})

export const assetRuleRoutes: Route[] = [
  get(':id/assets/all/', '规则涉及的全部资产', 'All assets of a rule', allAssets),
  get(':id/users/all/', '规则涉及的全部用户', 'All users of a rule', allUsers),
  described(':id/assets/all/', permittedAssets, '规则涉及的全部资产', 'All assets of a rule'),
  described(':id/users/all/', permittedUsers, '规则涉及的全部用户', 'All users of a rule'),
  get('user/validate/', '检查用户的一项权限', 'Check one right of a user', validate, { access: ['orgAdmin', 'app'] }),
  get(
    'user/actions/',
    '用户在资产上的动作',
    'Actions of a user on an asset',
    async (call) => ok({ actions: actionNames((await wayAsked(call))?.actions ?? 0) }),
    { access: ['orgAdmin', 'app'] },
  ),
  get('cache/refresh/', '刷新授权缓存（无缓存，无需操作）', 'Refresh cached rights (there are none)', async () =>
    ok({ msg: true }),
  ),
  get('why/', '为什么用户能（不能）访问资产', 'Why a user can or cannot reach an asset', explained),
  get('visitors/', '谁能访问资产', 'Who can reach an asset', visitors),
  {
    method: 'POST',
    path: `${RULES}preview/`,
    access: ['orgAdmin'],
    doc: {
      area,
      summary: label('预览规则的影响', 'What a rule would change'),
      takes: sketched,
      query: { id: flag(label('已保存的规则', 'Saved rule')) },
    },
    run: previewed,
  },
]
