// Tasks for everything below a node. The job keeps the node, not its assets: there may be a million of them.
import { node } from '@drawbridge/model'
import { choice, label } from '@drawbridge/resource'
import { sql } from 'kysely'
import { startJob } from '../../engine/jobs.ts'
import type { Ctx } from '../../platform/context.ts'
import { created, type Route } from '../../platform/http/route.ts'
import { amountSql } from '../../rights/tree.ts'
import { readForm } from './form.ts'
import { placeOf } from './node.ts'
import { assetActions, taskFields } from './tasks.ts'

/** Trees are never cached here, so there is nothing to refresh: old clients are told that it is done. */
const REFRESH_CACHE = 'refresh_cache'
const DONE = '0'

const action = choice(
  label('动作', 'Action'),
  [...assetActions, [REFRESH_CACHE, label('刷新节点树缓存', 'Refresh the cached tree')] as const],
  { required: true },
)

export const nodeTaskRoutes: Route[] = [
  {
    method: 'POST',
    path: `/api/v1/${node.path}/:id/tasks/`,
    access: ['orgAdmin'],
    doc: {
      area: 'assets',
      summary: label('对节点下的所有资产执行任务', 'Start a task for all assets below a node'),
      takes: { action },
      gives: taskFields,
      status: 201,
    },
    run: async ({ ctx, params, body }) => {
      const { action: wanted } = await readForm({ action }, body, ctx)
      return created({ task: wanted === REFRESH_CACHE ? DONE : await start(wanted, params.id!, ctx) })
    },
  },
]

const start = async (wanted: (typeof assetActions)[number][0], name: string, ctx: Ctx): Promise<string> => {
  const { id, org_id } = await placeOf(name, ctx)
  const { rows } = await sql<{ full_value: string; amount: number }>`
    select n.full_value, ${amountSql(sql`n.id`)} as amount from assets_nodes n where n.id = ${id}
  `.execute(ctx.db)
  const { full_value, amount } = rows[0]!
  const doing = assetActions.find(([value]) => value === wanted)![1]
  return startJob(ctx, {
    kind: `assets.${wanted}`,
    name: label(`${doing.zh}: ${full_value}`, `${doing.en}: ${full_value}`),
    asked: label(
      `${doing.zh}，节点 ${full_value} 下共 ${amount} 个资产`,
      `${doing.en} of ${amount} ${Number(amount) === 1 ? 'asset' : 'assets'} below ${full_value}`,
    ),
    subject: { node: id },
    org_id,
  })
}
