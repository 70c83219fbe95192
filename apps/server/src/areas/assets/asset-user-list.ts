// Accounts of assets, counted and read page by page.
import type { AccountSource } from '@drawbridge/model'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Page } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Ground, sizeOf, within } from '../../rights/ground.ts'
import { pageOn } from '../../rights/ground-pages.ts'
import {
  type Branch,
  branchesOf,
  FEW,
  findHolders,
  type Holder,
  type Holders,
  linked,
  type Options,
  sumOf,
  unionOf,
  type Wanted,
} from './asset-user-sources.ts'
import { groundOfSystemUsers } from './system-user-assets.ts'

/** An account as found; its secrets, where asked for, are still sealed. */
export interface Account {
  readonly id: string
  readonly backend: AccountSource
  readonly username: string
  readonly asset: string
  readonly hostname: string
  readonly ip: string
  readonly version: number | null
  readonly comment: string
  readonly date_created: Date
  readonly date_updated: Date
  readonly org_id: string
  readonly org_name: string
  readonly source: string
  readonly user: string | null
  readonly password?: string | null
  readonly private_key?: string | null
  readonly public_key?: string | null
}

const ORDER = ['hostname', 'asset', 'username', 'id'] as const

const rowsOf = (db: Kysely<any>, union: RawBuilder<unknown>) => {
  const rows = db
    .selectFrom(sql<Account>`(${union})`.as('x'))
    .selectAll('x')
    .select(sql<string>`(select o.name from orgs_orgs o where o.id = x.org_id)`.as('org_name'))
  return ORDER.reduce((rows, name) => rows.orderBy(`x.${name}` as never), rows)
}

const handle = (db: unknown): Kysely<any> => db as Kysely<any>

/** A page. Where there are many, its assets are found first, in their order, and then only their accounts. */
export const findAccounts = async (wanted: Wanted, page: Page, ctx: Ctx, options: Options = {}): Promise<Account[]> => {
  const holders = await findHolders(wanted, ctx)
  if (await isMany(wanted, holders, ctx)) return widePage(wanted, page, holders, ctx, options)
  return narrowPage(wanted, page, holders, ctx, options)
}

/** Versions in the book, by their own ids. */
export const findStored = async (ids: readonly string[], ctx: Ctx): Promise<Account[]> => {
  const nobody: Holders = { admins: [], systemUsers: [], names: new Map(), amounts: new Map() }
  const [book] = branchesOf({ terms: [], latest: false }, nobody, ctx)
  const only = { ...book!, where: [...book!.where, sql`a.id = any(${ids}::uuid[])`] }
  return (await rowsOf(handle(ctx.db), unionOf([only])).execute()) as Account[]
}

/** With the exact number of all there are. */
export const listPage = async (wanted: Wanted, page: Page, ctx: Ctx, options: Options = {}) => {
  const holders = await findHolders(wanted, ctx)
  const count = await countFor(wanted, holders, ctx)
  const read = isWide(wanted) && count > FEW ? widePage : narrowPage
  return { count, rows: page.offset >= count ? [] : await read(wanted, page, holders, ctx, options) }
}

const isMany = async (wanted: Wanted, holders: Holders, ctx: Ctx): Promise<boolean> =>
  isWide(wanted) && (await countFor(wanted, holders, ctx)) > FEW

const narrowPage: Reading = async (wanted, page, holders, ctx, options) => {
  const branches = branchesOf(wanted, holders, ctx, options)
  const rows = rowsOf(handle(ctx.db), unionOf(branches, page.offset + page.limit))
  return (await rows.limit(page.limit).offset(page.offset).execute()) as Account[]
}

/** Everything there is, of an organisation or below a node. */
const isWide = ({ one, assets, hostname, ip, username, node, prefer, terms }: Wanted): boolean =>
  !one &&
  !assets &&
  !hostname &&
  !ip &&
  username === undefined &&
  !prefer &&
  terms.length === 0 &&
  (node?.below ?? true)

type Reading = (wanted: Wanted, page: Page, holders: Holders, ctx: Ctx, options: Options) => Promise<Account[]>

const widePage: Reading = async (wanted, page, holders, ctx, options) => {
  const found: Account[] = []
  let skip = page.offset
  // The first few assets nearly always have enough accounts; far into the list it pays to take more at a time.
  const many = page.offset > BATCH ? BATCH : Math.max(page.limit, 50)
  for await (const some of windows(wanted, many, ctx)) {
    const count = skip > 0 ? await countFor(some, holders, ctx) : 0
    if (skip > 0 && count <= skip) {
      skip -= count
      continue
    }
    found.push(...(await narrowPage(some, { limit: page.limit - found.length, offset: skip }, holders, ctx, options)))
    skip = 0
    if (found.length >= page.limit) break
  }
  return found
}

/** The same wish for some assets at a time, in the order of their names. */
async function* windows(wanted: Wanted, many: number, ctx: Ctx): AsyncGenerator<Wanted> {
  const { db, org } = ctx
  const orgs = org.isRoot ? (await db.selectFrom('orgs_orgs').select('id').execute()).map(({ id }) => id) : [org.id]
  const ground: Ground = wanted.node ? { orgs: [], nodes: [wanted.node.id] } : { orgs, nodes: [] }
  for (let offset = 0; ; offset += many) {
    const assets = await pageOn(ground, { limit: many, offset }, db)
    if (assets.length > 0) yield { ...wanted, node: undefined, assets }
    if (assets.length < many) return
  }
}

