// The tree changes: a node is made, renamed, moved with all below it, deleted. Numbers of assets stay right with it.
import { node } from '@drawbridge/model'
import { InvalidBody, Refusal, refusal } from '@drawbridge/wire'
import { sql } from 'kysely'
import { deedOn, recordDeeds } from '../../engine/audit.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { findPlace, type Place } from '../../rights/tree.ts'

export const sameName = (ctx: Ctx): InvalidBody => new InvalidBody({ value: [SAME[ctx.reader.lang]] })

const SAME = { zh: '同级别节点名字不能重复', en: 'The same level node name cannot be the same' }
const LONGEST_KEY = 255

/** Makes a node below another. Without a name it gets the next free "New node N". */
export const createNode = async (
  parent: Place,
  { value, id = newId() }: { value?: string; id?: string },
  ctx: Ctx,
): Promise<Place> => {
  const name = value || (await freeName(parent, ctx))
  const { rows } = await sql<Place>`
    with up as (update assets_nodes set child_mark = child_mark + 1 where id = ${parent.id} returning *)
    insert into assets_nodes (id, org_id, key, value, full_value, parent, path)
    select ${id}::uuid, org_id, key || ':' || (child_mark - 1), ${name}::text, full_value || '/' || ${name}::text, id, path || ${id}::uuid
    from up
    returning id, org_id, key, value, full_value, parent, path
  `
    .execute(ctx.db)
    .catch(asSameName(ctx))
  const made = rows[0]
  if (!made) throw collision()
  if (made.key.length > LONGEST_KEY) throw tooDeep()
  await recordDeeds(
    [deedOn(node, 'create', { ...made }, { value: [null, name], parent: [null, parent.full_value] })],
    ctx,
  )
  return made
}

const asSameName = (ctx: Ctx) => (error: { code?: string; constraint?: string }) => {
  if (error.code === '23505' && error.constraint === 'assets_nodes_sibling') throw sameName(ctx)
  if (error.code === '23505' && error.constraint === 'assets_nodes_pkey')
    throw new InvalidBody({ id: [ctx.reader.lang === 'zh' ? '字段必须唯一' : 'This field must be unique.'] })
  throw error
}

const freeName = async (parent: Place, { db, reader }: Ctx): Promise<string> => {
  const stem = reader.lang === 'zh' ? '新节点' : 'New node'
  const { rows } = await sql<{ n: number }>`
    select coalesce(max(substring(value from ${`^${stem} ([0-9]{1,9})$`})::int), 0) + 1 as n
    from assets_nodes where parent = ${parent.id} and value like ${`${stem} %`}
  `.execute(db)
  return `${stem} ${rows[0]!.n}`
}

export const renameNode = async (place: Place, value: string, ctx: Ctx): Promise<void> => {
  if (place.parent === null) throw rootName()
  if (value === place.value) return
  await sql`update assets_nodes set value = ${value} where id = ${place.id}`.execute(ctx.db).catch(asSameName(ctx))
  const full = `${place.full_value.slice(0, place.full_value.length - place.value.length)}${value}`
  await sql`
    update assets_nodes set full_value = ${full}::text || substr(full_value, ${[...place.full_value].length + 1}::int)
    where id = ${place.id} or (key > ${`${place.key}:`} and key < ${`${place.key};`})
  `.execute(ctx.db)
  await recordDeeds([deedOn(node, 'update', { ...place, full_value: full }, { value: [place.value, value] })], ctx)
}

/** Moves a node with all below it. Assets keep their places; only the nodes above, old and new, count others than before. */
export const moveNode = async (seen: Place, target: Place, ctx: Ctx): Promise<void> => {
  if (seen.parent === null) throw rootMove()
  if (seen.org_id !== target.org_id) throw elsewhere()
  await sql`select pg_advisory_xact_lock(assets_tree_lock(${seen.org_id}::uuid))`.execute(ctx.db)
  const [place, parent] = [await findPlace(seen.id, ctx), await findPlace(target.id, ctx)]
  // Somebody else moved one of them while this move waited: what the caller saw is no longer so.
  if (!place || !parent || place.key !== seen.key || parent.key !== target.key) throw collision()
  if (parent.path.includes(place.id)) throw belowItself()
  if (place.parent === parent.id) return
  await recount(place, parent, ctx)
  await sql`
    with up as (update assets_nodes set child_mark = child_mark + 1 where id = ${parent.id} returning key || ':' || (child_mark - 1) as key)
    update assets_nodes n set
      key = up.key || substr(n.key, ${place.key.length + 1}::int),
      parent = case when n.id = ${place.id} then ${parent.id}::uuid else n.parent end,
      path = ${parent.path}::uuid[] || n.path[${place.path.length}::int:],
      full_value = ${parent.full_value}::text || substr(n.full_value, ${[...place.full_value].length - [...place.value].length}::int)
    from up
    where ${isBelow(place.key)}
  `
    .execute(ctx.db)
    .catch(asSameName(ctx))
  const now = (await findPlace(place.id, ctx))!
  if (now.key.length > LONGEST_KEY) throw tooDeep()
  await recordDeeds([deedOn(node, 'update', { ...now }, { full_value: [place.full_value, now.full_value] })], ctx)
}

