// Lists, pages, single rows and endless streams of them.

import { createHash } from 'node:crypto'
import type { Fields } from '@drawbridge/resource'
import { absent } from '@drawbridge/wire'
import { type Kysely, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { kept } from '../platform/db/kept-plans.ts'
import type { Query } from '../platform/http/route.ts'
import { narrow, ordered, orderOf } from './narrow.ts'
import { presenter, shownFields } from './present.ts'
import { columnTypes } from './rows-in.ts'
import { extrasFor } from './select.ts'
import type { Page, Rows, Served } from './serve.ts'
import { anyOf, countRows, countVisible, keptCount, untyped, visibleRows } from './visible.ts'

export interface Listing {
  readonly count: number
  readonly rows: Record<string, unknown>[]
}

/** A page with the exact number of rows there are. */
export const listPage = async (one: Served, query: Query, page: Page, ctx: Ctx): Promise<Listing> => {
  const short = await one.behaviour.page?.(query, page, ctx)
  if (short) return { count: short.count, rows: await showRows(one, short.ids, ctx, { query }) }
  const narrowed = await narrow(one, visibleRows(one, ctx), query, ctx)
  const counting = () => (narrowed.restricted ? countRows(narrowed.rows) : countVisible(one, ctx))
  const order = orderOf(one, query)
  const shown = shownFields(one, query, ctx)
  const show = presenter(one, shown, ctx)
  // Far into a long list it is shorter to come from the other end, which takes the count first.
  if (page.offset >= FAR) {
    const count = await counting()
    const found =
      page.offset >= count ? [] : await loaded(farPage(one, narrowed.rows, { order, shown, page, count }, ctx))
    return { count, rows: found.map(show) }
  }
  const tally = narrowed.restricted ? undefined : await keptCount(one, ctx)
  const columns = withShown(narrowed.rows, one, shown, ctx)
  const full = tally ? columns.select(tally.as(TALLY)) : columns
  const opens = tally && page.offset === 0 && !query.order && PAGE_SIZES.has(page.limit)
  // A limit that stands in the statement tells the planner that it may read along the index.
  const cut = opens ? full.limit(sql.lit(page.limit)) : full.limit(page.limit).offset(page.offset)
  const reading = loaded(ordered(opens || narrowed.named ? cut.modifyFront(kept) : cut, order))
  const { count, rows } = await counted(page, reading, counting, {
    after: tally ? undefined : narrowed.restricted ? HEAD_START_MS : 0,
  })
  return { count, rows: rows.map(show) }
}

const FAR = 500
/** Of the console's tables. */
const PAGE_SIZES = new Set([15, 30, 50, 100])
const TALLY = '#'

type Loaded = Record<string, any>

const loaded = async (rows: Rows): Promise<Loaded[]> => (await rows.execute()) as Loaded[]

/** For how long a page that may be short is waited for. */
const HEAD_START_MS = 3

/** Nobody counts where the page tells: it came with a tally, or it is not full and so the last one. Else it is counted meanwhile. */
const counted = async (
  page: Page,
  reading: Promise<Loaded[]>,
  count: () => Promise<number>,
  { after }: { after?: number },
): Promise<Listing> => {
  let counting: Promise<number> | undefined
  const begin = () => {
    counting ??= count()
    counting.catch(() => undefined)
    return counting
  }
  const patience = after === undefined ? undefined : setTimeout(begin, after)
  const rows = await reading.finally(() => clearTimeout(patience))
  const told = rows[0]?.[TALLY]
  if (told !== undefined) return { rows, count: Number(told) }
  const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0)
  return { rows, count: isLast ? page.offset + rows.length : await begin() }
}

interface Far {
  readonly order: ReturnType<typeof orderOf>
  readonly shown: readonly string[]
  readonly page: Page
  readonly count: number
}

/** Only ids are passed over, which an index alone answers, and from the nearer end; the rest is read for the rows of the page. */
const farPage = (one: Served, rows: Rows, { order, shown, page: { limit, offset }, count }: Far, ctx: Ctx): Rows => {
  const take = Math.min(limit, count - offset)
  const reversed = offset > count / 2
  const ids = ordered(rows.select('t.id'), order, { reversed })
    .limit(take)
    .offset(reversed ? count - offset - take : offset)
  const full = untyped(ctx)
    .selectFrom(ids.as('page') as never)
    .innerJoin(`${one.resource.table} as t`, 't.id' as never, 'page.id' as never) as unknown as Rows
  return ordered(withColumns(full, one, shown, ctx), order)
}

const withColumns = (rows: Rows, one: Served, shown: readonly string[], ctx: Ctx): Rows => {
  const extras = Object.entries(extrasFor(one, new Set(shown), ctx)).map(([name, expression]) => expression.as(name))
  return rows.selectAll('t' as never).select(extras as never)
}

/** No more than is shown, where all of it stands in columns: of rows shown by their names only, most is left where it is. */
const withShown = (rows: Rows, one: Served, shown: readonly string[], ctx: Ctx): Rows => {
  const { resource, behaviour } = one
  const special = { ...behaviour.compute, ...behaviour.select }
  const plain = shown.every((name) => resource.fields[name]?.stored && !(name in special))
  if (!plain) return withColumns(rows, one, shown, ctx)
  return rows.select([...new Set(['id', ...shown])].map((name) => `t.${name}`) as never)
}

