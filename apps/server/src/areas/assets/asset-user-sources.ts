// Where accounts of assets come from, as one query: the book, system users, dynamic system users, admin users.
// Every source is asked by itself, in the order of the hostnames and for no more than the page needs.
import type { AccountSource } from '@drawbridge/model'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx, Db } from '../../platform/context.ts'
import { startsOrHolds } from './matching.ts'

export interface Wanted {
  /** The one account: the id of its source, its asset, and of a dynamic one its user. */
  readonly one?: { readonly source: string; readonly asset: string; readonly user?: string }
  readonly assets?: readonly string[]
  readonly hostname?: string
  readonly ip?: string
  readonly username?: string
  readonly node?: { readonly id: string; readonly below: boolean }
  /** Accounts of this kind of owner, or of this very one, with what the book has for them. */
  readonly prefer?: { readonly source: AccountSource; readonly id?: string }
  readonly terms: readonly string[]
  /** A single term is looked for twice, so that each time an index helps: in the assets, then in the names of accounts. */
  readonly side?: 'asset' | 'name'
  /** One for each name on an asset. */
  readonly latest: boolean
}

export interface Holder {
  readonly id: string
  readonly username: string
}

interface SystemUser extends Holder {
  readonly dynamic: boolean
  readonly priority: number
}

/** Who can have accounts on assets at all, under these wishes. */
export interface Holders {
  readonly admins: readonly Holder[]
  readonly systemUsers: readonly SystemUser[]
  /** Every name there is, so that it is known which of them collide. */
  readonly names: ReadonlyMap<string, number>
  /** On how many assets each system user is; not looked up where the assets are named anyway. */
  readonly amounts: ReadonlyMap<string, number>
}

export const findHolders = async (wanted: Wanted, { db, org }: Ctx): Promise<Holders> => {
  const here = org.isRoot ? sql`true` : sql`u.org_id = ${org.id}`
  const admins = await sql<Holder>`select u.id, u.username from assets_admin_users u where ${here}`.execute(db)
  const users = await sql<SystemUser>`
    select u.id, u.username, u.username_same_with_user as dynamic, u.priority from assets_system_users u where ${here}
  `.execute(db)
  const names = new Map<string, number>()
  for (const { username } of [...admins.rows, ...users.rows.filter(({ dynamic }) => !dynamic)])
    names.set(username, (names.get(username) ?? 0) + 1)
  const systemUsers = users.rows.filter(
    (one) => owns(wanted, 'system_user', one.id) && (one.dynamic || called(wanted, one)),
  )
  return {
    admins: admins.rows.filter((one) => owns(wanted, 'admin_user', one.id) && called(wanted, one)),
    systemUsers,
    names,
    amounts: isNarrow(wanted) ? new Map() : await amountsOf(systemUsers, db),
  }
}

export const FEW = 20_000

/** Whether it is shorter to list the assets of these system users than to look through assets one after the other. */
const isFew = (users: readonly Holder[], wanted: Wanted, { amounts }: Holders): boolean =>
  !isNarrow(wanted) && wanted.side !== 'asset' && sumOf(users, amounts) <= FEW

export const sumOf = (users: readonly Holder[], amounts: Holders['amounts']): number =>
  users.reduce((sum, { id }) => sum + (amounts.get(id) ?? 0), 0)

const owns = ({ prefer, one }: Wanted, kind: 'admin_user' | 'system_user', id: string): boolean => {
  if (one && one.source !== id) return false
  if (!prefer) return true
  return prefer.source.startsWith(kind) && (prefer.id === undefined || prefer.id === id)
}

const called = ({ username }: Wanted, holder: Holder): boolean => username === undefined || holder.username === username

/** The assets are named, so that nobody looks through all of them. */
const isNarrow = ({ one, assets, hostname, ip, node }: Wanted): boolean =>
  Boolean(one || assets || hostname || ip || (node && !node.below))

const amountsOf = async (users: readonly Holder[], db: Db): Promise<Map<string, number>> => {
  if (users.length === 0) return new Map()
  const { rows } = await sql<{ id: string; n: number }>`
    select u.id, assets_of_system_user(u.id) as n from unnest(${idsOf(users)}::uuid[]) as u(id)
  `.execute(db)
  return new Map(rows.map(({ id, n }) => [id, Number(n)]))
}

const idsOf = (holders: readonly Holder[]): string[] => holders.map(({ id }) => id)

