import { MASK } from '@drawbridge/resource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, browser, codeAt, LOGIN, secretOn } from '../kit/browser.ts'
import { openWorld, type Someone, type World } from '../kit/world.ts'

const OTP = '/core/auth/login/otp/'
const START = '/core/auth/profile/otp/enable/start/'
const INSTALL = '/core/auth/profile/otp/enable/install-app/'
const BIND = '/core/auth/profile/otp/enable/bind/'
const UPDATE = '/core/auth/profile/otp/update/'
const DISABLE = '/core/auth/profile/otp/disable/authentication/'

describe('the second factor', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ SECURITY_LOGIN_LIMIT_COUNT: '4', SECURITY_LOGIN_CAPTCHA_ENABLED: 'false' })
  })
  afterAll(() => world.close())

  const visitor = (): Browser => browser(world.url)
  const code = (secret: string, later = 0) => codeAt(secret, world.clock.now(), later)
  const at = async (someone: Browser) => (await someone.get('/core/auth/login/guard/')).headers.get('location')
  const userRow = (id: string) =>
    world.server.services.database.db
      .selectFrom('users_users')
      .select(['mfa_level', 'otp_secret', 'login_epoch'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  /** Somebody with an authenticator, and what is in it. */
  const bound = async (): Promise<Someone & { secret: string }> => {
    const person = await world.person({ mfaLevel: 1 })
    const someone = visitor()
    await someone.logIn(person.username, person.password)
    const secret = secretOn((await someone.get(BIND)).text)
    await someone.submit(BIND, { otp_code: code(secret) })
    world.clock.advance(30)
    return { ...person, secret }
  }
  const logIn = async ({ username, password, secret }: Someone & { secret: string }): Promise<Browser> => {
    world.clock.advance(30)
    const someone = visitor()
    await someone.logIn(username, password)
    expect((await someone.submit(OTP, { otp_code: code(secret) })).status).toBe(302)
    return someone
  }

  it('is linked on the own page: password, app, code; then the login starts anew', async () => {
    const person = await world.person()
    const someone = visitor()
    await someone.logIn(person.username, person.password)
    expect((await someone.get(BIND)).status).toBe(403)
    expect((await someone.submit(START, { password: 'wrong' })).text).toContain('Wrong password.')
    const started = await someone.submit(`${START}?next=%2Fui%2Fprofile`, { password: person.password })
    expect(started.headers.get('location')).toBe(`${INSTALL}?next=%2Fui%2Fprofile`)
    const page = await someone.get(`${BIND}?next=%2Fui%2Fprofile`)
    const secret = secretOn(page.text)
    expect(secret).toHaveLength(32)
    expect(page.text).toContain('<svg')
    expect((await someone.submit(BIND, { otp_code: '000000' })).text).toContain('Wrong or expired code')
    const done = await someone.submit(BIND, { otp_code: code(secret) })
    expect(done.headers.get('location')).toBe('/core/auth/profile/otp/settings-success/?change=enabled')
    expect((await someone.follow(done)).text).toContain('MFA is enabled')
    expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    const row = await userRow(person.id)
    expect(row.mfa_level).toBe(1)
    expect(row.otp_secret).toMatch(/^v1\./)
    expect(row.otp_secret).not.toContain(secret)
  })

  it('is asked for after the password, and without it nothing is open', async () => {
    const ann = await bound()
    const someone = visitor()
    const reply = await someone.logIn(ann.username, ann.password)
    expect(reply.headers.get('location')).toBe('/core/auth/login/guard/')
    expect(await at(someone)).toBe(OTP)
    const before = someone.cookies.get('sessionid')
    // [T6]
    expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    expect((await someone.api('GET', 'authentication/access-keys/')).status).toBe(401)
    expect((await someone.submit(OTP, { otp_code: '' })).text).toContain('Wrong or expired code')
    const done = await someone.submit(OTP, { otp_code: code(ann.secret) })
    expect(done.status).toBe(302)
    expect(someone.cookies.get('sessionid')).not.toBe(before)
    expect((await someone.follow(done)).status).toBe(200)
    expect((await someone.get('/core/auth/profile/')).text).toContain('My account')
    expect(
      (await world.anonymous({ cookie: `sessionid=${before}` }).get('/core/auth/login/guard/')).headers.get('location'),
    ).toBe(LOGIN)
    const rows = await world.server.services.database.db
      .selectFrom('audits_login_logs')
      .select(['reason', 'mfa', 'status'])
      .where('username', '=', ann.username)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { reason: 'mfa_failed', mfa: 1, status: false },
      { reason: '', mfa: 1, status: true },
    ])
  })

  it('[T6] a login halfway through opens no page and no call that needs a login', async () => {
    const ann = await bound()
    const someone = visitor()
    await someone.logIn(ann.username, ann.password)
    for (const path of [
      START,
      INSTALL,
      BIND,
      UPDATE,
      DISABLE,
      '/core/auth/password/verify/',
      '/core/auth/profile/',
      '/core/auth/profile/pubkey/generate/',
    ]) {
      const reply = await someone.get(path)
      expect([path, reply.status, reply.headers.get('location')?.split('?')[0]]).toEqual([path, 302, LOGIN])
    }
    expect((await someone.api('POST', 'authentication/otp/verify/', { code: code(ann.secret) })).status).toBe(401)
  })

  it('a code works once, and older ones not at all', async () => {
    const ann = await bound()
    world.clock.advance(90)
    const used = code(ann.secret)
    const older = code(ann.secret, -1)
    const first = visitor()
    await first.logIn(ann.username, ann.password)
    expect((await first.submit(OTP, { otp_code: used })).status).toBe(302)
    for (const spent of [used, older]) {
      const second = visitor()
      await second.logIn(ann.username, ann.password)
      expect((await second.submit(OTP, { otp_code: spent })).text).toContain('Wrong or expired code')
    }
  })

  it('of two who send the same code at the same moment one comes in', async () => {
    const ann = await bound()
    const both = [visitor(), visitor()]
    for (const one of both) await one.logIn(ann.username, ann.password)
    await Promise.all(both.map((one) => one.get(OTP)))
    const forms = both.map((one) => ({
      otp_code: code(ann.secret),
      csrfmiddlewaretoken: one.cookies.get('csrftoken')!,
    }))
    const answers = await Promise.all(both.map((one, i) => one.post(OTP, forms[i]!)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 302])
  })

  it('[T2] wrong codes are counted per account, over all its logins, and lock it', async () => {
    const ann = await bound()
    for (let turn = 0; turn < 4; turn++) {
      const someone = visitor()
      await someone.logIn(ann.username, ann.password)
      expect((await someone.submit(OTP, { otp_code: '000000' })).text).toContain('Wrong or expired code')
    }
    const someone = visitor()
    await someone.logIn(ann.username, ann.password)
    expect((await someone.submit(OTP, { otp_code: code(ann.secret) })).text).toContain('Too many failed')
    expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    world.clock.advance(31 * 60)
    expect((await (await logIn(ann)).get('/')).headers.get('location')).toBe('/ui/')
  })

  it('where an administrator demands it, it is linked before the login is complete', async () => {
    const person = await world.person({ mfaLevel: 2 })
    const someone = visitor()
    const reply = await someone.submit(`${LOGIN}?next=%2Fui%2Fx`, {
      username: person.username,
      password: person.password,
    })
    expect(reply.headers.get('location')).toBe('/core/auth/login/guard/?next=%2Fui%2Fx')
    expect((await someone.get(reply.headers.get('location')!)).headers.get('location')).toBe(`${START}?next=%2Fui%2Fx`)
    expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    expect((await someone.get(START)).headers.get('location')).toBe(INSTALL)
    expect((await someone.get(INSTALL)).text).toContain('Install an authenticator')
    const secret = secretOn((await someone.get(BIND)).text)
    await someone.submit(BIND, { otp_code: code(secret) })
    expect((await userRow(person.id)).mfa_level).toBe(2)
    const inside = await logIn({ ...person, secret })
    expect((await inside.get('/')).headers.get('location')).toBe('/ui/')
    expect((await inside.get(DISABLE)).status).toBe(403)
  })

  it('a login halfway through ends after half an hour, and with the account', async () => {
    const ann = await bound()
    const slow = visitor()
    await slow.logIn(ann.username, ann.password)
    for (let turn = 0; turn < 4; turn++) {
      world.clock.advance(500)
      await slow.get(OTP)
    }
    expect(await at(slow)).toBe(LOGIN)
    expect((await slow.submit(OTP, { otp_code: code(ann.secret) })).status).not.toBe(302)
    const off = visitor()
    await off.logIn(ann.username, ann.password)
    await world.server.services.database.db
      .updateTable('users_users')
      .set({ is_active: false })
      .where('id', '=', ann.id)
      .execute()
    expect(await at(off)).toBe(LOGIN)
  })

  it('is changed with a code of the old one, and given up with a code; every login ends', async () => {
    const ann = await bound()
    const elsewhere = await logIn(ann)
    const someone = await logIn(ann)
    expect((await someone.get(BIND)).status).toBe(403)
    world.clock.advance(30)
    expect((await someone.submit(UPDATE, { otp_code: '000000' })).text).toContain('Wrong or expired code')
    expect((await someone.submit(UPDATE, { otp_code: code(ann.secret) })).headers.get('location')).toBe(BIND)
    const secret = secretOn((await someone.get(BIND)).text)
    expect(secret).not.toBe(ann.secret)
    const changed = await someone.submit(BIND, { otp_code: code(secret) })
    expect(changed.headers.get('location')).toContain('change=updated')
    expect((await elsewhere.get('/')).headers.get('location')).toBe(LOGIN)

    const again = await logIn({ ...ann, secret })
    world.clock.advance(30)
    const gone = await again.submit(DISABLE, { otp_code: code(secret) })
    expect((await again.follow(gone)).text).toContain('MFA is disabled')
    expect(await userRow(ann.id)).toMatchObject({ mfa_level: 0, otp_secret: null })
    const plain = visitor()
    await plain.logIn(ann.username, ann.password)
    expect(await at(plain)).toBe('/')
    const deeds = await world.server.services.database.db
      .selectFrom('audits_operate_logs')
      .select(['user', 'diff'])
      .where('resource_id', '=', ann.id)
      .orderBy('id')
      .execute()
    expect(deeds.map((deed) => deed.diff)).toEqual([
      { otp_secret: [null, MASK] },
      { otp_secret: [MASK, MASK] },
      { otp_secret: [MASK, null], mfa_level: [1, 0] },
    ])
    expect(JSON.stringify(deeds)).not.toContain(secret)
  })

  it('opens what only a second factor opens, for its term, and counts wrong tries', async () => {
    const ann = await bound()
    const someone = await logIn(ann)
    const verify = (value: unknown) => someone.api('POST', 'authentication/otp/verify/', { code: value })
    expect((await verify('12345')).status).toBe(400)
    expect((await verify(undefined)).body).toEqual({ code: ['This field is required.'] })
    const wrong = await verify('000000')
    expect([wrong.status, wrong.body]).toEqual([400, { error: 'Code is invalid' }])
    world.clock.advance(30)
    const good = await verify(code(ann.secret))
    expect([good.status, good.body]).toEqual([200, { ok: '1' }])
    const [visit] = await world.server.services.database.db
      .selectFrom('sessions')
      .select('data')
      .where('user', '=', ann.id)
      .execute()
    expect(visit?.data.mfa_verified).toBeTypeOf('number')
    for (let turn = 0; turn < 4; turn++) await verify('000000')
    world.clock.advance(30)
    expect((await verify(code(ann.secret))).body.error).toContain('Too many failed')
  })

  it('who has none is told so', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    const reply = await someone.api('POST', 'authentication/otp/verify/', { code: '123456' })
    expect([reply.status, reply.body]).toEqual([403, { detail: 'MFA not enabled', code: 'mfa_not_enabled' }])
    expect((await someone.get(DISABLE)).headers.get('location')).toBe('/')
    expect((await someone.get(UPDATE)).headers.get('location')).toBe(START)
  })
})

