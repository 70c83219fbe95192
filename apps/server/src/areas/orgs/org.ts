// Organisations: counted, filled with members, and deleted only when nothing of anybody's is left in them.
import { catalogue, DEFAULT_ORG, member, org, user } from '@drawbridge/model'
import { type AnyResource, label } from '@drawbridge/resource'
import { Refusal, refusal } from '@drawbridge/wire'
import { sql } from 'kysely'
import { clearAfter, membersSql } from '../../engine/membership.ts'
import { countInOrganisation, sayFarewell, statisticsSql } from '../../engine/organisation.ts'
import { keyFrom } from '../../engine/read.ts'
import { selectedForDeletion } from '../../engine/routes.ts'
import { type Loaded, serve, servedAt } from '../../engine/serve.ts'
import { deleteRows } from '../../engine/write.ts'
import type { Ctx } from '../../platform/context.ts'
import { gone, ok, type Route } from '../../platform/http/route.ts'

const LIST = `/api/v1/${org.path}/`
const area = 'orgs'

const deletions: Route[] = [
  {
    method: 'DELETE',
    path: LIST,
    access: org.may.write!,
    doc: { area, summary: label('批量删除组织', 'Delete many of organization'), query: org.filters },
    run: async ({ ctx, query }) => {
      const ids = await selectedForDeletion(orgs, query, ctx)
      if (!ids) return { status: 400 }
      await deleteRows(orgs, ids, ctx)
      return gone
    },
  },
  {
    method: 'DELETE',
    path: `${LIST}:id/`,
    access: org.may.write!,
    doc: { area, summary: label('删除组织', 'Delete organization'), status: 200 },
    run: async ({ ctx, params }) => {
      await deleteRows(orgs, [keyFrom(orgs, params.id!)], ctx)
      return ok({ msg: true })
    },
  },
]

serve(org, {
  select: { resource_statistics: () => statisticsSql(sql`t.id`) },
  compute: {
    is_default: (row) => row.id === DEFAULT_ORG,
    is_root: () => false,
  },
  saved: async (changes, ctx) => {
    const losses = changes.flatMap(({ before, row }) => {
      const still = new Set(peopleIn(row))
      return before
        ? peopleIn(before)
            .filter((person) => !still.has(person))
            .map((person) => ({ user: person, org: row.id }))
        : []
    })
    await clearAfter(ctx, losses)
  },
  deleting: async (rows, ctx) => {
    if (rows.some(({ id }) => id === DEFAULT_ORG)) throw defaultOrg()
    const ids = rows.map(({ id }) => id)
    await sayFarewell(ids, ctx)
    await refuseWhileUsed(ids, ctx)
    if (ids.includes(ctx.org.id)) throw currentOrg()
  },
  without: ['delete'],
  routes: deletions,
})

export const orgs = servedAt(org.path)

countInOrganisation('users_amount', membersSql)

const peopleIn = ({ users, admins, auditors }: Loaded<typeof org>): string[] => [...users, ...admins, ...auditors]

const defaultOrg = refusal(
  'default_org',
  403,
  { zh: '默认组织不能删除', en: 'The default organization cannot be deleted' },
  'error',
)
const currentOrg = refusal(
  'current_org',
  403,
  { zh: '不能删除当前所在的组织', en: 'The current organization cannot be deleted' },
  'error',
)
const stillUsed = ({ label }: AnyResource): Refusal => {
  const wording = { zh: `还有${label.zh}存在，请先删除`, en: `Have \`${label.en}\` exists, Please delete` }
  return new Refusal('org_in_use', 403, wording, (lang) => ({ error: wording[lang] }))
}

/** Everything people made in an organisation; logs stay, they are read in the root organisation. */
const made = (catalogue as readonly AnyResource[]).filter(
  ({ scope, verbs }) => scope === 'organisation' && verbs.has('delete'),
)

const refuseWhileUsed = async (ids: readonly string[], { db }: Ctx): Promise<void> => {
  const traces = [
    sql`select 0 as no from ${sql.table(member.table)} where org = any(${ids}::uuid[]) and role = 'User'`,
    ...made.map(
      ({ table }, i) => sql`select ${i + 1}::int as no from ${sql.table(table)} where org_id = any(${ids}::uuid[])`,
    ),
  ]
  const { rows } = await sql<{ no: number }>`
    select no from (${sql.join(
      traces.map((trace) => sql`(${trace} limit 1)`),
      sql` union all `,
    )}) found order by no limit 1
  `.execute(db)
  if (rows[0]) throw stillUsed([user, ...made][rows[0].no]!)
}
