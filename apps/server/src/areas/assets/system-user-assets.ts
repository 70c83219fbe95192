// On which assets a system user is, and what is to be done to them.
import { asset, systemUser } from '@drawbridge/model'
import { choice, type Fields, label, ref, refs, text } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import { sql } from 'kysely'
import { startJob } from '../../engine/jobs.ts'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { answerList } from '../../engine/routes.ts'
import type { Loaded } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { created, type Route } from '../../platform/http/route.ts'
import { type Ground, sizeOf, within } from '../../rights/ground.ts'
import { pageOn } from '../../rights/ground-pages.ts'
import { assetsOf, briefAsset } from './assets-of.ts'
import { readForm } from './form.ts'
import { systemUsers } from './system-user.ts'
import { taskFields } from './tasks.ts'

type Row = Loaded<typeof systemUser>

const PATH = `/api/v1/${systemUser.path}/:id/`
const access = ['orgAdmin'] as const
const area = 'assets'

const actions = [
  ['test', label('测试系统用户可连接性', 'Test the system user')],
  ['push', label('推送系统用户', 'Push the system user')],
] as const

const wish = {
  action: choice(label('动作', 'Action'), actions, { required: true }),
  asset: ref(asset.path, label('资产', 'Asset'), { nullable: true }),
  assets: refs(asset.path, label('资产', 'Assets'), {
    through: 'assets/system-users-assets-relations',
    mine: 'systemuser',
    theirs: 'asset',
    default: [],
  }),
} satisfies Fields

export const systemUserAssetRoutes: Route[] = [
  {
    method: 'GET',
    path: `${PATH}assets/`,
    access,
    doc: {
      area,
      summary: label('列出系统用户的资产', 'List the assets of a system user'),
      gives: briefAsset,
      page: true,
    },
    run: async (call) => {
      const { id, username } = await existing(call.params.id!, call.ctx)
      const ground = await groundOfSystemUsers([id], call.ctx)
      const view = assetsOf({
        where: within(ground),
        username,
        page: async (page, { db }) => ({ count: await sizeOf(ground, db), ids: await pageOn(ground, page, db) }),
        count: ({ db }) => sizeOf(ground, db),
      })
      return answerList(view, call)
    },
  },
  {
    method: 'POST',
    path: `${PATH}tasks/`,
    access,
    doc: {
      area,
      summary: label('对系统用户执行任务', 'Start a task for a system user'),
      takes: wish,
      gives: taskFields,
      query: { username: text(label('用户名', 'Username')) },
      status: 201,
    },
    run: async ({ ctx, params, query, body }) => {
      const row = await existing(params.id!, ctx)
      const given = await readForm(wish, body, ctx)
      const assets = [...new Set([...given.assets, ...(given.asset ? [given.asset] : [])])]
      return created({ task: await start(row, given.action, assets, query.username, ctx) })
    },
  },
]

/** Everything that at least one of these system users is on. */
export const groundOfSystemUsers = async (ids: readonly string[], { db }: Ctx): Promise<Ground> => {
  const { rows } = await sql<{ id: string; org_id: string; parent: string | null }>`
    select distinct n.id, n.org_id, n.parent from assets_system_users_nodes_relations l join assets_nodes n on n.id = l.node
    where l.systemuser = any(${ids}::uuid[]) and not exists (
      select from assets_system_users_nodes_relations o
      where o.systemuser = any(${ids}::uuid[]) and o.node <> n.id and o.node = any(n.path)
    )
  `.execute(db)
  const roots = rows.filter(({ parent }) => parent === null)
  // Below a root there is its whole organisation, and a system user has nothing outside its own.
  if (roots.length > 0) return { orgs: [...new Set(roots.map(({ org_id }) => org_id))], nodes: [] }
  return {
    orgs: [],
    nodes: rows.map(({ id }) => id),
    assets: sql`select d.asset from assets_system_users_assets_relations d where d.systemuser = any(${ids}::uuid[])`,
  }
}

const existing = async (given: string, ctx: Ctx): Promise<Row> => {
  const [row] = await loadRows(systemUsers, [keyFrom(systemUsers, given)], ctx)
  if (!row) throw absent(systemUser.label)
  return row as Row
}

const start = async (
  row: Row,
  action: (typeof actions)[number][0],
  assets: readonly string[],
  username: string | undefined,
  ctx: Ctx,
): Promise<string> => {
  const doing = actions.find(([value]) => value === action)![1]
  const amount = assets.length > 0 ? assets.length : await sizeOf(await groundOfSystemUsers([row.id], ctx), ctx.db)
  const account = `${row.name}(${row.username_same_with_user ? username || '*' : row.username})`
  return startJob(ctx, {
    kind: `assets.system-user.${action}`,
    name: label(`${doing.zh}: ${row.name}`, `${doing.en}: ${row.name}`),
    asked: label(
      `${doing.zh} ${account}，共 ${amount} 个资产`,
      `${doing.en} ${account} on ${amount} ${amount === 1 ? 'asset' : 'assets'}`,
    ),
    about: row.id,
    subject: { ...(assets.length > 0 ? { assets } : {}), ...(username ? { username } : {}) },
    org_id: row.org_id,
  })
}