/** Every one of them, in batches. */
export async function* streamAccounts(wanted: Wanted, ctx: Ctx, options: Options = {}): AsyncGenerator<Account[]> {
  const holders = await findHolders(wanted, ctx)
  if (await isMany(wanted, holders, ctx)) {
    for await (const some of windows(wanted, BATCH, ctx)) {
      const rows = await narrowPage(some, { limit: MOST_IN_WINDOW, offset: 0 }, holders, ctx, options)
      if (rows.length > 0) yield rows
    }
    return
  }
  // Holds one of the few connections kept for long reads.
  const branches = branchesOf(wanted, holders, ctx, options)
  let batch: Account[] = []
  for await (const row of rowsOf(handle(ctx.services.database.streams), unionOf(branches)).stream(BATCH)) {
    batch.push(row as Account)
    if (batch.length === BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

const MOST_IN_WINDOW = 1_000_000
const BATCH = 1_000

/** The exact number: from kept numbers where the assets are not narrowed down, else counted. */
export const countAccounts = async (wanted: Wanted, ctx: Ctx): Promise<number> =>
  countFor(wanted, await findHolders(wanted, ctx), ctx)

const countFor = async (wanted: Wanted, holders: Holders, ctx: Ctx): Promise<number> => {
  const branches = branchesOf(wanted, holders, ctx)
  const counts = await Promise.all(branches.map((branch) => countBranch(branch, wanted, holders, ctx)))
  return counts.reduce((sum, count) => sum + count, 0)
}

const countBranch = (branch: Branch, wanted: Wanted, holders: Holders, ctx: Ctx): Promise<number> => {
  const known = touchesEverything(wanted) ? kept[branch.source] : undefined
  return known ? known(branch, wanted, holders, ctx) : counted(branch, ctx)
}

/** Which owners count may be said, but not which assets. */
const touchesEverything = ({ one, assets, hostname, ip, node, terms }: Wanted): boolean =>
  !one && !assets && !hostname && !ip && !node && terms.length === 0

const counted = async ({ from, where }: Branch, { db }: Ctx): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${from} where ${sql.join(where, sql` and `)}
  `.execute(db)
  return Number(rows[0]!.n)
}

type Counter = (branch: Branch, wanted: Wanted, holders: Holders, ctx: Ctx) => Promise<number>

const here = ({ org }: Ctx, column: string) => (org.isRoot ? sql`true` : sql`${sql.ref(column)} = ${org.id}`)

const kept: Partial<Record<AccountSource, Counter>> = {
  db: async (branch, { prefer, username, latest }, _holders, ctx) => {
    if ((prefer && prefer.source !== 'db') || username !== undefined || latest) return counted(branch, ctx)
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(n), 0)::bigint as n from tallies where relation = 'assets_accounts' and ${here(ctx, 'org_id')}
    `.execute(ctx.db)
    return Number(rows[0]!.n)
  },
  admin_user: async (_branch, { latest }, { admins }, ctx) => {
    const ids = admins.map(({ id }) => id)
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(assets_of_admin_user(id)), 0)::bigint as n from unnest(${ids}::uuid[]) as u(id)
    `.execute(ctx.db)
    return Number(rows[0]!.n) - (latest ? await hiddenAdmins(ids, ctx) : 0)
  },
  system_user: async (_branch, { latest, prefer }, { systemUsers, admins, names, amounts }, ctx) => {
    const steady = systemUsers.filter(({ dynamic }) => !dynamic)
    const isShared = ({ username }: Holder) => latest && !prefer && (names.get(username) ?? 0) > 1
    const single = steady.filter((one) => !isShared(one))
    const hidden = latest ? await hiddenUsers(idsOf(single), ctx) : 0
    let sum = sumOf(single, amounts) - hidden
    const shared = steady.filter(isShared)
    for (const username of new Set(shared.map((one) => one.username))) {
      const called = (one: Holder) => one.username === username
      sum += await countName(username, idsOf(shared.filter(called)), idsOf(admins.filter(called)), ctx)
    }
    return sum
  },
}

const idsOf = (holders: readonly Holder[]): string[] => holders.map(({ id }) => id)

/** Assets on which at least one of the system users of a name is, and neither the book nor the admin user has that name. */
const countName = async (username: string, users: string[], admins: string[], ctx: Ctx): Promise<number> => {
  const ground = await groundOfSystemUsers(users, ctx)
  const { rows } = await sql<{ book: number; admin: number }>`
    select
      (select count(*) from assets_accounts b join assets_assets s on s.id = b.asset
        where b.is_latest and b.username = ${username} and ${here(ctx, 'b.org_id')} and ${within(ground, 's')}) as book,
      (select count(*) from assets_assets s where s.admin_user = any(${admins}::uuid[]) and ${within(ground, 's')} and not exists (
        select from assets_accounts b where b.asset = s.id and b.username = ${username} and b.is_latest
      )) as admin
  `.execute(ctx.db)
  return (await sizeOf(ground, ctx.db)) - Number(rows[0]!.book) - Number(rows[0]!.admin)
}

/** Those in whose place the book has an account of the same name. */
const hiddenAdmins = async (ids: readonly string[], ctx: Ctx): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from assets_accounts b join assets_assets s on s.id = b.asset
    join assets_admin_users u on u.id = s.admin_user and u.username = b.username and u.id = any(${ids}::uuid[])
    where b.is_latest and ${here(ctx, 'b.org_id')}
  `.execute(ctx.db)
  return Number(rows[0]!.n)
}

const hiddenUsers = async (ids: readonly string[], ctx: Ctx): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from assets_accounts b join assets_assets s on s.id = b.asset
    join assets_system_users u on u.org_id = s.org_id and u.username = b.username and u.id = any(${ids}::uuid[])
    where b.is_latest and ${here(ctx, 'b.org_id')} and ${linked('u')}
  `.execute(ctx.db)
  return Number(rows[0]!.n)
}
