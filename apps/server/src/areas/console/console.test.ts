import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBuiltFiles } from '../../platform/built-files.ts'
import type { Call } from '../../platform/http/route.ts'
import { consoleRoutes, windowRoutes } from './index.ts'

describe('the files of the console', () => {
  let outside: string
  let folder: string
  let app: FastifyInstance
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'drawbridge-console-'))
    folder = join(outside, 'dist')
    mkdirSync(join(folder, 'built'), { recursive: true })
    put('../secret.json', 'secret')
    put('.hidden.json', 'secret')
    put('index.html', '<page>')
    put('player.html', '<player>')
    put('built/main-1a.js', SCRIPT)
    put('built/main-1a.js.br', brotliCompressSync(SCRIPT))
    put('built/main-1a.js.gz', gzipSync(SCRIPT))
    app = fastify()
    const mounted = { home: '/account/', files: openBuiltFiles(folder) }
    for (const route of [...consoleRoutes(mounted), ...windowRoutes(mounted)]) {
      app.get(route.path, async (request, reply) => {
        const answer = await route
          .run({ params: request.params, request, reply } as unknown as Call)
          .catch((error: { status: number }) => ({ status: error.status, headers: {} }))
        return answer
          ? reply
              .code(answer.status)
              .headers(answer.headers ?? {})
              .send()
          : reply
      })
    }
  })
  afterEach(async () => {
    await app.close()
    rmSync(outside, { recursive: true })
  })
  const put = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  it('[ROUTE-01] every address below /ui/ opens the console, and is asked for again each time', async () => {
    for (const url of ['/ui/', '/ui/users/users', '/ui/users/users/?page=2', '/ui/a.b/c', '/ui/x.json']) {
      const reply = await get(url)
      expect([url, reply.statusCode, reply.body]).toEqual([url, 200, '<page>'])
      expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    }
  })

  it('recordings and sessions that run open the player', async () => {
    for (const url of ['/luna/replay/12ab34cd', '/luna/replay/12ab34cd/?at=1500', '/luna/join/?shareroom=12ab34cd']) {
      const reply = await get(url)
      expect([url, reply.statusCode, reply.body]).toEqual([url, 200, '<player>'])
      expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    }
  })

  it('files with a hash in their name are kept for good, and one that is gone is no page', async () => {
    const reply = await get('/ui/built/main-1a.js')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(reply.body).toBe(SCRIPT)
    expect((await get('/ui/built/main-0b.js')).statusCode).toBe(404)
  })

  it('they go out compressed to whoever can read it, and not twice', async () => {
    const small = await get('/ui/built/main-1a.js', { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(SCRIPT)
    expect((await get('/ui/built/main-1a.js', { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding']).toBe(
      'gzip',
    )
    const again = await get('/ui/built/main-1a.js', {
      'accept-encoding': 'gzip, br',
      'if-none-match': String(small.headers.etag),
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get('/ui/built/main-1a.js', { 'if-none-match': String(small.headers.etag) })).statusCode).toBe(200)
  })

  it('nothing outside the folder is read, and nothing hidden in it', async () => {
    for (const url of [
      '/ui/..%2fsecret.json',
      '/ui/%2e%2e%2fsecret.json',
      '/ui/built/..%2f..%2fsecret.json',
      '/ui/.hidden.json',
      '/ui/%00.json',
      '/ui/..%5csecret.json',
    ])
      expect((await get(url)).body, url).not.toContain('secret')
  })

  it('a file that was built anew is read anew', async () => {
    await get('/ui/')
    await new Promise((done) => setTimeout(done, 20))
    put('index.html', '<other>')
    expect((await get('/ui/')).body).toBe('<other>')
  })

  it('where no console is built, people are led to their account', async () => {
    rmSync(folder, { recursive: true })
    const reply = await get('/ui/users/users')
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/account/'])
  })
})

const SCRIPT = 'export const x = 1\n'.repeat(100)
