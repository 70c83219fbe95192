// Login rules in the console: of assets on pages of their own, of users on the page of the user.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Someone, World } from '../apps/server/test/kit/world.ts'
import { nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { anew, button, field as fieldOf, row, settled } from './kit/steps.ts'

const ASSET_RULES = '/api/v1/acls/login-asset-acls/'
const USER_RULES = '/api/v1/acls/login-acls/'

describe('login rules in the console', () => {
  let world: World
  let admin: Someone
  let screen: Screen
  let page: Page

  const stand = useStand(async (opened) => {
    world = opened
    await world.license()
    admin = await world.person({ name: 'Ada Admin', username: 'ada', role: 'Admin' })
    await world.person({ name: 'Rex Reviewer', username: 'rex' })
  })
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: admin, ...visitor })
    page = screen.page
  }
  const field = (name: string) => fieldOf(page, name)
  const submit = () => button(page, 'Submit').click()
  const fact = (name: string) =>
    page
      .locator('dt')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd[1]')

  it('[RTACL-02] [RTACL-03] [RTACL-04] [RTACL-05] [PROD-10] [ACL-01] of assets are created, shown and updated', async () => {
    await screen.show('/acl', 'Asset login rules')
    await settled(page)
    await button(page, 'Create').first().click()
    await screen.heading('Create asset login rule')
    expect(await field('Usernames').inputValue()).toBe('*')
    expect(await field('Priority').inputValue()).toBe('50')
    const name = anew('Nights')
    await field('Name').fill(name)
    await field('Usernames').fill('root， deploy,')
    await field('Asset IPs').fill('10.0.0.0/8, db.example.com')
    await submit()
    await page.getByText('This field is required').first().waitFor()
    const reviewers = page.getByRole('combobox', { name: 'Reviewers' })
    await reviewers.fill('rex')
    await page.getByRole('option', { name: /Rex Reviewer/ }).click()
    await expectAccessible(page)
    const create = nextCall(page, 'POST', ASSET_RULES)
    await submit()
    expect((await create).body).toMatchObject({
      name,
      priority: 50,
      users: { username_group: ['root', 'deploy'] },
      assets: { hostname_group: ['*'], ip_group: ['10.0.0.0/8', 'db.example.com'] },
      system_users: { name_group: ['*'], username_group: ['*'], protocol_group: ['*'] },
      action: 'login_confirm',
      reviewers: [expect.any(String)],
    })
    await screen.heading('Asset login rules')
    const line = row(page, name)
    for (const text of ['root, deploy', '10.0.0.0/8, db.example.com', 'Login confirm'])
      await line.getByText(text, { exact: true }).waitFor()
    await settled(page)
    await expectAccessible(page)
    await line.getByRole('link', { name }).click()
    await screen.heading(`Asset login rule: ${name}`)
    for (const [label, value] of [
      ['Usernames', 'rootdeploy'],
      ['System user protocols', '*'],
      ['Action', 'Login confirm'],
      ['Priority', '50'],
      ['Created by', 'Ada Admin'],
    ] as const)
      expect(await fact(label).textContent(), label).toBe(value)
    await fact('Date created').getByRole('time').or(fact('Date created').locator('time')).waitFor()

    await button(page, 'Update').click()
    await screen.heading('Update asset login rule')
    const id = new URL(page.url()).pathname.split('/').at(-2)!
    // Who is refused waits for nobody.
    await page.getByRole('radio', { name: 'Reject' }).check()
    await reviewers.waitFor({ state: 'detached' })
    await field('Priority').fill('100')
    const update = nextCall(page, 'PUT', `${ASSET_RULES}${id}/`)
    await submit()
    expect((await update).body).toMatchObject({ action: 'reject', priority: 100 })
    await screen.heading('Asset login rules')
    await row(page, name).getByText('Reject').waitFor()
  })

  it('[RTUSER-10] [RTUSER-11] [RTUSER-12] [RTUSER-13] [RTUSER-14] of users stand on the page of the user, and on their own', async () => {
    const ann = await world.person({ name: 'Ann User' })
    await screen.show(`/users/users/${ann.id}?activeTab=UserAclList`, 'User: Ann User')
    await settled(page)
    await button(page, 'Create').first().click()
    await screen.heading('Create user login rule')
    expect(new URL(page.url()).searchParams.get('user')).toBe(ann.id)
    const whose = page.getByRole('combobox', { name: 'User', exact: true })
    await expect.poll(() => whose.inputValue()).toBe(`Ann User(${ann.username})`)
    expect(await whose.isDisabled()).toBe(true)
    const name = anew('Office')
    await field('Name').fill(name)
    await field('IP group').fill('10.0.0.0/8, nonsense')
    await page.getByRole('radio', { name: 'Allow' }).check()
    await submit()
    await page
      .getByText(/IP address invalid: nonsense/)
      .first()
      .waitFor()
    await field('IP group').fill('10.0.0.0/8')
    await expectAccessible(page)
    const create = nextCall(page, 'POST', USER_RULES)
    await submit()
    const sent = await create
    expect(sent.query).toEqual({ user: ann.id })
    expect(sent.body).toMatchObject({ name, user: ann.id, ip_group: ['10.0.0.0/8'], action: 'allow', priority: 50 })
    await screen.heading('User: Ann User')
    await page.getByRole('tab', { name: 'User login rules', selected: true }).waitFor()
    await row(page, name).getByText('Allow').waitFor()
    await settled(page)
    await expectAccessible(page)

    const read = nextCall(page, 'GET', USER_RULES)
    await screen.show('/users/user-acl', 'User login rules')
    await page.getByText('Login rules belong to users').waitFor()
    await page.getByRole('combobox', { name: 'User' }).fill(ann.username)
    await page.getByRole('option', { name: /Ann User/ }).click()
    expect((await read).query).toMatchObject({ user: ann.id })
    await settled(page)
    await expectAccessible(page)
    await row(page, name).getByRole('link', { name }).click()
    await screen.heading(`User login rule: ${name}`)
    expect(await fact('User').textContent()).toBe('Ann User')
    expect(await fact('Action').textContent()).toBe('Allow')
    await button(page, 'Update').click()
    await screen.heading('Update user login rule')
    await field('Priority').fill('7')
    await submit()
    await screen.heading('User: Ann User')
    await row(page, name).getByText('7', { exact: true }).waitFor()
    await row(page, name)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row(page, name).waitFor({ state: 'detached' })
  })
})
