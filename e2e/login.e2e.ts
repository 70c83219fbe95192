// What a person does to get in, and out again.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeAt } from '../apps/server/test/kit/browser.ts'
import { linkIn, type Mailbox, openMailbox } from '../apps/server/test/kit/mailbox.ts'
import { openWorld, type World } from '../apps/server/test/kit/world.ts'
import { expectAccessible, openChromium } from './kit/chromium.ts'

describe('a person with a browser', () => {
  let world: World
  let box: Mailbox
  let chromium: Browser
  let context: BrowserContext
  let page: Page
  /** What the browser complained about: blocked scripts and styles, failed loads. */
  let complaints: string[]

  beforeAll(async () => {
    box = await openMailbox()
    world = await openWorld({
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(box.port),
      EMAIL_FROM: 'bastion@example.com',
    })
    chromium = await openChromium()
  })
  afterAll(async () => {
    await chromium.close()
    await world.close()
    await box.close()
  })
  beforeEach(async () => {
    context = await chromium.newContext({ baseURL: world.url, locale: 'en-US' })
    await context.addCookies([{ name: 'django_language', value: 'en', url: world.url }])
    page = await context.newPage()
    complaints = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
  })
  afterEach(() => context.close())

  const fill = async (username: string, password: string) => {
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  const inside = (name?: string) => page.getByRole('button', { name: `Account menu: ${name ?? ''}` }).waitFor()
  /** Through the console to the page of the own account. */
  const account = async () => {
    await inside()
    await page.goto('/core/auth/profile/')
    await heading('My account')
  }
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
  const secretShown = async () => (await page.locator('.secret code').textContent())!.replaceAll(' ', '')
  const code = (secret: string) => codeAt(secret, world.clock.now())

  it('[GUARD-06] [TOP-17] [ROUTE-18] logs in, sees the console and the own account, and logs out', async () => {
    const { username, password } = await world.person({ name: 'Ann Example' })
    await page.goto('/ui/')
    await page.waitForURL('**/core/auth/login/')
    await expectAccessible(page)
    await fill(username, password)
    await inside('Ann Example')
    expect(new URL(page.url()).pathname).toMatch(/^\/ui\//)
    await expectAccessible(page)
    const cookies = await context.cookies()
    expect(cookies.find(({ name }) => name === 'sessionid')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      expires: -1,
    })
    expect(await page.evaluate(() => document.cookie)).toMatch(/csrftoken=/)
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/sessionid/)
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL('**/core/auth/login/**')
    expect(await page.evaluate(() => document.cookie)).not.toContain(
      cookies.find(({ name }) => name === 'csrftoken')!.value,
    )
    await page.goto('/ui/')
    await page.waitForURL('**/core/auth/login/')
    // The form has set its token by now, and only the profile tells that nobody is logged in.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
  })

  it('is told in either language that the password is wrong, and need not type the name again', async () => {
    const { username } = await world.person()
    await page.goto('/core/auth/login/')
    await fill(username, 'wrong')
    await page.getByRole('alert').getByText('Wrong username or password.').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe(username)
    await expectAccessible(page)
    await page.getByRole('link', { name: '中文' }).click()
    await page.getByLabel('用户名').fill(username)
    await page.getByLabel('密码', { exact: true }).fill('错误')
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByRole('alert').getByText('用户名或密码不正确。').waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans')
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })

  it('links an authenticator, logs in with a code, changes it and gives it up', async () => {
    const { username, password } = await world.person()
    await page.goto('/core/auth/login/')
    await fill(username, password)
    await account()
    await page.getByRole('link', { name: 'Enable' }).click()
    await heading('Enable MFA')
    await expectAccessible(page)
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await heading('Install an authenticator')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Installed, continue' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await expectAccessible(page)
    const first = await secretShown()
    await page.getByLabel('6-digit code').fill(code(first))
    await heading('MFA is enabled')
    await expectAccessible(page)

    world.clock.advance(30)
    await page.getByRole('link', { name: 'Go to login' }).click()
    await fill(username, password)
    await heading('Multi-factor authentication')
    await expectAccessible(page)
    await page.getByLabel('6-digit code').fill('000000')
    await page.getByRole('alert').waitFor()
    await expectAccessible(page)
    await page.getByLabel('6-digit code').fill(code(first))
    await account()

    world.clock.advance(30)
    await page.getByRole('link', { name: 'Change' }).click()
    await heading('Change the authenticator')
    await expectAccessible(page)
    await page.getByLabel('6-digit code').fill(code(first))
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const second = await secretShown()
    expect(second).not.toBe(first)
    await page.getByLabel('6-digit code').fill(code(second))
    await heading('Authenticator changed')

    world.clock.advance(30)
    await page.getByRole('link', { name: 'Go to login' }).click()
    await fill(username, password)
    await page.getByLabel('6-digit code').fill(code(second))
    await account()
    world.clock.advance(30)
    await page.getByRole('link', { name: 'Disable' }).click()
    await heading('Disable MFA')
    await expectAccessible(page)
    await page.getByLabel('6-digit code').fill(code(second))
    await page.getByRole('button', { name: 'Disable MFA' }).click()
    await heading('MFA is disabled')
    expect(complaints).toEqual([])
  })

  it('is led to an authenticator first where an administrator demands one', async () => {
    const { username, password } = await world.person({ mfaLevel: 2 })
    await page.goto('/core/auth/login/')
    await fill(username, password)
    await heading('Install an authenticator')
    await page.goto('/ui/')
    await page.waitForURL('**/core/auth/login/')
    await page.goto('/core/auth/login/guard/')
    await page.getByRole('link', { name: 'Installed, continue' }).click()
    const secret = await secretShown()
    await page.getByLabel('6-digit code').fill(code(secret))
    await heading('MFA is enabled')
    world.clock.advance(30)
    await page.getByRole('link', { name: 'Go to login' }).click()
    await fill(username, password)
    await page.getByLabel('6-digit code').fill(code(secret))
    await account()
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
  })

  it('forgets the password, gets a letter, sets a new one and comes in with it', async () => {
    const { username } = await world.person()
    const email = `${username}@example.com`
    await page.goto('/core/auth/login/')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await heading('Forgot your password?')
    await expectAccessible(page)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await heading('Check your mail')
    await expectAccessible(page)
    const letter = await box.next(email)
    expect(letter.subject).toContain('Reset your password')

    await page.goto(linkIn(letter))
    await heading('Set a new password')
    await expectAccessible(page)
    await page.getByLabel('New password', { exact: true }).fill('Another-horse-8')
    await page.getByLabel('Repeat the new password').fill('Another-horse-8')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await heading('Password changed')
    expect(page.url()).not.toContain('token')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to login' }).click()
    await fill(username, 'Another-horse-8')
    await account()
    await page.goto(linkIn(letter)).catch(() => undefined)
    await page.getByText('This link is invalid or expired.').waitFor()
    await expectAccessible(page)
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('changes a password that is past its term on the way in', async () => {
    const { username, password, id } = await world.person()
    await world.server.services.database.db
      .updateTable('users_users')
      .set({ date_password_last_updated: new Date(0) })
      .where('id', '=', id)
      .execute()
    await page.goto('/core/auth/login/')
    await fill(username, password)
    await heading('Password expired')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Set a new password' }).click()
    await page.getByLabel('New password', { exact: true }).fill('Another-horse-8')
    await page.getByLabel('Repeat the new password').fill('Another-horse-8')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await heading('Password changed')
    expect(complaints).toEqual([])
  })

  it('makes an SSH key, shows the password once more, and meets a page that is not there', async () => {
    const { username, password } = await world.person()
    await page.goto('/core/auth/login/')
    await fill(username, password)
    await account()
    await page.goto('/core/auth/profile/pubkey/generate/')
    await heading('SSH key')
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Generate' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${username}.pem`)
    await page.goto('/core/auth/password/verify/?next=%2Fui%2F')
    await heading('Confirm your password')
    await expectAccessible(page)
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await account()
    expect(complaints).toEqual([])
    await page.goto('/no/such/page')
    await heading('Page not found')
    await expectAccessible(page)
    await page.goto('/core/auth/password/too-simple-flash-msg/')
    await expectAccessible(page)
  })

  it('comes in without scripts too', async () => {
    const { username, password } = await world.person()
    const plain = await chromium.newContext({ baseURL: world.url, locale: 'en-US', javaScriptEnabled: false })
    page = await plain.newPage()
    await page.goto('/ui/')
    await fill(username, password)
    await heading('My account')
    await page.getByRole('link', { name: 'Log out' }).click()
    await page.waitForURL('**/core/auth/login/')
    await plain.close()
  })
})
