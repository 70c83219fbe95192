// What users and groups are granted: assets in lists and trees, and as whom they may go there.
import { actionNames, asset as assetResource, DEFAULT_ORG, group, node, user as userResource } from '@drawbridge/model'
import { computed, defineResource, flag, id, isGuid, label, list, ref, text } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import { describeList } from '../../engine/options.ts'
import { answerList } from '../../engine/routes.ts'
import { type Served, servedAt } from '../../engine/serve.ts'
import { visibleRows } from '../../engine/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Call, gone, ok, type Query, type Route } from '../../platform/http/route.ts'
import {
  type GrantedNode,
  grantedAssetsOn,
  grantedChildren,
  grantedNodes,
  groundBelow,
  treeAssets,
} from '../../rights/granted-tree.ts'
import { type Ground, NOWHERE, nodesBelow, sizeOf, within } from '../../rights/ground.ts'
import { pageOn } from '../../rights/ground-pages.ts'
import { waysTo } from '../../rights/reach.ts'
import {
  assetsNamed,
  type Granted,
  grantedTo,
  rulesFor,
  type Scope,
  type Subject,
  scopeOf,
} from '../../rights/rules.ts'
import { findPlace, type Place } from '../../rights/tree.ts'
import { assetItem, nodeItem, type TreeItem } from '../../rights/tree-items.ts'

/** An asset as those see it who may go there. */
const grantedAsset = {
  ...defineResource('perms/granted-assets', {
    label: label('授权的资产', 'Granted asset'),
    model: 'asset',
    title: '{hostname}({ip})',
    scope: 'organisation',
    may: { read: ['user'] },
    order: ['hostname'],
    verbs: ['list'],
    fields: {
      id: id({ filter: true }),
      hostname: text(label('主机名', 'Hostname'), { filter: true, search: true, order: true, readOnly: true }),
      ip: text(label('IP', 'IP'), { filter: true, search: true, order: true, readOnly: true }),
      protocols: list(label('协议组', 'Protocols'), text(label('协议', 'Protocol')), { readOnly: true }),
      os: text(label('操作系统', 'OS'), { nullable: true, readOnly: true }),
      domain: ref('assets/domains', label('网域', 'Domain'), { nullable: true, readOnly: true }),
      platform: computed<string>('string', label('系统平台', 'Platform')),
      comment: text(label('备注', 'Comment'), { filter: true, search: true, readOnly: true }),
      is_active: flag(label('激活', 'Is active'), { readOnly: true }),
    },
  }),
  table: assetResource.table,
}

const PLAIN = new Set([
  'limit',
  'offset',
  'order',
  'cache_policy',
  'rebuild_tree',
  'fields',
  'fields_size',
  'draw',
  'display',
  'all',
  'oid',
])
const ORDERS: Readonly<Record<string, boolean>> = { hostname: false, '-hostname': true }

/** A list of the assets of a ground, by the engine, with the short way to its pages. */
const listOf = (ground: Ground): Served => ({
  resource: grantedAsset,
  behaviour: {
    visible: (rows) => rows.where(within(ground)),
    count: (ctx) => sizeOf(ground, ctx.db),
    page: async (query: Query, page, { db }) => {
      const descending = ORDERS[query.order || 'hostname']
      const plain = Object.entries(query).every(([key, value]) => PLAIN.has(key) || value.trim() === '')
      if (descending === undefined || !plain) return undefined
      const [count, ids] = await Promise.all([sizeOf(ground, db), pageOn(ground, { ...page, descending }, db)])
      return { count, ids }
    },
    select: { platform: () => sql`(select p.base from assets_platforms p where p.name = t.platform)` },
  },
})

interface Asked {
  readonly subject: Subject
  readonly scope: Scope
  readonly rules: RawBuilder<unknown>
  readonly granted: Granted
}

