// Assets: on the nodes of the tree, found below any of them in the same time however many there are.
import { asset, DEFAULT_PROTOCOL } from '@drawbridge/model'
import { isGuid } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'
import { type Loaded, serve } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Query } from '../../platform/http/route.ts'
import { sizeOf } from '../../rights/ground.ts'
import { pageOn } from '../../rights/ground-pages.ts'
import { findPlace, groundOf, type Place } from '../../rights/tree.ts'
import { placeOf, rootOf } from './node.ts'
import { nodeAt } from './node-changes.ts'

export const assets = serve(asset, {
  page: (query, page, ctx) => pageOfNode(query, page, ctx),
  narrow: {
    systemuser__id: (rows, ids: string[]) =>
      rows.where(sql<boolean>`(
        exists (select from assets_system_users_assets_relations s where s.asset = t.id and s.systemuser = any(${ids}::uuid[]))
        or exists (
          select from assets_system_users_nodes_relations s join assets_nodes n on s.node = any(n.path)
          join assets_assets_nodes_relations l on l.node = n.id
          where l.asset = t.id and s.systemuser = any(${ids}::uuid[])
        )
      )`),
    admin_user__id: (rows, ids: string[]) => rows.where('t.admin_user', '=', sql`any(${ids}::uuid[])`),
    platform__base: (rows, base: string) =>
      rows.where(sql<boolean>`t.platform in (select p.name from assets_platforms p where p.base = ${base})`),
    protocols: (rows, text: string) =>
      rows.where(sql<boolean>`t.protocols @> ${JSON.stringify(text.split(/[\s,]+/).filter(Boolean))}::jsonb`),
    protocols__icontains: (rows, text: string) =>
      rows.where(sql<boolean>`t.protocols::text ilike ${`%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`),
    node: (rows, name: string, _ctx, query) => rows.where(standsAt(name, onlyThere(query))),
    node_id: (rows, name: string, _ctx, query) => rows.where(standsAt(name, onlyThere(query))),
    // They say how the node is meant.
    all: (rows) => rows,
    show_current_asset: (rows) => rows,
    label: (rows, text: string) => labelsIn(text).reduce((rows, one) => rows.where(bears(one)), rows),
    ips: (rows, text: string) => rows.where('t.ip', '=', sql`any(${text.split(',').map((ip) => ip.trim())}::text[])`),
  },
  select: {
    nodes_display: () => sql`array(
      select n.full_value from assets_assets_nodes_relations l join assets_nodes n on n.id = l.node where l.asset = t.id order by l.id
    )`,
    connectivity: () => sql`(
      select json_build_object('status', c.status, 'datetime', c.datetime) from assets_connectivity c
      where c.asset = t.id and c.username = (select u.username from assets_admin_users u where u.id = t.admin_user)
    )`,
  },
  compute: {
    hardware_info: (row) => hardwareOf(row),
    connectivity: ({ connectivity }, ctx) => reachabilityOf(connectivity, ctx),
  },
  saving: async (draft, { ctx, row, query }) => {
    const { protocol, port, protocols, nodes_display: paths } = draft
    if (paths && paths.length > 0) draft.nodes = await placesFor(paths, ctx)
    if (!row && query?.node_id)
      draft.nodes = [...new Set([...(draft.nodes ?? []), (await placeNamed(query.node_id, ctx)).id])]
    // An asset on no node could be reached from nowhere.
    if (!row && !draft.nodes) draft.nodes = [(await cachedRoot(ctx)).id]
    const single = protocol !== undefined || port !== undefined
    if (!single || (protocols && protocols.join() !== DEFAULT_PROTOCOL)) return {}
    return { protocols: [`${protocol ?? 'ssh'}/${port ?? 22}`] }
  },
})

const onlyThere = ({ all, show_current_asset }: Query): boolean => {
  if (show_current_asset !== undefined && show_current_asset !== '') return isOn(show_current_asset)
  return all !== undefined && all !== '' && !isOn(all)
}

const isOn = (text: string): boolean => !['0', 'false', 'False', 'N', 'no'].includes(text)

/** On the node that has this id or key, or below it. A root is above everything of its organisation. */
const standsAt = (name: string, only: boolean): RawBuilder<boolean> => {
  const is = isGuid(name) ? sql`top.id = ${name}::uuid` : sql`top.key = ${name}`
  if (only)
    return sql<boolean>`exists (
      select from assets_assets_nodes_relations l join assets_nodes top on top.id = l.node where l.asset = t.id and ${is}
    )`
  return sql<boolean>`(
    t.org_id = (select top.org_id from assets_nodes top where ${is} and top.parent is null)
    or exists (
      select from assets_assets_nodes_relations l join assets_nodes n on n.id = l.node
      where l.asset = t.id and (select top.id from assets_nodes top where ${is} and top.parent is not null) = any(n.path)
    )
  )`
}

/** Parameters that do not change which assets are meant, or that the short way understands. */
const PLAIN = new Set([
  'limit',
  'offset',
  'order',
  'node',
  'node_id',
  'all',
  'show_current_asset',
  'fields',
  'fields!',
  'fields_size',
  'draw',
  'display',
  'key',
  'cache_policy',
  'oid',
])

const ORDERS: Readonly<Record<string, boolean>> = { hostname: false, '-hostname': true }

const pageOfNode = async (query: Query, page: { limit: number; offset: number }, ctx: Ctx) => {
  const name = query.node_id || query.node
  const descending = ORDERS[query.order || 'hostname']
  const plain = Object.entries(query).every(([key, value]) => PLAIN.has(key) || value.trim() === '')
  if (!name || descending === undefined || !plain) return undefined
  const place = await findPlace(name, ctx)
  if (!place) return { count: 0, ids: [] }
  if (onlyThere(query)) return pageHere(place, page, descending, ctx)
  // The whole of an organisation is read in its own order.
  if (place.parent === null && !ctx.org.isRoot) return undefined
  const ground = groundOf(place)
  const [count, ids] = await Promise.all([sizeOf(ground, ctx.db), pageOn(ground, { ...page, descending }, ctx.db)])
  return { count, ids }
}

const pageHere = async (place: Place, page: { limit: number; offset: number }, descending: boolean, { db }: Ctx) => {
  const way = sql.raw(descending ? 'desc' : 'asc')
  const [{ rows: counted }, { rows }] = await Promise.all([
    sql<{ n: number }>`select count(*) as n from assets_assets_nodes_relations where node = ${place.id}`.execute(db),
    sql<{ asset: string }>`
      select asset from assets_assets_nodes_relations where node = ${place.id}
      order by hostname ${way}, asset ${way} limit ${page.limit} offset ${page.offset}
    `.execute(db),
  ])
  return { count: Number(counted[0]!.n), ids: rows.map(({ asset }) => asset) }
}

interface Named {
  readonly name: string
  readonly value: string
}

const labelsIn = (text: string): Named[] =>
  text.split(',').map((one) => {
    const [, name = one, value = ''] = /^([^:#]*)[:#](.*)$/.exec(one.trim()) ?? []
    return { name: name.trim(), value: value.trim() }
  })

const bears = ({ name, value }: Named): RawBuilder<boolean> => sql<boolean>`exists (
  select from assets_assets_labels_relations l join assets_labels b on b.id = l.label
  where l.asset = t.id and b.is_active and b.name = ${name} and b.value = ${value}
)`

const hardwareOf = (row: Loaded<typeof asset>): string => {
  const cores = row.cpu_vcpus ?? (row.cpu_count && row.cpu_cores ? row.cpu_count * row.cpu_cores : undefined)
  return cores ? [`${cores} Core`, row.memory, row.disk_total].filter(Boolean).join(' ') : ''
}

const reachabilityOf = (found: { status: number; datetime: string } | null, { reader }: Ctx) => ({
  status: found?.status ?? 2,
  datetime: asset.fields.date_created.show!(found ? new Date(found.datetime) : reader.now, reader),
})

const roots = new WeakMap<Ctx, Promise<Place>>()
const named = new WeakMap<Ctx, Promise<Place>>()
const paths = new WeakMap<Ctx, Map<string, Promise<Place>>>()

/** A sheet of many assets asks for the same places again and again. */
const cachedRoot = (ctx: Ctx): Promise<Place> => {
  const known = roots.get(ctx) ?? rootOf(ctx)
  roots.set(ctx, known)
  return known
}

const placeNamed = (name: string, ctx: Ctx): Promise<Place> => {
  const known = named.get(ctx) ?? placeOf(name, ctx)
  named.set(ctx, known)
  return known
}

const placesFor = async (names: readonly string[], ctx: Ctx): Promise<string[]> => {
  const known = paths.get(ctx) ?? new Map<string, Promise<Place>>()
  paths.set(ctx, known)
  const ids: string[] = []
  for (const name of names) {
    const place = known.get(name) ?? nodeAt(name, await cachedRoot(ctx), ctx)
    known.set(name, place)
    ids.push((await place).id)
  }
  return [...new Set(ids)]
}
