// Create, update, delete: one row or many, all of them or none.

import { type Fields, type Mode, type Problems, parseDraft, words } from '@drawbridge/resource'
import { absent, collision, forbidden, InvalidBody, rootOrg } from '@drawbridge/wire'
import { sql } from 'kysely'
import { eachInTurn, pieces } from '../platform/breath.ts'
import type { Ctx } from '../platform/context.ts'
import type { Query } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { holdsSecrets, isParts, sealedOf, sealParts } from '../platform/secrets/parts.ts'
import { deedOn, difference, recordDeeds } from './audit.ts'
import { guarded } from './conflicts.ts'
import { danglingRefs, saveLinks } from './links.ts'
import { keyFrom, loadRows, stateOf } from './read.ts'
import { insertRows, updateRows } from './rows-in.ts'
import { fieldsFor, type Served } from './serve.ts'
import { takenIds, takenNames, uniqueNames } from './unique.ts'
import { anyOf, untyped } from './visible.ts'

type Values = Record<string, any>
type Found = Record<string, any>
type Key = string | number

/** Adds rows; the answer is in the order of the bodies. Problems come back aligned with them. */
export const createRows = (
  one: Served,
  bodies: readonly unknown[],
  ctx: Ctx,
  options: { many: boolean; query?: Query },
): Promise<Key[]> =>
  guarded(one, ctx, async () => {
    if (one.resource.scope === 'organisation' && ctx.org.isRoot) throw rootOrg()
    const drafts = await parseAll(one, bodies, 'create', ctx)
    await examine(one, drafts, { mode: 'create', ctx, many: options.many })
    return ctx.atomically(async (ctx) => {
      const good = drafts.map((item) => item.draft!)
      const keys = await newKeys(one, good, ctx)
      const rows = await eachInTurn(good, (draft, i) => newRow(one, keys[i]!, draft, ctx, options.query))
      const lenient = options.many && one.behaviour.ignoresDuplicates
      const ids = await insertRows(one.resource, rows, ctx, { ignoreDuplicates: lenient })
      const fresh = new Set(ids.map(String))
      const items = rows
        .map((row, i) => ({ id: row.id as Key, draft: good[i]!, isNew: true }))
        .filter((item) => fresh.has(String(item.id)))
      await saveLinks(one, items, ctx)
      await finish(one, items, ctx)
      return items.map((item) => item.id)
    })
  })

