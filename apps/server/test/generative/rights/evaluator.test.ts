import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, moveNode } from '../../../src/areas/assets/node-changes.ts'
import { type Ctx, createContext, type Db } from '../../../src/platform/context.ts'
import { newId } from '../../../src/platform/ids.ts'
import { grantedChildren, groundBelow } from '../../../src/rights/granted-tree.ts'
import { type Ground, sizeOf } from '../../../src/rights/ground.ts'
import { crowdOf, pageOn, quickWays } from '../../../src/rights/ground-pages.ts'
import { preview } from '../../../src/rights/preview.ts'
import { visitorsOf, waysTo } from '../../../src/rights/reach.ts'
import { grantedTo, rulesFor } from '../../../src/rights/rules.ts'
import { findPlace, rootsOf } from '../../../src/rights/tree.ts'
import { why } from '../../../src/rights/why.ts'
import { dose } from '../../kit/dose.ts'
import { openWorld, type World } from '../../kit/world.ts'
import { dice } from './dice.ts'
import {
  ancestors,
  grantedAssets,
  grantedBelow,
  isWorking,
  type NaiveRule,
  type NaiveUser,
  type NaiveWorld,
  standsBelow,
  waysOf,
} from './naive.ts'

const SEED = Number(process.env.RIGHTS_SEED ?? 20261115)
const ROUNDS = dose(38, 5)
const DAY = 86_400_000

let world: World
let db: Db
const throwing = dice(SEED)
const people: NaiveUser[] = []

beforeAll(async () => {
  world = await openWorld()
  db = world.server.services.database.db
  for (let i = 0; i < 7; i++) {
    const [active, expired] = [i !== 5, i === 6]
    const person = await world.person({
      name: `p${i}`,
      in: {},
      active,
      expired: expired ? new Date(world.clock.now().getTime() - DAY) : undefined,
    })
    people.push({ id: person.id, name: person.name, active, expired })
  }
})
afterAll(() => world.close())

const contextIn = (id: string): Ctx =>
  createContext({
    services: world.server.services,
    org: { id, name: 'x', comment: '', isRoot: false },
    reader: { lang: 'en', zone: 'UTC', now: world.clock.now() },
    address: '',
    userAgent: '',
  })

/** A whole organisation by chance, in the database and in the plain model alike. */
const build = async (org: string, ctx: Ctx): Promise<NaiveWorld> => {
  const now = ctx.reader.now.getTime()
  const members = new Set(people.filter(() => throwing.chance(0.85)).map(({ id }) => id))
  for (const user of members)
    await sql`insert into orgs_org_member_relation (org, "user", role) values (${org}, ${user}, 'User')`.execute(db)
  const groups = new Map<string, Set<string>>()
  for (let i = 0; i < 3; i++) {
    const id = newId()
    await sql`insert into users_groups (id, org_id, name) values (${id}, ${org}, ${`g${i}`})`.execute(db)
    const inside = throwing.some([...members], 4)
    for (const user of inside)
      await sql`insert into users_users_groups_relations ("user", usergroup) values (${user}, ${id})`.execute(db)
    groups.set(id, new Set(inside))
  }
  const [root] = await rootsOf(ctx)
  const nodes = new Map([[root!.id, { id: root!.id, parent: undefined as string | undefined }]])
  for (let i = 0; i < 6 + throwing.upTo(6); i++) {
    const parent = (await findPlace(throwing.one([...nodes.keys()]), ctx))!
    const made = await ctx.atomically((ctx) => createNode(parent, { value: `n${i}` }, ctx))
    nodes.set(made.id, { id: made.id, parent: parent.id })
  }
  const assets = Array.from({ length: 12 + throwing.upTo(10) }, (_, i) => ({
    id: newId(),
    hostname: `h${throwing.upTo(90) + 10}-${i}`,
    protocols: throwing.one([['ssh/22'], ['rdp/3389'], ['ssh/2222', 'rdp/3389'], ['vnc/5900']]),
    nodes: new Set([
      throwing.one([...nodes.keys()]),
      ...throwing.some([...nodes.keys()], throwing.chance(0.4) ? 2 : 0),
    ]),
  }))
  for (const one of assets) {
    await sql`
      insert into assets_assets (id, org_id, hostname, ip, platform, protocols)
      values (${one.id}, ${org}, ${one.hostname}, '10.0.0.1', 'Linux', ${JSON.stringify(one.protocols)}::jsonb)
    `.execute(db)
    await place(one.id, [...one.nodes])
  }
  const accounts = new Map(['ssh', 'rdp', 'vnc', 'ssh'].map((protocol, i) => [newId(), { name: `a${i}`, protocol }]))
  for (const [id, { name, protocol }] of accounts)
    await sql`
      insert into assets_system_users (id, org_id, name, username, protocol) values (${id}, ${org}, ${name}, ${name}, ${protocol})
    `.execute(db)
  const rules = Array.from(
    { length: 4 + throwing.upTo(6) },
    (_, i): NaiveRule => ({
      id: newId(),
      name: `r${i}`,
      users: throwing.some(
        people.map(({ id }) => id),
        3,
      ),
      groups: throwing.some([...groups.keys()], 2),
      assets: throwing.some(
        assets.map(({ id }) => id),
        3,
      ),
      nodes: throwing.some([...nodes.keys()], 2),
      accounts: throwing.some([...accounts.keys()], 3),
      actions: throwing.one([255, 255, 1, 7, 0]),
      active: throwing.chance(0.85),
      start: new Date(now + (throwing.chance(0.1) ? DAY : -DAY)),
      end: new Date(now + (throwing.chance(0.1) ? -DAY / 2 : DAY)),
    }),
  )
  for (const rule of rules) await save(rule, org)
  return { members, users: people, groups, nodes, assets, accounts, rules }
}