/** Who asks for whom, and where: oneself everywhere, others in the organisation one stands in. */
const asking = async ({ ctx, params, query }: Call): Promise<Asked> => {
  const scope = {
    ...(params.user_id || params.group_id ? scopeOf(ctx) : { now: ctx.reader.now }),
    ...systemUserIn(query),
  }
  const subject: Subject = params.group_id
    ? { group: await seen(group.path, params.group_id, ctx) }
    : { user: params.user_id ? await seen(userResource.path, params.user_id, ctx) : ctx.me.id }
  return { subject, scope, rules: rulesFor(subject, scope), granted: await grantedTo(subject, scope, ctx.db) }
}

const systemUserIn = ({ system_user }: Query): Pick<Scope, 'systemUser'> =>
  system_user && isGuid(system_user) ? { systemUser: system_user } : {}

/** The id of a row that is there for the caller. */
const seen = async (path: string, id: string, ctx: Ctx): Promise<string> => {
  const one = servedAt(path)
  const found = isGuid(id)
    ? await visibleRows(one, ctx).select('t.id').where('t.id', '=', id).executeTakeFirst()
    : undefined
  if (!found) throw absent(one.resource.label)
  return id
}

const placeIn = async (name: string, ctx: Ctx): Promise<Place> => {
  const place = await findPlace(name, ctx.everywhere())
  if (!place) throw absent(node.label)
  return place
}

const FAVORITE = 'favorite'
const UNGROUPED = 'ungrouped'

const favorites = ({ subject }: Asked, granted: Granted): Ground =>
  'user' in subject
    ? {
        orgs: [],
        nodes: [],
        assets: sql`
          select f.asset from assets_favorite_assets f join assets_assets a on a.id = f.asset
          where f."user" = ${subject.user}::uuid and ${within(granted.ground, 'a')}
        `,
      }
    : NOWHERE

const named: Readonly<Record<string, { zh: string; en: string }>> = {
  [FAVORITE]: { zh: '收藏夹', en: 'Favorite' },
  [UNGROUPED]: { zh: '未分组', en: 'Ungrouped' },
}

/** Favourites come first, under a node of their own. */
const favoriteNode = async (asked: Asked, { db, reader }: Ctx): Promise<GrantedNode> => ({
  id: FAVORITE,
  key: FAVORITE,
  value: named[FAVORITE]![reader.lang],
  root: false,
  org_id: DEFAULT_ORG,
  assets_amount: await sizeOf(favorites(asked, asked.granted), db),
  isParent: true,
})

const levelOf = async (asked: Asked, { ctx, query }: Call): Promise<GrantedNode[]> => {
  const { granted, rules } = asked
  const name = query.key || query.id
  if (name === FAVORITE || name === UNGROUPED) return []
  if (name) return grantedChildren(granted, rules, await placeIn(name, ctx), ctx.db)
  const roots = await grantedChildren(granted, rules, undefined, ctx.db)
  return 'user' in asked.subject ? [await favoriteNode(asked, ctx), ...roots] : roots
}

const rowOf = ({ id, key, value, org_id, assets_amount }: GrantedNode) => ({
  id,
  name: value,
  key,
  value,
  org_id,
  assets_amount: Number(assets_amount),
})

/** Ground below a node of the tree, special nodes included. */
const groundAt = async (asked: Asked, name: string, ctx: Ctx): Promise<Ground> => {
  const { granted, rules } = asked
  if (name === FAVORITE) return favorites(asked, granted)
  if (name === UNGROUPED) return granted.single ? { orgs: [], nodes: [], assets: assetsNamed(rules) } : NOWHERE
  return groundBelow(granted, rules, await placeIn(name, ctx), ctx.db)
}

