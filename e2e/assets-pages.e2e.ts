// Screens of the inventory beside the tree: assets one by one, domains, accounts, command filters, platforms, labels.
import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { aNode, anAdminUser, anAsset, aSystemUser } from '../apps/server/test/kit/inventory.ts'
import { DEFAULT_ORG, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { answering, callsTo, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { anew, button, dialog, field as fieldOf, problemOf, row, settled, told } from './kit/steps.ts'

const API = '/api/v1/assets/'

/** In the order of the menu. */
const LISTS = [
  ['assets', 'Assets', '资产列表'],
  ['domains', 'Domains', '网域列表'],
  ['admin-users', 'Admin users', '管理用户'],
  ['system-users', 'System users', '系统用户'],
  ['cmd-filters', 'Command filters', '命令过滤'],
  ['platforms', 'Platforms', '平台列表'],
  ['labels', 'Labels', '标签管理'],
] as const

const FIELDS_OF_SSH = [
  'Name',
  'Username',
  'Protocol',
  'Priority',
  'Auto push',
  'Login mode',
  'Sudo',
  'Shell',
  'Home',
  'Linux user affiliate group',
  'SFTP Root',
  'Charset',
  'Command filter',
]

describe('the inventory in the console', () => {
  let world: World
  let admin: Someone
  let screen: Screen
  let page: Page
  let root: any

  const stand = useStand(async (opened) => {
    world = opened
    await world.license()
    admin = await world.person({ name: 'Ada Admin', role: 'Admin' })
    root = await anAdminUser(admin.api, { name: 'root of all' })
  })
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: admin, ...visitor })
    page = screen.page
  }
  const field = (name: string) => fieldOf(page, name)
  const submit = () => button(page, 'Submit').click()
  const labels = async () => {
    await page.locator('.db-field-label').first().waitFor()
    return (await page.locator('.db-field-label').allTextContents()).map((text) => text.replace('*', ''))
  }
  const fact = (name: string) =>
    page
      .locator('dt')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd[1]')
  const choose = async (label: string, search: string, option: string | RegExp = search) => {
    const box = page.getByRole('combobox', { name: label, exact: true })
    await box.fill(search)
    await page.getByRole('option', { name: option }).click()
    await box.press('Escape')
  }
  const pick = async (hostname: string) => {
    await button(page, 'Browse').click()
    const picker = dialog(page, 'Assets')
    await picker.getByRole('checkbox', { name: `Select ${hostname}` }).check()
    await picker.getByRole('button', { name: 'Confirm' }).click()
    await picker.waitFor({ state: 'detached' })
  }
  const made = async (path: string, work: () => Promise<unknown> = submit): Promise<any> => {
    const call = nextCall(page, 'POST', `${API}${path}`)
    await work()
    return (await call).body
  }
  const changed = async (path: string, work: () => Promise<unknown> = submit): Promise<any> => {
    const call = nextCall(page, 'PUT', `${API}${path}`)
    await work()
    return (await call).body
  }

  it('[RTASSET-01] [RTASSET-13] [RTASSET-35] is for administrators; platforms are for those of the system', async () => {
    const pages = ['assets', 'assets/create', 'domains', 'admin-users', 'system-users/create', 'cmd-filters', 'labels']
    for (const as of [await world.person(), await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })]) {
      await enter({ as })
      for (const path of [...pages, 'platforms', 'gateways/create', 'command-filter-rules/create']) {
        await page.goto(`/ui/assets/${path}`)
        await page.waitForURL('**/ui/404')
      }
    }
    await enter({ as: await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } }) })
    await screen.show('/assets/domains', 'Domains')
    expect(await page.getByRole('link', { name: 'Platforms' }).count()).toBe(0)
    for (const path of ['platforms', 'platforms/create', 'gateways', `gateways/${DEFAULT_ORG}`]) {
      await page.goto(`/ui/assets/${path}`)
      await page.waitForURL('**/ui/404')
    }
  })

  it('[RTASSET-07] [RTASSET-14] [RTASSET-18] [RTASSET-22] [RTASSET-28] [RTASSET-31] has a list of each kind, in both languages', async () => {
    await screen.show('/assets/assets', 'Assets')
    const menu = page.getByRole('navigation').getByRole('link')
    const names = await menu.allTextContents()
    expect(names.filter((name) => LISTS.some(([, en]) => en === name)).slice(0, LISTS.length)).toEqual(
      LISTS.map(([, en]) => en),
    )
    for (const [path, title] of LISTS.slice(1)) {
      await screen.show(`/assets/${path}`, title)
      await settled(page)
      await expectAccessible(page)
    }
    await enter({ language: 'zh-hans', width: 390 })
    for (const [path, , title] of LISTS) {
      await screen.show(`/assets/${path}`, title)
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    }
  })

  it('[RTASSET-04] [RTASSET-05] [RTASSET-06] [ASSET-01] [CALL-19] has a page of each asset, and forms for all that is known of it', async () => {
    const hostname = anew('host').replace(' ', '-')
    const [one, two] = [await aNode(admin.api), await aNode(admin.api)]
    const env = (await admin.api.post('assets/labels/', { name: anew('env'), value: 'prod' })).body
    const asset = await anAsset(admin.api, {
      hostname,
      ip: '10.3.2.1',
      admin_user: root.id,
      nodes: [one.id],
      labels: [env.id],
    })
    await screen.show(`/assets/assets/detail/${asset.id}/update`, 'Update more detail')
    expect(await field('Hostname').inputValue()).toBe(hostname)
    const known = {
      Vendor: 'KVM',
      Model: 'Standard PC',
      'Asset number': 'A-7',
      'CPU model': 'x86',
      Memory: '8 G',
      'Disk info': 'vda 40 G',
      'Serial number': 'SN-1',
      OS: 'CentOS',
    }
    for (const [name, value] of Object.entries(known)) await field(name).fill(value)
    const more = nextCall(page, 'PATCH', `${API}assets/${asset.id}/`)
    await submit()
    const { body } = await more
    expect(body).toMatchObject({ vendor: 'KVM', number: 'A-7', os: 'CentOS' })
    expect(body).not.toHaveProperty('nodes')
    await screen.heading('Assets')
    await page.goto(`/ui/assets/detail/${asset.id}/update`)
    await page.waitForURL(`**/ui/assets/assets/detail/${asset.id}/update`)

    await screen.show(`/assets/assets/${asset.id}/update`, 'Asset update')
    await page.getByText(`${env.name}:prod`).waitFor()
    await field('Public IP').fill('198.51.100.7')
    await field('Comment').fill('the first')
    expect(await changed(`assets/${asset.id}/`)).toMatchObject({
      hostname,
      ip: '10.3.2.1',
      public_ip: '198.51.100.7',
      platform: 'Linux',
      protocols: ['ssh/22'],
      nodes: [one.id],
      labels: [env.id],
      admin_user: root.id,
      comment: 'the first',
    })
    await screen.heading('Assets')

    await screen.show(`/assets/assets/${asset.id}`, `Asset: ${hostname}(10.3.2.1)`)
    const facts = {
      Hostname: hostname,
      IP: '10.3.2.1',
      Protocols: 'ssh/22',
      'Public IP': '198.51.100.7',
      'Admin user': 'root of all',
      Domain: '-',
      Vendor: 'KVM',
      Model: 'Standard PC',
      Cpu: 'x86',
      Memory: '8 G',
      Disk: 'vda 40 G',
      Platform: 'Linux',
      Os: 'CentOS',
      'Is active': 'Yes',
      'Serial number': 'SN-1',
      'Asset number': 'A-7',
      'Created by': 'Ada Admin',
      Comment: 'the first',
    }
    for (const [name, value] of Object.entries(facts))
      expect([name, await fact(name).textContent()]).toEqual([name, value])
    expect(await fact('Date joined').textContent()).toMatch(/20\d\d/)
    await page.getByRole('region', { name: 'Label' }).getByText(`${env.name}:prod`).waitFor()
    await expectAccessible(page)
    const path = `${API}assets/${asset.id}/`
    const off = nextCall(page, 'PATCH', path)
    await page.getByRole('switch', { name: 'Is active' }).click()
    expect((await off).body).toEqual({ is_active: false })
    await told(page, 'Update success')
    await page.getByRole('switch', { name: 'Is active', checked: false }).waitFor()
    const offered = nextCall(page, 'GET', `${API}nodes/`)
    await choose('Node', two.value, `/Default/${two.value}`)
    expect((await offered).query).toMatchObject({ limit: '10' })
    const placed = nextCall(page, 'PATCH', path)
    await page.getByRole('region', { name: 'Node' }).getByRole('button', { name: 'Add', exact: true }).click()
    expect((await placed).body).toEqual({ nodes: [one.id, two.id] })
    await told(page, 'Add success')
    const left = nextCall(page, 'PATCH', path)
    await button(page, `Remove /Default/${one.value}`).click()
    expect((await left).body).toEqual({ nodes: [two.id] })
    await told(page, 'Remove success')
    const popup = page.waitForEvent('popup')
    const task = nextCall(page, 'POST', `${path}tasks/`)
    await page.getByRole('button', { name: /^Refresh hardware/ }).click()
    expect((await task).body).toEqual({ action: 'refresh' })
    await (await popup).close()
  })

  it('[RTASSET-08] [RTASSET-09] [RTASSET-10] [RTASSET-11] [RTASSET-12] [PROD-08] [DOMAIN-01] [CALL-18] [PICK-04] has domains with their gateways', async () => {
    const name = anew('dc')
    const asset = await anAsset(admin.api, { hostname: anew('far').replace(' ', '-'), ip: '10.8.8.8' })
    await screen.show('/assets/domains/create', 'Domain create')
    await field('Name').fill(name)
    await pick(asset.hostname)
    await page.getByText(`${asset.hostname}(10.8.8.8)`).waitFor()
    expect(
      callsTo(screen, 'GET', `${API}assets/`).some(({ query }) => query.fields_size === 'mini' && query.limit),
    ).toBe(true)
    expect(await made('domains/')).toEqual({ name, assets: [asset.id] })
    await screen.heading('Domains')
    const line = row(page, name)
    await line.getByText('1', { exact: true }).waitFor()
    await line.getByRole('link', { name: '0', exact: true }).click()
    await screen.heading(`Domain: ${name}`)
    await page.getByRole('tab', { name: 'Gateway', selected: true }).waitFor()
    await settled(page)
    await page.locator('.db-list-actions').getByRole('button', { name: 'Create' }).click()
    await screen.heading('Gateway create')
    const gateway = anew('gw')
    await field('Name').fill(gateway)
    await field('IP(Domain)').fill('127.0.0.1')
    await field('Port').fill('65536')
    await submit()
    await problemOf(page, 'Port')
      .getByText('Must be between 1 and 65535')
      .or(problemOf(page, 'Port').getByText('Port Error'))
      .first()
      .waitFor()
    await field('Port').fill('2222')
    await field('Username').fill('jump')
    await field('Password').fill('pass-word')
    await submit()
    await problemOf(page, 'Password').getByText('Should not contains special characters').waitFor()
    await field('Password').fill('password')
    await expectAccessible(page)
    const { domain, ...sent } = await made('gateways/')
    expect(sent).toEqual({
      name: gateway,
      ip: '127.0.0.1',
      port: 2222,
      protocol: 'ssh',
      username: 'jump',
      password: 'password',
      is_active: true,
    })
    await screen.heading(`Domain: ${name}`)
    expect(page.url()).toContain(domain)
    await row(page, gateway).waitFor()

    await row(page, gateway).getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Test connection' }).click()
    const test = dialog(page, `Test gateway test connection: ${gateway}`)
    expect(await test.getByLabel(/^SSH Port/).inputValue()).toBe('2222')
    await test.getByLabel(/^SSH Port/).fill('none')
    await test.getByRole('button', { name: 'Confirm' }).click()
    await test.getByText('Port Error, please check').waitFor()
    await expectAccessible(page)
    await test.getByLabel(/^SSH Port/).fill('22')
    const { id } = (await admin.api.get(`assets/gateways/?domain=${domain}`)).body[0]
    const path = `${API}gateways/${id}/test-connective/`
    await answering(page, path, { method: 'POST', status: 400, body: { error: 'Nobody there' } }, async () => {
      await test.getByRole('button', { name: 'Confirm' }).click()
      await told(page, 'Test failed: Nobody there')
    })
    await answering(page, path, { method: 'POST', status: 200, body: {} }, async () => {
      const tested = nextCall(page, 'POST', path)
      await test.getByRole('button', { name: 'Confirm' }).click()
      expect((await tested).body).toEqual({ port: 22 })
      await told(page, 'Test Success')
    })

    await row(page, gateway)
      .getByRole('button', { name: /^Update/ })
      .click()
    await screen.heading('Gateway update')
    expect(await field('Password').count()).toBe(0)
    await field('Port').fill('22')
    const update = await changed(`gateways/${id}/`)
    expect(update).toMatchObject({ port: 22, domain })
    expect(update).not.toHaveProperty('password')
    await screen.heading(`Domain: ${name}`)
    await row(page, gateway).getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page, 'Info').getByRole('button', { name: 'Delete' }).click()
    await told(page, /still has assets, so its last active gateway cannot be deleted/)
    await dialog(page, 'Info').getByRole('button', { name: 'Cancel' }).click()
    await screen.show(`/assets/domains/${domain}/update`, 'Domain update')
    await field('Comment').fill('far away')
    expect(await changed(`domains/${domain}/`)).toEqual({ name, assets: [asset.id], comment: 'far away' })
    await screen.heading('Domains')
    await screen.show('/assets/system-users/create?protocol=rdp', 'System user create')
    await field('Ad domain').waitFor()
  })

  it('[RTASSET-15] [RTASSET-17] [PROD-07] has admin users, whose secrets stay unless they are to change', async () => {
    const name = anew('operator')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string
    await screen.show('/assets/admin-users/create', 'Admin user create')
    await field('Name').fill(name)
    await field('Username').fill('root')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'id_rsa', mimeType: 'text/plain', buffer: Buffer.from(key) })
    await page.getByText('id_rsa').waitFor()
    expect(await made('admin-users/')).toEqual({ name, username: 'root', private_key: key })
    await row(page, name).getByRole('link', { name }).click()
    await screen.heading(`Admin user: ${name}`)
    expect(await fact('SSH fingerprint').textContent()).not.toBe('-')
    await expectAccessible(page)
    await button(page, 'Update').click()
    await screen.heading('Admin user update')
    expect(await field('Password').count()).toBe(0)
    await field('Comment').fill('of the night')
    const { id } = (await admin.api.get(`assets/admin-users/?name=${name}`)).body[0]
    const kept = await changed(`admin-users/${id}/`)
    expect(kept).toEqual({ name, username: 'root', comment: 'of the night' })
    await screen.heading('Admin users')
    await screen.show(`/assets/admin-users/${id}/update`, 'Admin user update')
    await field('Update password').click()
    await field('Password').fill('another-one')
    expect(await changed(`admin-users/${id}/`)).toMatchObject({ password: 'another-one' })
    await screen.heading('Admin users')

    await anAsset(admin.api, { admin_user: id })
    await row(page, name).getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page, 'Info').getByRole('button', { name: 'Delete' }).click()
    await told(page, 'Delete failed: Deleted failed, There are related assets')
  })

  it('[RTASSET-19] [RTASSET-21] [SUSER-01] [SUSER-02] [SUSER-03] [SUSER-04] [SUSER-05] [SUSER-06] [PROD-06] has system users, with a form for each protocol', async () => {
    await screen.show('/assets/system-users', 'System users')
    await settled(page)
    await page.locator('.db-list-actions').getByRole('button', { name: 'Create' }).click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'SSH',
      'Telnet',
      'RDP',
      'VNC',
      'MySQL',
      'PostgreSQL',
      'MariaDB',
      'Oracle',
      'K8S',
    ])
    await page.getByRole('menuitem', { name: 'SSH' }).click()
    await screen.heading('System user create')
    const name = anew('web')
    await field('Name').fill(name)
    await field('Auto push').check()
    await field('Username').fill('www')
    expect(await field('Home').inputValue()).toBe('/home/www')
    expect(await labels()).toEqual(expect.arrayContaining(FIELDS_OF_SSH))
    await field('Sudo').fill('/bin/whoami, /usr/bin/tail')
    await field('SFTP Root').fill('somewhere')
    await field('Priority').fill('101')
    await field('Password').fill('secret-1')
    await submit()
    await problemOf(page, 'Priority').getByText('Must be between 1 and 100').waitFor()
    await field('Priority').fill('100')
    await submit()
    await problemOf(page, 'SFTP Root').getByText('Path should starts with /').waitFor()
    await expectAccessible(page)
    await field('SFTP Root').fill('/srv')
    expect(await made('system-users/')).toMatchObject({
      name,
      username: 'www',
      protocol: 'ssh',
      login_mode: 'auto',
      priority: 100,
      auto_push: true,
      sudo: '/bin/whoami, /usr/bin/tail',
      home: '/home/www',
      sftp_root: '/srv',
      password: 'secret-1',
    })
    await screen.heading('System users')
    await row(page, name)
      .getByRole('button', { name: /^Update/ })
      .click()
    await screen.heading('System user update')
    expect(await field('Username same with user').isDisabled()).toBe(true)
    await page.getByRole('radio', { name: 'Manually login' }).check()
    expect(await field('Auto push').isChecked()).toBe(false)
    expect(await field('Auto push').isDisabled()).toBe(true)
    const { id } = (await admin.api.get(`assets/system-users/?name=${name}`)).body[0]
    const manual = await changed(`system-users/${id}/`)
    expect(manual).toMatchObject({ login_mode: 'manual', auto_push: false })
    expect(manual).not.toHaveProperty('password')
    await screen.heading('System users')
    await screen.show(`/assets/system-users/${id}`, `System user: ${name}`)
    expect(await fact('Login model').textContent()).toBe('Manually login')
    expect(await fact('Sudo').count()).toBe(1)
    await expectAccessible(page)
    const body = { name: `db ${name}`, username: 'reader', protocol: 'mysql', password: 'secret-1' }
    const reader = (await admin.api.post('assets/system-users/', body)).body
    await screen.show(`/assets/system-users/${reader.id}`, `System user: ${reader.name}`)
    await fact('Login model').waitFor()
    expect(await fact('Sudo').count()).toBe(0)

    const forms = {
      rdp: ['Auto push', 'Auto generate password', 'Password', 'Ad domain', 'Comment'],
      vnc: ['Password', 'Comment'],
      mysql: ['Password', 'Comment'],
    }
    const first = ['Name', 'Login mode', 'Username', 'Username same with user', 'Priority', 'Protocol']
    for (const [protocol, rest] of Object.entries(forms)) {
      await screen.show(`/assets/system-users/create?protocol=${protocol}`, 'System user create')
      expect([protocol, await labels()]).toEqual([protocol, [...first, ...rest]])
    }
    await screen.show('/assets/system-users/create?protocol=k8s', 'System user create')
    expect(await labels()).toEqual(['Name', 'Priority', 'Protocol', 'Token', 'Comment'])
    await field('Name').fill(anew('cluster'))
    await submit()
    await problemOf(page, 'Token').getByText('This field is required').waitFor()
    await field('Token').fill('ey-token')
    expect(await made('system-users/')).toMatchObject({ protocol: 'k8s', token: 'ey-token' })

    await screen.show('/assets/system-users/create?protocol=ssh', 'System user create')
    await field('Name').fill(anew('everybody'))
    await field('Username same with user').check()
    expect(await field('Username').isDisabled()).toBe(true)
    await field('Password').fill('secret-1')
    expect(await made('system-users/')).toMatchObject({ username_same_with_user: true })
    await screen.heading('System users')
  })

  it('[RTASSET-23] [RTASSET-24] [RTASSET-25] [RTASSET-26] [RTASSET-27] [CMDF-01] [CMDF-02] [CMDF-03] [PROD-09] has command filters with their rules', async () => {
    const name = anew('danger')
    const web = await aSystemUser(admin.api, { name: anew('filtered'), username: 'www' })
    await screen.show('/assets/cmd-filters/create', 'Command filter create')
    await field('Name').fill(name)
    expect(await made('cmd-filters/')).toMatchObject({ name })
    await screen.heading('Command filters')
    await row(page, name).getByRole('link', { name: '0', exact: true }).first().click()
    await screen.heading(`Command filter: ${name}`)
    await page.getByRole('tab', { name: 'Command filter rules', selected: true }).waitFor()
    await page.locator('.db-list-actions').getByRole('button', { name: 'Create' }).click()
    await screen.heading('Command filter rules create')
    await page.getByText('One regular expression, for example').waitFor()
    await page.getByRole('radio', { name: 'Command' }).check()
    await page.getByText('One line one command').waitFor()
    await submit()
    await problemOf(page, 'Content').getByText('This field is required').waitFor()
    await field('Content').fill('rm\nreboot')
    await field('Priority').fill('0')
    await submit()
    await problemOf(page, 'Priority').getByText('Must be between 1 and 100').waitFor()
    await field('Priority').fill('100')
    await expectAccessible(page)
    const { id: filter } = (await admin.api.get(`assets/cmd-filters/?name=${name}`)).body[0]
    expect(await made(`cmd-filters/${filter}/rules/`)).toEqual({
      filter,
      type: 'command',
      content: 'rm\nreboot',
      priority: 100,
      action: 0,
    })
    await screen.heading(`Command filter: ${name}`)
    const rule = page.getByRole('row').filter({ hasText: 'rm, reboot' })
    await rule.getByText('Deny').waitFor()
    await rule.getByRole('button', { name: /^Update/ }).click()
    await screen.heading('Command filter rules update')
    await page.getByRole('radio', { name: 'Allow' }).check()
    const { id } = (await admin.api.get(`assets/cmd-filters/${filter}/rules/`)).body[0]
    expect(await changed(`cmd-filters/${filter}/rules/${id}/`)).toMatchObject({ action: 1, content: 'rm\nreboot' })
    await screen.heading(`Command filter: ${name}`)
    await rule.getByText('Allow').waitFor()
    await page.getByRole('tab', { name: 'Basic info' }).click()
    await choose('System user', web.name, `${web.name}(www)`)
    const bound = nextCall(page, 'PATCH', `${API}cmd-filters/${filter}/`)
    await button(page, 'Add').click()
    expect((await bound).body).toEqual({ system_users: [web.id] })
    await told(page, 'Add success')
    await page.getByRole('tab', { name: 'Command filter rules' }).click()
    await rule.getByRole('button', { name: /^Delete/ }).click()
    await dialog(page, 'Info').getByRole('button', { name: 'Delete' }).click()
    await told(page, 'Delete success')
    await screen.show(`/assets/cmd-filters/${filter}/update`, 'Command filter update')
    await field('Comment').fill('careful')
    expect(await changed(`cmd-filters/${filter}/`)).toMatchObject({ name, comment: 'careful' })
  })

  it('[RTASSET-29] [RTASSET-30] [RTASSET-32] [RTASSET-33] [RTASSET-34] has platforms, of which those of the product stay; and labels', async () => {
    await screen.show('/assets/platforms', 'Platforms')
    await settled(page)
    expect(
      await row(page, 'Linux')
        .getByRole('button', { name: /^Update/ })
        .isDisabled(),
    ).toBe(true)
    await page.locator('.db-list-actions').getByRole('button', { name: 'Create' }).click()
    await screen.heading('Platform create')
    const name = anew('Windows').replace(' ', '-')
    await field('Name').fill(name)
    expect(await labels()).not.toContain('RDP security')
    await choose('Base', 'Windows')
    await page.getByRole('radio', { name: 'NLA' }).check()
    await page.getByRole('radio', { name: 'GBK' }).check()
    await expectAccessible(page)
    expect(await made('platforms/')).toMatchObject({
      name,
      base: 'Windows',
      charset: 'gbk',
      meta: { security: 'nla', console: true },
    })
    await screen.heading('Platforms')
    await row(page, name).getByRole('link', { name }).click()
    await screen.heading(`Platform: ${name}`)
    expect(await fact('Base platform').textContent()).toBe('Windows')
    await button(page, 'Update').click()
    await screen.heading('Platform update')
    expect(await page.getByRole('radio', { name: 'NLA' }).isChecked()).toBe(true)
    await choose('Base', 'Linux')
    const call = page.waitForRequest((request) => request.method() === 'PUT')
    await submit()
    expect((await call).postDataJSON()).not.toHaveProperty('meta')
    await screen.heading('Platforms')

    const asset = await anAsset(admin.api, { hostname: anew('labelled').replace(' ', '-') })
    await screen.show('/assets/labels/create', 'Label create')
    const env = anew('env')
    await field('Name').fill(env)
    await field('Value').fill('测试 🚀')
    await pick(asset.hostname)
    expect(await made('labels/')).toEqual({ name: env, value: '测试 🚀', assets: [asset.id] })
    await screen.heading('Labels')
    expect(await row(page, env).getByRole('link').count()).toBe(0)
    await row(page, env)
      .getByRole('button', { name: /^Update/ })
      .click()
    await screen.heading('Label update')
    await page.getByText(asset.hostname).waitFor()
    await page.getByRole('button', { name: `Remove ${asset.hostname}(${asset.ip})` }).click()
    const { id } = (await admin.api.get(`assets/labels/?name=${env}`)).body[0]
    expect(await changed(`labels/${id}/`)).toEqual({ name: env, value: '测试 🚀', assets: [] })
    await screen.show(`/assets/assets?f=label:${encodeURIComponent(env)}:x`, 'Assets')
    await page.getByText('Nothing matches').waitFor()
  })
})
