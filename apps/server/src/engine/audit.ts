// Every write leaves a row: who, from where, what, and field by field what it was and what it became.
import { type Difference, operateLog, ROOT_ORG } from '@drawbridge/model'
import { type AnyField, type AnyResource, type Fields, type Json, MASK } from '@drawbridge/resource'
import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { maskParts } from '../platform/secrets/parts.ts'
import { insertRows } from './rows-in.ts'
import { titleOf } from './titles.ts'

export interface Deed {
  readonly action: 'create' | 'update' | 'delete' | 'view'
  readonly path: string
  readonly id?: string | number
  readonly title: string
  readonly diff?: Difference
  readonly org_id?: string
}

export const recordDeeds = async (deeds: readonly Deed[], ctx: Ctx): Promise<void> => {
  const user = doerOf(ctx)
  const rows = deeds.map((deed) => ({
    id: newId(),
    org_id: deed.org_id ?? ctx.org.id ?? ROOT_ORG,
    user,
    action: deed.action,
    resource: [...deed.title].slice(0, 128).join(''),
    resource_path: deed.path,
    resource_id: deed.id === undefined ? null : String(deed.id),
    remote_addr: ctx.address || null,
    diff: deed.diff ?? null,
    datetime: ctx.reader.now,
  }))
  if (rows.length > 0) await insertRows(operateLog, rows, ctx)
}

/** As the log names whoever calls. */
export const doerOf = ({ caller }: Ctx): string => (caller ? `${caller.name}(${caller.username})` : 'System')

export const deedOn = (
  resource: AnyResource,
  action: Deed['action'],
  row: Record<string, any>,
  diff?: Difference,
): Deed => ({
  action,
  path: resource.path,
  id: row.id,
  title: titleOf(resource, row),
  diff,
  org_id: resource.scope === 'organisation' ? row.org_id : undefined,
})

/** What changed. A secret shows that it changed, never what it was. */
export const difference = (
  resource: AnyResource,
  before: Record<string, any> | undefined,
  after: Record<string, any>,
  draft: Record<string, any>,
): Difference => {
  const result: Record<string, [Json, Json]> = {}
  for (const [name, field] of Object.entries(resource.fields as Fields)) {
    if (isHidden(field)) {
      if (draft[name] !== undefined && !field.readOnly) result[name] = [before ? MASK : null, MASK]
      continue
    }
    if ((!field.stored && field.kind !== 'refs') || field.auto || name === 'id') continue
    const [was, is] = [plain(field, before?.[name]), plain(field, after[name])]
    if (was === is) continue
    // Compared before it is masked: that a secret inside an object changed is told as well.
    if (JSON.stringify(was) !== JSON.stringify(is)) result[name] = [masked(field, was), masked(field, is)]
  }
  return result
}

const isHidden = (field: AnyField): boolean => Boolean(field.sealed || field.writeOnly)

const plain = (field: AnyField, value: unknown): Json => {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.toISOString()
  // Sets have no order; a list has, and a change of it is a change.
  if (Array.isArray(value) && SETS.has(field.kind)) return [...value].sort() as Json
  return value as Json
}

const SETS = new Set(['refs', 'choices'])

const masked = (field: AnyField, value: Json): Json => {
  if (field.kind !== 'object' || value === null) return value
  const hidden = (name: string) => field.children?.[name] && isHidden(field.children[name])
  const parts = Object.entries(maskParts(value) as Record<string, Json>)
  return Object.fromEntries(parts.map(([name, part]) => [name, hidden(name) ? MASK : part]))
}
