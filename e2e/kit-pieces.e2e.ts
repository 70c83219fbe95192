// Parts of shell and kit that no area uses yet, on screens of their own.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Someone } from '../apps/server/test/kit/world.ts'
import { amend, answer, callsTo, hold, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { makeUpTree, stageRoutes } from './kit/stage.ts'
import { useStand } from './kit/stand.ts'
import { button, dialog, field, settled } from './kit/steps.ts'

const SETTINGS = '/api/v1/settings/public/'
const PROFILE = '/api/v1/users/profile/'
const TICKETS = '/api/v1/tickets/tickets/'
const VERIFY = '/api/v1/authentication/otp/verify/'
const THINGS = '/api/v1/stage/things/'
const WIDE = '/api/v1/stage/wide/'

describe('the kit', () => {
  let admin: Someone
  let screen: Screen
  let page: Page

  const stand = useStand(
    async (world) => {
      await world.license()
      admin = await world.person({ role: 'Admin' })
    },
    { routes: stageRoutes() },
  )
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: admin, at: '/stage', ...visitor })
    page = screen.page
    await makeUpTree(page)
  }
  const pieces = () => screen.show('/', 'Pieces')

  it('[RTALL-06] opens the log of a task in a window of 900 × 600', async () => {
    await pieces()
    const [popup] = await Promise.all([page.waitForEvent('popup'), button(page, 'Open the log').click()])
    await popup.getByRole('heading', { name: 'Task log', level: 1 }).waitFor()
    expect(new URL(popup.url()).pathname).toBe('/stage/ops/celery/task/11111111-1111-7111-8111-111111111111/log/')
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 600])
  })

  it('[MFA-01] [MFA-02] [MFA-03] [MFA-04] [CALL-25] asks for a code of six, sends it, and does not ask again', async () => {
    await amend(page, SETTINGS, ({ data }) => ({
      data: { ...data, SECURITY_VIEW_AUTH_NEED_MFA: true, SECURITY_MFA_VERIFY_TTL: 3600 },
    }))
    const mend = await answer(page, VERIFY, { status: 400, body: { error: 'Code is invalid' } })
    await pieces()
    const secret = button(page, 'Show the secret')
    await secret.click()
    const asking = dialog(page, 'MFA Confirm')
    await field(page, 'MFA code').fill('12345')
    await asking.getByRole('button', { name: 'Confirm' }).click()
    await asking.getByText('MFA Error, please check').waitFor()
    expect(callsTo(screen, 'POST', VERIFY)).toEqual([])
    await expectAccessible(page)
    await field(page, 'MFA code').fill('123456')
    await field(page, 'MFA code').press('Enter')
    await asking.getByText('Code is invalid').waitFor()
    await mend()
    await answer(page, VERIFY, { status: 200, body: {} })
    const verify = nextCall(page, 'POST', VERIFY)
    await field(page, 'MFA code').press('Enter')
    expect((await verify).body).toEqual({ code: '123456' })
    await page.getByText('the secret', { exact: true }).waitFor()
    await secret.click()
    expect(await asking.count()).toBe(0)
    expect(callsTo(screen, 'POST', VERIFY)).toHaveLength(2)
  })

  it('[VALID-09] keeps the last row of a field of rows', async () => {
    await pieces()
    await button(page, 'Delete row 1').click()
    expect(await page.getByRole('group', { name: 'Protocols' }).getByRole('textbox').inputValue()).toBe('two')
    expect(await button(page, 'The last item cannot be deleted').isDisabled()).toBe(true)
    await expectAccessible(page)
  })

  it('[FMT-04] [FMT-05] has switches that are green, and red where they do harm', async () => {
    await pieces()
    const hue = (name: string) =>
      page.getByRole('switch', { name }).evaluate((element) => {
        const [r = 0, g = 0] = getComputedStyle(element).backgroundColor.match(/\d+/g)!.map(Number)
        return g > r ? 'green' : 'red'
      })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([await hue('Good'), await hue('Bad')]).toEqual(['green', 'red'])
    }
    await page.getByRole('switch', { name: 'Bad' }).click()
    await page.getByRole('switch', { name: 'Bad', checked: false }).waitFor()
  })

  it('[HEAD-01] has a banner under the heading that says what a page is for, in both languages', async () => {
    await screen.show('/stage/things', 'Things')
    await settled(page)
    const banner = () => page.locator('.db-banner')
    expect(await banner().textContent()).toBe('What is chosen in the tree narrows the list')
    const [heading, help, table] = await Promise.all(
      [page.getByRole('heading', { level: 1 }), banner(), page.getByRole('table')].map((one) => one.boundingBox()),
    )
    expect(heading!.y + heading!.height).toBeLessThanOrEqual(help!.y)
    expect(help!.y + help!.height).toBeLessThan(table!.y)
    await expectAccessible(page)
    await banner().getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await settled(page)
    expect(await banner().count()).toBe(0)
    await expectAccessible(page)
    await button(page, 'Show the help').click()
    await banner().waitFor()
    await enter({ language: 'zh-hans' })
    await screen.show('/stage/things', '事物')
    expect(await banner().textContent()).toBe('在树中选择，即可缩小列表范围')
  })

  it('[SEARCH-01] [CONST-20] searches what is preset 400 ms after the list is there, and asks for nothing before', async () => {
    const start = new Date('2026-01-01T00:00:00Z')
    await page.clock.install({ time: start })
    await page.clock.pauseAt(new Date(start.getTime() + 60_000))
    await screen.show('/stage/things', 'Things')
    await page.getByText('State: new').waitFor()
    await page.clock.runFor(399)
    expect(callsTo(screen, 'GET', THINGS)).toEqual([])
    const search = nextCall(page, 'GET', THINGS)
    await page.clock.runFor(1)
    expect((await search).query).toMatchObject({ state: 'new', kind: 'small', date_from: expect.any(String) })
  })

  it('asks ahead for what a list will ask, its own query included, and only once', async () => {
    const letGo = await hold(page, PROFILE)
    const early = nextCall(page, 'GET', WIDE)
    await page.goto('/stage/stage/wide')
    await early
    await letGo()
    await screen.heading('Wide')
    await settled(page)
    await page.waitForLoadState('networkidle')
    const rows = callsTo(screen, 'GET', WIDE)
    expect(rows.map(({ query }) => query)).toEqual([
      { kind: 'wide', offset: '0', limit: '15', display: '1', draw: '1' },
    ])
  })

  it('keeps page, size and filters of a list to the tab they were chosen in', async () => {
    await screen.show('/tabs?activeTab=first', 'Tabs')
    await settled(page)
    const query = () => Object.fromEntries(new URL(page.url()).searchParams)
    const search = page.getByRole('combobox', { name: 'Search' })
    const found = nextCall(page, 'GET', THINGS)
    await search.fill('bell')
    await search.press('Enter')
    await found
    const sorted = nextCall(page, 'GET', THINGS)
    await page.getByRole('columnheader', { name: /^Name/ }).getByRole('button').click()
    await sorted
    await expect.poll(query).toEqual({ activeTab: 'first', f: 'search:bell', sort: 'name' })
    const asked = nextCall(page, 'GET', THINGS)
    await page.getByRole('tab', { name: 'second' }).click()
    expect((await asked).query).toEqual({ tab: 'second', offset: '0', limit: '15', display: '1', draw: '1' })
    expect(query()).toEqual({ activeTab: 'second' })
    await page.getByRole('tab', { name: 'first' }).click()
    await page.getByText('bell', { exact: true }).first().waitFor()
    expect(query()).toEqual({ activeTab: 'first', f: 'search:bell', sort: 'name' })
  })

  it('[TOP-07] [CALL-26] [CALL-34] [CONST-11] counts the open tickets that wait for the person, in the top bar', async () => {
    const tickets = (count: number) => answer(page, TICKETS, { status: 200, body: { count, results: [], next: null } })
    await tickets(3)
    await pieces()
    const link = () => page.getByRole('link', { name: /^Tickets/ })
    await link().getByText('3', { exact: true }).waitFor()
    expect(callsTo(screen, 'GET', TICKETS).map(({ query }) => query)).toEqual([
      { assignees__id: admin.id, status: 'open', offset: '0', limit: '15', display: '1', draw: '1' },
    ])
    await expectAccessible(page)
    await link().click()
    await screen.heading('Tickets')
    await enter()
    await tickets(0)
    await pieces()
    await page.waitForLoadState('networkidle')
    expect(await link().textContent()).toBe('Tickets')
  })
})
