import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browser, LOGIN } from '../kit/browser.ts'
import { openWorld, type World } from '../kit/world.ts'

const LOCKED = 'Too many failed'

describe('guessing passwords', () => {
  let world: World
  beforeAll(async () => {
    // Far above what one test uses up, except where a test is about it.
    world = await openWorld({ SECURITY_LOGIN_LIMIT_COUNT: '3', TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => world.close())

  let octet = 0
  /** Somebody at an address of their own. */
  const from = (address = `10.${++octet}.0.1`) => browser(world.url, { 'x-forwarded-for': address })
  const guess = async (username: string, address?: string) => (await from(address).logIn(username, 'wrong')).text
  const isBlocked = async (username: string) => {
    const row = await world.server.services.database.db
      .selectFrom('login_failures')
      .select('key')
      .where('key', '=', `block ${username}`)
      .where('date_expired', '>', world.clock.now())
      .executeTakeFirst()
    return row !== undefined
  }

  it('locks a name at an address after the set number of failures, also for the right password', async () => {
    const { username, password } = await world.person()
    for (let turn = 0; turn < 3; turn++) expect(await guess(username, '10.200.0.1')).toContain('Wrong username')
    expect(await isBlocked(username)).toBe(true)
    const there = from('10.200.0.1')
    const reply = await there.logIn(username, password)
    expect(reply.text).toContain(LOCKED)
    expect(reply.text).toContain('in 30 minutes')
    expect((await there.get('/')).headers.get('location')).toBe(LOGIN)
  })

  it('leaves the owner at another address in, and their login clears the flag', async () => {
    const { username, password } = await world.person()
    for (let turn = 0; turn < 4; turn++) await guess(username, '10.201.0.1')
    expect(await isBlocked(username)).toBe(true)
    expect((await from().logIn(username, password)).status).toBe(302)
    expect(await isBlocked(username)).toBe(false)
    expect(await guess(username, '10.201.0.1')).toContain(LOCKED)
  })

  it('opens again by itself, but not while somebody keeps trying', async () => {
    const { username, password } = await world.person()
    for (let turn = 0; turn < 4; turn++) await guess(username, '10.202.0.1')
    world.clock.advance(20 * 60)
    expect(await guess(username, '10.202.0.1')).toContain(LOCKED)
    world.clock.advance(20 * 60)
    expect(await guess(username, '10.202.0.1')).toContain(LOCKED)
    world.clock.advance(31 * 60)
    expect((await from('10.202.0.1').logIn(username, password)).status).toBe(302)
  })

  it('a success starts the count anew', async () => {
    const { username, password } = await world.person()
    for (let turn = 0; turn < 4; turn++) {
      await guess(username, '10.203.0.1')
      await guess(username, '10.203.0.1')
      expect((await from('10.203.0.1').logIn(username, password)).status).toBe(302)
      world.clock.advance(3_600)
    }
  })

  it('[T2] many tries at the same moment count each', async () => {
    const { username, password } = await world.person()
    const tries = Array.from({ length: 12 }, async () => (await from('10.204.0.1').logIn(username, 'wrong')).text)
    const answers = await Promise.all(tries)
    expect(answers.filter((text) => text.includes('Wrong username')).length).toBe(3)
    expect((await from('10.204.0.1').logIn(username, password)).text).toContain(LOCKED)
  })

  it('the right password many times at the same moment is no guessing', async () => {
    const { username, password } = await world.person()
    const tries = Array.from({ length: 12 }, async () => (await from('10.205.0.1').logIn(username, password)).status)
    expect(await Promise.all(tries)).toEqual(Array.from({ length: 12 }, () => 302))
    expect(await isBlocked(username)).toBe(false)
  })

  it('[T3] many addresses together do not get more than five times as many guesses at one name', async () => {
    const { username, password } = await world.person()
    const answers: string[] = []
    for (let turn = 0; turn < 20; turn++) answers.push(await guess(username))
    expect(answers.filter((text) => text.includes('Wrong username')).length).toBe(15)
    expect((await from().logIn(username, password)).text).toContain(LOCKED)
    world.clock.advance(31 * 60)
    expect((await from().logIn(username, password)).status).toBe(302)
  })

  it('one address does not get more than five times as many guesses at many names', async () => {
    const { username, password } = await world.person()
    const answers: string[] = []
    for (let turn = 0; turn < 18; turn++) answers.push(await guess(`name-${turn}`, '10.205.0.1'))
    expect(answers.filter((text) => text.includes('Wrong username')).length).toBe(15)
    expect((await from('10.205.0.1').logIn(username, password)).text).toContain(LOCKED)
    expect((await from().logIn(username, password)).status).toBe(302)
  })

  it('all of an IPv6 network counts as one address', async () => {
    const { username } = await world.person()
    for (let turn = 0; turn < 3; turn++) await guess(username, `2001:db8:1:2::${turn}`)
    expect(await guess(username, '2001:db8:1:2:ffff::9')).toContain(LOCKED)
    expect(await guess(username, '2001:db8:1:3::1')).toContain('Wrong username')
  })

  it('the address that counts is the one the proxy saw, whatever else the header holds', async () => {
    const { username } = await world.person()
    for (let turn = 0; turn < 3; turn++) await guess(username, `192.0.2.${turn}, 10.206.0.1`)
    expect(await guess(username, '192.0.2.77, 10.206.0.1')).toContain(LOCKED)
    const rows = await world.server.services.database.db
      .selectFrom('audits_login_logs')
      .select('ip')
      .where('username', '=', username)
      .execute()
    expect(new Set(rows.map((row) => row.ip))).toEqual(new Set(['10.206.0.1']))
  })

  it('failures slow an address down, more each time, up to a limit; the first try does not wait', async () => {
    world.pauses.length = 0
    for (let turn = 0; turn < 8; turn++) await guess(`slow-${turn}`, '10.207.0.1')
    expect(world.pauses).toEqual([200, 400, 800, 1600, 2000, 2000, 2000])
  })

  it('[T12] behind a proxy that speaks https the cookies are for https only', async () => {
    const { username, password } = await world.person()
    const someone = browser(world.url, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.208.0.1' })
    await someone.logIn(username, password)
    for (const name of ['sessionid', 'csrftoken']) expect(someone.setCookies.get(name)).toContain('; Secure')
  })
})

describe('without a listed proxy', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ SECURITY_LOGIN_LIMIT_COUNT: '3' })
  })
  afterAll(() => world.close())

  it('[T3] a forwarding header that changes each time does not open a lock', async () => {
    const { username, password } = await world.person()
    const with_ = (turn: number) =>
      browser(world.url, {
        'x-forwarded-for': `198.51.100.${turn}`,
        'x-real-ip': `198.51.100.${turn}`,
        forwarded: `for=198.51.100.${turn}`,
        'x-forwarded-proto': 'https',
      })
    for (let turn = 0; turn < 3; turn++)
      expect((await with_(turn).logIn(username, 'wrong')).text).toContain('Wrong username')
    const reply = await with_(9).logIn(username, password)
    expect(reply.text).toContain(LOCKED)
    expect(reply.headers.getSetCookie().join()).not.toContain('Secure')
    const api = await world
      .anonymous({ 'x-forwarded-for': '198.51.100.77' })
      .post('authentication/auth/', { username, password, remote_addr: '198.51.100.78' })
    expect([api.status, api.body.error]).toEqual([400, 'block_login'])
  })
})
