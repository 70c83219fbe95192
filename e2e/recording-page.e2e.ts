// A recording that was taken away as a page: opened from a disk, without a server, by somebody who has nothing but a browser.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aGateway, aSession, type Gateway } from '../apps/server/test/kit/gateway.ts'
import { DEFAULT_ORG, type Someone } from '../apps/server/test/kit/world.ts'
import { expectAccessible } from './kit/chromium.ts'
import { output, record } from './kit/recordings.ts'
import { useStand } from './kit/stand.ts'
import { button } from './kit/steps.ts'

/** What somebody puts on their screen to get out of a page that shows it. */
const HOSTILE = [
  '</script><script>globalThis.came = 1</script>',
  '--><img src=x onerror="globalThis.came = 2"><svg onload="globalThis.came = 3">',
  '\x1b]0;</title><script>globalThis.came = 4</script>\x07',
  '\x1b]8;;javascript:globalThis.came=5\x1b\\<b>link</b>\x1b]8;;\x1b\\',
].join('\r\n')
const EVIL_NAME = '</script><script>globalThis.came = 6</script><img src=x onerror=globalThis.came=7>'

describe('a recording as a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-page-'))
  let gateway: Gateway
  let auditor: Someone
  let taken: Page
  /** What the page asked of anybody, and what its policy kept from it. */
  let calls: string[]
  const stand = useStand(async (world) => {
    gateway = await aGateway(world)
    auditor = await world.person({ name: 'Olga Auditor', in: { [DEFAULT_ORG]: ['Auditor'] } })
  })
  beforeEach(async () => {
    const context = await stand.chromium.newContext({ locale: 'en-GB', offline: true })
    taken = await context.newPage()
    calls = []
    taken.on('request', (request) => request.url().startsWith('file:') || calls.push(request.url()))
    taken.on('console', (message) => message.type() === 'error' && calls.push(message.text()))
    taken.on('pageerror', (error) => calls.push(error.message))
  })
  afterEach(() => taken.context().close())
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const finish = (id: string) =>
    gateway.in(DEFAULT_ORG).patch(`terminal/sessions/${id}/`, { is_finished: true, has_replay: true })
  const opened = async (id: string): Promise<string> => {
    const { status, headers, bytes } = await fetched(id)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.html"`)
    const file = join(folder, `${id}.html`)
    writeFileSync(file, bytes)
    await taken.goto(pathToFileURL(file).href)
    return file
  }
  const fetched = async (id: string) => {
    const screen = await stand.open({ as: auditor })
    const cookies = (await screen.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const response = await fetch(`${stand.world.url}/api/v1/terminal/sessions/${id}/replay/page/`, {
      headers: { cookie: cookies },
    })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const shown = () => taken.locator('.xterm-rows')
  const came = () => taken.evaluate(() => (globalThis as { came?: unknown }).came)

  it('[PROD-12] plays from a disk: begins, pauses, goes to any moment, at another speed, in both languages', async () => {
    const { id } = await aSession(gateway, DEFAULT_ORG, { user: 'Bob(bob)', asset: 'db-01(10.1.1.20)' })
    const send = record(gateway, id)
    await send([
      { at: 0, kind: 'resize', columns: 80, rows: 24 },
      output(10, '欢迎 to db-01\r\n$ '),
      output(1_200, 'who'),
    ])
    await send([output(3_500, 'ami\r\nroot\r\n'), output(60_000, 'logout')])
    await finish(id)
    await opened(id)
    await taken.getByRole('heading', { name: 'Replay: Bob(bob) → db-01(10.1.1.20)' }).waitFor()
    await shown().getByText('欢迎 to db-01').waitFor()
    await button(taken, 'Pause').click()
    const line = taken.getByRole('slider', { name: 'Timeline' })
    await line.fill('4000')
    await shown().getByText('root').waitFor()
    await line.fill('1300')
    await shown().getByText('$ who', { exact: true }).waitFor()
    expect(await shown().getByText('root').count()).toBe(0)
    await taken.getByRole('combobox', { name: 'Speed' }).selectOption('16×')
    await taken.getByRole('checkbox', { name: 'Skip pauses' }).check()
    await button(taken, 'Play').click()
    await shown().getByText('logout').waitFor()
    await taken.getByText('01:00 / 01:00').waitFor()
    await button(taken, '中文').click()
    await taken.getByRole('heading', { name: '回放：Bob(bob) → db-01(10.1.1.20)' }).waitFor()
    await expectAccessible(taken)
    expect(calls).toEqual([])
  })

  it('[T32] [T58] runs nothing of what a target or a name put into it, and asks nobody for anything', async () => {
    const { id } = await aSession(gateway, DEFAULT_ORG, { user: EVIL_NAME, asset: EVIL_NAME, system_user: EVIL_NAME })
    const send = record(gateway, id)
    await send([{ at: 0, kind: 'resize', columns: 200, rows: 24 }, output(10, HOSTILE), output(20, '\r\nstill here')])
    await finish(id)
    const file = await opened(id)
    await shown().getByText('still here').waitFor()
    await shown().getByText('globalThis.came = 1').waitFor()
    await shown().getByText('link').click({ force: true })
    expect(await came()).toBeUndefined()
    expect(calls).toEqual([])
    const text = readFileSync(file, 'latin1')
    expect(text).not.toContain('globalThis.came')
    // Whatever else found its way into the page would be kept from running.
    await taken.setContent(text.replace('</body>', '<script>globalThis.came = 8</script></body>'))
    expect(await came()).toBeUndefined()
  })

  it('says so where a part of it was changed on the disk', async () => {
    const { id } = await aSession(gateway)
    await record(gateway, id)([output(10, 'what was there')])
    await finish(id)
    const file = await opened(id)
    const told = readFileSync(file, 'utf8')
    const [, block] = /id="chunk-0">([^<]+)</.exec(told)!
    const forged = Buffer.from(Buffer.from(block!, 'base64').toString('utf8').replace('what', 'that')).toString(
      'base64',
    )
    writeFileSync(file, told.replace(block!, forged))
    await taken.reload()
    await taken.getByText('does not match its hash').waitFor()
  })

  it('plays what an older component sent as one file', async () => {
    const { id } = await aSession(gateway, DEFAULT_ORG, { user: 'Old(old)', is_finished: true })
    const form = new FormData()
    form.set('file', new File([gzipSync(JSON.stringify({ '0.2': '$ date\r\n', '3': 'Monday' }))], `${id}.replay.gz`))
    expect((await gateway.api.post(`terminal/sessions/${id}/replay/`, form)).status).toBe(201)
    await opened(id)
    await taken.getByRole('slider', { name: 'Timeline' }).fill('3000')
    await shown().getByText('Monday').waitFor()
  })
})
