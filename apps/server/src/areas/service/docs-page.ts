// Pages to read the API document on. No script: links, a search form and details that open.
import { type Label, type Lang, label, type Schema } from '@drawbridge/resource'
import type { Document, Operation } from '../../engine/openapi.ts'
import { type Html, html, type Piece } from '../../platform/http/html.ts'
import type { Query } from '../../platform/http/route.ts'

export interface View {
  readonly lang: Lang
  /** Where the page lives: its links lead back to it. */
  readonly path: string
  readonly query: Query
}

const words = {
  skip: label('跳到正文', 'Skip to content'),
  search: label('搜索路径、说明或字段', 'Search paths, descriptions and fields'),
  find: label('搜索', 'Search'),
  areas: label('分类', 'Areas'),
  languages: label('语言', 'Language'),
  all: label('概览', 'Overview'),
  none: label('没有匹配的接口，换个词试试。', 'Nothing matches; try another word.'),
  parameters: label('参数', 'Parameters'),
  body: label('请求内容', 'Request body'),
  answers: label('返回', 'Answers'),
  fields: label('字段', 'Fields'),
  name: label('名称', 'Name'),
  place: label('位置', 'In'),
  type: label('类型', 'Type'),
  says: label('说明', 'Description'),
  status: label('状态码', 'Status'),
  required: label('必填', 'required'),
  readOnly: label('只读', 'read only'),
  writeOnly: label('只写', 'write only'),
  licensed: label('需要许可证', 'needs a license'),
  rights: label('权限', 'Rights'),
  identity: label('身份认证', 'Authentication'),
  schemas: label('数据结构', 'Schemas'),
  raw: label('OpenAPI 文件', 'OpenAPI file'),
  areaOf: (count: number) => label(`${count} 个接口`, `${count} operations`),
}

const rights: Record<string, Label> = {
  anonymous: label('任何人', 'anybody'),
  authenticated: label('已登录', 'logged in'),
  user: label('有效用户', 'any valid user'),
  orgAdmin: label('组织管理员', 'organization administrator'),
  orgAuditor: label('组织审计员', 'organization auditor'),
  superAdmin: label('系统管理员', 'system administrator'),
  app: label('组件', 'component'),
  bootstrap: label('启动令牌', 'bootstrap token'),
}

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export const docsPage = (doc: Document, view: View): string => {
  const say = (what: Label) => what[view.lang]
  const entries = entriesOf(doc)
  const { title, body } = contentOf(doc, entries, view)
  return html`<!doctype html>
<html lang="${view.lang === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<title>${title} - ${doc.info.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/core/static/logo.svg">
<link rel="stylesheet" href="/core/static/docs.css">
</head>
<body>
<a class="skip" href="#content">${say(words.skip)}</a>
<header>
<a class="brand" href="${at(view, {})}">${doc.info.title}</a>
<form action="${view.path}" role="search">
<input type="search" name="q" value="${view.query.q ?? ''}" placeholder="${say(words.search)}" aria-label="${say(words.search)}">
<input type="hidden" name="lang" value="${view.lang}">
<button>${say(words.find)}</button>
</form>
<nav aria-label="${say(words.languages)}">${languages.map(([lang, name]) =>
    lang === view.lang
      ? html`<a aria-current="true" lang="${lang}">${name}</a>`
      : html`<a href="${at({ ...view, lang }, view.query)}" lang="${lang}" hreflang="${lang}">${name}</a>`,
  )}</nav>
</header>
<div class="layout">
<nav class="areas" aria-label="${say(words.areas)}"><ul>${areas(doc, entries, view)}</ul></nav>
<main id="content">${body}</main>
</div>
</body>
</html>
`.toString()
}

const languages: readonly (readonly [Lang, string])[] = [
  ['zh', '中文'],
  ['en', 'English'],
]

/** A link to another state of this page. */
const at = ({ path, lang }: View, query: Query): string => {
  const kept = ['area', 'q', 'schema'].flatMap((name) => (query[name] ? [[name, query[name]] as [string, string]] : []))
  return `${path}?${new URLSearchParams([...kept, ['lang', lang]])}`
}

