// How the console starts: who is here, in which organisation, as what; and how it is left again.
import { describe, expect, it } from 'vitest'
import { DEFAULT_ORG, type World } from '../apps/server/test/kit/world.ts'
import { amend, answer, hold, lineOf, pathOf } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import { orgCookie, type Screen } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { account, toLogin } from './kit/steps.ts'

const SETTINGS = '/api/v1/settings/public/'
const PROFILE = '/api/v1/users/profile/'
const CURRENT = '/api/v1/orgs/orgs/current/'
const LOGOUT = '/vue-admin-template/user/logout'
const GUARD = [SETTINGS, PROFILE, CURRENT]
const DAY_SECONDS = 86_400
/** A cookie without a login behind it. */
const LEFT_OVER = { csrftoken: 'x'.repeat(64) }

let world: World
let north: string

const { open } = useStand(async (opened) => {
  world = opened
  await change(world.admin.id, { is_first_login: false })
  north = await world.organisation('North')
})

const asked = (screen: Screen) => screen.calls.filter((call) => GUARD.includes(pathOf(call))).map(lineOf)
const orgOf = async (screen: Screen) => JSON.parse((await screen.cookie('jms_current_org')) ?? 'null')?.id
const change = (id: string, values: { is_first_login?: boolean; is_active?: boolean }) =>
  world.server.services.database.db.updateTable('users_users').set(values).where('id', '=', id).execute()

