// What stands around the screens: headings and their alerts, languages, addresses, keys of programs. And every screen for every reader.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newId } from '../apps/server/src/platform/ids.ts'
import { DEFAULT_ORG, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { amend, hold, lineOf } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { account, anew } from './kit/steps.ts'

const SETTINGS = '/api/v1/settings/public/'
const LICENCE = '/api/v1/xpack/license/detail'
const KEYS = '/api/v1/authentication/access-keys/'
const DAY_MS = 86_400_000

let world: World
let admin: Someone

const stand = useStand(async (opened) => {
  world = opened
  admin = await world.person({ name: 'Ann Example', role: 'Admin', in: { [DEFAULT_ORG]: ['User'] } })
})

const open = (visitor: Visitor = {}) => stand.open({ as: admin, ...visitor })
const alerts = ({ page }: Screen) => page.locator('.db-banner[role=alert]').allInnerTexts()
const quiet = ({ page }: Screen) => page.waitForLoadState('networkidle')
const fits = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.db-frame-page')].every(
      (one) => one.scrollWidth <= one.clientWidth,
    ),
  )

/** What a screen was told of the licence, which it asks for when it has everything else. */
const licenceOn = async (screen: Screen): Promise<{ date_expired: string }> => {
  const told = screen.page.waitForResponse((response) => response.url().endsWith(LICENCE))
  await screen.show('/users/groups', 'User groups')
  return (await told).json()
}

describe('the heading', () => {
  it('[HEAD-02] [HEAD-04] [HEAD-05] [HEAD-07] [HEAD-09] [HEAD-10] tells a system administrator, and nobody else, that the licence ends soon', async () => {
    await world.license(6)
    const screen = await open()
    const { date_expired } = await licenceOn(screen)
    await quiet(screen)
    expect(await alerts(screen)).toEqual([`License will expire at ${date_expired}`])

    const other = await open({ as: await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } }) })
    await other.show('/users/groups', 'User groups')
    await quiet(other)
    expect(await alerts(other)).toEqual([])
    expect(other.calls.map(lineOf)).not.toContain(`GET ${LICENCE}`)

    const bare = await open()
    await amend(bare.page, SETTINGS, ({ data }) => ({ data: { ...data, XPACK_ENABLED: false } }))
    await bare.show('/users/groups', 'User groups')
    await quiet(bare)
    expect(await alerts(bare)).toEqual([])
  })

  it('[HEAD-06] [HEAD-08] says that the licence has expired; one with a week left is no matter', async () => {
    await world.license(8)
    const screen = await open()
    await licenceOn(screen)
    await quiet(screen)
    expect(await alerts(screen)).toEqual([])
    await world.license(-1)
    await licenceOn(screen)
    await quiet(screen)
    expect(await alerts(screen)).toEqual(['License expired'])
    await expectAccessible(screen.page)
    await world.license(30)
  })

  it('[HEAD-03] [HEAD-11] [HEAD-12] [HEAD-13] [HEAD-14] [HEAD-15] warns of a password that ends, if it is kept here', async () => {
    const someone = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
    const term = world.server.services.settings.values.SECURITY_PASSWORD_EXPIRATION_TIME
    const seen = async (daysLeft: number, source: 'local' | 'ldap' = 'local') => {
      await world.server.services.database.db
        .updateTable('users_users')
        .set({ date_password_last_updated: new Date(Date.now() - (term - daysLeft) * DAY_MS), source })
        .where('id', '=', someone.id)
        .execute()
      const screen = await open({ as: someone })
      await screen.show('/users/groups', 'User groups')
      await quiet(screen)
      return alerts(screen)
    }
    expect(await seen(6)).toEqual([])
    expect(await seen(5)).toEqual([expect.stringContaining('The password will expire in 5 days')])
    expect(await seen(0)).toEqual([expect.stringContaining('Password expired')])
    expect(await seen(0, 'ldap')).toEqual([])
  })
})

