import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../../src/platform/http/route.ts'
import type { Client } from '../kit/client.ts'
import { openSpecimenWorld } from '../kit/specimen.ts'
import type { World } from '../kit/world.ts'

const LIST = 'test/specimens/'
const ZH = { 'accept-language': 'zh-CN' }
const broken: Route = {
  method: 'GET',
  path: '/api/v1/test/broken/',
  access: ['user'],
  doc: { summary: { zh: '坏的', en: 'Broken' } },
  run: async () => {
    throw new Error('the password of the database is hunter2')
  },
}

const unstorable: Route = {
  ...broken,
  path: '/api/v1/test/unstorable/',
  run: async ({ ctx }) => {
    await sql`select 1e300::float8::integer`.execute(ctx.db)
    return undefined
  },
}

let world: World
let api: Client

beforeAll(async () => {
  world = await openSpecimenWorld([broken, unstorable])
  api = world.admin.api
})
afterAll(() => world.close())

describe('a refusal', () => {
  it.each([
    [
      'what is wrong with a field',
      'POST',
      LIST,
      {},
      400,
      { name: ['This field is required.'] },
      { name: ['该字段是必填项。'] },
    ],
    [
      'what is wrong with the whole',
      'PATCH',
      LIST,
      {},
      400,
      { non_field_errors: ['Expected a list of items.'] },
      { non_field_errors: ['期望为一个列表。'] },
    ],
    [
      'that the database cannot hold a value',
      'GET',
      'test/unstorable/',
      undefined,
      400,
      { non_field_errors: ['Invalid input'] },
      { non_field_errors: ['输入无效'] },
    ],
    [
      'that a row does not exist',
      'GET',
      `${LIST}x/`,
      undefined,
      404,
      { detail: 'Specimen object does not exist.', code: 'object_does_not_exist' },
      { detail: '标本对象不存在。', code: 'object_does_not_exist' },
    ],
    [
      'that a way does not exist',
      'GET',
      'test/nothing/',
      undefined,
      404,
      { detail: 'Not found.', code: 'not_found', error: 'Not found' },
      { detail: '未找到。', code: 'not_found', error: 'Not found' },
    ],
    [
      'that a method is not for this way',
      'PUT',
      'test/specimen-notes/',
      {},
      405,
      { detail: 'Method "PUT" not allowed.', code: 'method_not_allowed' },
      { detail: '方法 “PUT” 不被允许。', code: 'method_not_allowed' },
    ],
  ])('says %s in both languages', async (_, method, path, body, status, en, zh) => {
    const english = await api.send(method, path, body)
    expect([english.status, english.body]).toEqual([status, en])
    expect(english.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect((await api.send(method, path, body, ZH)).body).toEqual(zh)
  })

  it('says who is unknown and who may not, in both languages', async () => {
    const nobody = world.anonymous()
    expect((await nobody.get(LIST, ZH)).body).toEqual({ detail: '身份认证信息未提供。', code: 'not_authenticated' })
    const user = await world.person()
    const reply = await user.api.get(LIST, ZH)
    expect([reply.status, reply.body]).toEqual([403, { detail: '您没有执行该操作的权限。', code: 'permission_denied' }])
    const wrong = await world.anonymous({ authorization: 'Token nonsense' }).get(LIST)
    expect([wrong.status, wrong.body.code]).toEqual([401, 'authentication_failed'])
  })

  it('names the methods there are', async () => {
    const list = await api.send('PUT', 'test/specimen-notes/')
    expect(list.headers.get('allow')).toBe('GET, POST, OPTIONS')
    const row = await api.post(`${LIST}x/`, {})
    expect([row.status, row.headers.get('allow')]).toEqual([405, 'GET, PUT, PATCH, DELETE, OPTIONS'])
  })

  it('of a body that cannot be read says which kind it was', async () => {
    const broken = await api.post(LIST, '{"name":')
    expect([broken.status, broken.body]).toEqual([
      400,
      { detail: 'Parse error! (application/json)', code: 'parse_error' },
    ])
    const other = await api.post(LIST, '<name/>', { 'content-type': 'application/xml' })
    expect([other.status, other.body]).toEqual([
      415,
      { detail: 'Unsupported media type "application/xml" in request.', code: 'unsupported_media_type' },
    ])
    const zh = await api.post(LIST, '<name/>', { 'content-type': 'application/xml', ...ZH })
    expect(zh.body.detail).toBe('不支持请求中的媒体类型 “application/xml”。')
    const long = await api.post(LIST, `"${'x'.repeat(10 * 2 ** 20)}"`)
    expect(long.status).toBe(413)
  })

  it('of something nobody expected tells nothing, and leaves a line in the log instead', async () => {
    const failures = () => world.lines.filter((line) => line.includes('a request failed'))
    expect(failures()).toEqual([])
    const reply = await api.get('test/broken/')
    expect([reply.status, reply.body]).toEqual([500, { error: 'Server internal error' }])
    expect(failures()).toHaveLength(1)
  })
})

/** As sent, which `fetch` would tidy up. */
const locationOf = (path: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.url)
    request({ hostname, port, path }, (response) => resolve(response.resume().headers.location))
      .on('error', reject)
      .end()
  })

