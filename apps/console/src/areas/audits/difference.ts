// What an operation changed, told in the words of the forms: names of fields, of choices and of what is referred to.
import { catalogue, type Difference, licenceFields, pathsOfType, settings } from '@drawbridge/model'
import type { AnyField, AnyResource, Fields } from '@drawbridge/resource'
import { formatDate } from '../../kit/format.ts'
import { type Lang, language } from '../../words/language.ts'
import { say as common } from '../../words/say.ts'
import { say } from './words.ts'

/** One field: what it was, what it became. A list tells what came and went instead. */
export interface Line {
  readonly name: string
  readonly label: string
  readonly before?: string
  readonly after?: string
  readonly added?: readonly string[]
  readonly removed?: readonly string[]
}

export type Names = ReadonlyMap<string, string>

const MASK = '••••••'

const resources: ReadonlyMap<string, AnyResource> = new Map(
  (catalogue as readonly AnyResource[]).map((one) => [one.path, one]),
)

const fieldsOfType = (type: string): Fields =>
  Object.assign({}, settings, licenceFields, ...pathsOfType(type).map((path) => resources.get(path)?.fields))

export const linesOf = (type: string, diff: Difference, names: Names = new Map(), lang: Lang = language()): Line[] => {
  const fields = fieldsOfType(type)
  return Object.entries(diff)
    .filter(([, [before, after]]) => !(isNothing(before) && isNothing(after)))
    .map(([name, [before, after]]) => {
      const field = fields[name]
      const head = { name, label: field?.label[lang] ?? name }
      const show = (value: unknown) => shown(value, field, names, lang)
      if (!Array.isArray(before) && !Array.isArray(after)) return { ...head, before: show(before), after: show(after) }
      const [old, now] = [listOf(before), listOf(after)]
      return {
        ...head,
        added: now.filter((one) => !old.includes(one)).map((one) => show(one) ?? ''),
        removed: old.filter((one) => !now.includes(one)).map((one) => show(one) ?? ''),
      }
    })
}

/** Ids that a difference speaks of, by the list where their names can be asked for. */
export const referencesIn = (type: string, diff: Difference): ReadonlyMap<string, readonly string[]> => {
  const fields = fieldsOfType(type)
  const wanted = new Map<string, string[]>()
  for (const [name, sides] of Object.entries(diff)) {
    const to = fields[name]?.to
    const ids = to ? sides.flatMap((side) => (Array.isArray(side) ? side : [side])).filter((id) => !isNothing(id)) : []
    if (to && ids.length > 0) wanted.set(to, [...(wanted.get(to) ?? []), ...ids.map(String)])
  }
  return wanted
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isNothing(value) ? [] : [value])

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const shown = (value: unknown, field: AnyField | undefined, names: Names, lang: Lang): string | undefined => {
  if (isNothing(value)) return undefined
  if (value === MASK) return say.hidden
  if (typeof value === 'boolean') return value ? common.yes : common.no
  const choice = (field?.choices ?? field?.child?.choices)?.find((one) => one.value === value)
  if (choice) return choice.label[lang]
  if (field?.type === 'datetime') return formatDate(String(value))
  if (typeof value === 'object') return JSON.stringify(value)
  return names.get(String(value)) ?? String(value)
}