export interface Branch {
  readonly source: AccountSource
  readonly from: RawBuilder<unknown>
  /** The id, the name and the rest of a row; the columns stand in the same order in every branch. */
  readonly columns: RawBuilder<unknown>
  readonly where: readonly RawBuilder<unknown>[]
}

export interface Options {
  readonly secrets?: boolean
}

export const branchesOf = (wanted: Wanted, holders: Holders, ctx: Ctx, options: Options = {}): Branch[] =>
  wanted.terms.length === 1
    ? (['asset', 'name'] as const).flatMap((side) =>
        branchesOn(
          { ...wanted, side },
          side === 'name' ? namedAfter(wanted.terms[0]!, holders) : holders,
          ctx,
          options,
        ),
      )
    : branchesOn(wanted, holders, ctx, options)

/** Owners whose name begins so; a dynamic one has the names of its users. */
const namedAfter = (term: string, holders: Holders): Holders => {
  const begins = ({ username }: Holder) => username.toLowerCase().startsWith(term.toLowerCase())
  return {
    ...holders,
    admins: holders.admins.filter(begins),
    systemUsers: holders.systemUsers.filter((one) => one.dynamic || begins(one)),
  }
}

const branchesOn = (wanted: Wanted, holders: Holders, ctx: Ctx, options: Options): Branch[] => {
  const steady = holders.systemUsers.filter(({ dynamic }) => !dynamic)
  const dynamic = holders.systemUsers.filter((one) => one.dynamic)
  const all = [
    book(wanted, holders, ctx, options),
    ...(steady.length > 0 && !wanted.one?.user ? [linkedAccounts(wanted, steady, holders, ctx, options)] : []),
    ...(dynamic.length > 0 ? [dynamicAccounts(wanted, dynamic, holders, ctx, options)] : []),
    ...(holders.admins.length > 0 && !wanted.one?.user ? [adminAccounts(wanted, holders.admins, ctx, options)] : []),
  ]
  return all.filter((branch) => wanted.prefer?.source !== 'db' || branch.source === 'db')
}

/** All rows of the branches; with `upTo`, from each only so many as the first of all can need. */
export const unionOf = (branches: readonly Branch[], upTo?: number): RawBuilder<unknown> =>
  sql.join(
    branches.map(({ from, columns, where }) => {
      const rows = sql`select ${columns} from ${from} where ${sql.join(where, sql` and `)}`
      // In the order of the page, so that an index can give the first ones.
      return upTo === undefined
        ? rows
        : sql`(select * from (${rows} order by s.hostname, s.id, username, id limit ${upTo}) first)`
    }),
    sql` union all `,
  )

const rowColumns = (
  source: AccountSource,
  { id, username, user, options }: { id: RawBuilder<unknown>; username: string; user?: string; options: Options },
): RawBuilder<unknown> => {
  const own = source === 'db' ? 'a' : 'u'
  const of = (name: string) => sql.ref(`${own}.${name}`)
  return sql`
    ${id} as id, ${sql.lit(source)}::text as backend, ${sql.ref(username)} as username, s.id as asset, s.hostname, s.ip,
    ${source === 'db' ? sql`a.version` : sql`null::integer`} as version, ${of('comment')} as comment,
    ${of('date_created')} as date_created, ${of('date_updated')} as date_updated, s.org_id, ${of('id')} as source,
    ${user ? sql.ref(user) : sql`null::uuid`} as "user"
    ${options.secrets ? sql`, ${of('password')} as password, ${of('private_key')} as private_key, ${of('public_key')} as public_key` : sql``}
  `
}

const book = (wanted: Wanted, holders: Holders, ctx: Ctx, options: Options): Branch => ({
  source: 'db',
  from: sql`assets_accounts a join assets_assets s on s.id = a.asset`,
  columns: rowColumns('db', { id: sql`a.id || '_' || s.id`, username: 'a.username', options }),
  where: [
    ...onAssets(wanted, ctx),
    ...(ctx.org.isRoot ? [] : [sql`a.org_id = ${ctx.org.id}`]),
    ...(wanted.one ? [wanted.one.user ? sql`false` : sql`a.id = ${wanted.one.source}::uuid`] : []),
    ...(wanted.username === undefined ? [] : [sql`a.username = ${wanted.username}`]),
    ...searched(wanted, sql`a.username`),
    ...(wanted.latest ? [sql`a.is_latest`] : []),
    ...ownedByPreferred(wanted, holders),
  ],
})

