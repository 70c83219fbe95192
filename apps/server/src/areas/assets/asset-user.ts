// Accounts of assets from every source as one list; what is written goes into the book.
import { assetUser } from '@drawbridge/model'
import { choice, type Fields, label } from '@drawbridge/resource'
import { startJob } from '../../engine/jobs.ts'
import { describeDetail, describeList } from '../../engine/options.ts'
import { type Answer, type Call, created, gone, type Method, ok, type Route } from '../../platform/http/route.ts'
import { countAccounts } from './asset-user-list.ts'
import { wantedIn } from './asset-user-query.ts'
import { existing, type Face, findOne, listAccounts, plain, present, revealing } from './asset-user-show.ts'
import { add, preview, remove, updateMany, updateOne } from './asset-user-write.ts'
import { readForm } from './form.ts'
import { taskFields } from './tasks.ts'
import { requireFreshMfa } from './view-guard.ts'

const area = 'assets'
const { fields, filters, may } = assetUser

const routesFor = (face: Face): Route[] => {
  const { path, label: of, served } = face
  const say = (zh: string, en: string) => label(`${zh}${of.zh}`, `${en} ${of.en.toLowerCase()}`)
  const gives = served.resource.fields as Fields
  const route = (
    method: Method,
    at: string,
    doc: Omit<Route['doc'], 'area'>,
    run: (call: Call) => Promise<Answer>,
  ): Route => ({
    method,
    path: `${path}${at}`,
    access: method === 'GET' || method === 'OPTIONS' ? may.read : may.write!,
    doc: { area, ...doc },
    run: async (call) => {
      if (face.secrets && method !== 'OPTIONS') requireFreshMfa(call.ctx)
      return run(call)
    },
  })
  return [
    route('GET', '', { summary: say('列出', 'List'), gives, page: true, query: filters }, (call) =>
      listAccounts(face, call),
    ),
    route('POST', '', { summary: say('创建', 'Create'), takes: fields, gives: fields, many: true, status: 201 }, add),
    route('POST', 'render-to-json/', { summary: say('预览导入的', 'Preview an import of') }, preview),
    route('OPTIONS', '', { summary: say('描述', 'Describe') }, async ({ ctx }) => ok(describeList(served, ctx))),
    route('GET', ':id/', { summary: say('查看', 'Read'), gives }, async ({ ctx, params, query }) => {
      const found = await existing(params.id!, ctx, face.secrets)
      return ok((await present(face, [found], query, ctx))[0])
    }),
    route('OPTIONS', ':id/', { summary: say('描述', 'Describe') }, async ({ ctx, params }) =>
      ok(describeDetail(served, (await findOne(params.id!, ctx)) !== undefined, ctx)),
    ),
  ]
}

const action = choice(label('动作', 'Action'), [['test', label('测试可连接性', 'Test the connectivity')]], {
  required: true,
})

export const assetUserRoutes: Route[] = [
  ...routesFor(plain),
  ...routesFor(revealing),
  ...(['PUT', 'PATCH'] as const).flatMap((method): Route[] => [
    {
      method,
      path: `${plain.path}:id/`,
      access: may.write!,
      doc: {
        area,
        summary: label('更新资产用户（生成新版本）', 'Update an asset user: stores a new version'),
        takes: fields,
        gives: fields,
        partial: true,
      },
      run: (call) => updateOne(call, method),
    },
    {
      method,
      path: plain.path,
      access: may.write!,
      doc: {
        area,
        summary: label('批量更新资产用户（生成新版本）', 'Update many asset users: stores new versions'),
        takes: fields,
        gives: fields,
        many: true,
        partial: true,
      },
      run: (call) => updateMany(call, method),
    },
  ]),
  {
    method: 'DELETE',
    path: `${plain.path}:id/`,
    access: may.write!,
    doc: { area, summary: label('删除资产用户', 'Delete an asset user') },
    run: ({ ctx, params }) =>
      ctx.atomically(async (ctx) => {
        await remove(await existing(params.id!, ctx), ctx)
        return gone
      }),
  },
  {
    method: 'DELETE',
    path: plain.path,
    access: may.write!,
    doc: { area, summary: label('批量删除资产用户（不支持）', 'Delete many asset users: not supported') },
    run: async () => ({ status: 400 }),
  },
  {
    method: 'POST',
    path: `${plain.path}tasks/`,
    access: may.write!,
    doc: {
      area,
      summary: label('测试所选的资产用户', 'Test the selected asset users'),
      takes: { action },
      gives: taskFields,
      query: filters,
      status: 201,
    },
    run: (call) => startTest(call),
  },
]

const startTest = async ({ ctx, query, body }: Call): Promise<Answer> => {
  const wanted = await wantedIn(query, ctx)
  await readForm({ action }, body, ctx)
  const amount = wanted ? await countAccounts(wanted, ctx) : 0
  const known = Object.keys(filters).filter((name) => query[name])
  const task = await startJob(ctx, {
    kind: 'assets.asset-user.test',
    name: label('测试资产用户可连接性', 'Test the connectivity of asset users'),
    asked: label(
      `测试 ${amount} 个资产用户的可连接性`,
      `Test whether ${amount} asset ${amount === 1 ? 'user' : 'users'} can log in`,
    ),
    subject: { filters: Object.fromEntries(known.map((name) => [name, query[name]])) },
  })
  return created({ task })
}
