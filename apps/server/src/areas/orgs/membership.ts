// The older views of memberships: of one organisation and one role, both given by the path.
import { member, type OrgRole, org } from '@drawbridge/model'
import { computed, type Fields, label } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import { keyFrom, loadRows, showRows } from '../../engine/read.ts'
import { answerList, selectedForDeletion } from '../../engine/routes.ts'
import { type Served, servedAt } from '../../engine/serve.ts'
import { untyped, visibleRows } from '../../engine/visible.ts'
import { changeRows, createRows, deleteRows } from '../../engine/write.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, created, gone, ok, type Route } from '../../platform/http/route.ts'
import { members } from './member.ts'
import { orgs } from './org.ts'

const views = [
  ['admins', 'Admin', '组织管理员', 'organization administrators'],
  ['users', 'User', '组织用户', 'organization users'],
] as const

const fields = {
  id: member.fields.id,
  organization: computed<string>('field', label('组织', 'Organization')),
  user: member.fields.user,
  role: { ...member.fields.role, readOnly: true },
} satisfies Fields

const area = 'orgs'

export const membershipRoutes: Route[] = views.flatMap(([name, role, zh, en]): Route[] => {
  const list = `/api/v1/${org.path}/:org_id/membership/${name}/`
  const one = `${list}:user_id/`
  const say = (verbZh: string, verbEn: string) => label(`${verbZh}${zh}`, `${verbEn} ${en}`)
  const route = (
    method: Route['method'],
    path: string,
    doc: Omit<Route['doc'], 'area'>,
    run: (call: Call, view: Served, orgId: string) => Promise<Answer>,
  ): Route => ({
    method,
    path,
    access: method === 'GET' ? member.may.read : member.may.write!,
    doc: { area, ...doc },
    run: async (call) => {
      const orgId = await existing(call.params.org_id!, call.ctx)
      return run(call, viewOf(orgId, role), orgId)
    },
  })
  return [
    route('GET', list, { summary: say('列出', 'List'), gives: fields, page: true }, (call, view) =>
      answerList(view, call),
    ),
    route(
      'POST',
      list,
      { summary: say('添加', 'Add'), takes: fields, gives: fields, many: true },
      async ({ ctx, body }, view, orgId) => {
        const many = Array.isArray(body)
        const bodies = (many ? body : [body]).map((item) => ({ user: userIn(item), org: orgId, role }))
        const shown = await showRows(view, await createRows(members, bodies, ctx, { many }), ctx)
        return created(many ? shown : shown[0])
      },
    ),
    route('DELETE', list, { summary: say('批量移除', 'Remove many of') }, async ({ ctx, query }, view) => {
      const ids = await selectedForDeletion(view, query, ctx)
      if (!ids) return { status: 400 }
      await deleteRows(members, ids, ctx)
      return gone
    }),
    route('GET', one, { summary: say('查看', 'Read'), gives: fields }, async ({ ctx, params }, view) =>
      shownOne(view, await rowOf(view, params.user_id!, ctx), ctx),
    ),
    ...(['PUT', 'PATCH'] as const).map((method) =>
      route(
        method,
        one,
        { summary: say('更换', 'Replace'), takes: fields, gives: fields, partial: method === 'PATCH' },
        async ({ ctx, params, body }, view) => {
          const id = await rowOf(view, params.user_id!, ctx)
          const change = { id, body: { user: userIn(body) } }
          await changeRows(members, [change], ctx, { mode: 'patch', many: false })
          return shownOne(view, id, ctx)
        },
      ),
    ),
    route('DELETE', one, { summary: say('移除', 'Remove') }, async ({ ctx, params }, view) => {
      await deleteRows(members, [await rowOf(view, params.user_id!, ctx)], ctx)
      return gone
    }),
  ]
})

const viewOf = (orgId: string, role: OrgRole): Served => ({
  resource: { ...member, fields },
  behaviour: {
    ...members.behaviour,
    visible: (rows, ctx) => members.behaviour.visible!(rows, ctx).where('t.org', '=', orgId).where('t.role', '=', role),
    compute: { organization: (row) => row.org },
    // The path restricts it already: any further filter will do.
    deletesMany: undefined,
  },
})

const existing = async (given: string, ctx: Ctx): Promise<string> => {
  const id = keyFrom(orgs, given) as string
  if ((await loadRows(orgs, [id], ctx)).length === 0) throw absent(org.label)
  return id
}

const rowOf = async (view: Served, user: string, ctx: Ctx): Promise<string> => {
  const rows = visibleRows(view, ctx, untyped(ctx)).select('t.id')
  const row = await rows.where('t.user', '=', keyFrom(servedAt('users/users'), user)).executeTakeFirst()
  if (!row) throw absent(member.label)
  return (row as { id: string }).id
}

const userIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'user' in body ? body.user : undefined

const shownOne = async (view: Served, id: string, ctx: Ctx): Promise<Answer> => ok((await showRows(view, [id], ctx))[0])
