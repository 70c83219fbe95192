// Permission rules in the console: lists, forms, previews, detail tabs; what they come to for users and groups, and why.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Someone, World } from '../apps/server/test/kit/world.ts'
import { callsTo, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { type Inventory, madeBy, makeInventory, type Named } from './kit/inventory.ts'
import { useStand } from './kit/stand.ts'
import { anew, button, dialog, field as fieldOf, row, settled, told } from './kit/steps.ts'

const RULES = '/api/v1/perms/asset-permissions/'
const APP_RULES = '/api/v1/perms/application-permissions/'
const ASSETS = '/api/v1/assets/assets/'
const NODES = '/api/v1/assets/nodes/'
const TREE = '/api/v1/assets/nodes/children/tree/'

describe('permission rules in the console', () => {
  let world: World
  let admin: Someone
  let ann: Someone
  let group: Named
  let screen: Screen
  let page: Page
  let inventory: Inventory

  const stand = useStand(async (opened) => {
    world = opened
    await world.license()
    admin = await world.person({ name: 'Ada Admin', username: 'ada', role: 'Admin' })
    ann = await world.person({ name: 'Ann User', username: 'ann' })
    const bob = await world.person({ name: 'Bob User', username: 'bob' })
    inventory = await makeInventory(admin)
    group = await madeBy(admin.api, 'users/groups/', { name: 'Crew', users: [bob.id] })
  })
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: admin, ...visitor })
    page = screen.page
  }
  const rule = (more: object = {}): Promise<any> =>
    madeBy(admin.api, 'perms/asset-permissions/', {
      name: anew('Rule'),
      user_groups: [group.id],
      nodes: [inventory.node.id],
      system_users: [inventory.ssh.id],
      ...more,
    })
  const field = (name: string) => fieldOf(page, name)
  const submit = () => button(page, 'Submit').click()
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  const node = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}( \\(\\d+\\))?$`) })
  const heads = () => page.locator('thead th .db-th-text').allTextContents()
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
  const card = (title: string) =>
    page.locator('.db-relation').filter({ has: page.getByRole('heading', { name: title }) })
  const add = async (title: string, search: string, option?: string | RegExp) => {
    await choose(title, search, option)
    await card(title).getByRole('button', { name: 'Add', exact: true }).click()
    await told(page, 'Add success')
  }

  it('[RTPERM-02] [PROD-11] [NODE-15] stand beside the tree of what they are about, and are found by many names', async () => {
    const { name } = await rule()
    await screen.show('/perms', 'Asset permissions')
    await settled(page)
    expect((await heads()).slice(0, 6)).toEqual(['Name', 'Users', 'Groups', 'Assets', 'Nodes', 'System users'])
    expect(callsTo(screen, 'GET', TREE)[0]?.query).toEqual({ assets: '1' })
    await expectAccessible(page)
    const narrowed = nextCall(page, 'GET', RULES)
    await node('Web').click()
    expect((await narrowed).query).toMatchObject({ node_id: inventory.node.id, show_current_asset: '0' })
    await row(page, name).waitFor()
    await node('Web').locator('.db-tree-toggle').click()
    const byAsset = nextCall(page, 'GET', RULES)
    await node('web-01').click()
    expect((await byAsset).query).toMatchObject({ asset_id: inventory.assets[0]!.id })
    await row(page, name).waitFor()
    // A tree that is not of permissions is asked again as it is.
    const again = nextCall(page, 'GET', TREE)
    await page.getByRole('complementary').getByRole('button', { name: 'Refresh' }).click()
    expect((await again).query).toEqual({ assets: '1' })

    await page.getByRole('combobox', { name: /^Search/ }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(
      expect.arrayContaining(['Name', 'Validity', 'Effective', 'Username', 'Node', 'Inherit']),
    )
    await page.keyboard.press('Escape')
    await button(page, 'Actions').click()
    const refresh = nextCall(page, 'GET', `${RULES}cache/refresh/`)
    await page.getByRole('menuitem', { name: 'Refresh permission cache' }).click()
    await refresh
    await told(page, 'Refresh success')
    await row(page, name).getByRole('link', { name: '1', exact: true }).first().click()
    await page.getByRole('tab', { name: 'Users and user groups', selected: true }).waitFor()
  })

  it('[RTPERM-03] [PERM-01] [PERM-02] [CALL-18] [CALL-19] [CALL-20] are created with a preview of what they would change', async () => {
    await screen.show(`/perms/asset-permissions/create?node=${inventory.node.id}`, 'Create asset permission')
    const permission = page.getByRole('group', { name: 'Permission' })
    for (const action of ['Connect', 'Upload and download', 'Upload file', 'Download file', 'Copy and paste'])
      expect(await permission.getByRole('checkbox', { name: action, exact: true }).isChecked(), action).toBe(true)
    const name = anew('Deploy')
    await field('Name').fill(name)
    await choose('User', 'ann', /Ann User/)
    await page.getByText('/Default/Web').waitFor()
    await button(page, 'Preview').click()
    const preview = dialog(page, 'What saving this would change')
    await preview.getByText('This cannot be previewed yet').waitFor()
    await preview.getByRole('button', { name: 'Close' }).last().click()
    await choose('System user', 'deploy', /deploy/)
    const offered = nextCall(page, 'GET', ASSETS)
    await page.getByRole('combobox', { name: 'Asset', exact: true }).click()
    expect((await offered).query).toMatchObject({ fields_size: 'mini', offset: '0', limit: '10' })
    await page.keyboard.press('Escape')
    expect(callsTo(screen, 'GET', NODES).length).toBeGreaterThan(0)
    const tree = nextCall(page, 'GET', TREE)
    await button(page, 'Browse').click()
    expect((await tree).query).toEqual({ assets: '0' })
    await dialog(page, 'Choose assets').getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Preview').click()
    await preview.getByText('One user is affected').waitFor()
    await preview.getByText('Ann User(ann)').waitFor()
    await preview.getByText(/web-01\(10\.1\.0\.1\)/).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await field('Active').uncheck()
    await button(page, 'Preview').click()
    await preview.getByText('Nobody gains or loses any asset.').waitFor()
    await page.keyboard.press('Escape')
    await field('Active').check()
    await permission.getByRole('checkbox', { name: 'Copy and paste' }).uncheck()
    await permission.getByRole('checkbox', { name: 'Upload file' }).uncheck()
    await expectAccessible(page)
    const create = nextCall(page, 'POST', RULES)
    await submit()
    expect((await create).body).toMatchObject({
      name,
      users: [ann.id],
      nodes: [inventory.node.id],
      system_users: [inventory.ssh.id],
      actions: ['connect', 'download_file'],
      is_active: true,
      date_start: expect.any(String),
      date_expired: expect.any(String),
    })
    await screen.heading('Asset permissions')
    await told(page, 'Create success')
    const [saved] = (await admin.api.get(`perms/asset-permissions/?name=${encodeURIComponent(name)}`)).body
    expect(saved.actions).toEqual(['connect', 'download_file'])
    await admin.api.delete(`perms/asset-permissions/${saved.id}/`)
  })

  it('[RTPERM-04] [RTPERM-05] have a page with tabs, on which everything they name is added and removed', async () => {
    const made = await rule()
    const path = `${RULES}${made.id}/`
    await screen.show(`/perms/asset-permissions/${made.id}`, `Asset permission: ${made.name}`)
    expect(await fact('User group count').textContent()).toBe('1')
    expect(await fact('Permission').textContent()).toBe('All')
    await expectAccessible(page)
    const off = nextCall(page, 'PATCH', path)
    await page.getByRole('switch', { name: 'Active' }).click()
    expect((await off).body).toEqual({ is_active: false })
    await told(page, 'Update success')

    await tab('Users and user groups')
    await row(page, 'Bob User(bob)').waitFor()
    // A list without fields to search in speaks of none.
    expect(await page.getByRole('combobox', { name: 'Search' }).getAttribute('placeholder')).toBe('Search')
    // Bob comes with his group.
    expect(await button(page, 'Comes with a group: remove the group instead').isDisabled()).toBe(true)
    const join = nextCall(page, 'POST', '/api/v1/perms/asset-permissions-users-relations/')
    await add('Add user to this permission', 'ann', /Ann User/)
    expect((await join).body).toEqual([{ user: ann.id, assetpermission: made.id }])
    await row(page, 'Ann User(ann)').waitFor()
    const leave = nextCall(page, 'DELETE', '/api/v1/perms/asset-permissions-users-relations/')
    await button(page, 'Remove Ann User(ann)').click()
    expect((await leave).query).toEqual({ assetpermission: made.id, user: ann.id })
    await row(page, 'Ann User(ann)').waitFor({ state: 'detached' })

    await tab('Assets and nodes')
    await row(page, 'web-01(10.1.0.1)').waitFor()
    const adding = page.getByRole('region', { name: 'Add asset to this permission' })
    await adding.getByRole('button', { name: 'Browse' }).click()
    const assets = dialog(page, 'Choose assets')
    await assets.getByRole('checkbox', { name: 'Select win-01' }).check()
    await expectAccessible(page)
    await assets.getByRole('button', { name: 'Confirm' }).click()
    const named = nextCall(page, 'POST', '/api/v1/perms/asset-permissions-assets-relations/')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    expect((await named).body).toEqual([{ asset: inventory.windows.id, assetpermission: made.id }])
    await row(page, 'win-01(10.2.0.1)').waitFor()
    await add('Add system user to this permission', 'operator', /operator/)
    const unnode = nextCall(page, 'DELETE', '/api/v1/perms/asset-permissions-nodes-relations/')
    await button(page, 'Remove /Default/Web').click()
    expect((await unnode).query).toEqual({ assetpermission: made.id, node: inventory.node.id })
    await row(page, 'web-01(10.1.0.1)').waitFor({ state: 'detached' })
    await button(page, 'Remove win-01(10.2.0.1)').click()
    await row(page, 'win-01(10.2.0.1)').waitFor({ state: 'detached' })

    // The plural leads to the singular, as the contract has it.
    await screen.show(`/perms/asset-permissions/${made.id}/update`, 'Update asset permission')
    expect(new URL(page.url()).pathname).toBe(`/ui/perms/asset-permission/${made.id}/update`)
    await field('Comment').fill('changed')
    const update = nextCall(page, 'PUT', path)
    await submit()
    expect((await update).body).toMatchObject({ comment: 'changed', user_groups: [group.id] })
    await screen.heading('Asset permissions')
  })

  it('[RTPERM-06] [RTPERM-07] [RTPERM-08] [RTPERM-09] [PERM-03] on applications are of one type each', async () => {
    const attrs = { host: 'db', port: 3306, database: 'd' }
    const kind = { category: 'db', type: 'mysql' }
    const apps = await Promise.all(
      ['orders', 'stock'].map((name) => madeBy(admin.api, 'applications/applications/', { name, ...kind, attrs })),
    )
    await screen.show('/perms/app-permissions', 'Application permissions')
    await settled(page)
    await button(page, 'Create').first().click()
    expect(await page.getByRole('menuitem').allTextContents()).toHaveLength(9)
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'MySQL', exact: true }).click()
    await screen.heading('Create application permission')
    expect(await page.getByRole('combobox', { name: 'Type', exact: true }).inputValue()).toBe('MySQL')
    const name = anew('Readers')
    await field('Name').fill(name)
    await choose('User', 'ann', /Ann User/)
    await choose('Applications', 'orders', /orders/)
    await choose('System user', 'reader', /reader/)
    await expectAccessible(page)
    const create = nextCall(page, 'POST', APP_RULES)
    await submit()
    expect((await create).body).toMatchObject({
      ...kind,
      name,
      users: [ann.id],
      applications: [apps[0].id],
      system_users: [inventory.mysql.id],
    })
    await screen.heading('Application permissions')
    await row(page, name).getByRole('link', { name }).click()
    await screen.heading(`Application permission: ${name}`)
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    expect(await fact('Category').textContent()).toBe('Database')
    await tab('Users and user groups')
    await row(page, 'Ann User(ann)').waitFor()
    const grouped = nextCall(page, 'PATCH', `${APP_RULES}${id}/`)
    await add('Add user group to this permission', 'Crew')
    expect((await grouped).body).toEqual({ user_groups: [group.id] })
    await row(page, 'Bob User(bob)').waitFor()
    await tab('App list')
    await settled(page)
    await expectAccessible(page)
    await add('Add application to this permission', 'stock', /stock/)
    const second = row(page, 'stock(MySQL)[Database]')
    await second.waitFor()
    const gone = nextCall(page, 'DELETE', '/api/v1/perms/application-permissions-applications-relations/')
    await button(page, 'Remove stock(MySQL)[Database]').click()
    expect((await gone).query).toEqual({ applicationpermission: id, application: apps[1].id })
    await second.waitFor({ state: 'detached' })
    await settled(page)
    // The last account stays.
    await button(page, 'Remove reader(reader)').click()
    await told(page, 'The last item cannot be deleted')
    await button(page, 'Update').click()
    await screen.heading('Update application permission')
    expect(await page.getByRole('combobox', { name: 'Type', exact: true }).isDisabled()).toBe(true)
    await field('Comment').fill('changed')
    await submit()
    await screen.heading('Application permissions')
  })

  it('explain who reaches what, and why not', async () => {
    const made = await rule({ users: [ann.id], user_groups: [] })
    await screen.show(`/perms/why?user_id=${ann.id}&asset_id=${inventory.assets[0]!.id}`, 'Access check')
    await page.getByText('Access is granted').waitFor()
    await page.getByText(/covers the node \/Default\/Web: it grants a login as deploy/).waitFor()
    const visitors = page.getByRole('table', { name: 'Who can reach this asset' })
    await visitors.getByRole('row', { name: /Ann User/ }).waitFor()
    await expectAccessible(page)
    await choose('Asset', 'win', /win-01/)
    await page.getByText('Access is not granted').waitFor()
    await page.getByText(/No rule names this user/).waitFor()
    await page.getByText('Nobody can reach this asset').waitFor()
    expect(await page.getByRole('link', { name: 'Create a rule for this asset' }).getAttribute('href')).toContain(
      inventory.windows.id,
    )
    await admin.api.patch(`perms/asset-permissions/${made.id}/`, { is_active: false })
    await screen.show(`/perms/asset-permissions/${made.id}`, `Asset permission: ${made.name}`)
    await page.getByRole('link', { name: 'Open the access check' }).click()
    await screen.heading('Access check')
    await choose('Asset', 'web-01', /web-01/)
    await page.getByText('None of the rules between them takes effect.').waitFor()
    await page.getByText(/but it is not active/).waitFor()
    await enter({ language: 'zh-hans', width: 390 })
    await screen.show(`/perms/why?user_id=${ann.id}&asset_id=${inventory.assets[0]!.id}`, '访问排查')
    await page.getByText('不能访问').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })

  it('explain applications too, and tell what an application permission would change before it is saved', async () => {
    const attrs = { host: 'db', port: 3306, database: 'd' }
    const app = await madeBy(admin.api, 'applications/applications/', {
      name: anew('ledger'),
      category: 'db',
      type: 'mysql',
      attrs,
    })
    await screen.show(`/applications/database-apps/${app.id}`, `Database app: ${app.name}`)
    await page.getByRole('link', { name: 'Who can reach this application, and why?' }).click()
    await screen.heading('Access check')
    await page.getByText('Nobody can reach this application').waitFor()
    await choose('User', 'ann', /Ann User/)
    await page.getByText('No rule names this user (or one of their groups) and this application.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create a rule for this application' }).click()
    await screen.heading('Create application permission')
    await page.getByText(`${app.name} (MySQL)`).waitFor()
    const name = anew('Ledger readers')
    await field('Name').fill(name)
    await choose('User', 'ann', /Ann User/)
    await choose('System user', 'reader', /reader/)
    const asked = nextCall(page, 'POST', `${APP_RULES}preview/`)
    await button(page, 'Preview').click()
    expect(Object.keys((await asked).body as object)).not.toContain('name')
    const preview = dialog(page, 'What saving this would change')
    await preview.getByText('one access to an application is gained').waitFor()
    await preview.getByText(app.name).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await submit()
    await screen.heading('Application permissions')
    await row(page, name).getByRole('link', { name }).click()
    await page.getByRole('link', { name: 'Open the access check' }).click()
    await page.getByText('Access is granted').waitFor()
    await page.getByText(/names the user and names the application: it grants a login as reader/).waitFor()
    // One question at a time: an asset takes the place of the application.
    await choose('Asset', 'win', /win-01/)
    await page.getByText('Access is not granted').waitFor()
    expect(new URL(page.url()).searchParams.has('application_id')).toBe(false)
  })

  it('[NODE-14] show on the pages of users and groups what they come to', async () => {
    const made = await rule({ users: [ann.id] })
    const granted = `/api/v1/perms/users/${ann.id}/`
    await screen.show(`/users/users/${ann.id}`, 'User: Ann User')
    await tab('Granted assets')
    await row(page, 'web-01').waitFor()
    await button(page, 'Show web-01').click()
    await row(page, 'web-01').getByText('deploy').waitFor()
    const below = nextCall(page, 'GET', `${granted}nodes/${inventory.node.id}/assets/`)
    await node('Web').click()
    await below
    await settled(page)
    await expectAccessible(page)
    // The tree of what is granted is built anew when it is asked again.
    const rebuilt = nextCall(page, 'GET', `${granted}nodes/children/tree/`)
    await page.getByRole('complementary').getByRole('button', { name: 'Refresh' }).click()
    expect((await rebuilt).query).toMatchObject({ rebuild_tree: '1' })
    expect(await page.getByRole('link', { name: /^Why is an asset granted/ }).getAttribute('href')).toContain(ann.id)
    await tab('Asset permission rules')
    await row(page, made.name).waitFor()
    await tab('Granted applications')
    await settled(page)
    await tab('Application permission rules')
    await settled(page)

    await screen.show(`/users/groups/${group.id}?activeTab=GroupGrantedAssets`, 'User group: Crew')
    await row(page, 'web-01').waitFor()
    expect(callsTo(screen, 'GET', `/api/v1/perms/user-groups/${group.id}/assets/`).length).toBeGreaterThan(0)
  })
})