const place = (asset: string, nodes: readonly string[]) =>
  sql`insert into assets_assets_nodes_relations (asset, node) select ${asset}::uuid, unnest(${nodes}::uuid[])`.execute(
    db,
  )

const save = async (rule: NaiveRule, org: string) => {
  await sql`
    insert into perms_asset_permissions (id, org_id, name, actions, is_active, date_start, date_expired)
    values (${rule.id}, ${org}, ${rule.name}, ${rule.actions}, ${rule.active}, ${rule.start}, ${rule.end})
  `.execute(db)
  const ends = {
    users: ['user', rule.users],
    user_groups: ['usergroup', rule.groups],
    assets: ['asset', rule.assets],
    nodes: ['node', rule.nodes],
    system_users: ['systemuser', rule.accounts],
  } as const
  for (const [plural, [end, ids]] of Object.entries(ends))
    await sql`
      insert into ${sql.table(`perms_asset_permissions_${plural}_relations`)} (assetpermission, ${sql.ref(end)})
      select ${rule.id}::uuid, unnest(${ids}::uuid[])
    `.execute(db)
}

/** Nodes move, assets change their places: in both alike. */
const shake = async (model: NaiveWorld, ctx: Ctx) => {
  for (let i = 0; i < 3; i++) {
    const [from, to] = [throwing.one([...model.nodes.keys()]), throwing.one([...model.nodes.keys()])]
    const [moved, target] = [(await findPlace(from, ctx))!, (await findPlace(to, ctx))!]
    try {
      await ctx.atomically((ctx) => moveNode(moved, target, ctx))
      if (moved.parent !== target.id) model.nodes.set(from, { id: from, parent: to })
    } catch (refused) {
      // The root, and a node below itself, must stay; the plain model says the same.
      expect(moved.parent === null || ancestors(model, to).includes(from)).toBe(true)
      expect((refused as { status?: number }).status).toBe(400)
    }
  }
  for (const asset of throwing.some(model.assets, 4)) {
    const next = new Set([throwing.one([...model.nodes.keys()]), ...throwing.some([...model.nodes.keys()], 2)])
    await sql`delete from assets_assets_nodes_relations where asset = ${asset.id} and node <> all(${[...next]}::uuid[])`.execute(
      db,
    )
    await place(
      asset.id,
      [...next].filter((node) => !asset.nodes.has(node)),
    )
    asset.nodes = next
  }
}

const byName = (a: { hostname: string; id: string }, b: { hostname: string; id: string }) =>
  a.hostname < b.hostname ? -1 : a.hostname > b.hostname ? 1 : a.id < b.id ? -1 : 1

describe('rights', () => {
  it(`agree with the plain model in ${ROUNDS} organisations thrown by chance, before and after they are shaken`, async () => {
    let cases = 0
    for (let round = 0; round < ROUNDS; round++) {
      const org = await world.organisation()
      const ctx = contextIn(org)
      const model = await build(org, ctx)
      for (const shaken of [false, true]) {
        if (shaken) await shake(model, ctx)
        cases += await compare(model, org, ctx, `round ${round}${shaken ? ', shaken' : ''}, seed ${SEED}`)
      }
    }
    expect(cases).toBeGreaterThan(dose(10_000, 1_200))
    for (const times of known) expect(times).toBeGreaterThan(dose(100, 10))
  })
})

/** How often each way to a page knew one. */
const known = quickWays.map(() => 0)

const SLICES = [
  { limit: 1, offset: 0, descending: false },
  { limit: 2, offset: 1, descending: false },
  { limit: 2, offset: 1, descending: true },
]

/** Whichever way is taken, the page is the same. */
const compareWays = async (ground: Ground, ids: readonly string[], where: string) => {
  const crowd = await crowdOf(ground, db)
  for (const slice of SLICES) {
    const reach = slice.offset + slice.limit
    const ordered = slice.descending ? [...ids].reverse() : ids
    for (const [at, way] of quickWays.entries()) {
      const page = await way({ ground, slice, reach, crowd }, db)
      if (!page) continue
      known[at]!++
      expect(page, `${where}, way ${at}`).toEqual(ordered.slice(slice.offset, reach))
    }
  }
}

