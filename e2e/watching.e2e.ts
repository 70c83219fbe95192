// A second pair of eyes: an administrator looks on at a session as it happens, and a colleague does by the link of its person.
import { mkdtempSync, rmSync } from 'node:fs'
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
let bob: Someone
let asset: { id: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-watching-'))
  const webPort = await freePort()
  world = await openWorld({ GATEWAY_PORT: String(webPort) })
  sshd = await openSshd()
  const dataDir = join(folder, 'gateway')
  const key = await accessKey({ url: world.url, dataDir, bootstrapToken: 'bootstrap-for-tests' })
  const server = new HttpServer(world.url, key)
  gateway = await openGateway({ host: '127.0.0.1', sshPort: 0, webPort, dataDir, server, log: () => undefined })
  ann = await world.person({ username: 'ann', name: 'Ann' })
  bob = await world.person({ username: 'bob', name: 'Bob' })
  const { api } = world.admin
  asset = await anAsset(api, { hostname: 'web-01', ip: '127.0.0.1', protocols: [`ssh/${sshd.port}`] })
  const login = { username: sshd.username, password: undefined, private_key: sshd.privateKey }
  const account = await aSystemUser(api, { name: 'ops', ...login })
  await api.post('perms/asset-permissions/', {
    name: 'ann on web-01',
    users: [ann.id],
    assets: [asset.id],
    system_users: [account.id],
    actions: ['connect'],
  })
  chromium = await openChromium()
})
afterAll(async () => {
  await chromium.close()
  await gateway.close()
  await sshd.close()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  await closeScreens()
  for (const { id } of await running()) await world.admin.api.post('terminal/tasks/kill-session/', [id])
  await gateway.beat()
  await until(async () => (await running()).length === 0, 'the end of all sessions')
})

interface Look {
  readonly language?: 'en' | 'zh-hans'
  readonly width?: number
}
const enter = async (as: Someone, path: string, { language = 'en', width = 1440 }: Look = {}): Promise<Page> => {
  const { page } = await openScreen({ world, chromium }, { as, language, width })
  await page.goto(path)
  return page
}
const running = async (): Promise<{ id: string }[]> =>
  (await world.admin.api.get('terminal/sessions/?is_finished=0&limit=20')).body.results

/** Ann at work, and the session she sits in. */
const begin = async (look?: Look): Promise<{ work: Page; id: string }> => {
  const work = await enter(ann, `/luna/?login_to=${asset.id}`, look)
  await see(work, '#')
  const [session] = await running()
  return { work, id: session!.id }
}
const see = (page: Page, text: string) =>
  page.locator('.xterm-rows').getByText(text, { exact: false }).first().waitFor()
const type = async (page: Page, text: string) => {
  await page.locator('.db-luna-terminal:not([hidden]) textarea').focus()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
/** For those who look at how it looks. */
const picture = async (page: Page, name: string) => {
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) })
}

describe('[TERM-04] an administrator', () => {
  it('sees what is on the screen and what comes, as it comes, and cannot type', async () => {
    const { work, id } = await begin()
    await type(work, 'echo before $((1+1))')
    await see(work, 'before 2')
    const watch = await enter(world.admin, `/luna/join/?shareroom=${id}`)
    await watch.getByRole('heading', { name: /^Monitor: Ann\(ann\) → web-01/ }).waitFor()
    await watch.getByText('Live', { exact: true }).waitFor()
    await see(watch, 'before 2')
    await type(work, 'echo at once $((2+2))')
    await see(watch, 'at once 4')
    await watch.locator('.db-player-room').click()
    await watch.keyboard.type('echo from the watcher')
    await watch.keyboard.press('Enter')
    await type(work, 'echo then $((3+3))')
    await see(watch, 'then 6')
    expect(await work.locator('.xterm-rows').textContent()).not.toContain('from the watcher')
    // The window of the person is another one now.
    await work.setViewportSize({ width: 900, height: 500 })
    await type(work, 'echo $COLUMNS by $LINES of them')
    const size = await work.evaluate(() => document.querySelectorAll('.db-luna-room .xterm-rows > div').length)
    await see(watch, `by ${size} of them`)
    await until(
      async () =>
        (await watch.evaluate(() => document.querySelectorAll('.db-player-room .xterm-rows > div').length)) === size,
      'the size of the window',
    )
    await expectAccessible(watch)
    await picture(watch, 'monitor-en-1440')
    const deeds = (await world.admin.api.get('audits/operate-logs/?limit=10&action=view')).body.results
    expect(deeds.some(({ resource }: { resource: string }) => resource.includes('web-01'))).toBe(true)
  })

  it('[TERM-05] ends it after a question, is told why it ended, and goes on to the recording', async () => {
    const { work, id } = await begin({ language: 'zh-hans' })
    await type(work, 'echo to be ended')
    await see(work, 'to be ended')
    const watch = await enter(world.admin, `/luna/join/?shareroom=${id}`)
    await see(watch, 'to be ended')
    await watch.getByRole('button', { name: 'Terminate the session' }).click()
    const dialog = watch.getByRole('dialog')
    await dialog.getByText('Terminate the session of Ann(ann)?').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await running()).toHaveLength(1)
    await watch.getByRole('button', { name: 'Terminate the session' }).click()
    await dialog.getByRole('button', { name: 'Terminate the session' }).click()
    await watch.getByText('The order was given').waitFor()
    await gateway.beat()
    await watch.getByText(/The session has ended: The session was ended by the administrator/).waitFor()
    await watch.getByRole('link', { name: 'Play the recording' }).click()
    await watch.getByRole('heading', { name: /^Replay: Ann\(ann\)/ }).waitFor()
  })

  it('is at home on a phone and in Chinese; whoever may not look on sees nothing', async () => {
    const { work, id } = await begin()
    await type(work, 'seq 1 5; echo on a phone')
    const watch = await enter(world.admin, `/luna/join/?shareroom=${id}`, { language: 'zh-hans', width: 390 })
    await watch.getByText('实时', { exact: true }).waitFor()
    await see(watch, 'on a phone')
    expect(await wide(watch)).toBe(true)
    await picture(watch, 'monitor-zh-390')
    const stranger = await enter(bob, `/luna/join/?shareroom=${id}`)
    await stranger.getByRole('alert').waitFor()
    expect(await stranger.locator('.xterm-rows').count()).toBe(0)
  })
})

