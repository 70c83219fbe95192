// Asset permissions: who they name stays in the organisation, and their accounts are to be found where they lead.
import {
  assetPermission,
  permittedAsset,
  permittedGroup,
  permittedNode,
  permittedSystemUser,
  permittedUser,
} from '@drawbridge/model'
import { type Label, label, words } from '@drawbridge/resource'
import { refusal } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import { joining } from '../../engine/joining.ts'
import { isMemberSql, whenLeaving } from '../../engine/membership.ts'
import { countInOrganisation, tallyIn } from '../../engine/organisation.ts'
import { type Behaviour, type Rows, serve } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Query } from '../../platform/http/route.ts'
import { isValidSql } from '../../rights/rules.ts'

type Rule = { readonly is_active: boolean; readonly date_start: Date; readonly date_expired: Date }

const isExpired = ({ date_start, date_expired }: Rule, { reader: { now } }: Ctx): boolean =>
  !(date_start <= now && now < date_expired)

export const assetPermissions = serve(assetPermission, {
  compute: {
    is_expired: (row, ctx) => isExpired(row, ctx),
    is_valid: (row, ctx) => row.is_active && !isExpired(row, ctx),
  },
  narrow: {
    user_id: (rows, id: string, _, query) => rows.where(namesUser(sql`u.id::text = ${id}`, query)),
    username: (rows, name: string, _, query) => rows.where(namesUser(sql`u.username = ${name}`, query)),
    user_group_id: (rows, id: string) => rows.where(names('user_groups', 'usergroup', sql`l.usergroup::text = ${id}`)),
    user_group: (rows, name: string) =>
      rows.where(
        names('user_groups', 'usergroup', sql`l.usergroup in (select g.id from users_groups g where g.name = ${name})`),
      ),
    system_user_id: (rows, id: string) =>
      rows.where(names('system_users', 'systemuser', sql`l.systemuser::text = ${id}`)),
    system_user: (rows, name: string) =>
      rows.where(
        names(
          'system_users',
          'systemuser',
          sql`l.systemuser in (select s.id from assets_system_users s where s.name = ${name})`,
        ),
      ),
    node_id: (rows, id: string, _, query) => rows.where(coversNode(sql`n.id::text = ${id} or n.key = ${id}`, query)),
    node: (rows, name: string, _, query) => rows.where(coversNode(sql`n.value = ${name}`, query)),
    asset_id: (rows, id: string, _, query) => rows.where(coversAsset(sql`a.id::text = ${id}`, query)),
    hostname: (rows, name: string, _, query) => rows.where(coversAsset(sql`a.hostname = ${name}`, query)),
    ip: (rows, ip: string, _, query) => rows.where(coversAsset(sql`a.ip = ${ip}`, query)),
    is_valid: (rows, yes: boolean, { reader }) => either(rows, yes, isValidSql(reader.now, 't')),
    is_effective: (rows, yes: boolean, { reader }) => either(rows, yes, isEffective(reader.now)),
    // It says how the others are meant.
    all: (rows) => rows,
  },
  check: async (draft, { ctx, row }) => {
    const { system_users, users } = draft
    if (system_users && system_users.length === 0) return { system_users: [words.emptyList[ctx.reader.lang]] }
    const [start, end] = [draft.date_start ?? row?.date_start, draft.date_expired ?? row?.date_expired]
    if ((draft.date_start || draft.date_expired) && start && end && start >= end)
      return { date_expired: [backwards[ctx.reader.lang]] }
    const stranger = row && (await strangerIn(users, row.org_id, ctx))
    return stranger ? { users: [words.absent(stranger)[ctx.reader.lang]] } : undefined
  },
  saved: (changes, ctx) =>
    linkAccounts(
      changes.map(({ row }) => row.id),
      ctx,
    ),
})

const backwards: Label = label('失效日期必须晚于开始日期', 'The expiry date must be later than the start date')

const either = (rows: Rows, yes: boolean, condition: RawBuilder<boolean>): Rows =>
  rows.where(yes ? condition : sql<boolean>`not ${condition}`)

/** With the rules that come by a group or from a node above, unless only direct ones are asked for. */
const inherits = ({ all }: Query): boolean => !['0', 'false', 'False', 'N'].includes(all ?? '1')