const asItems = async (
  ground: Ground,
  slice: { limit: number; offset: number },
  ctx: Ctx,
  search?: string,
): Promise<TreeItem[]> => {
  const like = search ? `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%` : undefined
  const { rows } = await sql<Parameters<typeof assetItem>[0]>`
    select a.id, a.hostname, a.ip, a.protocols, a.is_active, p.base as platform, o.name as org_name, '' as key
    from assets_assets a join assets_platforms p on p.name = a.platform join orgs_orgs o on o.id = a.org_id
    where ${within(ground, 'a')} ${like ? sql`and (a.hostname ilike ${like} or a.ip ilike ${like})` : sql``}
    order by a.hostname, a.id limit ${slice.limit} offset ${slice.offset}
  `.execute(ctx.db)
  return rows.map(assetItem)
}

const MOST_FOUND = 999
const MOST_LISTED = 100_000

type Answering = (asked: Asked, call: Call) => Promise<unknown>

const answers: Readonly<Record<string, { zh: string; en: string; answer: Answering; page?: true; mine?: true }>> = {
  'assets/tree/': {
    zh: '授权的资产（树）',
    en: 'Granted assets as items of a tree',
    answer: async ({ granted }, { ctx, query }) => {
      if (query.id && isGuid(query.id))
        return asItems(
          {
            orgs: [],
            nodes: [],
            assets: sql`select a.id from assets_assets a where a.id = ${query.id}::uuid and ${within(granted.ground, 'a')}`,
          },
          { limit: 1, offset: 0 },
          ctx,
        )
      return asItems(granted.ground, { limit: query.search ? MOST_FOUND : MOST_LISTED, offset: 0 }, ctx, query.search)
    },
  },
  'nodes/': {
    zh: '授权的节点',
    en: 'Granted nodes',
    answer: async (asked, { ctx }) =>
      [
        ...('user' in asked.subject ? [await favoriteNode(asked, ctx)] : []),
        ...(await grantedNodes(asked.granted, asked.rules, ctx.db)),
      ].map(rowOf),
  },
  'nodes/tree/': {
    zh: '授权的节点（树）',
    en: 'Granted nodes as items of a tree',
    answer: async (asked, { ctx }) =>
      [
        ...('user' in asked.subject ? [await favoriteNode(asked, ctx)] : []),
        ...(await grantedNodes(asked.granted, asked.rules, ctx.db)),
      ].map((one) => nodeItem(one)),
  },
  'nodes/children/': {
    zh: '授权的子节点',
    en: 'Granted nodes of one level',
    answer: async (asked, call) => (await levelOf(asked, call)).map(rowOf),
  },
  'nodes/children/tree/': {
    zh: '授权的子节点（树）',
    en: 'Granted nodes of one level as items of a tree',
    answer: async (asked, call) => (await levelOf(asked, call)).map((one) => nodeItem(one)),
  },
  'nodes/children-with-assets/tree/': {
    zh: '授权的子节点和资产（树）',
    en: 'Granted nodes and assets of one level as items of a tree',
    answer: async (asked, call) => {
      const { ctx, query } = call
      const nodes = (await levelOf(asked, call)).map((one) => nodeItem({ ...one, isParent: true }))
      const name = query.key || query.id
      if (!name) return nodes
      if (name === FAVORITE || name === UNGROUPED) {
        const items = await asItems(await groundAt(asked, name, ctx), { limit: MOST_LISTED, offset: 0 }, ctx)
        return items.map((item) => ({ ...item, pId: name }))
      }
      const place = await placeIn(name, ctx)
      return [...nodes, ...(await grantedAssetsOn(asked.granted, asked.rules, place, ctx.db)).map(assetItem)]
    },
  },
  'nodes-with-assets/tree/': {
    zh: '全部授权的节点和资产（树）',
    en: 'All granted nodes and assets as items of a tree',
    answer: async ({ granted, rules }, { ctx }) => {
      const nodes = await grantedNodes(granted, rules, ctx.db)
      const whole = sql`l.node in (${nodesBelow(granted.tops)})`
      const where = granted.single ? sql`(${whole} or l.asset in (${assetsNamed(rules)}))` : whole
      const items = granted.tops.length === 0 && !granted.single ? [] : await treeAssets(where, ctx.db)
      return [...nodes.map((one) => nodeItem({ ...one, isParent: true })), ...items.map(assetItem)]
    },
  },
}

