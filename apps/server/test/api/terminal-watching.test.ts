// Who looks on at sessions, by office and by link; what is on record of it; and what ends it.
import { createHmac } from 'node:crypto'
import { createServer as createHttp } from 'node:http'
import { createServer as createTls } from 'node:tls'
import { TICKET_HEADER, WATCH_DOOR } from '@drawbridge/wire'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../faults/program.ts'
import { client } from '../kit/client.ts'
import { aGateway, carries, type Gateway } from '../kit/gateway.ts'
import { type Behind, type Knocked, knock, openBehind, visitOf } from '../kit/knock.ts'
import { DEFAULT_ORG, openWorld, type Someone, type World } from '../kit/world.ts'

/** An address that is not the server's own, on a machine that has no other. */
const FAR = { host: '127.0.0.2', port: 0 }

let world: World
let behind: Behind
let gateway: Gateway
let ann: Someone
let org: string
beforeAll(async () => {
  behind = await openBehind()
  FAR.port = await freePort()
  world = await openWorld({ GATEWAY_PORT: String(behind.port), OUTBOUND_ALLOW: `${FAR.host}:${FAR.port}` })
  gateway = await aGateway(world)
  ann = await world.person({ username: 'ann' })
  org = await world.organisation()
})
afterAll(async () => {
  await world.close()
  behind.close()
})

const SESSIONS = 'terminal/sessions/'
const sessionOf = (who: Someone, more: { org?: string } = {}) =>
  carries(world, gateway.account, { user: who.id, ...more })
const ask = (who: Someone, id: string, share?: string) =>
  who.api.post(`${SESSIONS}${id}/watch/`, share ? { share } : {})
const tokenOf = (who: Someone) => ({ authorization: `Token ${who.token}` })
const look = (who: Someone, entry: string, headers: Record<string, string> = {}) =>
  knock(world, `/koko/ws/monitor/?entry=${encodeURIComponent(entry)}`, { ...tokenOf(who), ...headers })
const secretOf = (url: string) => new URL(url, world.url).searchParams.get('share')!
const share = async (who: Someone, id: string, body: Record<string, unknown> = {}) => {
  const made = await who.api.post(`${SESSIONS}${id}/shares/`, body)
  expect(made.status, made.text).toBe(201)
  return { id: made.body.id as string, secret: secretOf(made.body.url), body: made.body }
}
const deeds = async (id: string) =>
  (
    await world.server.services.database.db
      .selectFrom('audits_operate_logs')
      .select(['action', 'user', 'org_id', 'diff'])
      .where('resource_id', '=', id)
      .orderBy('datetime')
      .execute()
  ).map(({ diff, ...rest }) => ({ ...rest, ...(diff as object) }))
const join = async (who: Someone, id: string, secret: string): Promise<Knocked> => {
  const asked = await ask(who, id, secret)
  expect(asked.status, asked.text).toBe(200)
  return look(who, asked.body.entry)
}

describe('[TERM-04] [T16] looking on at a session of a gateway on another machine', () => {
  it('reaches it at the address it registered with, by a proof that only the two hold, and nobody who took its place', async () => {
    const far = createHttp()
    const reached: string[] = []
    far.on('upgrade', (request, socket) => {
      reached.push(String(request.headers[TICKET_HEADER]))
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
    })
    let psk = Buffer.alloc(32)
    let identity = ''
    const door = createTls({ ...WATCH_DOOR.tls, pskCallback: (_socket, given) => (given === identity ? psk : null) })
    door.on('secureConnection', (socket) => far.emit('connection', socket))
    door.on('tlsClientError', () => undefined)
    await new Promise<void>((done) => door.listen(FAR.port, FAR.host, done))
    const other = await aGateway(world, { remote_addr: FAR.host, http_port: FAR.port })
    identity = other.key.id
    const id = await carries(world, other.account, { user: ann.id })
    // Somebody else at that address: nothing is said to them.
    const stranger = await look(world.admin, (await ask(world.admin, id)).body.entry)
    expect([stranger.status, reached]).toEqual([502, []])
    psk = createHmac('sha256', other.key.secret).update(WATCH_DOOR.purpose).digest()
    const { status, socket } = await look(world.admin, (await ask(world.admin, id)).body.entry)
    expect(status).toBe(101)
    socket!.destroy()
    const told = await other.api.post('terminal/tickets/redeem/', { ticket: reached[0] })
    expect(told.body).toMatchObject({ id: world.admin.id, watches: { session: id, shared: false } })
    // A link of the person leads there as well.
    const given = await share(ann, id)
    const bob = await world.person()
    const joined = await join(bob, id, given.secret)
    expect([joined.status, reached.length]).toEqual([101, 2])
    joined.socket!.destroy()
    far.closeAllConnections()
    door.close()
  })

  it('[T39] goes nowhere that the server may not go', async () => {
    const bad = await aGateway(world, { remote_addr: '169.254.169.254', http_port: 80 })
    const id = await carries(world, bad.account, { user: ann.id })
    expect((await look(world.admin, (await ask(world.admin, id)).body.entry)).status).toBe(502)
  })
})

