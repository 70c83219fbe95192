// A tree beside a table, on lists that are made up here: how it is loaded, chosen from and changed.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_ORG, type Someone } from '../apps/server/test/kit/world.ts'
import { answering, callsTo, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { type MadeUpTree, makeUpTree, stageRoutes } from './kit/stage.ts'
import { useStand } from './kit/stand.ts'
import { button, dialog, settled, told } from './kit/steps.ts'

const TREE = '/api/v1/stage/nodes/children/tree/'
const GRANTED = '/api/v1/perms/stage/nodes/children/tree/'
const NODES = '/api/v1/stage/nodes/'
const THINGS = '/api/v1/stage/things/'

describe('a tree of the console', () => {
  let admin: Someone
  let screen: Screen
  let page: Page
  let made: MadeUpTree

  const stand = useStand(
    async (world) => {
      admin = await world.person({ role: 'Admin' })
    },
    { routes: stageRoutes() },
  )
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: admin, at: '/stage', ...visitor })
    page = screen.page
    made = await makeUpTree(page)
  }
  const open = async (path = '/nodes', heading = 'Nodes') => {
    await screen.show(path, heading)
    await settled(page)
    await line('Root').waitFor()
  }
  const line = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}( \\(\\d+\\))?$`) })
  const names = () => page.getByRole('treeitem').locator('.db-tree-name').allTextContents()
  const onNode = async (name: string, entry: string) => {
    await line(name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const expand = (name: string) => line(name).locator('.db-tree-toggle').click()
  const question = () => dialog(page, 'Info')

  it('[TREETABLE-01] [TREETABLE-02] [NODE-13] stands beside the table, and can be put away', async () => {
    await open()
    expect(callsTo(screen, 'GET', TREE).map(({ query }) => query)).toEqual([{}])
    expect(await names()).toEqual(['Root (7)', 'Web (3)', 'Data (4)'])
    const tree = page.getByRole('complementary', { name: 'Nodes' })
    const [left, right] = await Promise.all([tree.boundingBox(), page.getByRole('table').boundingBox()])
    expect(left!.x + left!.width).toBeLessThanOrEqual(right!.x)
    expect(left!.y).toBeLessThan(right!.y + right!.height)
    await expectAccessible(page)
    await button(page, 'Hide the tree').click()
    expect(await page.getByRole('tree').count()).toBe(0)
    expect((await page.getByRole('table').boundingBox())!.width).toBeGreaterThan(right!.width)
    await expectAccessible(page)
    await page.reload()
    await settled(page)
    expect(await page.getByRole('tree').count()).toBe(0)
    await button(page, 'Show the tree').click()
    await line('Root').waitFor()
  })

  it('[TREETABLE-03] [TREETABLE-05] [TREETABLE-06] narrows the table to what a node holds', async () => {
    await open()
    expect(Object.keys(callsTo(screen, 'GET', THINGS)[0]!.query)).not.toContain('show_current_asset')
    const chosen = nextCall(page, 'GET', THINGS)
    await line('Web').click()
    expect((await chosen).query).toMatchObject({ node_id: 'id-1-1', show_current_asset: '0', offset: '0' })
    await line('Web').and(page.locator('[aria-selected=true]')).waitFor()
    await page.reload()
    await settled(page)
    expect(callsTo(screen, 'GET', THINGS).at(-1)!.query.node_id).toBe('id-1-1')

    await enter({ cookies: { show_current_asset: '1' } })
    await open()
    const direct = nextCall(page, 'GET', THINGS)
    await line('Data').click()
    expect((await direct).query).toMatchObject({ node_id: 'id-1-2', show_current_asset: '1' })
  })

  it('[TREETABLE-04] narrows the table to one asset', async () => {
    await open()
    await expand('Web')
    const chosen = nextCall(page, 'GET', THINGS)
    await line('web-01').click()
    const { query } = await chosen
    expect(query).toMatchObject({ asset_id: 'asset-1', show_current_asset: '0' })
    expect(query).not.toHaveProperty('node_id')
  })

  it('[NODE-01] [NODE-22] [NODE-23] loads what is below a node when it is opened, once', async () => {
    await open()
    const asked = nextCall(page, 'GET', TREE)
    await expand('Web')
    const { query, org } = await asked
    expect(query).toMatchObject({ id: 'id-1-1', key: '1:1', name: 'Web', level: '1' })
    expect(org).toBe(DEFAULT_ORG)
    await line('web-01').waitFor()
    await expand('Web')
    await line('web-01').waitFor({ state: 'detached' })
    await expand('Web')
    await line('web-01').waitFor()
    expect(callsTo(screen, 'GET', TREE)).toHaveLength(2)
  })

  it('[NODE-02] [NODE-03] [NODE-09] [NODE-10] [NODE-12] [NODE-25] [NODE-26] [NODE-27] [ERR-22] [ERR-23] takes a new node and its name, and says when it does not', async () => {
    await open()
    const children = `${NODES}id-1-2/children/`
    await answering(page, children, { method: 'POST', status: 400, body: { error: 'Too deep' } }, async () => {
      await onNode('Data', 'Create node')
      await told(page, 'Create error: Too deep')
    })
    const create = nextCall(page, 'POST', children)
    await onNode('Data', 'Create node')
    expect((await create).body).toEqual({})
    await told(page, 'Create success')
    const name = page.getByRole('textbox', { name: 'Rename' })
    expect(await name.inputValue()).toBe('New node')
    await expectAccessible(page)
    const rename = nextCall(page, 'PATCH', `${NODES}id-1-2-9/`)
    await name.fill('Cold storage')
    await name.press('Enter')
    expect((await rename).body).toEqual({ value: 'Cold storage' })
    await told(page, 'Update success')
    expect(await names()).toContain('Cold storage (0)')

    await answering(page, `${NODES}id-1-1/`, { method: 'PATCH', status: 400, body: { error: 'Taken' } }, async () => {
      await onNode('Web', 'Rename node')
      expect(await name.inputValue()).toBe('Web')
      await name.fill('Data')
      await name.press('Enter')
      await told(page, 'Update failed: Taken')
    })
    expect(await names()).toContain('Web (3)')
  })

  it('[NODE-04] [NODE-11] [NODE-24] [ERR-24] deletes a node after a question, and keeps it when that fails', async () => {
    await open()
    const path = `${NODES}id-1-2/`
    await onNode('Data', 'Delete node')
    await question().getByText('Are you sure to delete "Data" ?').waitFor()
    await expectAccessible(page)
    await answering(page, path, { method: 'DELETE', status: 400, body: { error: 'Not empty' } }, async () => {
      await question().getByRole('button', { name: 'Delete' }).click()
      await told(page, 'Delete failed: Not empty')
    })
    expect(await names()).toContain('Data (4)')
    const gone = nextCall(page, 'DELETE', path)
    await question().getByRole('button', { name: 'Delete' }).click()
    await gone
    await told(page, 'Delete success')
    await line('Data').waitFor({ state: 'detached' })
  })

  it('[NODE-05] [NODE-06] [NODE-08] [NODE-28] moves a node under another one, by mouse or keyboard, after a question', async () => {
    await open()
    const target = `${NODES}id-1-1/children/add/`
    await line('Data').dragTo(line('Web'))
    await question().getByText('Are you sure to move Data to Web ?').waitFor()
    await question().getByRole('button', { name: 'Cancel' }).click()
    expect(callsTo(screen, 'PUT', target)).toEqual([])
    await line('Data').dragTo(line('Web'))
    await answering(page, target, { method: 'PUT', status: 400, body: { error: 'Too deep' } }, async () => {
      await question().getByRole('button', { name: 'Move' }).click()
      await page.locator('.db-toast-error').getByText('Update failed: Too deep').waitFor()
    })
    await question().getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('tree').focus()
    for (const key of ['End', 'Control+x', 'ArrowUp', 'Control+v']) await page.keyboard.press(key)
    const move = nextCall(page, 'PUT', target)
    await question().getByRole('button', { name: 'Move' }).click()
    expect((await move).body).toEqual({ nodes: ['id-1-2'] })
    await told(page, 'Update success')
    await line('Data').and(page.locator('[aria-level="3"]')).waitFor()
  })

  it('[NODE-07] [NODE-14] [NODE-15] is loaded again when asked; one of permissions is built anew', async () => {
    await open()
    const again = nextCall(page, 'GET', TREE)
    await page.getByRole('complementary').getByRole('button', { name: 'Refresh' }).click()
    expect((await again).query).toEqual({})
    await open('/granted', 'Granted')
    expect(callsTo(screen, 'GET', GRANTED).map(({ query }) => query)).toEqual([{}])
    const rebuilt = nextCall(page, 'GET', GRANTED)
    await page.getByRole('complementary').getByRole('button', { name: 'Refresh' }).click()
    expect((await rebuilt).query).toEqual({ rebuild_tree: '1' })
    // Nothing can be changed in it.
    await line('Web').click({ button: 'right' })
    expect(await page.getByRole('menu').count()).toBe(0)
  })

  it.each([
    ['[NODE-18] the network is away', 'network', 0],
    ['[NODE-19] the server is refreshing', 'refused', 409],
    ['[NODE-20] the server fails over a call that may be repeated', 'refused', 502],
  ] as const)(
    '[NODE-16] [NODE-17] [CONST-25] [CONST-26] asks up to 20 times more, 5 s apart, while %s',
    async (_, way, status) => {
      const start = new Date('2026-01-01T00:00:00Z')
      await page.clock.install({ time: start })
      await page.clock.pauseAt(new Date(start.getTime() + 60_000))
      let asked = 0
      await page.route(
        (url) => url.pathname === TREE,
        (route) => {
          asked++
          return way === 'network' ? route.abort('connectionrefused') : route.fulfill({ status, json: {} })
        },
      )
      await screen.show('/nodes', 'Nodes')
      await expect.poll(() => asked).toBe(1)
      await page.getByText('trying again (1 of 20)').waitFor()
      for (let more = 1; more <= 20; more++) {
        await page.clock.runFor(4_900)
        expect(asked, `before try ${more}`).toBe(more)
        await page.clock.runFor(200)
        await expect.poll(() => asked, { message: `try ${more}` }).toBe(more + 1)
        if (more < 20) await page.getByText(`trying again (${more + 1} of 20)`).waitFor()
      }
      const isTold = async () => {
        await page.clock.runFor(100)
        return page.getByText('The tree could not be loaded').isVisible()
      }
      await expect.poll(isTold).toBe(true)
      await page.clock.runFor(60_000)
      expect(asked).toBe(21)
      await page.clock.resume()
      await expectAccessible(page)
      await page.unroute((url) => url.pathname === TREE)
    },
  )

  it('[NODE-21] says when there is nothing in it', async () => {
    made.nodes.length = 0
    await screen.show('/nodes', 'Nodes')
    await page.getByRole('complementary').getByText('Empty', { exact: true }).waitFor()
    await expectAccessible(page)
  })

  it('is a drawer on a phone, and speaks Chinese', async () => {
    await enter({ width: 390, language: 'zh-hans' })
    await screen.show('/nodes', '节点')
    await settled(page)
    expect(await page.getByRole('tree').count()).toBe(0)
    await button(page, '节点').click()
    await expectAccessible(page)
    const chosen = nextCall(page, 'GET', THINGS)
    await line('Web').click()
    expect((await chosen).query.node_id).toBe('id-1-1')
    await page.getByRole('tree').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
