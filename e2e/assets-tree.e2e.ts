// Assets beside their tree, on the real server: where they stand, how they are moved, and that the numbers are right.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { aNode, anAdminUser, anAsset } from '../apps/server/test/kit/inventory.ts'
import { DEFAULT_ORG, ROOT_ORG, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { answering, callsTo, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import { orgCookie, type Screen, type Visitor } from './kit/console.ts'
import { useStand } from './kit/stand.ts'
import { anew, button, dialog, field as fieldOf, row, settled, told } from './kit/steps.ts'

const ASSETS = '/api/v1/assets/assets/'
const NODES = '/api/v1/assets/nodes/'
const TREE = `${NODES}children/tree/`

describe('assets in their tree', () => {
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
  /** A node with assets on it, all with names that nobody has yet. */
  const aPlace = async (value: string, { below, assets = 0 }: { below?: string; assets?: number } = {}) => {
    const name = anew(value)
    const node = await aNode(admin.api, below, name)
    const hosts = []
    for (let n = 1; n <= assets; n++) {
      const hostname = `${name}-${n}`.replaceAll(' ', '-')
      hosts.push(await anAsset(admin.api, { hostname, nodes: [node.id], admin_user: root.id }))
    }
    return { ...node, name, hosts }
  }
  const show = async (query = '') => {
    await screen.show(`/assets/assets${query}`, 'Assets')
    await settled(page)
    await line('Default').waitFor()
  }
  const line = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}( \\(\\d+\\))?$`) })
  const counted = (name: string, amount: number) =>
    page.getByRole('treeitem', { name: `${name} (${amount})`, exact: true }).waitFor()
  const expand = (name: string) => line(name).locator('.db-tree-toggle').click()
  const onNode = async (name: string, entry: string) => {
    await line(name).click({ button: 'right' })
    await page
      .getByRole('menuitem', { name: entry, exact: true })
      .or(page.getByRole('menuitemcheckbox', { name: entry, exact: true }))
      .click()
  }
  const hosts = () => page.getByRole('rowheader').allTextContents()
  const question = () => dialog(page, 'Info')
  const bulk = async (entry: string) => {
    await button(page, 'Actions').click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  /** What was done to the selected rows is done. */
  const unselected = async () => {
    await page.getByText(/^\d+ selected$/).waitFor({ state: 'detached' })
    await settled(page)
  }
  const tick = (hostname: string) => page.getByRole('checkbox', { name: `Select ${hostname}` }).check()

  it('stand beside a tree that stays narrow, however long the name of a node', async () => {
    const name = anew('很长的节点名称'.repeat(15))
    const node = await aNode(admin.api, undefined, name)
    const { hostname } = await anAsset(admin.api, { nodes: [node.id], admin_user: root.id })
    await show()
    await line(name).click()
    await row(page, hostname).waitFor()
    const [tree, table] = [
      await page.getByRole('complementary').boundingBox(),
      await page.getByRole('table').boundingBox(),
    ]
    expect(tree!.width).toBeLessThanOrEqual(320)
    expect(table!.x + table!.width).toBeLessThanOrEqual(page.viewportSize()!.width)
  })

  it('[RTASSET-02] [ASSET-02] [ASSET-03] [ASSET-04] [CALL-20] [NODE-01] [NODE-13] are listed beside it, with whether they answer', async () => {
    const { name, hosts: assets } = await aPlace('Reach', { assets: 3 })
    const datetime = new Date('2026-02-03T04:05:06Z')
    const asked = assets
      .slice(0, 2)
      .map(({ id }: { id: string }, status: number) => ({ asset: id, username: 'root', status, datetime }))
    await world.server.services.database.db.insertInto('assets_connectivity').values(asked).execute()
    await show()
    expect(callsTo(screen, 'GET', TREE).map(({ query }) => query)).toEqual([{ assets: '0' }])
    await page.getByText('On the left is the tree of nodes').waitFor()
    const heads = await page.locator('thead th .db-th-text').allTextContents()
    expect(heads).toEqual(['Hostname', 'IP', 'Hardware info', 'Reachable', 'Actions'])
    await counted(name, 3)
    await line(name).click()
    await row(page, assets[0].hostname)
      .getByRole('img', { name: /^Unreachable .*2026/ })
      .waitFor()
    await row(page, assets[1].hostname)
      .getByRole('img', { name: /^Reachable .*2026/ })
      .waitFor()
    await row(page, assets[2].hostname).getByRole('img', { name: 'Unknown', exact: true }).waitFor()
    await expectAccessible(page)
    await enter({ language: 'zh-hans' })
    await screen.show('/assets/assets', '资产列表')
    await settled(page)
    expect(await page.locator('thead th .db-th-text').allTextContents()).toEqual([
      '主机名',
      'IP',
      '硬件信息',
      '可连接',
      '操作',
    ])
  })

  it('[TREETABLE-01] [TREETABLE-03] [TREETABLE-05] [TREETABLE-06] are those of a node and all below it, or of the node alone', async () => {
    const above = await aPlace('Above', { assets: 1 })
    const below = await aPlace('Below', { below: above.id, assets: 2 })
    await show()
    const chosen = nextCall(page, 'GET', ASSETS)
    await line(above.name).click()
    expect((await chosen).query).toMatchObject({ node_id: above.id, show_current_asset: '0' })
    await row(page, below.hosts[1].hostname).waitFor()
    expect(await hosts()).toHaveLength(3)
    const alone = nextCall(page, 'GET', ASSETS)
    await onNode(above.name, 'Show asset only current node')
    expect((await alone).query).toMatchObject({ node_id: above.id, show_current_asset: '1' })
    await row(page, below.hosts[1].hostname).waitFor({ state: 'detached' })
    expect(await hosts()).toEqual([above.hosts[0].hostname])
    expect(await screen.cookie('show_current_asset')).toBe('1')
    await line(above.name).click({ button: 'right' })
    await page.getByRole('menuitemcheckbox', { name: 'Show asset only current node', checked: true }).waitFor()
    await page.getByRole('menuitemcheckbox', { name: 'Show asset all children node', checked: false }).waitFor()
    await page.getByRole('menuitemcheckbox', { name: 'Show asset all children node' }).click()
    await row(page, below.hosts[1].hostname).waitFor()
    expect(await screen.cookie('show_current_asset')).toBe('0')
  })

  it('[NODE-02] [NODE-03] [NODE-04] [NODE-10] [NODE-11] [NODE-12] [NODE-24] [NODE-25] [NODE-26] [NODE-27] [RTASSET-03] find a place that is made for them', async () => {
    const { name, id } = await aPlace('Ground', {})
    const called = anew('Racks')
    await show()
    const create = nextCall(page, 'POST', `${NODES}${id}/children/`)
    await onNode(name, 'Create node')
    expect((await create).body).toEqual({})
    await told(page, 'Create success')
    const box = page.getByRole('textbox', { name: 'Rename' })
    await box.fill(called)
    await box.press('Enter')
    await told(page, 'Update success')
    await counted(called, 0)

    await line(called).click()
    await page.waitForURL(/node=/)
    const node = new URL(page.url()).searchParams.get('node')!
    await page.locator('.db-list-actions').getByRole('button', { name: 'Create' }).click()
    await screen.heading('Asset create')
    expect(new URL(page.url()).searchParams.get('node')).toBe(node)
    await page.getByText(`/Default/${name}/${called}`).waitFor()
    const hostname = anew('host').replace(' ', '-')
    await fieldOf(page, 'Hostname').fill(hostname)
    await fieldOf(page, 'IP(Domain)').fill('10.9.8.7')
    await page.getByRole('button', { name: 'Add a row' }).click()
    await page.getByRole('combobox', { name: 'Protocol 2' }).selectOption('vnc')
    expect(await page.getByRole('textbox', { name: 'Port 2' }).inputValue()).toBe('5901')
    await page.getByRole('textbox', { name: 'Port 2' }).fill('0')
    const admins = page.getByRole('combobox', { name: 'Admin user' })
    await admins.fill('root of all')
    await page.getByRole('option', { name: 'root of all(root)' }).click()
    await button(page, 'Submit').click()
    await page.getByRole('alert').getByText('Port Error').first().waitFor()
    await page.getByRole('textbox', { name: 'Port 2' }).fill('5902')
    await expectAccessible(page)
    const made = nextCall(page, 'POST', ASSETS)
    await button(page, 'Submit').click()
    expect((await made).body).toEqual({
      hostname,
      ip: '10.9.8.7',
      platform: 'Linux',
      protocols: ['ssh/22', 'vnc/5902'],
      admin_user: root.id,
      nodes: [node],
      is_active: true,
    })
    await screen.heading('Assets')
    expect(new URL(page.url()).searchParams.get('node')).toBe(node)
    await row(page, hostname).waitFor()

    await show()
    await expand(name)
    await onNode(called, 'Delete node')
    await question().getByRole('button', { name: 'Delete' }).click()
    await told(page, /^Delete failed: Deletion failed and the node contains children or assets/)
    await question().getByRole('button', { name: 'Cancel' }).click()
    await admin.api.delete(`assets/assets/${(await admin.api.get(`assets/assets/?hostname=${hostname}`)).body[0].id}/`)
    const gone = nextCall(page, 'DELETE', `${NODES}${node}/`)
    await onNode(called, 'Delete node')
    await question().getByRole('button', { name: 'Delete' }).click()
    await gone
    await told(page, 'Delete success')
    await line(called).waitFor({ state: 'detached' })
  })

  it('[NODE-05] [NODE-06] [NODE-07] [NODE-08] [NODE-09] [NODE-22] [NODE-23] [NODE-28] move with their node, and are counted where they are', async () => {
    const [from, to] = [await aPlace('From', { assets: 1 }), await aPlace('To')]
    const moved = await aPlace('Moved', { below: from.id, assets: 2 })
    await show()
    await counted(from.name, 3)
    await counted(to.name, 0)
    const level = nextCall(page, 'GET', TREE)
    await expand(from.name)
    expect(await level).toMatchObject({
      org: DEFAULT_ORG,
      query: { id: from.id, key: from.key, name: from.name, level: '1', assets: '0' },
    })
    await counted(moved.name, 2)
    await line(moved.name).dragTo(line(to.name))
    await question().getByText(`Are you sure to move ${moved.name} to ${to.name} ?`).waitFor()
    const path = `${NODES}${to.id}/children/add/`
    expect(callsTo(screen, 'PUT', path)).toEqual([])
    await answering(page, path, { method: 'PUT', status: 409, body: { error: 'Moved by others' } }, async () => {
      await question().getByRole('button', { name: 'Move' }).click()
      await page.locator('.db-toast-error').getByText('Update failed: Moved by others').waitFor()
    })
    const move = nextCall(page, 'PUT', path)
    await question().getByRole('button', { name: 'Move' }).click()
    expect((await move).body).toEqual({ nodes: [moved.id] })
    await told(page, 'Update success')
    await counted(from.name, 1)
    await counted(to.name, 2)
    await line(moved.name).and(page.locator('[aria-level="3"]')).waitFor()

    const other = anew('Other hands')
    await aNode(admin.api, undefined, other)
    expect(await line(other).count()).toBe(0)
    await page.getByRole('complementary').getByRole('button', { name: 'Refresh' }).click()
    await line(other).waitFor()
    await answering(
      page,
      `${NODES}${to.id}/children/`,
      { method: 'POST', status: 400, body: { error: 'Full' } },
      async () => {
        await onNode(to.name, 'Create node')
        await told(page, 'Create error: Full')
      },
    )
  })

  it('[PICK-04] are added to a node, moved to it and taken from it, and every number follows', async () => {
    const [one, two] = [await aPlace('One', { assets: 2 }), await aPlace('Two')]
    const [first, second] = one.hosts
    await show()
    await onNode(two.name, 'Add asset to node')
    const adding = dialog(page, `Add asset to node: ${two.name}`)
    await adding.getByRole('treeitem', { name: `${one.name} (2)` }).click()
    await adding.getByRole('checkbox', { name: `Select ${first.hostname}` }).check()
    await adding.getByText('1 selected').waitFor()
    await expectAccessible(page)
    const add = nextCall(page, 'PUT', `${NODES}${two.id}/assets/add/`)
    await adding.getByRole('button', { name: 'Confirm' }).click()
    expect((await add).body).toEqual({ assets: [first.id] })
    await told(page, 'Update success')
    await adding.waitFor({ state: 'detached' })
    await counted(two.name, 1)
    await counted(one.name, 2)

    await onNode(two.name, 'Move asset to node')
    const moving = dialog(page, `Move asset to node: ${two.name}`)
    await moving.getByRole('treeitem', { name: `${one.name} (2)` }).click()
    await moving.getByRole('checkbox', { name: `Select ${second.hostname}` }).check()
    const replace = nextCall(page, 'PUT', `${NODES}${two.id}/assets/replace/`)
    await moving.getByRole('button', { name: 'Confirm' }).click()
    expect((await replace).body).toEqual({ assets: [second.id] })
    await counted(one.name, 1)
    await counted(two.name, 2)

    await line(two.name).click()
    await row(page, first.hostname).waitFor()
    await row(page, second.hostname).waitFor()
    await tick(first.hostname)
    const remove = nextCall(page, 'PUT', `${NODES}${two.id}/assets/remove/`)
    await bulk('Remove from node')
    expect((await remove).body).toEqual({ assets: [first.id] })
    await told(page, 'Remove success')
    await row(page, first.hostname).waitFor({ state: 'detached' })
    await counted(two.name, 1)
  })

  it('[RTALL-06] start tasks, whose log opens in a window of 900 by 600; a node tells what it is', async () => {
    const { name, id, key } = await aPlace('Tasks', { assets: 1 })
    await show()
    const tasks = [
      ['Update node asset hardware information', `${NODES}${id}/tasks/`, { action: 'refresh' }],
      ['Test node asset connectivity', `${NODES}${id}/tasks/`, { action: 'test' }],
      ['Check assets amount', `${NODES}check_assets_amount_task/`, {}],
    ] as const
    for (const [entry, path, body] of tasks) {
      const opened = page.waitForEvent('popup')
      const started = nextCall(page, 'POST', path)
      await onNode(name, entry)
      expect((await started).body).toEqual(body)
      const popup = await opened
      await popup.getByRole('heading', { name: 'Task log', level: 1 }).waitFor()
      await popup
        .getByRole('log')
        .getByText(/waits for the job service|amount|assets/i)
        .first()
        .waitFor()
      expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 600])
      expect(new URL(popup.url()).pathname).toMatch(/^\/ui\/ops\/celery\/task\/[\w-]{36}\/log\/$/)
      if (entry === tasks[0][0]) await expectAccessible(popup)
      await popup.close()
    }
    await onNode(name, 'Show node information')
    const information = dialog(page, 'Node information')
    for (const text of [id, name, `/Default/${name}`, key])
      await information.getByText(text, { exact: true }).first().waitFor()
    await expectAccessible(page)
  })

  it('are changed together: switched off and on, updated, deleted', async () => {
    const { name, hosts: assets } = await aPlace('Many', { assets: 3 })
    const [one, two, three] = assets
    await show()
    await line(name).click()
    await row(page, three.hostname).waitFor()
    await settled(page)
    for (const { hostname } of [one, two]) await tick(hostname)
    const off = nextCall(page, 'PATCH', ASSETS)
    await bulk('Deactive selected')
    expect((await off).body).toEqual([one, two].map(({ id }) => ({ id, is_active: false })))
    await unselected()
    for (const { hostname } of [one, two]) await tick(hostname)
    const on = nextCall(page, 'PATCH', ASSETS)
    await bulk('Active selected')
    expect((await on).body).toEqual([one, two].map(({ id }) => ({ id, is_active: true })))
    await unselected()

    for (const { hostname } of [one, two]) await tick(hostname)
    await bulk('Update selected')
    const form = dialog(page, 'Update selected (2)')
    await form.getByRole('checkbox', { name: 'Protocols' }).check()
    await form.getByRole('checkbox', { name: 'Comment' }).check()
    await form.getByRole('combobox', { name: 'Protocol 1' }).selectOption('rdp')
    await form.getByRole('textbox', { name: 'Comment' }).fill('together')
    await expectAccessible(page)
    const update = nextCall(page, 'PATCH', ASSETS)
    await form.getByRole('button', { name: 'Submit' }).click()
    expect((await update).body).toEqual(
      [one, two].map(({ id }) => ({ id, protocols: ['rdp/3389'], comment: 'together' })),
    )
    await told(page, 'Update success')
    expect((await admin.api.get(`assets/assets/${one.id}/`)).body).toMatchObject({ protocols: ['rdp/3389'] })
    expect((await admin.api.get(`assets/assets/${three.id}/`)).body).toMatchObject({ protocols: ['ssh/22'] })

    await unselected()
    for (const { hostname } of [one, two]) await tick(hostname)
    await bulk('Delete selected')
    await question().getByRole('button', { name: 'Delete' }).click()
    await told(page, 'Bulk delete success')
    await row(page, one.hostname).waitFor({ state: 'detached' })
    await counted(name, 1)
  })

  it('are only looked at in the root organisation', async () => {
    await enter({ cookies: orgCookie({ id: ROOT_ORG, name: 'Global', is_root: true }) })
    await show()
    expect(await button(page, 'Create').isDisabled()).toBe(true)
    await line('Default').click({ button: 'right' })
    expect(await page.getByRole('menuitem').count()).toBe(0)
    await line('Default').click()
    await settled(page)
    await page.getByRole('rowheader').first().waitFor()
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check()
    await button(page, 'Actions').click()
    for (const entry of ['Update selected', 'Remove from node'])
      await page
        .locator('[aria-disabled=true]')
        .and(page.getByRole('menuitem', { name: entry }))
        .waitFor()
  })

  it('[TREETABLE-02] are reached on a phone, and the tree steps aside', async () => {
    const { name, hosts: assets } = await aPlace('Pocket', { assets: 1 })
    await enter({ width: 390 })
    await screen.show('/assets/assets', 'Assets')
    await settled(page)
    expect(await page.getByRole('tree').count()).toBe(0)
    await button(page, 'Node').click()
    await expectAccessible(page)
    await line(name).click()
    await row(page, assets[0].hostname).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await enter()
    await show()
    await button(page, 'Hide the tree').click()
    expect(await page.getByRole('tree').count()).toBe(0)
  })
})
