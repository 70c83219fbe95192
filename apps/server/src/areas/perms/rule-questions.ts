// Why, who, and what if: asked alike about rules of both kinds.
import { user as userResource } from '@drawbridge/model'
import { type AnyResource, type Fields, isGuid, type Label, label, parseDraft } from '@drawbridge/resource'
import { absent, forbidden, InvalidBody, type Preview, type Visitor } from '@drawbridge/wire'
import { danglingRefs } from '../../engine/links.ts'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { neighbours } from '../../engine/routes.ts'
import { type Served, servedAt } from '../../engine/serve.ts'
import { pageOf } from '../../engine/sheets.ts'
import { visibleRows } from '../../engine/visible.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { type Call, ok, type Route } from '../../platform/http/route.ts'
import type { Named } from '../../rights/changes.ts'
import type { Answer } from '../../rights/reasons.ts'
import type { Slice } from '../../rights/visitors.ts'

export interface Questions {
  readonly rules: Served
  /** What the rules give, and how a query names one. */
  readonly target: AnyResource
  readonly key: string
  why(user: string, target: string, now: Date, db: Db): Promise<Answer>
  /** The system users somebody has there. */
  ways(user: string, target: string, now: Date, db: Db): Promise<readonly object[]>
  visitors(target: string, now: Date, slice: Slice, db: Db): Promise<{ count: number; visitors: Visitor[] }>
  /** The fields that decide what a rule gives. */
  readonly sketched: Fields
  /** Of a rule that is active, in its time and has a system user: whether it would grant anything. */
  allows(draft: Record<string, any>): boolean
  preview(draft: Record<string, any>, named: Named, rule: string | undefined, now: Date, db: Db): Promise<Preview>
}

const area = 'perms'
const MOST_VISITORS = 100

export const questionRoutes = (about: Questions): Route[] => {
  const { rules, target, key, sketched } = about
  const path = `/api/v1/${rules.resource.path}/`
  const { zh, en } = target.label
  const it = en.toLowerCase()
  const unnamed = label(`请选择用户和${zh}`, `Please choose a user and an ${it}`)
  const query = { [key]: { ...target.fields.id!, label: target.label } }
  const get = (name: string, summary: Label, taken: Fields, run: Route['run']): Route => ({
    method: 'GET',
    path: `${path}${name}`,
    access: ['orgAdmin'],
    doc: { area, summary, query: taken },
    run,
  })
  return [
    get(
      'why/',
      label(`为什么用户能（不能）访问${zh}`, `Why a user can or cannot reach an ${it}`),
      { user_id: { ...userResource.fields.id, label: userResource.label }, ...query },
      async ({ ctx, query }) => {
        const { lang, now } = ctx.reader
        const user = await pick(userResource, query.user_id, ctx)
        const reached = await pick(target, query[key], ctx)
        if (!user || !reached) throw new InvalidBody({ detail: [unnamed[lang]] })
        const { granted, obstacles, reasons } = await about.why(user, reached, now, ctx.db)
        return ok({
          granted,
          obstacles: obstacles.map((one) => one[lang]),
          reasons: reasons.map(({ words, ...reason }) => ({ ...reason, text: words[lang] })),
          system_users: granted ? await about.ways(user, reached, now, ctx.db) : [],
        })
      },
    ),
    get('visitors/', label(`谁能访问${zh}`, `Who can reach an ${it}`), query, async ({ ctx, query, request }) => {
      const reached = await pick(target, query[key], ctx)
      if (!reached) throw new InvalidBody({ [key]: [label(`请选择${zh}`, `Please choose an ${it}`)[ctx.reader.lang]] })
      const { limit, offset } = pageOf(query) ?? { limit: MOST_VISITORS, offset: 0 }
      const page = { limit: Math.min(limit, MOST_VISITORS), offset }
      const search = query.search?.trim()
      const { count, visitors } = await about.visitors(reached, ctx.reader.now, { ...page, search }, ctx.db)
      return ok({ count, ...neighbours(request, page, count), results: visitors })
    }),
    {
      method: 'POST',
      path: `${path}preview/`,
      access: ['orgAdmin'],
      doc: {
        area,
        summary: label('预览规则的影响', 'What a rule would change'),
        takes: sketched,
        query: { id: { ...rules.resource.fields.id!, label: label('已保存的规则', 'Saved rule') } },
      },
      run: (call) => previewed(about, call),
    },
  ]
}

const previewed = async (about: Questions, { ctx, query, body }: Call) => {
  const { rules, sketched } = about
  const [rule] = query.id ? await loadRows(rules, [keyFrom(rules, query.id)], ctx) : []
  if (query.id && !rule) throw absent(rules.resource.label)
  if (!rule && ctx.org.isRoot) throw forbidden()
  const parsed = parseDraft(sketched, body ?? {}, rule ? 'patch' : 'create', ctx.reader)
  if (parsed.problems) throw new InvalidBody(parsed.problems)
  const [dangling] = await danglingRefs(sketched, [parsed.draft], ctx, [rule?.org_id])
  if (dangling) throw new InvalidBody(dangling)
  const draft: Record<string, any> = { ...(rule ?? {}), ...parsed.draft }
  const { now } = ctx.reader
  const named: Named = {
    org: rule?.org_id ?? ctx.org.id,
    users: draft.users ?? [],
    user_groups: draft.user_groups ?? [],
    works:
      draft.is_active &&
      (draft.system_users ?? []).length > 0 &&
      draft.date_start <= now &&
      draft.date_expired > now &&
      about.allows(draft),
  }
  return ok(await about.preview(draft, named, rule?.id, now, ctx.db))
}

/** An id in a query, of a row that is there for the caller; undefined where it is malformed. */
export const pick = async (resource: AnyResource, id: string | undefined, ctx: Ctx): Promise<string | undefined> => {
  if (!isGuid(id)) return undefined
  const found = await visibleRows(servedAt(resource.path), ctx).select('t.id').where('t.id', '=', id).executeTakeFirst()
  if (!found) throw absent(resource.label)
  return id
}