const names = (
  plural: string,
  end: string,
  condition: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${sql.table(`perms_asset_permissions_${plural}_relations`)} l
  where l.assetpermission = t.id and l.${sql.ref(end)} is not null and ${condition}
)`

const namesUser = (is: RawBuilder<unknown>, query: Query): RawBuilder<boolean> => {
  const direct = names('users', 'user', sql`l."user" in (select u.id from users_users u where ${is})`)
  if (!inherits(query)) return direct
  const byGroup = names(
    'user_groups',
    'usergroup',
    sql`l.usergroup in (
      select m.usergroup from users_users_groups_relations m join users_users u on u.id = m."user" where ${is}
    )`,
  )
  return sql<boolean>`(${direct} or ${byGroup})`
}

const coversNode = (is: RawBuilder<unknown>, query: Query): RawBuilder<boolean> =>
  names(
    'nodes',
    'node',
    inherits(query)
      ? sql`l.node in (select unnest(n.path) from assets_nodes n where ${is})`
      : sql`l.node in (select n.id from assets_nodes n where ${is})`,
  )

const coversAsset = (is: RawBuilder<unknown>, query: Query): RawBuilder<boolean> => {
  const direct = names('assets', 'asset', sql`l.asset in (select a.id from assets_assets a where ${is})`)
  if (!inherits(query)) return direct
  const byNode = names(
    'nodes',
    'node',
    sql`l.node in (
      select unnest(n.path) from assets_assets a join assets_assets_nodes_relations p on p.asset = a.id
      join assets_nodes n on n.id = p.node where ${is}
    )`,
  )
  return sql<boolean>`(${direct} or ${byNode})`
}

const has = (...plurals: string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    plurals.map(
      (plural) =>
        sql`exists (select from ${sql.table(`perms_asset_permissions_${plural}_relations`)} l where l.assetpermission = t.id)`,
    ),
    sql` or `,
  )})`

/** Gives somebody something: users, assets, an account and an action, now. */
const isEffective = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  ${has('users', 'user_groups')} and ${has('assets', 'nodes')} and ${has('system_users')}
  and t.actions > 0 and ${isValidSql(now, 't')}
)`

/** In an organisation only its members can be named; from the root organisation everybody is in sight. */
const strangerIn = async (users: readonly string[] | undefined, org: string, ctx: Ctx): Promise<string | undefined> => {
  if (!ctx.org.isRoot || !users || users.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${users}::uuid[]) u(id) where not ${isMemberSql(sql`u.id`, sql`${org}::uuid`)} limit 1
  `.execute(ctx.db)
  return rows[0]?.id
}

/** The accounts of a rule belong on its assets and nodes, and a dynamic one to its users: that is where they are pushed. */
const linkAccounts = async (rules: readonly string[], { db }: Ctx): Promise<void> => {
  const accounts = sql`perms_asset_permissions_system_users_relations s`
  const mine = sql`s.assetpermission = any(${rules}::uuid[])`
  await sql`
    insert into assets_system_users_assets_relations (asset, systemuser)
    select distinct x.asset, s.systemuser from ${accounts}
    join perms_asset_permissions_assets_relations x on x.assetpermission = s.assetpermission where ${mine} on conflict do nothing
  `.execute(db)
  await sql`
    insert into assets_system_users_nodes_relations (node, systemuser)
    select distinct x.node, s.systemuser from ${accounts}
    join perms_asset_permissions_nodes_relations x on x.assetpermission = s.assetpermission where ${mine} on conflict do nothing
  `.execute(db)
  await sql`
    insert into assets_system_users_users_relations ("user", systemuser)
    select distinct x."user", s.systemuser from ${accounts}
    join assets_system_users d on d.id = s.systemuser and d.username_same_with_user
    join perms_asset_permissions_users_relations x on x.assetpermission = s.assetpermission where ${mine} on conflict do nothing
  `.execute(db)
}

const related = (resource: Parameters<typeof joining>[0]): Behaviour<any> => ({
  ...joining(resource, 'assetpermission'),
  saved: (changes, ctx) =>
    linkAccounts([...new Set(changes.map(({ row }) => (row as { assetpermission: string }).assetpermission))], ctx),
})

for (const resource of [permittedUser, permittedGroup, permittedAsset, permittedNode])
  serve(resource, related(resource))

serve(permittedSystemUser, {
  ...related(permittedSystemUser),
  // A rule without an account leads nowhere.
  deleting: async (rows, ctx) => {
    const rules = (rows as unknown as { assetpermission: string }[]).map((row) => row.assetpermission)
    const { rows: left } = await sql<{ n: number }>`
      select count(*) as n from unnest(${[...new Set(rules)]}::uuid[]) r(id) where not exists (
        select from perms_asset_permissions_system_users_relations l
        where l.assetpermission = r.id and l.id <> all(${(rows as unknown as { id: number }[]).map((row) => row.id)}::bigint[])
      )
    `.execute(ctx.db)
    if (Number(left[0]!.n) > 0) throw lastAccount()
  },
})

const lastAccount = refusal('last_one', 400, { zh: '最后一项，不能被删除', en: "The last one can't be delete" })

whenLeaving(async (places, { db }) => {
  await sql`
    delete from perms_asset_permissions_users_relations l
    using perms_asset_permissions r, unnest(${places.map(({ user }) => user)}::uuid[], ${places.map(({ org }) => org)}::uuid[]) as p("user", org)
    where r.id = l.assetpermission and r.org_id = p.org and l."user" = p."user"
  `.execute(db)
})

countInOrganisation('asset_perms_amount', tallyIn(assetPermission.table))