describe('[TERM-04] looking on by office', () => {
  it('is for administrators and auditors of the organisation of the session, and each look is on record', async () => {
    const id = await sessionOf(ann, { org })
    const may = [
      world.admin,
      await world.person({ role: 'Auditor' }),
      await world.person({ in: { [org]: ['Auditor'] } }),
      await world.person({ in: { [org]: ['Admin'] } }),
    ]
    for (const who of may) {
      const asked = await ask(who, id)
      expect(asked.body).toMatchObject({ id, user: 'Ann(ann)', is_finished: false, shared: false })
      expect(asked.body.can_terminate).toBe(who === world.admin || who === may[3])
      const { status, socket } = await look(who, asked.body.entry)
      expect(status).toBe(101)
      socket!.destroy()
      const { url, headers } = behind.reached.at(-1)!
      expect(url).toBe('/koko/ws/monitor/')
      expect(Object.keys(headers)).not.toContain('cookie')
      const told = await gateway.api.post('terminal/tickets/redeem/', { ticket: headers['x-drawbridge-ticket'] })
      expect(told.body).toMatchObject({ id: who.id, watches: { session: id, shared: false } })
    }
    expect(await deeds(id)).toEqual(
      may.map(({ name, username }) => ({
        action: 'view',
        user: `${name}(${username})`,
        org_id: org,
        monitor: [null, true],
      })),
    )
  })

  it('[T11] [T15] does not exist for strangers: others of the organisation, the person in the session, auditors of elsewhere, components', async () => {
    const id = await sessionOf(ann, { org })
    const strangers = [
      ann,
      await world.person({ in: { [org]: ['User'] } }),
      await world.person({ in: { [DEFAULT_ORG]: ['Admin'] }, org }),
      await world.person({ role: 'App' }),
    ]
    for (const who of strangers) {
      const asked = await ask(who, id)
      expect([asked.status, asked.body.code]).toEqual([404, 'object_does_not_exist'])
    }
    for (const odd of ['x', '00000000-0000-4000-8000-000000000000'])
      expect((await ask(world.admin, odd)).status).toBe(404)
    expect((await world.anonymous().post(`${SESSIONS}${id}/watch/`, {})).status).toBe(401)
    const { entry } = (await ask(world.admin, id)).body
    // Good for the one who asked, once, for a moment, from our own pages.
    expect((await look(strangers[1]!, entry)).status).toBe(404)
    expect((await look(world.admin, `${entry}x`)).status).toBe(404)
    expect((await look(world.admin, entry, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await knock(world, `/koko/ws/monitor/?entry=${entry}`, {})).status).toBe(401)
    const first = await look(world.admin, entry)
    expect(first.status).toBe(101)
    first.socket!.destroy()
    expect((await look(world.admin, entry)).status).toBe(404)
    const late = (await ask(world.admin, id)).body.entry
    world.clock.advance(31)
    expect((await look(world.admin, late)).status).toBe(404)
    const { db } = world.server.services.database
    await db.updateTable('terminal_sessions').set({ is_finished: true }).where('id', '=', id).execute()
    expect((await ask(world.admin, id)).body).toMatchObject({ is_finished: true, entry: null })
  })

  it('[T11] ends when the office ends, or the login of the browser', async () => {
    const id = await sessionOf(ann)
    const { db } = world.server.services.database
    const auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    const one = await look(auditor, (await ask(auditor, id)).body.entry)
    expect(one.status).toBe(101)
    await db.deleteFrom('orgs_org_member_relation').where('user', '=', auditor.id).execute()
    await one.over
    const { headers, visit } = await visitOf(world, world.admin)
    const asked = await client(world.url, headers).post(`${SESSIONS}${id}/watch/`, {})
    const other = await knock(world, `/koko/ws/monitor/?entry=${encodeURIComponent(asked.body.entry)}`, headers)
    expect(other.status).toBe(101)
    await db.deleteFrom('sessions').where('id', '=', visit).execute()
    await other.over
  })
})

describe('looking on by a link', () => {
  it('is given by the person in the session to colleagues who are logged in, and everything is on record', async () => {
    const id = await sessionOf(ann)
    const bob = await world.person()
    const { secret, body, id: link } = await share(ann, id, { minutes: 60 })
    expect(body.url).toBe(`/luna/join/?shareroom=${id}&share=${secret}`)
    const asked = await ask(bob, id, secret)
    expect(asked.body).toMatchObject({ shared: true, can_terminate: false, can_replay: false, user: 'Ann(ann)' })
    expect(asked.text).not.toContain('10.9.9.9')
    const seen = await look(bob, asked.body.entry)
    expect(seen.status).toBe(101)
    const { headers } = behind.reached.at(-1)!
    const told = await gateway.api.post('terminal/tickets/redeem/', { ticket: headers['x-drawbridge-ticket'] })
    expect(told.body).toMatchObject({ id: bob.id, watches: { session: id, shared: true } })
    expect((await ann.api.get(`${SESSIONS}${id}/shares/`)).body).toMatchObject([{ id: link, username: null }])
    // Taken back: over at once, and for good.
    const entry = (await ask(bob, id, secret)).body.entry
    expect((await ann.api.delete(`${SESSIONS}${id}/shares/${link}/`)).status).toBe(204)
    await seen.over
    expect((await ask(bob, id, secret)).status).toBe(404)
    expect((await look(bob, entry)).status).toBe(404)
    expect((await ann.api.delete(`${SESSIONS}${id}/shares/${link}/`)).status).toBe(404)
    expect((await ann.api.get(`${SESSIONS}${id}/shares/`)).body).toEqual([])
    const rows = await deeds(id)
    expect(rows).toMatchObject([
      { action: 'update', user: 'ann(ann)', share: [null, { id: link, for: null, minutes: 60 }] },
      { action: 'view', user: `${bob.name}(${bob.username})`, monitor: [null, 'shared'] },
      { action: 'update', user: 'ann(ann)', share: [{ id: link }, null] },
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
    const kept = await world.server.services.database.db.selectFrom('terminal_shares').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(secret)
    expect(world.lines.join('\n')).not.toContain(secret)
  })

  it('[T15] leads nowhere for those it is not for, with a secret that is none, or to another session', async () => {
    const [id, other] = [await sessionOf(ann), await sessionOf(ann)]
    const [bob, carl] = [await world.person({ username: 'bob' }), await world.person()]
    const outsider = await world.person({ in: { [org]: ['Admin'] } })
    const forBob = await share(ann, id, { username: 'bob' })
    const forAll = await share(ann, id)
    expect((await ask(bob, id, forBob.secret)).status).toBe(200)
    for (const [who, where, secret] of [
      [carl, id, forBob.secret],
      [outsider, id, forAll.secret],
      [bob, other, forBob.secret],
      [bob, id, 'guessed'],
      [bob, id, forBob.id],
      [await world.person({ role: 'App' }), id, forAll.secret],
    ] as const)
      expect((await ask(who, where, secret)).status).toBe(404)
    // Membership counts at the moment of looking.
    const { db } = world.server.services.database
    await db.deleteFrom('orgs_org_member_relation').where('user', '=', bob.id).execute()
    expect((await ask(bob, id, forBob.secret)).status).toBe(404)
    // By a link one looks on, and nothing else.
    expect((await carl.api.get(`${SESSIONS}${id}/recording/`)).status).toBe(403)
  })

  it('is not given by others than the person in the session, nor for what is over, nor to strangers', async () => {
    const id = await sessionOf(ann)
    const bob = await world.person()
    for (const who of [bob, world.admin]) {
      expect((await who.api.post(`${SESSIONS}${id}/shares/`, {})).status).toBe(404)
      expect((await who.api.get(`${SESSIONS}${id}/shares/`)).status).toBe(404)
    }
    const { id: link } = await share(ann, id)
    expect((await bob.api.delete(`${SESSIONS}${id}/shares/${link}/`)).status).toBe(404)
    const wrong = async (body: object) => (await ann.api.post(`${SESSIONS}${id}/shares/`, body)).body
    expect(Object.keys(await wrong({ minutes: 5 }))).toEqual(['minutes'])
    expect(await wrong({ username: 'nobody-here' })).toEqual({
      username: ['There is no such user in the organisation.'],
    })
    const elsewhere = await world.person({ in: { [org]: ['User'] } })
    expect(Object.keys(await wrong({ username: elsewhere.username }))).toEqual(['username'])
    expect(Object.keys(await wrong({ username: 'ann' }))).toEqual(['username'])
    const { db } = world.server.services.database
    await db.updateTable('terminal_sessions').set({ is_finished: true }).where('id', '=', id).execute()
    expect((await ann.api.post(`${SESSIONS}${id}/shares/`, {})).status).toBe(409)
  })

  it('[T11] ends with its time, with the session, and with the login of the person', async () => {
    const { db } = world.server.services.database
    const bob = await world.person()
    const timed = await sessionOf(ann)
    const short = await share(ann, timed, { minutes: 10 })
    const seen = await join(bob, timed, short.secret)
    expect(seen.status).toBe(101)
    world.clock.advance(601)
    await seen.over
    expect((await ask(bob, timed, short.secret)).status).toBe(404)

    const finished = await sessionOf(ann)
    const long = await share(ann, finished, { minutes: 0 })
    expect(long.body.date_expired).toBeNull()
    const watching = await join(bob, finished, long.secret)
    await db.updateTable('terminal_sessions').set({ is_finished: true }).where('id', '=', finished).execute()
    await watching.over
    expect((await ask(bob, finished, long.secret)).status).toBe(404)

    // Given in a browser: it ends with that login, not with another one.
    const id = await sessionOf(ann)
    const { headers, visit } = await visitOf(world, ann)
    const made = await client(world.url, headers).post(`${SESSIONS}${id}/shares/`, { minutes: 0 })
    expect(made.status).toBe(201)
    const secret = secretOf(made.body.url)
    const last = await join(bob, id, secret)
    expect(last.status).toBe(101)
    await db.deleteFrom('sessions').where('id', '=', visit).execute()
    await last.over
    expect((await ask(bob, id, secret)).status).toBe(404)
  })
})
