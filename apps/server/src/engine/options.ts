// What forms and tables need to know of a URL, in the caller's language and rights.
import { may } from '@drawbridge/model'
import { type Access, accessTo, describeFields, type Fields } from '@drawbridge/resource'
import type { Ctx } from '../platform/context.ts'
import { fieldsFor, type Served } from './serve.ts'

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

export const describeList = (one: Served, ctx: Ctx) => {
  const verbs: [string, 'list' | 'create' | 'update'][] = [
    ['GET', 'list'],
    ['POST', 'create'],
    ...(one.resource.bulk ? ([['PUT', 'update']] as [string, 'update'][]) : []),
  ]
  return describe(`${one.resource.label[ctx.reader.lang]} List`, actionsFor(one, verbs, ctx))
}

export const describeDetail = (one: Served, exists: boolean, ctx: Ctx) => {
  const verbs: [string, 'read' | 'update'][] = [
    ['GET', 'read'],
    ...(exists ? ([['PUT', 'update']] as [string, 'update'][]) : []),
  ]
  return describe(`${one.resource.label[ctx.reader.lang]} Instance`, actionsFor(one, verbs, ctx))
}

const actionsFor = (one: Served, verbs: [string, 'list' | 'read' | 'create' | 'update'][], ctx: Ctx) => {
  const actions: Record<string, unknown> = {}
  for (const [method, verb] of verbs) {
    const access: Access = accessTo(one.resource.may, verb)
    if (!one.resource.verbs.has(verb) || !may(ctx.caller, access)) continue
    const listed = method === 'GET'
    actions[method] = describeFields(presentable(one, listed, ctx), ctx.reader, { listed })
  }
  return actions
}

/** A table shows nothing that is write only; the default of the organisation is the current one. */
const presentable = (one: Served, listed: boolean, ctx: Ctx): Fields => {
  const entries = Object.entries(fieldsFor(one, ctx)).filter(([, field]) => !listed || !field.writeOnly)
  return Object.fromEntries(
    entries.map(([name, field]) => [name, name === 'org_id' ? { ...field, default: ctx.org.id } : field]),
  )
}
