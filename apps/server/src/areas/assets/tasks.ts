// Actions that reach for hosts: each becomes a job.
import { asset } from '@drawbridge/model'
import { choice, type Fields, type Label, label, refs, text } from '@drawbridge/resource'
import { absent, InvalidBody } from '@drawbridge/wire'
import { startJob } from '../../engine/jobs.ts'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { created, type Route } from '../../platform/http/route.ts'
import { readForm } from './form.ts'

const LIST = `/api/v1/${asset.path}/`
const access = ['orgAdmin'] as const
const area = 'assets'

export const assetActions = [
  ['refresh', label('更新硬件信息', 'Update the hardware information')],
  ['test', label('测试可连接性', 'Test the connectivity')],
] as const
const action = choice(label('动作', 'Action'), assetActions, { required: true })

export const taskFields = { task: text(label('任务', 'Task')) }

const several = {
  action,
  assets: refs(asset.path, label('资产', 'Assets'), {
    required: true,
    through: 'assets/assets-nodes-relations',
    mine: 'asset',
    theirs: 'node',
  }),
} satisfies Fields

export const assetTaskRoutes: Route[] = [
  {
    method: 'POST',
    path: `${LIST}:id/tasks/`,
    access,
    doc: {
      area,
      summary: label('对资产执行任务', 'Start a task for an asset'),
      takes: { action },
      gives: taskFields,
      status: 201,
    },
    run: async ({ ctx, params, body }) => {
      const [row] = await assetsAt([params.id!], ctx)
      const { action: wanted } = await readForm({ action }, body, ctx)
      return created({ task: await start(wanted, [row!], ctx) })
    },
  },
  {
    method: 'POST',
    path: `${LIST}tasks/`,
    access,
    doc: {
      area,
      summary: label('对多个资产执行任务', 'Start a task for several assets'),
      takes: several,
      gives: taskFields,
      status: 201,
    },
    run: async ({ ctx, body }) => {
      const given = await readForm(several, body, ctx)
      if (given.assets.length === 0) throw new InvalidBody({ assets: [none[ctx.reader.lang]] })
      return created({ task: await start(given.action, await assetsAt(given.assets, ctx), ctx) })
    },
  },
]

const none = label('请选择资产', 'Select at least one asset')

interface Target {
  readonly id: string
  readonly org_id: string
  readonly hostname: string
  readonly ip: string
}

const assetsAt = async (given: readonly string[], ctx: Ctx): Promise<Target[]> => {
  const assets = servedAt(asset.path)
  const ids = [...new Set(given.map((id) => keyFrom(assets, id) as string))]
  const rows = (await loadRows(assets, ids, ctx)) as Target[]
  if (rows.length < ids.length) throw absent(asset.label)
  return rows
}

const start = (wanted: (typeof assetActions)[number][0], targets: readonly Target[], ctx: Ctx): Promise<string> => {
  const doing = assetActions.find(([value]) => value === wanted)![1]
  return startJob(ctx, {
    kind: `assets.${wanted}`,
    name: titled(doing, targets),
    asked: label(
      `${doing.zh}，共 ${targets.length} 个资产: ${named(targets)}`,
      `${doing.en} of ${targets.length} ${targets.length === 1 ? 'asset' : 'assets'}: ${named(targets)}`,
    ),
    subject: { assets: targets.map(({ id }) => id) },
    org_id: homeOf(targets, ctx),
  })
}

const titled = (doing: Label, targets: readonly Target[]): Label => {
  const first = targets[0]!.hostname
  const more = targets.length - 1
  return more === 0
    ? label(`${doing.zh}: ${first}`, `${doing.en}: ${first}`)
    : label(`${doing.zh}: ${first} 等 ${targets.length} 个资产`, `${doing.en}: ${first} and ${more} more`)
}

const SHOWN = 20

const named = (targets: readonly Target[]): string => {
  const shown = targets.slice(0, SHOWN).map(({ hostname, ip }) => `${hostname}(${ip})`)
  return [...shown, ...(targets.length > SHOWN ? ['…'] : [])].join(', ')
}

/** Objects of one organisation make a job of that organisation, also where it is asked for from the root organisation. */
export const homeOf = (targets: readonly { org_id: string }[], ctx: Ctx): string => {
  const homes = new Set(targets.map(({ org_id }) => org_id))
  return homes.size === 1 ? [...homes][0]! : ctx.org.id
}
