// Nodes as a resource; what changes the tree is written by hand.
import { node } from '@drawbridge/model'
import { id, label, list, parseDraft, text, words } from '@drawbridge/resource'
import { absent, InvalidBody, rootOrg } from '@drawbridge/wire'
import { sql } from 'kysely'
import { startJob } from '../../engine/jobs.ts'
import { countInOrganisation, tallyIn, whenOrganisationGoes } from '../../engine/organisation.ts'
import { readOne } from '../../engine/read.ts'
import { serve, servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Call, created, gone, ok, type Route } from '../../platform/http/route.ts'
import { amountSql, findPlace, type Place, rootsOf } from '../../rights/tree.ts'
import { createNode, deleteNode, moveNode, renameNode } from './node-changes.ts'
import { pageOfFound } from './node-search.ts'

const NODES = '/api/v1/assets/nodes/'
const area = 'assets'
const admin = ['orgAdmin'] as const

serve(node, {
  page: pageOfFound,
  select: { assets_amount: () => amountSql(sql`t.id`), name: () => sql`t.value` },
  without: ['create', 'update', 'delete'],
})

const nodes = servedAt(node.path)

export const placeOf = async (name: string, ctx: Ctx): Promise<Place> => {
  const place = await findPlace(name, ctx)
  if (!place) throw absent(node.label)
  return place
}

/** The root of the organisation the caller stands in. */
export const rootOf = async (ctx: Ctx): Promise<Place> => {
  if (ctx.org.isRoot) throw rootOrg()
  const [root] = await rootsOf(ctx)
  if (!root) throw absent(node.label)
  return root
}

const draftFields = { id: id(), value: node.fields.value }

const draftOf = ({ ctx, body }: Call): { id?: string; value?: string } => {
  const parsed = parseDraft(draftFields, body ?? {}, 'patch', ctx.reader)
  if (parsed.problems) throw new InvalidBody(parsed.problems)
  return parsed.draft
}

const make = async (call: Call, parent: Place) => {
  const draft = draftOf(call)
  const place = await call.ctx.atomically((ctx) => createNode(parent, draft, ctx))
  return created((await readOne(nodes, place.id, {}, call.ctx)).body)
}

const rename = async (call: Call) => {
  const { ctx, params } = call
  const { value } = draftOf(call)
  if (value === '') throw new InvalidBody({ value: [words.blank[ctx.reader.lang]] })
  await ctx.atomically(async (ctx) => {
    const place = await placeOf(params.id!, ctx)
    if (value !== undefined) await renameNode(place, value, ctx)
  })
  return ok((await readOne(nodes, params.id!, {}, ctx)).body)
}

const uuids = list(label('节点', 'Nodes'), id(), { required: true })

/** `{"nodes": [ids]}`, each moved below the node of the path. */
const move = async ({ ctx, params, body }: Call) => {
  const parsed = parseDraft({ nodes: uuids }, body, 'create', ctx.reader)
  if (parsed.problems) throw new InvalidBody(parsed.problems)
  await ctx.atomically(async (ctx) => {
    for (const id of new Set(parsed.draft.nodes as string[])) {
      const [place, target] = [await findPlace(id, ctx), await placeOf(params.id!, ctx)]
      if (!place) throw new InvalidBody({ nodes: [words.absent(id)[ctx.reader.lang]] })
      await moveNode(place, target, ctx)
    }
  })
  return ok('OK')
}

const route = (
  method: Route['method'],
  path: string,
  zh: string,
  en: string,
  run: Route['run'],
  doc: Partial<Route['doc']> = {},
): Route => ({ method, path: `${NODES}${path}`, access: admin, doc: { area, summary: label(zh, en), ...doc }, run })

const given = { takes: { value: node.fields.value }, gives: node.fields }

export const nodeRoutes: Route[] = [
  route(
    'POST',
    '',
    '在根节点下创建节点',
    'Make a node below the root',
    async (call) => make(call, await rootOf(call.ctx)),
    {
      ...given,
      status: 201,
    },
  ),
  route(
    'POST',
    'children/',
    '在根节点下创建节点',
    'Make a node below the root',
    async (call) => make(call, await rootOf(call.ctx)),
    {
      ...given,
      status: 201,
    },
  ),
  route(
    'POST',
    ':id/children/',
    '创建子节点',
    'Make a node below another',
    async (call) => make(call, await placeOf(call.params.id!, call.ctx)),
    { ...given, status: 201 },
  ),
  route('PUT', ':id/', '重命名节点', 'Rename a node', rename, { ...given, partial: true }),
  route('PATCH', ':id/', '重命名节点', 'Rename a node', rename, { ...given, partial: true }),
  route('DELETE', ':id/', '删除节点', 'Delete a node', async ({ ctx, params }) => {
    await ctx.atomically(async (ctx) => deleteNode(await placeOf(params.id!, ctx), ctx))
    return gone
  }),
  route('PUT', ':id/children/add/', '移动节点到此节点下', 'Move nodes below this one', move, {
    takes: { nodes: uuids },
  }),
  route(
    'POST',
    'check_assets_amount_task/',
    '校对资产数量',
    'Check the numbers of assets',
    async ({ ctx }) => ok({ task: await checkAmounts(ctx) }),
    { gives: { task: text(label('任务', 'Task')) } },
  ),
]

/** The numbers are kept exact with every change; this proves it, and says what it found. */
const checkAmounts = (ctx: Ctx): Promise<string> =>
  ctx.atomically(async (ctx) => {
    const { id: root, org_id } = await rootOf(ctx)
    const { rows } = await sql<{ nodes: number; wrong: string[] }>`
      with counted as (
        select a.node, count(distinct l.asset) as n
        from assets_nodes n join assets_assets_nodes_relations l on l.node = n.id, unnest(n.path) a(node)
        where n.org_id = ${org_id} group by a.node
      )
      select count(*) as nodes,
        coalesce(array_agg(n.full_value || ': ' || ${amountSql(sql`n.id`)} || ' ≠ ' || coalesce(c.n, 0))
          filter (where ${amountSql(sql`n.id`)} <> coalesce(c.n, 0)), '{}') as wrong
      from assets_nodes n left join counted c on c.node = n.id where n.org_id = ${org_id}
    `.execute(ctx.db)
    const { nodes, wrong } = rows[0]!
    return startJob(ctx, {
      kind: 'assets.check_amounts',
      name: label('校对节点资产数量', 'Check the numbers of assets of the nodes'),
      asked: label(`校对 ${nodes} 个节点`, `Check ${nodes} nodes`),
      done: label(
        wrong.length === 0
          ? `已校对 ${nodes} 个节点，数量全部正确`
          : `已校对 ${nodes} 个节点，不一致: ${wrong.join('; ')}`,
        wrong.length === 0
          ? `${nodes} nodes checked, all numbers are right`
          : `${nodes} nodes checked, different: ${wrong.join('; ')}`,
      ),
      subject: { node: root },
      org_id,
    })
  })

countInOrganisation('nodes_amount', tallyIn(node.table))
countInOrganisation('assets_amount', tallyIn('assets_assets'))

/** The root comes with its organisation and goes with it. What people put below it must be gone before. */
whenOrganisationGoes(async (orgs, { db }) => {
  await sql`
    delete from assets_nodes n where n.org_id = any(${orgs}::uuid[]) and n.parent is null
      and not exists (select from assets_nodes c where c.parent = n.id)
      and not exists (select from assets_assets_nodes_relations l where l.node = n.id)
  `.execute(db)
})
