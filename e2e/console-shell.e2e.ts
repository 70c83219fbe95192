// The frame that is around every screen, as people meet it.
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { anAsset } from '../apps/server/test/kit/inventory.ts'
import type { Someone, World } from '../apps/server/test/kit/world.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { account, anew } from './kit/steps.ts'

const PHONE = { width: 390, height: 844 }
const WIDTH = 1440

describe('the frame of the console', () => {
  let world: World
  let context: BrowserContext
  let page: Page
  let screen: Screen

  const stand = useStand(async (opened) => {
    world = opened
    await world.organisation('Research')
    await world.admin.api.patch('users/profile/', { is_first_login: false })
  })

  const heading = (name: string) => screen.heading(name)
  const enter = async (who: Pick<Someone, 'id'>, at = '/ui/users/users') => {
    screen = await stand.open({ as: who, width: WIDTH })
    ;({ context, page } = screen)
    await page.goto(at)
    await page.getByRole('button', { name: /Account menu/ }).waitFor()
  }
  const inAccountMenu = (entry: string) => account(screen, entry)
  const cookie = async (name: string) => (await context.cookies()).find((one) => one.name === name)
  const held = async (name: string) => decodeURIComponent((await cookie(name))?.value ?? '')
  const daysOf = async (name: string) => Math.round((((await cookie(name))?.expires ?? 0) - Date.now() / 1000) / 86_400)
  const path = () => new URL(page.url()).pathname
  const footer = () => page.locator('footer.db-footer').evaluate((element) => getComputedStyle(element).marginLeft)
  const menu = () => page.getByRole('navigation', { name: 'Main menu' })
  const tabs = () => page.getByRole('navigation', { name: 'Visited pages' })

  it('[SIDE-01] [SIDE-06] [SIDE-07] [SIDE-08] [SIDE-09] [FOOT-05] [FOOT-06] [FOOT-07] [CONST-29] [CONST-30] [CONST-31] [CONST-32] has a menu that collapses, remembers it, and is a drawer on phones', async () => {
    await enter(world.admin)
    await heading('Users')
    expect((await menu().boundingBox())?.width).toBe(220)
    expect(await footer()).toBe('210px')
    await menu().getByRole('link', { name: 'Drawbridge' }).waitFor()
    await page.getByRole('button', { name: 'Collapse the menu' }).click()
    expect((await menu().boundingBox())?.width).toBe(54)
    expect(await footer()).toBe('54px')
    expect(await held('sidebarStatus')).toBe('0')
    await expectAccessible(page)
    await page.reload()
    await heading('Users')
    expect((await menu().boundingBox())?.width).toBe(54)
    await page.getByRole('button', { name: 'Expand the menu' }).click()
    expect(await held('sidebarStatus')).toBe('1')

    await page.setViewportSize({ ...PHONE, width: 991 })
    expect(await menu().count()).toBe(0)
    await page.setViewportSize(PHONE)
    expect(await footer()).toBe('0px')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expectAccessible(page)
    await menu().getByRole('link', { name: 'User groups' }).click()
    await heading('User groups')
    expect(await menu().count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  it('[TOP-01] [TOP-02] [TOP-03] [TOP-04] [TOP-05] [TOP-12] [TOP-13] [TOP-14] [TOP-15] [TOP-16] [FOOT-01] [FOOT-02] [FOOT-03] [I18N-01] [I18N-03] [I18N-04] [I18N-06] keeps at hand what is always needed, and speaks both languages without a reload', async () => {
    await enter(world.admin)
    await page.getByRole('button', { name: 'Help' }).click()
    for (const name of ['Docs', 'Support', 'Enterprise edition']) await page.getByRole('menuitem', { name }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'Web terminal' }).getAttribute('href')).toMatch(/^\/luna\/\?_=\d+$/)
    await page.getByRole('button', { name: /Account menu/ }).click()
    for (const name of ['Profile', 'User page', 'API Key', 'Logout'])
      await page.getByRole('menuitem', { name }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Version v2.8.4 GPLv2.').waitFor()
    await page.getByText('FIT2CLOUD 飞致云 © 2014-2021').waitFor()

    await page.evaluate(() => Object.assign(globalThis, { sameWindow: true }))
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByText('中文(简体)').click()
    await heading('用户列表')
    await page.getByRole('columnheader', { name: '用户名' }).waitFor()
    expect(await page.evaluate(() => (globalThis as { sameWindow?: boolean }).sameWindow)).toBe(true)
    expect(await page.evaluate(() => [localStorage.getItem('lang'), document.documentElement.lang])).toEqual([
      'cn',
      'zh-CN',
    ])
    expect(await held('django_language')).toBe('zh-hans')
    await expectAccessible(page)
  })

  it('[ROUTE-02] [ROUTE-03] [ROUTE-21] [RTXPACK-02] [CRUMB-01] leads to every address, old and new, and says when there is none', async () => {
    await enter(world.admin, '/ui/')
    await page.waitForURL('**/ui/dashboard')
    await heading('Dashboard')
    for (const address of ['/ui/users/users/', '/ui/#/users/users', '/#/users/users']) {
      await page.goto('about:blank')
      await page.goto(address)
      await heading('Users')
      expect(path().replace(/\/$/, '')).toBe('/ui/users/users')
    }
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Dashboard' }).click()
    await heading('Dashboard')
    for (const address of ['/ui/no/such/screen', '/ui/xpack', '/ui/xpack/orgs/create']) {
      await page.goto(address)
      await heading('404 Not found')
      expect(path()).toBe('/ui/404')
    }
    await expectAccessible(page)
    await page.goto('/ui/ops/celery/task/11111111-1111-7111-8111-111111111111/log/')
    await heading('Task log')
    await expectAccessible(page)
  })

  it('[TABHIST-01] [TABHIST-02] [TABHIST-03] [TABHIST-04] [TABHIST-05] [TABHIST-06] remembers the views visited until they are closed', async () => {
    await enter(world.admin)
    await heading('Users')
    await menu().getByRole('link', { name: 'User groups' }).click()
    await heading('User groups')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.reload()
    await heading('User groups')
    expect(await tabs().getByRole('link').allInnerTexts()).toEqual(['Dashboard', 'Users', 'User groups'])
    await tabs().getByRole('button', { name: 'Close User groups' }).click()
    await heading('Users')
    await menu().getByRole('link', { name: 'User groups' }).click()
    await heading('User groups')
    await tabs().getByRole('link', { name: 'User groups' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Close others' }).click()
    expect(await tabs().getByRole('link').allInnerTexts()).toEqual(['Dashboard', 'User groups'])
    await tabs().getByRole('link', { name: 'User groups' }).click({ button: 'middle' })
    await heading('Dashboard')
    expect(await tabs().getByRole('link').allInnerTexts()).toEqual(['Dashboard'])
  })

  it('[AKEY-02] [AKEY-03] [AKEY-04] [AKEY-05] [AKEY-06] [AKEY-07] [CONST-33] manages the keys of programs', async () => {
    const someone = await world.person()
    await enter(someone)
    await inAccountMenu('API Key')
    const dialog = page.getByRole('dialog', { name: 'Api key list' })
    await dialog.getByText('No API key yet').waitFor()
    expect((await dialog.boundingBox())?.width).toBeCloseTo(WIDTH * 0.6, -2)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('switch').waitFor()
    const [key] = (await someone.api.get('authentication/access-keys/')).body
    const row = dialog.getByRole('row').nth(1)
    await row.getByText(key.id).waitFor()
    expect(await row.getByText(key.secret).count()).toBe(0)
    await row.getByRole('button', { name: 'Show' }).click()
    await row.getByText(key.secret).waitFor()
    await expectAccessible(page)
    await row.getByRole('switch').click()
    await expect.poll(async () => (await someone.api.get('authentication/access-keys/')).body[0].is_active).toBe(false)
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Info' }).getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('No API key yet').waitFor()
    await page.route('**/access-keys/', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('Update failed').waitFor()
  })

  it('[SIDE-02] [SIDE-03] [SIDE-04] [STATE-06] [STATE-07] [STATE-08] [STATE-09] [STATE-10] [CONST-14] [CONST-15] changes organisation and mode', async () => {
    await enter(world.admin)
    await heading('Users')
    expect([await daysOf('jms_current_org'), await daysOf('jms_current_role')]).toEqual([14, 14])
    expect(await held('jms_current_role')).toBe('146')
    await page.getByRole('combobox', { name: 'Organization' }).click()
    await page.getByRole('option', { name: 'Research' }).click()
    await expect.poll(async () => JSON.parse((await held('jms_current_org')) || '{}').name).toBe('Research')
    await heading('Users')
    expect(path()).toBe('/ui/users/users')
    expect(await held('X-JMS-ORG')).toBe(JSON.parse(await held('jms_current_org')).id)
    expect((await cookie('X-JMS-ORG'))?.expires).toBe(-1)
    await page.getByRole('button', { name: 'Collapse the menu' }).click()
    expect(await page.getByRole('combobox', { name: 'Organization' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Expand the menu' }).click()
    await inAccountMenu('User page')
    await expect.poll(() => held('jms_current_role')).toBe('1')
    await page.getByRole('button', { name: /Account menu/ }).waitFor()
    await page.reload()
    expect(await page.getByRole('combobox', { name: 'Organization' }).count()).toBe(0)
    await inAccountMenu('Admin page')
    await heading('Dashboard')
    expect(await held('jms_current_role')).toBe('146')
  })

  it('[ERR-01] [ERR-08] [ERR-09] [ERR-10] [ERR-11] says what failed, and asks to log in again when the login ended', async () => {
    await enter(world.admin)
    await heading('Users')
    await page.route('**/api/v1/users/groups/**', (route) => route.fulfill({ status: 409, json: {} }))
    await menu().getByRole('link', { name: 'User groups' }).click()
    await page.getByRole('alert').getByText('Refreshing, please try again later').first().waitFor()
    await menu().getByRole('link', { name: 'Users', exact: true }).click()
    await heading('Users')
    await context.clearCookies({ name: 'sessionid' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    const dialog = page.getByRole('dialog', { name: 'Info' })
    await dialog.getByText('You account has logout, Please login again').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Re-Login' }).click()
    await page.waitForURL('**/core/auth/login/?next=%2Fui%2Fusers%2Fusers')
    await page.goto('/ui/users/users')
    await page.waitForURL('**/core/auth/login/?next=%2Fui%2Fusers%2Fusers')
  })

  it('finds any screen, object or action with the keyboard alone', async () => {
    await world.person({ name: 'Zoe Findable' })
    await enter(world.admin)
    await heading('Users')
    await page.keyboard.press('Control+k')
    await expectAccessible(page)
    await page.keyboard.type('用户组')
    await page.keyboard.press('Enter')
    await heading('User groups')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zoe fin')
    await page.getByRole('option', { name: /Zoe Findable/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Zoe Findable/, level: 1 }).waitFor()
    const asset = await anAsset(world.admin.api, { hostname: anew('findable-host').replace(' ', '-'), ip: '10.77.0.1' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type(asset.hostname)
    await page
      .getByRole('group', { name: 'Assets' })
      .getByRole('option', { name: /10\.77\.0\.1/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: new RegExp(asset.hostname), level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('dark')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await page.keyboard.press('Control+/')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectAccessible(page)
  })

  it('[GUARD-21] asks at the first login for what is missing', async () => {
    const someone = await world.person()
    await world.server.services.database.db
      .updateTable('users_users')
      .set({ is_first_login: true })
      .where('id', '=', someone.id)
      .execute()
    await enter(someone, '/ui/')
    await page.waitForURL('**/ui/users/first-login/personal-information-improvement/')
  })
})