describe('the language', () => {
  const inChinese = { heading: '用户组', lang: 'cn', cookie: 'zh-hans' }
  const inEnglish = { heading: 'User groups', lang: 'en', cookie: 'en' }
  it.each([
    ['[I18N-01] [I18N-02] Chinese, whatever the browser speaks', null, undefined, inChinese],
    ['[I18N-03] [I18N-04] that of the storage', null, 'en', inEnglish],
    ['[I18N-06] that of the cookie first', 'en', 'cn', inEnglish],
    ['[I18N-07] Chinese by the cookie', 'zh-hans', 'en', inChinese],
    ['[I18N-07] Chinese for any other cookie', 'fr', 'en', inChinese],
  ] as const)(
    'of the start is %s; both places agree afterwards',
    async (_, language, stored, { heading, lang, cookie }) => {
      const screen = await open({
        language: null,
        cookies: language ? { django_language: language } : {},
        options: { locale: 'en-US' },
      })
      if (stored)
        await screen.page.addInitScript((code) => {
          if (!sessionStorage.getItem('stored')) localStorage.setItem('lang', code)
          sessionStorage.setItem('stored', '1')
        }, stored)
      await screen.show('/users/groups', heading)
      expect(await screen.page.evaluate(() => localStorage.getItem('lang'))).toBe(lang)
      expect(await screen.cookie('django_language')).toBe(cookie)
      expect(await screen.page.evaluate(() => document.documentElement.lang)).toBe(lang === 'cn' ? 'zh-CN' : 'en')
    },
  )

  it('[I18N-01] [I18N-06] [TOP-05] is switched at once, and the server speaks it too', async () => {
    const screen = await open()
    const { page } = screen
    await screen.show('/users/groups', 'User groups')
    await page.getByRole('columnheader', { name: 'Name' }).waitFor()
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemcheckbox', { name: '中文(简体)' }).click()
    await screen.heading('用户组')
    // Labels of columns come from the server.
    await page.getByRole('columnheader', { name: '名称' }).waitFor()
    await page.reload()
    await screen.heading('用户组')
    await expectAccessible(page)
  })
})

describe('addresses', () => {
  it('[ROUTE-04] [ROUTE-13] [ROUTE-14] [ROUTE-21] lead to the list, the new, the one, its change and its copy; with a slash or without', async () => {
    const { body: group } = await admin.api.post('users/groups/', { name: 'Night shift', comment: 'from dusk' })
    const screen = await open()
    const { page } = screen
    for (const slash of ['', '/']) {
      await screen.show(`/users/groups${slash}`, 'User groups')
      await page.getByRole('link', { name: 'Night shift', exact: true }).waitFor()
      await screen.show(`/users/groups/create${slash}`, /^Create/)
      expect(await page.getByLabel('Name').inputValue()).toBe('')
      await screen.show(`/users/groups/${group.id}${slash}`, /: Night shift$/)
      await screen.show(`/users/groups/${group.id}/update${slash}`, /^Update/)
      expect(await page.getByLabel('Name').inputValue()).toBe('Night shift')
      await screen.show(`/users/groups/create${slash}?clone_from=${group.id}`, /^Create/)
      expect(await page.getByLabel('Comment').inputValue()).toBe('from dusk')
    }
    await admin.api.delete(`users/groups/${group.id}/`)
  })

  it('[ROUTE-16] [ROUTE-17] of the login belong to the server', async () => {
    const screen = await open({ as: undefined })
    for (const path of ['/core/auth/login/', '/login']) {
      const answer = await screen.page.goto(path)
      expect(answer?.status()).toBe(200)
      expect(new URL(screen.page.url()).pathname).toBe('/core/auth/login/')
      expect(await screen.page.locator('#root').count()).toBe(0)
      await screen.page.getByLabel('Username').waitFor()
    }
  })

  it('[TABHIST-07] [TABHIST-02] are remembered in the tabs, but not those that are for once', async () => {
    const screen = await open()
    const tabs = screen.page.getByRole('navigation', { name: 'Visited pages' }).getByRole('link')
    await screen.show('/users/groups', 'User groups')
    await screen.show('/users/first-login/guide', 'User guide')
    expect(await tabs.allInnerTexts()).toEqual(['Dashboard', 'User groups', 'User guide'])
    await screen.show('/users/groups', 'User groups')
    expect(await tabs.allInnerTexts()).toEqual(['Dashboard', 'User groups'])
  })

  it('[TABHIST-01] of objects keep their own names in the tabs, and the tab of this screen is in sight', async () => {
    const { body: group } = await admin.api.post('users/groups/', { name: anew('Tab keepers') })
    const screen = await open({ width: 390 })
    const { page } = screen
    const tabs = page.getByRole('navigation', { name: 'Visited pages' }).getByRole('link')
    await screen.show('/users/groups', 'User groups')
    await page.getByRole('link', { name: group.name }).click()
    await screen.heading(`User group: ${group.name}`)
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await screen.heading('Update user group')
    const names = ['Dashboard', 'User groups', `User group: ${group.name}`, 'Update user group']
    await expect.poll(() => tabs.allInnerTexts()).toEqual(names)
    const { x, width } = (await tabs.last().boundingBox())!
    expect(x).toBeGreaterThan(0)
    expect(x + width).toBeLessThan(390)
    await admin.api.delete(`users/groups/${group.id}/`)
  })
})

