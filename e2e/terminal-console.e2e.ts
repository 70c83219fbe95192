// Sessions in the console: who works where, what was typed, the components that carry it, and the storages it goes to.
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { carryAll } from '../apps/server/src/areas/terminal/recording/carry.ts'
import { aGateway, aSession, type Gateway } from '../apps/server/test/kit/gateway.ts'
import { openS3, S3_KEY } from '../apps/server/test/kit/s3.ts'
import { DEFAULT_ORG, type Someone, type World } from '../apps/server/test/kit/world.ts'
import { callsTo, nextCall } from './kit/calls.ts'
import { expectAccessible } from './kit/chromium.ts'
import type { Screen, Visitor } from './kit/console.ts'
import { output, record } from './kit/recordings.ts'
import { useStand } from './kit/stand.ts'
import { anew, button, dialog, field as fieldOf, row, settled, textOf, told } from './kit/steps.ts'

const SESSIONS = '/api/v1/terminal/sessions/'
const COMMANDS = '/api/v1/terminal/commands/'
const TERMINALS = '/api/v1/terminal/terminals/'
const REPLAYS = '/api/v1/terminal/replay-storages/'
const COMMAND_STORAGES = '/api/v1/terminal/command-storages/'

describe('sessions in the console', () => {
  let world: World
  let admin: Someone
  let auditor: Someone
  let gateway: Gateway
  let running: { id: string }
  let over: { id: string }
  let screen: Screen
  let page: Page

  const stand = useStand(async (opened) => {
    world = opened
    admin = await world.person({ name: 'Ada Admin', username: 'ada', role: 'Admin' })
    auditor = await world.person({ name: 'Olga Auditor', username: 'olga', in: { [DEFAULT_ORG]: ['Auditor'] } })
    gateway = await aGateway(world, { name: '[KoKo]-jump-1', remote_addr: '172.18.0.5' })
    running = await aSession(gateway, DEFAULT_ORG, { user: 'Ann(ann)', login_from: 'WT' })
    over = await aSession(gateway, DEFAULT_ORG, { user: 'Bob(bob)', asset: 'db-01(10.1.1.20)' })
    const typed = (input: string, more: object) => ({
      user: 'Bob(bob)',
      asset: 'db-01(10.1.1.20)',
      system_user: 'www',
      session: over.id,
      timestamp: Math.floor(world.clock.now().getTime() / 1000),
      input,
      ...more,
    })
    await gateway
      .in(DEFAULT_ORG)
      .post('terminal/commands/', [
        typed('whoami', { output: 'root', moment: 1500 }),
        typed('rm -rf /srv/data', { output: 'refused by a rule', risk_level: 5, moment: 4000 }),
      ])
    const send = record(gateway, over.id)
    await send([
      { at: 0, kind: 'resize', columns: 80, rows: 24 },
      output(10, 'Welcome to \x1b[1;32mdb-01\x1b[0m\r\n$ '),
      output(1_200, 'who'),
      output(1_400, 'ami'),
      output(1_500, '\r\nroot\r\n$ '),
    ])
    await send([
      { at: 3_000, kind: 'screen', data: 'Welcome to db-01\r\n$ whoami\r\nroot\r\n$ ', columns: 80, rows: 24 },
      output(3_500, 'rm -rf /srv/data'),
      output(4_000, '\r\n\x1b[38;2;255;120;0mrefused by a rule\x1b[0m\r\n$ '),
      output(20_000, 'exit\r\nlogout\r\n'),
    ])
    await gateway.in(DEFAULT_ORG).patch(`terminal/sessions/${over.id}/`, { is_finished: true, has_replay: true })
    await gateway.api.post('terminal/components/state/', {
      system_cpu_load_1: 0.4,
      system_memory_used_percent: 41.2,
      system_disk_used_percent: 30,
      session_active_count: 1,
    })
    await world.admin.api.post('terminal/command-storages/?type=es', {
      name: 'search-1',
      type: 'es',
      meta: { HOSTS: ['http://es-1:9200'] },
    })
  })
  beforeEach(() => enter())

  const enter = async (visitor: Visitor = {}) => {
    screen = await stand.open({ as: admin, ...visitor })
    page = screen.page
  }
  const field = (name: string) => fieldOf(page, name)
  const submit = () => button(page, 'Submit').click()
  const line = (text: string) => page.getByRole('row').filter({ hasText: text })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  /** What of the table's head is cut, and the table itself where it is wider than its place. */
  const cramped = () =>
    page
      .locator('.db-th-text, div:has(> table)')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => (one.textContent ?? '').slice(0, 40)),
      )

  it('[RTTERM-02] [TERM-01] [TERM-05] [TERM-06] those that run are listed, and ended on request', async () => {
    await screen.show('/terminal', 'Sessions')
    await settled(page)
    const [asked] = callsTo(screen, 'GET', SESSIONS)
    expect(asked!.query).toMatchObject({ is_finished: '0', date_from: expect.any(String), date_to: expect.any(String) })
    const one = line('Ann(ann)')
    for (const text of ['web-01(10.1.1.10)', 'web-user(www)', '10.9.9.9', 'Web Terminal'])
      await one.getByText(text, { exact: true }).waitFor()
    expect(await line('Bob(bob)').count()).toBe(0)
    expect(await cramped()).toEqual([])
    await expectAccessible(page)
    const kill = nextCall(page, 'POST', '/api/v1/terminal/tasks/kill-session/')
    await one.getByRole('button', { name: /^Terminate/ }).click()
    expect((await kill).body).toEqual([running.id])
    await told(page, 'Terminate task has been sent, please check later')
    const tasks = await world.admin.api.get('terminal/tasks/')
    expect(tasks.text).toContain(running.id)
  })

  it('[PROD-12] [TERM-02] [TERM-03] those that are over are listed in a tab, with their recording', async () => {
    await screen.show('/terminal/session', 'Sessions')
    await tab('Sessions offline').click()
    const one = line('Bob(bob)')
    await one.waitFor()
    await settled(page)
    expect(await line('Ann(ann)').count()).toBe(0)
    await one.getByRole('cell', { name: '2', exact: true }).waitFor()
    const file = page.waitForEvent('download')
    await one.getByRole('button', { name: /^Download/ }).click()
    expect((await file).suggestedFilename()).toBe(`${over.id}.tar`)
    expect(await textOf(await file)).toContain('Welcome to')
    const opened = screen.context.waitForEvent('page')
    await one.getByRole('button', { name: /^Replay/ }).click()
    expect(new URL((await opened).url()).pathname).toBe(`/luna/replay/${over.id}`)
    await one.getByRole('link', { name: '1', exact: true }).click()
    await page.waitForURL(`**/terminal/sessions/${over.id}`)
  })

  it('[TERM-04] one that runs is watched', async () => {
    await screen.show('/terminal/session', 'Sessions')
    const opened = screen.context.waitForEvent('page')
    await line('Ann(ann)')
      .getByRole('button', { name: /^Monitor/ })
      .click()
    const { pathname, search } = new URL((await opened).url())
    expect(pathname + search).toBe(`/luna/join/?shareroom=${running.id}`)
  })

  it('an auditor sees a session but cannot end it', async () => {
    await enter({ as: auditor })
    await screen.show('/terminal/session', 'Sessions')
    expect(
      await line('Ann(ann)')
        .getByRole('button', { name: /^Terminate/ })
        .isDisabled(),
    ).toBe(true)
    await screen.show(`/terminal/sessions/${running.id}`, `Sessions: ${running.id}`)
    expect(await button(page, 'Session Terminate Terminate').isDisabled()).toBe(true)
  })

  it('[RTTERM-04] one is shown with its commands, which open to what they answered', async () => {
    await screen.show(`/terminal/sessions/${over.id}`, `Sessions: ${over.id}`)
    await page.getByText('db-01(10.1.1.20)').first().waitFor()
    await button(page, 'Replay session Replay').waitFor()
    await expectAccessible(page)
    const asked = nextCall(page, 'GET', COMMANDS)
    await tab('Command').click()
    expect((await asked).query).toMatchObject({ session_id: over.id })
    await settled(page)
    await button(page, 'Expand whoami').click()
    await page.getByText('$ whoami').waitFor()
    expect(await page.locator('.db-command pre').textContent()).toBe('$ whoami\nroot')
    expect(await page.getByRole('link', { name: 'See this moment in the recording' }).getAttribute('href')).toBe(
      `/luna/replay/${over.id}?at=1500`,
    )
    await expectAccessible(page)
  })

  it('[PROD-13] [RTTERM-03] [ERR-36] commands are listed beside the storages they are kept in', async () => {
    await screen.show('/terminal/command', 'Commands')
    await settled(page)
    const tree = () => page.getByRole('tree')
    await tree().getByRole('treeitem', { name: 'default(server)(2)', selected: true }).waitFor()
    await line('rm -rf /srv/data').getByText('Dangerous').waitFor()
    expect(await cramped()).toEqual([])
    await expectAccessible(page)
    await tree()
      .getByRole('treeitem', { name: /^search-1\(es\)/ })
      .click({ force: true })
    await told(page, 'Node is unavailable, please contact administrator')
    await enter({ language: 'zh-hans' })
    await screen.show('/terminal/command', '命令记录')
    await settled(page)
    await tree()
      .getByRole('treeitem', { name: /^search-1\(es\)/ })
      .click({ force: true })
    await told(page, '节点不可用, 请联系管理员')
    await enter()
    await screen.show('/terminal/command', 'Commands')
    await settled(page)
    // What is searched counts in the tree too.
    await page.goto(`${page.url()}?f=${encodeURIComponent('input:whoami')}`)
    await tree().getByRole('treeitem', { name: 'default(server)(1)', selected: true }).waitFor()
    await settled(page)
    expect(await line('rm -rf').count()).toBe(0)
    await button(page, 'Expand whoami').click()
    expect(await page.locator('.db-command pre').textContent()).toBe('$ whoami\nroot')
    await line('whoami').getByRole('link', { name: 'Goto the session of Bob(bob)' }).click()
    await screen.heading(`Sessions: ${over.id}`)
  })

  it('[RTTERM-07] [RTTERM-08] [RTTERM-09] components are listed, shown and told where to put what they record', async () => {
    const name = anew('jump')
    const other = await aGateway(world, { name })
    await screen.show('/terminal/terminal', 'Terminal')
    await settled(page)
    const one = row(page, '[KoKo]-jump-1')
    for (const text of ['172.18.0.5', '0.4', '30 %', '41.2 %', 'Normal'])
      await one.getByText(text, { exact: true }).waitFor()
    await expectAccessible(page)

    await row(page, name).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Update selected' }).click()
    const box = dialog(page, 'Update terminal storage')
    const choose = async (label: string, storage: string) => {
      await page.getByRole('combobox', { name: label }).fill(storage)
      await page.getByRole('option', { name: storage, exact: true }).click()
    }
    await choose('Command storage', 'null')
    await choose('Replay storage', 'null')
    const patched = nextCall(page, 'PATCH', TERMINALS)
    await box.getByRole('button', { name: 'Confirm' }).click()
    expect((await patched).body).toEqual([
      { id: other.id, command_storage: expect.any(String), replay_storage: expect.any(String) },
    ])
    await told(page, 'Update success')
    const kept = () => world.admin.api.get(`terminal/terminals/${other.id}/`)
    expect((await kept()).body).toMatchObject({ command_storage: 'null', replay_storage: 'null' })

    await row(page, name).getByRole('link').click()
    await screen.heading(`Terminal: ${name}`)
    await page.getByText('2222').waitFor()
    await button(page, 'Update').click()
    await screen.heading('Update terminal')
    await choose('Command storage', 'default')
    await field('Comment').fill('in the cellar')
    await expectAccessible(page)
    const saved = nextCall(page, 'PUT', `${TERMINALS}${other.id}/`)
    await submit()
    expect((await saved).body).toMatchObject({
      command_storage: 'default',
      replay_storage: 'null',
      comment: 'in the cellar',
    })
    await screen.heading('Terminal')
    await settled(page)
    expect((await kept()).body).toMatchObject({ command_storage: 'default', replay_storage: 'null' })
    await button(page, 'Storage configuration').click()
    await screen.heading('Storage')
  })

  it('[RTTERM-10] [RTTERM-11] [RTTERM-12] [STORE-04] [STORE-05] storages of recordings are created by type, updated, cloned, tested and deleted', async () => {
    await screen.show('/terminal/storages', 'Storage')
    await settled(page)
    expect(
      await row(page, 'default')
        .getByRole('button', { name: /^Update/ })
        .isDisabled(),
    ).toBe(true)
    await button(page, 'Create').click()
    for (const name of ['S3', 'Ceph', 'Swift', 'OSS', 'Azure'])
      await page.getByRole('menuitem', { name, exact: true }).waitFor()
    await page.getByRole('menuitem', { name: 'S3', exact: true }).click()
    await screen.heading('Create replay storage')
    const name = anew('bucket')
    await field('Name').fill(name)
    await field('Bucket').fill('sessions')
    await field('Endpoint').fill('http://s3.cn-north-1.amazonaws.com.cn/path')
    await field('Secret key').fill('very secret')
    await expectAccessible(page)
    await submit()
    await page
      .getByText(/Endpoint invalid: remove path/)
      .first()
      .waitFor()
    await field('Endpoint').fill('http://s3.cn-north-1.amazonaws.com.cn')
    const made = nextCall(page, 'POST', REPLAYS)
    await submit()
    expect(await made).toMatchObject({
      query: { type: 's3' },
      body: { name, type: 's3', meta: { BUCKET: 'sessions', SECRET_KEY: 'very secret' } },
    })
    await screen.heading('Storage')
    const one = row(page, name)
    await one.getByText('S3', { exact: true }).waitFor()
    await one.getByRole('button', { name: /^Update/ }).click()
    await screen.heading('Replay storage update')
    expect(await field('Bucket').inputValue()).toBe('sessions')
    expect(await field('Secret key').inputValue()).toBe('')
    await field('Bucket').fill('others')
    const saved = nextCall(page, 'PUT', `${REPLAYS}${idOf(page)}/`)
    await submit()
    const { body } = await saved
    expect(body.meta).toMatchObject({ BUCKET: 'others' })
    expect(body.meta).not.toHaveProperty('SECRET_KEY')
    await screen.heading('Storage')
    await one.getByRole('button', { name: `More ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Test' }).click()
    await told(page, /^Test failure/)
    await one.getByRole('button', { name: `More ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Clone' }).click()
    await screen.heading('Create replay storage')
    expect(await field('Bucket').inputValue()).toBe('others')
    await page.goBack()
    await screen.heading('Storage')
    await one.getByRole('button', { name: `More ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await button(page, 'Delete').click()
    await told(page, 'Delete success')
    await one.waitFor({ state: 'detached' })
  })

  it('[RTTERM-13] [RTTERM-14] [STORE-01] [STORE-02] [STORE-03] storages of commands are created and updated', async () => {
    await screen.show('/terminal/command-storage/create?type=es', 'Create command storage')
    const name = anew('es')
    await field('Name').fill(name)
    expect(await field('Index').inputValue()).toBe('jumpserver')
    await field('Hosts').fill('http://es-1:9200, es-2')
    await submit()
    await page.getByText('The address format is incorrect').first().waitFor()
    await field('Hosts').fill('http://es-1:9200 , https://es-2:9200')
    const made = nextCall(page, 'POST', COMMAND_STORAGES)
    await submit()
    expect((await made).body).toMatchObject({
      name,
      type: 'es',
      meta: { HOSTS: ['http://es-1:9200', 'https://es-2:9200'], INDEX: 'jumpserver' },
    })
    await screen.heading('Storage')
    await row(page, name)
      .getByRole('button', { name: /^Update/ })
      .click()
    await screen.heading('Command storage update')
    expect(await field('Hosts').inputValue()).toBe('http://es-1:9200, https://es-2:9200')
    const kept = await world.admin.api.get(`terminal/command-storages/${idOf(page)}/`)
    expect(kept.body.meta.DOC_TYPE).toBe('command')
  })

  const shown = () => page.locator('.xterm-rows')
  const timeline = () => page.getByRole('slider', { name: 'Timeline' })
  const at = async () => Number(await timeline().inputValue())
  const watch = async (path: string, heading: string) => {
    await page.goto(path)
    await screen.heading(heading)
  }

  it('a recording that was carried to a storage of S3 is told of, and plays from there', async () => {
    const s3 = await openS3()
    try {
      const name = anew('bucket')
      await screen.show('/terminal/replay-storage/create?type=s3', 'Create replay storage')
      await field('Name').fill(name)
      await field('Bucket').fill('recordings')
      await field('Access key').fill(S3_KEY.accessKey)
      await field('Secret key').fill(S3_KEY.secretKey)
      await field('Endpoint').fill(`http://127.0.0.1:${s3.port}`)
      await submit()
      await screen.heading('Storage')
      await row(page, name)
        .getByRole('button', { name: `More ${name}` })
        .click()
      await page.getByRole('menuitem', { name: 'Test' }).click()
      await told(page, 'Test successful')

      const far = await aGateway(world)
      await world.admin.api.patch(`terminal/terminals/${far.id}/`, { replay_storage: name })
      const session = await aSession(far, DEFAULT_ORG, { user: 'Cat(cat)', asset: 'far-01(10.1.1.30)' })
      const send = record(far, session.id)
      await send([{ at: 0, kind: 'resize', columns: 80, rows: 24 }, output(10, 'from far away\r\n')])
      await far.in(DEFAULT_ORG).patch(`terminal/sessions/${session.id}/`, { is_finished: true, has_replay: true })
      await screen.show(`/terminal/sessions/${session.id}`, `Sessions: ${session.id}`)
      await page.getByText(`Waits to be carried to ${name}`).waitFor()
      await carryAll(world.server.services)
      expect(s3.kept.size).toBe(2)
      await enter({ language: 'zh-hans' })
      await page.goto(`/ui/terminal/sessions/${session.id}`)
      await page.getByText(`保存在 ${name}`).waitFor()
      await expectAccessible(page)
      await enter()
      await watch(`/luna/replay/${session.id}`, 'Replay: Cat(cat) → far-01(10.1.1.30)')
      await shown().getByText('from far away').waitFor()
    } finally {
      await s3.stop()
    }
  })

  it('[TERM-03] a recording plays, pauses, goes to any moment, and at another speed', async () => {
    await watch(`/luna/replay/${over.id}`, 'Replay: Bob(bob) → db-01(10.1.1.20)')
    await shown().getByText('Welcome to db-01').waitFor()
    await button(page, 'Pause').click()
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('16×')
    await page.getByRole('checkbox', { name: 'Skip pauses' }).check()
    await button(page, 'Play').click()
    await shown().getByText('logout').waitFor()
    await button(page, 'Play').waitFor()
    expect(await at()).toBe(20_000)
    await page.getByText('00:20 / 00:20').waitFor()
    // Slowly from here on: at sixteen times without pauses the end is there before anybody can press a button.
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('0.5×')
    await page.getByRole('checkbox', { name: 'Skip pauses' }).uncheck()
    // Back to a moment: what came later is gone.
    await timeline().fill('1300')
    await shown().getByText('$ who', { exact: true }).waitFor()
    expect(await shown().getByText('logout').count()).toBe(0)
    await page.getByRole('button', { name: /rm -rf \/srv\/data/ }).click()
    await shown().getByText('refused by a rule').waitFor()
    expect(await at()).toBe(4_000)
    await timeline().press('ArrowRight')
    expect(await at()).toBe(9_000)
    await page.keyboard.press('ArrowLeft')
    expect(await at()).toBe(4_000)
    await page.keyboard.press(' ')
    await button(page, 'Pause').click()
    await expectAccessible(page)
  })

  it('what was shown in a recording is searched, and leads to its moment', async () => {
    await watch(`/luna/replay/${over.id}?at=0`, 'Replay: Bob(bob) → db-01(10.1.1.20)')
    await page.getByRole('textbox', { name: 'Search what was shown' }).fill('REFUSED')
    await page.keyboard.press('Enter')
    await page.getByText('Found once').waitFor()
    await page.getByRole('button', { name: /refused by a rule/ }).click()
    await shown().getByText('refused by a rule').waitFor()
    expect(await at()).toBe(4_000)
    await page.getByRole('textbox', { name: 'Search what was shown' }).fill('nowhere')
    await page.keyboard.press('Enter')
    await page.getByText('Found 0 times').waitFor()
  })

  it('a command leads to its moment in the recording', async () => {
    await watch(`/luna/replay/${over.id}?at=1500`, 'Replay: Bob(bob) → db-01(10.1.1.20)')
    await shown().getByText('root', { exact: true }).waitFor()
    await button(page, 'Play').waitFor()
    expect(await at()).toBe(1_500)
  })

  it('[TERM-04] a session that runs is watched as it goes on, until it ends', async () => {
    const live = await aSession(gateway, DEFAULT_ORG, { user: 'Eve(eve)' })
    const send = record(gateway, live.id)
    await send([output(0, '$ '), output(500, 'uptime\r\n')])
    await watch(`/luna/join/?shareroom=${live.id}`, 'Monitor: Eve(eve) → web-01(10.1.1.10)')
    await shown().getByText('$ uptime').waitFor()
    // No gateway carries it here, so its recording is followed; the browser notes that the socket was not to be had.
    expect(screen.complaints.splice(0).join()).toMatch(/WebSocket|^$/)
    await page.getByText('Running', { exact: true }).waitFor()
    await send([output(900, 'up 40 days\r\n')])
    await shown().getByText('up 40 days').waitFor()
    await gateway.in(DEFAULT_ORG).patch(`terminal/sessions/${live.id}/`, { is_finished: true })
    await page.getByText(/its recording was not finished/).waitFor()
    await gateway.in(DEFAULT_ORG).patch(`terminal/sessions/${live.id}/`, { has_replay: true })
    await page.getByText(/its recording was not finished/).waitFor({ state: 'detached' })
  })

  it('a recording that a component sent as one file plays too', async () => {
    const sent = await aSession(gateway, DEFAULT_ORG, { user: 'Old(old)', is_finished: true })
    const form = new FormData()
    const text = JSON.stringify({ '0.2': '$ date\r\n', '3': 'Monday\r\n', '3.5': 'logout' })
    form.set('file', new File([gzipSync(text)], `${sent.id}.replay.gz`))
    expect((await gateway.api.post(`terminal/sessions/${sent.id}/replay/`, form)).status).toBe(201)
    await watch(`/luna/replay/${sent.id}?at=3000`, 'Replay: Old(old) → web-01(10.1.1.10)')
    await shown().getByText('Monday').waitFor()
    expect(await shown().getByText('logout').count()).toBe(0)
    await timeline().fill('3500')
    await shown().getByText('logout').waitFor()
    await page.getByText('00:03 / 00:03').waitFor()
  })

  it('what a target sends can neither stop the player nor make it leave the page', async () => {
    const bad = await aSession(gateway, DEFAULT_ORG, { user: 'Mal(mal)' })
    const send = record(gateway, bad.id)
    const endless = [...'@ILMPSTXZb'].map((final) => `x\x1b[2147483647${final}`).join('')
    await send([
      { at: 0, kind: 'resize', columns: 9_999, rows: 9_999 },
      output(1, `${endless}\x1b[9999999;9999999H\x1b[?1049h\x1b[!p\x1bc\x1b]0;<img src=x onerror=alert(1)>\x07`),
      output(2, '\x1b]8;;javascript:alert(1)\x1b\\<script>alert(1)</script>\x1b]8;;\x1b\\ still here\r\n'),
      output(2, '\x1b]8;;https://example.org/\x1b\\come here\x1b]8;;\x1b\\\r\n'),
    ])
    await gateway.in(DEFAULT_ORG).patch(`terminal/sessions/${bad.id}/`, { is_finished: true, has_replay: true })
    await watch(`/luna/replay/${bad.id}?at=2`, 'Replay: Mal(mal) → web-01(10.1.1.10)')
    await shown().getByText('<script>alert(1)</script>').waitFor()
    await shown().getByText('come here').click({ force: true })
    await shown().getByText('still here').waitFor()
    expect(await page.title()).toBe('Replay: Mal(mal) → web-01(10.1.1.10)')
    expect(screen.context.pages()).toHaveLength(1)
  })

  it('a part of a recording that was changed is told, and one that is not there too', async () => {
    await page.route(`**${SESSIONS}${over.id}/chunks/0/`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('Welcome', 'Goodbye') })
    })
    await watch(`/luna/replay/${over.id}?at=100`, 'Replay: Bob(bob) → db-01(10.1.1.20)')
    await page.getByText('A part of this recording does not match its hash').waitFor()
    await watch('/luna/replay/00000000-0000-4000-8000-000000000000', 'Replay')
    await page.getByText('There is no recording').waitFor()
    await watch('/luna/replay/nothing', 'Replay')
    await page.getByText('The address names no session').waitFor()
  })

  it('whoever is not logged in is led to the login, and back', async () => {
    await enter({ as: undefined })
    await page.goto(`/luna/replay/${over.id}`)
    await page.waitForURL((url) => url.pathname === '/core/auth/login/')
    expect(new URL(page.url()).searchParams.get('next')).toBe(`/luna/replay/${over.id}`)
  })

  it('they are at home on a phone and in Chinese', async () => {
    await enter({ width: 390, language: 'zh-hans' })
    for (const [path, heading] of [
      ['/terminal/session', '会话管理'],
      [`/terminal/sessions/${over.id}`, `会话: ${over.id}`],
      ['/terminal/command', '命令记录'],
      ['/terminal/terminal', '终端管理'],
      ['/terminal/storages', '存储'],
      ['/terminal/replay-storage/create?type=swift', '创建录像存储'],
    ] as const) {
      await screen.show(path, heading)
      await page.waitForLoadState('networkidle')
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, path).toBeLessThanOrEqual(390)
    }
    await watch(`/luna/replay/${over.id}?at=4000`, '回放：Bob(bob) → db-01(10.1.1.20)')
    await shown().getByText('refused by a rule').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

/** Of the object whose form is open. */
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-2)!
