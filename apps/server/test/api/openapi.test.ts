import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../../src/engine/openapi.ts'
import { expectGolden } from '../kit/golden.ts'
import { openWorld, type World } from '../kit/world.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options']
const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

describe('the API document', () => {
  let world: World
  let doc: Document
  beforeAll(async () => {
    world = await openWorld()
    doc = (await world.admin.api.get('/api/swagger.json')).body
  })
  afterAll(() => world.close())

  const operations = () =>
    Object.entries(doc.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    )

  /** Every object in the document, with the way to it. */
  const walk = (node: unknown, way = '#'): [string, Record<string, unknown>][] => {
    if (typeof node !== 'object' || node === null) return []
    const inside = Object.entries(node).flatMap(([key, value]) => walk(value, `${way}/${key}`))
    return Array.isArray(node) ? inside : [[way, node as Record<string, unknown>], ...inside]
  }

  it('is for anybody who is logged in, and for nobody else', async () => {
    const { api } = await world.person()
    expect((await api.get('/api/swagger.json')).status).toBe(200)
    expect((await api.get('/api/swagger.yaml')).headers.get('content-type')).toContain('application/yaml')
    expect((await world.anonymous().get('/api/swagger.json')).status).toBe(401)
  })

  it('is OpenAPI 3.1: paths, methods, parameters, bodies and answers have their parts', () => {
    expect(doc.openapi).toBe('3.1.0')
    expect(doc.info).toEqual({ title: 'Drawbridge API', version: 'v1', description: expect.any(String) })
    for (const { path, method, operation } of operations()) {
      const where = `${method} ${path}`
      expect(path, where).toMatch(/^\/[^?#:*]*$/)
      expect(METHODS, where).toContain(method)
      expect(operation.summary, where).not.toBe('')
      // A socket succeeds by changing the protocol.
      expect(Object.keys(operation.responses), where).toSatisfy((codes: string[]) =>
        codes.some((code) => /^(2\d\d|101)$/.test(code)),
      )
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1])
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path')
      expect(inPath.map((one) => one.name).sort(), where).toEqual(named.sort())
      expect(
        inPath.every((one) => one.required === true),
        where,
      ).toBe(true)
      const keys = (operation.parameters ?? []).map((one) => one.$ref ?? `${one.in} ${one.name}`)
      expect(new Set(keys).size, `${where}: ${keys}`).toBe(keys.length)
      for (const one of operation.parameters ?? []) {
        if (one.$ref) continue
        expect(['query', 'path', 'header', 'cookie'], where).toContain(one.in)
        expect(one.schema, where).toBeTypeOf('object')
      }
      if (operation.requestBody) expect(Object.keys(operation.requestBody.content as object), where).not.toHaveLength(0)
      if (method === 'get') expect(operation.requestBody, where).toBeUndefined()
      for (const answer of Object.values(operation.responses))
        if (!answer.$ref) expect(answer.description, where).toBeTypeOf('string')
    }
  })

  it('names every operation once', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    expect(ids.every((id) => /^[a-zA-Z]\w*$/.test(id))).toBe(true)
    for (const id of ['users_groups_list', 'users_groups_create', 'users_groups_read', 'users_groups_bulk_delete'])
      expect(ids).toContain(id)
  })

  it('refers only to what it holds, and holds only what it refers to', () => {
    const refs = walk(doc).flatMap(([, node]) => (typeof node.$ref === 'string' ? [node.$ref] : []))
    const known = Object.entries(doc.components).flatMap(([kind, shelf]) =>
      Object.keys(shelf).map((name) => `#/components/${kind}/${name}`),
    )
    expect(refs.filter((ref) => !known.includes(ref))).toEqual([])
    const unused = known.filter((name) => !refs.includes(name) && !name.includes('/securitySchemes/'))
    expect(unused).toEqual([])
    for (const needs of [...doc.security, ...operations().flatMap(({ operation }) => operation.security ?? [])])
      for (const name of Object.keys(needs)) expect(doc.components.securitySchemes).toHaveProperty(name)
    const tags = doc.tags.map((tag) => tag.name)
    for (const { operation } of operations()) expect(tags).toContain(operation.tags[0])
  })

  it('has schemas that JSON Schema understands', () => {
    for (const [way, node] of walk(doc)) {
      if (way.endsWith('/properties') || way.endsWith('/examples')) continue
      if ('type' in node && !way.includes('securitySchemes') && !/\/properties$/.test(way))
        for (const type of [node.type].flat()) expect(TYPES, way).toContain(type)
      if (node.type === 'array') expect(node.items, way).toBeTypeOf('object')
      if ('enum' in node && Array.isArray(node.enum)) expect(new Set(node.enum).size, way).toBe(node.enum.length)
      if (Array.isArray(node.required) && node.properties)
        for (const name of node.required) expect(Object.keys(node.properties), way).toContain(name)
    }
  })

  it('describes every route that is served for programs, with the right it takes', async () => {
    const served = world.server.app.doors.filter(({ route }) => route && !route.page)
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const missing = served
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((one) => !described.includes(one))
    expect(missing).toEqual([])
    expect(doc.paths['/api/v1/settings/setting/']?.put?.['x-access']).toEqual(['superAdmin'])
    expect(doc.paths['/api/v1/settings/public/']?.get?.security).toEqual([])
  })

  it('tells how lists are paged, searched, filtered and exported', () => {
    const list = doc.paths['/api/v1/users/groups/']!.get!
    const names = list.parameters!.map((one) => (one.$ref as string | undefined)?.split('/').at(-1) ?? one.name)
    for (const name of [
      'limit',
      'offset',
      'search',
      'order',
      'ids',
      'spm',
      'fields',
      'fieldsSize',
      'format',
      'template',
      'name',
    ])
      expect(names).toContain(name)
    expect(Object.keys((list.responses[200] as { content: object }).content)).toEqual([
      'application/json',
      'text/csv',
      'application/xlsx',
    ])
  })

  it('never shows what can only be written on the side that is read', () => {
    const read = doc.components.schemas.UsersUsers as { properties: object }
    const written = doc.components.schemas.UsersUsersDraft as { properties: object }
    expect(read.properties).not.toHaveProperty('password')
    expect(written.properties).toHaveProperty('password')
    expect(written.properties).not.toHaveProperty('date_joined')
  })

  it('speaks both languages', async () => {
    const chinese = (await world.admin.api.get('/api/swagger.json?lang=zh')).body as Document
    expect(chinese.info.title).toBe('吊桥 API')
    expect(chinese.paths['/api/v1/users/groups/']!.get!.summary).toBe('列出用户组')
    expect(Object.keys(chinese.paths)).toEqual(Object.keys(doc.paths))
    const untranslated = Object.entries(chinese.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => !/[\u4e00-\u9fff]/.test(operation.summary))
        .map(([method]) => `${method} ${path}`),
    )
    expect(untranslated).toEqual([])
  })

  it('changes only when somebody looks at the change', () => {
    expectGolden(new URL('../../openapi.golden.json', import.meta.url), inLines(doc))
  })
})