const entriesOf = (doc: Document): Entry[] =>
  Object.entries(doc.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  )

const areas = (doc: Document, entries: readonly Entry[], view: View): Html[] =>
  doc.tags.map(({ name, description }) => {
    const count = entries.filter(({ operation }) => operation.tags.includes(name)).length
    const current = view.query.area === name && html` aria-current="true"`
    return html`<li><a href="${at(view, { area: name })}"${current}>${description}<small>${count}</small></a></li>`
  })

const contentOf = (doc: Document, entries: readonly Entry[], view: View): { title: string; body: Piece } => {
  const { q, area, schema } = view.query
  if (schema && Object.hasOwn(doc.components.schemas, schema)) return schemaPage(doc, schema, view)
  if (q?.trim()) {
    const found = entries.filter((entry) => matches(entry, q))
    return { title: q, body: listing(q, found, doc, view) }
  }
  const tag = doc.tags.find(({ name }) => name === area)
  if (!tag) return overview(doc, view)
  const inside = entries.filter(({ operation }) => operation.tags.includes(tag.name))
  return { title: tag.description, body: listing(tag.description, inside, doc, view) }
}

const matches = (entry: Entry, q: string): boolean => {
  const { parameters, requestBody, summary, description, operationId } = entry.operation
  const hay = JSON.stringify([entry.method, entry.path, summary, description, operationId, parameters, requestBody])
  const terms = q.toLowerCase().split(/\s+/).filter(Boolean)
  return terms.every((term) => hay.toLowerCase().includes(term))
}

const MOST_SHOWN = 200

const listing = (title: string, found: readonly Entry[], doc: Document, view: View): Piece => [
  html`<h1>${title}</h1>`,
  html`<p class="muted">${words.areaOf(found.length)[view.lang]}</p>`,
  found.length === 0
    ? html`<p>${words.none[view.lang]}</p>`
    : html`<div>${found.slice(0, MOST_SHOWN).map((entry) => operationCard(entry, doc, view))}</div>`,
]

const overview = (doc: Document, view: View): { title: string; body: Piece } => {
  const say = (what: Label) => what[view.lang]
  const schemes = Object.entries(doc.components.securitySchemes)
  const schemas = Object.entries(doc.components.schemas)
  const body = [
    html`<h1>${doc.info.title}</h1>`,
    html`<p>${doc.info.description}</p>`,
    html`<p><a href="/api/swagger.json?lang=${view.lang}">${say(words.raw)}</a></p>`,
    html`<section><h2>${say(words.identity)}</h2>${table(
      [say(words.name), say(words.says)],
      schemes.map(([name, one]) => [html`<code>${name}</code>`, String(one.description)]),
    )}</section>`,
    html`<section><h2>${say(words.schemas)}</h2>${table(
      [say(words.name), say(words.says)],
      schemas.map(([name, one]) => [
        html`<a href="${at(view, { schema: name })}"><code>${name}</code></a>`,
        String(one.title ?? ''),
      ]),
    )}</section>`,
  ]
  return { title: say(words.all), body }
}

const schemaPage = (doc: Document, name: string, view: View): { title: string; body: Piece } => {
  const schema = doc.components.schemas[name]!
  const body = [
    html`<h1><code>${name}</code></h1>`,
    html`<p>${String(schema.title ?? '')}</p>`,
    fieldTable(schema, view),
  ]
  return { title: name, body }
}

