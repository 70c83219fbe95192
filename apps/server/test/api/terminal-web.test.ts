// The door of the web terminal: what stands behind it here writes down what reached it.
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openVisit } from '../../src/platform/auth/visits.ts'
import { aGateway, type Gateway } from '../kit/gateway.ts'
import { openWorld, type Someone, type World } from '../kit/world.ts'

const PATH = '/koko/ws/terminal/'

describe('the socket of the web terminal', () => {
  let world: World
  let gateway: Gateway
  let ann: Someone
  const reached: { url?: string; headers: IncomingHttpHeaders }[] = []
  const behind = createServer()
  beforeAll(async () => {
    behind.on('upgrade', (request, socket) => {
      reached.push({ url: request.url, headers: request.headers })
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
      socket.on('data', (data: Buffer) => socket.write(`heard ${data}`))
      socket.on('error', () => undefined)
    })
    await new Promise<void>((done) => behind.listen(0, '127.0.0.1', done))
    world = await openWorld({ GATEWAY_PORT: String((behind.address() as AddressInfo).port) })
    gateway = await aGateway(world)
    ann = await world.person()
  })
  afterAll(async () => {
    await world.close()
    behind.closeAllConnections()
    behind.close()
  })

  const cookieOf = async (who: Someone): Promise<string> => {
    const { cookie } = await openVisit(world.server.services.database.db, {
      user: who.id,
      seconds: 60,
      address: '127.0.0.1',
      userAgent: 'test',
      now: world.clock.now(),
    })
    return `sessionid=${cookie}`
  }

  /** Knocks as a browser does; says which status came, and what was heard after it. */
  const knock = (headers: Record<string, string>, say = 'hello'): Promise<{ status: number; heard?: string }> =>
    new Promise((done, fail) => {
      const request = httpRequest(new URL(PATH, world.url), {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-version': '13',
          ...headers,
        },
      })
      request.on('response', (response) => {
        response.resume()
        done({ status: response.statusCode! })
      })
      request.on('upgrade', (response, socket) => {
        socket.on('error', () => undefined)
        socket.once('data', (data: Buffer) => {
          done({ status: response.statusCode!, heard: String(data) })
          socket.destroy()
        })
        socket.write(say)
      })
      request.on('error', fail)
      request.end()
    })

  const ticket = () => String(reached.at(-1)!.headers['x-drawbridge-ticket'])
  const redeem = (given: unknown, by = gateway) => by.api.post('terminal/tickets/redeem/', { ticket: given })

  it('[T35] leads to the gateway with a ticket of the server, and with nothing of who the browser says it is', async () => {
    const origin = new URL(world.url).origin
    const answer = await knock({
      cookie: await cookieOf(ann),
      origin,
      'x-drawbridge-ticket': 'forged',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-user': 'admin',
    })
    expect(answer).toEqual({ status: 101, heard: 'heard hello' })
    const { url, headers } = reached.at(-1)!
    expect(url).toBe(PATH)
    expect(Object.keys(headers).sort()).toEqual(
      ['connection', 'host', 'sec-websocket-key', 'sec-websocket-version', 'upgrade', 'x-drawbridge-ticket'].sort(),
    )
    expect(ticket()).not.toBe('forged')
    const told = await redeem(ticket())
    expect([told.status, told.body]).toEqual([
      200,
      { id: ann.id, username: ann.username, name: ann.name, address: '127.0.0.1', lang: expect.any(String) },
    ])
  })

  it('[T14] is closed to those who are not logged in, and to what another site makes a browser send', async () => {
    const count = reached.length
    expect((await knock({})).status).toBe(401)
    expect((await knock({ cookie: 'sessionid=made-up' })).status).toBe(401)
    expect((await knock({ cookie: await cookieOf(ann), origin: 'https://evil.example' })).status).toBe(403)
    expect((await knock({ cookie: await cookieOf(ann), origin: 'null' })).status).toBe(403)
    expect((await ann.api.get(PATH)).status).toBe(426)
    expect(reached).toHaveLength(count)
  })

  it('has tickets that are good once, for a moment, for registered components, and for people who may still come in', async () => {
    const fresh = async (who = ann) => {
      await knock({ cookie: await cookieOf(who) })
      return ticket()
    }
    const first = await fresh()
    expect((await redeem(first)).status).toBe(200)
    expect((await redeem(first)).status).toBe(401)
    for (const bad of [undefined, '', 7, 'x', `${await fresh()}x`, ann.token])
      expect((await redeem(bad)).status).toBe(401)
    expect((await ann.api.post('terminal/tickets/redeem/', { ticket: await fresh() })).status).toBe(403)
    const stranger = await world.person({ role: 'App' })
    expect((await stranger.api.post('terminal/tickets/redeem/', { ticket: await fresh() })).status).toBe(403)
    const late = await fresh()
    world.clock.advance(31)
    expect((await redeem(late)).status).toBe(401)
    const bob = await world.person()
    const his = await fresh(bob)
    expect((await world.admin.api.patch(`users/users/${bob.id}/`, { is_active: false })).status).toBe(200)
    expect((await redeem(his)).status).toBe(401)
  })

  it('says that the gateway is away, when it is', async () => {
    const alone = await openWorld({ GATEWAY_PORT: '9' })
    const { token } = alone.admin
    const answer = await new Promise<number>((done, fail) => {
      const request = httpRequest(new URL(PATH, alone.url), {
        headers: { connection: 'Upgrade', upgrade: 'websocket', authorization: `Token ${token}` },
      })
      request.on('response', (response) => {
        response.resume()
        done(response.statusCode!)
      })
      request.on('error', fail)
      request.end()
    })
    expect(answer).toBe(502)
    await alone.close()
  })
})
