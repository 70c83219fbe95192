// Remote apps, databases and clusters in the console: lists, forms by type, pages.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Someone, World } from '../apps/server/test/kit/world.ts'
import { nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { type Inventory, makeInventory } from './kit/inventory.ts'
import { useStand } from './kit/stand.ts'
import { anew, button, field as fieldOf, row, settled, told } from './kit/steps.ts'

const APPLICATIONS = '/api/v1/applications/applications/'

describe('applications in the console', () => {
  let world: World
  let admin: Someone
  let screen: Screen
  let page: Page
  let inventory: Inventory

  const stand = useStand(async (opened) => {
    world = opened
    await world.license()
    admin = await world.person({ name: 'Ada Admin', role: 'Admin' })
    inventory = await makeInventory(admin)
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
  const choose = async (label: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option }).click()
  }
  const kinds = async () => {
    await button(page, 'Create').first().click()
    const texts = await page.getByRole('menuitem').allTextContents()
    await page.keyboard.press('Escape')
    return texts
  }

  it('[RTAPP-03] [RTAPP-04] [RTAPP-05] [RTAPP-06] [APP-03] are programs on Windows servers: created, shown, updated', async () => {
    await screen.show('/applications', 'Remote apps')
    await settled(page)
    await page.getByText(/application loader/).waitFor()
    await expectAccessible(page)
    await button(page, 'Create').first().click()
    await page.getByRole('menuitem', { name: 'Chrome' }).click()
    await screen.heading('Create remote app')
    expect(await field('Application path').inputValue()).toMatch(/chrome\.exe$/)
    expect(await page.getByRole('combobox', { name: 'Type' }).isDisabled()).toBe(true)
    const name = anew('Grafana')
    await field('Name').fill(name)
    await submit()
    await page.getByText('This field is required', { exact: true }).waitFor()
    await choose('Asset', 'win-01')
    await field('Target URL').fill('https://grafana.example.com')
    await field('Password').fill('Hidden-9')
    await expectAccessible(page)
    const create = nextCall(page, 'POST', APPLICATIONS)
    await submit()
    const sent = await create
    expect(sent.query).toEqual({ type: 'chrome' })
    expect(sent.body).toMatchObject({
      name,
      category: 'remote_app',
      type: 'chrome',
      attrs: { asset: inventory.windows.id, chrome_target: 'https://grafana.example.com', chrome_password: 'Hidden-9' },
    })
    await screen.heading('Remote apps')
    await told(page, 'Create success')

    const line = row(page, name)
    await line.getByText('Chrome', { exact: true }).waitFor()
    expect(await line.getByRole('link', { name: 'win-01' }).getAttribute('href')).toContain(inventory.windows.id)
    await line.getByRole('link', { name }).click()
    await screen.heading(`Remote app: ${name}`)
    expect(await fact('Type').textContent()).toBe('Chrome')
    expect(await fact('App path').textContent()).toMatch(/chrome\.exe$/)
    await expectAccessible(page)
    await button(page, 'Update').click()
    await screen.heading('Update remote app')
    expect(new URL(page.url()).searchParams.get('type')).toBe('chrome')
    expect(await field('Password').inputValue()).toBe('')
    await field('Target URL').fill('https://grafana.example.org')
    const id = new URL(page.url()).pathname.split('/').at(-2)!
    const update = nextCall(page, 'PUT', `${APPLICATIONS}${id}/`)
    await submit()
    const { attrs } = (await update).body
    expect(attrs.chrome_target).toBe('https://grafana.example.org')
    expect(attrs).not.toHaveProperty('chrome_password')
    await screen.heading('Remote apps')

    await row(page, name).getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Clone' }).click()
    await screen.heading('Create remote app')
    expect(await field('Name').inputValue()).toBe(`Clone from ${name}`)
    expect(await field('Target URL').inputValue()).toBe('https://grafana.example.org')
  })

  it('[APP-01] [APP-02] [APP-04] [APP-05] [APP-06] [APP-07] [APP-08] ask for what their type needs', async () => {
    const expected = {
      'remote-apps': {
        chrome: ['Target URL', 'Username', 'Password'],
        mysql_workbench: ['IP', 'Port', 'Database', 'Username', 'Password'],
        vmware_client: ['Target URL', 'Username', 'Password'],
        custom: ['Operating parameter', 'Target url', 'Username', 'Password'],
      },
      'database-apps': {
        mysql: ['Host', 'Port', 'Database'],
        oracle: ['Host', 'Port', 'Database'],
        postgresql: ['Host', 'Port', 'Database'],
        mariadb: ['Host', 'Port', 'Database'],
      },
      'kubernetes-apps': { k8s: ['Cluster'] },
    }
    for (const [section, types] of Object.entries(expected)) {
      for (const [type, asked] of Object.entries(types)) {
        await page.goto(`/ui/applications/${section}/create?type=${type}`)
        const shown = await labels()
        expect(shown.slice(-1 - asked.length, -1), type).toEqual(asked)
      }
    }
    await screen.show('/applications/remote-apps', 'Remote apps')
    expect(await kinds()).toEqual(['Chrome', 'MySQL Workbench', 'vSphere Client', 'Custom'])
    await screen.show('/applications/database-apps', 'Database apps')
    expect(await kinds()).toEqual(['MySQL', 'PostgreSQL', 'MariaDB', 'Oracle'])
  })

  it('[RTAPP-07] [RTAPP-08] [RTAPP-09] [RTAPP-10] are databases: created, shown, updated', async () => {
    await screen.show('/applications/database-apps', 'Database apps')
    await settled(page)
    expect((await page.locator('thead th .db-th-text').allTextContents()).slice(0, 5)).toEqual([
      'Name',
      'Type',
      'Host',
      'Port',
      'Database',
    ])
    await button(page, 'Create').first().click()
    await page.getByRole('menuitem', { name: 'PostgreSQL' }).click()
    await screen.heading('Create database app')
    expect(await field('Port').inputValue()).toBe('5432')
    const name = anew('Orders')
    await field('Name').fill(name)
    await field('Host').fill('10.3.0.1')
    await field('Database').fill('orders')
    const create = nextCall(page, 'POST', APPLICATIONS)
    await submit()
    expect((await create).body).toMatchObject({
      category: 'db',
      type: 'postgresql',
      attrs: { host: '10.3.0.1', port: 5432, database: 'orders' },
    })
    await screen.heading('Database apps')
    const line = row(page, name)
    for (const text of ['PostgreSQL', '10.3.0.1', '5432']) await line.getByText(text, { exact: true }).waitFor()
    await expectAccessible(page)
    await line.getByRole('link', { name }).click()
    await screen.heading(`Database app: ${name}`)
    expect(await fact('Host').textContent()).toBe('10.3.0.1')
    await button(page, 'Update').click()
    await screen.heading('Update database app')
    await field('Port').fill('5433')
    await submit()
    await screen.heading('Database apps')
    await row(page, name).getByText('5433', { exact: true }).waitFor()
  })

  it('[RTAPP-11] [RTAPP-12] [RTAPP-13] [RTAPP-14] are clusters: created, shown, updated, deleted; in Chinese too', async () => {
    await screen.show('/applications/kubernetes-apps', 'Kubernetes apps')
    await button(page, 'Create').first().click()
    await screen.heading('Create Kubernetes app')
    const name = anew('Prod')
    await field('Name').fill(name)
    await field('Cluster').fill('https://172.16.8.8:8443')
    await submit()
    await screen.heading('Kubernetes apps')
    await row(page, name).getByRole('link', { name }).click()
    await screen.heading(`Kubernetes app: ${name}`)
    expect(await fact('Cluster').textContent()).toBe('https://172.16.8.8:8443')
    await button(page, 'Update').click()
    await screen.heading('Update Kubernetes app')
    await field('Cluster').fill('https://172.16.8.9:8443')
    await submit()
    await screen.heading('Kubernetes apps')
    await row(page, name).getByText('https://172.16.8.9:8443').waitFor()

    await enter({ language: 'zh-hans', width: 390 })
    await screen.show('/applications/kubernetes-apps', 'Kubernetes')
    await row(page, name).waitFor()
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await row(page, name).getByRole('button', { name: /^更多/ }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await row(page, name).waitFor({ state: 'detached' })
  })
})