const compare = async (model: NaiveWorld, org: string, ctx: Ctx, where: string): Promise<number> => {
  const now = ctx.reader.now
  let cases = 0
  // Every node counts what stands on and below it, each asset once.
  for (const id of model.nodes.keys()) {
    const { rows } = await sql<{ n: number }>`select assets_below(${id}) as n`.execute(db)
    expect([id, Number(rows[0]!.n)], where).toEqual([
      id,
      model.assets.filter((one) => standsBelow(model, one, id)).length,
    ])
    cases++
  }
  for (const user of model.users) {
    const scope = { org, now }
    const expected = grantedAssets(model, user, now).sort(byName)
    const rules = rulesFor({ user: user.id }, scope)
    const granted = await grantedTo({ user: user.id }, scope, db)
    const ids = expected.map(({ id }) => id)
    expect(await pageOn(granted.ground, { limit: 100, offset: 0 }, db), where).toEqual(ids)
    expect(await pageOn(granted.ground, { limit: 3, offset: 2, descending: true }, db), where).toEqual(
      [...ids].reverse().slice(2, 5),
    )
    if (ids.length > 0) await compareWays(granted.ground, ids, where)
    expect(await sizeOf(granted.ground, db), where).toBe(ids.length)
    const pairs = model.assets.map(async (asset) => {
      const ways = await waysTo({ user: user.id }, asset.id, scope, db)
      const found = new Map(ways.map(({ id, actions }) => [id, actions]))
      const plain = waysOf(model, user, asset, now)
      expect([...found].sort(), `${where}: ${user.name} on ${asset.hostname}`).toEqual([...plain].sort())
      return plain.size > 0
    })
    const reached = await Promise.all(pairs)
    cases += reached.length
    const chosen = throwing.upTo(model.assets.length)
    const answer = await why(user.id, model.assets[chosen]!.id, now, db)
    expect(answer.granted, where).toBe(reached[chosen])
    cases += await compareTree(model, user, ctx, granted, rules, where)
  }
  const asset = throwing.one(model.assets)
  const { visitors, count } = await visitorsOf(asset.id, now, { limit: 100, offset: 0 }, db)
  const expected = model.users.filter((user) => waysOf(model, user, asset, now).size > 0).map(({ name }) => name)
  expect([count, visitors.map(({ name }) => name)], where).toEqual([expected.length, expected])
  await comparePreview(model, org, now, where)
  return cases + 2
}

/** Every level of the granted tree: the nodes that lead somewhere, each with the number of what is granted in it. */
const compareTree = async (
  model: NaiveWorld,
  user: NaiveUser,
  ctx: Ctx,
  granted: Awaited<ReturnType<typeof grantedTo>>,
  rules: ReturnType<typeof rulesFor>,
  where: string,
): Promise<number> => {
  let cases = 0
  const names = new Map<string, number>()
  const open = async (id: string | undefined) => {
    const at = id ? await findPlace(id, ctx) : undefined
    for (const one of await grantedChildren(granted, rules, at, db)) {
      names.set(one.id, Number(one.assets_amount))
      cases++
      const ground = await groundBelow(granted, rules, (await findPlace(one.id, ctx))!, db)
      expect(await sizeOf(ground, db), where).toBe(Number(one.assets_amount))
      await open(one.id)
    }
  }
  await open(undefined)
  for (const [id, amount] of names)
    expect([user.name, id, amount], where).toEqual([user.name, id, grantedBelow(model, user, id, ctx.reader.now)])
  // Nothing that holds granted assets is left out.
  for (const id of model.nodes.keys())
    if (grantedBelow(model, user, id, ctx.reader.now) > 0) expect(names.has(id), where).toBe(true)
  return cases
}

/** A rule is changed on paper: what the preview says is what the plain model finds between before and after. */
const comparePreview = async (model: NaiveWorld, org: string, now: Date, where: string) => {
  const old = throwing.one(model.rules)
  const next: NaiveRule = {
    ...old,
    users: throwing.some(
      people.map(({ id }) => id),
      3,
    ),
    nodes: throwing.chance(0.5) ? old.nodes : throwing.some([...model.nodes.keys()], 2),
    assets: throwing.some(
      model.assets.map(({ id }) => id),
      2,
    ),
    active: throwing.chance(0.9),
    accounts: old.accounts,
  }
  const after: NaiveWorld = { ...model, rules: model.rules.map((rule) => (rule === old ? next : rule)) }
  const ids = (in_: NaiveWorld, user: NaiveUser) => new Set(grantedAssets(in_, user, now).map(({ id }) => id))
  let [gained, lost] = [0, 0]
  for (const user of people) {
    const [was, is] = [ids(model, user), ids(after, user)]
    gained += [...is].filter((id) => !was.has(id)).length
    lost += [...was].filter((id) => !is.has(id)).length
  }
  const found = await preview(
    {
      org,
      users: next.users,
      user_groups: next.groups,
      assets: next.assets,
      nodes: next.nodes,
      works: isWorking(next, now),
    },
    old.id,
    now,
    db,
  )
  expect([found.gained_amount, found.lost_amount, found.exact], where).toEqual([gained, lost, true])
}
