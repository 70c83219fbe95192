// Somebody who works on a database with nothing but a browser: from "my applications" to a table, a denied statement, and what the administrator sees.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Gateway, openGateway } from '../apps/gateway/src/gateway.ts'
import { HttpServer } from '../apps/gateway/src/server/http.ts'
import { accessKey } from '../apps/gateway/src/server/registration.ts'
import { type DatabaseServer, openPostgresServer } from '../apps/gateway/test/kit/databases.ts'
import { until } from '../apps/gateway/test/kit/ssh.ts'
import { freePort } from '../apps/gateway/test/kit/sshd.ts'
import { openTelnetd, type Telnetd } from '../apps/gateway/test/kit/telnetd.ts'
import { anAsset, aSystemUser } from '../apps/server/test/kit/inventory.ts'
import { openWorld, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { expectAccessible, openChromium } from './kit/chromium.ts'
import { closeScreens, openScreen } from './kit/console.ts'

let world: World
let chromium: Awaited<ReturnType<typeof openChromium>>
let server: DatabaseServer
let telnetd: Telnetd
let gateway: Gateway
let folder: string
let ann: Someone
let database: any
let cluster: any

const made = async (path: string, body: object): Promise<any> => {
  const { status, text, body: answer } = await world.admin.api.post(path, body)
  if (status !== 201) throw new Error(text)
  return answer
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-databases-'))
  const webPort = await freePort()
  world = await openWorld({ GATEWAY_PORT: String(webPort) })
  server = await openPostgresServer()
  telnetd = await openTelnetd()
  const dataDir = join(folder, 'gateway')
  const key = await accessKey({ url: world.url, dataDir, bootstrapToken: 'bootstrap-for-tests' })
  const http = new HttpServer(world.url, key)
  gateway = await openGateway({
    host: '127.0.0.1',
    sshPort: 0,
    webPort,
    dataDir,
    server: http,
    log: () => undefined,
  })
  ann = await world.person({ username: 'ann' })
  const { api } = world.admin
  const { username, password } = server
  const account = await aSystemUser(api, { name: 'shop account', protocol: 'postgresql', username, password })
  const attrs = { host: '127.0.0.1', port: server.port, database: server.database }
  const app = { category: 'db', type: 'postgresql' }
  database = await made('applications/applications/', { name: 'orders', ...app, attrs })
  const rule = { users: [ann.id], system_users: [account.id] }
  await made('perms/application-permissions/', { name: 'ann on orders', ...app, ...rule, applications: [database.id] })
  const filter = await made('assets/cmd-filters/', { name: 'no drop', system_users: [account.id] })
  await made(`assets/cmd-filters/${filter.id}/rules/`, { priority: 50, action: 0, content: 'drop' })
  const cloud = { category: 'cloud', type: 'k8s', attrs: { cluster: 'https://10.0.0.1:6443' } }
  cluster = await made('applications/applications/', { name: 'cluster', ...cloud })
  const device = await anAsset(api, { hostname: 'switch', ip: '127.0.0.1', protocols: [`telnet/${telnetd.port}`] })
  const operator = await aSystemUser(api, {
    name: 'operator',
    protocol: 'telnet',
    username: telnetd.username,
    password: telnetd.password,
  })
  await made('perms/asset-permissions/', {
    name: 'ann on switch',
    users: [ann.id],
    assets: [device.id],
    system_users: [operator.id],
  })
  chromium = await openChromium()
})
afterAll(async () => {
  await chromium.close()
  await gateway.close()
  await server.close()
  await telnetd.close()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(closeScreens)

const open = (language: 'en' | 'zh-hans' = 'en') => openScreen({ world, chromium }, { as: ann, language })
const shown = (page: Page) => page.locator('.db-luna-terminal:not([hidden]) .xterm-rows')
const see = (page: Page, text: string) => shown(page).getByText(text, { exact: false }).first().waitFor()
const type = async (page: Page, text: string) => {
  await page.locator('.db-luna-terminal:not([hidden]) textarea').focus()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
const sessions = async () => (await world.admin.api.get('terminal/sessions/?limit=20')).body.results
const commandsOf = async (session: string) =>
  (await world.admin.api.get(`terminal/commands/?session_id=${session}&limit=20`)).body.results

describe('databases in a browser', () => {
  it('open from "my applications": a table, a denied statement, and the session with its commands', async () => {
    const { page, context, show } = await open()
    await show('/apps/database', 'Database apps')
    const [terminal] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Connect to orders' }).click(),
    ])
    await see(terminal, 'shop=>')
    await type(terminal, "select 6*7 as answer, '鲜花' as gift;")
    await see(terminal, 'answer | gift')
    await see(terminal, '42 |')
    await type(terminal, 'drop table anything;')
    await see(terminal, 'is forbidden')
    await type(terminal, '\\q')
    await terminal.getByText('Connection closed').first().waitFor()
    const find = async () => (await sessions()).find(({ asset_id }: any) => asset_id === database.id)
    await until(async () => (await find())?.is_finished, 'the end of the session')
    const session = await find()
    expect(session).toMatchObject({ asset: 'orders', protocol: 'postgresql', login_from: 'WT', user_id: ann.id })
    await until(async () => (await commandsOf(session.id)).length === 2, 'the commands')
    const commands = await commandsOf(session.id)
    expect(commands.map(({ input, risk_level }: any) => [input, risk_level])).toEqual(
      expect.arrayContaining([
        ["select 6*7 as answer, '鲜花' as gift", 0],
        ['drop table anything', 5],
      ]),
    )
  })

  it('stand in the tree of the web terminal, beside assets that speak telnet', async () => {
    const { page } = await open('zh-hans')
    await page.goto('/luna/')
    await page.getByRole('button', { name: '连接 orders' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: '连接 orders' }).click()
    await see(page, 'shop=>')
    await page.getByRole('treeitem', { name: 'switch' }).click()
    await see(page, 'switch#')
    await type(page, 'exit')
    await page.getByText('连接已断开').first().waitFor()
  })

  it('say honestly what cannot be opened yet, in both languages', async () => {
    for (const [language, words] of [
      ['en', 'The web terminal cannot open this kind of application yet'],
      ['zh-hans', '网页终端还不能打开这种应用'],
    ] as const) {
      const { page } = await open(language)
      await page.goto(`/luna/?type=k8s_app&login_to=${cluster.id}`)
      await page.getByText(words).waitFor()
    }
  })
})