/** Of an owner the book shows what it holds under the owner's name. */
const ownedByPreferred = ({ prefer }: Wanted, { admins, systemUsers }: Holders): RawBuilder<unknown>[] => {
  if (!prefer || prefer.source === 'db') return []
  const names = [...admins, ...systemUsers].map(({ username }) => username)
  const known = systemUsers.some(({ dynamic }) => dynamic) ? [] : [sql`a.username = any(${names}::text[])`]
  const which = prefer.id === undefined ? sql`true` : sql`v.id = ${prefer.id}::uuid`
  if (prefer.source === 'admin_user')
    return [
      ...known,
      ...(prefer.id === undefined ? [] : [sql`s.admin_user = ${prefer.id}::uuid`]),
      sql`exists (select from assets_admin_users v where v.id = s.admin_user and ${which} and v.username = a.username)`,
    ]
  return [
    ...known,
    sql`exists (
      select from assets_system_users v where ${which} and v.org_id = s.org_id and ${linked('v')} and (
        v.username = a.username or (v.username_same_with_user and exists (
          select from assets_system_users_users_relations lu join users_users p on p.id = lu."user"
          where lu.systemuser = v.id and p.username = a.username
        ))
      )
    )`,
  ]
}

const linkedAccounts = (
  wanted: Wanted,
  users: readonly SystemUser[],
  holders: Holders,
  ctx: Ctx,
  options: Options,
): Branch => {
  const few = isFew(users, wanted, holders)
  const once = collide(wanted, users, holders.names)
  return {
    source: 'system_user',
    from: systemUserPairs(users, few, once),
    columns: rowColumns('system_user', { id: sql`u.id || '_' || s.id`, username: 'u.username', options }),
    where: [
      ...onAssets(wanted, ctx),
      ...searched(wanted, sql`u.username`),
      ...(wanted.latest ? [notInBook(sql`u.username`)] : []),
      ...(once ? [notAdmins(sql`u.username`), ...(few ? [strongest] : [])] : []),
    ],
  }
}

/** Only names that several owners have can collide; of a given owner every account is shown. */
const collide = ({ latest, prefer }: Wanted, users: readonly Holder[], names: Holders['names']): boolean =>
  latest && !prefer && users.some(({ username }) => (names.get(username) ?? 0) > 1)

const dynamicAccounts = (
  wanted: Wanted,
  users: readonly SystemUser[],
  holders: Holders,
  ctx: Ctx,
  options: Options,
): Branch => ({
  source: 'system_user_dynamic',
  from: sql`
    ${systemUserPairs(users, isFew(users, wanted, holders))} join assets_system_users_users_relations lu on lu.systemuser = u.id
    join users_users p on p.id = lu."user"
  `,
  columns: rowColumns('system_user_dynamic', {
    id: sql`u.id || '_' || s.id || '_' || p.id`,
    username: 'p.username',
    user: 'p.id',
    options,
  }),
  where: [
    ...onAssets(wanted, ctx),
    ...(wanted.one ? [wanted.one.user ? sql`p.id = ${wanted.one.user}::uuid` : sql`false`] : []),
    ...(wanted.username === undefined ? [] : [sql`p.username = ${wanted.username}`]),
    ...searched(wanted, sql`p.username`),
    ...(wanted.latest ? [notInBook(sql`p.username`)] : []),
    ...(wanted.latest && !wanted.prefer
      ? [
          notAdmins(sql`p.username`),
          sql`not exists (
            select from assets_system_users v
            where v.org_id = s.org_id and v.id <> u.id and (v.priority, v.id) > (u.priority, u.id) and ${linked('v')} and (
              (not v.username_same_with_user and v.username = p.username)
              or (v.username_same_with_user and exists (
                select from assets_system_users_users_relations lv where lv.systemuser = v.id and lv."user" = p.id
              ))
            )
          )`,
        ]
      : []),
  ],
})

const adminAccounts = (wanted: Wanted, admins: readonly Holder[], ctx: Ctx, options: Options): Branch => ({
  source: 'admin_user',
  from: sql`assets_assets s join assets_admin_users u on u.id = s.admin_user`,
  columns: rowColumns('admin_user', { id: sql`u.id || '_' || s.id`, username: 'u.username', options }),
  where: [
    ...onAssets(wanted, ctx),
    ...(isAnybody(wanted) ? [sql`s.admin_user is not null`] : [sql`s.admin_user = any(${idsOf(admins)}::uuid[])`]),
    ...searched(wanted, sql`u.username`),
    ...(wanted.latest ? [notInBook(sql`u.username`)] : []),
  ],
})

