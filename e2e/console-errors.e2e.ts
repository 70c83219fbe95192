// What people hear when something goes wrong, and what the console sends with every call so that less does.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Someone } from '../apps/server/test/kit/world.ts'
import { answer, pathOf } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import { orgCookie, type Screen } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { account, toLogin } from './kit/steps.ts'

const GROUPS = '/api/v1/users/groups/'
const PROFILE = '/api/v1/users/profile/'
const LOGIN_REQUIRED = 'You account has logout, Please login again'

let north: { id: string; name: string }
let someone: Someone

const stand = useStand(async (world) => {
  north = { id: await world.organisation('North'), name: 'North' }
  someone = await world.person({ in: { [north.id]: ['Admin'] } })
})

const open = () => stand.open({ as: someone, cookies: orgCookie(north) })
const inGroups = async (): Promise<Screen> => {
  const screen = await open()
  await screen.show('/users/groups', 'User groups')
  await screen.page.waitForLoadState('networkidle')
  screen.calls.length = 0
  return screen
}
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()
const messages = (page: Page) => page.locator('.db-toast-error')
const question = (page: Page) => page.getByRole('dialog', { name: 'Info' })
const endLogins = () =>
  stand.world.server.services.database.db.deleteFrom('sessions').where('user', '=', someone.id).execute()
/** From here on time passes only when the test says so. */
const stopClock = async (page: Page) => {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 1_000)
}