describe('the start of the console', () => {
  it('[PROD-01] [GUARD-01] [GUARD-03] [GUARD-04] [GUARD-08] [GUARD-20] [CALL-01] [CALL-03] [CALL-27] [PUBSET-01] [ROUTE-01] [ROUTE-03] [RTDASH-01] asks once who is here, wears the name of the place, and shows the dashboard', async () => {
    const screen = await open({ as: world.admin })
    const { page } = screen
    const answer = page.waitForResponse((response) => response.url().endsWith(SETTINGS))
    await screen.show('/', 'Dashboard')
    expect(new URL(page.url()).pathname).toBe('/ui/dashboard')
    const { data } = await (await answer).json()
    expect(data).toMatchObject({
      XPACK_ENABLED: true,
      XPACK_LICENSE_IS_VALID: false,
      LOGO_URLS: { favicon: expect.stringMatching(/^\//) },
      LOGIN_TITLE: expect.stringMatching(/./),
      SECURITY_VIEW_AUTH_NEED_MFA: expect.any(Boolean),
      SECURITY_MFA_VERIFY_TTL: expect.any(Number),
    })
    expect(await page.title()).toBe(`Dashboard - ${data.LOGIN_TITLE}`)
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe(data.LOGO_URLS.favicon)
    expect(asked(screen)).toEqual(GUARD.map((path) => `GET ${path}`))

    await page.evaluate(() => Object.assign(globalThis, { samePage: true }))
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await menu.getByRole('button', { name: 'Users' }).click()
    await menu.getByRole('link', { name: 'User groups' }).click()
    await screen.heading('User groups')
    expect(await page.title()).toBe(`User groups - ${data.LOGIN_TITLE}`)
    expect(asked(screen)).toHaveLength(GUARD.length)
    expect(await page.evaluate(() => (globalThis as { samePage?: boolean }).samePage)).toBe(true)
  })

  it('[GUARD-02] [GUARD-05] [GUARD-06] [GUARD-07] [CONST-28] without the cookie waits for the settings, takes the title, and leads to the login 100 ms later', async () => {
    const screen = await open()
    const { page } = screen
    await amend(page, SETTINGS, ({ data }) => ({ data: { ...data, LOGIN_TITLE: 'Gate of North' } }))
    const letGo = await hold(page, SETTINGS)
    const start = new Date('2026-01-01T00:00:00Z')
    await page.clock.install({ time: start })
    await page.clock.pauseAt(new Date(start.getTime() + 60_000))
    await page.goto('/ui/users/users')
    await page.clock.runFor(1_000)
    expect(await page.title()).toBe('Drawbridge')
    await letGo()
    await page.waitForFunction(() => document.title === 'Gate of North')
    await page.clock.runFor(99)
    expect(new URL(page.url()).pathname).toBe('/ui/users/users')
    await page.clock.runFor(1)
    await toLogin(screen)
    expect(new URL(page.url()).searchParams.get('next')).toBe('/ui/users/users')
    // Nothing was asked in the name of nobody.
    expect(asked(screen)).toEqual([`GET ${SETTINGS}`])
  })

  it.each([401, 403])(
    '[GUARD-09] [GUARD-10] [CALL-01] [ERR-10] a profile refused with %i leads to the login at once, without a dialog or a message',
    async (status) => {
      const screen = await open({ cookies: LEFT_OVER })
      const { page } = screen
      const seen: string[] = []
      await page.exposeFunction('seen', (what: string) => seen.push(what))
      await page.addInitScript(() => {
        new MutationObserver(() => {
          const found = document.querySelector('dialog, .db-toast')
          if (found) (window as unknown as { seen(what: string): void }).seen(found.outerHTML)
        }).observe(document, { childList: true, subtree: true })
      })
      if (status !== 401) await answer(page, PROFILE, { status, body: { detail: 'no' } })
      await page.goto('/ui/')
      await toLogin(screen)
      expect(seen).toEqual([])
    },
  )

  it('[GUARD-09] an account that was disabled meanwhile ends at the login too, and stays there', async () => {
    const someone = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
    const screen = await open({ as: someone })
    await change(someone.id, { is_active: false })
    await screen.page.goto('/ui/')
    await toLogin(screen)
    await screen.page.waitForLoadState('networkidle')
    expect(new URL(screen.page.url()).pathname).toBe('/core/auth/login/')
  })

  it('a profile refused to somebody who is logged in does not lead round in circles, but to the log-out', async () => {
    const screen = await open({ as: await world.person() })
    const { page } = screen
    await answer(page, PROFILE, { status: 403, body: { detail: 'no' } })
    await page.goto('/ui/')
    await page.getByText('Verification failed, please Login again').waitFor()
    expect(new URL(page.url()).pathname).toBe('/ui/')
    await page.getByRole('button').click()
    await toLogin(screen)
  })

  it('[GUARD-11] says that the verification failed where no profile comes, and leads on', async () => {
    const screen = await open({ cookies: LEFT_OVER })
    await answer(screen.page, PROFILE, { status: 200, body: '' })
    await screen.show('/', 'Verification failed, please Login again')
    await expectAccessible(screen.page)
    await screen.page.getByRole('button', { name: 'Re-Login' }).click()
    await toLogin(screen)
  })

  it('[GUARD-02] [GUARD-12] [GUARD-13] [GUARD-14] [GUARD-16] [GUARD-17] [GUARD-21] [STATE-08] [STATE-09] [CONST-14] [CONST-15] a newcomer is placed, gets a role, and is asked for the own data last', async () => {
    const newcomer = await world.person({ in: { [north]: ['Admin'] } })
    await change(newcomer.id, { is_first_login: true })
    const screen = await open({ as: newcomer })
    const { page } = screen
    await amend(page, SETTINGS, ({ data }) => ({ data: { ...data, LOGIN_TITLE: 'Gate of North' } }))
    const letGo = await hold(page, PROFILE)
    await page.goto('/ui/users/users')
    await page.waitForFunction(() => document.title === 'Gate of North')
    expect(new URL(page.url()).pathname).toBe('/ui/users/users')
    expect(await orgOf(screen)).toBeUndefined()
    await letGo()
    await screen.heading('First login')
    expect(new URL(page.url()).pathname).toBe('/ui/users/first-login/personal-information-improvement/')
    expect(await orgOf(screen)).toBe(north)
    expect(await screen.cookie('jms_current_role')).toBe('18')
    const now = Date.now() / 1_000
    for (const { name, expires } of await screen.context.cookies())
      if (name.startsWith('jms_')) expect((expires - now) / DAY_SECONDS, name).toBeCloseTo(14, 1)
    // The second profile is that of the organisation entered.
    const profiles = screen.calls.filter((call) => call.url().endsWith(PROFILE) && call.method() === 'GET')
    expect(profiles[1]?.headers()['x-jms-org']).toBe(north)
    await expectAccessible(page)
  })

  it('[GUARD-13] [GUARD-15] stays in the organisation of before, and leaves one that is not theirs', async () => {
    const someone = await world.person({ in: { [DEFAULT_ORG]: ['Admin'], [north]: ['Auditor'] } })
    const stays = await open({ as: someone, cookies: orgCookie({ id: north, name: 'North' }) })
    await stays.show('/', 'Dashboard')
    expect(await orgOf(stays)).toBe(north)
    expect(await stays.cookie('jms_current_role')).toBe('2')

    const elsewhere = { id: await world.organisation(), name: 'Elsewhere' }
    const moves = await open({ as: someone, cookies: { ...orgCookie(elsewhere), jms_current_role: '2' } })
    await moves.show('/', 'Dashboard')
    expect(await orgOf(moves)).toBe(DEFAULT_ORG)
    expect(await moves.cookie('jms_current_role')).toBe('18')
    const dashboard = moves.calls.filter((call) => call.url().includes('/api/v1/index/'))
    expect(dashboard.length).toBeGreaterThan(0)
    expect(new Set(dashboard.map((call) => call.headers()['x-jms-org']))).toEqual(new Set([DEFAULT_ORG]))
  })
})

describe('the state of a visit', () => {
  it('[STATE-10] [STATE-11] [STATE-12] [GUARD-17] [GUARD-18] [GUARD-19] [GUARD-23] [TOP-15] the account menu changes the mode, and a reload keeps it', async () => {
    const screen = await open({ as: await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } }) })
    const { page } = screen
    const dashboard = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' })
    await screen.show('/', 'Dashboard')
    expect(await screen.cookie('jms_current_role')).toBe('18')
    await Promise.all([page.waitForEvent('load'), account(screen, 'User page')])
    await page.reload()
    await page.getByRole('button', { name: /^Account menu/ }).waitFor()
    expect(await screen.cookie('jms_current_role')).toBe('1')
    expect(await dashboard.count()).toBe(0)
    await account(screen, 'Admin page')
    await screen.heading('Dashboard')
    expect(await screen.cookie('jms_current_role')).toBe('18')

    const user = await open({ as: await world.person() })
    await user.page.goto('/ui/')
    await user.page.getByRole('button', { name: /^Account menu/ }).click()
    await user.page.getByRole('menuitem', { name: 'API Key' }).waitFor()
    expect(await user.page.getByRole('menuitem', { name: /page$/ }).count()).toBe(0)
    expect(await user.cookie('jms_current_role')).toBe('1')
  })

  it('[PROD-03] [STATE-05] [STATE-06] [STATE-07] [CALL-28] another organisation: the role is dropped, the organisation kept, the page loaded anew', async () => {
    const someone = await world.person({ in: { [DEFAULT_ORG]: ['Admin'], [north]: ['Auditor'] } })
    const screen = await open({ as: someone, cookies: orgCookie({ id: DEFAULT_ORG, name: 'Default' }) })
    const { page } = screen
    await page.addInitScript(() => {
      const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!
      Object.defineProperty(document, 'cookie', {
        get: () => get!.call(document),
        set: (text: string) => {
          sessionStorage.setItem('written', `${sessionStorage.getItem('written') ?? ''}${text}\n`)
          set!.call(document, text)
        },
      })
    })
    const enter = async (name: string) => {
      await page.evaluate(() => sessionStorage.removeItem('written'))
      await page.getByRole('combobox', { name: 'Organization' }).click()
      await Promise.all([page.waitForEvent('load'), page.getByRole('option', { name }).click()])
    }
    await screen.show('/audits/login-log', 'Login logs')
    await enter('North')
    await screen.heading('Login logs')
    expect(new URL(page.url()).pathname).toBe('/ui/audits/login-log')
    expect(screen.calls.map(lineOf)).toContain(`GET ${CURRENT}?oid=${north}`)
    expect(await orgOf(screen)).toBe(north)
    expect(await screen.cookie('jms_current_role')).toBe('2')
    const written = await page.evaluate(() => sessionStorage.getItem('written') ?? '')
    expect([...written.matchAll(/^(jms_\w+)=([^;]?)/gm)].slice(0, 2).map(([, name, value]) => [name, value])).toEqual([
      ['jms_current_role', ''],
      ['jms_current_org', '%'],
    ])

    // A screen that is not there in the next organisation leads home.
    await enter('Default')
    await screen.show('/users/users', 'Users')
    await enter('North')
    await screen.heading('Dashboard')
    expect(new URL(page.url()).pathname).toBe('/ui/dashboard')
    expect(await orgOf(screen)).toBe(north)
  })

  it('[STATE-02] [STATE-03] [STATE-04] [CALL-02] [ROUTE-18] [ROUTE-19] [TOP-17] logging out says so to the server, forgets everything and leaves', async () => {
    const screen = await open({ as: await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } }) })
    const { page } = screen
    await screen.show('/users/users', 'Users')
    const token = await screen.cookie('csrftoken')
    await page.getByRole('button', { name: 'Collapse the menu' }).click()
    await expect.poll(() => screen.cookie('sidebarStatus')).toBe('0')
    const logout = page.waitForRequest((request) => request.url().includes('/core/auth/logout/'))
    await account(screen, 'Logout')
    expect(new URL((await logout).url()).searchParams.get('next')).toBe('/ui/users/users')
    await toLogin(screen)
    const call = screen.calls.find((one) => one.url().endsWith(LOGOUT))!
    expect([call.method(), call.postDataJSON()]).toEqual(['POST', { token }])
    for (const name of ['sessionid', 'jms_current_org', 'X-JMS-ORG', 'jms_current_role', 'sidebarStatus', 'activeTab'])
      expect(await screen.cookie(name), name).toBeUndefined()
    await page.goto('/ui/users/users')
    await toLogin(screen)
  })

  it('[STATE-04] a log-out that the server does not take keeps nobody', async () => {
    const screen = await open({ as: await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } }) })
    await screen.show('/', 'Dashboard')
    await answer(screen.page, LOGOUT, { status: 500 })
    await account(screen, 'Logout')
    await toLogin(screen)
    expect(await screen.cookie('jms_current_role')).toBeUndefined()
  })
})
