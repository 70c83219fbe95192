// A contractor with nothing but a browser: the console's link, the terminal, a reload, and the end.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Gateway, openGateway } from '../apps/gateway/src/gateway.ts'
import { HttpServer } from '../apps/gateway/src/server/http.ts'
import { accessKey } from '../apps/gateway/src/server/registration.ts'
import { until } from '../apps/gateway/test/kit/ssh.ts'
import { freePort, openSshd, type Sshd } from '../apps/gateway/test/kit/sshd.ts'
import { anAsset, aSystemUser } from '../apps/server/test/kit/inventory.ts'
import { openWorld, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { expectAccessible, openChromium } from './kit/chromium.ts'
import { closeScreens, openScreen } from './kit/console.ts'

let world: World
let chromium: Awaited<ReturnType<typeof openChromium>>
let sshd: Sshd
let gateway: Gateway
let folder: string
let ann: Someone
let asset: any
let rule: any

const startGateway = async (webPort: number): Promise<void> => {
  const dataDir = join(folder, 'gateway')
  const key = await accessKey({ url: world.url, dataDir, bootstrapToken: 'bootstrap-for-tests' })
  gateway = await openGateway({
    host: '127.0.0.1',
    sshPort: 0,
    webPort,
    dataDir,
    server: new HttpServer(world.url, key),
    log: () => undefined,
  })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-web-'))
  const webPort = await freePort()
  world = await openWorld({ GATEWAY_PORT: String(webPort) })
  sshd = await openSshd()
  await startGateway(webPort)
  ann = await world.person({ username: 'ann' })
  const { api } = world.admin
  asset = await anAsset(api, { hostname: 'web-01', ip: '127.0.0.1', protocols: [`ssh/${sshd.port}`] })
  const login = { username: sshd.username, password: undefined, private_key: sshd.privateKey }
  const accounts = [await aSystemUser(api, { name: 'ops', ...login })]
  const made = await api.post('perms/asset-permissions/', {
    name: 'ann on web-01',
    users: [ann.id],
    assets: [asset.id],
    system_users: accounts.map(({ id }) => id),
    actions: ['connect'],
  })
  rule = made.body
  chromium = await openChromium()
})
afterAll(async () => {
  await chromium.close()
  await gateway.close()
  await sshd.close()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(closeScreens)

const open = (path: string, language: 'en' | 'zh-hans' = 'en', width = 1440) =>
  openScreen({ world, chromium }, { as: ann, language, width }).then(async (screen) => {
    await screen.page.goto(path)
    return screen
  })

/** What stands on the screen of the terminal that is shown. */
const shown = (page: Page) => page.locator('.db-luna-terminal:not([hidden]) .xterm-rows')
const see = (page: Page, text: string) => shown(page).getByText(text, { exact: false }).first().waitFor()
const type = async (page: Page, text: string) => {
  await page.locator('.db-luna-terminal:not([hidden]) textarea').focus()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
/** Sessions of the test before are over. */
const quiet = () => until(async () => (await running()).length === 0, 'the end of all sessions')
const running = async () => (await world.admin.api.get('terminal/sessions/?is_finished=0&limit=20')).body.results

describe('the web terminal', () => {
  it('opens the asset that a link names, carries keys and answers, and survives a reload', async () => {
    const { page } = await open(`/luna/?login_to=${asset.id}`)
    await see(page, '#')
    await type(page, 'echo the answer is $((6*7))')
    await see(page, 'the answer is 42')
    const [session] = await running()
    expect(session).toMatchObject({ login_from: 'WT', asset_id: asset.id, user_id: ann.id })
    await page.reload()
    await see(page, 'the answer is 42')
    await type(page, 'echo still $((1+1)) here')
    await see(page, 'still 2 here')
    expect((await running()).map(({ id }: { id: string }) => id)).toEqual([session.id])
    // Closed by its cross, after a question, and gone for the server too.
    await page.getByRole('button', { name: /^Close .*@web-01$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
    await page.getByText('Choose an asset to begin').waitFor()
    await until(async () => (await running()).length === 0, 'the end of the session')
    await until(
      async () => (await world.admin.api.get(`terminal/commands/?session_id=${session.id}&limit=10`)).body.count >= 2,
      'the commands',
    )
  })

  it('finds assets by name in a search and in the tree, in both languages, on a phone too', async () => {
    const { page } = await open('/luna/', 'zh-hans', 390)
    await page.getByRole('treeitem', { name: 'web-01' }).waitFor()
    await page.getByRole('searchbox', { name: '搜索资产' }).fill('web')
    await page.getByRole('button', { name: '连接 web-01' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: '连接 web-01' }).click()
    await see(page, '#')
    // The assets make room for the terminal.
    expect(await page.getByRole('navigation', { name: '我的资产' }).count()).toBe(0)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await type(page, 'exit')
    await page.getByText('连接已断开').first().waitFor()
    await page.getByRole('button', { name: '重新连接' }).click()
    await see(page, '#')
    await type(page, 'exit')
  })

  it('is opened once by two clicks', async () => {
    await quiet()
    const { page } = await open('/luna/')
    await page.getByRole('treeitem', { name: 'web-01' }).dblclick()
    await see(page, '#')
    expect(await page.getByRole('button', { name: /^Close .*@web-01$/ }).count()).toBe(1)
    expect(await running()).toHaveLength(1)
    await type(page, 'exit')
  })

  it('[TERM-05] [T11] ends with a word when an administrator ends it, or the grant goes', async () => {
    await quiet()
    const { page } = await open(`/luna/?login_to=${asset.id}`)
    await see(page, '#')
    const [session] = await running()
    await world.admin.api.post('terminal/tasks/kill-session/', [session.id])
    await gateway.beat()
    await page.getByText('The session was ended by the administrator').first().waitFor()
    await page.getByRole('button', { name: 'Connect again' }).click()
    await see(page, '#')
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { is_active: false })
    await gateway.beat()
    await page.getByText('The permission has ended').first().waitFor()
    await page.getByRole('button', { name: 'Connect again' }).click()
    // Refused by the server, in its words; opening it anew would not help.
    await page
      .locator('.db-luna-over')
      .getByText(/permission/i)
      .waitFor()
    await quiet()
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { is_active: true })
  })

  it('keeps the clipboard to those whose grant has it', async () => {
    await quiet()
    const { page } = await open(`/luna/?login_to=${asset.id}`)
    await see(page, '#')
    const paste = () =>
      page.evaluate(() => {
        const data = new DataTransfer()
        data.setData('text/plain', 'echo pasted-text')
        const area = document.querySelector('.db-luna-room textarea')!
        area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      })
    await paste()
    await type(page, 'echo typed')
    await see(page, 'typed')
    expect(await shown(page).textContent()).not.toContain('pasted-text')
    await type(page, 'exit')
    await page.getByText('Connection closed').first().waitFor()
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { actions: ['connect', 'clipboard_paste'] })
    await page.getByRole('button', { name: 'Connect again' }).click()
    await see(page, '#')
    await page.locator('.db-luna-terminal:not([hidden]) textarea').focus()
    await paste()
    await see(page, 'pasted-text')
    await page.keyboard.press('Control+C')
    await type(page, 'exit')
  })

  it('carries files over the terminal with rz and sz, for those whose grant has it', async () => {
    await quiet()
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { actions: ['connect', 'upload_file'] })
    const { page } = await open(`/luna/?login_to=${asset.id}`)
    await see(page, '#')
    await type(page, `cd ${folder}; rz`)
    const panel = page.locator('.db-luna-over')
    await panel.getByText('The target waits for files').waitFor()
    const content = Buffer.concat([Buffer.from('brought '), randomBytes(300_000)])
    await page.locator('input[type=file]').setInputFiles({ name: 'brought.bin', mimeType: '', buffer: content })
    await page.getByText('The files were sent').waitFor()
    expect(readFileSync(join(folder, 'brought.bin')).equals(content)).toBe(true)
    await type(page, 'echo up $((20+1))')
    await see(page, 'up 21')
    await type(page, 'sz brought.bin')
    await see(page, 'no right to download files')
    await type(page, 'exit')
    await page.getByText('Connection closed').first().waitFor()
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { actions: ['connect', 'download_file'] })
    await page.getByRole('button', { name: 'Connect again' }).click()
    await see(page, '#')
    const file = page.waitForEvent('download')
    await type(page, `cd ${folder}; sz brought.bin`)
    const got = await file
    expect(got.suggestedFilename()).toBe('brought.bin')
    const parts: Buffer[] = []
    for await (const part of await got.createReadStream()) parts.push(part as Buffer)
    expect(Buffer.concat(parts).equals(content)).toBe(true)
    await page.getByText('The files were fetched').waitFor()
    await type(page, 'echo down $((20+2))')
    await see(page, 'down 22')
    await type(page, 'rz')
    await see(page, 'no right to upload files')
    await type(page, 'exit')
    await page.getByText('Connection closed').first().waitFor()
    const rows = (await world.admin.api.get('audits/ftp-logs/?limit=10')).body.results
    expect(rows.map(({ operate, filename }: { operate: string; filename: string }) => [operate, filename])).toEqual(
      expect.arrayContaining([
        ['Upload', 'brought.bin'],
        ['Download', 'brought.bin'],
      ]),
    )
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { actions: ['connect', 'clipboard_paste'] })
  })
})
