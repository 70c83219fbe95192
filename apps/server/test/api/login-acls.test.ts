import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signRequest } from '../../src/platform/auth/http-signature.ts'
import { browser } from '../kit/browser.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const LIST = 'acls/login-acls/'
const AUTH = 'authentication/auth/'

describe('login rules of users', () => {
  let world: World
  beforeAll(async () => {
    // Addresses come as they do from a proxy.
    world = await openWorld({ TRUSTED_PROXIES: '127.0.0.1,::1', SECURITY_LOGIN_LIMIT_COUNT: '100' })
  })
  afterAll(() => world.close())

  let counter = 0
  const rule = (user: string, body: Record<string, unknown> = {}, who: Someone = world.admin) =>
    who.api.post(LIST, { name: `rule ${++counter}`, user, ...body })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const logIn = async ({ username, password }: Someone, address: string) =>
    (await world.anonymous(from(address)).post(AUTH, { username, password })).status === 201

  it('[ACL-01] are made, read, changed and deleted for one user', async () => {
    const ann = await world.person({ name: 'Ann' })
    const made = await rule(ann.id, { name: 'office only', ip_group: ['10.0.0.0/8'], action: 'allow' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'office only',
        priority: 50,
        ip_group: ['10.0.0.0/8'],
        user: ann.id,
        user_display: 'Ann',
        action: 'allow',
        action_display: 'Allow',
        is_active: true,
        comment: '',
        created_by: 'Administrator',
        date_created: expect.any(String),
        date_updated: expect.any(String),
      },
    ])
    const { api } = world.admin
    const path = `${LIST}${made.body.id}/?user=${ann.id}`
    expect((await api.get(path)).body).toEqual(made.body)
    expect((await api.get(path)).headers.get('etag')).toBeTruthy()
    expect((await api.get(`${LIST}?user=${ann.id}`)).body).toEqual([made.body])
    expect((await api.options(path)).body.actions.PUT).toHaveProperty('ip_group')
    expect((await api.options(`${LIST}?user=${ann.id}`)).body.actions.POST.action.default).toBe('reject')
    expect((await api.patch(path, { is_active: false })).body.is_active).toBe(false)
    expect((await api.delete(path)).status).toBe(204)
    expect((await api.get(`${LIST}?user=${ann.id}&limit=5`)).body.count).toBe(0)
  })

  it('[T17] [T18] are read for one member of the organisation at a time', async () => {
    const org = await world.organisation()
    const [ann, bob] = [await world.person(), await world.person({ in: { [org]: ['User'] } })]
    const { body: mine } = await rule(ann.id, { is_active: false })
    const { api } = world.admin
    for (const query of ['', '?user=', '?user=undefined', `?user=${bob.id}`, `?user=${ann.id},${bob.id}`]) {
      expect([query, (await api.get(`${LIST}${query}`)).status]).toEqual([query, 403])
      expect([query, (await api.get(`${LIST}${mine.id}/${query}`)).status]).toEqual([query, 403])
    }
    const eve = await world.person()
    expect((await api.get(`${LIST}${mine.id}/?user=${eve.id}`)).status).toBe(404)
    expect((await api.get(`${LIST}?user=${eve.id}`)).body).toEqual([])
    const boss = await world.person({ in: { [org]: ['Admin'] }, org })
    for (const [method, path, body] of [
      ['get', `${LIST}?user=${ann.id}`, undefined],
      ['get', `${LIST}${mine.id}/?user=${ann.id}`, undefined],
    ] as const)
      expect((await boss.api.send(method.toUpperCase(), path, body)).status).toBe(403)
    expect((await boss.api.patch(`${LIST}${mine.id}/?user=${ann.id}`, { is_active: false })).status).toBe(404)
    expect((await boss.api.delete(`${LIST}${mine.id}/`)).status).toBe(404)
    expect((await boss.api.delete(`${LIST}?ids=${mine.id}`)).status).not.toBe(200)
    const stranger = await rule(ann.id, {}, boss)
    expect([stranger.status, stranger.body]).toEqual([
      400,
      { user: [`Invalid pk "${ann.id}" - object does not exist.`] },
    ])
    expect((await api.get(`${LIST}?user=${ann.id}`)).body).toHaveLength(1)
    expect((await api.get(`${LIST}?user=${bob.id}`, { 'x-jms-org': ROOT_ORG })).status).toBe(200)
    for (const person of [ann, await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })])
      expect((await person.api.get(`${LIST}?user=${ann.id}`)).status).toBe(403)
  })

  it('[T53] shut nobody out whom the writer may not change', async () => {
    const [org, boss] = [await world.organisation(), await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })]
    const above = await world.person({ role: 'Admin', in: { [DEFAULT_ORG]: ['User'] } })
    const elsewhere = await world.person({ in: { [DEFAULT_ORG]: ['User'], [org]: ['Admin'] } })
    const plain = await world.person()
    for (const person of [above, elsewhere]) expect((await rule(person.id, {}, boss)).status).toBe(403)
    const { body } = await rule(above.id)
    expect((await boss.api.patch(`${LIST}${body.id}/`, { is_active: false })).status).toBe(403)
    expect((await boss.api.patch(`${LIST}${body.id}/`, { user: plain.id })).status).toBe(403)
    expect((await boss.api.delete(`${LIST}${body.id}/`)).status).toBe(403)
    expect((await rule(plain.id, {}, boss)).status).toBe(201)
  })

  it('name addresses that can be addresses', async () => {
    const ann = await world.person()
    for (const good of [
      '*',
      '10.1.2.3',
      '10.0.0.0/8',
      '10.0.0.1-10.0.0.9',
      '10.0.0.1 - 10.0.0.9',
      '::1',
      '2001:db8::/32',
    ])
      expect([good, (await rule(ann.id, { ip_group: [good], is_active: false })).status]).toEqual([good, 201])
    for (const bad of ['10.1.2', '10.0.0.0/33', 'host.example.com', '10.0.0.1-::1', 'x']) {
      const reply = await rule(ann.id, { ip_group: ['*', bad] })
      expect([reply.status, reply.body]).toEqual([400, { ip_group: { 1: [`IP address invalid: ${bad}`] } }])
    }
    expect((await rule(ann.id, { ip_group: ['10.0.0.9-10.0.0.1'] })).body).toEqual({
      ip_group: ['IP address invalid: 10.0.0.9-10.0.0.1 begins after its end'],
    })
    expect((await rule(ann.id, { ip_group: [] })).body).toEqual({ ip_group: ['This list may not be empty.'] })
    for (const priority of [0, 101]) expect((await rule(ann.id, { priority })).status).toBe(400)
  })

  it('reject whoever comes from a named address, and let others in', async () => {
    const ann = await world.person()
    await rule(ann.id, { ip_group: ['10.1.0.0/16', '192.0.2.5-192.0.2.9', '2001:db8::/32'] })
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.5', '192.0.2.9', '2001:DB8::1'])
      expect([address, await logIn(ann, address)]).toEqual([address, false])
    for (const address of ['10.2.0.1', '192.0.2.10', '2001:db9::1'])
      expect([address, await logIn(ann, address)]).toEqual([address, true])
    const refused = await world
      .anonymous(from('10.1.2.3'))
      .post(AUTH, { username: ann.username, password: ann.password })
    expect(refused.body.error).toBe('acl_not_allow')
  })

  it('allow only the named addresses, when that is what they say', async () => {
    const ann = await world.person()
    await rule(ann.id, { action: 'allow', ip_group: ['10.1.2.3', '2001:db8::1-2001:db8::9'] })
    expect(await logIn(ann, '10.1.2.3')).toBe(true)
    expect(await logIn(ann, '2001:db8::5')).toBe(true)
    for (const address of ['10.1.2.4', '2001:db8::10', '203.0.113.1']) expect(await logIn(ann, address)).toBe(false)
  })

  it('[VALID-02] count by the first active one alone: 100 before 1, then the newest, then by name', async () => {
    const ann = await world.person()
    const { api } = world.admin
    const low = (await rule(ann.id, { priority: 1, action: 'allow', ip_group: ['10.0.0.1'] })).body
    expect(await logIn(ann, '10.0.0.2')).toBe(false)
    const high = (await rule(ann.id, { priority: 100, action: 'reject', ip_group: ['10.0.0.3'] })).body
    // The rule below it would refuse, but is not asked.
    expect(await logIn(ann, '10.0.0.2')).toBe(true)
    expect(await logIn(ann, '10.0.0.3')).toBe(false)
    expect((await api.get(`${LIST}?user=${ann.id}`)).body.map(({ id }: { id: string }) => id)).toEqual([
      high.id,
      low.id,
    ])
    await api.patch(`${LIST}${high.id}/`, { is_active: false })
    expect(await logIn(ann, '10.0.0.2')).toBe(false)
    await api.patch(`${LIST}${low.id}/`, { is_active: false })
    expect(await logIn(ann, '10.0.0.3')).toBe(true)

    const bob = await world.person()
    const older = (await rule(bob.id, { name: 'a', ip_group: ['*'] })).body
    world.clock.advance(5)
    const newer = (await rule(bob.id, { name: 'z', action: 'allow', ip_group: ['*'] })).body
    expect(await logIn(bob, '10.0.0.1')).toBe(true)
    world.clock.advance(5)
    await api.patch(`${LIST}${older.id}/`, { comment: 'touched' })
    expect(await logIn(bob, '10.0.0.1')).toBe(false)
    expect((await api.get(`${LIST}?user=${bob.id}`)).body.map(({ id }: { id: string }) => id)).toEqual([
      older.id,
      newer.id,
    ])
  })

  it('hold at every way in: page, password, tokens, keys and signatures, from the next request on', async () => {
    const ann = await world.person()
    const here = '198.51.100.7'
    const key = (await ann.api.post('authentication/access-keys/')).body as { id: string; secret: string }
    const bearer = (await world.anonymous(from(here)).post(AUTH, { username: ann.username, password: ann.password }))
      .body
    const target = '/api/v1/authentication/access-keys/'
    const ways: Record<string, () => Promise<boolean>> = {
      page: async () => {
        const visitor = browser(world.url, from(here))
        await visitor.logIn(ann.username, ann.password)
        return (await visitor.api('GET', target)).status === 200
      },
      password: () => logIn(ann, here),
      token: async () => (await ann.api.get(target, from(here))).status === 200,
      bearer: async () =>
        (await world.anonymous({ authorization: `Bearer ${bearer.token}`, ...from(here) }).get(target)).status === 200,
      signature: async () => {
        const now = world.clock.now()
        const headers = signRequest({ keyId: key.id, secret: key.secret, method: 'GET', target, now })
        return (await world.anonymous({ ...headers, ...from(here) }).get(target)).status === 200
      },
    }
    const open = async () =>
      Object.fromEntries(await Promise.all(Object.entries(ways).map(async ([name, way]) => [name, await way()])))
    const all = (yes: boolean) => Object.fromEntries(Object.keys(ways).map((name) => [name, yes]))
    expect(await open()).toEqual(all(true))
    const { body } = await rule(ann.id, { ip_group: [here] })
    expect(await open()).toEqual(all(false))
    await world.admin.api.delete(`${LIST}${body.id}/`)
    expect(await open()).toEqual(all(true))
  })

  it('are deleted by name only, many at once too', async () => {
    const ann = await world.person()
    const rules = [(await rule(ann.id, { is_active: false })).body, (await rule(ann.id, { is_active: false })).body]
    const { api } = world.admin
    expect((await api.delete(`${LIST}?user=${ann.id}`)).status).toBe(400)
    expect((await api.delete(`${LIST}?ids=${rules.map(({ id }) => id).join()}`)).status).toBe(204)
    expect((await api.get(`${LIST}?user=${ann.id}`)).body).toEqual([])
  })

  it('go with their user', async () => {
    const ann = await world.person()
    await rule(ann.id, { is_active: false })
    expect((await world.admin.api.delete(`users/users/${ann.id}/`)).status).toBe(204)
    const { db } = world.server.services.database
    expect(await db.selectFrom('acls_login_acls').select('id').where('user', '=', ann.id).execute()).toEqual([])
  })
})
