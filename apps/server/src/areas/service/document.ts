// The API document, for programs as JSON and for people as pages.
import { type Lang, label, text } from '@drawbridge/resource'
import { type Document, openapi } from '../../engine/openapi.ts'
import type { Call, Query, Route } from '../../platform/http/route.ts'
import { docsCss } from './docs-css.ts'
import { docsPage } from './docs-page.ts'

const query = { lang: text(label('语言：zh 或 en', 'Language: zh or en')) }

export const documentRoutes = (all: () => readonly Route[]): readonly Route[] => {
  const known = new Map<Lang, Document>()
  const documentIn = (lang: Lang): Document => {
    const found = known.get(lang) ?? openapi(all(), lang)
    known.set(lang, found)
    return found
  }
  const raw = (path: string, type: string): Route => ({
    method: 'GET',
    path,
    access: ['user'],
    doc: {
      summary: label('接口文档（OpenAPI 3.1）', 'API document (OpenAPI 3.1)'),
      area: 'service',
      query,
      media: type,
    },
    run: async (call) => ({
      status: 200,
      body: JSON.stringify(documentIn(langOf(call))),
      headers: { 'content-type': `${type}; charset=utf-8` },
    }),
  })
  const page = (path: string): Route => ({
    method: 'GET',
    path,
    access: ['user'],
    page: true,
    doc: { summary: label('浏览接口文档', 'Browse the API document') },
    run: async (call) => ({
      status: 200,
      body: docsPage(documentIn(langOf(call)), { lang: langOf(call), path, query: call.query }),
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
  })
  return [
    raw('/api/swagger.json', 'application/json'),
    // Every JSON text is a YAML text.
    raw('/api/swagger.yaml', 'application/yaml'),
    page('/api/docs/'),
    page('/api/redoc/'),
    styles,
  ]
}

const styles: Route = {
  method: 'GET',
  path: '/core/static/docs.css',
  access: ['anonymous'],
  alone: true,
  page: true,
  doc: { summary: label('样式', 'Styles') },
  run: async () => ({ status: 200, body: docsCss, headers: { 'content-type': 'text/css; charset=utf-8' } }),
}

const langOf = ({ query, ctx }: Call & { query: Query }): Lang =>
  query.lang === 'zh' || query.lang === 'en' ? query.lang : ctx.reader.lang
