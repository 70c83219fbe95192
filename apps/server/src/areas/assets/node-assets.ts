// Which assets stand on a node: added, moved there, taken away. An asset that would stand nowhere goes to the root.
import { asset, platform } from '@drawbridge/model'
import { flag, id, label, list, parseDraft, words } from '@drawbridge/resource'
import { absent, InvalidBody } from '@drawbridge/wire'
import { sql } from 'kysely'
import { recordDeeds } from '../../engine/audit.ts'
import { keyFrom, loadRows, showRows } from '../../engine/read.ts'
import { answerList } from '../../engine/routes.ts'
import { servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Call, ok, type Route } from '../../platform/http/route.ts'
import { type Place, rootsOf } from '../../rights/tree.ts'
import { assets } from './asset.ts'
import { placeOf } from './node.ts'

const named = list(label('资产', 'Assets'), id(), { required: true })

type Change = 'add' | 'remove' | 'replace'

const change = (what: Change) => async (call: Call) => {
  const parsed = parseDraft({ assets: named }, call.body, 'create', call.ctx.reader)
  if (parsed.problems) throw new InvalidBody(parsed.problems)
  const ids = [...new Set(parsed.draft.assets as string[])]
  const place = await call.ctx.atomically(async (ctx) => {
    const place = await placeOf(call.params.id!, ctx)
    await knownOnes(ids, place, ctx)
    const before = await placesOf(ids, ctx)
    await changes[what](ids, place, ctx)
    await settle(ids, place, ctx)
    await record(ids, before, ctx)
    return place
  })
  return ok({ id: place.id, assets: ids, org_id: place.org_id, org_name: call.ctx.org.name })
}

const changes: Record<Change, (ids: string[], place: Place, ctx: Ctx) => Promise<unknown>> = {
  add: (ids, place, { db }) =>
    sql`
      insert into assets_assets_nodes_relations (asset, node) select unnest(${ids}::uuid[]), ${place.id}::uuid on conflict do nothing
    `.execute(db),
  remove: (ids, place, { db }) =>
    sql`delete from assets_assets_nodes_relations where node = ${place.id} and asset = any(${ids}::uuid[])`.execute(db),
  replace: async (ids, place, ctx) => {
    await sql`
      delete from assets_assets_nodes_relations where asset = any(${ids}::uuid[]) and node <> ${place.id}
    `.execute(ctx.db)
    await changes.add(ids, place, ctx)
  },
}

/** Assets are locked in the order of their ids, so that two who move the same ones wait for each other. */
const knownOnes = async (ids: readonly string[], place: Place, ctx: Ctx): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from assets_assets where id = any(${ids}::uuid[]) and org_id = ${place.org_id} order by id for no key update
  `.execute(ctx.db)
  const known = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !known.has(id))
  if (missing) throw new InvalidBody({ assets: [words.absent(missing)[ctx.reader.lang]] })
}

const settle = async (ids: readonly string[], { org_id }: Place, ctx: Ctx): Promise<void> => {
  const root = (await rootsOf(ctx)).find((one) => one.org_id === org_id)!
  await sql`
    insert into assets_assets_nodes_relations (asset, node)
    select a.id, ${root.id}::uuid from unnest(${ids}::uuid[]) a(id)
    where not exists (select from assets_assets_nodes_relations l where l.asset = a.id)
  `.execute(ctx.db)
}

type Places = Map<string, { hostname: string; ip: string; org_id: string; nodes: string[] }>

const placesOf = async (ids: readonly string[], { db }: Ctx): Promise<Places> => {
  const { rows } = await sql<{ id: string; hostname: string; ip: string; org_id: string; nodes: string[] }>`
    select a.id, a.hostname, a.ip, a.org_id,
      array(select l.node::text from assets_assets_nodes_relations l where l.asset = a.id order by l.node) as nodes
    from assets_assets a where a.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const record = async (ids: readonly string[], before: Places, ctx: Ctx): Promise<void> => {
  const after = await placesOf(ids, ctx)
  const deeds = [...after].flatMap(([id, { hostname, ip, org_id, nodes }]) => {
    const was = before.get(id)?.nodes ?? []
    return was.join() === nodes.join()
      ? []
      : [
          {
            action: 'update' as const,
            path: asset.path,
            id,
            title: `${hostname}(${ip})`,
            org_id,
            diff: { nodes: [was, nodes] as const },
          },
        ]
  })
  await recordDeeds(deeds, ctx)
}

const access = ['orgAdmin'] as const
const area = 'assets'

const texts: Record<Change, readonly [string, string]> = {
  add: ['添加资产到节点', 'Add assets to a node'],
  remove: ['从节点移除资产', 'Take assets from a node'],
  replace: ['移动资产到节点', 'Move assets to a node'],
}

export const nodeAssetRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v1/assets/assets/:id/platform/',
    access: ['orgAdmin', 'app'],
    doc: { area, summary: label('资产的系统平台', 'The platform of an asset'), gives: platform.fields },
    run: async ({ ctx, params }) => {
      const [row] = await loadRows(assets, [keyFrom(assets, params.id!)], ctx)
      if (!row) throw absent(asset.label)
      const found = await ctx.db
        .selectFrom('assets_platforms')
        .select('id')
        .where('name', '=', row.platform)
        .executeTakeFirstOrThrow()
      return ok((await showRows(servedAt(platform.path), [found.id], ctx))[0])
    },
  },
  ...(['add', 'remove', 'replace'] as const).flatMap((what) =>
    (['PUT', 'PATCH'] as const).map(
      (method): Route => ({
        method,
        path: `/api/v1/assets/nodes/:id/assets/${what}/`,
        access,
        doc: { area, summary: label(...texts[what]), takes: { assets: named } },
        run: change(what),
      }),
    ),
  ),
  {
    method: 'GET',
    path: '/api/v1/assets/nodes/:id/assets/',
    access,
    doc: {
      area,
      summary: label('列出节点的资产', 'List the assets of a node'),
      gives: asset.fields,
      page: true,
      query: { all: flag(label('包含子节点', 'With the nodes below')) },
    },
    run: async (call) => {
      const { id } = await placeOf(call.params.id!, call.ctx)
      return answerList(assets, { ...call, query: { ...call.query, node_id: id, all: call.query.all ?? '0' } })
    },
  },
]
