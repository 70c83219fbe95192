import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signRequest } from '../../src/platform/auth/http-signature.ts'
import { generateKeyPair } from '../../src/platform/auth/ssh-key.ts'
import { type Browser, browser, codeAt, secretOn } from '../kit/browser.ts'
import { openWorld, type Someone, type World } from '../kit/world.ts'

const AUTH = '/api/v1/authentication/auth/'
const CHALLENGE = '/api/v1/authentication/mfa/challenge/'

describe('logins of programs', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ SECURITY_LOGIN_LIMIT_COUNT: '4' })
  })
  afterAll(() => world.close())

  const db = () => world.server.services.database.db
  const auth = (body: unknown, headers?: Record<string, string>) => world.anonymous(headers).post(AUTH, body)
  const lastLog = (username: string) =>
    db()
      .selectFrom('audits_login_logs')
      .selectAll()
      .where('username', '=', username)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  const withKey = async (role: 'App' | 'User') => {
    const person = await world.person({ role })
    const { body } = await person.api.post('authentication/access-keys/')
    return { ...person, key: body as { id: string; secret: string } }
  }
  type Signer = Awaited<ReturnType<typeof withKey>>
  /** A call signed as the components of the contract do, beside whatever cookies the visit has. */
  const signed = (signer: Signer, target: string, body: unknown, visit: Browser = browser(world.url)) => {
    const text = JSON.stringify(body)
    const { id: keyId, secret } = signer.key
    const headers = signRequest({ keyId, secret, method: 'POST', target, body: text, now: world.clock.now() })
    return visit.api('POST', target, text, { ...headers, 'x-csrftoken': '' })
  }
  const withAuthenticator = async (): Promise<Someone & { secret: string }> => {
    const person = await world.person({ mfaLevel: 1 })
    const someone = browser(world.url)
    await someone.logIn(person.username, person.password)
    const secret = secretOn((await someone.get('/core/auth/profile/otp/enable/bind/')).text)
    await someone.submit('/core/auth/profile/otp/enable/bind/', { otp_code: codeAt(secret, world.clock.now()) })
    world.clock.advance(30)
    return { ...person, secret }
  }

  it('a name and a password give a token, under both names of the call', async () => {
    const ann = await world.person()
    for (const path of [AUTH, '/api/v1/authentication/tokens/']) {
      const reply = await world.anonymous().post(path, { username: ann.username, password: ann.password })
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        token: expect.stringMatching(/^[A-Za-z0-9]{36}$/),
        keyword: 'Bearer',
        date_expired: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0800$/),
        user: { id: ann.id, username: ann.username, email: `${ann.username}@example.com` },
      })
      expect(JSON.stringify(reply.body)).not.toMatch(/password_hash|otp_secret|argon2/)
      const { token } = reply.body
      expect(
        (await world.anonymous({ authorization: `Bearer ${token}` }).get('authentication/access-keys/')).status,
      ).toBe(200)
      const stored = await db().selectFrom('bearer_tokens').select('id').where('user', '=', ann.id).execute()
      expect(JSON.stringify(stored)).not.toContain(token)
    }
    expect(await lastLog(ann.username)).toMatchObject({ type: '', status: true, reason: '', backend: 'Password' })
  })

  it('a token ends after its term, with the account, and with the call that takes leave', async () => {
    const ann = await world.person()
    const fresh = async () => (await auth({ username: ann.username, password: ann.password })).body.token as string
    const status = async (token: string) =>
      (await world.anonymous({ authorization: `Bearer ${token}` }).get('authentication/access-keys/')).status
    const [old, left] = [await fresh(), await fresh()]
    expect((await world.anonymous().post('/vue-admin-template/user/logout', { token: left })).status).toBe(200)
    expect([await status(old), await status(left)]).toEqual([200, 401])
    world.clock.advance(86_401)
    expect(await status(old)).toBe(401)
    const last = await fresh()
    await db().updateTable('users_users').set({ is_active: false }).where('id', '=', ann.id).execute()
    expect(await status(last)).toBe(401)
  })

  it('what fails says why, in the reader’s language, and is written down', async () => {
    const ann = await world.person()
    const wrong = await auth({ username: ann.username, password: 'wrong' }, { 'x-jms-login-type': 'T' })
    expect([wrong.status, wrong.body]).toEqual([400, { error: 'password_failed', msg: 'Wrong username or password.' }])
    expect(await lastLog(ann.username)).toMatchObject({ type: 'T', status: false, reason: 'password_failed' })
    const chinese = await auth({ username: 'nobody', password: 'wrong' }, { 'accept-language': 'zh' })
    expect(chinese.body).toEqual({ error: 'password_failed', msg: '用户名或密码不正确。' })
    const off = await world.person({ active: false })
    expect((await auth({ username: off.username, password: off.password })).body.error).toBe('user_inactive')
    const old = await world.person({ expired: new Date(0) })
    expect((await auth({ username: old.username, password: old.password })).body.error).toBe('user_invalid')
    await db()
      .updateTable('users_users')
      .set({ date_password_last_updated: new Date(0) })
      .where('id', '=', ann.id)
      .execute()
    const expired = await auth({ username: ann.username, password: ann.password })
    expect([expired.status, expired.body.code]).toEqual([400, 'passwd_has_expired'])
  })

  it('[T6] nothing, empty texts and things that are no texts never give a token', async () => {
    const { username } = world.admin
    for (const body of [
      undefined,
      {},
      [],
      { username },
      { username, password: '' },
      { username, password: null },
      { username, password: [] },
      { username, password: { $ne: '' } },
      { username: { $ne: '' }, password: 'x' },
      { username: null, password: null, public_key: '' },
    ]) {
      const reply = await auth(body)
      expect([JSON.stringify(body), reply.status]).toEqual([JSON.stringify(body), 400])
      expect(reply.body.token).toBeUndefined()
    }
    await db().deleteFrom('login_failures').execute()
  })

  it('[T5] a public key alone gives a token to nobody but a component that signs its call', async () => {
    const ann = await world.person()
    const { publicKey } = generateKeyPair('ann')
    await db().updateTable('users_users').set({ public_key: publicKey }).where('id', '=', ann.id).execute()
    const claim = { username: ann.username, public_key: publicKey }
    expect((await auth(claim)).body.error).toBe('password_failed')
    expect((await world.admin.api.post(AUTH, claim)).body.error).toBe('password_failed')
    const person = await withKey('User')
    expect((await signed(person, AUTH, claim)).body.error).toBe('password_failed')
    await db().deleteFrom('login_failures').execute()

    const gateway = await withKey('App')
    const good = await signed(gateway, AUTH, { ...claim, remote_addr: '203.0.113.9' })
    expect([good.status, good.body.user?.id]).toEqual([201, ann.id])
    expect(await lastLog(ann.username)).toMatchObject({ backend: 'SSH Key', ip: '203.0.113.9', city: '' })
    for (const public_key of [generateKeyPair('eve').publicKey, '', 'ssh-ed25519', publicKey.slice(0, -8)])
      expect((await signed(gateway, AUTH, { ...claim, public_key })).status).toBe(400)
    await db().updateTable('users_users').set({ public_key: null }).where('id', '=', ann.id).execute()
    expect((await signed(gateway, AUTH, claim)).status).toBe(400)
    await db().deleteFrom('login_failures').execute()
  })

  it('[T3] the address in a body is believed from a component only', async () => {
    const ann = await world.person()
    const claim = { username: ann.username, password: 'wrong', remote_addr: '203.0.113.50' }
    await auth(claim)
    expect((await lastLog(ann.username)).ip).toBe('127.0.0.1')
    await signed(await withKey('User'), AUTH, claim)
    expect((await lastLog(ann.username)).ip).toBe('127.0.0.1')
    await signed(await withKey('App'), AUTH, claim)
    expect((await lastLog(ann.username)).ip).toBe('203.0.113.50')
    await signed(await withKey('App'), AUTH, { ...claim, remote_addr: 'nonsense' })
    expect((await lastLog(ann.username)).ip).toBe('127.0.0.1')
    await db().deleteFrom('login_failures').execute()
  })

  it('with a second factor the login takes two steps on one visit', async () => {
    const ann = await withAuthenticator()
    const gateway = await withKey('App')
    const visit = browser(world.url)
    const claim = { username: ann.username, password: ann.password, remote_addr: '203.0.113.9' }
    const first = await signed(gateway, AUTH, claim, visit)
    expect([first.status, first.body]).toEqual([
      200,
      { error: 'mfa_required', msg: 'MFA required', data: { choices: ['code'], url: CHALLENGE } },
    ])
    const before = visit.cookies.get('sessionid')
    const wrong = await signed(gateway, CHALLENGE, { code: '000000' }, visit)
    expect([wrong.status, wrong.body.error]).toEqual([400, 'mfa_failed'])
    world.clock.advance(1)
    expect((await signed(gateway, AUTH, claim, visit)).body.error).toBe('mfa_required')
    const right = await signed(gateway, CHALLENGE, { code: codeAt(ann.secret, world.clock.now()) }, visit)
    expect([right.status, right.body]).toEqual([200, { msg: 'ok' }])
    expect(visit.cookies.get('sessionid')).not.toBe(before)
    world.clock.advance(1)
    const done = await signed(gateway, AUTH, claim, visit)
    expect([done.status, done.body.user?.id]).toEqual([201, ann.id])
    world.clock.advance(1)
    // The visit is used up.
    expect((await signed(gateway, AUTH, { username: ann.username }, visit)).status).toBe(400)
    await db().deleteFrom('login_failures').execute()
  })

  it('works the same for a program without a key of its own', async () => {
    const ann = await withAuthenticator()
    const visit = browser(world.url)
    const claim = { username: ann.username, password: ann.password }
    expect((await visit.api('POST', AUTH, claim)).body.error).toBe('mfa_required')
    expect((await visit.api('GET', 'authentication/access-keys/')).status).toBe(401)
    expect((await visit.api('POST', CHALLENGE, {})).body).toEqual({ code: ['This field is required.'] })
    expect((await visit.api('POST', CHALLENGE, { code: codeAt(ann.secret, world.clock.now()) })).body).toEqual({
      msg: 'ok',
    })
    expect((await visit.api('GET', 'authentication/access-keys/')).status).toBe(401)
    expect((await visit.api('POST', AUTH, claim)).status).toBe(201)
  })

  it('[T6] the second step without the first leads nowhere', async () => {
    const reply = await world.anonymous().post(CHALLENGE, { code: '123456' })
    expect([reply.status, reply.body.error]).toEqual([400, 'session_empty'])
    const ann = await withAuthenticator()
    const visit = browser(world.url)
    await visit.api('POST', AUTH, { username: ann.username, password: ann.password })
    const other = await world.person()
    // A visit halfway in as one is nothing to another.
    expect((await visit.api('POST', AUTH, { username: other.username, password: 'wrong' })).body.error).toBe(
      'password_failed',
    )
  })

  it('[T2] wrong codes are counted over every visit of the account', async () => {
    const ann = await withAuthenticator()
    const claim = { username: ann.username, password: ann.password }
    const attempt = async (code: string) => {
      const visit = browser(world.url)
      await visit.api('POST', AUTH, claim)
      return (await visit.api('POST', CHALLENGE, { code })).body.error
    }
    for (let turn = 0; turn < 4; turn++) expect(await attempt('000000')).toBe('mfa_failed')
    expect(await attempt(codeAt(ann.secret, world.clock.now()))).toBe('block_login')
    expect((await lastLog(ann.username)).reason).toBe('block_login')
  })

  it('a page of another site cannot log its visitor in', async () => {
    const ann = await world.person()
    const values = { username: ann.username, password: ann.password }
    const someone = browser(world.url)
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) expect((await someone.post(AUTH, values, headers)).status).toBe(403)
    expect(someone.cookies.size).toBe(0)
  })
})
