// Parameters: those of the path, those every list understands, and the filters of a resource.
import { catalogue } from '@drawbridge/model'
import {
  type AnyField,
  type AnyResource,
  type Fields,
  fieldsOf,
  type Label,
  type Lang,
  label,
  type Schema,
  schemaOf,
} from '@drawbridge/resource'
import type { Route } from '../../platform/http/route.ts'

interface Shared {
  readonly name: string
  readonly in: 'query' | 'header'
  readonly says: Label
  readonly schema: Schema
}

const text: Schema = { type: 'string' }
const ids: Schema = { type: 'array', items: { type: 'string' } }

const ask = (name: string, says: Label, schema: Schema = text): Shared => ({ name, in: 'query', says, schema })
const head = (name: string, says: Label): Shared => ({ name, in: 'header', says, schema: text })

const shared = {
  organisation: head('X-JMS-ORG', label('当前组织的 ID 或名称', 'Id or name of the current organization')),
  zone: head('X-TZ', label('时区，如 Asia/Shanghai', 'Time zone, for example Asia/Shanghai')),
  limit: ask('limit', label('每页数量；不填则返回全部', 'Size of a page; without it everything is given'), {
    type: 'integer',
    minimum: 1,
  }),
  offset: ask('offset', label('从第几条开始', 'Where the page begins'), { type: 'integer', minimum: 0, default: 0 }),
  search: ask('search', label('搜索，多个词以空格或逗号分隔', 'Search; several words must all match')),
  order: ask(
    'order',
    label('排序字段，前缀 - 表示倒序，可用逗号分隔多个', 'Fields to order by; - before a name turns it round'),
  ),
  ids: ask('ids', label('只返回这些 ID', 'Only these ids'), ids),
  spm: ask(
    'spm',
    label('所选对象的句柄，见 common/resources/cache/', 'Handle of selected ids, see common/resources/cache/'),
  ),
  fields: ask('fields', label('只返回这些字段', 'Only these fields'), ids),
  fieldsSize: ask('fields_size', label('字段集', 'A set of fields'), { type: 'string', enum: ['mini', 'small'] }),
  format: ask('format', label('导出格式', 'Format of an export'), { type: 'string', enum: ['json', 'csv', 'xlsx'] }),
  template: ask('template', label('导出的列', 'Columns of an export'), {
    type: 'string',
    enum: ['export', 'import', 'update'],
    default: 'export',
  }),
  dateFrom: ask('date_from', label('起始时间', 'From this moment')),
  dateTo: ask('date_to', label('结束时间', 'Up to this moment')),
} satisfies Record<string, Shared>

type SharedName = keyof typeof shared

export const sharedParameters = (lang: Lang): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(shared).map(([key, one]) => [
      key,
      {
        name: one.name,
        in: one.in,
        description: one.says[lang],
        // Lists in a query are joined with commas.
        ...(one.schema.type === 'array' ? { style: 'form', explode: false } : {}),
        schema: one.schema,
      },
    ]),
  )

const PAGE: readonly SharedName[] = ['limit', 'offset', 'search', 'order', 'ids', 'spm', 'fields', 'format', 'template']

export const parametersOf = (route: Route, lang: Lang): Schema[] => {
  const { doc, path, method } = route
  const resource = resourceAt(path)
  const common: SharedName[] =
    path.startsWith('/api/v1/') && !route.access.includes('anonymous') ? ['organisation', 'zone'] : []
  if (doc.page) {
    common.push(...PAGE)
    if (resource?.mini) common.push('fieldsSize')
    if (resource?.range) common.push('dateFrom', 'dateTo')
  }
  const choosesRows = doc.page || (method === 'DELETE' && resource)
  if (choosesRows && !doc.page) common.push('search', 'ids', 'spm')
  const own = { ...(choosesRows && resource ? filtersOf(resource) : {}), ...doc.query }
  return [
    ...[...path.matchAll(/:(\w+)/g)].map((found) => pathParameter(found[1]!)),
    ...common.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...Object.entries(own).map(([name, field]) => queryParameter(name, field, lang)),
  ]
}

const resourceAt = (path: string): AnyResource | undefined =>
  (catalogue as readonly AnyResource[]).find((one) => path === `/api/v1/${one.path}/`)

const filtersOf = (resource: AnyResource): Fields =>
  Object.fromEntries(fieldsOf(resource).filter(([, field]) => field.filter))

const pathParameter = (name: string): Schema => ({ name, in: 'path', required: true, schema: text })

const queryParameter = (name: string, field: AnyField, lang: Lang): Schema => {
  const { title, readOnly: _, default: __, ...schema } = schemaOf(field, lang)
  const description = [title, schema.description].filter(Boolean).join(': ')
  delete schema.description
  const isList = schema.type === 'array'
  return { name, in: 'query', description, ...(isList ? { style: 'form', explode: false } : {}), schema }
}