const BATCH = 1_000

/** All rows of a list, unless they are many: then they had better flow. Short lists never wait for long readers. */
export const listShort = async (
  one: Served,
  query: Query,
  ctx: Ctx,
): Promise<Record<string, unknown>[] | undefined> => {
  const { rows } = await narrow(one, visibleRows(one, ctx), query, ctx)
  const shown = shownFields(one, query, ctx)
  const found = await loaded(ordered(withColumns(rows, one, shown, ctx), orderOf(one, query)).limit(BATCH + 1))
  return found.length > BATCH ? undefined : found.map(presenter(one, shown, ctx))
}

/** Every row, in batches, in constant memory. Holds one of the few connections kept for long reads. */
export async function* streamRows(
  one: Served,
  query: Query,
  ctx: Ctx,
  { page, detail }: { page?: Page; detail?: boolean } = {},
): AsyncGenerator<Record<string, unknown>[]> {
  const db = ctx.services.database.streams as unknown as Kysely<any>
  const narrowed = await narrow(one, visibleRows(one, ctx, db), query, ctx)
  const shown = shownFields(one, query, ctx, { detail })
  const show = presenter(one, shown, ctx)
  const order = orderOf(one, query)
  let batch: Record<string, unknown>[] = []
  const full = ordered(withColumns(narrowed.rows, one, shown, ctx), order)
  const limited = page ? full.limit(page.limit).offset(page.offset) : full
  for await (const row of limited.stream(BATCH)) {
    batch.push(show(row as Record<string, any>))
    if (batch.length === BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** Rows as the table holds them, with the extras of the behaviour: what changes are compared with. */
export const loadRows = async (
  one: Served,
  ids: readonly (string | number)[],
  ctx: Ctx,
  options: { lock?: boolean; query?: Query } = {},
) => {
  const narrowed = await narrow(one, visibleRows(one, ctx), options.query ?? {}, ctx)
  if (options.lock) {
    // Locked in the order of their ids: two writers of the same rows wait, they do not deadlock.
    const mine = visibleRows(one, ctx).where('t.id', '=', anyOf(one.resource, ids))
    await mine.select('t.id').orderBy('t.id').forUpdate('t').execute()
  }
  const references = linkNames(one)
  const rows = narrowed.rows.where('t.id', '=', anyOf(one.resource, ids))
  return (await withColumns(rows, one, references, ctx).execute()) as Record<string, any>[]
}

/** One row as shown on its own page, with a name for its state; somebody else's does not exist. */
export const readOne = async (one: Served, id: string, query: Query, ctx: Ctx) => {
  const key = keyFrom(one, id)
  const shown = shownFields(one, query, ctx, { detail: true })
  const wanted = new Set([...shown, ...linkNames(one)])
  const rows = visibleRows(one, ctx).where('t.id', '=', key).modifyFront(kept)
  const row = await withColumns(rows, one, [...wanted], ctx).executeTakeFirst()
  if (!row) throw absent(one.resource.label)
  return {
    body: presenter(one, shown, ctx)(row as Record<string, any>),
    state: stateOf(one, row as Record<string, any>),
  }
}

const linkNames = (one: Served): string[] =>
  Object.entries(one.resource.fields as Fields)
    .filter(([, field]) => field.kind === 'refs')
    .map(([name]) => name)

/** A short name for the state of a row; changes when anything does that can be written. Whoever edits a user has not collided with their login. */
export const stateOf = (one: Served, row: Record<string, any>): string => {
  const { fields } = one.resource as { fields: Fields }
  const names = [...Object.keys(columnTypes(one.resource)), ...linkNames(one)].filter((name) => !fields[name]?.readOnly)
  names.sort()
  const state = names.map((name) => (Array.isArray(row[name]) ? [...row[name]].sort() : row[name]))
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)
}

/** Rows shown in the order of their ids: what a bulk write answers. */
export const showRows = async (
  one: Served,
  ids: readonly (string | number)[],
  ctx: Ctx,
  options: { detail?: boolean; query?: Query } = {},
): Promise<Record<string, unknown>[]> => {
  const shown = shownFields(one, options.query ?? {}, ctx, options)
  const show = presenter(one, shown, ctx)
  const result = new Map<string | number, Record<string, unknown>>()
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH)
    const rows = untyped(ctx).selectFrom(`${one.resource.table} as t`).where('t.id', '=', anyOf(one.resource, some))
    const full = withShown(rows.modifyFront(kept) as unknown as Rows, one, shown, ctx)
    for (const row of await loaded(full)) result.set(row.id, show(row))
  }
  return ids.flatMap((id): Record<string, unknown>[] => (result.has(id) ? [result.get(id)!] : []))
}

/** The key of a path, or "not found": a malformed id is nobody's. */
export const keyFrom = (one: Served, id: string): string | number => {
  try {
    return one.resource.fields.id.parse(id, { lang: 'en', zone: 'UTC', now: new Date(0) })
  } catch {
    throw absent(one.resource.label)
  }
}
