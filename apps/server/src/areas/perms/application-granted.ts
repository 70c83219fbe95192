// Which applications people and groups are granted: asked anew each time.
import { application, applicationPermission, group, systemUser, user } from '@drawbridge/model'
import { type Access, type AnyResource, type Fields, type Label, label, readGuid } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import { describeList } from '../../engine/options.ts'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { answerList } from '../../engine/routes.ts'
import { type Served, servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Call, ok, type Route } from '../../platform/http/route.ts'
import { isGrantedSql, waysToApplication } from '../../rights/applications.ts'
import { type Scope, type Subject, scopeOf } from '../../rights/rules.ts'
import { applicationTree } from './application-tree.ts'

const area = 'perms'

/** For whom is asked, and from where they are looked at. */
interface Question {
  readonly subject: Subject
  readonly ctx: Ctx
}

interface Kind {
  readonly path: string
  readonly access: Access
  readonly whose: Label
  question(call: Call): Promise<Question>
}

const mine: Kind = {
  path: '/api/v1/perms/users/',
  access: ['user'],
  whose: label('我', 'me'),
  question: async ({ ctx }) => ({ subject: { user: ctx.me.id }, ctx: ctx.everywhere() }),
}

const ofUser: Kind = {
  path: '/api/v1/perms/users/:id/',
  access: ['orgAdmin', 'app'],
  whose: label('用户', 'a user'),
  question: async ({ ctx, params }) => ({ subject: { user: await there(user, params.id!, ctx) }, ctx }),
}

const ofGroup: Kind = {
  path: '/api/v1/perms/user-groups/:id/',
  access: ['orgAdmin', 'app'],
  whose: label('用户组', 'a user group'),
  question: async ({ ctx, params }) => ({ subject: { group: await there(group, params.id!, ctx) }, ctx }),
}

const there = async (resource: AnyResource, id: string, ctx: Ctx): Promise<string> => {
  const one = servedAt(resource.path)
  const key = keyFrom(one, id)
  if ((await loadRows(one, [key], ctx)).length === 0) throw absent(resource.label)
  return String(key)
}

const { id, name, domain, category, category_display, type, type_display, attrs, comment, org_id, org_name } =
  application.fields

const rowFields: Fields = {
  id: { ...id, filter: true },
  name,
  domain,
  category,
  category_display,
  type,
  type_display,
  attrs,
  comment: { ...comment, filter: true, search: true },
  org_id,
  org_name,
}

/** Applications as those see them who may use them. */
const granted = ({ subject, ctx }: Question, access: Access): Served => ({
  resource: { ...application, fields: rowFields, may: { read: access } },
  behaviour: {
    ...servedAt(application.path).behaviour,
    visible: (rows) => rows.where(isGrantedSql(subject, scopeOf(ctx))),
  },
})

const list = (kind: Kind): Route[] => {
  const path = `${kind.path}applications/`
  const { access, whose } = kind
  return [
    {
      method: 'GET',
      path,
      access,
      doc: {
        area,
        summary: label(`列出授权给${whose.zh}的应用`, `List the applications granted to ${whose.en}`),
        gives: rowFields,
        page: true,
      },
      run: async (call) => {
        const question = await kind.question(call)
        return answerList(granted(question, access), { ...call, ctx: question.ctx })
      },
    },
    {
      method: 'OPTIONS',
      path,
      access,
      doc: {
        area,
        summary: label(`描述授权给${whose.zh}的应用`, `Describe the applications granted to ${whose.en}`),
      },
      run: async (call) => {
        const question = await kind.question(call)
        return ok(describeList(granted(question, access), call.ctx, { query: call.query }))
      },
    },
  ]
}

const tree = (kind: Kind): Route => ({
  method: 'GET',
  path: `${kind.path}applications/tree/`,
  access: kind.access,
  doc: {
    area,
    summary: label(`授权给${kind.whose.zh}的应用树`, `The tree of the applications granted to ${kind.whose.en}`),
  },
  run: async (call) => {
    const question = await kind.question(call)
    return ok(await applicationTree(granted(question, kind.access), call.query, question.ctx))
  },
})

const wayFields: Fields = (({ id, name, username, priority, protocol, login_mode }) => ({
  id,
  name,
  username,
  priority,
  protocol,
  login_mode,
}))(systemUser.fields)

const ways = (kind: Kind): Route => ({
  method: 'GET',
  path: `${kind.path}applications/:application/system-users/`,
  access: kind.access,
  doc: {
    area,
    summary: label(
      `授权给${kind.whose.zh}的应用的系统用户`,
      `System users of an application granted to ${kind.whose.en}`,
    ),
    gives: wayFields,
  },
  run: async (call) => {
    const { subject, ctx } = await kind.question(call)
    const one = servedAt(application.path)
    const key = String(keyFrom(one, call.params.application!))
    const found = await waysToApplication(subject, key, scopeOf(ctx), ctx.db)
    // To whom it is not granted it is not there; who administers it sees that nothing is granted.
    if (found.length === 0 && (kind === mine || (await loadRows(one, [key], ctx)).length === 0))
      throw absent(application.label)
    return ok(found)
  },
})

/** Asked by the gateway before it connects. Who administers one organisation is told of that one only. */
const validate: Route = {
  method: 'GET',
  path: `/api/v1/${applicationPermission.path}/user/validate/`,
  access: ['orgAdmin', 'app'],
  doc: {
    area,
    summary: label('检查用户的应用授权', 'Check whether an application is granted to a user'),
    query: {
      user_id: idOf(user),
      application_id: idOf(application),
      system_user_id: idOf(systemUser),
    },
  },
  run: async ({ ctx, query }) => {
    const [person, app, account] = [query.user_id, query.application_id, query.system_user_id].map(readGuid)
    const scope: Scope = ctx.me.role === 'App' || ctx.me.role === 'Admin' ? { now: ctx.reader.now } : scopeOf(ctx)
    const found = person && app ? await waysToApplication({ user: person }, app, scope, ctx.db) : []
    const may = found.some((way) => way.id === account)
    return { status: may ? 200 : 403, body: { msg: may } }
  },
}

function idOf({ fields, label }: AnyResource): Fields[string] {
  return { ...fields.id, label }
}

export const grantedApplicationRoutes: Route[] = [
  ...[mine, ofUser].flatMap((kind) => [...list(kind), tree(kind), ways(kind)]),
  ...list(ofGroup),
  validate,
]
