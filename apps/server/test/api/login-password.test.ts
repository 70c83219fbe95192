import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, browser, hiddenOf, LOGIN } from '../kit/browser.ts'
import { linkIn, type Mailbox, openMailbox } from '../kit/mailbox.ts'
import { openWorld, type World } from '../kit/world.ts'

const FORGOT = '/core/auth/password/forgot/'
const RESET = '/core/auth/password/reset/'
const SENT = '/core/auth/password/forgot/sendmail-success/'
const VERIFY = '/core/auth/password/verify/'
const BETTER = 'Another-horse-8'

describe('forgotten and expired passwords', () => {
  let world: World
  let box: Mailbox
  beforeAll(async () => {
    box = await openMailbox()
    world = await openWorld({
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(box.port),
      EMAIL_FROM: 'bastion@example.com',
      SITE_URL: 'https://bastion.example',
      SECURITY_LOGIN_LIMIT_COUNT: '50',
      SECURITY_PASSWORD_MIN_LENGTH: '8',
      SECURITY_PASSWORD_NUMBER: 'true',
      SECURITY_PASSWORD_EXPIRATION_TIME: '90',
      SECURITY_PASSWORD_HISTORY: '3',
      TRUSTED_PROXIES: '127.0.0.1',
    })
  })
  afterAll(async () => {
    await world.close()
    await box.close()
  })

  let octet = 0
  const visitor = (): Browser => browser(world.url, { 'x-forwarded-for': `10.1.${octet++ % 250}.1` })
  const mailOf = (username: string) => `${username}@example.com`
  const letters = async (username: string) => {
    await world.server.services.post.idle()
    return box.letters.filter((letter) => letter.to.includes(mailOf(username)))
  }
  /** Asks for a link and gives the path in it. */
  const linkFor = async (username: string): Promise<string> => {
    await visitor().submit(FORGOT, { email: mailOf(username) })
    return linkIn((await letters(username)).at(-1)!)
  }
  const canLogIn = async (username: string, password: string) =>
    (await visitor().logIn(username, password)).status === 302

  it('a link comes by mail, works once, and ends every login', async () => {
    const ann = await world.person({ username: 'ann' })
    const inside = visitor()
    await inside.logIn('ann', ann.password)
    const token = (await world.anonymous().post('authentication/auth/', { username: 'ann', password: ann.password }))
      .body.token
    const someone = visitor()
    const asked = await someone.submit(FORGOT, { email: 'ANN@example.com' })
    expect(asked.headers.get('location')).toBe(SENT)
    expect((await someone.get(SENT)).text).toContain('Check your mail')
    const [letter] = await letters('ann')
    expect(letter?.subject).toBe('[Drawbridge] Reset your password')
    expect(letter?.text).toContain('https://bastion.example/core/auth/password/reset/?token=')
    const path = linkIn(letter!)
    expect(path).toMatch(/\?token=[A-Za-z0-9]{50}$/)

    const page = await someone.get(path)
    expect(page.text).toContain('at least 8 characters')
    const form = hiddenOf(page.text)
    const reset = (values: Record<string, string>) => someone.post(RESET, { ...form, ...values })
    expect((await reset({ new_password: 'short1', confirm_password: 'short1' })).text).toContain(
      'at least 8 characters',
    )
    expect((await reset({ new_password: 'no-digit-here', confirm_password: 'no-digit-here' })).text).toContain(
      'needs a digit',
    )
    expect((await reset({ new_password: BETTER, confirm_password: 'Other-horse-9' })).text).toContain(
      'The two passwords differ',
    )
    expect((await reset({ new_password: ann.password, confirm_password: ann.password })).text).toContain(
      'must differ from the last 3',
    )
    expect((await reset({ new_password: BETTER, confirm_password: BETTER })).headers.get('location')).toBe(
      '/core/auth/password/reset/success/',
    )
    expect((await reset({ new_password: 'Third-horse-9', confirm_password: 'Third-horse-9' })).status).toBe(400)
    expect((await someone.get(path)).text).toContain('This link is invalid or expired.')

    expect(await canLogIn('ann', ann.password)).toBe(false)
    expect(await canLogIn('ann', BETTER)).toBe(true)
    expect((await inside.get('/')).headers.get('location')).toBe(LOGIN)
    expect(
      (await world.anonymous({ authorization: `Bearer ${token}` }).get('authentication/access-keys/')).status,
    ).toBe(401)
    expect((await letters('ann')).at(-1)?.subject).toBe('[Drawbridge] Your password was changed')
    const log = await world.server.services.database.db
      .selectFrom('audits_password_change_logs')
      .select(['user', 'change_by'])
      .where('user_id', '=', ann.id)
      .execute()
    expect(log).toEqual([{ user: 'ann(ann)', change_by: 'ann(ann)' }])
  })

  it('passwords of before cannot be used again, as far back as the setting says', async () => {
    const { username, password } = await world.person()
    const set = async (fresh: string) => {
      world.clock.advance(3_700)
      const someone = visitor()
      const path = await linkFor(username)
      const form = hiddenOf((await someone.get(path)).text)
      return someone.post(RESET, { ...form, new_password: fresh, confirm_password: fresh })
    }
    expect((await set('Second-horse-2')).status).toBe(302)
    expect((await set('Third-horse-3')).status).toBe(302)
    expect((await set(password)).text).toContain('must differ')
    expect((await set('Fourth-horse-4')).status).toBe(302)
    expect((await set(password)).status).toBe(302)
  })

  it('nobody learns whether an address belongs to anybody', async () => {
    const known = await world.person()
    const ldap = await world.person()
    await world.server.services.database.db
      .updateTable('users_users')
      .set({ source: 'ldap' })
      .where('id', '=', ldap.id)
      .execute()
    const off = await world.person({ active: false })
    const answers = []
    for (const email of [
      mailOf(known.username),
      mailOf(ldap.username),
      mailOf(off.username),
      'nobody@example.com',
      'admin@example.com',
    ]) {
      const reply = await visitor().submit(FORGOT, { email })
      answers.push([reply.status, reply.headers.get('location'), reply.text])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await letters(known.username)).toHaveLength(1)
    for (const { username } of [ldap, off]) expect(await letters(username)).toHaveLength(0)
    // Whatever had to be done, the answer waits for the same term.
    expect(world.pauses.filter((pause) => pause === 400).length).toBeGreaterThanOrEqual(5)
  })

  it('what is no address is said to be none', async () => {
    for (const email of ['', 'ann', 'a b@example.com', `${'x'.repeat(300)}@example.com`])
      expect((await visitor().submit(FORGOT, { email })).text).toContain('Enter a valid email address.')
  })

  it('[T2] one account gets few letters, one address may ask for few, and the answer stays the same', async () => {
    const { username } = await world.person()
    for (let turn = 0; turn < 6; turn++)
      expect((await visitor().submit(FORGOT, { email: mailOf(username) })).status).toBe(302)
    expect(await letters(username)).toHaveLength(3)
    const eager = browser(world.url, { 'x-forwarded-for': '10.77.0.1' })
    const people = await Promise.all(Array.from({ length: 22 }, () => world.person()))
    for (const person of people)
      expect((await eager.submit(FORGOT, { email: mailOf(person.username) })).status).toBe(302)
    const got = await Promise.all(people.map(async (person) => (await letters(person.username)).length))
    expect(got.filter((n) => n === 1)).toHaveLength(20)
  })

  it('[T2] a link dies after too many bad passwords, and an address that guesses links gets nowhere', async () => {
    const { username } = await world.person()
    const someone = visitor()
    const path = await linkFor(username)
    const form = hiddenOf((await someone.get(path)).text)
    for (let turn = 0; turn < 10; turn++)
      expect((await someone.post(RESET, { ...form, new_password: 'x', confirm_password: 'x' })).status).toBe(200)
    expect((await someone.post(RESET, { ...form, new_password: BETTER, confirm_password: BETTER })).status).toBe(400)

    const guesser = visitor()
    const good = await linkFor((await world.person()).username)
    for (let turn = 0; turn < 21; turn++)
      expect((await guesser.get(`${RESET}?token=${String(turn).padStart(50, 'x')}`)).status).toBe(400)
    expect((await guesser.get(good)).status).toBe(400)
    expect((await visitor().get(good)).status).toBe(200)
  })

  it('a link ends after an hour', async () => {
    const { username } = await world.person()
    const path = await linkFor(username)
    world.clock.advance(3_601)
    expect((await visitor().get(path)).status).toBe(400)
  })

  it('[T1] links are long, each different, evenly random, and not to be worked out from what is stored or shown', async () => {
    const tokens: string[] = []
    for (let turn = 0; turn < 40; turn++) {
      const { username } = await world.person()
      tokens.push(new URL(await linkFor(username), world.url).searchParams.get('token')!)
    }
    expect(new Set(tokens).size).toBe(40)
    const all = tokens.join('')
    const seen = new Map<string, number>()
    for (const sign of all) seen.set(sign, (seen.get(sign) ?? 0) + 1)
    expect(seen.size).toBe(62)
    const expected = all.length / 62
    const chiSquare = [...seen.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    // 61 degrees of freedom: one run in a million is above this.
    expect(chiSquare).toBeLessThan(125)
    const stored = JSON.stringify(
      await world.server.services.database.db.selectFrom('reset_tokens').selectAll().execute(),
    )
    for (const token of tokens) {
      expect(stored).not.toContain(token)
      expect(world.lines.join('\n')).not.toContain(token)
      expect(tokens.filter((other) => other.slice(0, 4) === token.slice(0, 4))).toHaveLength(1)
    }
  })

  it('a form for a new password from another site is not taken', async () => {
    const { username } = await world.person()
    const someone = visitor()
    const path = await linkFor(username)
    const form = hiddenOf((await someone.get(path)).text)
    const values = { ...form, new_password: BETTER, confirm_password: BETTER }
    expect((await someone.post(RESET, values, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await someone.post(RESET, { ...values, csrfmiddlewaretoken: 'x' })).status).toBe(403)
    expect((await someone.post(RESET, values)).status).toBe(302)
  })

  it('[T12] an expired password is changed on the way in, without a secret in any address', async () => {
    const { username, password, id } = await world.person()
    await world.server.services.database.db
      .updateTable('users_users')
      .set({ date_password_last_updated: new Date(world.clock.now().getTime() - 91 * 86_400_000) })
      .where('id', '=', id)
      .execute()
    expect((await visitor().logIn(username, 'wrong')).text).toContain('Wrong username or password.')
    const someone = visitor()
    const reply = await someone.logIn(username, password)
    expect(reply.headers.get('location')).toBe('/core/auth/password/has-expired-msg/')
    const page = await someone.get('/core/auth/password/has-expired-msg/?redirect_url=https%3A%2F%2Fevil.example')
    expect(page.text).toContain('Password expired')
    expect(page.text).toContain(`href="${RESET}"`)
    expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    const done = await someone.submit(RESET, { new_password: BETTER, confirm_password: BETTER })
    expect(done.headers.get('location')).toBe('/core/auth/password/reset/success/')
    expect((await someone.get(RESET)).status).toBe(400)
    expect(await canLogIn(username, BETTER)).toBe(true)
    const log = await world.server.services.database.db
      .selectFrom('audits_login_logs')
      .select('reason')
      .where('username', '=', username)
      .orderBy('id')
      .execute()
    expect(log.map((row) => row.reason)).toEqual(['password_failed', 'password_expired', ''])
  })

  it('[T4] a system administrator with the password of the handbook has to set another one first', async () => {
    const { username, id } = await world.person({ role: 'Admin' })
    const { hashPassword } = await import('../../src/platform/auth/credentials.ts')
    await world.server.services.database.db
      .updateTable('users_users')
      .set({ password_hash: await hashPassword('admin') })
      .where('id', '=', id)
      .execute()
    const someone = visitor()
    const reply = await someone.logIn(username, 'admin')
    expect(reply.headers.get('location')).toBe('/core/auth/password/too-simple-flash-msg/')
    expect((await someone.follow(reply)).text).toContain('Password too simple')
    expect((await someone.get('/')).headers.get('location')).toBe(LOGIN)
    const api = await world.anonymous().post('authentication/auth/', { username, password: 'admin' })
    expect([api.status, api.headers.get('location')]).toEqual([302, '/core/auth/password/too-simple-flash-msg/'])
    expect((await someone.submit(RESET, { new_password: BETTER, confirm_password: BETTER })).status).toBe(302)
    expect(await canLogIn(username, BETTER)).toBe(true)
  })

  it('the pages for an expired password lead to a letter when nobody has just logged in', async () => {
    for (const path of ['/core/auth/password/has-expired-msg/', '/core/auth/password/too-simple-flash-msg/'])
      expect((await visitor().get(path)).text).toContain(`href="${FORGOT}"`)
  })

  it('the password is shown once more before a sensitive step; guesses are counted', async () => {
    const { username, password } = await world.person()
    const someone = visitor()
    await someone.logIn(username, password)
    expect((await someone.submit(VERIFY, { password: 'wrong' })).text).toContain('Wrong password.')
    expect((await someone.submit(VERIFY, { password: '' })).text).toContain('Wrong password.')
    const done = await someone.submit(`${VERIFY}?next=%2Fui%2Fx`, { password })
    expect(done.headers.get('location')).toBe('/ui/x')
    for (let turn = 0; turn < 50; turn++) await someone.submit(VERIFY, { password: 'wrong' })
    expect((await someone.submit(VERIFY, { password })).text).toContain('Too many failed')
  })
})

describe('the first administrator', () => {
  it('[T4] has no password, mailbox or domain that anybody could know', async () => {
    const box = await openMailbox()
    const env = { ADMIN_PASSWORD: '', EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(box.port) }
    const [one, two] = await Promise.all([openWorld(env), openWorld(env)])
    try {
      const passwords = [one, two].map((world) => world.server.firstPassword)
      for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9]{16}$/)
      expect(passwords[0]).not.toBe(passwords[1])
      const { email } = await one.server.services.database.db
        .selectFrom('users_users')
        .select('email')
        .where('username', '=', 'admin')
        .executeTakeFirstOrThrow()
      expect(email).toMatch(/^admin@[0-9a-f-]{36}\.invalid$/)
      for (const guess of ['', 'admin', 'ChangeMe', 'password', 'drawbridge'])
        expect((await browser(one.url).logIn('admin', guess)).status).toBe(200)
      for (const address of [email, 'admin@mycomany.com', 'admin@example.com', 'admin@localhost'])
        await browser(one.url).submit(FORGOT, { email: address })
      await one.server.services.post.idle()
      expect(box.letters).toHaveLength(0)
      expect((await browser(one.url).logIn('admin', passwords[0]!)).status).toBe(302)
    } finally {
      await Promise.all([one.close(), two.close()])
      await box.close()
    }
  })
})
