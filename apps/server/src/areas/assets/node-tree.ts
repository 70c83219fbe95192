// The tree as the console draws it, one level at a time.
import { node } from '@drawbridge/model'
import { flag, label, text } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import { answerList } from '../../engine/routes.ts'
import { servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Call, ok, type Query, type Route } from '../../platform/http/route.ts'
import { amountSql, findPlace, type Place, rootsOf } from '../../rights/tree.ts'
import { assetItem, nodeItem, type TreeAsset, type TreeItem, type TreeNode } from '../../rights/tree-items.ts'
import { placeOf } from './node.ts'

/** What a level holds: the children of the node that is named, or the roots and what is directly below. */
const levelOf = async ({ ctx, query }: Call): Promise<{ top?: Place; rows: TreeNode[] }> => {
  const name = query.key || query.id
  const top = name ? await findPlace(name, ctx) : undefined
  if (name && !top) throw absent(node.label)
  if (top) {
    const below =
      query.all === 'all' ? sql`n.key > ${`${top.key}:`} and n.key < ${`${top.key};`}` : sql`n.parent = ${top.id}`
    return { top, rows: await nodesWhere(below, ctx, query) }
  }
  const roots = await rootsOf(ctx)
  const ids = roots.map(({ id }) => id)
  // In the root organisation there may be many roots: their children come when one is opened.
  const shown = ctx.org.isRoot
    ? sql`n.id = any(${ids}::uuid[])`
    : sql`(n.id = any(${ids}::uuid[]) or n.parent = any(${ids}::uuid[]))`
  return { rows: await nodesWhere(shown, ctx, query) }
}

const nodesWhere = async (condition: RawBuilder<unknown>, { db }: Ctx, query: Query): Promise<TreeNode[]> => {
  const withAssets = query.assets === '1'
  const { rows } = await sql<TreeNode>`
    select n.id, n.key, n.value, n.parent is null as root, ${amountSql(sql`n.id`)} as assets_amount,
      exists (select from assets_nodes c where c.parent = n.id)
      ${withAssets ? sql`or exists (select from assets_assets_nodes_relations l where l.node = n.id)` : sql``} as "isParent"
    from assets_nodes n where ${condition} order by n.parent is not null, n.value, n.id
  `.execute(db)
  return rows
}

/** Assets that stand on a node itself. */
const assetsOn = async (place: Place, { db }: Ctx): Promise<TreeAsset[]> => {
  const { rows } = await sql<TreeAsset>`
    select a.id, a.hostname, a.ip, a.protocols, a.is_active, p.base as platform, o.name as org_name, ${place.key}::text as key
    from assets_assets_nodes_relations l
    join assets_assets a on a.id = l.asset join assets_platforms p on p.name = a.platform join orgs_orgs o on o.id = a.org_id
    where l.node = ${place.id} order by l.hostname, a.id
  `.execute(db)
  return rows
}

const tree = async (call: Call): Promise<TreeItem[]> => {
  const { ctx, query } = call
  const { top, rows } = await levelOf(call)
  const items = rows.map((row) => nodeItem(row))
  if (query.assets !== '1') return items
  const on = top ?? (ctx.org.isRoot ? undefined : (await rootsOf(ctx))[0])
  return on ? [...items, ...(await assetsOn(on, ctx)).map(assetItem)] : items
}

const served = servedAt(node.path)

/** Nodes as rows rather than as items of a tree, narrowed to the children of one. */
const children = async (call: Call) => {
  const { ctx, params, query } = call
  const name = params.id ?? (query.key || query.id)
  const tops = name ? [await placeOf(name, ctx)] : await rootsOf(ctx)
  const ids = tops.map(({ id }) => id)
  const among = name
    ? sql<boolean>`t.parent = any(${ids}::uuid[])`
    : sql<boolean>`(t.id = any(${ids}::uuid[]) or t.parent = any(${ids}::uuid[]))`
  const { key: _, id: __, ...rest } = query
  const here = { ...served, behaviour: { ...served.behaviour, visible: (rows: any) => rows.where(among) } }
  return answerList(here, { ...call, query: rest })
}

const access = ['orgAdmin'] as const
const area = 'assets'
const levelQuery = {
  key: text(label('节点的键', 'Key of the node')),
  id: text(label('节点的ID', 'Id of the node')),
  all: text(label('all 表示整个子树', '`all` for everything below')),
  assets: flag(label('包含资产', 'With the assets')),
}

export const treeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v1/assets/nodes/children/tree/',
    access,
    doc: { area, summary: label('节点树的一层', 'A level of the tree'), query: levelQuery },
    run: async (call) => ok(await tree(call)),
  },
  {
    method: 'GET',
    path: '/api/v1/assets/nodes/tree/',
    access,
    doc: { area, summary: label('整个节点树', 'The whole tree') },
    run: async (call) => {
      const { ctx, query } = call
      const mine = ctx.org.isRoot ? sql`true` : sql`n.org_id = ${ctx.org.id}`
      const rows = await nodesWhere(mine, ctx, query)
      return ok(rows.map((row) => nodeItem(row, { detailed: true })))
    },
  },
  {
    method: 'GET',
    path: '/api/v1/assets/nodes/children/',
    access,
    doc: {
      area,
      summary: label('列出子节点', 'List the nodes below'),
      gives: node.fields,
      page: true,
      query: levelQuery,
    },
    run: children,
  },
  {
    method: 'GET',
    path: '/api/v1/assets/nodes/:id/children/',
    access,
    doc: { area, summary: label('列出子节点', 'List the nodes below'), gives: node.fields, page: true },
    run: children,
  },
]
