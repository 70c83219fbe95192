// Answers: of success, as the route describes it, and the refusals that every client must expect.
import { type Label, type Lang, label, type Schema } from '@drawbridge/resource'
import type { Route } from '../../platform/http/route.ts'
import type { SchemaBook } from './schemas.ts'

export const responsesOf = (route: Route, book: SchemaBook, lang: Lang): Record<string, Schema> => {
  const { doc, method, access } = route
  const status = doc.status ?? (method === 'DELETE' && !doc.gives ? 204 : 200)
  const responses: Record<string, Schema> = { [status]: success(route, status, book, lang) }
  if (method !== 'GET' && method !== 'OPTIONS') responses[400] = shared('Invalid')
  else if (doc.page || doc.query) responses[400] = shared('Invalid')
  if (!access.includes('anonymous')) {
    responses[401] = shared('Unauthenticated')
    if (!access.includes('authenticated')) responses[403] = shared('Forbidden')
  }
  if (/:\w+/.test(route.path)) responses[404] = shared('Absent')
  if (method === 'PUT' || method === 'PATCH' || method === 'DELETE') responses[409] = shared('Conflict')
  responses.default = shared('Failure')
  return responses
}

const shared = (name: string): Schema => ({ $ref: `#/components/responses/${name}` })

const done = label('成功', 'Success')

const success = ({ doc, method }: Route, status: number, book: SchemaBook, lang: Lang): Schema => {
  const description = done[lang]
  if (status === 204) return { description }
  if (doc.media) return { description, content: { [doc.media]: { schema: { type: 'string' } } } }
  if (method === 'OPTIONS') return { description, content: json({ $ref: '#/components/schemas/Description' }) }
  if (!doc.gives) return { description, content: json({}) }
  const one = book.of(doc.gives, 'read')
  const list = { type: 'array', items: one }
  if (doc.page) {
    const sheet = { schema: { type: 'string', format: 'binary' } }
    return {
      description,
      content: { ...json({ oneOf: [list, pageOf(list)] }), 'text/csv': sheet, 'application/xlsx': sheet },
    }
  }
  const schema = !doc.many ? one : method === 'POST' ? { oneOf: [one, list] } : list
  return { description, content: json(schema) }
}

const json = (schema: Schema): Schema => ({ 'application/json': { schema } })

const pageOf = (results: Schema): Schema => ({
  type: 'object',
  required: ['count', 'next', 'previous', 'results'],
  properties: {
    count: { type: 'integer' },
    next: { type: ['string', 'null'], format: 'uri' },
    previous: { type: ['string', 'null'], format: 'uri' },
    results,
  },
})

const refusals: Record<string, readonly [Label, schema: string]> = {
  Invalid: [
    label('请求数据有误，按字段说明原因；批量时为数组', 'Invalid input, by field; an array for bulk calls'),
    'Problems',
  ],
  Unauthenticated: [label('未登录', 'Not logged in'), 'Error'],
  Forbidden: [label('没有权限，或需要有效的许可证', 'Not permitted, or a valid license is needed'), 'Error'],
  Absent: [label('对象不存在', 'The object does not exist'), 'Error'],
  Conflict: [label('与其他修改冲突', 'In conflict with another change'), 'Error'],
  Failure: [label('其他错误', 'Any other failure'), 'Error'],
}

export const sharedResponses = (lang: Lang): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(refusals).map(([name, [says, schema]]) => [
      name,
      { description: says[lang], content: json({ $ref: `#/components/schemas/${schema}` }) },
    ]),
  )

export const errorSchemas = (lang: Lang): Record<string, Schema> => ({
  Description: {
    type: 'object',
    title: label('字段说明', 'Description of fields')[lang],
    properties: {
      name: { type: 'string' },
      description: { type: 'string' },
      renders: { type: 'array', items: { type: 'string' } },
      parses: { type: 'array', items: { type: 'string' } },
      actions: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'object' } } },
    },
  },
  Error: {
    type: 'object',
    title: label('错误', 'Error')[lang],
    properties: {
      detail: { type: 'string', title: label('原因', 'Reason')[lang] },
      code: { type: 'string', title: label('错误码', 'Code for programs')[lang] },
      error: { type: 'string' },
      msg: { type: 'string' },
    },
  },
  Problems: {
    title: label('数据错误', 'Problems of the input')[lang],
    anyOf: [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      { type: 'array', items: { type: ['object', 'string'] } },
    ],
  },
})