describe('the pages of the API document', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it('lead a stranger to the login', async () => {
    const reply = await world.anonymous().get('/api/docs/')
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toContain('/core/auth/login/')
  })

  it('can be browsed without a script, in both languages', async () => {
    const { api } = await world.person()
    for (const path of ['/api/docs/', '/api/redoc/']) {
      const english = await api.get(`${path}?area=users`)
      expect(english.status).toBe(200)
      expect(english.headers.get('content-type')).toContain('text/html')
      expect(english.text).not.toMatch(/<script|style=|javascript:/i)
      expect(english.text).toContain('/api/v1/users/groups/')
      expect(english.text).toContain('List user group')
      const chinese = await api.get(`${path}?area=users&lang=zh`)
      expect(chinese.text).toContain('<html lang="zh-Hans">')
      expect(chinese.text).toContain('列出用户组')
    }
    const css = await world.anonymous().get('/core/static/docs.css')
    expect(css.headers.get('content-type')).toContain('text/css')
    expect(css.text).toContain('prefers-color-scheme: dark')
  })

  it('find operations by a word, and show a schema', async () => {
    const { api } = world.admin
    const found = (await api.get('/api/docs/?q=license')).text
    expect(found).toContain('/api/v1/xpack/license/import')
    expect(found).not.toContain('id="users_groups_list"')
    expect((await api.get('/api/docs/?q=zzzz-nothing')).text).toContain('Nothing matches')
    expect((await api.get('/api/docs/?schema=UsersGroups')).text).toContain('users_amount')
  })

  it('[T34] show what was typed as text', async () => {
    const typed = encodeURIComponent('"><img src=x onerror=alert(1)>')
    for (const name of ['q', 'area', 'schema', 'lang']) {
      const { text, status } = await world.admin.api.get(`/api/docs/?${name}=${typed}`)
      expect(status).toBe(200)
      expect(text).not.toContain('<img')
    }
  })
})

/** One line a call and a line a schema: a change is seen, and the file stays readable. */
const inLines = (doc: Record<string, any>): string => {
  const { paths, components, ...rest } = doc
  const calls = Object.entries(paths as Record<string, Record<string, unknown>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) => `    ${JSON.stringify(`${method} ${path}`)}: ${JSON.stringify(call)}`,
    ),
  )
  const parts = Object.entries(components as Record<string, Record<string, unknown>>).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, one]) => `    ${JSON.stringify(`${kind}/${name}`)}: ${JSON.stringify(one)}`),
  )
  const block = (name: string, lines: string[]) => `  ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n  }`
  const head = Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `{\n${[...head, block('paths', calls), block('components', parts)].join(',\n')}\n}\n`
}