/** Drawn before the rows are written, so that each row knows its own whatever the order in which they are. */
const newKeys = async (one: Served, drafts: readonly Values[], ctx: Ctx): Promise<Key[]> => {
  if (one.resource.fields.id.column !== 'bigint') return eachInTurn(drafts, (draft) => draft.id ?? newId())
  const drawn = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${one.resource.table}, 'id')) as id from generate_series(1, ${drafts.length})
  `.execute(untyped(ctx))
  return drawn.rows.map((row) => row.id)
}

const newRow = async (one: Served, id: Key, draft: Values, ctx: Ctx, query?: Query): Promise<Values> => {
  const { resource, behaviour } = one
  const more = (await behaviour.saving?.(draft as never, { ctx, query })) ?? {}
  const row: Values = { id }
  for (const [name, field] of Object.entries(resource.fields as Fields)) {
    if (!field.stored || name === 'id') continue
    const value = automatic(field.auto, ctx) ?? draft[name]
    if (value !== undefined) row[name] = stored(one, name, value, ctx)
  }
  if (resource.owner) row[resource.owner] ??= ctx.me.id
  return withSealedParts(one, { ...row, ...more }, ctx)
}

const automatic = (auto: string | undefined, ctx: Ctx): unknown => {
  if (auto === 'created' || auto === 'updated') return ctx.reader.now
  if (auto === 'creator') return [...(ctx.caller?.name ?? 'System')].slice(0, 30).join('')
  if (auto === 'organisation') return ctx.org.id
  return undefined
}

const stored = (one: Served, name: string, value: unknown, ctx: Ctx): unknown => {
  const field = (one.resource.fields as Fields)[name]!
  if (field.sealed && typeof value === 'string')
    return ctx.services.secrets.seal(value, `${one.resource.table}.${name}`)
  return value
}

/** Seals the secrets inside objects, whoever put them there; those not sent again stay. Where one must go, a behaviour saves undefined in its place. */
const withSealedParts = (one: Served, columns: Values, ctx: Ctx, before?: Found): Values => {
  for (const [name, field] of Object.entries(one.resource.fields as Fields)) {
    const value = columns[name]
    const column = `${one.resource.table}.${name}`
    if (field.kind === 'object' && isParts(value))
      columns[name] = sealParts({ ...sealedOf(before?.[name]), ...value }, column, ctx.services.secrets)
    // A new master key looks for sealed parts in the objects of the declaration only.
    else if (holdsSecrets(value)) throw new Error(`${column} holds secrets: declare it as an object`)
  }
  return columns
}

export interface Edit {
  readonly id: unknown
  readonly body: unknown
}

export interface UpdateOptions {
  readonly mode: 'replace' | 'patch'
  readonly many: boolean
  readonly query?: Query
  /** The states the writer has seen, from the ETag of the row: another state is a collision. */
  readonly seen?: readonly string[]
}

export const changeRows = (one: Served, edits: readonly Edit[], ctx: Ctx, options: UpdateOptions): Promise<Key[]> =>
  guarded(one, ctx, () =>
    ctx.atomically(async (ctx) => {
      const ids = options.many ? bulkKeys(one, edits, ctx) : [keyFrom(one, String(edits[0]!.id))]
      const found = new Map(
        (await loadRows(one, ids, ctx, { lock: true, query: options.query })).map((row) => [String(row.id), row]),
      )
      const rows = ids.map((id) => found.get(String(id)))
      if (!options.many && !rows[0]) throw absent(one.resource.label)
      if (options.many) refuseMissing(rows, ids, ctx)
      const before = rows as Found[]
      for (const row of before)
        if (one.behaviour.mayTouch && !one.behaviour.mayTouch(row as never, 'update', ctx)) throw forbidden()
      if (options.seen && !options.seen.includes(stateOf(one, before[0]!))) throw collision()
      const drafts = await parseAll(
        one,
        edits.map((edit) => edit.body),
        options.mode,
        ctx,
      )
      for (const item of drafts) delete item.draft?.id
      await examine(one, drafts, { mode: options.mode, ctx, many: options.many, before })
      const good = drafts.map((item) => item.draft!)
      const changes = await eachInTurn(good, (draft, i) => changedColumns(one, draft, before[i]!, ctx))
      await updateRows(one.resource, changes, ctx)
      await saveLinks(
        one,
        good.map((draft, i) => ({ id: before[i]!.id, draft, isNew: false })),
        ctx,
      )
      await finish(
        one,
        good.map((draft, i) => ({ id: before[i]!.id, draft, before: before[i]! })),
        ctx,
      )
      return before.map((row) => row.id as Key)
    }),
  )

const changedColumns = async (one: Served, draft: Values, row: Found, ctx: Ctx): Promise<Values> => {
  const more = (await one.behaviour.saving?.(draft as never, { ctx, row: row as never })) ?? {}
  const changes: Values = { id: row.id }
  for (const [name, field] of Object.entries(one.resource.fields as Fields)) {
    if (!field.stored || name === 'id') continue
    if (field.auto === 'updated') changes[name] = ctx.reader.now
    else if (draft[name] !== undefined) changes[name] = stored(one, name, draft[name], ctx)
  }
  return withSealedParts(one, { ...changes, ...more }, ctx, row)
}

/** Deletes rows the caller may delete; a row that others refer to stays, and so do all. */
export const deleteRows = (one: Served, ids: readonly Key[], ctx: Ctx): Promise<void> =>
  guarded(one, ctx, () =>
    ctx.atomically(async (ctx) => {
      const rows = await loadRows(one, ids, ctx, { lock: true })
      if (rows.length < new Set(ids).size) throw absent(one.resource.label)
      // A selection of nothing is no deed: behaviours need not think of it.
      if (rows.length === 0) return
      const { mayTouch, deleting, deleted } = one.behaviour
      for (const row of rows) if (mayTouch && !mayTouch(row as never, 'delete', ctx)) throw forbidden()
      await deleting?.(rows as never, ctx)
      await sql`delete from ${sql.table(one.resource.table)} where id = ${anyOf(
        one.resource,
        rows.map((row) => row.id),
      )}`.execute(untyped(ctx))
      if (one.resource.audited)
        await recordDeeds(
          rows.map((row) => deedOn(one.resource, 'delete', row, difference(one.resource, row, {}, {}))),
          ctx,
        )
      await deleted?.(rows as never, ctx)
    }),
  )

interface Parsed {
  draft?: Values
  problems?: Problems | string
}

const parseAll = async (one: Served, bodies: readonly unknown[], mode: Mode, ctx: Ctx): Promise<Parsed[]> => {
  const fields = fieldsFor(one, ctx)
  return eachInTurn(bodies, (body) => parseDraft(fields, body, mode, ctx.reader) as Parsed)
}

interface Exam {
  readonly mode: Mode
  readonly ctx: Ctx
  readonly many: boolean
  readonly before?: readonly Found[]
}

/** Everything that can be wrong with drafts beyond their single fields. Throws all of it at once. */
const examine = async (one: Served, drafts: Parsed[], { mode, ctx, many, before }: Exam): Promise<void> => {
  const add = (i: number, problems: Record<string, unknown> | undefined) => {
    if (problems && Object.keys(problems).length > 0)
      drafts[i]!.problems = { ...problems, ...(drafts[i]!.problems as object) }
  }
  const values = () => drafts.map((item) => (item.problems ? undefined : item.draft))
  const homes = before?.map((row) => row.org_id)
  const dangling = await danglingRefs(fieldsFor(one, ctx), values(), ctx, homes)
  for (const [i, problems] of dangling.entries()) add(i, problems)
  await eachInTurn(drafts, async (item, i) => {
    if (item.problems || !one.behaviour.check) return
    add(i, await one.behaviour.check(item.draft as never, { ctx, mode, row: before?.[i] as never }))
  })
  const lenient = many && one.behaviour.ignoresDuplicates
  if (!lenient) {
    const own = one.resource.scope === 'organisation' ? { org_id: ctx.org.id } : {}
    const names = uniqueNames(one.resource)
    const candidates = await eachInTurn(values(), (draft, i) => {
      const whole: Values[] = [draft ?? {}, before?.[i] ?? {}, own]
      const given = (name: string) => whole.find((part) => name in part)?.[name]
      return draft && { id: before?.[i]?.id, values: Object.fromEntries(names.map((name) => [name, given(name)])) }
    })
    const taken = await takenNames(one, candidates, ctx)
    for (const [i, problems] of taken.entries()) add(i, problems)
  }
  if (mode === 'create') {
    const known = await takenIds(
      one,
      values().map((draft) => draft?.id),
      ctx,
    )
    for (const [i, draft] of values().entries()) {
      if (draft?.id && known.has(draft.id)) add(i, { id: [words.unique[ctx.reader.lang]] })
      if (draft?.id) known.add(draft.id)
    }
  }
  if (drafts.some((item) => item.problems))
    throw new InvalidBody(many ? drafts.map((item) => item.problems ?? {}) : drafts[0]!.problems)
}

const AT_ONCE = 5_000

const finish = async (
  one: Served,
  items: readonly { id: Key; draft: Values; before?: Found }[],
  ctx: Ctx,
): Promise<void> => {
  if (!one.resource.audited && !one.behaviour.saved) return
  for (const part of pieces(items, AT_ONCE)) await finishPart(one, part, ctx)
}

const finishPart: typeof finish = async (one, items, ctx) => {
  // Not through the caller's eyes: a change may have just taken a row out of their sight.
  const all: Served = { ...one, behaviour: { ...one.behaviour, visible: (rows) => rows } }
  const found = await loadRows(
    all,
    items.map((item) => item.id),
    ctx,
  )
  const rows = new Map(found.map((row) => [String(row.id), row]))
  const changes = items.flatMap((item) => {
    const row = rows.get(String(item.id))
    return row ? [{ ...item, row }] : []
  })
  await one.behaviour.saved?.(changes as never, ctx)
  if (!one.resource.audited) return
  const deeds = await eachInTurn(changes, ({ row, before, draft }) => {
    const diff = difference(one.resource, before, row, draft)
    const nothing = before && Object.keys(diff).length === 0
    return nothing ? [] : [deedOn(one.resource, before ? 'update' : 'create', row, diff)]
  })
  await recordDeeds(deeds.flat(), ctx)
}

const bulkKeys = (one: Served, edits: readonly Edit[], ctx: Ctx): Key[] => {
  const { lang } = ctx.reader
  const seen = new Set<string>()
  const keys: Key[] = []
  const problems = edits.map(({ id }) => {
    if (id === undefined || id === null || id === '') return missingId[lang]
    const key = keyIn(one, id, ctx)
    if (key === undefined) return { id: [words.absent(id)[lang]] }
    // The same row twice in one call would leave it open which change counts.
    if (seen.has(String(key))) return { id: [twice[lang]] }
    seen.add(String(key))
    keys.push(key)
    return {}
  })
  if (keys.length < edits.length) throw new InvalidBody(problems)
  return keys
}

const keyIn = (one: Served, id: unknown, ctx: Ctx): Key | undefined => {
  try {
    return one.resource.fields.id.parse(id, ctx.reader) as Key
  } catch {
    return undefined
  }
}

const missingId = { zh: '数据中没有 id 或 pk', en: 'id or pk not in data' }
const twice = { zh: '同一对象在数据中出现多次', en: 'The same object appears more than once' }

const refuseMissing = (rows: readonly (Found | undefined)[], ids: readonly Key[], ctx: Ctx): void => {
  if (rows.every(Boolean)) return
  throw new InvalidBody(rows.map((row, i) => (row ? {} : { id: [words.absent(ids[i])[ctx.reader.lang]] })))
}
