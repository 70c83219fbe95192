// The pages of an ordinary user: own assets with their tree and favourites, own applications, ways to the terminal and to files.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Someone, World } from '../apps/server/test/kit/world.ts'
import { callsTo, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { type Inventory, madeBy, makeInventory } from './kit/inventory.ts'
import { useStand } from './kit/stand.ts'
import { account, button, dialog, row, settled } from './kit/steps.ts'

const MINE = '/api/v1/perms/users/'
const FAVORITES = '/api/v1/assets/favorite-assets/'

describe('the pages of an ordinary user', () => {
  let world: World
  let ann: Someone
  let screen: Screen
  let page: Page
  let inventory: Inventory
  const apps: Record<string, string> = {}

  const stand = useStand(async (opened) => {
    world = opened
    await world.license()
    const { api } = world.admin
    ann = await world.person({ name: 'Ann User', username: 'ann' })
    inventory = await makeInventory(world.admin)
    await madeBy(api, 'perms/asset-permissions/', {
      name: 'Web',
      users: [ann.id],
      nodes: [inventory.node.id],
      assets: [inventory.windows.id],
      system_users: [inventory.ssh.id, inventory.rdp.id],
    })
    const kinds = [
      ['remote_app', 'chrome', { asset: inventory.windows.id, path: 'C:\\chrome.exe' }, inventory.rdp.id],
      ['db', 'mysql', { host: 'db', port: 3306, database: 'orders' }, inventory.mysql.id],
      ['cloud', 'k8s', { cluster: 'https://10.0.0.1:6443' }, inventory.ssh.id],
    ] as const
    for (const [category, type, attrs, account] of kinds) {
      const { id } = await madeBy(api, 'applications/applications/', { name: `my ${type}`, category, type, attrs })
      apps[category] = id
      await madeBy(api, 'perms/application-permissions/', {
        name: `may ${type}`,
        category,
        type,
        users: [ann.id],
        applications: [id],
        system_users: [account],
      })
    }
  })
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: ann, ...visitor })
    page = screen.page
  }
  const node = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}( \\(\\d+\\))?$`) })
  const nodes = () => page.getByRole('treeitem').locator('.db-tree-name').allTextContents()

  it('[MY-02] are first of all the own assets: a tree with favourites first, a table, and the way in', async () => {
    await screen.show('/', 'My assets')
    await settled(page)
    expect(callsTo(screen, 'GET', `${MINE}nodes/children/tree/`)[0]?.query).toEqual({ cache_policy: '2' })
    await node('Web').waitFor()
    expect((await nodes())[0]).toBe('Favorite (0)')
    const line = row(page, 'web-01')
    const connect = line.getByRole('link', { name: 'Connect to web-01' })
    expect(await connect.getAttribute('href')).toBe(`/luna/?login_to=${inventory.assets[0]!.id}`)
    expect(await connect.getAttribute('target')).toBe('_blank')
    // Nobody connects to what is switched off.
    expect(await button(page, 'web-03 is not active: no connection').isDisabled()).toBe(true)
    await button(page, 'Show win-01').click()
    await row(page, 'win-01').getByText('operator').waitFor()
    await expectAccessible(page)

    await line.getByRole('button', { name: 'web-01', exact: true }).click()
    await dialog(page, 'web-01').getByText('ssh/22').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    const liked = nextCall(page, 'POST', FAVORITES)
    await button(page, 'Favorite web-01').click()
    expect((await liked).body).toEqual({ asset: inventory.assets[0]!.id })
    await page.getByRole('button', { name: 'Favorite web-01', pressed: true }).waitFor()
    await node('Favorite').getByText('Favorite (1)').waitFor()
    const favorites = nextCall(page, 'GET', `${MINE}nodes/favorite/assets/`)
    await node('Favorite').click()
    await favorites
    await row(page, 'win-01').waitFor({ state: 'detached' })
    await row(page, 'web-01').waitFor()
    const unliked = nextCall(page, 'DELETE', FAVORITES)
    await button(page, 'Favorite web-01').click()
    expect((await unliked).query).toEqual({ asset: inventory.assets[0]!.id })
    await node('Favorite').getByText('Favorite (0)').waitFor()

    const below = nextCall(page, 'GET', `${MINE}nodes/${inventory.node.id}/assets/`)
    await node('Web').click()
    await below
    await row(page, 'web-02').waitFor()
    const rebuilt = nextCall(page, 'GET', `${MINE}nodes/children/tree/`)
    await page.getByRole('complementary').getByRole('button', { name: 'Refresh' }).click()
    expect((await rebuilt).query).toMatchObject({ rebuild_tree: '1' })
  })

  it('[MY-03] [MY-05] [MY-06] are the own applications of each kind, each with its way in', async () => {
    const kinds = [
      ['/apps', 'Remote apps', 'remote_app', 'remote_app', 'my chrome', 'win-01'],
      ['/apps/database', 'Database apps', 'db', 'database_app', 'my mysql', 'orders'],
      ['/apps/kubernetes', 'Kubernetes apps', 'cloud', 'k8s_app', 'my k8s', 'https://10.0.0.1:6443'],
    ] as const
    for (const [path, heading, category, type, name, where] of kinds) {
      await screen.show(path, heading)
      const line = row(page, name)
      await line.getByText(where, { exact: true }).waitFor()
      expect(await line.getByRole('link', { name: `Connect to ${name}` }).getAttribute('href')).toBe(
        `/luna/?type=${type}&login_to=${apps[category]}`,
      )
      await settled(page)
      await expectAccessible(page)
    }
  })

  it('[MY-10] [MY-11] [MY-12] [MY-13] lead to the web terminal and to the files, with the time in the address', async () => {
    await screen.show('/', 'My assets')
    const menu = page.getByRole('navigation').first()
    for (const [name, address] of [
      [/^Web terminal/, /^\/luna\/\?_=\d{13}$/],
      [/^WebFTP/, /^\/koko\/elfinder\/sftp\/\?_=\d{13}$/],
    ] as const) {
      const link = menu.getByRole('link', { name })
      expect(await link.getAttribute('href')).toMatch(address)
      expect(await link.getAttribute('target')).toBe('_blank')
    }
  })

  it('are there for administrators who take the role of a user, on a phone and in Chinese too', async () => {
    const both = await world.person({
      name: 'Bea Both',
      in: { '00000000-0000-0000-0000-000000000002': ['Admin', 'User'] },
    })
    await enter({ as: both })
    await screen.show('/', 'Dashboard')
    await account(screen, 'User page')
    await screen.heading('My assets')
    await page.getByText('Nothing here yet').waitFor()
    await enter({ language: 'zh-hans', width: 390 })
    await screen.show('/', '我的资产')
    await row(page, 'web-01').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await button(page, '我的节点').click()
    await node('Web').click()
    await row(page, 'win-01').waitFor({ state: 'detached' })
    await row(page, 'web-01').waitFor()
  })
})
