// Files of an asset with nothing but a browser: looked at, sent, fetched, changed and taken away, as far as the grant goes.
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Gateway, openGateway } from '../apps/gateway/src/gateway.ts'
import { HttpServer } from '../apps/gateway/src/server/http.ts'
import { accessKey } from '../apps/gateway/src/server/registration.ts'
import { until } from '../apps/gateway/test/kit/ssh.ts'
import { freePort, openSshd, type Sshd } from '../apps/gateway/test/kit/sshd.ts'
import { anAsset, aSystemUser } from '../apps/server/test/kit/inventory.ts'
import { openWorld, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { expectAccessible, openChromium } from './kit/chromium.ts'
import { closeScreens, openScreen } from './kit/console.ts'
import { button, dialog, row, told } from './kit/steps.ts'

let world: World
let chromium: Awaited<ReturnType<typeof openChromium>>
let sshd: Sshd
let gateway: Gateway
let folder: string
let shared: string
let ann: Someone
let asset: any
let rule: any

const PAGE = '/koko/elfinder/sftp/'
const big = randomBytes(6_000_000)

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-files-')))
  shared = join(folder, 'shared')
  const webPort = await freePort()
  world = await openWorld({ GATEWAY_PORT: String(webPort) })
  sshd = await openSshd()
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
  ann = await world.person({ username: 'ann' })
  const { api } = world.admin
  asset = await anAsset(api, { hostname: 'web-01', ip: '127.0.0.1', protocols: [`ssh/${sshd.port}`] })
  const login = { username: sshd.username, password: undefined, private_key: sshd.privateKey }
  const account = await aSystemUser(api, { name: 'ops', sftp_root: shared, ...login })
  const made = await api.post('perms/asset-permissions/', {
    name: 'ann on web-01',
    users: [ann.id],
    assets: [asset.id],
    system_users: [account.id],
    actions: ['connect', 'upload_file', 'download_file'],
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
beforeEach(async () => {
  // Of a try that failed.
  await gateway.means.live.closeAll()
  await until(async () => (await running()).length === 0, 'the end of all sessions')
  rmSync(shared, { recursive: true, force: true })
  mkdirSync(join(shared, 'docs'), { recursive: true })
  writeFileSync(join(shared, 'big.bin'), big)
  writeFileSync(join(shared, 'notes.txt'), 'first line\r\nsecond line\r\n')
  writeFileSync(join(shared, '.profile'), 'hidden')
})
afterEach(closeScreens)

const open = (path = `${PAGE}?login_to=${asset.id}`, language: 'en' | 'zh-hans' = 'en', width = 1440) =>
  openScreen({ world, chromium }, { as: ann, language, width }).then(async (screen) => {
    await screen.page.goto(path)
    return screen
  })
const choose = async (page: Page, name: string, deed: string) => {
  await button(page, `Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: deed, exact: true }).click()
}
const send = (page: Page, ...files: { name: string; buffer: Buffer }[]) =>
  page
    .locator('input[type=file]')
    .setInputFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })))
const parts = () => readdirSync(shared).filter((name) => name.endsWith('.part'))
const inShared = (name: string) => join(shared, name)
const running = async () => (await world.admin.api.get('terminal/sessions/?is_finished=0&limit=20')).body.results
const logged = async (operate: string) =>
  (await world.admin.api.get(`audits/ftp-logs/?operate=${operate}&limit=50`)).body.results as {
    filename: string
    is_success: boolean
  }[]

describe('the file manager', () => {
  it('opens what a link names; files are looked at, sent, fetched, renamed, edited and deleted, and each is logged', async () => {
    const { page } = await open()
    await row(page, 'big.bin').waitFor()
    expect(await page.getByRole('rowheader').allTextContents()).toHaveLength(3)
    const [session] = await running()
    expect(session).toMatchObject({ login_from: 'WT', asset_id: asset.id, user_id: ann.id })
    await expectAccessible(page)
    await button(page, 'Show hidden files').click()
    await row(page, '.profile').waitFor()
    await page.getByRole('searchbox', { name: 'Filter names' }).fill('NOTES')
    await row(page, 'big.bin').waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Filter names' }).fill('')

    const sent = randomBytes(3_000_000)
    await send(page, { name: '上传 1.bin', buffer: sent }, { name: 'empty', buffer: Buffer.alloc(0) })
    await row(page, '上传 1.bin').waitFor()
    await row(page, 'empty').waitFor()
    expect(readFileSync(inShared('上传 1.bin')).equals(sent)).toBe(true)

    const downloading = page.waitForEvent('download')
    await choose(page, 'big.bin', 'Download')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('big.bin')
    await download.saveAs(join(folder, 'got'))
    expect(readFileSync(join(folder, 'got')).equals(big)).toBe(true)

    await choose(page, 'big.bin', 'Rename')
    await dialog(page, 'Rename').getByLabel('New name').fill('notes.txt')
    await dialog(page, 'Rename').getByRole('button', { name: 'Rename' }).click()
    await dialog(page, 'Rename').getByText('Something has this name already').waitFor()
    await dialog(page, 'Rename').getByLabel('New name').fill('bigger.bin')
    await dialog(page, 'Rename').getByRole('button', { name: 'Rename' }).click()
    await row(page, 'bigger.bin').waitFor()

    await button(page, 'notes.txt').click()
    const text = dialog(page, 'notes.txt').getByRole('textbox', { name: 'Content' })
    await text.fill('changed\nsecond line\n')
    await expectAccessible(page)
    await dialog(page, 'notes.txt').getByRole('button', { name: 'Save' }).click()
    await told(page, 'Saved')
    // Line ends stay what they were.
    expect(readFileSync(inShared('notes.txt'), 'utf8')).toBe('changed\r\nsecond line\r\n')
    writeFileSync(inShared('notes.txt'), 'by somebody else')
    await text.fill('mine')
    await dialog(page, 'notes.txt').getByRole('button', { name: 'Save' }).click()
    await dialog(page, 'The file was changed').getByRole('button', { name: 'Cancel' }).click()
    await told(page, /was changed after you opened it/)
    expect(readFileSync(inShared('notes.txt'), 'utf8')).toBe('by somebody else')
    await dialog(page, 'notes.txt').getByRole('button', { name: 'Cancel' }).click()
    await dialog(page, 'notes.txt').last().getByRole('button', { name: 'Discard changes' }).click()

    await choose(page, 'bigger.bin', 'Delete')
    await dialog(page, 'Delete').getByRole('button', { name: 'Delete' }).click()
    await told(page, '1 item was deleted')
    expect(existsSync(inShared('bigger.bin'))).toBe(false)
    await until(async () => (await logged('Delete')).length > 0, 'the log')
    expect(await logged('Upload')).toContainEqual(
      expect.objectContaining({ filename: inShared('上传 1.bin'), is_success: true }),
    )
    expect(await logged('Download')).toContainEqual(
      expect.objectContaining({ filename: inShared('big.bin'), is_success: true }),
    )
    await page.getByRole('button', { name: /^Close .*@web-01$/ }).click()
    await page.getByText('Choose an asset to see its files').waitFor()
    await until(async () => (await running()).length === 0, 'the end of the session')
  })

  it('is used with keys: rows, folders, moving, permissions', async () => {
    const { page } = await open()
    await row(page, 'docs').focus()
    await page.keyboard.press('End')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('Control+x')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByText('The folder is empty').waitFor()
    await button(page, 'Paste 1 item').click()
    await row(page, 'notes.txt').waitFor()
    expect(readdirSync(inShared('docs'))).toEqual(['notes.txt'])
    await choose(page, 'notes.txt', 'Permissions')
    const box = dialog(page, 'Permissions · notes.txt')
    await box.getByRole('textbox', { name: 'As a number' }).fill('640')
    await box.getByRole('checkbox', { name: 'Group: Write' }).check()
    expect(await box.getByRole('textbox', { name: 'As a number' }).inputValue()).toBe('660')
    await box.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('gridcell', { name: 'rw-rw----' }).waitFor()
    await row(page, 'notes.txt').focus()
    await page.keyboard.press('Backspace')
    await row(page, 'big.bin').waitFor()
    // After a reload it is where it was.
    await page.getByRole('button', { name: 'docs', exact: true }).click()
    await row(page, 'notes.txt').waitFor()
    await page.reload()
    await row(page, 'notes.txt').waitFor()
    expect(await running()).toHaveLength(1)
    await page.getByRole('button', { name: /^Close .*@web-01$/ }).click()
  })

  it('asks what becomes of a file that is there, and goes on with a big one after a cut line or a pause, and leaves nothing of one that is given up', async () => {
    const { page } = await openScreen({ world, chromium }, { as: ann })
    await page.addInitScript(() => {
      const sockets: WebSocket[] = []
      Object.assign(globalThis, { sockets })
      const Plain = WebSocket
      globalThis.WebSocket = class extends Plain {
        constructor(url: string) {
          super(url)
          sockets.push(this)
        }
      } as typeof WebSocket
    })
    await page.goto(`${PAGE}?login_to=${asset.id}`)
    await row(page, 'notes.txt').waitFor()
    const there = dialog(page, 'A file with this name exists')
    await send(page, { name: 'notes.txt', buffer: Buffer.from('both') })
    await there.getByRole('button', { name: 'Keep both' }).click()
    await row(page, 'notes (1).txt').waitFor()
    await send(page, { name: 'notes.txt', buffer: Buffer.from('no') })
    await there.getByRole('button', { name: 'Skip' }).click()
    await page.getByText(/^Skipped/).waitFor()
    expect(readFileSync(inShared('notes.txt'), 'utf8')).toContain('first line')
    await send(page, { name: 'notes.txt', buffer: Buffer.from('over') })
    await there.getByRole('button', { name: 'Overwrite' }).click()
    await until(() => readFileSync(inShared('notes.txt'), 'utf8') === 'over', 'the new content')
    const large = randomBytes(40_000_000)
    writeFileSync(join(folder, 'large.bin'), large)
    await page.locator('input[type=file]').setInputFiles(join(folder, 'large.bin'))
    await page.getByRole('progressbar', { name: 'Progress of large.bin' }).waitFor()
    await page.evaluate(() => (globalThis as unknown as { sockets: WebSocket[] }).sockets.at(-1)!.close())
    await row(page, 'large.bin').waitFor()
    expect(readFileSync(inShared('large.bin')).equals(large)).toBe(true)
    expect(await running()).toHaveLength(1)
    expect(parts()).toEqual([])
    // So large that it is still on its way when it is paused and given up.
    writeFileSync(join(folder, 'huge.bin'), '')
    truncateSync(join(folder, 'huge.bin'), 2_000_000_000)
    await page.locator('input[type=file]').setInputFiles(join(folder, 'huge.bin'))
    await button(page, 'Pause huge.bin').click()
    await page.getByText(/^Paused/).waitFor()
    await button(page, 'Go on with huge.bin').click()
    await page.getByText(/ MB \/ 1\.9 GB/).waitFor()
    expect(parts()).toHaveLength(1)
    await button(page, 'Cancel huge.bin').click()
    await until(() => parts().length === 0, 'the end of what had arrived')
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['dropped'], 'dropped.txt'))
      const event = { bubbles: true, cancelable: true, dataTransfer: data }
      const place = document.querySelector('.db-files-folder')!
      for (const type of ['dragover', 'drop']) place.dispatchEvent(new DragEvent(type, event))
    })
    await row(page, 'dropped.txt').waitFor()
    expect(readFileSync(inShared('dropped.txt'), 'utf8')).toBe('dropped')
    await page.getByRole('button', { name: /^Close .*@web-01$/ }).click()
    await until(async () => (await running()).length === 0, 'the end of the session')
  })

  it('[T11] [T21] offers only what the grant has, and ends with it', async () => {
    const { api } = world.admin
    await api.patch(`perms/asset-permissions/${rule.id}/`, { actions: ['connect', 'download_file'] })
    const { page } = await open()
    await row(page, 'notes.txt').waitFor()
    for (const name of ['Upload', 'New folder']) expect(await button(page, name).count()).toBe(0)
    await button(page, 'Actions for notes.txt').click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['View', 'Download', 'Copy path'])
    await page.keyboard.press('Escape')
    await row(page, 'notes.txt').focus()
    await page.keyboard.press('Delete')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(existsSync(inShared('notes.txt'))).toBe(true)
    await api.patch(`perms/asset-permissions/${rule.id}/`, { is_active: false })
    await gateway.beat()
    await page.getByText('The permission has ended').first().waitFor()
    await api.patch(`perms/asset-permissions/${rule.id}/`, {
      is_active: true,
      actions: ['connect', 'upload_file', 'download_file'],
    })
    await button(page, 'Connect again').click()
    await button(page, 'Upload').waitFor()
    await page.getByRole('button', { name: /^Close .*@web-01$/ }).click()
  })

  it('is opened from the web terminal, for several assets at a time, and shows many files', async () => {
    for (let n = 0; n < 1_000; n++) writeFileSync(inShared(`docs/file ${n}`), '')
    const { page } = await open(`/luna/?login_to=${asset.id}`)
    const opening = page.context().waitForEvent('page')
    await button(page, 'Open the files').click()
    const files = await opening
    await row(files, 'notes.txt').waitFor()
    await files.getByRole('treeitem', { name: 'web-01' }).click()
    await files
      .getByRole('button', { name: `${sshd.username}@web-01`, exact: true })
      .nth(1)
      .waitFor()
    await files.locator('section:visible').getByRole('button', { name: 'docs', exact: true }).click()
    await files.locator('section:visible').getByText('1000 items').waitFor()
    await row(files, 'file 0').focus()
    await files.keyboard.press('End')
    await row(files, 'file 999').waitFor()
    expect(await files.locator('section:visible').getByRole('row').count()).toBeLessThan(200)
    await files.keyboard.press('Control+a')
    await files.getByText('1000 selected').waitFor()
    for (let tab = 0; tab < 2; tab++)
      await files
        .getByRole('button', { name: /^Close .*@web-01$/ })
        .first()
        .click()
    await files.getByText('Choose an asset to see its files').waitFor()
  })

  it('works on a phone, in Chinese', async () => {
    const { page } = await open(PAGE, 'zh-hans', 390)
    await page.getByRole('treeitem', { name: 'web-01' }).waitFor()
    await page.getByRole('searchbox', { name: '搜索资产' }).fill('web')
    await page.getByRole('button', { name: '连接 web-01' }).click()
    await button(page, 'docs').click()
    await page.getByText('文件夹是空的').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await button(page, '新建文件夹').click()
    await dialog(page, '新建文件夹').getByLabel('文件夹名称').fill('新')
    await dialog(page, '新建文件夹').getByRole('button', { name: '创建' }).click()
    await row(page, '新').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^关闭 .*@web-01$/ }).click()
  })
})