describe('a link', () => {
  it('lets a colleague look on; the person sees who does and stops it at once', async () => {
    const { work } = await begin()
    await type(work, 'echo look at this')
    await see(work, 'look at this')
    await work.getByRole('button', { name: 'Let a colleague watch' }).click()
    const dialog = work.getByRole('dialog', { name: 'Let a colleague watch' })
    await expectAccessible(work)
    await picture(work, 'share-en-1440')
    await dialog.getByRole('textbox', { name: 'Only for this user' }).fill('nobody')
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    await dialog.getByText('There is no such user in the organisation.').waitFor()
    await dialog.getByRole('textbox', { name: 'Only for this user' }).fill('bob')
    await dialog.getByRole('combobox', { name: 'Good for' }).selectOption('1 hour')
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue()
    expect(link).toMatch(/\/luna\/join\/\?shareroom=[0-9a-f-]{36}&share=[\w-]{43}$/)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await work.getByText('Shared; nobody watches yet').waitFor()

    const { pathname, search } = new URL(link)
    const watch = await enter(bob, pathname + search)
    await watch.getByText('Shared with you', { exact: false }).waitFor()
    await see(watch, 'look at this')
    expect(await watch.getByRole('button', { name: 'Terminate the session' }).count()).toBe(0)
    await work.getByText('Watching: Bob(bob)').waitFor()
    await type(work, 'echo and $((40+2))')
    await see(watch, 'and 42')
    await expectAccessible(watch)
    await picture(work, 'shared-en-1440')
    await picture(watch, 'watching-en-1440')
    // After a reload it is still shared, and still stopped by one click.
    await work.reload()
    await work.getByText('Watching: Bob(bob)').waitFor()
    await work.getByRole('button', { name: 'Stop sharing' }).click()
    await work.getByText('Sharing has stopped').waitFor()
    await watch.getByText('You can no longer watch this session.').waitFor()
    await work.getByText('Watching: Bob(bob)').waitFor({ state: 'detached' })
    await type(work, 'echo not for others')
    await see(work, 'not for others')
    expect(await watch.locator('.xterm-rows').textContent()).not.toContain('not for others')
    await watch.reload()
    await watch.getByText('This link leads nowhere').waitFor()
    const carl = await world.person()
    const other = await enter(carl, pathname + search)
    await other.getByText('This link leads nowhere').waitFor()
  })

  it('ends with the session, and is at home on a phone and in Chinese', async () => {
    const { work } = await begin({ language: 'zh-hans', width: 390 })
    await work.getByRole('button', { name: '分享给同事观看' }).click()
    const dialog = work.getByRole('dialog')
    await dialog.getByRole('button', { name: '生成链接' }).click()
    const { pathname, search } = new URL(await dialog.getByRole('textbox', { name: '分享链接' }).inputValue())
    await picture(work, 'share-zh-390')
    expect(await wide(work)).toBe(true)
    await dialog.getByRole('button', { name: '确认' }).click()
    const watch = await enter(bob, pathname + search, { language: 'zh-hans', width: 390 })
    await see(watch, '#')
    await work.getByText('正在观看：Bob(bob)').waitFor()
    expect(await wide(work)).toBe(true)
    await picture(work, 'shared-zh-390')
    await type(work, 'exit')
    await watch.getByText('会话已结束：连接已断开').waitFor()
    expect(await watch.getByRole('link', { name: '播放录像' }).count()).toBe(0)
    await picture(watch, 'watched-over-zh-390')
  })
})
