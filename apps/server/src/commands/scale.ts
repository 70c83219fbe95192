// An inventory as large as one likes, the same every time: for measuring, and for seeing the console under load.

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'

export interface Size {
  readonly assets: number
  readonly nodes: number
  readonly users: number
  readonly rules: number
}

export const SCALE: Size = { assets: 1_000_000, nodes: 20_000, users: 10_000, rules: 20_000 }

export interface Grown {
  readonly org: string
  /** A user to whom about a fifth of everything is granted, through some nodes and single assets. */
  readonly rich: string
  /** A node with about a twentieth of everything below it. */
  readonly busy: string
}

/** What was grown before under this name. */
export const grownBefore = async (name: string, db: Db): Promise<Grown | undefined> => {
  const { rows } = await sql<Pick<Grown, 'org' | 'rich'>>`
    select o.id as org, u.id as rich from orgs_orgs o join users_users u on u.username = 'scale-' || right(o.id::text, 12) || '-rich'
    where o.name = ${name}
  `.execute(db)
  const [found] = rows
  return found && { ...found, busy: await nodeWith(0.05, found.org, db) }
}

const DEEPEST = 10
const AT_ONCE = 20_000

/** Fills an organisation of its own. `say` is told how far it is. */
export const grow = async (
  size: Size,
  name: string,
  db: Db,
  say: (line: string) => void = () => undefined,
): Promise<Grown> => {
  const org = newId()
  await sql`insert into orgs_orgs (id, name, created_by) values (${org}, ${name}, 'Scale')`.execute(db)
  const nodes = await growTree(org, size.nodes, db)
  say(`${nodes.length} nodes`)
  await growAccounts(org, db)
  await growAssets(org, nodes, size.assets, db, say)
  await growUsers(org, size.users, db)
  say(`${size.users} users`)
  const grown = await growRules(org, nodes, size, db)
  say(`${size.rules} rules`)
  for (const table of [
    'assets_assets',
    'assets_nodes',
    'assets_node_names',
    'assets_assets_nodes_relations',
    'assets_node_tallies',
    'users_users',
    'perms_asset_permissions',
  ])
    await sql`analyze ${sql.table(table)}`.execute(db)
  return { org, ...grown }
}

interface Node {
  readonly id: string
  readonly key: string
  readonly depth: number
  readonly path: readonly string[]
  readonly full: string
  children: number
}

/** Few nodes at the top, most of them four to six levels down, some at the very bottom. */
const growTree = async (org: string, amount: number, db: Db): Promise<Node[]> => {
  const { rows } = await sql<{ id: string; key: string; full_value: string }>`
    select id, key, full_value from assets_nodes where org_id = ${org} and parent is null
  `.execute(db)
  const root: Node = {
    id: rows[0]!.id,
    key: rows[0]!.key,
    depth: 0,
    path: [rows[0]!.id],
    full: rows[0]!.full_value,
    children: 0,
  }
  const nodes: Node[] = [root]
  const wide = Math.max(2, Math.round(amount ** (1 / 4)))
  for (let i = 1; i < amount; i++) {
    const parent = i <= wide ? root : nodes[1 + Math.floor((i - wide - 1) / wide)]!
    const above = parent.depth < DEEPEST ? parent : root
    // Now and then a chain that goes down as far as it may.
    const last = nodes[i - 1]!
    const chosen = i % 50 < 6 && last.depth < DEEPEST && i > wide ? last : above
    const id = newId()
    nodes.push({
      id,
      key: `${chosen.key}:${chosen.children++}`,
      depth: chosen.depth + 1,
      path: [...chosen.path, id],
      full: `${chosen.full}/${named(i)}`,
      children: 0,
    })
  }
  for (let start = 1; start < nodes.length; start += AT_ONCE) {
    const rows = nodes.slice(start, start + AT_ONCE).map(({ id, key, path, full, children }, i) => ({
      id,
      key,
      value: named(start + i),
      full_value: full,
      parent: path.at(-2),
      path: `{${path.join()}}`,
      child_mark: children,
    }))
    await sql`
      insert into assets_nodes (id, org_id, key, value, full_value, parent, path, child_mark)
      select v.id, ${org}::uuid, v.key, v.value, v.full_value, v.parent, v.path::uuid[], v.child_mark
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as v(id uuid, key text, value text, full_value text, parent uuid, path text, child_mark int)
    `.execute(db)
  }
  await sql`update assets_nodes set child_mark = ${root.children} where id = ${root.id}`.execute(db)
  return nodes
}

