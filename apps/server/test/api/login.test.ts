import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, browser, LOGIN } from '../kit/browser.ts'
import { openWorld, type World } from '../kit/world.ts'

describe('logging in with a browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const visitor = (headers?: Record<string, string>): Browser => browser(world.url, headers)
  const logs = (username: string) =>
    world.server.services.database.db
      .selectFrom('audits_login_logs')
      .selectAll()
      .where('username', '=', username)
      .orderBy('datetime')
      .orderBy('id')
      .execute()

  it('a stranger at the door is led to the login page, with the way back kept', async () => {
    const someone = visitor()
    for (const [from, to] of [
      ['/', LOGIN],
      ['/login', LOGIN],
      ['/core/auth/profile/', `${LOGIN}?next=%2Fcore%2Fauth%2Fprofile%2F`],
      ['/core/auth/password/verify/', `${LOGIN}?next=%2Fcore%2Fauth%2Fpassword%2Fverify%2F`],
      ['/core/auth/login/guard/', LOGIN],
      ['/core/auth/login/otp/', '/core/auth/login/guard/'],
    ]) {
      const reply = await someone.get(from!)
      expect([from, reply.status, reply.headers.get('location')]).toEqual([from, 302, to])
    }
  })

  it('name and password lead through the guard to the console, and the login is written down', async () => {
    const ann = await world.person({ username: 'ann' })
    const hers = visitor({ 'user-agent': 'Test/1.0' })
    const reply = await hers.logIn('ann', ann.password)
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/core/auth/login/guard/'])
    const home = await hers.follow(reply)
    expect(home.status).toBe(200)
    expect((await hers.get('/core/auth/profile/')).text).toContain('My account')
    expect((await hers.get(LOGIN)).headers.get('location')).toBe('/')
    expect((await hers.get('/')).headers.get('location')).toBe('/ui/')
    expect((await hers.api('GET', 'authentication/access-keys/')).status).toBe(200)
    expect(await logs('ann')).toMatchObject([
      {
        type: 'W',
        ip: '127.0.0.1',
        city: 'LAN',
        user_agent: 'Test/1.0',
        mfa: 0,
        reason: '',
        status: true,
        backend: 'Password',
      },
    ])
    const { last_login } = await world.server.services.database.db
      .selectFrom('users_users')
      .select('last_login')
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow()
    expect(last_login).not.toBeNull()
  })

  it('the way back is taken after the login', async () => {
    const bo = await world.person()
    const his = visitor()
    const reply = await his.submit(`${LOGIN}?next=%2Fui%2Fassets%3Fa%3D1%26b%3D2`, {
      username: bo.username,
      password: bo.password,
    })
    const at = await his.get(reply.headers.get('location')!)
    expect(at.headers.get('location')).toBe('/ui/assets?a=1&b=2')
  })

  it('a wrong password and an unknown name are told the same, in both languages', async () => {
    const { username } = await world.person()
    for (const [lang, words] of [
      ['en', 'Wrong username or password.'],
      ['zh', '用户名或密码不正确。'],
    ]) {
      for (const name of [username, 'nobody-at-all']) {
        const reply = await visitor({ 'accept-language': lang! }).logIn(name, 'wrong')
        expect(reply.status).toBe(200)
        expect(reply.text).toContain(words)
      }
    }
    expect(await logs(username)).toMatchObject([{ reason: 'password_failed', status: false, mfa: 0 }, {}])
    expect(await logs('nobody-at-all')).toMatchObject([{ reason: 'password_failed', status: false, mfa: 2 }, {}])
  })

  it('[T6] an empty password, an empty name and a password that is far too long open nothing', async () => {
    const { username, id } = await world.person()
    await world.server.services.database.db
      .updateTable('users_users')
      .set({ password_hash: null })
      .where('id', '=', id)
      .execute()
    for (const [name, password] of [
      [username, ''],
      [username, 'null'],
      ['', ''],
      [world.admin.username, ''],
      [world.admin.username, 'x'.repeat(5_000)],
    ]) {
      const someone = visitor()
      expect((await someone.logIn(name!, password!)).status).toBe(200)
      expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    }
  })

  it('names of strangers enter the log cut and without control characters', async () => {
    const name = `eve\u0000\u001b[31m\u202e${'x'.repeat(300)}`
    await visitor().logIn(name, 'wrong')
    const [row] = await logs(`eve[31m${'x'.repeat(121)}`)
    expect(row?.username).toHaveLength(128)
  })

  it('accounts that are switched off or past their term stay outside, and only who knows the password learns why', async () => {
    const off = await world.person({ active: false })
    const old = await world.person({ expired: new Date(Date.now() - 1_000) })
    for (const { username, password } of [off, old]) {
      expect((await visitor().logIn(username, 'wrong')).text).toContain('Wrong username or password.')
      const someone = visitor()
      expect((await someone.logIn(username, password)).text).toContain('This account is disabled or expired.')
      expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    }
    expect((await logs(off.username)).at(-1)?.reason).toBe('user_inactive')
    expect((await logs(old.username)).at(-1)?.reason).toBe('user_invalid')
  })

  it('a component has no password to log in with', async () => {
    const app = await world.person({ role: 'App' })
    expect((await visitor().logIn(app.username, app.password)).text).toContain('Wrong username or password.')
  })

  it('[T12] the cookie of a visit is out of reach for scripts and other sites, and ends with the browser', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    expect(someone.setCookies.get('sessionid')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(someone.setCookies.get('csrftoken')).toMatch(/; Path=\/; SameSite=Lax$/)
  })

  it('"keep me logged in" gives the cookies a term', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password, { auto_login: 'on' })
    for (const name of ['sessionid', 'csrftoken']) expect(someone.setCookies.get(name)).toContain('Max-Age=86400')
  })

  it('"keep me logged in" holds as long as the browser is used: the cookies are given anew', async () => {
    const { username, password } = await world.person()
    const [kept, passing] = [visitor(), visitor()]
    await kept.logIn(username, password, { auto_login: 'on' })
    await passing.logIn(username, password)
    const { cookies } = kept
    const [visit, token] = [cookies.get('sessionid'), cookies.get('csrftoken')]
    for (const one of [kept, passing]) one.setCookies.clear()
    expect((await kept.api('GET', '/api/v1/users/profile/')).status).toBe(200)
    expect(kept.setCookies.size).toBe(0)
    world.clock.advance(61)
    for (const one of [kept, passing]) expect((await one.api('GET', '/api/v1/users/profile/')).status).toBe(200)
    expect(kept.setCookies.get('sessionid')).toBe(`sessionid=${visit}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax`)
    expect(kept.setCookies.get('csrftoken')).toBe(`csrftoken=${token}; Max-Age=86400; Path=/; SameSite=Lax`)
    expect(passing.setCookies.size).toBe(0)
    for (let day = 0; day < 3; day++) {
      world.clock.advance(86_000)
      expect((await kept.api('GET', '/api/v1/users/profile/')).status).toBe(200)
    }
    world.clock.advance(61)
    await kept.get('/core/auth/logout/')
    expect(kept.cookies.has('sessionid')).toBe(false)
    world.clock.advance(86_401)
    expect((await passing.api('GET', '/api/v1/users/profile/')).status).toBe(401)
  })

  it('a login gets a visit of its own and a new token, whatever the browser had before', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.get(LOGIN)
    const before = someone.cookies.get('csrftoken')
    someone.cookies.set('sessionid', 'planted-by-somebody')
    await someone.logIn(username, password)
    const first = someone.cookies.get('sessionid')
    expect(first).not.toBe('planted-by-somebody')
    expect(someone.cookies.get('csrftoken')).not.toBe(before)
    await someone.get('/core/auth/logout/')
    await someone.logIn(username, password)
    expect(someone.cookies.get('sessionid')).not.toBe(first)
  })

  it('only the hash of the cookie is kept', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    const rows = await world.server.services.database.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(someone.cookies.get('sessionid'))
  })

  it('a form without its token, or from another site, is not taken', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.get(LOGIN)
    const token = someone.cookies.get('csrftoken')!
    const good = { username, password, csrfmiddlewaretoken: token }
    for (const [values, headers] of [
      [{ username, password }, {}],
      [{ ...good, csrfmiddlewaretoken: 'x'.repeat(64) }, {}],
      [good, { origin: 'https://evil.example' }],
      [good, { origin: 'null' }],
      [good, { referer: 'https://evil.example/x' }],
      [good, { 'sec-fetch-site': 'cross-site' }],
    ] as [Record<string, string>, Record<string, string>][]) {
      const reply = await someone.post(LOGIN, values, headers)
      expect(reply.status).toBe(403)
      expect(reply.text).toContain('The form had expired.')
    }
    expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    expect((await someone.post(LOGIN, good, { origin: world.url })).status).toBe(302)
  })

  it('calls of the console need the token of the login', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    expect((await someone.api('POST', 'authentication/access-keys/')).status).toBe(201)
    const refused = await someone.api('POST', 'authentication/access-keys/', undefined, {
      'x-csrftoken': 'x'.repeat(64),
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied'])
  })

  it('logging out ends the login, and a call with it is told 401', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    const cookie = `sessionid=${someone.cookies.get('sessionid')}`
    const page = await someone.get('/core/auth/logout/?next=%2Fui%2Fx')
    expect(page.text).toContain('data-go="/core/auth/login/?next=%2Fui%2Fx"')
    expect([...someone.cookies.keys()]).toEqual([])
    const reply = await world.anonymous({ cookie }).get('authentication/access-keys/')
    expect([reply.status, reply.body.code]).toEqual([401, 'not_authenticated'])
    expect(reply.headers.get('www-authenticate')).toBe('Sign access_key_id:Signature')
  })

  it('[T50] a link on another site does not log anybody out', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    expect((await someone.get('/core/auth/logout/', { 'sec-fetch-site': 'cross-site' })).status).toBe(302)
    expect((await someone.get('/')).headers.get('location')).toBe('/ui/')
  })

  it('[CALL-02] the console takes its leave with a call that always succeeds', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    const forged = await someone.api('POST', '/vue-admin-template/user/logout', {}, { 'x-csrftoken': 'no' })
    expect(forged.status).toBe(200)
    expect((await someone.get('/')).headers.get('location')).toBe('/ui/')
    expect((await someone.api('POST', '/vue-admin-template/user/logout', { token: 'x' })).status).toBe(200)
    expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    expect((await visitor().post('/vue-admin-template/user/logout', {})).status).toBe(200)
  })

  it('a login ends after its term, and each use renews it', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    world.clock.advance(80_000)
    expect((await someone.get('/')).headers.get('location')).toBe('/ui/')
    world.clock.advance(80_000)
    expect((await someone.get('/')).headers.get('location')).toBe('/ui/')
    world.clock.advance(86_401)
    expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    expect((await someone.api('GET', 'authentication/access-keys/')).status).toBe(401)
  })

  it('[T9] no page leads to another site, however the address is written', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    const inside = visitor()
    await inside.logIn(username, password)
    for (const next of hostile) {
      const query = `?next=${encodeURIComponent(next)}`
      const seen: string[] = []
      await someone.get('/core/auth/logout/')
      const done = await someone.submit(LOGIN + query, { username, password, next })
      seen.push(done.headers.get('location')!)
      seen.push((await someone.get(done.headers.get('location')!)).headers.get('location')!)
      for (const path of [LOGIN, '/core/auth/login/guard/', '/core/i18n/en/', '/login'])
        seen.push((await inside.get(path + query)).headers.get('location')!)
      const verified = await inside.submit(`/core/auth/password/verify/${query}`, { password, next })
      seen.push(verified.headers.get('location')!)
      for (const location of seen) {
        expect(new URL(location, world.url).origin, `${next} led to ${location}`).toBe(world.url)
        expect(location).not.toMatch(/evil|javascript/)
      }
      for (const path of [
        `/core/auth/logout/${query}`,
        `/core/auth/profile/otp/enable/start/${query}`,
        `/core/auth/password/has-expired-msg/?redirect_url=${encodeURIComponent(next)}`,
        `/core/auth/password/too-simple-flash-msg/?redirect_url=${encodeURIComponent(next)}`,
      ]) {
        const page = await visitor().get(path)
        const links = [...page.text.matchAll(/ (?:href|src|action|data-go)="([^"]*)"/g)].map(([, link]) => link!)
        for (const link of links.filter((one) => !one.startsWith('#') && !one.startsWith('/core/i18n/')))
          expect(link).not.toMatch(/evil|javascript/)
      }
    }
  })

  it('the language is chosen by a link and kept in a cookie that scripts can read', async () => {
    const someone = visitor({ 'accept-language': 'zh' })
    expect((await someone.get(LOGIN)).text).toContain('<html lang="zh-Hans">')
    const reply = await someone.get('/core/i18n/en/?next=%2Fcore%2Fauth%2Flogin%2F')
    expect(reply.headers.get('location')).toBe(LOGIN)
    expect(someone.setCookies.get('django_language')).toMatch(
      /^django_language=en; Max-Age=\d+; Path=\/; SameSite=Lax$/,
    )
    expect((await someone.get(LOGIN)).text).toContain('Welcome to Drawbridge')
    expect((await someone.get('/core/i18n/fr/')).status).toBe(404)
  })

  it('pages are forgotten by the browser, files with a hash in their address are kept', async () => {
    const page = await visitor().get(LOGIN)
    expect(page.headers.get('cache-control')).toBe('no-store')
    const files = [...page.text.matchAll(/"(\/core\/static\/[^"]+)"/g)].map(([, path]) => path!)
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const path of files) {
      const file = await visitor().get(path)
      expect(file.status).toBe(200)
      if (path.includes('?v=')) expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await visitor().get(path, { 'if-none-match': file.headers.get('etag')! })).status).toBe(304)
    }
    const other = await visitor().get('/core/static/auth.css?v=00000000')
    expect(other.headers.get('cache-control')).toBe('no-cache')
    for (const path of ['/static/img/logo.png', '/static/img/facio.ico', '/static/img/avatar/user.png'])
      expect((await visitor().get(path)).headers.get('content-type')).toBe('image/svg+xml')
    expect((await visitor().get('/core/jsi18n/')).headers.get('content-type')).toContain('text/javascript')
  })

  it('who expires during a visit reads the own profile, as the contract has it, and nothing else', async () => {
    const someone = await world.person({ role: 'Admin', expired: new Date(world.clock.now().getTime() + 60_000) })
    const theirs = visitor()
    await theirs.logIn(someone.username, someone.password)
    const open = ['/api/v1/users/profile/', '/api/v1/users/profile/public-key/']
    const closed = [
      '/api/v1/index/',
      '/api/v1/users/users/',
      '/api/v1/orgs/orgs/current/',
      '/api/v1/authentication/access-keys/',
    ]
    for (const path of [...open, ...closed]) expect([path, (await theirs.get(path)).status]).toEqual([path, 200])
    world.clock.advance(61)
    for (const path of open) expect([path, (await theirs.get(path)).status]).toEqual([path, 200])
    for (const path of closed) expect([path, (await theirs.get(path)).status]).toEqual([path, 403])
    for (const path of closed) expect([path, (await someone.api.get(path)).status]).toEqual([path, 403])
    expect((await theirs.get('/api/v1/users/profile/')).body).toMatchObject({ is_valid: false, is_expired: true })
    expect((await theirs.get('/')).headers.get('location')).toBe(LOGIN)
    const page = await theirs.get(LOGIN)
    expect([page.status, page.text.includes('name="password"')]).toEqual([200, true])
  })

  it('what is not there, and what may not be, is said on a page', async () => {
    const missing = await visitor().get('/no/such/page')
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(missing.text).toContain('Page not found')
    const expired = await world.person()
    const theirs = visitor()
    await theirs.logIn(expired.username, expired.password)
    await world.server.services.database.db
      .updateTable('users_users')
      .set({ date_expired: new Date(0) })
      .where('id', '=', expired.id)
      .execute()
    const refused = await theirs.get('/core/auth/profile/')
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Not allowed')
  })

  it('an SSH key is made by a button, never by a link, and its private part is shown once', async () => {
    const { username, password, id } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    const key = async () =>
      (
        await world.server.services.database.db
          .selectFrom('users_users')
          .select('public_key')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).public_key
    const path = '/core/auth/profile/pubkey/generate/'
    expect((await someone.get(path)).text).toContain('<form method="post"')
    expect(await key()).toBeNull()
    expect((await someone.post(path, {})).status).toBe(403)
    const file = await someone.submit(path, {})
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${username}.pem"`)
    expect(file.text).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/)
    expect(await key()).toMatch(/^ssh-ed25519 /)
  })
})

const hostile = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%2f%2fevil.example',
  '/%252f/evil.example',
  '/%5cevil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,evil',
  'evil.example',
  '@evil.example',
  'http:evil.example',
  ' //evil.example',
  '/\u2028/evil.example',
]
