// Which commands may be typed. The rules of a filter live below it, and nowhere else.
import { cmdFilter, cmdFilterRule, systemUser } from '@drawbridge/model'
import { type Fields, label, type Problems } from '@drawbridge/resource'
import { patternFault } from '@drawbridge/terminal'
import { absent } from '@drawbridge/wire'
import { sql } from 'kysely'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { answerList, routesOf } from '../../engine/routes.ts'
import { type Behaviour, type Served, serve, servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Route } from '../../platform/http/route.ts'

type Rule = typeof cmdFilterRule

const filters = serve(cmdFilter)

/** Said where the rule is written: the gateway would leave it out, and nobody would be protected by it. */
const faults = {
  broken: (line: string) =>
    label(`正则表达式不合法: ${line.slice(0, 100)}`, `Not a valid regular expression: ${line.slice(0, 100)}`),
  unsafe: (line: string) =>
    label(
      `网关不支持环视、反向引用和超过 1000 次的重复: ${line.slice(0, 100)}`,
      `The gateway does not run lookaround, back-references or more than 1000 repetitions: ${line.slice(0, 100)}`,
    ),
}
const noCommand = label('请至少填写一个命令', 'At least one command is required')

const behaviour: Behaviour<Rule> = {
  check: (draft, { ctx, row }): Problems | undefined => {
    const { lang } = ctx.reader
    const content = draft.content ?? row?.content
    if (draft.content !== undefined) draft.content = linesOf(draft.content).join('\n')
    if (draft.content === '') return { content: [noCommand[lang]] }
    if ((draft.type ?? row?.type) !== 'regex' || (draft.content === undefined && draft.type === undefined))
      return undefined
    for (const line of linesOf(content ?? '')) {
      const fault = patternFault(line)
      if (fault) return { content: [faults[fault](line)[lang]] }
    }
    return undefined
  },
}

serve(cmdFilterRule, behaviour)

const linesOf = (content: string): string[] =>
  content
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The resource with the verbs and rights of its filter. The address says which filter is meant, whatever a body says. */
const open = {
  ...cmdFilterRule,
  may: cmdFilter.may,
  verbs: cmdFilter.verbs,
  fields: { ...cmdFilterRule.fields, filter: { ...cmdFilterRule.fields.filter, required: false } },
}

const rulesOf = (filter: string): Served => ({
  resource: open,
  behaviour: {
    ...behaviour,
    visible: (rows, { org }) => {
      const below = rows.where('t.filter', '=', filter)
      return org.isRoot ? below : below.where('t.org_id', '=', org.id)
    },
    check: (draft, at) => {
      draft.filter = filter
      return behaviour.check!(draft as never, at as never)
    },
  } as Behaviour<Rule>,
})

const BELOW = `${cmdFilter.path}/:filter_id/rules`

/** Several rules can be made at once, but not changed or deleted at once. */
const isBulk = ({ method, path }: Route): boolean =>
  path === `/api/v1/${BELOW}/` && (method === 'PUT' || method === 'PATCH' || method === 'DELETE')

const ruleRoutes = routesOf({ resource: { ...open, path: BELOW }, behaviour: {} }).map(
  (route, i): Route => ({
    ...route,
    run: async (call) => {
      const filter = await existing(call.params.filter_id!, call.ctx)
      return routesOf(rulesOf(filter))[i]!.run(call)
    },
  }),
)

const existing = async (given: string, ctx: Ctx): Promise<string> => {
  const id = keyFrom(filters, given) as string
  if ((await loadRows(filters, [id], ctx)).length === 0) throw absent(cmdFilter.label)
  return id
}

export const cmdFilterRoutes: Route[] = [
  ...ruleRoutes.filter((route) => !isBulk(route)),
  {
    method: 'GET',
    path: `/api/v1/${systemUser.path}/:id/cmd-filter-rules/`,
    access: ['orgAdmin', 'app'],
    doc: {
      area: 'assets',
      summary: label('列出系统用户的命令过滤规则', 'List the command filter rules of a system user'),
      gives: cmdFilterRule.fields as Fields,
      page: true,
    },
    run: async (call) => {
      const users = servedAt(systemUser.path)
      const id = keyFrom(users, call.params.id!) as string
      if ((await loadRows(users, [id], call.ctx)).length === 0) throw absent(systemUser.label)
      return answerList(rulesFor(id), call)
    },
  },
]

/** What a session must obey: the rules of the filters in force, the strongest first. */
const rulesFor = (user: string): Served => ({
  resource: open,
  behaviour: {
    visible: (rows) =>
      rows.where(sql<boolean>`exists (
        select from assets_cmd_filters_system_users_relations l join assets_cmd_filters f on f.id = l.cmdfilter
        where l.systemuser = ${user} and f.id = t.filter and f.is_active
      )`),
  } as Behaviour<Rule>,
})