const kinds = ['web', 'db', 'cache', 'queue', 'batch', 'edge', 'log', 'mail']
const named = (i: number): string => `${kinds[i % kinds.length]}-${i}`

const growAccounts = async (org: string, db: Db): Promise<void> => {
  await sql`
    insert into assets_admin_users (id, org_id, name, username)
    select gen_random_uuid(), ${org}, 'root-' || i, 'root' from generate_series(1, 3) i
  `.execute(db)
  await sql`
    insert into assets_system_users (id, org_id, name, username, protocol)
    select gen_random_uuid(), ${org}, 'account-' || i, 'app' || i, (array['ssh', 'ssh', 'rdp', 'vnc'])[1 + i % 4] from generate_series(1, 40) i
  `.execute(db)
}

/** A number that looks thrown, from the number of a row. */
const thrown = (i: RawBuilder<unknown>, salt: string): RawBuilder<number> =>
  sql<number>`(('x' || substr(md5(${i}::text || ${salt}), 1, 7))::bit(28)::int)`

const growAssets = async (org: string, nodes: readonly Node[], amount: number, db: Db, say: (line: string) => void) => {
  const ids = nodes.map(({ id }) => id)
  for (let start = 1; start <= amount; start += AT_ONCE) {
    const end = Math.min(amount, start + AT_ONCE - 1)
    await sql`
      with made as (
        insert into assets_assets (id, org_id, hostname, ip, protocols, platform, admin_user, created_by, comment)
        select gen_random_uuid(), ${org}, ${sql.raw(`(array['${kinds.join("','")}'])[1 + i % 8]`)} || '-' || substr(md5(i::text), 1, 6) || '-' || i,
          '10.' || (i / 65536) % 256 || '.' || (i / 256) % 256 || '.' || i % 256,
          case when i % 10 = 0 then '["rdp/3389"]'::jsonb else '["ssh/22"]'::jsonb end,
          case when i % 10 = 0 then 'Windows' else 'Linux' end,
          (select id from assets_admin_users where org_id = ${org} order by name limit 1 offset 0), 'Scale', ''
        from generate_series(${start}::int, ${end}::int) i
        returning id, hostname
      ), numbered as (select id, split_part(hostname, '-', 3)::int as i from made)
      insert into assets_assets_nodes_relations (asset, node)
      select n.id, (${ids}::uuid[])[1 + ${thrown(sql`n.i`, 'a')} % ${ids.length}] from numbered n
      union
      select n.id, (${ids}::uuid[])[1 + ${thrown(sql`n.i`, 'b')} % ${ids.length}] from numbered n where n.i % 20 = 0
    `.execute(db)
    if (end % 100_000 < AT_ONCE) say(`${end} assets`)
  }
  // One row a node is enough.
  await sql`
    with gone as (delete from assets_node_tallies returning node, n)
    insert into assets_node_tallies (node, n) select node, sum(n) from gone group by node having sum(n) <> 0
  `.execute(db)
}

const growUsers = async (org: string, amount: number, db: Db): Promise<void> => {
  await sql`
    with made as (
      insert into users_users (id, name, username, email, is_first_login, created_by)
      select gen_random_uuid(), 'Person ' || i, 'scale-' || right(${org}::text, 12) || '-' || i,
        'scale-' || right(${org}::text, 12) || '-' || i || '@example.com', false, 'Scale'
      from generate_series(1, ${amount}::int) i returning id
    )
    insert into orgs_org_member_relation (org, "user", role) select ${org}, id, 'User' from made
  `.execute(db)
  const groups = Math.max(1, Math.round(amount / 50))
  await sql`
    insert into users_groups (id, org_id, name) select gen_random_uuid(), ${org}, 'team-' || i from generate_series(1, ${groups}::int) i
  `.execute(db)
  await sql`
    insert into users_users_groups_relations ("user", usergroup)
    select m."user", (array(select id from users_groups where org_id = ${org}))[1 + ${thrown(sql`m."user"`, 'g')} % ${groups}]
    from orgs_org_member_relation m where m.org = ${org}
  `.execute(db)
}

