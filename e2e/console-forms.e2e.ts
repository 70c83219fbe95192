// Forms and detail pages of the console, and the forms of the settings: drawn from metadata, checked, sent, refused, left.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueLicence, licenceKeys } from '../apps/server/src/platform/licence.ts'
import { type Mailbox, openMailbox } from '../apps/server/test/kit/mailbox.ts'
import { DEFAULT_ORG, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { answer, answering, callsTo, hold, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { button, dialog, field as fieldOf, problemOf as problemUnder, row, settled, told } from './kit/steps.ts'

const GROUPS = '/api/v1/users/groups/'
const USERS = '/api/v1/users/users/'
const SETTING = '/api/v1/settings/setting/'
const REQUIRED = 'This field is required'

describe('a form of the console', () => {
  let world: World
  let admin: Someone
  let box: Mailbox
  let screen: Screen
  let page: Page

  beforeAll(async () => {
    box = await openMailbox()
  })
  afterAll(() => box.close())
  const stand = useStand(async (opened) => {
    world = opened
    admin = await world.person({ name: 'Ada Admin', role: 'Admin' })
    for (let i = 0; i < 24; i++) await world.person({ name: `Person ${String(i).padStart(2, '0')}` })
  })
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: admin, ...visitor })
    page = screen.page
  }
  const field = (name: string) => fieldOf(page, name)
  const problemOf = (name: string) => problemUnder(page, name)
  const submit = () => button(page, 'Submit').click()
  const newGroup = () => screen.show('/users/groups/create', 'Create user group')
  const aGroup = async (name: string, more: object = {}): Promise<{ id: string }> => {
    await without(name)
    return (await admin.api.post('users/groups/', { name, ...more })).body
  }
  /** What an earlier try has left behind. */
  const without = async (name: string) => {
    const { body } = await admin.api.get(`users/groups/?name=${encodeURIComponent(name)}`)
    for (const { id } of body) await admin.api.delete(`users/groups/${id}/`)
  }
  /** The server tells other things of the fields of a form than it does. */
  const tellOtherwise = (path: string, change: (fields: Record<string, any>) => void) =>
    page.route(
      (url) => url.pathname === path,
      async (route) => {
        if (route.request().method() !== 'OPTIONS') return route.fallback()
        const response = await route.fetch()
        const body = await response.json()
        change(body.actions.POST ?? {})
        await route.fulfill({ response, json: body })
      },
    )

  describe('that creates', () => {
    it('of what somebody else has changed meanwhile asks before it takes their changes away', async () => {
      const { id } = await aGroup('Shared')
      await screen.show(`/users/groups/${id}/update`, 'Update user group')
      await field('Comment').fill('mine')
      await admin.api.patch(`users/groups/${id}/`, { comment: 'theirs' })
      await submit()
      const question = dialog(page, 'Info')
      await question.getByText(/Somebody else has changed this/).waitFor()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Cancel' }).click()
      expect(await field('Comment').inputValue()).toBe('mine')
      expect((await admin.api.get(`users/groups/${id}/`)).body.comment).toBe('theirs')
      await submit()
      await question.getByRole('button', { name: 'Save anyway' }).click()
      await screen.heading('User groups')
      expect((await admin.api.get(`users/groups/${id}/`)).body.comment).toBe('mine')
    })

    it('[RTUSER-07] [FORM-01] [FORM-03] [FORM-05] [FORM-08] [FORM-11] [FORM-12] [FORM-13] [FORM-15] [FORM-20] [META-01] [META-02] [GCALL-11] checks first, then posts what was typed, trimmed, and leads to the list', async () => {
      await newGroup()
      await expectAccessible(page)
      await field('Comment').focus()
      expect(await problemOf('Name').count()).toBe(0)
      await field('Name').focus()
      await field('Comment').focus()
      await problemOf('Name').getByText(REQUIRED).waitFor()
      await submit()
      await page.getByText('One thing needs to be corrected').waitFor()
      expect(await field('Name').evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await field('Name').getAttribute('aria-invalid')).toBe('true')
      await expectAccessible(page)
      expect(callsTo(screen, 'POST', GROUPS)).toEqual([])
      expect(await button(page, 'Reset').count()).toBe(0)
      expect(await button(page, 'Save and add another').isVisible()).toBe(true)
      await field('Name').fill('   Night shift  ')
      await field('Comment').fill(' at sea ')
      expect(await field('Name').inputValue()).toBe('Night shift')
      const call = nextCall(page, 'POST', GROUPS)
      await submit()
      expect((await call).body).toEqual({ name: 'Night shift', comment: 'at sea' })
      await screen.heading('User groups')
      await told(page, 'Create success')
      const link = page.locator('.db-toast').getByRole('link', { name: 'Night shift' })
      expect(await link.getAttribute('href')).toMatch(/^\/ui\/users\/groups\/[0-9a-f-]{36}$/)
      await link.click()
      await screen.heading('User group: Night shift')
    })

    it('[FORM-07] [CONST-27] [FORM-10] shows that it is under way, and leaves 100 ms after it is saved', async () => {
      await page.clock.install()
      await newGroup()
      await field('Name').fill('Day shift')
      const letGo = await hold(page, GROUPS)
      await submit()
      const sending = page.locator('.db-form-footer button[type=submit]')
      await page.locator('form[aria-busy=true]').waitFor()
      expect(await sending.getAttribute('aria-busy')).toBe('true')
      await sending.click({ force: true })
      await page.clock.pauseAt(new Date(Date.now() + 5_000))
      await letGo()
      await told(page, 'Create success')
      await page.clock.runFor(99)
      expect(new URL(page.url()).pathname).toBe('/ui/users/groups/create')
      await page.clock.runFor(1)
      await page.waitForURL('**/ui/users/groups')
      expect(callsTo(screen, 'POST', GROUPS)).toHaveLength(1)
    })

    it('[FORM-04] stays for another one', async () => {
      await newGroup()
      await field('Name').fill('First of two')
      const first = nextCall(page, 'POST', GROUPS)
      await button(page, 'Save and add another').click()
      await first
      await told(page, 'Create success, you may add another')
      expect(await field('Name').inputValue()).toBe('First of two')
      await field('Name').fill('Second of two')
      const second = nextCall(page, 'POST', GROUPS)
      await submit()
      expect((await second).body.name).toBe('Second of two')
      await screen.heading('User groups')
    })

    it('[FORM-16] [FORM-17] [FORM-18] [FORM-19] puts what the server refuses beside its field, and keeps what was typed', async () => {
      await aGroup('Taken')
      await newGroup()
      await field('Name').fill('Taken')
      await submit()
      await problemOf('Name').waitFor()
      expect(await problemOf('Name').textContent()).toContain('unique')
      await expectAccessible(page)
      const body = { name: ['Too short', 'Too plain'], users: { 0: ['Nobody'] }, other: ['Not of this form'] }
      await answering(page, GROUPS, { method: 'POST', status: 400, body }, async () => {
        await submit()
        await problemOf('Name').getByText('Too short;Too plain').waitFor()
        await page.locator('.db-field').filter({ hasText: 'Users' }).getByText('0: Nobody').waitFor()
        await page.getByText('other: Not of this form').waitFor()
      })
      await answering(page, GROUPS, { method: 'POST', status: 500, body: { error: 'Out of order' } }, async () => {
        await submit()
        await told(page, 'Out of order')
      })
      expect(await page.getByText('Out of order').count()).toBe(1)
      expect(await field('Name').inputValue()).toBe('Taken')
      expect(new URL(page.url()).pathname).toBe('/ui/users/groups/create')
    })

    it('[FORM-14] [GCALL-13] starts from the object that is cloned', async () => {
      const { id } = await aGroup('Model', { comment: 'to be copied' })
      await screen.show(`/users/groups/create?clone_from=${id}`, 'Create user group')
      await field('Name').waitFor()
      expect(callsTo(screen, 'GET', `${GROUPS}${id}/`)).toHaveLength(1)
      expect(await field('Name').inputValue()).toBe('Clone from Model')
      expect(await field('Comment').inputValue()).toBe('to be copied')
      const call = nextCall(page, 'POST', GROUPS)
      await submit()
      expect((await call).body).toMatchObject({ name: 'Clone from Model', comment: 'to be copied' })
      await screen.heading('User groups')
    })

    it('[META-03] [META-04] [META-05] [META-06] [META-10] [META-11] [CONST-21] draws a field by what the server tells of it', async () => {
      const choices = ['a', 'b', 'c', 'd', 'e'].map((value) => ({ value, display_name: `Choice ${value}` }))
      const told: Record<string, (field: any) => void> = {
        textarea: (name) => delete name.max_length,
        password: (name) => {
          delete name.max_length
          name.write_only = true
        },
        radios: (name) => Object.assign(name, { type: 'choice', choices: choices.slice(0, 4), default: 'b' }),
        select: (name) => Object.assign(name, { type: 'choice', choices, default: 'c' }),
      }
      const drawn = async (as: keyof typeof told) => {
        await enter()
        await tellOtherwise(GROUPS, (fields) => told[as]!(fields.name))
        await newGroup()
        await button(page, 'Submit').waitFor()
      }
      await drawn('textarea')
      expect(await field('Name').evaluate((one) => [one.tagName, (one as HTMLTextAreaElement).rows])).toEqual([
        'TEXTAREA',
        3,
      ])
      await drawn('password')
      expect(await field('Name').getAttribute('type')).toBe('password')
      await drawn('radios')
      const radios = page.getByRole('radiogroup', { name: 'Name' }).getByRole('radio')
      expect(await radios.count()).toBe(4)
      expect(await page.getByRole('radio', { name: 'Choice b' }).isChecked()).toBe(true)
      await expectAccessible(page)
      await drawn('select')
      const select = page.getByRole('combobox', { name: 'Name' })
      expect(await select.inputValue()).toBe('Choice c')
      await select.fill('e')
      await page.getByRole('option', { name: 'Choice e' }).waitFor()
      expect(await page.getByRole('option').allTextContents()).toEqual(
        expect.arrayContaining([expect.stringContaining('Choice e')]),
      )
      await expectAccessible(page)
      await select.press('ArrowDown')
      await select.press('Escape')
    })

    it('[RTUSER-03] [META-07] [META-08] [META-09] [USER-03] [USER-04] [USER-05] [USER-06] [USER-07] creates a user with a password that keeps the rules', async () => {
      const rules = ['UPPER_CASE', 'LOWER_CASE', 'NUMBER', 'SPECIAL_CHAR'].map((one) => `SECURITY_PASSWORD_${one}`)
      const security = (await admin.api.get('settings/setting/?category=security')).body
      const strict = Object.fromEntries(rules.map((one) => [one, true]))
      await admin.api.put('settings/setting/?category=security', {
        ...security,
        ...strict,
        SECURITY_PASSWORD_MIN_LENGTH: 8,
      })
      await screen.show('/users/users/create', 'Create user')
      await field('Name').fill('Eve Example')
      await field('Username').fill('eve')
      expect(await field('Email').getAttribute('type')).toBe('email')
      expect(await field('Comment').evaluate((one) => one.tagName)).toBe('TEXTAREA')
      await field('Email').fill('no address')
      await field('Username').focus()
      await problemOf('Email').getByText('Enter a valid email address').waitFor()
      await field('Email').fill('eve@example.com')
      expect(await field('Password').count()).toBe(0)
      await page.getByRole('radio', { name: 'Set password' }).check()
      expect(await field('Password').getAttribute('type')).toBe('password')
      await expectAccessible(page)
      for (const [password, problem] of [
        ['horse-7x', 'Upper case required'],
        ['HORSE-7X', 'Lower case required'],
        ['Horse-xx', 'Number required'],
        ['Horse7xx', 'Special char required'],
        ['Ho-7', 'Password minimum length 8'],
      ] as const) {
        await field('Password').fill(password)
        await submit()
        await problemOf('Password').getByText(problem).waitFor()
      }
      expect(callsTo(screen, 'POST', USERS)).toEqual([])
      await field('Password').fill('Horse-7x')
      const call = nextCall(page, 'POST', USERS)
      await submit()
      expect((await call).body).toMatchObject({
        name: 'Eve Example',
        username: 'eve',
        email: 'eve@example.com',
        password: 'Horse-7x',
        password_strategy: 1,
        source: 'local',
        mfa_level: 0,
        role: 'User',
      })
      await screen.heading('Users')
      await told(page, 'Create success')
      await admin.api.put('settings/setting/?category=security', security)
    })

    it('[PICK-01] [PICK-02] [PICK-03] [PICK-05] [CONST-09] chooses from a list on the server, page by page', async () => {
      await newGroup()
      const pick = page.getByRole('combobox', { name: 'Users' })
      const first = nextCall(page, 'GET', USERS)
      await pick.click()
      expect((await first).query).toMatchObject({ offset: '0', limit: '10' })
      const options = page.getByRole('option')
      await options.nth(9).waitFor()
      const asked = () => callsTo(screen, 'GET', USERS).map(({ query }) => query.offset)
      const list = page.getByRole('listbox', { name: 'Users' })
      const total = (await admin.api.get('users/users/')).body.length
      const pages = Math.ceil(total / 10)
      for (let next = 1; next < pages; next++) {
        await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
        await options.nth(Math.min(total, (next + 1) * 10) - 1).waitFor()
      }
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
      await page.waitForLoadState('networkidle')
      expect(asked()).toEqual(Array.from({ length: pages }, (_, i) => String(i * 10)))
      expect(await options.count()).toBe(total)
      await expectAccessible(page)
      const search = nextCall(page, 'GET', USERS)
      await pick.fill('Person 07')
      expect((await search).query).toMatchObject({ search: 'Person 07', offset: '0', limit: '10' })
      await page.getByRole('option', { name: /^Person 07\(/ }).click()
      await pick.press('Escape')
      await field('Name').fill('Picked')
      const call = nextCall(page, 'POST', GROUPS)
      await submit()
      const { users } = (await call).body
      expect((await admin.api.get(`users/users/${users[0]}/`)).body.name).toBe('Person 07')
      expect(users).toHaveLength(1)
      await screen.heading('User groups')
    })
  })

  describe('that updates', () => {
    it('[RTUSER-09] [FORM-02] [FORM-06] [FORM-09] [FORM-05] [GCALL-12] [GCALL-14] starts from the object, puts it back, or resets it', async () => {
      const { id } = await aGroup('Old name', { comment: 'old' })
      await screen.show(`/users/groups/${id}/update`, 'Update user group')
      await field('Name').waitFor()
      expect(callsTo(screen, 'GET', `${GROUPS}${id}/`)).toHaveLength(1)
      expect(await button(page, 'Save and add another').count()).toBe(0)
      await field('Name').fill('Typed in haste')
      await expectAccessible(page)
      await button(page, 'Reset').click()
      expect(await field('Name').inputValue()).toBe('Old name')
      await field('Comment').fill('')
      await field('Name').fill('New name')
      const call = nextCall(page, 'PUT', `${GROUPS}${id}/`)
      await submit()
      expect((await call).body).toEqual({ name: 'New name', users: [], comment: '' })
      await screen.heading('User groups')
      await told(page, 'Update success')
      await row(page, 'New name').waitFor()
    })

    it('asks before what was typed is left, and leaves nothing behind', async () => {
      const { id } = await aGroup('Not to be lost')
      await screen.show(`/users/groups/${id}/update`, 'Update user group')
      await field('Name').fill('Half done')
      await button(page, 'Back').click()
      const question = dialog(page, 'Leave this page')
      await question.waitFor()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Keep editing' }).click()
      expect(await field('Name').inputValue()).toBe('Half done')
      await button(page, 'Back').click()
      await question.getByRole('button', { name: 'Leave' }).click()
      await screen.heading('User groups')
    })
  })

  describe('and the page of its object', () => {
    it('[RTUSER-08] [GCALL-01] [DETAIL-01] [DETAIL-02] [DETAIL-04] [DETAIL-06] [DETAIL-07] [DETAIL-08] [DETAIL-13] tells what it is, and what can be done', async () => {
      const { id } = await aGroup('Watch', { comment: 'on deck' })
      await screen.show('/users/groups', 'User groups')
      await settled(page)
      const letGo = await hold(page, `${GROUPS}${id}/`)
      await page.getByRole('link', { name: 'Watch' }).click()
      await page.locator('main .db-skeleton, main [class*=bone]').first().waitFor()
      await letGo()
      await screen.heading('User group: Watch')
      expect(callsTo(screen, 'GET', `${GROUPS}${id}/`)).toHaveLength(1)
      const facts = page.getByRole('tabpanel')
      await facts.locator('dt').first().waitFor()
      const terms = await facts.locator('dt').allTextContents()
      expect(terms.slice(0, 3)).toEqual(['ID', 'Name', 'Created by'])
      expect(await facts.locator('dd').first().textContent()).toContain(id)
      await facts.getByText('on deck').waitFor()
      const [title, update, remove] = await Promise.all(
        [page.getByRole('heading', { level: 1 }), button(page, 'Update'), button(page, 'Delete')].map((one) =>
          one.boundingBox(),
        ),
      )
      expect(update!.x).toBeGreaterThan(title!.x + title!.width)
      expect(remove!.x).toBeGreaterThan(update!.x)
      await expectAccessible(page)
      await button(page, 'Back').click()
      await screen.heading('User groups')
    })

    it('[DETAIL-03] [CONST-34] cuts a title after 80 characters', async () => {
      const { id } = await aGroup('long '.repeat(20).trim())
      await page.goto(`/ui/users/groups/${id}`)
      await page.getByRole('heading', { level: 1, name: /^User group: long/ }).waitFor()
      const title = (await page.getByRole('heading', { level: 1 }).textContent())!
      expect(title).toBe(`${`User group: ${'long '.repeat(20)}`.slice(0, 80)}…`)
    })

    it('[DETAIL-10] [DETAIL-14] [DETAIL-15] [DETAIL-16] [GCALL-04] asks before it deletes, and goes to the list', async () => {
      const { id } = await aGroup('Doomed')
      const path = `${GROUPS}${id}/`
      await screen.show(`/users/groups/${id}`, 'User group: Doomed')
      await button(page, 'Delete').click()
      const question = dialog(page, 'Info')
      await question.getByText('Are you sure to delete User group: Doomed ?').waitFor()
      await expectAccessible(page)
      const letGo = await hold(page, path)
      await question.getByRole('button', { name: 'Delete' }).click()
      await question.locator('.db-button-danger[aria-busy=true]').waitFor()
      await letGo()
      await screen.heading('User groups')
      await told(page, 'Delete success')
      expect(callsTo(screen, 'DELETE', path)).toHaveLength(1)
    })

    it('[DETAIL-17] [DETAIL-18] [GCALL-03] [ERR-25] [ERR-29] says that the object is gone, or once what went wrong', async () => {
      await page.goto('/ui/users/groups/11111111-1111-4111-8111-111111111111')
      await page.getByText('Resource lost or deleted').waitFor()
      expect(await page.locator('.db-toast').count()).toBe(0)
      await expectAccessible(page)
      const { id } = await aGroup('Out of reach')
      const stop = await answer(page, `${GROUPS}${id}/`, {
        method: 'GET',
        status: 500,
        body: { error: 'Out of order' },
      })
      await page.goto(`/ui/users/groups/${id}`)
      await page.getByText('Out of order').first().waitFor()
      expect(await page.getByText('Out of order').count()).toBe(1)
      await page.getByRole('alert').getByText('Get failed', { exact: true }).waitFor()
      await stop()
      await button(page, 'Retry').click()
      await screen.heading('User group: Out of reach')
    })

    it('[DETAIL-05] [DETAIL-09] [DETAIL-11] [DETAIL-12] has tabs, says Yes or No, and offers nothing where the page says so', async () => {
      await screen.show('/users/profile', /^Profile: /)
      expect(await page.getByRole('tab').allTextContents()).toEqual([
        'Basic info',
        'Profile setting',
        'Login password setting',
        'SSH Key setting',
      ])
      const active = page.locator('dt', { hasText: 'Is active' }).locator('xpath=following-sibling::dd[1]')
      expect((await active.textContent())!.trim()).toBe('Yes')
      const inPage = page.getByRole('main')
      expect(await inPage.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
      expect(await inPage.locator('.db-screen-actions').getByRole('button').count()).toBe(0)
      await expectAccessible(page)
    })
  })

  describe('of the settings', () => {
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    const settings = (query = '') => screen.show(`/settings${query}`, 'Settings')
    const saves = async (category: string, work: () => Promise<unknown>) => {
      const call = nextCall(page, 'PUT', SETTING)
      await work()
      await submit()
      const { query, body } = await call
      expect(query).toEqual({ category })
      await told(page, 'Update success')
      return body
    }

    it('[RTSET-02] [RTSET-03] [RTSET-04] [RTSET-05] [RTSET-06] [RTSET-07] [RTSET-08] [RTSET-09] [RTSET-10] is one page with seven tabs, each with an address of its own', async () => {
      await settings()
      expect(await page.getByRole('tab').allTextContents()).toEqual([
        'Basic setting',
        'Email setting',
        'Email content setting',
        'LDAP setting',
        'Terminal setting',
        'Security setting',
        'License',
      ])
      for (const [path, name, label] of [
        ['basic', 'Basic setting', 'Site URL'],
        ['email', 'Email setting', 'SMTP host'],
        ['email-content', 'Email content setting', 'Create user honorific'],
        ['ldap', 'LDAP setting', 'LDAP server'],
        ['security', 'Security setting', 'Global MFA auth'],
        ['terminal', 'Terminal setting', 'Password auth'],
        ['license', 'License', undefined],
      ] as const) {
        await page.goto(`/ui/settings/${path}`)
        await screen.heading('Settings')
        expect(await tab(name).getAttribute('aria-selected'), path).toBe('true')
        await (label ? field(label) : page.getByText('Please Import License')).first().waitFor()
        await expectAccessible(page)
      }
    })

    it('[TABPAGE-01] [TABPAGE-02] [TABPAGE-03] remembers the tab in the address, then in a cookie, then opens the first', async () => {
      await settings()
      expect(await tab('Basic setting').getAttribute('aria-selected')).toBe('true')
      await tab('LDAP setting').click()
      expect(new URL(page.url()).searchParams.get('activeTab')).toBe('Ldap')
      expect(await screen.cookie('activeTab')).toBe('Ldap')
      await settings()
      expect(await tab('LDAP setting').getAttribute('aria-selected')).toBe('true')
      await settings('?activeTab=Terminal')
      expect(await tab('Terminal setting').getAttribute('aria-selected')).toBe('true')
      await tab('Terminal setting').press('ArrowRight')
      expect(await tab('Security setting').getAttribute('aria-selected')).toBe('true')
    })

    it('[SETBASIC-01] [SETBASIC-02] [SETTERM-01] [SETTERM-02] [SETTERM-03] [SETTERM-04] [SETTERM-05] [SETTERM-06] [SETTERM-07] saves addresses, and how terminals behave', async () => {
      await settings('?activeTab=Basic')
      const basic = await saves('basic', async () => {
        await field('Site URL').fill(world.url)
        await field('User guide URL').fill('https://guide.example.com/')
      })
      expect(basic).toMatchObject({ SITE_URL: world.url, USER_GUIDE_URL: 'https://guide.example.com/' })
      await settings('?activeTab=Terminal')
      const terminal = await saves('terminal', async () => {
        await field('Heartbeat interval').fill('25')
        await field('Session keep duration').fill('180')
        await field('Telnet login regex').fill('welcome')
        await page.getByRole('radio', { name: 'IP' }).check()
        await page.getByRole('combobox', { name: 'List page size' }).click()
        await page.getByRole('option', { name: '25' }).click()
        await field('Public key auth').uncheck()
      })
      expect(terminal).toEqual({
        TERMINAL_PASSWORD_AUTH: true,
        TERMINAL_PUBLIC_KEY_AUTH: false,
        TERMINAL_ASSET_LIST_SORT_BY: 'ip',
        TERMINAL_ASSET_LIST_PAGE_SIZE: '25',
        TERMINAL_TELNET_REGEX: 'welcome',
        TERMINAL_HEARTBEAT_INTERVAL: 25,
        TERMINAL_SESSION_KEEP_DURATION: 180,
      })
      await page.getByText('Unit: second').waitFor()
      await page.getByText('Units: days').waitFor()
      await page.reload()
      await field('Heartbeat interval').waitFor()
      expect(await field('Heartbeat interval').inputValue()).toBe('25')
    })

    it('[PROD-18] [SETSEC-01] [SETSEC-02] [SETSEC-03] [SETSEC-04] [SETSEC-05] [SETSEC-06] [SETSEC-07] [SETSEC-08] [SETSEC-09] [SETSEC-10] [SETSEC-11] [SETSEC-12] [SETSEC-13] [SETSEC-14] saves what keeps the installation safe', async () => {
      const before = (await admin.api.get('settings/setting/?category=security')).body
      await settings('?activeTab=Security')
      const numbers = {
        'Limit the number of login failures': 5,
        'Block logon interval': 40,
        'Connection max idle time': 20,
        'User password expiration': 90,
        'Password minimum length': 9,
      }
      const flags = [
        'Must contain capital',
        'Must contain lowercase',
        'Must contain numeric',
        'Must contain special',
        'Insecure command alert',
      ]
      const body = await saves('security', async () => {
        for (const [name, value] of Object.entries(numbers)) await field(name).fill(String(value))
        for (const name of flags) await field(name).check()
        await field('Batch command execution').uncheck()
        await field('Enable terminal register').uncheck()
        await field('Insecure command alert receivers').fill('a@example.com,b@example.com')
      })
      expect(body).toEqual({
        SECURITY_COMMAND_EXECUTION: false,
        SECURITY_SERVICE_ACCOUNT_REGISTRATION: false,
        SECURITY_MAX_IDLE_TIME: 20,
        SECURITY_MFA_AUTH: false,
        SECURITY_LOGIN_LIMIT_COUNT: 5,
        SECURITY_LOGIN_LIMIT_TIME: 40,
        SECURITY_PASSWORD_EXPIRATION_TIME: 90,
        SECURITY_PASSWORD_MIN_LENGTH: 9,
        SECURITY_PASSWORD_UPPER_CASE: true,
        SECURITY_PASSWORD_LOWER_CASE: true,
        SECURITY_PASSWORD_NUMBER: true,
        SECURITY_PASSWORD_SPECIAL_CHAR: true,
        SECURITY_INSECURE_COMMAND: true,
        SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: 'a@example.com,b@example.com',
      })
      expect(await page.getByText('Unit: minute').count()).toBe(2)
      expect(await page.getByText('Unit: day', { exact: true }).count()).toBe(1)
      await admin.api.put('settings/setting/?category=security', before)
    })

    it('[SET-02] takes no less than 3 failures, 5 minutes and 6 characters', async () => {
      await settings('?activeTab=Security')
      const least = {
        'Limit the number of login failures': 3,
        'Block logon interval': 5,
        'Password minimum length': 6,
      }
      for (const [name, value] of Object.entries(least)) await field(name).fill(String(value - 1))
      await submit()
      for (const name of Object.keys(least)) await problemOf(name).waitFor()
      expect(callsTo(screen, 'PUT', SETTING)).toEqual([])
      const body = await saves('security', async () => {
        for (const [name, value] of Object.entries(least)) await field(name).fill(String(value))
      })
      expect(body).toMatchObject({
        SECURITY_LOGIN_LIMIT_COUNT: 3,
        SECURITY_LOGIN_LIMIT_TIME: 5,
        SECURITY_PASSWORD_MIN_LENGTH: 6,
      })
    })

    it('[SET-01] comes with a working number wherever one is asked for', async () => {
      const category = async (name: string) => {
        await settings(`?activeTab=${name}`)
        await button(page, 'Submit').waitFor()
        const numbers = page.locator('main').getByRole('spinbutton')
        return numbers.evaluateAll((all) => all.map((one) => Number((one as HTMLInputElement).value || Number.NaN)))
      }
      for (const [name, least] of [
        ['Security', 5],
        ['Terminal', 2],
        ['Email', 0],
        ['Ldap', 0],
      ] as const) {
        const numbers = await category(name)
        expect(numbers.length, name).toBeGreaterThanOrEqual(least)
        expect(
          numbers.every((number) => number > 0),
          name,
        ).toBe(true)
      }
    })

    it('[PROD-17] [SETMAIL-01] [SETMAIL-02] [SETMAIL-03] [SETMAIL-04] [SETMAIL-05] [SETMAIL-06] [SETMAIL-07] [SETMAIL-08] [SETMAIL-09] [SETMAIL-10] [SETMAIL-11] [SETMAIL-12] [SETMAIL-13] [SETMAIL-14] [SETMAIL-15] [SETMAIL-16] [CALL-04] saves how mails are sent, tries them, and says how that went', async () => {
      const TESTING = '/api/v1/settings/mail/testing/'
      await settings('?activeTab=Email')
      await page.getByText('If SMTP port is 465, may be select').waitFor()
      await page.getByText('If SMTP port is 587, may be select').waitFor()
      expect(await field('Use SSL').isChecked()).toBe(false)
      expect(await field('Use TLS').isChecked()).toBe(false)
      await field('SMTP host').fill('127.0.0.1')
      await field('SMTP port').fill(String(box.port))
      await field('SMTP account').fill('bastion@example.com')
      await field('SMTP password').fill('secret')
      await field('Send user').fill('bastion@example.com')
      await field('Subject prefix').fill('[Gate] ')
      await field('Test recipient').fill('ann@example.com')
      const trial = nextCall(page, 'POST', TESTING)
      await button(page, 'Test connection').click()
      expect((await trial).body).toEqual({
        EMAIL_HOST: '127.0.0.1',
        EMAIL_PORT: String(box.port),
        EMAIL_HOST_USER: 'bastion@example.com',
        EMAIL_HOST_PASSWORD: 'secret',
        EMAIL_FROM: 'bastion@example.com',
        EMAIL_RECIPIENT: 'ann@example.com',
        EMAIL_USE_SSL: false,
        EMAIL_USE_TLS: false,
        EMAIL_SUBJECT_PREFIX: '[Gate]',
      })
      await page.locator('.db-toast-success').first().waitFor()
      expect((await box.next('ann@example.com')).subject).toBe('[Gate]Test mail')
      await answering(page, TESTING, { status: 400, body: { error: 'Connection refused' } }, async () => {
        await button(page, 'Test connection').click()
        await told(page, 'Connection refused')
      })
      const body = await saves('email', async () => undefined)
      expect(body).toMatchObject({ EMAIL_HOST: '127.0.0.1', EMAIL_HOST_PASSWORD: 'secret' })
      await page.reload()
      await field('SMTP host').waitFor()
      expect(await field('SMTP password').inputValue()).toBe('')
      await settings('?activeTab=EmailContent')
      const content = await saves('email_content', async () => {
        await field('Create user email subject').fill('Welcome')
        await field('Create user honorific').fill('Dear colleague')
        await field('Create user email content').fill('Your account is ready.')
        await field('Signature').fill('The operators')
      })
      expect(content).toEqual({
        EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'Welcome',
        EMAIL_CUSTOM_USER_CREATED_HONORIFIC: 'Dear colleague',
        EMAIL_CUSTOM_USER_CREATED_BODY: 'Your account is ready.',
        EMAIL_CUSTOM_USER_CREATED_SIGNATURE: 'The operators',
      })
    })

    it('[PROD-16] [SETLDAP-01] [SETLDAP-02] [SETLDAP-03] [SETLDAP-04] [SETLDAP-05] [SETLDAP-06] [SETLDAP-07] saves where people of a directory are found; its password is never shown', async () => {
      await settings('?activeTab=Ldap')
      const map = { username: 'uid', name: 'cn', email: 'mail' }
      const given = {
        AUTH_LDAP_SERVER_URI: 'ldap://ldap.example.com:389',
        AUTH_LDAP_BIND_DN: 'cn=reader,dc=example,dc=com',
        AUTH_LDAP_BIND_PASSWORD: 'secret',
        AUTH_LDAP_SEARCH_OU: 'ou=ops,dc=example,dc=com|ou=dev,dc=example,dc=com',
        AUTH_LDAP_SEARCH_FILTER: '(uid=%(user)s)',
        AUTH_LDAP_USER_ATTR_MAP: map,
        AUTH_LDAP: true,
      }
      const body = await saves('ldap', async () => {
        await field('LDAP server').fill(given.AUTH_LDAP_SERVER_URI)
        await field('Bind DN').fill(given.AUTH_LDAP_BIND_DN)
        await field('Password').fill(given.AUTH_LDAP_BIND_PASSWORD)
        await field('User OU').fill(given.AUTH_LDAP_SEARCH_OU)
        await field('User search filter').fill(given.AUTH_LDAP_SEARCH_FILTER)
        await field('User attr map').fill(JSON.stringify(map))
        await field('Enable LDAP auth').check()
      })
      expect(body).toEqual(given)
      await page.reload()
      await field('Bind DN').waitFor()
      expect(await field('Bind DN').inputValue()).toBe(given.AUTH_LDAP_BIND_DN)
      expect(await field('Password').inputValue()).toBe('')
      expect(await field('Enable LDAP auth').isChecked()).toBe(true)
      await expectAccessible(page)
      await saves('ldap', () => field('Enable LDAP auth').uncheck())
    })

    it('[SETLIC-01] [SETLIC-02] [SETLIC-03] [CALL-13] [CALL-14] imports a licence, and shows it', async () => {
      const IMPORT = '/api/v1/xpack/license/import'
      await settings('?activeTab=License')
      await page.getByText('Please Import License').waitFor()
      await page.getByRole('button', { name: /^Import license/ }).click()
      const importing = dialog(page, 'Import license')
      await importing.waitFor()
      await expectAccessible(page)
      await importing.getByRole('button', { name: 'Confirm' }).click()
      await importing.getByText(REQUIRED).waitFor()
      expect(callsTo(screen, 'POST', IMPORT)).toEqual([])
      const give = async (text: string) => {
        await importing
          .locator('input[type=file]')
          .setInputFiles({ name: 'license.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
        const call = nextCall(page, 'POST', IMPORT)
        await importing.getByRole('button', { name: 'Confirm' }).click()
        return call
      }
      expect((await give('no licence at all')).type).toMatch(/^multipart\/form-data/)
      await importing.getByRole('alert').waitFor()
      const ends = new Date(world.clock.now().getTime() + 30 * 86_400_000)
      await give(
        issueLicence(
          {
            subscription_id: 'SUB-42',
            corporation: 'Acme Ltd',
            edition: 'Enterprise',
            asset_count: 500,
            installation: world.server.services.licence.installation,
            date_issued: world.clock.now().toISOString(),
            date_expired: ends.toISOString(),
          },
          licenceKeys(world.dataDir).privateKey,
        ),
      )
      await page.locator('.db-toast-success').first().waitFor()
      await page.getByText('SUB-42').waitFor()
      for (const text of ['Acme Ltd', 'Enterprise', '500']) await page.getByText(text, { exact: true }).waitFor()
      const year = ends.toLocaleDateString('en-CA', { timeZone: 'Asia/Shanghai' }).slice(0, 4)
      const expired = page.locator('dt', { hasText: 'Expired' }).locator('xpath=following-sibling::dd[1]')
      expect(await expired.textContent()).toContain(year)
      expect(callsTo(screen, 'GET', '/api/v1/xpack/license/detail').length).toBeGreaterThan(0)
      await expectAccessible(page)
    })

    it('[RTSET-01] is for system administrators only', async () => {
      const boss = await world.person({ name: 'Org Boss', in: { [DEFAULT_ORG]: ['Admin'] } })
      await enter({ as: boss })
      for (const path of ['settings', 'settings/security']) {
        await page.goto(`/ui/${path}`)
        await page.waitForURL('**/ui/404')
      }
      expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    })

    it('speaks Chinese', async () => {
      await enter({ language: 'zh-hans' })
      await screen.show('/settings?activeTab=Security', '系统设置')
      await page.getByRole('tab', { name: '安全设置' }).waitFor()
      await page.getByText('密码校验规则').waitFor()
      await button(page, '提交').waitFor()
      await expectAccessible(page)
      await screen.show('/users/groups/create', '创建用户组')
      await button(page, '提交').click()
      await page.getByText('这个字段是必填项').first().waitFor()
      await button(page, '保存并继续添加').waitFor()
    })
  })
})
