// The doors of files in a browser: what stands behind them here writes down what reached it, and gives without end.
import { createServer, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Someone, type World } from '../kit/world.ts'

const DOWNLOAD = '/koko/files/download/'
const handleOf = (name: string) => name.padEnd(32, '-')

describe('files in a browser', () => {
  let world: World
  let ann: Someone
  const reached: { url?: string; headers: IncomingHttpHeaders }[] = []
  let given = 0
  let closed = 0
  const behind = createServer((request, response) => {
    reached.push({ url: request.url, headers: request.headers })
    response.once('close', () => closed++)
    if (request.url === `${DOWNLOAD}${handleOf('small')}/`) {
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-disposition': 'attachment; filename="a.html"',
        'content-length': 5,
        'set-cookie': 'sessionid=of-the-gateway',
        'x-anything': 'else',
      })
      response.end('<p>hi')
    } else if (request.url === `${DOWNLOAD}${handleOf('endless')}/`) {
      response.writeHead(200)
      Readable.from(endless()).pipe(response)
    } else if (request.url === `${DOWNLOAD}${handleOf('cut')}/`) {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write('half', () => response.destroy())
    } else response.writeHead(404).end()
  })
  function* endless() {
    for (;;) {
      given += 65_536
      yield Buffer.alloc(65_536)
    }
  }
  beforeAll(async () => {
    await new Promise<void>((done) => behind.listen(0, '127.0.0.1', done))
    world = await openWorld({ GATEWAY_PORT: String((behind.address() as AddressInfo).port) })
    ann = await world.person()
  })
  afterAll(async () => {
    await world.close()
    behind.closeAllConnections()
    behind.close()
  })

  const fetching = (handle: string, headers: Record<string, string> = { authorization: `Token ${ann.token}` }) =>
    new Promise<IncomingMessage>((done, fail) => {
      const asked = httpRequest(new URL(`${DOWNLOAD}${handle}/`, world.url), { headers })
      asked.once('response', done).once('error', fail)
      asked.end()
    })

  it('[T35] come through as files to keep, with a ticket of the server and nothing of the browser', async () => {
    const answer = await fetching(handleOf('small'), {
      authorization: `Token ${ann.token}`,
      'x-drawbridge-ticket': 'forged',
      range: 'bytes=0-1',
    })
    expect(answer.statusCode).toBe(200)
    expect(Buffer.concat(await answer.toArray()).toString()).toBe('<p>hi')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a.html"',
      'content-length': '5',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['x-anything']).toBeUndefined()
    const { headers } = reached.at(-1)!
    expect(Object.keys(headers).sort()).toEqual(['connection', 'host', 'x-drawbridge-ticket'])
    expect(headers['x-drawbridge-ticket']).not.toBe('forged')
  })

  it('[T14] are closed to those who are not logged in', async () => {
    const count = reached.length
    expect((await fetching(handleOf('small'), {})).statusCode).toBe(401)
    expect((await fetching(handleOf('small'), { cookie: 'sessionid=made-up' })).statusCode).toBe(401)
    expect((await ann.api.get('/koko/ws/files/')).status).toBe(426)
    expect(reached).toHaveLength(count)
  })

  it('lead nowhere else in the gateway, and say what is not there', async () => {
    const count = reached.length
    for (const handle of ['x', '..%2f..%2f..%2fhealth', `${'a'.repeat(30)}%0d`, `${'a'.repeat(31)}%3F`, 'a'.repeat(33)])
      expect((await fetching(handle)).statusCode).toBe(404)
    expect(reached).toHaveLength(count)
    expect((await fetching(handleOf('unknown'))).statusCode).toBe(404)
    expect(reached).toHaveLength(count + 1)
  })

  it('are held back while the browser does not take them, and end with it', async () => {
    const answer = await fetching(handleOf('endless'))
    answer.pause()
    let before = -1
    // Buffers of the system fill up; then nothing more is given.
    while (before !== given) {
      before = given
      for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done))
      await new Promise((done) => setTimeout(done, 100))
    }
    expect(given).toBeLessThan(64 * 1024 * 1024)
    const ended = closed
    answer.destroy()
    while (closed === ended) await new Promise((done) => setTimeout(done, 10))
  })

  it('that end in the middle are no whole files', async () => {
    const answer = await fetching(handleOf('cut'))
    await expect(answer.toArray()).rejects.toThrow()
  })
})
