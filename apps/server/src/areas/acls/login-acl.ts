// From where people may log in: asked at every way in. The first active rule of a person counts, and no other.
import { loginAcl, user } from '@drawbridge/model'
import { label, type Row, readGuid, words } from '@drawbridge/resource'
import { forbidden } from '@drawbridge/wire'
import { sql } from 'kysely'
import { isMemberSql } from '../../engine/membership.ts'
import { loadRows } from '../../engine/read.ts'
import { answerDescribe, answerList, answerRead } from '../../engine/routes.ts'
import { serve, servedAt } from '../../engine/serve.ts'
import { loginRules } from '../../platform/auth/login-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Call, Route } from '../../platform/http/route.ts'
import { isAmong, isBackwards } from '../../rights/addresses.ts'

const LIST = `/api/v1/${loginAcl.path}/`
const area = 'acls'

/** Whose rules are meant must be said, and it must be somebody who is here. */
const readings: Route[] = [
  {
    method: 'GET',
    path: LIST,
    access: loginAcl.may.read,
    licensed: loginAcl.licensed,
    doc: {
      area,
      summary: label('列出用户的登录规则', 'List the login rules of a user'),
      gives: loginAcl.fields,
      page: true,
      query: { user: loginAcl.fields.user },
    },
    run: async (call) => {
      await personAsked(call)
      return answerList(loginAcls, call)
    },
  },
  {
    method: 'GET',
    path: `${LIST}:id/`,
    access: loginAcl.may.read,
    licensed: loginAcl.licensed,
    doc: {
      area,
      summary: label('查看用户登录规则', 'Read user login rule'),
      gives: loginAcl.fields,
      query: { user: loginAcl.fields.user },
    },
    run: async (call) => {
      const person = await personAsked(call)
      return answerRead({ ...loginAcls, behaviour: { visible: (rows) => rows.where('t.user', '=', person) } }, call)
    },
  },
  {
    method: 'OPTIONS',
    path: `${LIST}:id/`,
    access: loginAcl.may.read,
    licensed: loginAcl.licensed,
    doc: { area, summary: label('描述用户登录规则', 'Describe user login rule') },
    run: (call) => answerDescribe(loginAcls, call),
  },
]

serve(loginAcl, {
  visible: (rows, { org }) => (org.isRoot ? rows : rows.where(isMemberSql(sql`t."user"`, sql`${org.id}`))),
  check: async (draft, { ctx, row }) => {
    for (const person of [draft.user, row?.user]) if (person) await refuseUntouchable([person], ctx)
    const { lang } = ctx.reader
    if (draft.ip_group?.length === 0) return { ip_group: [words.emptyList[lang]] }
    const backwards = draft.ip_group?.find(isBackwards)
    return backwards === undefined ? undefined : { ip_group: [reversed(backwards)[lang]] }
  },
  deleting: (rows, ctx) =>
    refuseUntouchable(
      rows.map((row) => row.user),
      ctx,
    ),
  deletesMany: 'named',
  without: ['list', 'read'],
  routes: readings,
})

const loginAcls = servedAt(loginAcl.path)

const reversed = (range: string) =>
  label(`IP 地址无效：${range}，起始地址大于结束地址`, `IP address invalid: ${range} begins after its end`)

loginRules.add({
  facts: `(
    select jsonb_build_object('action', a.action, 'ip_group', a.ip_group) from acls_login_acls a
    where a."user" = u.id and a.is_active order by a.priority desc, a.date_updated desc, a.name limit 1
  )`,
  admits: (rule: Pick<Row<typeof loginAcl>, 'action' | 'ip_group'> | null, { address }) =>
    !rule || isAmong(address, rule.ip_group) === (rule.action === 'allow'),
})

const personAsked = async ({ ctx, query }: Call): Promise<string> => {
  const person = readGuid(query.user)
  if (!person || (await loadRows(servedAt(user.path), [person], ctx)).length === 0) throw forbidden()
  return person
}

/** A rule can shut somebody out everywhere: it is for those who may change that account. */
const refuseUntouchable = async (ids: readonly string[], ctx: Ctx): Promise<void> => {
  const people = servedAt(user.path)
  const { mayTouch } = people.behaviour
  for (const person of await loadRows(people, ids, ctx))
    if (mayTouch && !mayTouch(person as never, 'update', ctx)) throw forbidden()
}
