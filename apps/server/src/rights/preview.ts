// What an unsaved asset permission would change: who gains which assets, who loses which.
import type { Difference, Preview } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { type Affected, affectedBy, changesFor, EXAMPLES, type Named } from './changes.ts'
import { type Ground, NOWHERE, sizeOf, within } from './ground.ts'
import { pageOn } from './ground-pages.ts'
import { assetRules, groundOfRules, worksSql } from './rules.ts'

/** A rule as it would be. */
export interface Sketch extends Named {
  readonly assets: readonly string[]
  readonly nodes: readonly string[]
}

/** Compares the rights of everybody the rule names, before and after. `rule` is the saved one, if there is. */
export const preview = async (sketch: Sketch, rule: string | undefined, now: Date, db: Db): Promise<Preview> => {
  const before = rule ? (await groundOfRules(working(rule, now), db)).ground : NOWHERE
  const after = sketch.works ? await groundOfSketch(sketch, db) : NOWHERE
  const people = await affectedBy(sketch, rule, assetRules, now, db)
  return changesFor(people, (one) => differenceFor(one, before, after, db))
}

const working = (rule: string, now: Date) => sql`
  select r.id from perms_asset_permissions r where r.id = ${rule}::uuid and ${worksSql(now, assetRules)}
`

const differenceFor = async (one: Affected, before: Ground, after: Ground, db: Db): Promise<Difference> => {
  const others =
    one.others.length > 0 ? (await groundOfRules(sql`select unnest(${one.others}::uuid[]) as id`, db)).ground : NOWHERE
  const [was, is] = [
    await together(others, one.before ? before : NOWHERE, db),
    await together(others, one.after ? after : NOWHERE, db),
  ]
  const all = await together(was, is, db)
  const [sizeWas, sizeIs, sizeAll] = [await sizeOf(was, db), await sizeOf(is, db), await sizeOf(all, db)]
  const [gained, lost] = [sizeAll - sizeWas, sizeAll - sizeIs]
  return {
    gained,
    lost,
    gained_names: gained > 0 ? await examples(one.after ? after : NOWHERE, was, db) : [],
    lost_names: lost > 0 ? await examples(one.before ? before : NOWHERE, is, db) : [],
  }
}

/** Two grounds as one, without nodes that are below others. */
const together = async (one: Ground, other: Ground, db: Db): Promise<Ground> => {
  const orgs = [...new Set([...one.orgs, ...other.orgs])]
  const nodes = [...new Set([...one.nodes, ...other.nodes])]
  const { rows } =
    nodes.length === 0
      ? { rows: [] }
      : await sql<{ id: string }>`
          select n.id from assets_nodes n where n.id = any(${nodes}::uuid[]) and n.org_id <> all(${orgs}::uuid[])
            and not exists (select from unnest(n.path) above(id) where above.id <> n.id and above.id = any(${nodes}::uuid[]))
        `.execute(db)
  const assets = [one.assets, other.assets].filter((query) => query !== undefined)
  return {
    orgs,
    nodes: rows.map(({ id }) => id),
    assets:
      assets.length > 0
        ? sql.join(
            assets.map((query) => sql`(${query})`),
            sql` union `,
          )
        : undefined,
  }
}

const LOOKED_AT = 500

const examples = async (from: Ground, without: Ground, db: Db): Promise<string[]> => {
  const ids = await pageOn(from, { limit: LOOKED_AT, offset: 0 }, db)
  const { rows } = await sql<{ name: string }>`
    select a.hostname || '(' || a.ip || ')' as name from assets_assets a
    where a.id = any(${ids}::uuid[]) and not ${within(without, 'a')} order by a.hostname limit ${EXAMPLES}
  `.execute(db)
  return rows.map(({ name }) => name)
}

const groundOfSketch = async ({ org, assets, nodes }: Sketch, db: Db): Promise<Ground> => {
  const { rows } = await sql<{ id: string; root: boolean }>`
    select n.id, n.parent is null as root from assets_nodes n where n.id = any(${nodes}::uuid[]) and n.org_id = ${org}
      and not exists (select from unnest(n.path) above(id) where above.id <> n.id and above.id = any(${nodes}::uuid[]))
  `.execute(db)
  return {
    orgs: rows.some(({ root }) => root) ? [org] : [],
    nodes: rows.filter(({ root }) => !root).map(({ id }) => id),
    assets: assets.length > 0 ? sql`select unnest(${assets}::uuid[])` : undefined,
  }
}
