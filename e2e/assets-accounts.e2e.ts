// Accounts of assets in the console: who may look at their secrets, how they change, and where they come from.
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeAt } from '../apps/server/test/kit/browser.ts'
import { anAdminUser, anAsset, aSystemUser } from '../apps/server/test/kit/inventory.ts'
import type { Someone, World } from '../apps/server/test/kit/world.ts'
import { answering, callsTo, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { button, dialog, field as fieldOf, settled, told } from './kit/steps.ts'

const ACCOUNTS = '/api/v1/assets/asset-users/'
const SECRETS = '/api/v1/assets/asset-user-auth-infos/'
const VERIFY = '/api/v1/authentication/otp/verify/'
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const PASSWORD = 'of-the-book-1'

describe('accounts of assets in the console', () => {
  let world: World
  let admin: Someone
  let screen: Screen
  let page: Page
  let asset: any
  let root: any

  const stand = useStand(async (opened) => {
    world = opened
    admin = await world.person({ name: 'Ada Admin', role: 'Admin' })
    const { database, secrets } = world.server.services
    await database.db
      .updateTable('users_users')
      .set({ otp_secret: secrets.seal(SECRET, 'users_users.otp_secret'), mfa_level: 1 })
      .where('id', '=', admin.id)
      .execute()
    root = await anAdminUser(admin.api, { name: 'root of web', password: 'of-the-admin-user' })
    asset = await anAsset(admin.api, { hostname: 'web-01', ip: '10.1.1.10', admin_user: root.id })
    await admin.api.post('assets/asset-users/', { asset: asset.id, username: 'deploy', password: PASSWORD })
  })
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: admin, ...visitor })
    page = screen.page
  }
  const show = async () => {
    await screen.show(`/assets/assets/${asset.id}?activeTab=AssetUserList`, 'Asset: web-01(10.1.1.10)')
    await settled(page)
  }
  const account = (username: string) => page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) })
  const act = async (username: string, entry: string) => {
    await account(username).getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const view = (username: string) => account(username).getByRole('button', { name: /^View/ }).click()
  const question = () => dialog(page, 'MFA Confirm')
  const secrets = () => dialog(page, 'View account')
  const code = () => codeAt(SECRET, world.clock.now())
  const fact = (name: string) =>
    secrets()
      .locator('dt')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd[1]')

  it('[AUSER-01] [PROD-05] [CALL-24] [AUSER-06] are listed with their source and version, and tested', async () => {
    await show()
    expect(callsTo(screen, 'GET', ACCOUNTS)[0]!.query).toMatchObject({ asset_id: asset.id, latest: '1' })
    const heads = await page.locator('thead th .db-th-text').allTextContents()
    expect(heads).toEqual(['Hostname', 'IP', 'Username', 'Version', 'Source', 'Date joined', 'Actions'])
    await account('deploy').getByText('Account book').waitFor()
    await account('root').getByText('Admin user').waitFor()
    await expectAccessible(page)
    const { id } = (await admin.api.get(`assets/asset-users/?asset_id=${asset.id}&username=deploy&latest=1`)).body[0]
    const opened = page.waitForEvent('popup')
    const started = nextCall(page, 'POST', `${ACCOUNTS}tasks/`)
    await act('deploy', 'Test')
    expect(await started).toMatchObject({ query: { id }, body: { action: 'test' } })
    const popup = await opened
    await popup.getByRole('log').getByText('1 asset user').waitFor()
    await popup.close()
    const all = page.waitForEvent('popup')
    const every = nextCall(page, 'POST', `${ACCOUNTS}tasks/`)
    await page.getByRole('button', { name: /^Test assets connective/ }).click()
    expect((await every).query).toEqual({ asset_id: asset.id, latest: '1' })
    await (await all).close()
  })

  it('[MFA-06] [MFA-08] [AUSER-02] [AUSER-05] [CALL-21] show their secrets to whoever shows a second factor, for as long as it counts', async () => {
    await show()
    await view('deploy')
    await question().getByText('MFA required for security').waitFor()
    await expectAccessible(page)
    expect(callsTo(screen, 'GET', SECRETS)).toEqual([])
    await question()
      .getByLabel(/^MFA code/)
      .fill('12345')
    await question().getByRole('button', { name: 'Confirm' }).click()
    await question().getByText('MFA Error, please check').waitFor()
    expect(callsTo(screen, 'POST', VERIFY)).toEqual([])
    world.clock.advance(60)
    await question()
      .getByLabel(/^MFA code/)
      .fill(code())
    const verified = nextCall(page, 'POST', VERIFY)
    await question().getByRole('button', { name: 'Confirm' }).click()
    expect((await verified).body).toEqual({ code: expect.stringMatching(/^\d{6}$/) })
    await secrets().waitFor()
    expect(await fact('Hostname').textContent()).toBe('web-01')
    expect(await fact('Username').textContent()).toContain('deploy')
    expect(await secrets().textContent()).not.toContain(PASSWORD)
    await secrets().getByRole('button', { name: 'Show Password' }).click()
    await secrets().getByText(PASSWORD).waitFor()
    await secrets()
      .getByText(/^Hides in \d+ s$/)
      .waitFor()
    await expectAccessible(page)
    await secrets().getByRole('button', { name: 'Hide Password' }).click()
    expect(await secrets().textContent()).not.toContain(PASSWORD)
    await page.keyboard.press('Escape')
    await secrets().waitFor({ state: 'detached' })

    await view('root')
    await secrets().waitFor()
    expect(callsTo(screen, 'POST', VERIFY)).toHaveLength(1)
    await page.keyboard.press('Escape')
    const { SECURITY_MFA_VERIFY_TTL: ttl } = (await admin.api.get('settings/public/')).body.data
    await page.clock.setFixedTime(Date.now() + (ttl + 1) * 1000)
    await view('root')
    await question().waitFor()
    await question().getByRole('button', { name: 'Cancel' }).click()
    await question().waitFor({ state: 'detached' })
    expect(await secrets().count()).toBe(0)
  })

  it('[AUSER-05] ask again when the server does not take the second factor any more', async () => {
    await show()
    // The browser still counts what the server has forgotten.
    await view('deploy')
    world.clock.advance(60)
    await question()
      .getByLabel(/^MFA code/)
      .fill(code())
    await question().getByRole('button', { name: 'Confirm' }).click()
    await secrets().waitFor()
    await page.keyboard.press('Escape')
    const { id } = (await admin.api.get(`assets/asset-users/?asset_id=${asset.id}&username=deploy&latest=1`)).body[0]
    await answering(page, `${SECRETS}${id}/`, { status: 403, body: { detail: 'Verify with MFA' } }, async () => {
      await view('deploy')
      await question().waitFor()
    })
    world.clock.advance(60)
    await question()
      .getByLabel(/^MFA code/)
      .fill(code())
    await question().getByRole('button', { name: 'Confirm' }).click()
    await secrets().getByRole('button', { name: 'Show Password' }).waitFor()
  })

  it('[AUSER-03] [AUSER-04] [CALL-22] [CALL-23] [ERR-17] [ERR-18] [ERR-19] [ERR-20] get another password as a new version; older ones can be deleted', async () => {
    await admin.api.post('assets/asset-users/', { asset: asset.id, username: 'change', password: 'first' })
    await show()
    await act('change', 'Update')
    const form = dialog(page, 'Update asset user auth')
    await form.getByRole('button', { name: 'Confirm' }).click()
    await form.getByText('Enter a password or choose a key file').waitFor()
    expect(callsTo(screen, 'POST', ACCOUNTS)).toEqual([])
    await form.getByLabel('Password', { exact: true }).fill('second')
    await expectAccessible(page)
    await answering(page, ACCOUNTS, { method: 'POST', status: 400, body: { error: 'Not now' } }, async () => {
      await form.getByRole('button', { name: 'Confirm' }).click()
      await told(page, 'Update failed: Not now')
    })
    const update = nextCall(page, 'POST', ACCOUNTS)
    await form.getByRole('button', { name: 'Confirm' }).click()
    expect((await update).body).toEqual({ asset: asset.id, username: 'change', password: 'second' })
    await told(page, 'Update success')
    await account('change').getByText('2', { exact: true }).waitFor()
    await act('change', 'Delete')
    await dialog(page, 'Info').getByText('Are you sure to delete "change@web-01" ?').waitFor()
    await dialog(page, 'Info').getByRole('button', { name: 'Delete' }).click()
    await told(page, 'Delete failed: Latest version could not be delete')
    await dialog(page, 'Info').getByRole('button', { name: 'Cancel' }).click()

    // Tags of the search take the place of what the screen asks for itself.
    await page.getByRole('combobox', { name: /Search/ }).click()
    await page.getByRole('option', { name: 'Only latest version' }).click()
    await page.getByRole('option', { name: 'No', exact: true }).click()
    const old = account('change').filter({ has: page.getByText('1', { exact: true }) })
    await old.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await dialog(page, 'Info').getByRole('button', { name: 'Delete' }).click()
    await told(page, 'Delete success')
    await old.waitFor({ state: 'detached' })
  })

  it('[RTASSET-16] [RTASSET-20] are those of an admin user and of a system user, on the pages of these', async () => {
    const web = await aSystemUser(admin.api, { name: 'web', username: 'www', auto_push: true })
    await screen.show(`/assets/system-users/${web.id}?activeTab=AssetList`, 'System user: web')
    await settled(page)
    const adding = page.getByRole('region', { name: 'Add asset' })
    const yOf = async (one: Locator) => (await one.boundingBox())!.y
    const browse = await yOf(adding.getByRole('button', { name: 'Browse' }))
    // In the narrow card the choice has a line of its own, and the buttons share the next.
    expect(await yOf(adding.getByRole('combobox'))).toBeLessThan(browse)
    expect(await yOf(adding.getByRole('button', { name: 'Add', exact: true }))).toBe(browse)
    await adding.getByRole('button', { name: 'Browse' }).click()
    const picker = dialog(page, 'Assets')
    await picker.getByRole('checkbox', { name: 'Select web-01' }).check()
    await picker.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('web-01(10.1.1.10)').waitFor()
    const add = nextCall(page, 'POST', '/api/v1/assets/system-users-assets-relations/')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    expect((await add).body).toEqual([{ asset: asset.id, systemuser: web.id }])
    await told(page, 'Add success')
    const opened = page.waitForEvent('popup')
    const push = nextCall(page, 'POST', `/api/v1/assets/system-users/${web.id}/tasks/`)
    await page.getByRole('row').getByRole('button', { name: /^Push/ }).click()
    expect((await push).body).toEqual({ action: 'push', assets: [asset.id] })
    await (await opened).close()
    await expectAccessible(page)
    const listed = nextCall(page, 'GET', ACCOUNTS)
    await page.getByRole('tab', { name: 'Account list' }).click()
    expect((await listed).query).toMatchObject({ prefer: 'system_user', prefer_id: web.id, latest: '1' })
    await account('www').getByRole('link', { name: 'web-01' }).waitFor()

    await screen.show(`/assets/admin-users/${root.id}?activeTab=AssetList`, 'Admin user: root of web')
    await page.getByRole('link', { name: 'web-01' }).waitFor()
    const nodes = page.getByRole('combobox', { name: 'Replace node assets admin user with this' })
    await nodes.click()
    await page.getByRole('option', { name: '/Default' }).first().click()
    await nodes.press('Escape')
    const replace = nextCall(page, 'PATCH', `/api/v1/assets/admin-users/${root.id}/nodes/`)
    await button(page, 'Add').click()
    expect((await replace).body).toEqual({ nodes: [expect.any(String)] })
    await told(page, 'Add success')
    const connective = nextCall(page, 'GET', `/api/v1/assets/admin-users/${root.id}/connective/`)
    const log = page.waitForEvent('popup')
    await page.getByRole('button', { name: /^Test assets connective/ }).click()
    await connective
    await (await log).close()
    await page.getByRole('tab', { name: 'Account list' }).click()
    await account('root').waitFor()
    expect(callsTo(screen, 'GET', ACCOUNTS).at(-1)!.query).toMatchObject({ prefer: 'admin_user', prefer_id: root.id })
    expect(await fieldOf(page, 'Password').count()).toBe(0)
  })
})

describe('where no second factor is asked for', () => {
  let admin: Someone
  let asset: any
  const stand = useStand(
    async ({ person }) => {
      admin = await person({ role: 'Admin' })
      asset = await anAsset(admin.api, { hostname: 'open', ip: '10.1.1.11' })
      await admin.api.post('assets/asset-users/', { asset: asset.id, username: 'deploy', password: PASSWORD })
    },
    { env: { SECURITY_VIEW_AUTH_NEED_MFA: 'false' } },
  )

  it('[MFA-07] secrets are shown at once', async () => {
    const screen = await stand.open({ as: admin })
    const { page } = screen
    await screen.show(`/assets/assets/${asset.id}?activeTab=AssetUserList`, 'Asset: open(10.1.1.11)')
    await page.getByRole('button', { name: /^View/ }).click()
    await dialog(page, 'View account').getByRole('button', { name: 'Show Password' }).click()
    await dialog(page, 'View account').getByText(PASSWORD).waitFor()
    expect(callsTo(screen, 'POST', VERIFY)).toEqual([])
  })
})
