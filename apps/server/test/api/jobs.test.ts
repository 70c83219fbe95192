import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openVisit } from '../../src/platform/auth/visits.ts'
import { newId } from '../../src/platform/ids.ts'
import { aNode, anAsset } from '../kit/inventory.ts'
import { knock, visitOf } from '../kit/knock.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

describe('jobs', () => {
  let world: World
  let admin: Someone
  beforeAll(async () => {
    world = await openWorld()
    admin = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
  })
  afterAll(() => world.close())

  const start = async (who: Someone, org?: string) => {
    const asset = await anAsset(admin.api)
    const reply = await who.api.post(
      `assets/assets/${asset.id}/tasks/`,
      { action: 'test' },
      org ? { 'x-jms-org': org } : {},
    )
    expect([reply.status, reply.body]).toEqual([201, { task: expect.any(String) }])
    return { asset, log: `ops/celery/task/${reply.body.task}/log/`, id: reply.body.task as string }
  }
  const inBrowser = async ({ id }: Someone) => {
    const { cookie } = await openVisit(world.server.services.database.db, {
      user: id,
      seconds: 60,
      address: '127.0.0.1',
      userAgent: 'test',
      now: world.clock.now(),
    })
    return world.anonymous({ cookie: `sessionid=${cookie}` })
  }

  it('say in both languages what was asked for, and what they wait for', async () => {
    const { asset, log, id } = await start(admin)
    const en = await admin.api.get(log)
    expect(en.body).toEqual({ data: expect.any(String), end: false, mark: expect.any(String) })
    expect(en.body.data).toContain(`Test the connectivity of 1 asset: ${asset.hostname}(${asset.ip})\r\n`)
    expect(en.body.data).toContain('waits for the job service')
    const zh = await admin.api.get(log, { 'accept-language': 'zh' })
    expect(zh.body.data).toContain(`测试可连接性，共 1 个资产: ${asset.hostname}`)
    expect(zh.body.data).toContain('等待任务服务')
    const more = await admin.api.get(`${log}?mark=${en.body.mark}`)
    expect(more.body).toEqual({ data: '', end: false, mark: en.body.mark })
    expect((await admin.api.get(`ops/celery/task/${id}/result/`)).body).toEqual({ id, state: 'PENDING', result: null })
  })

  it('are started for several assets at once, if all of them are there', async () => {
    const [one, two] = [await anAsset(admin.api), await anAsset(admin.api)]
    const reply = await admin.api.post('assets/assets/tasks/', { action: 'refresh', assets: [one.id, two.id] })
    const { body } = await admin.api.get(`ops/celery/task/${reply.body.task}/log/`)
    expect(body.data).toContain('Update the hardware information of 2 assets')
    for (const assets of [[], [newId()], 'x'])
      expect((await admin.api.post('assets/assets/tasks/', { action: 'refresh', assets })).status).toBe(400)
    expect((await admin.api.post(`assets/assets/${newId()}/tasks/`, { action: 'test' })).status).toBe(404)
  })

  it('are started for all that stands below a node', async () => {
    const above = await aNode(admin.api)
    const below = await aNode(admin.api, above.id)
    for (let n = 0; n < 2; n++) await anAsset(admin.api, { nodes: [below.id] })
    const path = `assets/nodes/${above.id}/tasks/`
    const reply = await admin.api.post(path, { action: 'test' })
    expect([reply.status, reply.body]).toEqual([201, { task: expect.any(String) }])
    const { body } = await admin.api.get(`ops/celery/task/${reply.body.task}/log/`)
    expect(body.data).toContain(`Test the connectivity of 2 assets below /Default/${above.value}`)
    expect((await admin.api.post(path, { action: 'refresh_cache' })).body).toEqual({ task: '0' })
    expect((await admin.api.post(path, { action: 'dance' })).status).toBe(400)
    expect((await admin.api.post(`assets/nodes/${newId()}/tasks/`, { action: 'test' })).status).toBe(404)
  })

  it('[T48] [T17] [T26] are there for whoever started them and for administrators of their organisation only', async () => {
    const { log, id } = await start(admin)
    const org = await world.organisation()
    const colleague = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
    const strangers = [
      await world.person(),
      await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } }),
      await world.person({ in: { [org]: ['Admin'] }, org }),
      await world.person({ in: { [org]: ['Admin'] }, org: DEFAULT_ORG }),
      await world.person({ role: 'App', org: ROOT_ORG }),
    ]
    for (const { api } of [admin, colleague, world.admin]) expect((await api.get(log)).status).toBe(200)
    for (const someone of strangers) {
      expect((await someone.api.get(log)).status).toBe(404)
      expect((await someone.api.get(`ops/celery/task/${id}/result/`)).status).toBe(404)
      expect((await (await inBrowser(someone)).get(`/core/ops/celery/task/${id}/log/`)).status).toBe(404)
    }
    for (const odd of [newId(), 'x', '0']) expect((await admin.api.get(`ops/celery/task/${odd}/log/`)).status).toBe(404)
  })

  it('asked for from the root organisation belong to the organisation of their objects', async () => {
    const { log } = await start(world.admin, ROOT_ORG)
    expect((await admin.api.get(log)).status).toBe(200)
  })

  it('are followed on a page that runs nothing of its own', async () => {
    const { asset, id } = await start(admin)
    const page = await (await inBrowser(admin)).get(`/core/ops/celery/task/${id}/log/`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.text).toContain(asset.hostname)
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=/)
    for (const [, file] of page.text.matchAll(/(?:src|href)="(\/core\/static\/[^"]+)"/g))
      expect([file, (await world.anonymous().get(file!)).status]).toEqual([file, 200])
    const anonymous = await world.anonymous().get(`/core/ops/celery/task/${id}/log/`)
    expect(anonymous.status).toBe(302)
  })

  describe('followed over a socket', () => {
    /** What is told of a task, until it matches. */
    const listen = async (who: Someone, task: string, enough: RegExp, headers: Record<string, string> = {}) => {
      const { headers: mine } = await visitOf(world, who)
      const address = new URL('/ws/ops/tasks/log/', world.url.replace('http', 'ws'))
      const socket = new WebSocket(address, { headers: { ...mine, ...headers } })
      socket.once('open', () => socket.send(JSON.stringify({ task })))
      let told = ''
      try {
        return await new Promise<string>((done, fail) => {
          socket.once('error', fail)
          socket.once('close', () => fail(new Error(`closed after ${told}`)))
          socket.on('message', (data) => {
            const said = JSON.parse(String(data)) as { message: string; task: string }
            expect(said.task).toBe(task)
            told += said.message
            if (enough.test(told)) done(told)
          })
        })
      } finally {
        socket.removeAllListeners('close')
        socket.terminate()
      }
    }

    it('tell the same as the log, in the language of the caller, and what is added to it', async () => {
      const { id, asset } = await start(admin)
      expect(await listen(admin, id, /waits for/, { 'accept-language': 'en' })).toContain(asset.hostname)
      expect(await listen(admin, id, /等待任务服务/, { 'accept-language': 'zh' })).toContain(asset.hostname)
      const { db } = world.server.services.database
      const log = `${'x'.repeat(10_000)}\n`
      const write = (more: object) => db.updateTable('ops_jobs').set(more).where('id', '=', id).execute()
      await write({ state: 'running', log })
      const whole = listen(admin, id, /the last line/)
      await write({ state: 'succeeded', log: `${log}the last line\n` })
      expect((await whole).match(/x/g)!.length).toBe(10_000)
    })

    it('[T14] tell nothing to others, and nothing without a login or to another site', async () => {
      const { id } = await start(admin)
      const stranger = await world.person()
      expect(await listen(stranger, id, /not for you|无权/)).not.toContain('asset')
      expect(await listen(admin, 'no-id', /no such task|没有该任务/)).not.toContain('asset')
      const { headers } = await visitOf(world, admin)
      const status = async (more: Record<string, string>) => (await knock(world, '/ws/ops/tasks/log/', more)).status
      expect(await status({})).toBe(401)
      expect(await status({ ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403)
      expect((await admin.api.get('/ws/ops/tasks/log/')).status).toBe(426)
    })
  })
})
