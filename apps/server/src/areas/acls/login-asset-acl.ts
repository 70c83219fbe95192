// Rules about logins to assets: who must be asked, who is let in, who is not.
import { loginAssetAcl } from '@drawbridge/model'
import { type Draft, type Fields, label, object, type Problems, words } from '@drawbridge/resource'
import { sql } from 'kysely'
import { whenLeaving } from '../../engine/membership.ts'
import { type Loaded, serve } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'

type Row = Loaded<typeof loginAssetAcl>

const groups = ['users', 'assets', 'system_users'] as const

/** Without defaults of their own: a part that is not sent is told apart from one that is. */
const bare = (name: (typeof groups)[number]): Fields[string] => {
  const { label, children, default: preset } = loginAssetAcl.fields[name] as Fields[string]
  const parts = Object.entries(children ?? {}).map(([part, child]) => [part, { ...child, default: undefined }])
  return object(label, Object.fromEntries(parts), { default: preset })
}

const sent = Object.fromEntries(groups.map((name) => [name, bare(name)]))

// Whoever is no member is left out of the reviewers without a word, so nobody learns who exists elsewhere.
const reviewers: Fields[string] = { ...loginAssetAcl.fields.reviewers, to: undefined }

serve(loginAssetAcl, {
  shape: (fields, _ctx, asked) => ({ ...fields, ...(asked ? {} : sent), reviewers }),
  check: async (draft, { ctx, row, mode }) => {
    settleGroups(draft, mode === 'patch' ? row : undefined)
    return { ...emptyGroups(draft, ctx), ...(await settleReviewers(draft, row, ctx)) }
  },
})

whenLeaving(async (places, { db }) => {
  await sql`
    delete from acls_login_asset_acls_reviewers_relations l
    using acls_login_asset_acls a, unnest(${places.map((place) => place.user)}::uuid[], ${places.map((place) => place.org)}::uuid[]) as p("user", org)
    where a.id = l.loginassetacl and a.org_id = p.org and l."user" = p."user"
  `.execute(db)
})

/** Parts that were not sent stay as they are; in a new rule they stand for all. */
const settleGroups = (draft: Draft<typeof loginAssetAcl>, row: Row | undefined): void => {
  for (const name of groups) {
    if (draft[name] === undefined) continue
    const preset = loginAssetAcl.fields[name].default as Record<string, readonly string[]>
    const given = Object.entries(draft[name] as Record<string, readonly string[] | null>)
    draft[name] = {
      ...preset,
      ...row?.[name],
      ...Object.fromEntries(given.map(([part, values]) => [part, values ?? preset[part]])),
    }
  }
}

/** A rule with an empty group would match nothing and look like protection. */
const emptyGroups = (draft: Draft<typeof loginAssetAcl>, { reader }: Ctx): Problems =>
  Object.fromEntries(
    groups.flatMap((name) => {
      const empty = Object.entries((draft[name] ?? {}) as Record<string, readonly string[]>).filter(
        ([, values]) => values.length === 0,
      )
      const problems = empty.map(([part]) => [part, [words.emptyList[reader.lang]]])
      return problems.length > 0 ? [[name, Object.fromEntries(problems)]] : []
    }),
  )

const settleReviewers = async (
  draft: Draft<typeof loginAssetAcl>,
  row: Row | undefined,
  ctx: Ctx,
): Promise<Problems | undefined> => {
  const given = draft.reviewers
  if (given) draft.reviewers = await membersAmong(given, row?.org_id ?? ctx.org.id, ctx)
  const action = draft.action ?? row?.action
  const left: readonly string[] = draft.reviewers ?? row?.reviewers ?? []
  if (action !== 'login_confirm' || left.length > 0) return undefined
  const { lang } = ctx.reader
  if (!given?.length) return { reviewers: [(given ? words.emptyList : words.required)[lang]] }
  return { reviewers: [noMembers(await orgName(row?.org_id ?? ctx.org.id, ctx))[lang]] }
}

const noMembers = (org: string) =>
  label(`所有复核人都不属于组织 \`${org}\``, `None of the reviewers belong to Organization \`${org}\``)

const membersAmong = async (users: readonly string[], org: string, { db }: Ctx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${users}::uuid[]) with ordinality as w(id, no) join users_users u on u.id = w.id
    where not u.is_service_account and exists (
      select from orgs_org_member_relation m where m."user" = u.id and m.org = ${org}::uuid
    )
    order by w.no
  `.execute(db)
  return rows.map(({ id }) => id)
}

const orgName = async (id: string, { db }: Ctx): Promise<string> =>
  (await db.selectFrom('orgs_orgs').select('name').where('id', '=', id).executeTakeFirst())?.name ?? ''
