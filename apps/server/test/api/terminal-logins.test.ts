import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateKeyPair } from '../../src/platform/auth/ssh-key.ts'
import { browser, codeAt, secretOn } from '../kit/browser.ts'
import { aGateway, type Gateway } from '../kit/gateway.ts'
import { openWorld, type Someone, type World } from '../kit/world.ts'

const AUTH = 'authentication/auth/'
const CHALLENGE = 'authentication/mfa/challenge/'
const TERMINAL = { 'x-jms-login-type': 'T' }

describe('people who log in through a gateway', () => {
  let world: World
  let gateway: Gateway
  beforeAll(async () => {
    world = await openWorld({ SECURITY_LOGIN_LIMIT_COUNT: '3' })
    gateway = await aGateway(world)
  })
  afterAll(() => world.close())

  const claim = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    gateway.api.post(AUTH, { remote_addr: '10.8.0.1', ...body }, { ...TERMINAL, ...headers })
  const lastLog = async (username: string) =>
    (await world.admin.api.get(`audits/login-logs/?username=${username}&limit=1`)).body.results[0]

  it('come in with a password or a proven key, from where they sit, and are on record as of a terminal', async () => {
    const ann = await world.person()
    const pair = generateKeyPair('ann')
    await world.admin.api.patch(`users/users/${ann.id}/`, { public_key: pair.publicKey })
    const byPassword = await claim({ username: ann.username, password: ann.password })
    expect([byPassword.status, byPassword.body.user.id]).toEqual([201, ann.id])
    expect(await lastLog(ann.username)).toMatchObject({ type: 'T', ip: '10.8.0.1', status: true, backend: 'Password' })
    const byKey = await claim({ username: ann.username, public_key: pair.publicKey })
    expect([byKey.status, byKey.body.user.id]).toEqual([201, ann.id])
    expect(await lastLog(ann.username)).toMatchObject({ type: 'T', backend: 'SSH Key' })
    // The key of somebody else, and a service account as a person.
    expect((await claim({ username: ann.username, public_key: generateKeyPair('').publicKey })).status).toBe(400)
    expect((await claim({ username: gateway.name, password: gateway.key.secret })).status).toBe(400)
  })

  it('may show several keys before the right one: a key is not guessed, and does not lock its owner out', async () => {
    const ann = await world.person()
    const pair = generateKeyPair('ann')
    await world.admin.api.patch(`users/users/${ann.id}/`, { public_key: pair.publicKey })
    for (let i = 0; i < 5; i++)
      expect((await claim({ username: ann.username, public_key: generateKeyPair('').publicKey })).status).toBe(400)
    expect((await claim({ username: ann.username, public_key: pair.publicKey })).status).toBe(201)
  })

  it('come in with a key as often at once as they like, also beyond the number of failures that locks', async () => {
    const ann = await world.person()
    const pair = generateKeyPair('ann')
    await world.admin.api.patch(`users/users/${ann.id}/`, { public_key: pair.publicKey })
    const all = Array.from({ length: 12 }, () => claim({ username: ann.username, public_key: pair.publicKey }))
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 201))
  })

  it('[T2] are locked out with their key too, once their password was guessed at too often', async () => {
    const ann = await world.person()
    const pair = generateKeyPair('ann')
    await world.admin.api.patch(`users/users/${ann.id}/`, { public_key: pair.publicKey })
    const from = { username: ann.username, remote_addr: '10.8.9.1' }
    for (let i = 0; i < 3; i++) await claim({ ...from, password: 'wrong' })
    const locked = await claim({ ...from, public_key: pair.publicKey })
    expect([locked.status, locked.body.error]).toEqual([400, 'block_login'])
    expect((await claim({ ...from, public_key: pair.publicKey, remote_addr: '10.8.9.2' })).status).toBe(201)
  })

  it('[T2] are locked out by their own failures, not by those of others behind the same gateway', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    for (let i = 0; i < 3; i++)
      expect((await claim({ username: ann.username, password: 'wrong', remote_addr: '10.8.1.1' })).status).toBe(400)
    const locked = await claim({ username: ann.username, password: ann.password, remote_addr: '10.8.1.1' })
    expect([locked.status, locked.body.error]).toEqual([400, 'block_login'])
    const { status } = await claim({ username: bob.username, password: bob.password, remote_addr: '10.8.1.2' })
    expect(status).toBe(201)
  })

  it('obey the rules about where people may log in, by the address of the person', async () => {
    const ann = await world.person()
    await world.license()
    const rule = await world.admin.api.post('acls/login-acls/', {
      name: 'not from there',
      user: ann.id,
      ip_group: ['10.8.2.0/24'],
      action: 'reject',
    })
    expect(rule.status).toBe(201)
    const at = async (remote_addr: string) =>
      (await claim({ username: ann.username, password: ann.password, remote_addr })).body.error
    expect(await at('10.8.2.9')).toBe('acl_not_allow')
    expect(await at('10.8.3.9')).toBeUndefined()
  })

  it('do not come in when their account is off or its term is over', async () => {
    const off = await world.person({ active: false })
    const over = await world.person({ expired: new Date(0) })
    for (const one of [off, over]) {
      const { status, body } = await claim({ username: one.username, password: one.password, remote_addr: '10.8.4.1' })
      expect([status, body.token]).toEqual([400, undefined])
    }
  })

  it('answer the second factor on the visit that the gateway carries for them', async () => {
    const ann = await withAuthenticator()
    const first = await claim({ username: ann.username, password: ann.password, remote_addr: '10.8.5.1' })
    expect([first.status, first.body.error]).toEqual([200, 'mfa_required'])
    const carried = (reply: { headers: Headers }) => ({
      cookie: reply.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
    })
    const visit = carried(first)
    const wrong = await gateway.api.post(CHALLENGE, { code: '000000' }, { ...TERMINAL, ...visit })
    expect(wrong.body.error).toBe('mfa_failed')
    const right = await gateway.api.post(
      CHALLENGE,
      { code: codeAt(ann.secret, world.clock.now()) },
      { ...TERMINAL, ...visit },
    )
    expect(right.status).toBe(200)
    const done = await claim({ username: ann.username }, { ...visit, ...carried(right) })
    expect([done.status, done.body.user?.id]).toEqual([201, ann.id])
  })

  it('use keys only, where passwords are switched off for terminals', async () => {
    const ann = await world.person()
    const pair = generateKeyPair('ann')
    await world.admin.api.patch(`users/users/${ann.id}/`, { public_key: pair.publicKey })
    const set = (values: Record<string, boolean>) =>
      world.admin.api.patch('settings/setting/?category=terminal', values)
    await set({ TERMINAL_PASSWORD_AUTH: false })
    const refused = await claim({ username: ann.username, password: ann.password, remote_addr: '10.8.6.1' })
    expect([refused.status, refused.body.error]).toEqual([400, 'password_disabled'])
    expect((await claim({ username: ann.username, public_key: pair.publicKey })).status).toBe(201)
    // Browsers and programs are not meant.
    expect((await world.anonymous().post(AUTH, { username: ann.username, password: ann.password })).status).toBe(201)
    await set({ TERMINAL_PASSWORD_AUTH: true, TERMINAL_PUBLIC_KEY_AUTH: false })
    expect((await claim({ username: ann.username, public_key: pair.publicKey })).status).toBe(400)
    await set({ TERMINAL_PUBLIC_KEY_AUTH: true })
  })

  const withAuthenticator = async (): Promise<Someone & { secret: string }> => {
    const person = await world.person({ mfaLevel: 1 })
    const someone = browser(world.url)
    await someone.logIn(person.username, person.password)
    const secret = secretOn((await someone.get('/core/auth/profile/otp/enable/bind/')).text)
    await someone.submit('/core/auth/profile/otp/enable/bind/', { otp_code: codeAt(secret, world.clock.now()) })
    world.clock.advance(30)
    return { ...person, secret }
  }
})
