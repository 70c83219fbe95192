// The API document (OpenAPI 3.1), told from the routes themselves: what is served is what is described.
import { areaLabels } from '@drawbridge/model'
import { type Lang, label, type Schema } from '@drawbridge/resource'
import type { Method, Route } from '../platform/http/route.ts'
import { operationIds } from './openapi/operation-ids.ts'
import { parametersOf, sharedParameters } from './openapi/parameters.ts'
import { errorSchemas, responsesOf, sharedResponses } from './openapi/responses.ts'
import { bodyOf, type SchemaBook, schemaBook } from './openapi/schemas.ts'
import { securityOf, securitySchemes } from './openapi/security.ts'

export interface Operation extends Schema {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Schema[]
  readonly requestBody?: Schema
  readonly responses: Readonly<Record<string, Schema>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  /** Any one of these rights is enough. */
  readonly 'x-access': readonly string[]
  readonly 'x-licensed'?: true
}

export type PathItem = Partial<Record<Lowercase<Method>, Operation>>

export interface Document {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly Schema[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, Schema>>
  }
}

const about = {
  title: label('吊桥 API', 'Drawbridge API'),
  description: label(
    '列表支持分页、搜索、过滤、排序、导出和批量操作。时间格式为 “2021-04-14 10:32:25 +0800”，时区由请求头 X-TZ 决定；组织由请求头 X-JMS-ORG 决定；语言由 Accept-Language 决定。对任何列表地址发送 OPTIONS 请求可获得字段说明。',
    'Lists can be paged, searched, filtered, ordered, exported and changed in bulk. Datetimes read "2021-04-14 10:32:25 +0800", in the zone of the header X-TZ; the organization is the one of the header X-JMS-ORG; the language that of Accept-Language. An OPTIONS call to any list describes its fields.',
  ),
}

export const openapi = (all: readonly Route[], lang: Lang): Document => {
  const routes = all
    .filter((route) => !route.page)
    .sort((a, b) => compare(a.path, b.path) || order.indexOf(a.method) - order.indexOf(b.method))
  const ids = operationIds(routes)
  const book = schemaBook(lang)
  const paths: Record<string, PathItem> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const method = route.method.toLowerCase() as Lowercase<Method>
    paths[path] = { ...paths[path], [method]: operationOf(route, ids.get(route)!, book, lang) }
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title[lang], version: 'v1', description: about.description[lang] },
    servers: [{ url: '/' }],
    tags: [...new Set([...Object.keys(areaLabels), ...routes.map(areaOf)])]
      .filter((name) => routes.some((route) => areaOf(route) === name))
      .map((name) => ({ name, description: areaLabels[name]?.[lang] ?? name })),
    security: Object.keys(securitySchemes(lang))
      .filter((name) => name !== 'csrf' && name !== 'bootstrap')
      .map((name) => (name === 'session' ? { session: [], csrf: [] } : { [name]: [] })),
    paths,
    components: {
      schemas: { ...errorSchemas(lang), ...book.components() },
      parameters: sharedParameters(lang),
      responses: sharedResponses(lang),
      securitySchemes: securitySchemes(lang),
    },
  }
}

const operationOf = (route: Route, operationId: string, book: SchemaBook, lang: Lang): Operation => {
  const { doc, access, licensed } = route
  const parameters = parametersOf(route, lang)
  const requestBody = bodyOf(route, book)
  const security = securityOf(route)
  return {
    operationId,
    summary: doc.summary[lang],
    ...(doc.description && { description: doc.description[lang] }),
    tags: [areaOf(route)],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, book, lang),
    ...(security && { security }),
    'x-access': access,
    ...(licensed && { 'x-licensed': true as const }),
  }
}

const order: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const areaOf = ({ doc, path }: Route): string => doc.area ?? path.split('/')[3] ?? 'service'
