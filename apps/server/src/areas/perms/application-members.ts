// Everything a permission names, through groups too: short rows for the pages of a permission.
import { application, applicationPermission, user } from '@drawbridge/model'
import { type AnyResource, computed, displayChoice, label } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import { describeList } from '../../engine/options.ts'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { answerList } from '../../engine/routes.ts'
import { type Behaviour, type Served, servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { applicationPermissions } from './application-permission.ts'

interface View {
  readonly path: string
  readonly of: AnyResource
  readonly summary: ReturnType<typeof label>
  /** Name of the column with the id; beside it stands how the row is called. */
  readonly end: 'application' | 'user'
  readonly search: readonly string[]
  readonly called: (row: Record<string, any>, ctx: Ctx) => string
  readonly isIn: (permission: string) => RawBuilder<boolean>
}

const views: View[] = [
  {
    path: 'applications/all/',
    of: application,
    summary: label('列出授权的全部应用', 'List all applications of a permission'),
    end: 'application',
    search: ['name'],
    called: ({ name, type, category }, { reader: { lang } }) => {
      const { fields } = application
      return `${name}(${displayChoice(fields.type, type, lang)})[${displayChoice(fields.category, category, lang)}]`
    },
    isIn: (permission) => sql<boolean>`exists (
      select from perms_application_permissions_applications_relations l
      where l.applicationpermission = ${permission}::uuid and l.application = t.id
    )`,
  },
  {
    path: 'users/all/',
    of: user,
    summary: label('列出授权的全部用户', 'List all users of a permission'),
    end: 'user',
    search: ['name', 'username'],
    called: ({ name, username }) => `${name}(${username})`,
    isIn: (permission) => sql<boolean>`t.id in (
      select l."user" from perms_application_permissions_users_relations l
      where l.applicationpermission = ${permission}::uuid
      union
      select m."user" from perms_application_permissions_user_groups_relations g
      join users_users_groups_relations m on m.usergroup = g.usergroup
      where g.applicationpermission = ${permission}::uuid
    )`,
  },
]

const access = applicationPermission.may.read
const area = 'perms'

export const applicationMemberRoutes: Route[] = views.flatMap((view): Route[] => {
  const path = `/api/v1/${applicationPermission.path}/:id/${view.path}`
  const { resource } = served(view)
  const gives = {
    [view.end]: resource.fields[view.end],
    [`${view.end}_display`]: resource.fields[`${view.end}_display`],
  }
  return [
    {
      method: 'GET',
      path,
      access,
      doc: { area, summary: view.summary, gives, page: true },
      run: async (call) => {
        const { ctx, params } = call
        const id = keyFrom(applicationPermissions, params.id!)
        if ((await loadRows(applicationPermissions, [id], ctx)).length === 0) throw absent(applicationPermission.label)
        return answerList(served(view, view.isIn(String(id))), call)
      },
    },
    {
      method: 'OPTIONS',
      path,
      access,
      doc: { area, summary: label(`描述：${view.summary.zh}`, `Describe: ${view.summary.en}`) },
      run: async ({ ctx, query }) => ok(describeList(served(view), ctx, { query })),
    },
  ]
})

/** The rows of another resource, shown as their id and how they are called; found by their names all the same. */
function served({ of, end, search, called }: View, isIn: RawBuilder<boolean> = sql<boolean>`false`): Served {
  const shown = {
    [end]: computed<string>('string', of.label),
    [`${end}_display`]: computed<string>('string', of.label),
  }
  const fields = Object.fromEntries(
    ['id', ...search].map((name) => [
      name,
      { ...of.fields[name], filter: true, search: search.includes(name) || undefined },
    ]),
  )
  const { visible } = servedAt(of.path).behaviour
  const behaviour: Behaviour<any> = {
    shape: () => shown,
    visible: (rows, ctx) => {
      const seen = visible ? visible(rows, ctx) : ctx.org.isRoot ? rows : rows.where('t.org_id', '=', ctx.org.id)
      return seen.where(isIn)
    },
    compute: { [end]: (row: Record<string, any>) => row.id, [`${end}_display`]: called },
  }
  const resource: AnyResource = {
    ...of,
    fields: { ...fields, ...shown },
    filters: {},
    may: { read: access },
    mini: undefined,
  }
  return { resource, behaviour }
}
