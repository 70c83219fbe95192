import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ACTIVITY_MS,
  call,
  get,
  onFailure,
  post,
  useOrganisation as sendOrganisation,
  stateOf,
  TIMEOUT_MS,
} from './client.ts'
import { Failure } from './failure.ts'

const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })

describe('a call to the server', () => {
  const fetched = vi.fn<typeof fetch>()
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('document', { cookie: 'csrftoken=t0ken; other=1' })
    fetched.mockReset()
    fetched.mockImplementation(async () => answer(200, { count: 1 }))
    sendOrganisation('org-1')
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const sent = () => fetched.mock.calls.map(([url, init]) => [String(url), init!] as const)

  it('[HTTP-01] [HTTP-02] [HTTP-03] [CONST-16] carries the token, the organisation and the time zone', async () => {
    await post('/api/v1/x/', { a: 1 })
    expect(sent()[0]![1].headers).toMatchObject({
      'X-CSRFToken': 't0ken',
      'X-JMS-ORG': 'org-1',
      'X-TZ': Intl.DateTimeFormat().resolvedOptions().timeZone,
      'Content-Type': 'application/json',
    })
  })

  it('[HTTP-04] [CONST-22] has 60 seconds', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout')
    await get('/api/v1/x/')
    expect(limit).toHaveBeenCalledWith(60_000)
    expect(TIMEOUT_MS).toBe(60_000)
  })

  it('[HTTP-05] [HTTP-06] is made once, and gives the body only', async () => {
    expect(await get('/api/v1/x/', { query: { a: ' b ', c: '', d: null } })).toEqual({ count: 1 })
    expect(sent()[0]![0]).toBe('/api/v1/x/?a=b')
    fetched.mockRejectedValueOnce(new TypeError('no network'))
    await expect(get('/api/v1/x/')).rejects.toMatchObject({ reason: 'network' })
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('remembers the state of what it read, says which one a writer has seen, and leaves a collision to them', async () => {
    fetched.mockResolvedValueOnce(
      new Response('{"id":1}', { headers: { 'content-type': 'application/json', etag: '"s1"' } }),
    )
    const read = await get<object>('/api/v1/x/1/')
    expect([stateOf(read), stateOf(await get<object>('/api/v1/x/'))]).toEqual(['"s1"', undefined])
    const heard = vi.fn()
    const stop = onFailure(heard)
    fetched.mockResolvedValueOnce(answer(409, { detail: 'changed' }))
    await expect(call('PUT', '/api/v1/x/1/', { body: {}, seen: '"s1"', expects: 409 })).rejects.toThrow(Failure)
    stop()
    expect(sent().at(-1)![1].headers).toMatchObject({ 'If-Match': '"s1"' })
    expect(heard.mock.lastCall![1]).toMatchObject({ flash: false })
  })

  it('[ERR-01] is told to whoever listens when it fails', async () => {
    const heard = vi.fn()
    const stop = onFailure(heard)
    fetched.mockResolvedValueOnce(answer(403, { detail: 'no' }))
    await expect(call('DELETE', '/api/v1/x/', { flash: false })).rejects.toThrow(Failure)
    stop()
    expect(heard).toHaveBeenCalledWith(expect.objectContaining({ status: 403, message: 'no' }), {
      method: 'DELETE',
      path: '/api/v1/x/',
      flash: false,
      watch: false,
    })
  })

  it('[HTTP-07] [CONST-24] is followed 30 s later by a look at the login, which is not followed by another', async () => {
    expect(ACTIVITY_MS).toBe(30_000)
    await get('/api/v1/x/')
    await vi.advanceTimersByTimeAsync(20_000)
    await get('/api/v1/y/')
    await vi.advanceTimersByTimeAsync(29_999)
    expect(fetched).toHaveBeenCalledTimes(2)
    const heard = vi.fn()
    const stop = onFailure(heard)
    fetched.mockResolvedValueOnce(answer(401, {}))
    await vi.advanceTimersByTimeAsync(1)
    expect(sent()[2]![0]).toBe('/api/v1/users/profile/')
    expect(heard.mock.calls[0]![1]).toMatchObject({ watch: true })
    stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(fetched).toHaveBeenCalledTimes(3)
  })

  it('a page where data was asked for is a failure', async () => {
    fetched.mockResolvedValueOnce(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }))
    await expect(get('/api/v1/x/')).rejects.toMatchObject({ reason: 'unreadable' })
  })
})