const growRules = async (org: string, nodes: readonly Node[], { rules, users }: Size, db: Db) => {
  await sql`
    insert into perms_asset_permissions (id, org_id, name, date_start)
    select gen_random_uuid(), ${org}, 'rule-' || i, now() - interval '1 day' from generate_series(1, ${rules}::int) i
  `.execute(db)
  const low = nodes.filter(({ depth }) => depth >= 3).map(({ id }) => id)
  const places = low.length > 0 ? low : nodes.map(({ id }) => id)
  const mine = sql`(select id, split_part(name, '-', 2)::int as i from perms_asset_permissions where org_id = ${org}) r`
  const link = (plural: string, end: string, value: RawBuilder<unknown>, where: RawBuilder<unknown> = sql`true`) =>
    sql`
      insert into ${sql.table(`perms_asset_permissions_${plural}_relations`)} (assetpermission, ${sql.ref(end)})
      select r.id, ${value} from ${mine} where ${where} on conflict do nothing
    `.execute(db)
  const chosen = (ids: readonly string[], salt: string) =>
    sql`(${ids}::uuid[])[1 + ${thrown(sql`r.i`, salt)} % ${ids.length}]`
  const idsOf = async (query: RawBuilder<{ id: string }>) => (await query.execute(db)).rows.map(({ id }) => id)
  const people = await idsOf(sql<{ id: string }>`select "user" as id from orgs_org_member_relation where org = ${org}`)
  const teams = await idsOf(sql<{ id: string }>`select id from users_groups where org_id = ${org}`)
  const accounts = await idsOf(sql<{ id: string }>`select id from assets_system_users where org_id = ${org}`)
  const hosts = await idsOf(sql<{ id: string }>`select id from assets_assets where org_id = ${org} limit 20000`)
  await link('users', 'user', chosen(people, 'u'))
  await link('user_groups', 'usergroup', chosen(teams, 't'), sql`r.i % 10 = 0`)
  await link('nodes', 'node', chosen(places, 'n'), sql`r.i % 3 <> 0`)
  await link('assets', 'asset', chosen(hosts, 'h'), sql`r.i % 3 = 0`)
  await link('system_users', 'systemuser', chosen(accounts, 's'))
  return { rich: await makeRich(org, accounts[0]!, hosts, db), busy: await nodeWith(0.05, org, db), users }
}

/** Nodes that together hold about a fifth, and two hundred single assets. */
const makeRich = async (org: string, account: string, hosts: readonly string[], db: Db): Promise<string> => {
  const [user, rule] = [newId(), newId()]
  const name = `scale-${org.slice(-12)}-rich`
  await sql`
    insert into users_users (id, name, username, email, is_first_login, created_by)
    values (${user}, 'Rich', ${name}, ${`${name}@example.com`}, false, 'Scale')
  `.execute(db)
  await sql`insert into orgs_org_member_relation (org, "user", role) values (${org}, ${user}, 'User')`.execute(db)
  await sql`
    insert into perms_asset_permissions (id, org_id, name, date_start) values (${rule}, ${org}, 'rich', now() - interval '1 day')
  `.execute(db)
  await sql`
    insert into perms_asset_permissions_nodes_relations (assetpermission, node)
    select ${rule}::uuid, id from (
      select n.id, sum(assets_below(n.id)) over (order by n.key) as so_far from assets_nodes n where n.org_id = ${org} and array_length(n.path, 1) = 2
    ) tops where so_far <= 0.25 * (select assets_below(id) from assets_nodes where org_id = ${org} and parent is null)
  `.execute(db)
  await sql`
    insert into perms_asset_permissions_assets_relations (assetpermission, asset) select ${rule}::uuid, unnest(${hosts.slice(0, 200)}::uuid[])
  `.execute(db)
  await sql`insert into perms_asset_permissions_users_relations (assetpermission, "user") values (${rule}, ${user})`.execute(
    db,
  )
  await sql`
    insert into perms_asset_permissions_system_users_relations (assetpermission, systemuser) values (${rule}, ${account})
  `.execute(db)
  return user
}

const nodeWith = async (share: number, org: string, db: Db): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select n.id from assets_nodes n where n.org_id = ${org} and n.parent is not null
    order by abs(assets_below(n.id) - ${share}::float8 * (select assets_below(id) from assets_nodes where org_id = ${org} and parent is null)), n.key
    limit 1
  `.execute(db)
  return rows[0]!.id
}
