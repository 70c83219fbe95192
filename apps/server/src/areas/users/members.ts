// Members of an organisation: found, invited, removed.
import { type OrgRole, orgRoles, user } from '@drawbridge/model'
import { choice, type Fields, label, parseDraft, ref } from '@drawbridge/resource'
import { absent, forbidden, InvalidBody, refusal } from '@drawbridge/wire'
import { danglingRefs } from '../../engine/links.ts'
import { type Member, setRoles } from '../../engine/membership.ts'
import { keyFrom, listPage, loadRows } from '../../engine/read.ts'
import { selectedForDeletion } from '../../engine/routes.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, created, gone, ok, type Route } from '../../platform/http/route.ts'
import { mayDelete } from './standing.ts'
import { users } from './user.ts'

const LIST = '/api/v1/users/users/'
const area = 'users'
const access = ['orgAdmin'] as const

const invitation = {
  user: ref('users/users', label('用户', 'User'), { required: true, anywhere: true }),
  role: choice(label('角色', 'Role'), orgRoles, { default: 'User' }),
} satisfies Fields

const { id, name, username } = user.fields
const brief = { id, name, username }

export const memberRoutes: Route[] = [
  {
    method: 'GET',
    path: `${LIST}suggestion/`,
    access,
    doc: { area, summary: label('查找可邀请的用户', 'Find users to invite'), gives: brief },
    run: (call) => suggest(call),
  },
  {
    method: 'POST',
    path: `${LIST}invite/`,
    access,
    doc: {
      area,
      summary: label('邀请用户加入当前组织', 'Invite users into the current organization'),
      takes: invitation,
      gives: invitation,
      many: true,
      status: 201,
    },
    run: (call) => invite(call),
  },
  {
    method: 'POST',
    path: `${LIST}remove/`,
    access,
    doc: {
      area,
      summary: label('将所选用户移出当前组织', 'Remove the selected users from the current organization'),
      query: user.filters,
      status: 204,
    },
    run: async ({ ctx, query }) => {
      const ids = await selectedForDeletion(users, query, ctx)
      return ids ? remove(ids, ctx) : { status: 400 }
    },
  },
  {
    method: 'POST',
    path: `${LIST}:id/remove/`,
    access,
    doc: { area, summary: label('将用户移出当前组织', 'Remove a user from the current organization'), status: 204 },
    run: ({ ctx, params }) => remove([keyFrom(users, params.id!)], ctx),
  },
]

const SUGGESTED = 3

const suggest = async ({ ctx, query }: Call): Promise<Answer> => {
  const { fields: _only, 'fields!': _not, org_role: _role, all: _all, ...rest } = query
  const page = { limit: SUGGESTED, offset: 0 }
  const { rows } = await listPage(users, { ...rest, fields_size: 'mini' }, page, ctx.everywhere())
  return ok(rows)
}

const noOrg = refusal('invalid_org', 400, { zh: '不是有效的组织', en: 'Not a valid org' }, 'error')

const invite = async ({ ctx, body }: Call): Promise<Answer> => {
  if (ctx.org.isRoot) throw noOrg()
  const invited = await invitations(body, ctx)
  await ctx.atomically(async (ctx) => {
    const ids = [...new Set(invited.map((one) => one.user))]
    const people = (await loadRows(users, ids, ctx.everywhere(), { lock: true })) as Member[]
    const wishes = people.map((member) => ({
      member,
      roles: invited.filter((one) => one.user === member.id).map(({ role }) => role),
    }))
    // Whoever is a member already keeps the roles they have.
    await setRoles(ctx, ctx.org.id, wishes, { adding: true })
  })
  return created(Array.isArray(body) ? invited : invited[0])
}

interface Invitation {
  readonly user: string
  readonly role: OrgRole
}

const invitations = async (body: unknown, ctx: Ctx): Promise<Invitation[]> => {
  const many = Array.isArray(body)
  const parsed = (many ? body : [body]).map((item) => parseDraft(invitation, item, 'create', ctx.reader))
  const drafts = parsed.map((item) => (item.problems ? undefined : item.draft))
  const unknown = await danglingRefs(invitation, drafts, ctx)
  const problems = parsed.map((item, i) => item.problems ?? unknown[i])
  if (problems.some(Boolean)) throw new InvalidBody(many ? problems.map((problem) => problem ?? {}) : problems[0])
  return drafts as unknown as Invitation[]
}

const remove = async (ids: readonly (string | number)[], ctx: Ctx): Promise<Answer> => {
  await ctx.atomically(async (ctx) => {
    const people = await loadRows(users, ids, ctx, { lock: true })
    if (people.length < new Set(ids).size) throw absent(user.label)
    if (ctx.org.isRoot) return
    if (!people.every((person) => mayDelete(person as never, ctx))) throw forbidden()
    await setRoles(
      ctx,
      ctx.org.id,
      people.map((member) => ({ member: member as Member, roles: [] })),
    )
  })
  return gone
}
