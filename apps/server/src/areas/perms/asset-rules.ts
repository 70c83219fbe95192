// Questions about asset permissions, and about the rules between a user and an asset.
import {
  actionBits,
  actionNames,
  assetPermission,
  asset as assetResource,
  systemUser,
  user as userResource,
} from '@drawbridge/model'
import { computed, defineResource, id, label, text } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import { describeList } from '../../engine/options.ts'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { answerList } from '../../engine/routes.ts'
import type { Loaded, Served } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Call, ok, type Route } from '../../platform/http/route.ts'
import { sizeOf, within } from '../../rights/ground.ts'
import { pageOn } from '../../rights/ground-pages.ts'
import { preview } from '../../rights/preview.ts'
import { visitorsOf, waysTo } from '../../rights/reach.ts'
import { groundOfRules } from '../../rights/rules.ts'
import { why } from '../../rights/why.ts'
import { assetPermissions } from './asset-permission.ts'
import { pick, type Questions, questionRoutes } from './rule-questions.ts'

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

/** What the terminal asks before it connects: the answer of this moment. */
const wayAsked = async ({ ctx, query }: Call) => {
  // A gateway serves every organisation; a person asks in their own.
  const all = ctx.me.role === 'App' ? ctx.everywhere() : ctx
  const user = await pick(userResource, query.user_id, all)
  const asset = await pick(assetResource, query.asset_id, all)
  const account = await pick(systemUser, query.system_user_id, all)
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

const { users, user_groups, assets, nodes, system_users, actions, is_active, date_start, date_expired } =
  assetPermission.fields
const sketched = { users, user_groups, assets, nodes, system_users, actions, is_active, date_start, date_expired }

const questions: Questions = {
  rules: assetPermissions,
  target: assetResource,
  key: 'asset_id',
  why,
  ways: async (user, asset, now, db) =>
    (await waysTo({ user }, asset, { now }, db)).map(({ id, name, username, protocol, actions }) => ({
      id,
      name,
      username,
      protocol,
      actions: actionNames(actions),
    })),
  visitors: visitorsOf,
  sketched,
  allows: (draft) => draft.actions !== 0,
  preview: ({ assets = [], nodes = [] }, named, rule, now, db) => preview({ ...named, assets, nodes }, rule, now, db),
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
  ...questionRoutes(questions),
]
