import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signRequest } from '../../src/platform/auth/http-signature.ts'
import { type LoginRule, loginRules } from '../../src/platform/auth/login-rules.ts'
import { simpleSignature } from '../../src/platform/auth/simple-sign.ts'
import { openWorld, type Someone, type World } from '../kit/world.ts'

const KEYS = '/api/v1/authentication/access-keys/'
interface Key {
  readonly id: string
  readonly secret: string
}

describe('access keys', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => world.close())

  const db = () => world.server.services.database.db
  const keyOf = async (person: Someone): Promise<Key> => (await person.api.post(KEYS)).body
  const minutes = (count: number) => new Date(world.clock.now().getTime() + count * 60_000)

  /** `Sign`: the date alone. */
  const sign = ({ id, secret }: Key, now = world.clock.now()) => {
    const date = now.toUTCString()
    return { date, authorization: `Sign ${id}:${simpleSignature(secret, date)}` }
  }
  /** `Signature`: method, target, date and body. */
  const signature = (
    key: Key,
    order: { method?: string; target?: string; body?: string; now?: Date; headers?: Record<string, string> } = {},
  ) => signRequest({ keyId: key.id, secret: key.secret, method: 'GET', target: KEYS, now: world.clock.now(), ...order })

  const schemes = {
    Sign: (key: Key, now?: Date) => sign(key, now),
    Signature: (key: Key, now?: Date) => signature(key, now ? { now } : {}),
  }
  const get = (headers: Record<string, string>, path = KEYS) => world.anonymous(headers).get(path)

  it('are made without a body, whatever it says, and shown to their owner', async () => {
    const ann = await world.person()
    const made = []
    for (const body of [
      undefined,
      '',
      {},
      { is_active: false, secret: 'mine', user: world.admin.id, id: randomUUID() },
      [],
    ]) {
      const reply = await ann.api.post(KEYS, body)
      expect(reply.status).toBe(201)
      expect(reply.body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        secret: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        is_active: true,
        date_created: expect.any(String),
      })
      made.push(reply.body)
    }
    expect(new Set(made.map((key) => key.secret)).size).toBe(made.length)
    const list = (await ann.api.get(KEYS)).body
    expect(list.map((key: Key) => key.secret).sort()).toEqual(made.map((key) => key.secret).sort())
    const stored = JSON.stringify(await db().selectFrom('authentication_access_keys').selectAll().execute())
    for (const key of made) expect(stored).not.toContain(key.secret)
    const deeds = JSON.stringify(await db().selectFrom('audits_operate_logs').selectAll().execute())
    for (const key of made) expect(deeds).not.toContain(key.secret)
  })

  it('belong to one person: to others they do not exist', async () => {
    const ann = await world.person()
    const { id } = await keyOf(ann)
    for (const other of [await world.person(), world.admin]) {
      expect((await other.api.get(KEYS)).body.map((key: Key) => key.id)).not.toContain(id)
      for (const [method, body] of [
        ['GET'],
        ['PATCH', { is_active: false }],
        ['PUT', { is_active: false }],
        ['DELETE'],
      ] as const)
        expect((await other.api.send(method, `${KEYS}${id}/`, body)).status).toBe(404)
    }
    expect((await ann.api.get(`${KEYS}${id}/`)).body.is_active).toBe(true)
    expect((await world.anonymous().get(KEYS)).status).toBe(401)
  })

  it('are switched off, on and deleted; nothing else of them changes', async () => {
    const ann = await world.person()
    const key = await keyOf(ann)
    const changed = await ann.api.patch(`${KEYS}${key.id}/`, { is_active: false, secret: 'mine', user: world.admin.id })
    expect(changed.body).toMatchObject({ id: key.id, secret: key.secret, is_active: false })
    expect((await ann.api.put(`${KEYS}${key.id}/`, { is_active: true })).body.is_active).toBe(true)
    expect((await ann.api.delete(`${KEYS}${key.id}/`)).status).toBe(204)
    expect((await get(sign(key))).status).toBe(401)
  })

  it('are at most ten, also when many are asked for at once', async () => {
    const ann = await world.person()
    const replies = await Promise.all(Array.from({ length: 14 }, () => ann.api.post(KEYS)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(10)
    expect(replies.find((reply) => reply.status === 400)?.body.code).toBe('too_many_access_keys')
    expect((await ann.api.get(KEYS)).body).toHaveLength(10)
  })

  describe.each(['Sign', 'Signature'] as const)('[T51] a call signed with %s', (scheme) => {
    const signed = (key: Key, now?: Date) => schemes[scheme](key, now)

    it('is its owner’s', async () => {
      const ann = await world.person()
      const key = await keyOf(ann)
      const reply = await get(signed(key))
      expect(reply.status).toBe(200)
      expect(reply.body.map((one: Key) => one.id)).toEqual([key.id])
    })

    it('is refused with a key that is switched off, unknown or not one', async () => {
      const ann = await world.person()
      const key = await keyOf(ann)
      await ann.api.patch(`${KEYS}${key.id}/`, { is_active: false })
      expect((await get(signed(key))).status).toBe(401)
      await ann.api.patch(`${KEYS}${key.id}/`, { is_active: true })
      expect((await get(signed(key))).status).toBe(200)
      expect((await get(signed({ ...key, id: randomUUID() }))).status).toBe(401)
      expect((await get(signed({ ...key, id: 'x' }))).status).toBe(401)
      expect((await get(signed({ ...key, secret: randomUUID() }))).status).toBe(401)
      expect((await get(signed({ ...key, secret: '' }))).status).toBe(401)
    })

    it('is refused with an old date, a future date and without one', async () => {
      const key = await keyOf(await world.person())
      for (const now of [minutes(-16), minutes(16), new Date(0)]) expect((await get(signed(key, now))).status).toBe(401)
      for (const now of [minutes(-14), minutes(14)]) expect((await get(signed(key, now))).status).toBe(200)
      const { authorization } = signed(key)
      expect((await get({ authorization })).status).toBe(401)
      expect((await get({ authorization, date: minutes(1).toUTCString() })).status).toBe(401)
    })

    it('ends with the account: off is a stranger, past the term is refused [T20]', async () => {
      const ann = await world.person()
      const key = await keyOf(ann)
      await db()
        .updateTable('users_users')
        .set({ date_expired: new Date(0) })
        .where('id', '=', ann.id)
        .execute()
      expect((await get(signed(key))).status).toBe(403)
      await db()
        .updateTable('users_users')
        .set({ date_expired: null, is_active: false })
        .where('id', '=', ann.id)
        .execute()
      expect((await get(signed(key))).status).toBe(401)
    })

    it('obeys the rules about places that a login obeys [T20]', async () => {
      const ann = await world.person()
      const key = await keyOf(ann)
      const rule: LoginRule<string> = {
        facts: 'u.username',
        admits: (username, { address }) => username !== ann.username || address === '10.0.0.1',
      }
      loginRules.add(rule)
      try {
        const at = (address: string) =>
          get({ ...signed(key, minutes(address === '10.0.0.1' ? 1 : 2)), 'x-forwarded-for': address })
        expect((await at('10.0.0.1')).status).toBe(200)
        const refused = await at('10.0.0.2')
        expect([refused.status, refused.body.detail]).toEqual([401, 'Login IP is not allowed'])
        expect((await ann.api.get(KEYS, { 'x-forwarded-for': '10.0.0.2' })).status).toBe(401)
        const token = await world
          .anonymous({ 'x-forwarded-for': '10.0.0.2' })
          .post('authentication/auth/', { username: ann.username, password: ann.password })
        expect([token.status, token.body.error]).toEqual([400, 'acl_not_allow'])
      } finally {
        loginRules.delete(rule)
      }
    })

    it('never counts as shown a second factor [T20]', async () => {
      const key = await keyOf(await world.person())
      const target = '/api/v1/authentication/otp/verify/'
      const body = JSON.stringify({ code: '123456' })
      const headers = scheme === 'Sign' ? sign(key) : signature(key, { method: 'POST', target, body })
      const reply = await world.anonymous(headers).post(target, body)
      expect([reply.status, reply.body.code]).toEqual([403, 'mfa_not_enabled'])
    })
  })

  it('[T51] Signature: another path, query, method, body or header is another call', async () => {
    const ann = await world.person()
    const key = await keyOf(ann)
    expect((await get(signature(key), `${KEYS}?limit=1`)).status).toBe(401)
    expect((await get(signature(key, { target: `${KEYS}?limit=1` }), `${KEYS}?limit=2`)).status).toBe(401)
    expect((await world.anonymous(signature(key)).post(KEYS)).status).toBe(401)
    const path = `${KEYS}${key.id}/`
    const body = JSON.stringify({ is_active: false })
    const order = { method: 'PATCH', target: path }
    const send = (headers: Record<string, string>, text = body) => world.anonymous(headers).patch(path, text)
    expect((await send(signature(key, { ...order, body }), JSON.stringify({ is_active: true }))).status).toBe(401)
    // Without a digest the body would be anybody's.
    expect((await send(signature(key, order))).status).toBe(401)
    const org = signature(key, { ...order, body, headers: { 'x-jms-org': 'ROOT' } })
    expect((await send({ ...org, 'x-jms-org': 'DEFAULT' })).status).toBe(401)
    expect((await ann.api.get(path)).body.is_active).toBe(true)
    expect((await send(signature(key, { ...order, body }))).status).toBe(200)
  })

  it('[T51] Signature: a change sent twice happens once', async () => {
    const ann = await world.person()
    const key = await keyOf(ann)
    const headers = signature(key, { method: 'POST' })
    expect((await world.anonymous(headers).post(KEYS)).status).toBe(201)
    expect((await world.anonymous(headers).post(KEYS)).status).toBe(401)
    const both = signature(key, { method: 'POST', now: minutes(1) })
    const replies = await Promise.all([1, 2].map(() => world.anonymous(both).post(KEYS)))
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 401])
  })

  it('[T51] Sign: one signature serves one address, and one change', async () => {
    const ann = await world.person()
    const key = await keyOf(ann)
    const headers = sign(key, minutes(3))
    expect((await get({ ...headers, 'x-forwarded-for': '10.0.0.1' })).status).toBe(200)
    expect((await get({ ...headers, 'x-forwarded-for': '10.0.0.2' })).status).toBe(401)
    const change = { ...headers, 'x-forwarded-for': '10.0.0.1' }
    expect((await world.anonymous(change).post(KEYS)).status).toBe(201)
    expect((await world.anonymous(change).post(KEYS)).status).toBe(401)
    expect((await get(change)).status).toBe(200)
  })

  it('a credential that cannot be read is refused, never passed over for another', async () => {
    const ann = await world.person()
    const key = await keyOf(ann)
    for (const authorization of [
      'Sign',
      `Sign ${key.id}`,
      'Signature keyId="x"',
      'Bearer',
      'Bearer wrong',
      'Token wrong',
    ])
      expect((await get({ authorization })).status).toBe(401)
  })
})