const isAnybody = ({ one, prefer, username }: Wanted): boolean =>
  !one && prefer?.id === undefined && username === undefined

/** The assets `s` of the system users `u`: listed where they are few, else found by looking at assets one after the other. */
const systemUserPairs = (users: readonly Holder[], few: boolean, once = false): RawBuilder<unknown> => {
  const ids = sql`${idsOf(users)}::uuid[]`
  if (few)
    return sql`(
      select d.systemuser, d.asset from assets_system_users_assets_relations d where d.systemuser = any(${ids})
      union
      select k.systemuser, l.asset from assets_system_users_nodes_relations k join assets_nodes top on top.id = k.node
      cross join lateral (
        select top.id as id
        union all
        select b.id from assets_nodes b where b.key > top.key || ':' and b.key < top.key || ';'
      ) n
      join assets_assets_nodes_relations l on l.node = n.id where k.systemuser = any(${ids})
    ) pairs join assets_assets s on s.id = pairs.asset join assets_system_users u on u.id = pairs.systemuser`
  const there = sql`(
    select d.systemuser from assets_system_users_assets_relations d where d.asset = s.id
    union
    select k.systemuser from assets_assets_nodes_relations l join assets_nodes n on n.id = l.node
    join assets_system_users_nodes_relations k on k.node = any(n.path) where l.asset = s.id
  ) there`
  // Of system users of one name the one with the highest priority counts.
  const first = once ? sql`distinct on (v.username)` : sql``
  const order = once ? sql`order by v.username, v.priority desc, v.id desc` : sql``
  return sql`assets_assets s cross join lateral (
    select ${first} v.* from ${there} join assets_system_users v on v.id = there.systemuser and v.id = any(${ids}) ${order}
  ) u`
}

/** Whether the system user of this alias is on the asset `s`, directly or through a node. */
export const linked = (alias: string): RawBuilder<boolean> => {
  const id = sql.ref(`${alias}.id`)
  return sql<boolean>`(
    exists (select from assets_system_users_assets_relations d where d.systemuser = ${id} and d.asset = s.id)
    or exists (
      select from assets_assets_nodes_relations l join assets_nodes n on n.id = l.node
      join assets_system_users_nodes_relations k on k.systemuser = ${id} and k.node = any(n.path) where l.asset = s.id
    )
  )`
}

const notInBook = (username: RawBuilder<unknown>) => sql`not exists (
  select from assets_accounts b where b.asset = s.id and b.username = ${username} and b.is_latest
)`

const notAdmins = (username: RawBuilder<unknown>) => sql`not exists (
  select from assets_admin_users w where w.id = s.admin_user and w.username = ${username}
)`

/** Of system users of one name the one with the highest priority counts. */
const strongest = sql`not exists (
  select from assets_system_users v where v.org_id = s.org_id and v.username = u.username and not v.username_same_with_user
    and (v.priority, v.id) > (u.priority, u.id) and ${linked('v')}
)`

/** What the search asks of the account beyond its asset. */
const searched = ({ terms, side }: Wanted, username: RawBuilder<unknown>): RawBuilder<unknown>[] =>
  side === 'asset'
    ? terms.map(isOnAsset)
    : terms.map((term) => {
        const named = sql`${username} ilike ${startsOrHolds(term).starts}`
        return side === 'name' ? sql`${named} and not ${isOnAsset(term)}` : sql`(${isOnAsset(term)} or ${named})`
      })

const isOnAsset = (term: string): RawBuilder<unknown> => {
  const { starts } = startsOrHolds(term)
  return sql`(s.hostname ilike ${starts} or s.ip ilike ${starts})`
}

const onAssets = ({ one, assets, hostname, ip, node }: Wanted, { org }: Ctx): RawBuilder<unknown>[] => [
  org.isRoot ? sql`true` : sql`s.org_id = ${org.id}`,
  ...(one ? [sql`s.id = ${one.asset}::uuid`] : []),
  ...(assets ? [sql`s.id = any(${assets}::uuid[])`] : []),
  ...(hostname ? [sql`s.hostname = ${hostname}`] : []),
  ...(ip ? [sql`s.ip = ${ip}`] : []),
  ...(node
    ? [
        node.below
          ? sql`exists (
              select from assets_assets_nodes_relations g join assets_nodes h on h.id = g.node
              where g.asset = s.id and ${node.id}::uuid = any(h.path)
            )`
          : sql`s.id in (select g.asset from assets_assets_nodes_relations g where g.node = ${node.id}::uuid)`,
      ]
    : []),
]