describe('keys of programs', () => {
  it('[AKEY-01] [AKEY-02] [AKEY-03] [AKEY-04] [AKEY-05] [AKEY-06] [CALL-29] [CALL-30] [CALL-31] [CALL-32] [CALL-33] [CONST-33] are made, switched off and deleted by the calls of the contract', async () => {
    const screen = await open({ as: await world.person() })
    const { page, calls } = screen
    await screen.page.goto('/ui/')
    await account(screen, 'API Key')
    const dialog = page.getByRole('dialog', { name: 'Api key list' })
    await dialog.getByText('No API key yet').waitFor()
    expect((await dialog.boundingBox())?.width).toBe(1440 * 0.6)
    const kept = page.waitForResponse(
      async (one) => one.url().endsWith(KEYS) && one.request().method() === 'GET' && (await one.json()).length > 0,
    )
    await dialog.getByRole('button', { name: 'Create' }).click()
    const [key] = await (await kept).json()
    expect(key).toMatchObject({
      id: expect.stringMatching(/^[\w-]{36}$/),
      secret: expect.stringMatching(/./),
      is_active: true,
      date_created: expect.stringMatching(/^\d{4}-/),
    })
    const row = dialog.getByRole('row').filter({ hasText: key.id })
    await row.getByRole('button', { name: 'Show' }).click()
    await row.getByText(key.secret).waitFor()
    await row.getByRole('switch').click()
    await row.getByRole('switch', { checked: false }).waitFor()
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Info' }).getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('No API key yet').waitFor()
    const writes = calls.filter((call) => call.url().includes(KEYS) && call.method() !== 'GET')
    expect(writes.map((call) => [lineOf(call), call.postData()])).toEqual([
      [`POST ${KEYS}`, null],
      [`PATCH ${KEYS}${key.id}/`, '{"is_active":false}'],
      [`DELETE ${KEYS}${key.id}/`, null],
    ])
  })
})