describe('a call', () => {
  it('[HTTP-01] [HTTP-02] [HTTP-03] [HTTP-08] [CONST-16] says who it is from, in which organisation, and what time it is there', async () => {
    const screen = await open()
    const { page } = screen
    const list = page.waitForResponse(
      (response) => pathOf(response) === GROUPS && response.request().method() === 'GET',
    )
    await screen.show('/users/groups', 'User groups')
    expect(await (await list).json()).toMatchObject({ results: expect.any(Array), count: 0, next: null })
    await account(screen, 'API Key')
    const dialog = page.getByRole('dialog', { name: 'Api key list' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('switch').click()
    await dialog.getByRole('switch', { checked: false }).waitFor()
    expect(new Set(screen.calls.map((call) => call.method()))).toEqual(new Set(['GET', 'OPTIONS', 'POST', 'PATCH']))
    const token = await screen.cookie('csrftoken')
    expect(token).toMatch(/^\w{64}$/)
    for (const call of screen.calls)
      expect(call.headers(), call.url()).toMatchObject({
        'x-csrftoken': token,
        'x-jms-org': north.id,
        'x-tz': 'Asia/Shanghai',
      })
  })

  it('[HTTP-04] [CONST-22] is given up after 60 seconds, and that is told', async () => {
    const screen = await open()
    const { page } = screen
    // A minute passes in half a second.
    await page.addInitScript(() => {
      const { timeout } = AbortSignal
      const limits: number[] = []
      Object.assign(globalThis, { limits })
      AbortSignal.timeout = (ms) => {
        limits.push(ms)
        return timeout.call(AbortSignal, (globalThis as { hurry?: boolean }).hurry ? ms / 120 : ms)
      }
    })
    await screen.show('/users/groups', 'User groups')
    await page.route(
      (url) => url.pathname === GROUPS,
      () => undefined,
    )
    await page.evaluate(() => Object.assign(globalThis, { hurry: true }))
    await refresh(page)
    await messages(page).getByText('The server took too long to answer; please try again').waitFor()
    const limits = await page.evaluate(() => (globalThis as unknown as { limits: number[] }).limits)
    expect(new Set(limits)).toEqual(new Set([60_000]))
  })

  it('[HTTP-05] [ERR-01] that failed is not repeated', async () => {
    const screen = await open()
    const { page } = screen
    await page.clock.install()
    await screen.show('/users/groups', 'User groups')
    await page.waitForLoadState('networkidle')
    await answer(page, GROUPS, { method: 'GET', status: 503 })
    screen.calls.length = 0
    await refresh(page)
    await messages(page).waitFor()
    await page.clock.runFor(25_000)
    expect(screen.calls.filter((call) => pathOf(call) === GROUPS)).toHaveLength(1)
  })

  it('[HTTP-07] [CONST-24] is followed 30 seconds later by a look whether the login still stands; what was typed stays', async () => {
    const screen = await open()
    const { page } = screen
    await page.clock.install()
    await screen.show('/users/groups', 'User groups')
    await page.waitForLoadState('networkidle')
    const search = page.getByRole('searchbox').last()
    await search.fill('night shift')
    await stopClock(page)
    const answered = page.waitForResponse((response) => pathOf(response) === GROUPS)
    await refresh(page)
    await (await answered).finished()
    await endLogins()
    screen.calls.length = 0
    await page.clock.runFor(29_000)
    expect(screen.calls.filter((call) => pathOf(call) === PROFILE)).toEqual([])
    const looked = page.waitForRequest((request) => pathOf(request) === PROFILE)
    await page.clock.runFor(2_000)
    await looked
    await question(page).getByText(LOGIN_REQUIRED).waitFor()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    expect(await search.inputValue()).toBe('night shift')
  })
})

describe('a failure', () => {
  const told: readonly (readonly [status: number, body: object, message: string])[] = [
    [400, { error: 'by error', msg: 'by msg', detail: 'by detail' }, 'by error'],
    [400, { msg: 'by msg', detail: 'by detail' }, 'by msg'],
    [403, { detail: 'by detail' }, 'by detail'],
    [400, {}, 'Bad request, please check again'],
    [403, {}, 'Bad request, no permission for this operation'],
    [409, {}, 'Refreshing, please try again later'],
    [500, {}, 'The server failed; please try again later'],
    [418, {}, 'The request failed with status 418'],
  ]
  it('[ERR-01] [ERR-03] [ERR-04] [ERR-05] [ERR-06] [ERR-12] [ERR-13] [ERR-14] [ERR-15] [ERR-16] is told in red: as the answer words it, else by what its status means', async () => {
    const { page } = await inGroups()
    for (const [status, body, message] of told) {
      const mend = await answer(page, GROUPS, { method: 'GET', status, body })
      await refresh(page)
      await messages(page).waitFor()
      expect(await messages(page).locator('.db-toast-text').allTextContents(), `${status}`).toEqual([message])
      expect(await page.getByRole('alert').getByText(message).first().isVisible()).toBe(true)
      await messages(page).getByRole('button').click()
      await mend()
    }
  })

  it('[ERR-01] [ERR-06] is told in red when there is no answer at all', async () => {
    const { page } = await inGroups()
    await page.route(
      (url) => url.pathname === GROUPS,
      (route) => route.abort('connectionrefused'),
    )
    await refresh(page)
    await messages(page).getByText('The server does not answer; please check the network and try again').waitFor()
    await expectAccessible(page)
  })

  it('[ERR-02] [CONST-23] is shown for 5 seconds', async () => {
    const screen = await open()
    const { page } = screen
    await page.clock.install()
    await screen.show('/users/groups', 'User groups')
    await page.waitForLoadState('networkidle')
    await answer(page, GROUPS, { method: 'GET', status: 409 })
    await stopClock(page)
    await refresh(page)
    await messages(page).waitFor()
    await page.clock.runFor(4_900)
    expect(await messages(page).count()).toBe(1)
    await page.clock.runFor(200)
    expect(await messages(page).count()).toBe(0)
  })

  it('[ERR-07] [ERR-08] [ERR-09] [ERR-11] with 401 asks once to log in again, and leads back afterwards', async () => {
    const { page, ...screen } = await inGroups()
    await endLogins()
    await refresh(page)
    await question(page).getByText(LOGIN_REQUIRED).waitFor()
    await expectAccessible(page)
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await question(page).waitFor({ state: 'detached' })
    // Several calls fail at once; one question comes of it.
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users', exact: true }).click()
    await question(page).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await messages(page).count()).toBe(0)
    await question(page).getByRole('button', { name: 'Re-Login' }).click()
    await toLogin({ page, ...screen })
    expect(new URL(page.url()).searchParams.get('next')).toBe('/ui/users/users')
  })

  it('[ERR-10] of the profile leads to the login at once', async () => {
    const screen = await inGroups()
    await answer(screen.page, PROFILE, { method: 'GET', status: 401 })
    await endLogins()
    await account(screen, 'Profile')
    await toLogin(screen)
  })

  it('of a screen that does not arrive is told in its place, with a way on', async () => {
    const screen = await open()
    const { page } = screen
    const scripts = /\/ui\/built\/.*\.js$/
    await screen.show('/dashboard', 'Dashboard')
    await page.route(scripts, (route) => route.abort())
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await menu.getByRole('button', { name: 'Audits' }).click()
    await menu.getByRole('link', { name: 'Operation logs' }).click()
    await screen.heading('This screen could not be loaded')
    await expectAccessible(page)
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await screen.heading('Dashboard')
    await page.goBack()
    await page.unroute(scripts)
    await page.getByRole('button', { name: 'Retry' }).click()
    await screen.heading('Operation logs')
    expect(screen.complaints.splice(0)).toEqual([expect.stringContaining('Failed to fetch')])
  })

  it('of a screen that breaks is told in its place; the others still work', async () => {
    const screen = await open()
    const { page } = screen
    const mend = await answer(page, GROUPS, { method: 'GET', status: 200, body: { count: 1, results: [null] } })
    await screen.show('/users/groups', 'This screen has failed')
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click()
    await screen.heading('Dashboard')
    await page.goBack()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await screen.heading('User groups')
    expect(screen.complaints.splice(0).length).toBeGreaterThan(0)
  })

  it('of the server at the start is told with a way to try again', async () => {
    const screen = await open()
    const letIn = await answer(screen.page, PROFILE, { status: 502, body: 'bad gateway' })
    await screen.show('/users/groups', 'The console cannot start')
    await screen.page.getByText('The server failed; please try again later').waitFor()
    await expectAccessible(screen.page)
    await letIn()
    await screen.page.getByRole('button', { name: 'Retry' }).click()
    await screen.heading('User groups')
  })
})
