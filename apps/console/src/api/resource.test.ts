import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changed, deleteMany, deleteOne, handleFor, prefetchList, queries } from './resource.ts'

const users = '/api/v1/users/users/'
let calls: string[] = []

beforeEach(() => {
  calls = []
  vi.useFakeTimers()
  vi.stubGlobal('document', { cookie: 'csrftoken=t' })
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    calls.push(`${method} ${path}${body ? ` ${body}` : ''}`)
    const answer = path.endsWith('/cache/') ? { spm: 'handle' } : { count: 0, results: [], actions: { GET: {} } }
    return new Response(method === 'DELETE' ? null : JSON.stringify(answer), {
      status: method === 'DELETE' ? 204 : 200,
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('writing', () => {
  test('EXPORT-09 a handle stands for a set of ids', async () => {
    expect(await handleFor(['a', 'b'])).toBe('handle')
    expect(calls).toEqual(['POST /api/v1/common/resources/cache/ {"resources":["a","b"]}'])
  })
  test('BULK-03 many are deleted by a handle that is asked for first', async () => {
    await deleteMany(users, ['a', 'b'])
    expect(calls).toEqual([
      'POST /api/v1/common/resources/cache/ {"resources":["a","b"]}',
      `DELETE ${users}?spm=handle`,
    ])
  })
  test('GCALL-16 GCALL-17 one by its address; in lists elsewhere several by their joined ids', async () => {
    await deleteOne(users, 'a')
    await deleteMany('/elsewhere/things', ['a', 'b'])
    expect(calls).toEqual([`DELETE ${users}a/`, 'DELETE /elsewhere/things/a,b/'])
  })
})

describe('reading', () => {
  const settled = () => vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  test('metadata of a table is asked with draw and display, once for each language', async () => {
    prefetchList(users, { limit: 15 }, 'zh')
    await settled()
    prefetchList(users, { limit: 15 }, 'zh')
    await settled()
    expect(calls.filter((call) => call.startsWith('OPTIONS'))).toEqual([`OPTIONS ${users}?draw=1&display=1`])
    prefetchList(users, { limit: 15 }, 'en')
    await settled()
    expect(calls.filter((call) => call.startsWith('OPTIONS'))).toHaveLength(2)
  })
  test('what was read below a written address is old, and nothing else', async () => {
    prefetchList(users, {}, 'zh')
    prefetchList('/api/v1/users/groups/', {}, 'zh')
    await settled()
    await changed(users)
    const old = queries.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated })
    expect(old.map(({ queryKey }) => queryKey.slice(0, 2))).toEqual([['list', users]])
  })
})