const operationCard = ({ method, path, operation }: Entry, doc: Document, view: View): Html => {
  const say = (what: Label) => what[view.lang]
  const parameters = (operation.parameters ?? []).map((one) => resolved(one, doc))
  const bodies = Object.entries((operation.requestBody?.content ?? {}) as Record<string, { schema: Schema }>)
  return html`<details class="operation" id="${operation.operationId}">
<summary><span class="method ${method}">${method.toUpperCase()}</span><code>${path}</code><span class="what">${operation.summary}</span>${
    operation['x-licensed'] && html`<span class="badge">${say(words.licensed)}</span>`
  }</summary>
<div class="inside">
${operation.description && html`<p>${operation.description}</p>`}
<p class="muted">${say(words.rights)}: ${operation['x-access'].map((right) => rights[right]?.[view.lang] ?? right).join(' / ')}</p>
${
  parameters.length > 0 &&
  html`<h2>${say(words.parameters)}</h2>${table(
    [say(words.name), say(words.place), say(words.type), say(words.says)],
    parameters.map((one) => [
      html`<code>${String(one.name)}</code>${one.required === true && html` <span class="must">${say(words.required)}</span>`}`,
      String(one.in),
      typeOf(one.schema as Schema, view),
      String(one.description ?? ''),
    ]),
  )}`
}
${bodies.length > 0 && html`<h2>${say(words.body)}</h2>${bodies.map(([type, one]) => shape(type, one.schema, view))}`}
<h2>${say(words.answers)}</h2>
${table(
  [say(words.status), say(words.says), say(words.type)],
  Object.entries(operation.responses).map(([status, one]) => {
    const response = resolved(one, doc)
    const content = Object.values((response.content ?? {}) as Record<string, { schema: Schema }>)[0]
    return [html`<code>${status}</code>`, String(response.description), content ? typeOf(content.schema, view) : '']
  }),
)}
${fieldsOfAnswer(operation, view)}
</div>
</details>
`
}

const fieldsOfAnswer = (operation: Operation, view: View): Piece => {
  const content = operation.responses[200]?.content as Record<string, { schema: Schema }> | undefined
  const schema = content?.['application/json']?.schema
  return schema?.properties ? [html`<h2>${words.fields[view.lang]}</h2>`, fieldTable(schema, view)] : undefined
}

const resolved = (one: Schema, doc: Document): Schema => {
  if (typeof one.$ref !== 'string') return one
  const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(one.$ref) ?? []
  const shelf = doc.components[kind as keyof Document['components']] as Record<string, Schema>
  return shelf[name!]!
}

const shape = (type: string, schema: Schema, view: View): Html =>
  html`<p><code>${type}</code> ${typeOf(schema, view)}</p>${schema.properties ? fieldTable(schema, view) : undefined}`

const fieldTable = (schema: Schema, view: View): Html => {
  const say = (what: Label) => what[view.lang]
  const required = (schema.required ?? []) as string[]
  const entries = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  if (entries.length === 0) return html`<p>${typeOf(schema, view)}</p>`
  return table(
    [say(words.name), say(words.type), say(words.says)],
    entries.map(([name, one]) => [
      html`<code>${name}</code>${required.includes(name) && html` <span class="must">${say(words.required)}</span>`}`,
      typeOf(one, view),
      remarks(one, view),
    ]),
  )
}

const remarks = (one: Schema, view: View): string => {
  const flags = [one.readOnly === true && words.readOnly, one.writeOnly === true && words.writeOnly].flatMap((flag) =>
    flag ? [flag[view.lang]] : [],
  )
  const names = (one['x-labels'] ?? []) as string[]
  const choices = ((one.enum ?? []) as unknown[]).flatMap((value, i) => (names[i] ? [`${value}: ${names[i]}`] : []))
  return [one.title, one.description, choices.join(', '), flags.join(', ')].filter(Boolean).join(' · ')
}

const typeOf = (schema: Schema | undefined, view: View): Piece => {
  if (!schema) return ''
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1)!
    return html`<a href="${at(view, { schema: name })}"><code>${name}</code></a>`
  }
  const several = (schema.oneOf ?? schema.anyOf ?? schema.allOf) as Schema[] | undefined
  if (several) return several.map((one, i) => [i > 0 && (schema.allOf ? ' + ' : ' | '), typeOf(one, view)])
  if (schema.type === 'array') return ['[ ', typeOf(schema.items as Schema, view), ' ]']
  const results = (schema.properties as Record<string, Schema> | undefined)?.results
  if (results) return ['{ count, next, previous, results: ', typeOf(results, view), ' }']
  const name = [schema.type].flat().filter(Boolean).join(' | ') || 'any'
  return html`<code>${schema.format ? `${name} (${schema.format})` : name}</code>`
}

const table = (heads: readonly string[], rows: readonly (readonly Piece[])[]): Html =>
  html`<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`
