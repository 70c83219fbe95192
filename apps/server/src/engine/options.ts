// What forms and tables need to know of a URL, in the caller's language and rights.
import { may } from '@drawbridge/model'
import { type Access, type AnyField, accessTo, describeFields, type Fields, type Label } from '@drawbridge/resource'
import type { Ctx } from '../platform/context.ts'
import { type Asked, fieldsFor, type Served } from './serve.ts'

const RENDERS = ['application/json', 'text/csv', 'application/xlsx']
const PARSES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/csv',
  'text/xlsx',
  '*/*',
]

export const describe = (name: string, actions: Record<string, unknown>, renders: readonly string[] = RENDERS) => ({
  name,
  description: '',
  renders,
  parses: PARSES,
  actions,
})

export const describeList = (one: Served, ctx: Ctx, asked?: Asked<any>) => {
  const verbs: [string, 'list' | 'create' | 'update'][] = [
    ['GET', 'list'],
    ['POST', 'create'],
    ...(one.resource.bulk ? ([['PUT', 'update']] as [string, 'update'][]) : []),
  ]
  return describe(named(one, ctx, { zh: '列表', en: ' List' }), actionsFor(one, verbs, ctx, asked))
}

export const describeDetail = (one: Served, exists: boolean, ctx: Ctx, asked?: Asked<any>) => {
  const verbs: [string, 'read' | 'update'][] = [
    ['GET', 'read'],
    ...(exists ? ([['PUT', 'update']] as [string, 'update'][]) : []),
  ]
  return describe(named(one, ctx, { zh: '详情', en: ' Instance' }), actionsFor(one, verbs, ctx, asked))
}

const named = (one: Served, { reader: { lang } }: Ctx, what: Label): string => one.resource.label[lang] + what[lang]

const actionsFor = (
  one: Served,
  verbs: [string, 'list' | 'read' | 'create' | 'update'][],
  ctx: Ctx,
  asked: Asked<any> | undefined,
) => {
  const actions: Record<string, unknown> = {}
  for (const [method, verb] of verbs) {
    const access: Access = accessTo(one.resource.may, verb)
    if (!one.resource.verbs.has(verb) || !may(ctx.caller, access)) continue
    actions[method] = describeFields(presentable(one, method, ctx, asked), ctx.reader, { listed: method === 'GET' })
  }
  return actions
}

/** A table shows nothing that is write only; the default of the organisation is the current one. */
const presentable = (one: Served, method: string, ctx: Ctx, asked: Asked<any> | undefined): Fields => {
  const entries = Object.entries(fieldsFor(one, ctx, asked)).filter(([, field]) => method !== 'GET' || !field.writeOnly)
  const preset = (name: string, field: AnyField) => {
    if (name === 'org_id') return ctx.org.id
    // A default told for PUT is one that PUT goes back to.
    return method === 'PUT' && field.resets === false ? undefined : field.default
  }
  return Object.fromEntries(entries.map(([name, field]) => [name, { ...field, default: preset(name, field) }]))
}
