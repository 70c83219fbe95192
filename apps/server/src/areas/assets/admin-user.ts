// Admin users: their keys, the assets they are set on, and that none in use is lost.
import { adminUser, node } from '@drawbridge/model'
import { type Fields, type Label, label, refs, text } from '@drawbridge/resource'
import { absent, InvalidBody, Refusal, refusal } from '@drawbridge/wire'
import { sql } from 'kysely'
import { recordDeeds } from '../../engine/audit.ts'
import { startJob } from '../../engine/jobs.ts'
import { countInOrganisation, tallyIn } from '../../engine/organisation.ts'
import { keyFrom, loadRows, showRows } from '../../engine/read.ts'
import { answerList } from '../../engine/routes.ts'
import { type Loaded, serve } from '../../engine/serve.ts'
import { changeRows } from '../../engine/write.ts'
import { fingerprintOf } from '../../platform/auth/private-key.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, type Method, ok, type Route } from '../../platform/http/route.ts'
import { assetsOf, briefAsset } from './assets-of.ts'
import { readForm } from './form.ts'
import { keyProblem } from './secrets.ts'

type Row = Loaded<typeof adminUser>

const inUse = refusal(
  'admin_user_in_use',
  400,
  { zh: '删除失败，存在关联资产', en: 'Deleted failed, There are related assets' },
  'msg',
)

export const adminUsers = serve(adminUser, {
  select: { assets_amount: () => sql`assets_of_admin_user(t.id)` },
  compute: { ssh_key_fingerprint: (row) => fingerprintOf(row.public_key) },
  check: (draft, { ctx, row }) => keyProblem(draft, { table: adminUser.table, row, ctx }),
  deleting: async (rows, { db }) => {
    // Of several the database itself refuses those in use, in the words for several.
    if (rows.length > 1) return
    const used = await db
      .selectFrom('assets_assets')
      .select('id')
      .where('admin_user', '=', rows[0]!.id)
      .limit(1)
      .executeTakeFirst()
    if (used) throw inUse()
  },
})

countInOrganisation('admin_users_amount', tallyIn(adminUser.table))

const ONE = `/api/v1/${adminUser.path}/:id/`
const access = ['orgAdmin'] as const
const area = 'assets'

const { password, private_key } = adminUser.fields
const auth = { password, private_key } satisfies Fields

const places = {
  nodes: refs(node.path, label('节点', 'Nodes'), {
    required: true,
    through: 'assets/assets-nodes-relations',
    mine: 'asset',
    theirs: 'node',
  }),
} satisfies Fields

const task = { task: text(label('任务', 'Task')) }

const written = (path: string, summary: Label, takes: Fields, run: Route['run']): Route[] =>
  (['PUT', 'PATCH'] as const).map((method: Method) => ({ method, path, access, doc: { area, summary, takes }, run }))

export const adminUserRoutes: Route[] = [
  ...written(
    `${ONE}auth/`,
    label('更新管理用户的认证信息', 'Change the secrets of an admin user'),
    auth,
    async (call) => {
      const { ctx, params, body } = call
      const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
      const secrets = { password: given.password, private_key: given.private_key }
      const ids = await changeRows(adminUsers, [{ id: params.id, body: secrets }], ctx, { mode: 'patch', many: false })
      return ok((await showRows(adminUsers, ids, ctx, { detail: true }))[0])
    },
  ),
  ...written(
    `${ONE}nodes/`,
    label('将管理用户设置到节点下的所有资产', 'Set an admin user on every asset below nodes'),
    places,
    (call) => setBelow(call),
  ),
  {
    method: 'GET',
    path: `${ONE}connective/`,
    access,
    unsafeGet: true,
    doc: { area, summary: label('测试管理用户的资产可连接性', 'Test the assets of an admin user'), gives: task },
    run: async ({ ctx, params }) => {
      const row = await existing(params.id!, ctx)
      return ok({ task: await test(row, ctx) })
    },
  },
  {
    method: 'GET',
    path: `${ONE}assets/`,
    access,
    doc: {
      area,
      summary: label('列出管理用户的资产', 'List the assets of an admin user'),
      gives: briefAsset,
      page: true,
    },
    run: async (call) => {
      const { id, username } = await existing(call.params.id!, call.ctx)
      const view = assetsOf({
        where: sql<boolean>`t.admin_user = ${id}`,
        username,
        count: ({ db }) => amountOf(id, db),
      })
      return answerList(view, call)
    },
  },
]

const existing = async (given: string, ctx: Ctx, options: { lock?: boolean } = {}): Promise<Row> => {
  const [row] = await loadRows(adminUsers, [keyFrom(adminUsers, given)], ctx, options)
  if (!row) throw absent(adminUser.label)
  return row as Row
}

const amountOf = async (id: string, db: Ctx['db']): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select assets_of_admin_user(${id}::uuid) as n`.execute(db)
  return Number(rows[0]!.n)
}

const test = async (row: Row, ctx: Ctx): Promise<string> => {
  const amount = await amountOf(row.id, ctx.db)
  return startJob(ctx, {
    kind: 'assets.admin-user.test',
    name: label(`测试管理用户可连接性: ${row.name}`, `Test admin user connectivity: ${row.name}`),
    asked: label(
      `用管理用户 ${row.name}(${row.username}) 测试 ${amount} 个资产的可连接性`,
      `Test with admin user ${row.name}(${row.username}) whether ${amount} assets can be reached`,
    ),
    about: row.id,
    org_id: row.org_id,
  })
}

/** One statement and one line in the log, however many assets there are. */
const setBelow = ({ ctx, params, body }: Call): Promise<Answer> =>
  ctx.atomically(async (ctx) => {
    const row = await existing(params.id!, ctx, { lock: true })
    const nodes = await nodesIn(body, row, ctx)
    const { rows: changed } = await sql<{ n: number }>`
      with set as (
        update assets_assets a set admin_user = ${row.id}
        where a.org_id = ${row.org_id} and a.admin_user is distinct from ${row.id} and a.id in (
          select l.asset from assets_nodes n join assets_assets_nodes_relations l on l.node = n.id
          where n.org_id = ${row.org_id} and n.path && ${nodes.map(({ id }) => id)}::uuid[]
        )
        returning 1
      )
      select count(*) as n from set
    `.execute(ctx.db)
    const amount = Number(changed[0]!.n)
    if (amount > 0)
      await recordDeeds(
        [
          {
            action: 'update',
            path: adminUser.path,
            id: row.id,
            title: `${row.name}(${row.username})`,
            org_id: row.org_id,
            diff: { nodes: [null, nodes.map(({ full_value }) => full_value)], assets_changed: [null, amount] },
          },
        ],
        ctx,
      )
    return ok({ msg: 'ok' })
  })

const nodesIn = async (body: unknown, { org_id }: Row, ctx: Ctx): Promise<{ id: string; full_value: string }[]> => {
  try {
    const { nodes } = await readForm(places, body, ctx)
    if (nodes.length === 0) return []
    return await ctx.db
      .selectFrom('assets_nodes')
      .select(['id', 'full_value'])
      .where('id', 'in', [...nodes])
      .where('org_id', '=', org_id)
      .orderBy('full_value')
      .execute()
  } catch (error) {
    if (!(error instanceof InvalidBody)) throw error
    throw new Refusal('invalid', 400, error.wording, () => ({ error: error.problems }))
  }
}