const ways: Answering = async ({ subject, scope }, { ctx, params }) => {
  const found = isGuid(params.asset_id)
    ? await sql<{
        ok: boolean
      }>`select true as ok from assets_assets where id = ${params.asset_id}::uuid and is_active`.execute(ctx.db)
    : undefined
  if (!found?.rows[0]) throw absent(assetResource.label)
  return (await waysTo(subject, params.asset_id!, scope, ctx.db)).map((way) => ({
    ...way,
    actions: actionNames(way.actions),
  }))
}

const area = 'perms'

const family = (prefix: string, access: Route['access']): Route[] => {
  const route = (path: string, zh: string, en: string, run: Route['run'], page?: true): Route => ({
    method: 'GET',
    path: `/api/v1/perms/${prefix}${path}`,
    access,
    doc: {
      area,
      summary: label(zh, en),
      ...(page ? { gives: grantedAsset.fields, page: true } : {}),
    },
    run,
  })
  const listing =
    (name?: string): Route['run'] =>
    async (call) => {
      const asked = await asking(call)
      const where = name ?? call.params.node_id
      const ground = where ? await groundAt(asked, where, call.ctx) : asked.granted.ground
      return answerList(listOf(ground), { ...call, ctx: call.ctx.everywhere(), query: withoutOurs(call.query) })
    }
  /** A list, and what tables need to know of it. */
  const list = (path: string, zh: string, en: string, run: Route['run']): Route[] => [
    route(path, zh, en, run, true),
    {
      method: 'OPTIONS',
      path: `/api/v1/perms/${prefix}${path}`,
      access,
      doc: { area, summary: label(`描述：${zh}`, `Describe: ${en}`) },
      run: async ({ ctx, query }) => ok(describeList(listOf(NOWHERE), ctx, { query })),
    },
  ]
  return [
    ...list('assets/', '授权的资产', 'Granted assets', listing()),
    ...list('nodes/:node_id/assets/', '节点下授权的资产', 'Granted assets below a node', listing()),
    ...list('nodes/favorite/assets/', '收藏的资产', 'Favourite assets', listing(FAVORITE)),
    ...list('nodes/ungrouped/assets/', '直接授权的资产', 'Assets granted one by one', listing(UNGROUPED)),
    route('assets/:asset_id/system-users/', '资产上授权的系统用户', 'System users granted on an asset', async (call) =>
      ok(await ways(await asking(call), call)),
    ),
    ...Object.entries(answers).map(([path, { zh, en, answer }]) =>
      route(path, zh, en, async (call) => ok(await answer(await asking(call), call))),
    ),
  ]
}

/** Names that say for whom and how, not which. */
const withoutOurs = ({ cache_policy: _, rebuild_tree: __, system_user: ___, ...query }: Query): Query => query

const nothing = (path: string): Route => ({
  method: 'DELETE',
  path: `/api/v1/perms/users/${path}`,
  access: ['orgAdmin'],
  doc: { area, summary: label('清除授权缓存（无缓存，无需操作）', 'Drop cached rights (there are none)') },
  run: async () => gone,
})

export const grantedRoutes: Route[] = [
  ...family('users/', ['user']),
  ...family('users/:user_id/', ['orgAdmin', 'app']),
  ...family('user-groups/:group_id/', ['orgAdmin', 'app']),
  nothing('asset-permissions/cache/'),
  nothing(':user_id/asset-permissions/cache/'),
  {
    method: 'GET',
    path: '/api/v1/perms/users/ungroup/assets/tree/',
    access: ['user'],
    doc: { area, summary: label('直接授权的资产（树）', 'Assets granted one by one as items of a tree') },
    // Single assets are shown below their own nodes.
    run: async () => ok([]),
  },
]