describe('a form', () => {
  it('may come url-encoded or in parts', async () => {
    const encoded = await api.post(LIST, new URLSearchParams({ name: 'encoded', amount: '5', is_active: 'false' }))
    expect(encoded.body).toMatchObject({ name: 'encoded', amount: 5, is_active: false })
    const form = new FormData()
    form.set('name', 'in parts')
    form.set('kind', 'b')
    expect((await api.post(LIST, form)).body).toMatchObject({ name: 'in parts', kind: 'b' })
  })
})

describe('[T34] a text', () => {
  it('is shown as a text: JSON, never a page', async () => {
    const evil = '<script>alert(1)</script>'
    const { body } = await api.post(LIST, { name: evil })
    const reply = await api.get(`${LIST}${body.id}/`)
    expect(reply.body.name).toBe(evil)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
    const echoed = await api.get(`${LIST}?kind=${encodeURIComponent(evil)}`)
    expect(echoed.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('an address', () => {
  it('without its last slash leads to the one with it, and the method and body come along', async () => {
    const get = await api.get('test/specimens?limit=1&a=b')
    expect([get.status, get.headers.get('location')]).toEqual([301, '/api/v1/test/specimens/?limit=1&a=b'])
    const post = await api.post('test/specimens', { name: 'x' })
    expect([post.status, post.headers.get('location')]).toEqual([308, '/api/v1/test/specimens/'])
    const row = await api.delete('test/specimens/x')
    expect([row.status, row.headers.get('location')]).toEqual([308, '/api/v1/test/specimens/x/'])
    expect((await api.get('test/nothing')).status).toBe(404)
  })

  it.each([
    ['/api/users/v1/groups/?limit=1', '/api/v1/users/groups/?limit=1'],
    ['/api/assets/v1/system-user/', '/api/v1/assets/system-user/'],
    ['/api/v1/assets/admin-user/', '/api/v1/assets/admin-users/'],
    ['/api/v1/assets/cmd-filter/1/rules/?a=b', '/api/v1/assets/cmd-filters/1/rules/?a=b'],
    ['/api/v1/perms/asset-permission/', '/api/v1/perms/asset-permissions/'],
    ['/api/v1/terminal/terminal/1/', '/api/v1/terminal/terminals/1/'],
    ['/api/v1/terminal/command/', '/api/v1/terminal/commands/'],
  ])('of an earlier version, %s, leads to %s', async (from, to) => {
    for (const method of ['GET', 'POST']) {
      const reply = await api.send(method, from)
      expect([reply.status, reply.headers.get('location')]).toEqual([307, to])
    }
  })

  it('never leads to another host', async () => {
    for (const path of [
      '//evil.example/test/specimens',
      '/\\evil.example/ui',
      '//evil.example',
      '/api/users/v1//evil.example',
    ]) {
      expect((await locationOf(path)) ?? '/').toMatch(/^\/(?![/\\])/)
    }
  })
})