describe('every reader', () => {
  it('finds nothing in the way on any screen, by day or by night; one heading each, and no screen wider than the window', async () => {
    await world.license()
    const { body: group } = await admin.api.post('users/groups/', { name: 'Night shift' })
    const org = await world.organisation('North')
    const screens: readonly (readonly [path: string, heading: string | RegExp])[] = [
      ['/dashboard', 'Dashboard'],
      ['/users/users', 'Users'],
      ['/users/users/create', /^Create/],
      [`/users/users/${admin.id}`, /Ann Example/],
      [`/users/users/${admin.id}/update`, /^Update/],
      ['/users/groups', 'User groups'],
      [`/users/groups/${group.id}`, /Night shift/],
      ['/audits/login-log', 'Login logs'],
      ['/audits/operate-log', 'Operation logs'],
      ['/audits/password-change-log', 'Password update logs'],
      ['/xpack/orgs', 'Organizations'],
      [`/xpack/orgs/${org}`, /North/],
      ['/settings', 'Settings'],
      ['/users/profile', /Ann Example/],
      ['/users/first-login/guide', 'User guide'],
      ['/404', '404 Not found'],
      [`/ops/celery/task/${newId()}/log/`, 'Task log'],
    ]
    const wide = await open()
    for (const [path, heading] of screens) {
      await wide.show(path, heading)
      await quiet(wide)
      expect(await wide.page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
      expect(await fits(wide.page), path).toBe(true)
      await expectAccessible(wide.page)
    }
  })

  it('finds nothing in the way on a phone either', async () => {
    const phone = await open({ width: 390 })
    for (const [path, heading] of [
      ['/dashboard', 'Dashboard'],
      ['/users/users', 'Users'],
      ['/users/users/create', /^Create/],
      [`/users/users/${admin.id}`, /Ann Example/],
      ['/settings', 'Settings'],
      ['/users/profile', /Ann Example/],
      ['/404', '404 Not found'],
    ] as const) {
      await phone.show(path, heading)
      await quiet(phone)
      expect(await fits(phone.page), path).toBe(true)
      await expectAccessible(phone.page)
    }
    await phone.page.getByRole('button', { name: 'Open the menu' }).click()
    await expectAccessible(phone.page)
  })

  it.each([1440, 390])('sees nothing jump at %i px when figures and facts arrive', async (width) => {
    const screen = await open({ width })
    const { page } = screen
    const topOf = (selector: string) =>
      page.locator(selector).evaluate((one) => Math.round(one.getBoundingClientRect().top))
    const letFigures = await hold(page, '/api/v1/index/')
    await screen.show('/dashboard', 'Dashboard')
    await page.locator('.db-overview .db-skeleton').first().waitFor()
    const rankings = await topOf('.db-columns')
    await letFigures()
    await expect.poll(() => page.locator('.db-overview .db-skeleton').count()).toBe(0)
    expect(await topOf('.db-columns')).toBe(rankings)

    const letWords = await hold(page, '/api/v1/users/profile/', 'OPTIONS')
    await screen.show('/users/profile', /Ann Example/)
    await page.locator('.db-skeleton-facts').waitFor()
    const side = await topOf('.db-detail-side')
    await letWords()
    await page.locator('.db-skeleton-facts').waitFor({ state: 'detached' })
    // Some facts have two lines where there is little room.
    expect(Math.abs((await topOf('.db-detail-side')) - side)).toBeLessThan(120)
  })

  it('has room on a phone for long names and for what is chosen', async () => {
    const { body: group } = await admin.api.post('users/groups/', {
      name: anew('Those who look after the machines at night'),
      users: [admin.id, (await world.person({ in: { [DEFAULT_ORG]: ['User'] } })).id],
    })
    const phone = await open({ width: 390 })
    const { page } = phone
    const boxOf = async (one: Locator) => (await one.boundingBox())!
    await phone.show(`/users/groups/${group.id}`, `User group: ${group.name}`)
    const back = await boxOf(page.getByRole('button', { name: 'Back' }))
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    expect(title.x).toBeGreaterThan(back.x + back.width)
    expect(title.y).toBeLessThan(back.y + back.height)

    await phone.show(`/users/groups/${group.id}/update`, 'Update user group')
    const box = page.locator('.db-combobox').filter({ has: page.locator('.db-tag').nth(1) })
    await box.waitFor()
    const around = await boxOf(box)
    for (const tag of await box.locator('.db-tag').all()) {
      const { y, height } = await boxOf(tag)
      expect(y - around.y).toBeGreaterThanOrEqual(3)
      expect(around.y + around.height - (y + height)).toBeGreaterThanOrEqual(3)
    }
    // What clears them takes no line: it stands in the middle, wherever they end.
    const clear = await boxOf(box.getByRole('button', { name: 'Clear', exact: true }))
    expect(clear.y + clear.height / 2).toBeCloseTo(around.y + around.height / 2, 0)
    await expectAccessible(page)
    await admin.api.delete(`users/groups/${group.id}/`)
  })
})
