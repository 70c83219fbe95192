// Commands in an index, against a stub of Elasticsearch: what the server asks of it, and what it does when it is away.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendAll } from '../../src/areas/terminal/command-sending.ts'
import { removeOld } from '../../src/areas/terminal/recording/retention.ts'
import { type Elastic, openElastic } from '../kit/elastic.ts'
import { aGateway, aSession, type Gateway } from '../kit/gateway.ts'
import { DEFAULT_ORG, openWorld, type Someone, type World } from '../kit/world.ts'

const LIST = 'terminal/command-storages/'

describe('commands in an index (a stub of Elasticsearch)', () => {
  let world: World
  let elastic: Elastic
  let gateway: Gateway
  let auditor: Someone
  let neighbour: Someone
  let there: string
  let storage: string
  let session: { id: string }
  beforeAll(async () => {
    world = await openWorld()
    elastic = await openElastic()
    there = await world.organisation('There')
    auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    neighbour = await world.person({ in: { [there]: ['Auditor'] }, org: there })
    const made = await world.admin.api.post(`${LIST}?type=es`, {
      name: 'search',
      type: 'es',
      meta: { HOSTS: [`http://127.0.0.1:${elastic.port}`], INDEX: 'bridge', USERNAME: 'ann', PASSWORD: 'es-secret' },
    })
    expect(made.status).toBe(201)
    storage = made.body.id
    gateway = await aGateway(world)
    const set = await world.admin.api.patch(`terminal/terminals/${gateway.id}/`, { command_storage: storage })
    expect([set.status, set.body.command_storage]).toEqual([200, 'search'])
    session = await aSession(gateway)
    for (const [i, more] of [
      { input: 'ls -l' },
      { input: 'rm -rf /', risk_level: 5, moment: 1_200 },
      { input: 'cat 100%*', user: 'Bob(bob)' },
    ].entries())
      await keep(line({ timestamp: 1_618_367_545 + i, ...more }))
    await keep(line({ session: (await aSession(gateway, there)).id, input: 'of others' }))
    await send()
  })
  afterAll(async () => {
    await elastic.stop()
    await world.close()
  })
  afterEach(async () => {
    elastic.mischief = undefined
    await elastic.stop()
    await elastic.start()
    world.clock.advance(601)
    await send()
  })

  const line = (more: Record<string, unknown> = {}) => ({
    user: 'Ann(ann)',
    asset: 'web-01(10.1.1.10)',
    system_user: 'www',
    input: 'ls',
    output: 'file1',
    session: session.id,
    risk_level: 0,
    timestamp: 1_618_367_545,
    ...more,
  })
  const keep = (...lines: unknown[]) => gateway.api.post('terminal/commands/', lines)
  const send = () => sendAll(world.server.services)
  const at = (query = '') => `terminal/commands/?command_storage_id=${storage}&${query}`
  const inputs = (body: any) => body.map(({ input }: { input: string }) => input)
  const own = async () => {
    const { db } = world.server.services.database
    const rows = await db.selectFrom('terminal_commands').select('id').execute()
    const waiting = await db.selectFrom('terminal_commands_waiting').select('id').execute()
    return [rows.length, waiting.length]
  }
  const documents = () => [...(elastic.kept.get('bridge')?.values() ?? [])]

  it('are written there and nowhere else, and read, counted and exported from there', async () => {
    expect(await own()).toEqual([0, 0])
    expect(documents()).toHaveLength(4)
    const { status, body } = await auditor.api.get(at())
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { ...line(), input: 'ls -l', org_id: DEFAULT_ORG, org_name: 'Default', risk_level_display: 'Ordinary' },
      { input: 'rm -rf /', risk_level_display: 'Dangerous', moment: 1_200 },
      { input: 'cat 100%*' },
    ])
    const page = await auditor.api.get(at('limit=2&offset=0&order=-timestamp'))
    expect(page.body).toMatchObject({ count: 3, previous: null, next: expect.stringContaining('offset=2') })
    expect(inputs(page.body.results)).toEqual(['cat 100%*', 'rm -rf /'])
    expect(inputs((await auditor.api.get(at('limit=2&offset=2'))).body.results)).toEqual(['cat 100%*'])
    const sheet = await auditor.api.get(at('format=csv'))
    expect([sheet.status, sheet.text.trim().split('\n').length]).toEqual([200, 4])
    expect(sheet.text).toContain('rm -rf /')
    const report = await auditor.api.get(`terminal/commands/export/?command_storage_id=${storage}&date_from=2021-01-01`)
    expect(report.text).toContain('rm -rf /')
    const [one] = body
    expect((await auditor.api.get(`terminal/commands/${one.id}/?command_storage_id=${storage}`)).body).toEqual(one)
    expect((await auditor.api.get(`terminal/commands/${randomUUID()}/?command_storage_id=${storage}`)).status).toBe(404)
    expect(elastic.shown.at(-1)).toBe(`Basic ${Buffer.from('ann:es-secret').toString('base64')}`)
  })

  it('are found by who, where, what and when', async () => {
    for (const [query, expected] of [
      ['user=bob', ['cat 100%*']],
      ['user=ob', []],
      ['input=RM', ['rm -rf /']],
      ['input=100%25*', ['cat 100%*']],
      ['input=c*t', []],
      ['risk_level=5', ['rm -rf /']],
      ['asset=web-01(10.1.1.10)&system_user=www&input=ls', ['ls -l']],
      ['asset=nothing', []],
      [`date_from=${encodeURIComponent('2021-04-14T02:32:27Z')}`, ['cat 100%*']],
      [`session_id=${randomUUID()}`, []],
    ] as const)
      expect([query, inputs((await auditor.api.get(at(query))).body)]).toEqual([query, expected])
    const tree = (query: string) => auditor.api.get(`terminal/command-storages/tree/?real=1&${query}`)
    expect((await tree('')).body).toMatchObject([
      { name: 'default(server)(0)' },
      { id: storage, name: 'search(es)(3)', title: 'search(es)', valid: true },
      { id: 'root' },
    ])
    expect((await tree('user=bob')).body[1]).toMatchObject({ name: 'search(es)(1)' })
    expect((await auditor.api.get(at('limit=100&offset=9950'))).body.code).toBe('too_deep')
  })

  it('of a session are listed and counted wherever they are', async () => {
    await elastic.stop()
    await keep(line({ input: 'waits', timestamp: 1_618_367_600 }))
    await elastic.start()
    const { body } = await auditor.api.get(`terminal/commands/?session_id=${session.id}&limit=10`)
    expect([body.count, inputs(body.results)]).toEqual([4, ['ls -l', 'rm -rf /', 'cat 100%*', 'waits']])
    expect((await auditor.api.get(`terminal/sessions/${session.id}/`)).body.command_amount).toBe(4)
    world.clock.advance(601)
    await send()
    const later = await auditor.api.get(`terminal/commands/?session_id=${session.id}`)
    expect(inputs(later.body)).toEqual(['ls -l', 'rm -rf /', 'cat 100%*', 'waits'])
    expect((await auditor.api.get(`terminal/sessions/${session.id}/`)).body.command_amount).toBe(4)
  })

  it('[T15] of another organisation are not there, even where the index gives them', async () => {
    expect(inputs((await neighbour.api.get(at())).body)).toEqual(['of others'])
    const foreign = { id: randomUUID(), org_id: there, input: 'of others', session: randomUUID(), timestamp: 1 }
    elastic.mischief = (_, path) =>
      path.endsWith('_search')
        ? { status: 200, body: { hits: { total: { value: 1 }, hits: [{ _id: foreign.id, _source: foreign }] } } }
        : undefined
    expect((await auditor.api.get(at())).body).toEqual([])
    const user = await world.person()
    expect((await user.api.get(at())).status).toBe(403)
  })

  it('[ERR-36] are not shown while the index is away, and it is told so in both languages', async () => {
    const message = {
      en: 'Node is unavailable, please contact administrator',
      zh: '节点不可用, 请联系管理员',
    }
    const refused = async () => {
      for (const [lang, detail] of Object.entries(message))
        for (const path of [at(), at('limit=5'), at('format=csv'), `terminal/commands/?session_id=${session.id}`]) {
          const { status, body } = await auditor.api.get(path, { 'accept-language': lang })
          expect([path, status, body]).toEqual([path, 400, { code: 'storage_invalid', detail }])
        }
    }
    await elastic.stop()
    await refused()
    const tree = await auditor.api.get('terminal/command-storages/tree/')
    expect(tree.body[1]).toMatchObject({ name: 'search(es) *Invalid', valid: false })
    await elastic.start()
    elastic.mischief = () => ({ status: 503, body: 'not json' })
    await refused()
    elastic.mischief = () => ({ status: 401, body: { error: { type: 'security_exception', reason: 'es-secret' } } })
    await refused()
    expect(world.lines.join('\n')).toContain('security_exception')
    expect(world.lines.join('\n')).not.toContain('es-secret')
  })

  it('[T43] wait in the database while the index is away, with growing pauses, and none is lost or doubled', async () => {
    const mine = await aSession(gateway)
    await elastic.stop()
    const batch = ['one', 'two'].map((input) => line({ id: randomUUID(), input, session: mine.id }))
    expect((await keep(...batch)).status).toBe(201)
    expect((await keep(...batch)).status).toBe(201)
    const before = world.lines.length
    for (const [seconds, tries] of [
      [0, 1],
      [4, 1],
      [2, 2],
      [9, 2],
      [2, 3],
    ] as const) {
      world.clock.advance(seconds)
      await send()
      const told = world.lines.slice(before).filter((line) => line.includes('commands wait for their index'))
      expect([seconds, told.length]).toEqual([seconds, tries])
    }
    expect((await own())[1]).toBe(2)
    await elastic.start()
    world.clock.advance(601)
    await send()
    expect((await own())[1]).toBe(0)
    expect((await auditor.api.get(`terminal/sessions/${mine.id}/`)).body.command_amount).toBe(2)
    // The answer of the server was lost, and the component sends them once more.
    expect((await keep(...batch)).status).toBe(201)
    await send()
    expect((await auditor.api.get(`terminal/sessions/${mine.id}/`)).body.command_amount).toBe(2)
    expect(inputs((await auditor.api.get(`terminal/commands/?session_id=${mine.id}`)).body).sort()).toEqual([
      'one',
      'two',
    ])
  })

  it('that the index took from a server which died before it could write that down are not lost sight of', async () => {
    const mine = await aSession(gateway)
    const batch = ['one', 'two'].map((input) =>
      line({ id: randomUUID(), input, session: mine.id, org_id: DEFAULT_ORG }),
    )
    await keep(...batch)
    for (const one of batch) elastic.kept.get('bridge')!.set((one as any).id, one)
    await send()
    expect((await own())[1]).toBe(0)
    expect((await auditor.api.get(`terminal/sessions/${mine.id}/`)).body.command_amount).toBe(2)
    expect(inputs((await auditor.api.get(`terminal/commands/?session_id=${mine.id}`)).body).sort()).toEqual([
      'one',
      'two',
    ])
  })

  it('that the index will not have wait alone, and the others go', async () => {
    const mine = await aSession(gateway)
    await keep(line({ input: 'refused', session: mine.id }), line({ input: 'taken', session: mine.id }))
    await send()
    expect((await own())[1]).toBe(1)
    expect(world.lines.at(-1)).toContain('mapper_parsing_exception')
    expect(inputs((await auditor.api.get(`terminal/commands/?session_id=${mine.id}`)).body).sort()).toEqual([
      'refused',
      'taken',
    ])
  })

  it('[T52] have a storage that tells its password to nobody, and is tested', async () => {
    const path = `${LIST}${storage}/`
    expect((await world.admin.api.get(`${path}test-connective/`)).body).toEqual({
      is_valid: true,
      msg: 'Test successful',
    })
    await elastic.stop()
    expect((await world.admin.api.get(`${path}test-connective/`, { 'accept-language': 'zh' })).body).toEqual({
      is_valid: false,
      msg: `测试失败: 127.0.0.1:${elastic.port}: ECONNREFUSED`,
    })
    for (const address of [path, LIST, `${LIST}?format=csv`, 'audits/operate-logs/'])
      expect((await world.admin.api.get(address)).text).not.toContain('es-secret')
    expect((await gateway.api.get('terminal/terminals/config/')).text).not.toContain('es-secret')
    const inAddress = await world.admin.api.post(`${LIST}?type=es`, {
      name: `open ${randomUUID()}`,
      type: 'es',
      meta: { HOSTS: ['https://es-1:9200', 'https://bob:wo%2Frd-in-address@es-2:9200'] },
    })
    expect([inAddress.status, inAddress.body.meta]).toMatchObject([
      201,
      { HOSTS: ['https://es-1:9200', 'https://es-2:9200'], USERNAME: 'bob' },
    ])
    for (const address of [`${LIST}${inAddress.body.id}/`, 'audits/operate-logs/'])
      expect((await world.admin.api.get(address)).text).not.toContain('in-address')
    expect((await world.admin.api.patch(path, { type: 'server' })).status).toBe(400)
    await world.admin.api.patch(`terminal/terminals/${gateway.id}/`, { command_storage: 'default' })
    expect((await world.admin.api.delete(path)).body).toEqual({ msg: 'Cannot delete storage that is being used' })
    await world.admin.api.patch(`terminal/terminals/${gateway.id}/`, { command_storage: 'search' })
  })

  it('[T39] are not looked for where the server may not go', async () => {
    const made = await world.admin.api.post(`${LIST}?type=es`, {
      name: `metadata ${randomUUID()}`,
      type: 'es',
      meta: { HOSTS: ['http://169.254.169.254:80'], INDEX: 'latest' },
    })
    const tested = await world.admin.api.get(`${LIST}${made.body.id}/test-connective/`)
    expect(tested.body).toEqual({ is_valid: false, msg: expect.stringMatching(/may not be reached$/) })
    const asked = await auditor.api.get(`terminal/commands/?command_storage_id=${made.body.id}`)
    expect([asked.status, asked.body.code]).toEqual([400, 'storage_invalid'])
  })

  it('that are too old leave the index with their session; while it is away nothing is forgotten', async () => {
    await gateway.api.patch(`terminal/sessions/${session.id}/`, { is_finished: true })
    const days = world.server.services.settings.values.TERMINAL_SESSION_KEEP_DURATION
    world.clock.advance((days + 1) * 86_400)
    await elastic.stop()
    await removeOld(world.server.services)
    expect((await auditor.api.get(`terminal/sessions/${session.id}/`)).status).toBe(200)
    await elastic.start()
    await removeOld(world.server.services)
    expect((await auditor.api.get(`terminal/sessions/${session.id}/`)).status).toBe(404)
    expect(documents().filter((one) => one.session === session.id)).toEqual([])
  })
})
