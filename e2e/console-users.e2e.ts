// People, groups and organisations in the console; the own profile, the first login, the dashboard and the logs.
import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { aGateway } from '../apps/server/test/kit/gateway.ts'
import { DEFAULT_ORG, ROOT_ORG, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { answering, callsTo, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import { orgCookie, type Screen, type Visitor } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { anew, button, dialog, field as fieldOf, row, settled, told } from './kit/steps.ts'

const USERS = '/api/v1/users/users/'
const RELATIONS = '/api/v1/users/users-groups-relations/'
const ORGS = '/api/v1/orgs/orgs/'
const PROFILE = '/api/v1/users/profile/'

describe('people in the console', () => {
  let world: World
  let admin: Someone
  let screen: Screen
  let page: Page

  const stand = useStand(async (opened) => {
    world = opened
    await world.license()
    admin = await world.person({ name: 'Ada Admin', username: 'ada', role: 'Admin' })
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
  const heads = () => page.locator('thead th .db-th-text').allTextContents()
  const choose = async (label: string, search: string, option: string | RegExp) => {
    const box = page.getByRole('combobox', { name: label, exact: true })
    await box.fill(search)
    await page.getByRole('option', { name: option }).click()
    await box.press('Escape')
  }

  it('[RTUSER-01] are shown to administrators only', async () => {
    for (const as of [
      await world.person({ name: 'Ulla User' }),
      await world.person({ name: 'Otto Auditor', in: { [DEFAULT_ORG]: ['Auditor'] } }),
    ]) {
      await enter({ as })
      for (const path of ['users/users', 'users/users/create', 'users/groups', `users/groups/${DEFAULT_ORG}`]) {
        await page.goto(`/ui/${path}`)
        await page.waitForURL('**/ui/404')
      }
    }
    await enter({ as: await world.person({ name: 'Olga Admin', in: { [DEFAULT_ORG]: ['Admin'] } }) })
    await screen.show('/users/users', 'Users')
  })

  it('[RTUSER-02] stand in a list, in both languages', async () => {
    await screen.show('/users/users', 'Users')
    await settled(page)
    expect(await heads()).toEqual(['Name', 'Username', 'User groups', 'Role', 'Source', 'Validity', 'Actions'])
    const line = row(page, 'Ada Admin')
    await line.getByText('ada', { exact: true }).waitFor()
    await line.getByRole('img', { name: 'Yes' }).waitFor()
    await expectAccessible(page)
    await enter({ language: 'zh-hans' })
    await screen.show('/users/users', '用户列表')
    await settled(page)
    expect(await heads()).toEqual([expect.any(String), '用户名', '用户组', '角色', '来源', '有效', '操作'])
    await row(page, 'Ada Admin').getByRole('img', { name: '是' }).waitFor()
    await expectAccessible(page)
  })

  it('[RTUSER-04] [GCALL-01] have a page with what is known of them, and switches for what is done to them', async () => {
    const person = await world.person({ name: 'Pia Person' })
    const path = `${USERS}${person.id}/`
    const crew = anew('Crew')
    await admin.api.post('users/groups/', [{ name: crew }, { name: anew('Guests') }])
    await screen.show(`/users/users/${person.id}`, 'User: Pia Person')
    expect(callsTo(screen, 'GET', path)).toHaveLength(1)
    expect(await fact('ID').textContent()).toContain(person.id)
    expect(await fact('Username').textContent()).toBe(person.username)
    expect(await fact('Source').textContent()).toBe('Local')
    await expectAccessible(page)
    const off = nextCall(page, 'PATCH', path)
    await page.getByRole('switch', { name: 'Activate' }).click()
    expect((await off).body).toEqual({ is_active: false })
    await told(page, 'Update success')
    await page.getByRole('switch', { name: 'Activate', checked: false }).waitFor()
    expect(await page.getByRole('button', { name: /^Reset MFA/ }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: /^Reset password/ }).click()
    await dialog(page, 'Info').getByText('This will reset the user password and send a reset mail').waitFor()
    await dialog(page, 'Info').getByRole('button', { name: 'Cancel' }).click()

    await choose('User groups', crew, crew)
    const join = nextCall(page, 'POST', RELATIONS)
    await button(page, 'Add').click()
    const [{ user, usergroup }] = (await join).body
    expect(user).toBe(person.id)
    await told(page, 'Add success')
    const leave = nextCall(page, 'DELETE', RELATIONS)
    await button(page, `Remove ${crew}`).click()
    expect((await leave).query).toEqual({ user: person.id, usergroup })
    await told(page, 'Remove success')
    await button(page, `Remove ${crew}`).waitFor({ state: 'detached' })
    expect((await admin.api.get(`users/users/${person.id}/`)).body.groups).toEqual([])
  })

  it('[RTUSER-05] [META-02] are updated without their password, unless it is to change', async () => {
    const person = await world.person({ name: 'Uma Update' })
    await screen.show(`/users/users/${person.id}/update`, 'Update user')
    expect(await field('Name').inputValue()).toBe('Uma Update')
    expect(await field('Password').count()).toBe(0)
    await field('Phone').fill('+49 30 1234')
    // A choice is asked for as soon as it changes, without being left.
    const roles = page.getByRole('group', { name: /^Organization roles/ })
    await roles.getByRole('checkbox', { name: 'User' }).uncheck()
    await roles.locator('xpath=..').getByText('This field is required').waitFor()
    await expectAccessible(page)
    await roles.getByRole('checkbox', { name: 'User' }).check()
    const call = nextCall(page, 'PUT', `${USERS}${person.id}/`)
    await submit()
    const { body } = await call
    expect(body).toMatchObject({ name: 'Uma Update', username: person.username, phone: '+49 30 1234', source: 'local' })
    expect(body).not.toHaveProperty('password')
    await screen.heading('Users')
    await screen.show(`/users/users/${person.id}/update`, 'Update user')
    await field('Change password').click()
    await field('Password').fill('Other-horse-8')
    const again = nextCall(page, 'PUT', `${USERS}${person.id}/`)
    await submit()
    expect((await again).body.password).toBe('Other-horse-8')
    await screen.heading('Users')
  })

  it('[ERR-26] are invited into an organisation, disabled together, and removed from it again', async () => {
    const id = await world.organisation()
    const guest = await world.person({ name: 'Gus Guest' })
    await enter({ cookies: orgCookie({ id, name: 'Acme' }) })
    await screen.show('/users/users', 'Users')
    await button(page, 'Invite user').click()
    const invitation = dialog(page, 'Invite user in this org')
    await invitation.waitFor()
    await choose('User', guest.username, /Gus Guest/)
    await invitation.getByRole('checkbox', { name: 'Org Auditor' }).check()
    await expectAccessible(page)
    const call = nextCall(page, 'POST', `${USERS}invite/`)
    await invitation.getByRole('button', { name: 'Invite' }).click()
    const sent = await call
    expect(sent.org).toBe(id)
    expect(sent.body).toEqual([
      { user: guest.id, role: 'User' },
      { user: guest.id, role: 'Auditor' },
    ])
    await row(page, 'Gus Guest').waitFor()
    await settled(page)

    await page.getByRole('checkbox', { name: 'Select Gus Guest' }).check()
    const off = nextCall(page, 'PATCH', USERS)
    await button(page, 'Actions').click()
    await page.getByRole('menuitem', { name: 'Disable selected' }).click()
    expect((await off).body).toEqual([{ id: guest.id, is_active: false }])
    await row(page, 'Gus Guest').getByRole('img', { name: 'No' }).waitFor()

    await row(page, 'Gus Guest').getByRole('button', { name: /^More/ }).click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Delete', 'Clone', 'Remove'])
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog(page, 'Info').getByText(`Remove Gus Guest(${guest.username}) from this organization`).waitFor()
    await expectAccessible(page)
    const path = `${USERS}${guest.id}/remove/`
    await answering(page, path, { method: 'POST', status: 400, body: { error: 'Not now' } }, async () => {
      await dialog(page, 'Info').getByRole('button', { name: 'Confirm' }).click()
      await told(page, 'Remove failed: Not now')
    })
    const gone = nextCall(page, 'POST', path)
    await dialog(page, 'Info').getByRole('button', { name: 'Confirm' }).click()
    await gone
    await row(page, 'Gus Guest').waitFor({ state: 'detached' })
    expect((await admin.api.get(`users/users/${guest.id}/`)).status).toBe(200)
  })

  it('[ERR-28] are removed together, or told why not', async () => {
    const id = await world.organisation()
    const [one, two] = [
      await world.person({ name: 'Rob', in: { [id]: ['User'] } }),
      await world.person({ name: 'Roy', in: { [id]: ['User'] } }),
    ]
    await enter({ cookies: orgCookie({ id, name: 'Guild' }) })
    await screen.show('/users/users', 'Users')
    await settled(page)
    for (const { name } of [one, two]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await button(page, 'Actions').click()
    await page.getByRole('menuitem', { name: 'Remove selected' }).click()
    const path = `${USERS}remove/`
    await answering(page, path, { method: 'POST', status: 400, body: { error: 'Not now' } }, async () => {
      await dialog(page, 'Info').getByRole('button', { name: 'Confirm' }).click()
      await told(page, 'Bulk remove failed: Not now')
    })
    const gone = nextCall(page, 'POST', path)
    await dialog(page, 'Info').getByRole('button', { name: 'Confirm' }).click()
    expect((await gone).query).toEqual({ spm: expect.any(String) })
    await told(page, 'Bulk remove success')
    await row(page, 'Rob').waitFor({ state: 'detached' })
  })

  it('[RTUSER-08] [CONST-10] are put into groups, on the page of the group', async () => {
    const members = await Promise.all(
      Array.from({ length: 12 }, (_, i) => world.person({ name: `Member ${String(i).padStart(2, '0')}` })),
    )
    const name = anew('Deck')
    const { body: group } = await admin.api.post('users/groups/', { name, users: members.map(({ id }) => id) })
    await screen.show(`/users/groups/${group.id}`, `User group: ${name}`)
    const list = page.getByRole('list', { name: 'Members' })
    await list.getByRole('listitem').nth(9).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(10)
    await button(page, 'More').click()
    await list.getByRole('listitem').nth(11).waitFor()
    await expectAccessible(page)
    const leave = nextCall(page, 'DELETE', RELATIONS)
    await list.getByRole('button', { name: /^Remove Member 03/ }).click()
    expect((await leave).query).toEqual({ user: members[3]!.id, usergroup: group.id })
    await told(page, 'Remove success')
    await choose('Members', 'ada', /^Ada Admin/)
    const join = nextCall(page, 'POST', RELATIONS)
    await button(page, 'Add').click()
    expect((await join).body).toEqual([{ user: admin.id, usergroup: group.id }])
    await told(page, 'Add success')
  })

  describe('and their organisations', () => {
    it('[PROD-15] [RTXPACK-24] [RTXPACK-25] [RTXPACK-26] [RTXPACK-27] [COL-03] [ORG-01] [ORG-02] [ORG-04] [GCALL-02] are listed with what is in them, created, renamed and looked at', async () => {
      await screen.show('/xpack/orgs', 'Organizations')
      await settled(page)
      expect((await heads()).slice(1, 9)).toEqual([
        'Users',
        'Groups',
        'Assets',
        'Admin users',
        'Sys users',
        'Apps',
        'Asset perms',
        'App perms',
      ])
      const home = page.getByRole('link', { name: 'Default', exact: true })
      expect(await home.getAttribute('href')).toBe(`/ui/xpack/orgs/${DEFAULT_ORG}`)
      expect(DEFAULT_ORG).toBe('00000000-0000-0000-0000-000000000002')
      await row(page, 'Default').getByRole('button', { name: /^More/ }).click()
      expect(await page.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
      await page.keyboard.press('Escape')
      await expectAccessible(page)
      // A list that names no others keeps its actions in view, and lets the rest go.
      await button(page, 'Custom table col').click()
      const columns = dialog(page, 'Custom table col').getByRole('checkbox')
      expect(await columns.evaluateAll((all) => all.filter((one) => (one as HTMLInputElement).disabled).length)).toBe(1)
      expect(await dialog(page, 'Custom table col').getByRole('checkbox', { name: 'Actions' }).isDisabled()).toBe(true)
      await page.keyboard.press('Escape')

      await button(page, 'Create').click()
      await screen.heading('Create organization')
      await expectAccessible(page)
      const [name, renamed] = [anew('North'), anew('Far')]
      await field('Name').fill(name)
      const create = nextCall(page, 'POST', ORGS)
      await submit()
      expect((await create).body).toEqual({ name })
      await screen.heading('Organizations')
      await row(page, name)
        .getByRole('button', { name: `Update ${name}` })
        .click()
      await screen.heading('Update organization')
      const id = new URL(page.url()).pathname.split('/').at(-2)!
      await field('Name').fill(renamed)
      const update = nextCall(page, 'PUT', `${ORGS}${id}/`)
      await submit()
      expect((await update).body.name).toBe(renamed)
      await screen.heading('Organizations')
      const read = nextCall(page, 'GET', `${ORGS}${id}/`)
      await row(page, renamed).getByRole('link').click()
      await read
      await screen.heading(`Organization: ${renamed}`)
      expect(await fact('ID').textContent()).toContain(id)
      expect(await fact('Users amount').textContent()).toBe('0')
      await expectAccessible(page)
      // The selector knows at once what was made.
      await page.getByRole('combobox', { name: 'Organization' }).click()
      await page.getByRole('option', { name: renamed }).waitFor()
    })

    it('[ORG-05] [ORG-03] have members, one card for each role', async () => {
      const name = anew('South')
      const id = await world.organisation(name)
      const person = await world.person({ name: 'Max Member' })
      const MEMBERS = '/api/v1/orgs/org-member-relation/'
      await screen.show(`/xpack/orgs/${id}`, `Organization: ${name}`)
      await page.getByRole('tab', { name: 'Organization membership' }).click()
      await choose('Organization administrators', person.username, /^Max Member/)
      await expectAccessible(page)
      const card = page
        .locator('.db-card')
        .filter({ has: page.getByRole('heading', { name: 'Organization administrators' }) })
      const join = nextCall(page, 'POST', MEMBERS)
      await card.getByRole('button', { name: 'Add' }).click()
      expect((await join).body).toEqual([{ org: id, user: person.id, role: 'Admin' }])
      await told(page, 'Add success')
      const { body } = await person.api.get('users/profile/')
      expect(body.user_all_orgs.map((org: any) => org.id).sort()).toEqual([DEFAULT_ORG, id].sort())
      await card.getByRole('button', { name: /^Remove Max Member/ }).click()
      await told(page, 'Remove success')
    })

    it('[ORG-06] are deleted only after a warning that names them and what is left in them', async () => {
      const name = anew('Temporary')
      const id = await world.organisation(name)
      await world.person({ name: 'Last One', in: { [id]: ['User'] } })
      await screen.show(`/xpack/orgs?f=search:${name}`, 'Organizations')
      await settled(page)
      const ask = async () => {
        await row(page, name).getByRole('button', { name: /^More/ }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        return dialog(page, 'Info')
      }
      const question = await ask()
      await question.getByText(`delete the organization ${name}`).waitFor()
      await question.getByText(/Still there: Users 1/).waitFor()
      await expectAccessible(page)
      const refused = nextCall(page, 'DELETE', `${ORGS}${id}/`)
      await question.getByRole('button', { name: 'Delete' }).click()
      await refused
      await page.locator('.db-toast-error').first().waitFor()
      expect(await question.isVisible()).toBe(true)
      await question.getByRole('button', { name: 'Cancel' }).click()
      const { body } = await admin.api.get(`orgs/org-member-relation/?org_id=${id}`)
      for (const one of body) await admin.api.delete(`orgs/org-member-relation/${one.id}/`)
      await ask()
      await question.getByRole('button', { name: 'Delete' }).click()
      await told(page, 'Delete success')
      await row(page, name).waitFor({ state: 'detached' })
    })

    it('[RTXPACK-28] are for system administrators only', async () => {
      await enter({ as: await world.person({ name: 'Only Org', in: { [DEFAULT_ORG]: ['Admin'] } }) })
      for (const path of ['', '/create', `/${DEFAULT_ORG}`, `/${DEFAULT_ORG}/update`]) {
        await page.goto(`/ui/xpack/orgs${path}`)
        await page.waitForURL('**/ui/404')
      }
    })
  })

  describe('and their own account', () => {
    it('[USER-01] [USER-02] shows everything that is known of it', async () => {
      const me = await world.person({ name: 'Own Er' })
      await enter({ as: me })
      const answer = page.waitForResponse((response) => new URL(response.url()).pathname === PROFILE)
      await screen.show('/users/profile', 'Profile: Own Er')
      const body = await (await answer).json()
      for (const name of [
        'is_first_login',
        'role',
        'current_org_roles',
        'admin_or_audit_orgs',
        'source',
        'date_password_last_updated',
        'mfa_level',
      ])
        expect(body).toHaveProperty(name)
      await fact('Username').waitFor()
      const terms = await page.locator('dt').allTextContents()
      expect(terms).toEqual([
        'Username',
        'Name',
        'Role',
        'Email',
        'Is active',
        'SSH Key',
        'MFA level',
        'Source',
        'Date joined',
        'Last login',
        'Date password last updated',
        'Date expired',
        'User group',
        'Comment',
      ])
      expect(await fact('Source').textContent()).toBe('Local')
      expect(await fact('Username').textContent()).toBe(me.username)
      await expectAccessible(page)
      await enter({ as: me, language: 'zh-hans' })
      await screen.show('/users/profile', '个人信息: Own Er')
      await page.getByRole('tab', { name: 'SSH公钥设置' }).waitFor()
      await expectAccessible(page)
    })

    it('changes its phone, its password and its key', async () => {
      const me = await world.person({ name: 'Chan Ger' })
      await enter({ as: me })
      await screen.show('/users/profile?activeTab=ProfileUpdate', 'Profile: Chan Ger')
      expect(await field('Username').isDisabled()).toBe(true)
      await field('Phone').fill('123')
      await expectAccessible(page)
      const own = nextCall(page, 'PUT', PROFILE)
      await submit()
      expect((await own).body).toEqual({ phone: '123', wechat: '' })
      await told(page, 'Update success')

      await page.getByRole('tab', { name: 'SSH Key setting' }).click()
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const key = `${sshKeyOf(publicKey.export({ format: 'jwk' }))} me@laptop`
      await field('Public key').fill(key)
      await expectAccessible(page)
      const keyCall = nextCall(page, 'PUT', `${PROFILE}public-key/`)
      await submit()
      expect((await keyCall).body).toEqual({ public_key: key })
      // The message of the save before may still be there.
      await expect.poll(() => field('Name').inputValue()).toBe('me@laptop')
      expect(await field('Public key').inputValue()).toBe('')

      await page.getByRole('tab', { name: 'Login password setting' }).click()
      await field('Old password').fill(me.password)
      await field('New password').fill('Another-horse-8')
      await field('Confirm password').fill('Another-horse-9')
      await submit()
      await page.getByText('The two passwords are not the same').first().waitFor()
      await expectAccessible(page)
      await field('Confirm password').fill('Another-horse-8')
      const change = nextCall(page, 'PUT', `${PROFILE}password/`)
      await submit()
      expect((await change).body).toEqual({
        old_password: me.password,
        new_password: 'Another-horse-8',
        new_password_again: 'Another-horse-8',
      })
      await told(page, 'Update success')
    })

    it('[VALID-10] is completed at the first login, once the terms are agreed to', async () => {
      const me = await world.person({ name: 'New Comer' })
      await world.server.services.database.db
        .updateTable('users_users')
        .set({ is_first_login: true })
        .where('id', '=', me.id)
        .execute()
      await enter({ as: me })
      await page.goto('/ui/')
      await page.waitForURL('**/ui/users/first-login/personal-information-improvement/')
      await screen.heading('First login')
      await field('Phone').fill('456')
      await submit()
      await page.getByText('Please agree to the terms').first().waitFor()
      expect(callsTo(screen, 'PUT', PROFILE)).toEqual([])
      await expectAccessible(page)
      await field('I agree').check()
      const call = nextCall(page, 'PUT', PROFILE)
      await submit()
      expect((await call).body).toMatchObject({ phone: '456', terms: true, is_first_login: false, mfa_level: 0 })
      await page.waitForURL('**/ui/users/first-login/guide**')
      await screen.heading('User guide')
      await expectAccessible(page)
      expect((await me.api.get('users/profile/')).body.is_first_login).toBe(false)
    })
  })

  it('are counted on the dashboard, in both languages', async () => {
    await screen.show('/dashboard', 'Dashboard')
    const total = page.getByRole('link', { name: /Users total/ })
    const { total_count_users } = (await admin.api.get('index/?total_count=1')).body
    await total.getByText(total_count_users.toLocaleString('en'), { exact: true }).waitFor()
    for (const name of ['Sessions overview', 'User, Asset active ratio'])
      await page.getByRole('heading', { name }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    const monthly = page.waitForRequest((request) => request.url().includes('monthly=1'))
    await page.getByRole('button', { name: 'Monthly' }).click()
    await monthly
    await total.click()
    await screen.heading('Users')
    await enter({ language: 'zh-hans', width: 390 })
    await screen.show('/dashboard', '仪表盘')
    await page.waitForLoadState('networkidle')
    await page.getByText('用户总数').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })

  it('[RTAUDIT-04] [RTAUDIT-05] leave traces that auditors read, and nobody changes', async () => {
    const watched = await world.person({ name: anew('Wat Ched') })
    await admin.api.patch(`users/users/${watched.id}/`, { comment: 'moved' })
    await watched.api.put('users/profile/password/', {
      old_password: watched.password,
      new_password: 'Another-horse-8',
      new_password_again: 'Another-horse-8',
    })
    await enter({ as: await world.person({ name: 'Aud Itor', role: 'Auditor' }) })
    await screen.show('/audits/operate-log', 'Operation logs')
    await settled(page)
    await expectAccessible(page)
    for (const name of ['Create', 'Import', 'Actions']) expect(await button(page, name).count()).toBe(0)
    expect(await page.locator('.db-row-actions').count()).toBe(0)
    await page
      .getByRole('button', { name: new RegExp(`^View the changes of User .*${watched.name}`) })
      .first()
      .click()
    const changes = page.getByRole('dialog', { name: /^Changes: User/ })
    await changes.getByRole('row', { name: /Comment.*moved/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await screen.show('/audits/password-change-log', 'Password update logs')
    await settled(page)
    await page.getByRole('row').filter({ hasText: watched.username }).first().waitFor()
    await expectAccessible(page)
    await screen.show('/audits', 'Login logs')
  })

  it('[RTAUDIT-03] leave traces of what they did to files, in both languages', async () => {
    const gateway = await aGateway(world)
    const filename = `/srv/${anew('plan')}.txt`
    const told = await gateway.in(DEFAULT_ORG).post('audits/ftp-logs/', {
      user: 'Ann(ann)',
      remote_addr: '10.9.9.9',
      asset: 'web-01(10.1.1.10)',
      system_user: 'www',
      operate: 'Upload',
      filename,
      is_success: true,
    })
    expect(told.status).toBe(201)
    const as = await world.person({ name: 'File Auditor', in: { [DEFAULT_ORG]: ['Auditor'] } })
    await enter({ as })
    await screen.show('/audits/ftp-log', 'FTP logs')
    await settled(page)
    expect(await heads()).toEqual([
      'User',
      'Asset',
      'System user',
      'Remote addr',
      'Operate',
      'Filename',
      'Success',
      'Date start',
    ])
    const line = () => page.getByRole('row').filter({ hasText: filename })
    for (const text of ['Ann(ann)', 'web-01(10.1.1.10)', 'www', '10.9.9.9', 'Upload'])
      await line().getByText(text, { exact: true }).waitFor()
    for (const name of ['Create', 'Import', 'Actions']) expect(await button(page, name).count()).toBe(0)
    await expectAccessible(page)
    await enter({ as, language: 'zh-hans' })
    await screen.show('/audits/ftp-log', 'FTP日志')
    await settled(page)
    await line().getByText('上传', { exact: true }).waitFor()
    await expectAccessible(page)
  })

  it('in the root organisation belong to no group, and have no role of their own to set', async () => {
    await enter({ cookies: orgCookie({ id: ROOT_ORG, name: 'GLOBAL', is_root: true }) })
    await screen.show('/users/users/create', 'Create user')
    expect(await page.getByRole('combobox', { name: 'User group' }).isDisabled()).toBe(true)
    await expectAccessible(page)
  })

  it('hear when the server will not take them away', async () => {
    const person = await world.person({ name: 'Stay Er' })
    await screen.show(`/users/users/${person.id}`, 'User: Stay Er')
    const body = { detail: 'Is referenced by other objects and cannot be deleted', code: 'referenced_by_others' }
    await answering(page, `${USERS}${person.id}/`, { method: 'DELETE', status: 400, body }, async () => {
      await button(page, 'Delete').click()
      await dialog(page, 'Info').getByRole('button', { name: 'Delete' }).click()
      await told(page, /Delete failed.*Is referenced by other objects/)
    })
    expect(await dialog(page, 'Info').isVisible()).toBe(true)
  })
})

/** One line as it stands in `authorized_keys`. */
const sshKeyOf = ({ n, e }: { n?: string; e?: string }): string => {
  const part = (bytes: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  const number = (text: string) => Buffer.concat([Buffer.from([0]), Buffer.from(text, 'base64url')])
  const exponent = Buffer.from(e!, 'base64url')
  const blob = Buffer.concat([part(Buffer.from('ssh-rsa')), part(exponent), part(number(n!))])
  return `ssh-rsa ${blob.toString('base64')}`
}