describe('rules for everybody', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ SECURITY_MFA_AUTH: 'true', USER_LOGIN_SINGLE_MACHINE_ENABLED: 'true' })
  })
  afterAll(() => world.close())

  it('MFA for all sends everybody to link an authenticator first, and one login at a time ends the one before', async () => {
    const person = await world.person()
    const someone = browser(world.url)
    await someone.logIn(person.username, person.password)
    expect((await someone.get('/core/auth/login/guard/')).headers.get('location')).toBe(START)
    const secret = secretOn((await someone.get(BIND)).text)
    await someone.submit(BIND, { otp_code: codeAt(secret, world.clock.now()) })
    const inside: Browser[] = []
    for (let turn = 0; turn < 2; turn++) {
      world.clock.advance(60)
      const one = browser(world.url)
      await one.logIn(person.username, person.password)
      expect((await one.submit(OTP, { otp_code: codeAt(secret, world.clock.now()) })).status).toBe(302)
      inside.push(one)
    }
    expect((await inside[0]!.get('/')).headers.get('location')).toBe(LOGIN)
    expect((await inside[1]!.get('/')).headers.get('location')).toBe('/ui/')
    const token = await world
      .anonymous()
      .post('authentication/auth/', { username: world.admin.username, password: world.admin.password })
    expect([token.status, token.body.error]).toEqual([400, 'mfa_unset'])
  })
})