/** Nodes that are above only before the move lose what they reach by no other way; those only after it gain it. */
const recount = async (place: Place, parent: Place, { db }: Ctx): Promise<void> => {
  const before = place.path.filter((id) => id !== place.id && !parent.path.includes(id))
  const after = parent.path.filter((id) => !place.path.includes(id))
  // Another way can only lead through what is below the highest node that loses or gains.
  const tops = [keyAbove(place, before[0]), keyAbove(parent, after[0])].flatMap((key) => (key ? [isBelow(key)] : []))
  await sql`
    with inside as materialized (
      select distinct l.asset from assets_assets_nodes_relations l
      where l.shared and l.node = any(array(select n.id from assets_nodes n where ${isBelow(place.key)}))
    ), outside as materialized (
      ${(await isLittle(place, [before[0], after[0]], db)) ? linksOfInside : linksWithInside}
      = any(array(select n.id from assets_nodes n where (${sql.join(tops, sql` or `)}) and not ${isBelow(place.key)}))
    ), also as (
      select a.node, count(distinct o.asset) as n
      from outside o join assets_nodes n on n.id = o.node, unnest(n.path) a(node)
      where a.node = any(${[...before, ...after]}::uuid[])
      group by a.node
    )
    insert into assets_node_tallies (node, n)
    select c.node, c.sign * (assets_below(${place.id}::uuid) - coalesce(also.n, 0))
    from (
      select unnest(${before}::uuid[]) as node, -1 as sign union all select unnest(${after}::uuid[]), 1
    ) c left join also on also.node = c.node
  `.execute(db)
}

// The planner does not know how much is below a node that was just moved: it is told which end to begin with.
const linksOfInside = sql`select l.asset, l.node from inside i join assets_assets_nodes_relations l on l.asset = i.asset where l.node`
const linksWithInside = sql`
  select l.asset, l.node from assets_assets_nodes_relations l
  where l.shared and coalesce(l.asset in (select asset from inside), false) and l.node`

/** How many times longer it takes to come from an asset inside than to look at one outside. */
const FROM_INSIDE = 14

const isLittle = async (place: Place, tops: readonly (string | undefined)[], db: Db): Promise<boolean> => {
  const { rows } = await sql<{ little: boolean }>`
    select ${FROM_INSIDE}::int * assets_below(${place.id}::uuid) < sum(assets_below(top)) as little
    from unnest(${tops.filter(Boolean)}::uuid[]) top
  `.execute(db)
  return rows[0]!.little
}

/** Whether `n` is the node with this key or below it. */
const isBelow = (key: string) => sql<boolean>`(n.key = ${key} or (n.key > ${`${key}:`} and n.key < ${`${key};`}))`

const keyAbove = ({ key, path }: Place, id: string | undefined): string | undefined =>
  id &&
  key
    .split(':')
    .slice(0, path.indexOf(id) + 1)
    .join(':')

export const deleteNode = async (place: Place, ctx: Ctx): Promise<void> => {
  if (place.parent === null) throw rootDeletion(place)
  await sql`select pg_advisory_xact_lock_shared(assets_tree_lock(${place.org_id}::uuid))`.execute(ctx.db)
  await sql`delete from assets_nodes where id = ${place.id}`.execute(ctx.db).catch((error: { code?: string }) => {
    if (error.code === '23503') throw inUse()
    throw error
  })
  await sql`delete from assets_node_tallies where node = ${place.id}`.execute(ctx.db)
  await recordDeeds([deedOn(node, 'delete', { ...place }, { value: [place.value, null] })], ctx)
}

/** The node at the end of a path below the root; what is missing on the way is made. */
export const nodeAt = async (path: string, root: Place, ctx: Ctx): Promise<Place> => {
  const parts = path
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts[0] === root.value) parts.shift()
  let place = root
  for (const value of parts) {
    const { rows } = await sql<{ id: string }>`
      select id from assets_nodes where parent = ${place.id} and value = ${value}
    `.execute(ctx.db)
    place = rows[0] ? (await findPlace(rows[0].id, ctx))! : await createNode(place, { value }, ctx)
  }
  return place
}

const collision = refusal('error', 409, {
  zh: '该节点刚被其他人移动或删除，请刷新后重试',
  en: 'Somebody else has just moved or deleted this node. Please refresh and try again',
})
const rootName = refusal(
  'root_node',
  400,
  { zh: '不能修改根节点名称', en: "You can't update the root node name" },
  'error',
)
const rootMove = refusal('root_node', 400, { zh: '不能移动根节点', en: "You can't move the root node" }, 'error')
const belowItself = refusal(
  'below_itself',
  400,
  { zh: '不能把节点移动到它自己或它的子节点下', en: 'A node cannot be moved below itself' },
  'error',
)
const elsewhere = refusal(
  'other_organization',
  400,
  { zh: '不能把节点移动到其他组织', en: 'A node cannot be moved to another organization' },
  'error',
)
const tooDeep = refusal('too_deep', 400, { zh: '节点层级过深', en: 'The tree would become too deep' }, 'error')
const inUse = refusal(
  'node_in_use',
  403,
  { zh: '删除失败，节点包含子节点或资产', en: 'Deletion failed and the node contains children or assets' },
  'error',
)
const rootDeletion = ({ value }: Place): Refusal => {
  const wording = { zh: `不能删除根节点 (${value})`, en: `You can't delete the root node (${value})` }
  return new Refusal('root_node', 403, wording, (lang) => ({ error: wording[lang] }))
}
