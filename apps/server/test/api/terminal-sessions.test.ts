import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aGateway, aSession, type Gateway } from '../kit/gateway.ts'
import { aSystemUser } from '../kit/inventory.ts'
import { openMailbox } from '../kit/mailbox.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

describe('sessions', () => {
  let world: World
  let gateway: Gateway
  let there: string
  let auditor: Someone
  let admin: Someone
  /** An administrator of the other organisation. */
  let neighbour: Someone
  beforeAll(async () => {
    world = await openWorld()
    gateway = await aGateway(world)
    there = await world.organisation('There')
    auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    admin = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
    neighbour = await world.person({ in: { [there]: ['Admin'] }, org: there })
  })
  afterAll(() => world.close())

  const shown = async (id: string) => (await auditor.api.get(`terminal/sessions/${id}/`)).body

  it('are told by their component and read by those who audit', async () => {
    const id = randomUUID()
    const systemUser = await aSystemUser(world.admin.api, { name: 'web-user' })
    const made = await gateway.api.post('terminal/sessions/', {
      id,
      user: 'Ann(ann)',
      asset: 'web-01(10.1.1.10)',
      system_user: systemUser.id,
      login_from: 'WT',
      remote_addr: '10.9.9.9',
      org_id: '',
      terminal: randomUUID(),
    })
    expect(made.status).toBe(201)
    expect(await shown(id)).toEqual({
      id,
      user: 'Ann(ann)',
      asset: 'web-01(10.1.1.10)',
      system_user: 'web-user',
      user_id: '',
      asset_id: '',
      system_user_id: '',
      login_from: 'WT',
      login_from_display: 'Web Terminal',
      remote_addr: '10.9.9.9',
      is_success: true,
      is_finished: false,
      has_replay: false,
      can_replay: false,
      can_join: true,
      can_terminate: true,
      protocol: 'ssh',
      date_start: expect.any(String),
      date_end: null,
      terminal: gateway.id,
      command_amount: 0,
      replay_state: '',
      end_reason: '',
      end_reason_display: '',
      org_id: DEFAULT_ORG,
      org_name: 'Default',
    })
    const again = await gateway.api.post('terminal/sessions/', { id, user: 'a', asset: 'b', system_user: 'c' })
    expect(again.status).toBe(400)
    expect((await gateway.api.post('terminal/sessions/', {})).body).toMatchObject({ user: ['This field is required.'] })
  })

  it('from the root organisation go where their body says', async () => {
    const root = gateway.in(ROOT_ORG)
    const body = { user: 'Ann(ann)', asset: 'x', system_user: 'y' }
    expect((await root.post('terminal/sessions/', { ...body, org_id: '' })).status).toBe(400)
    expect((await root.post('terminal/sessions/', { ...body, org_id: randomUUID() })).status).toBe(400)
    const made = await root.post('terminal/sessions/', [
      { ...body, org_id: there },
      { ...body, org_id: DEFAULT_ORG },
    ])
    expect(made.body.map(({ org_id }: { org_id: string }) => org_id)).toEqual([there, DEFAULT_ORG])
  })

  it('are found by what they are', async () => {
    const finished = await aSession(gateway, DEFAULT_ORG, {
      user: 'Bob(bob)',
      protocol: 'mysql',
      remote_addr: '10.7.7.7',
    })
    await gateway.api.patch(`terminal/sessions/${finished.id}/`, { is_finished: true })
    const ids = async (query: string) =>
      (await auditor.api.get(`terminal/sessions/?${query}`)).body.map(({ id }: { id: string }) => id)
    for (const query of [
      'user=Bob(bob)',
      'search=bob',
      'remote_addr=10.7.7.7',
      'protocol=mysql',
      'is_finished=1&user=Bob(bob)',
      `terminal=${gateway.id}&search=Bob`,
      'date_from=2020-01-01T00:00:00Z&search=bob',
    ])
      expect([query, await ids(query)]).toEqual([query, [finished.id]])
    for (const query of ['is_finished=0&search=bob', 'login_from=WT&search=bob', 'date_to=2020-01-01&search=bob'])
      expect([query, await ids(query)]).toEqual([query, []])
    expect((await auditor.api.get(`terminal/terminals/${gateway.id}/sessions/?search=bob`)).body).toHaveLength(1)
  })

  it('end when their component says so, and do not begin again; who was where is never told anew', async () => {
    const session = await aSession(gateway)
    const path = `terminal/sessions/${session.id}/`
    const ended = await gateway.api.patch(path, {
      is_finished: true,
      end_reason: 'exit',
      user: 'Mallory',
      asset_id: 'x',
    })
    expect(ended.body).toMatchObject({
      is_finished: true,
      can_join: false,
      can_terminate: false,
      end_reason_display: 'exit',
      user: 'Ann(ann)',
      asset_id: '',
      date_end: expect.any(String),
    })
    expect((await gateway.api.patch(path, { is_finished: false })).body).toEqual({
      is_finished: ['A finished session cannot begin again.'],
    })
  })

  it('are changed by no other component, and by no person', async () => {
    const session = await aSession(gateway)
    const other = await aGateway(world)
    const path = `terminal/sessions/${session.id}/`
    const end = { is_finished: true }
    expect((await other.api.patch(path, end)).status).toBe(403)
    expect((await other.api.patch('terminal/sessions/', [{ id: session.id, ...end }])).status).toBe(403)
    for (const { api } of [admin, auditor, world.admin]) {
      expect((await api.patch(path, end)).status).toBe(403)
      expect((await api.delete(path)).status).toBe(405)
      expect((await api.post('terminal/sessions/', { user: 'a', asset: 'b', system_user: 'c' })).status).toBe(403)
    }
    const program = await world.person({ role: 'App' })
    expect((await program.api.post('terminal/sessions/', { user: 'a', asset: 'b', system_user: 'c' })).status).toBe(403)
    expect((await shown(session.id)).is_finished).toBe(false)
  })

  it('[T15] are not there in another organisation, nor are their commands', async () => {
    const session = await aSession(gateway)
    await gateway.api.post('terminal/commands/', [{ session: session.id, input: 'ls', timestamp: 1_618_367_545 }])
    expect((await neighbour.api.get(`terminal/sessions/${session.id}/`)).status).toBe(404)
    expect((await neighbour.api.get('terminal/sessions/')).text).not.toContain(session.id)
    expect((await neighbour.api.get(`terminal/commands/?session_id=${session.id}`)).body).toEqual([])
    expect((await auditor.api.get(`terminal/commands/?session_id=${session.id}`)).body).toHaveLength(1)
    const { api } = await world.person()
    expect((await api.get(`terminal/sessions/${session.id}/`)).status).toBe(403)
    expect((await api.get(`terminal/commands/?session_id=${session.id}`)).status).toBe(403)
  })

  it('[T15] may be watched by those who audit their organisation, and nobody else', async () => {
    const session = await aSession(gateway)
    const database = await aSession(gateway, DEFAULT_ORG, { protocol: 'mysql' })
    const ask = async (user_id: string, session_id = session.id) => {
      const { status, body } = await gateway.api.post('terminal/sessions/join/validate/', { user_id, session_id })
      return [status, body.ok]
    }
    const user = await world.person()
    for (const one of [auditor, admin, world.admin]) expect(await ask(one.id)).toEqual([200, true])
    for (const id of [user.id, neighbour.id, gateway.account, randomUUID(), 'x'])
      expect(await ask(id)).toEqual([401, false])
    expect(await ask(auditor.id, randomUUID())).toEqual([401, false])
    expect(await ask(auditor.id, database.id)).toEqual([401, false])
    expect((await admin.api.post('terminal/sessions/join/validate/', {})).status).toBe(403)
  })

  it('are ended by an administrator: a task for their component, once, on record', async () => {
    const [session, elsewhere] = [await aSession(gateway), await aSession(gateway, there)]
    expect((await auditor.api.post('terminal/tasks/kill-session/', [session.id])).status).toBe(403)
    const kill = () => admin.api.post('terminal/tasks/kill-session/', [session.id, elsewhere.id, randomUUID()])
    expect((await kill()).body).toEqual({ ok: [session.id] })
    await kill()
    expect((await admin.api.post('terminal/tasks/kill-session/', JSON.stringify(session.id))).status).toBe(200)
    const other = await aGateway(world)
    expect((await other.api.post('terminal/terminals/status/', { sessions: [] })).body).toEqual([])
    const told = await gateway.api.post('terminal/terminals/status/', { sessions: [session.id, elsewhere.id] })
    expect(told.body).toMatchObject([
      {
        name: 'kill_session',
        args: session.id,
        terminal: gateway.id,
        is_finished: false,
        date_finished: null,
        reason: `The session was ended by the administrator ${admin.name}(${admin.username})`,
        reason_words: { zh: expect.stringContaining('管理员') },
      },
    ])
    const task = `terminal/tasks/${told.body[0].id}/`
    expect((await other.api.patch(task, { is_finished: true })).status).toBe(404)
    expect((await admin.api.patch(task, { is_finished: true })).status).toBe(403)
    expect((await neighbour.api.get(task)).status).toBe(404)
    const done = await gateway.api.patch(task, { is_finished: true, args: 'x' })
    expect(done.body).toMatchObject({ is_finished: true, args: session.id, date_finished: expect.any(String) })
    expect((await gateway.api.patch(task, { is_finished: false })).body.is_finished).toBe(true)
    expect((await gateway.api.post('terminal/status/', { sessions: [] })).body).toEqual([])
    expect((await admin.api.get(task)).body.is_finished).toBe(true)
    const logs = (await admin.api.get('audits/operate-logs/?action=update')).body
    expect(logs[0]).toMatchObject({
      user: `${admin.name}(${admin.username})`,
      resource: 'Ann(ann) → web-01(10.1.1.10)',
    })
    for (const body of [{}, 'x', [1]])
      expect((await admin.api.post('terminal/tasks/kill-session/', JSON.stringify(body))).status).toBe(400)
  })
})

describe('commands', () => {
  let world: World
  let gateway: Gateway
  let auditor: Someone
  let session: { id: string }
  let storage: string
  beforeAll(async () => {
    world = await openWorld()
    gateway = await aGateway(world)
    auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    session = await aSession(gateway)
    storage = (await world.admin.api.get('terminal/command-storages/?name=default')).body[0].id
  })
  afterAll(() => world.close())

  const line = (more: Record<string, unknown> = {}) => ({
    user: 'Ann(ann)',
    asset: 'web-01(10.1.1.10)',
    system_user: 'www',
    input: 'ls',
    output: 'file1',
    session: session.id,
    risk_level: 0,
    org_id: randomUUID(),
    timestamp: 1_618_367_545,
    ...more,
  })
  const keep = (...lines: unknown[]) => gateway.api.post('terminal/commands/', lines)

  it('are kept as a list, in the organisation of their session', async () => {
    const kept = await keep(
      line(),
      line({ input: ' rm -rf / ', risk_level: 5, timestamp: 1_618_367_546, moment: 1_200 }),
    )
    expect([kept.status, kept.body]).toEqual([201, 'ok'])
    const { body } = await auditor.api.get(`terminal/commands/?session_id=${session.id}`)
    expect(body).toMatchObject([
      { ...line(), org_id: DEFAULT_ORG, risk_level_display: 'Ordinary', id: expect.any(String) },
      { input: ' rm -rf / ', risk_level_display: 'Dangerous', moment: 1_200 },
    ])
    expect((await auditor.api.get(`terminal/sessions/${session.id}/`)).body.command_amount).toBe(2)
    const long = `${'a'.repeat(40)}${'b'.repeat(40)}`
    await keep(line({ user: long, system_user: long, timestamp: 1, output: 'cut \ud83d' }))
    const [first] = (await auditor.api.get(`terminal/commands/?session_id=${session.id}`)).body
    const both = `${'a'.repeat(32)}${'b'.repeat(32)}`
    expect(first).toMatchObject({ user: both, system_user: both, output: 'cut \ufffd' })
  })

  it('are refused where they are not whole, or of a session that their component does not carry', async () => {
    const foreign = await aSession(await aGateway(world))
    for (const bad of [
      line({ session: foreign.id }),
      line({ session: randomUUID() }),
      line({ session: 'x' }),
      line({ risk_level: 3 }),
      line({ timestamp: 'soon' }),
      line({ input: 'x'.repeat(129) }),
      line({ output: 'a\0b' }),
      'ls',
      null,
    ]) {
      const reply = await keep(line({ input: 'good' }), bad)
      expect([reply.status, reply.body.msg]).toEqual([401, expect.stringContaining('Command not valid: ')])
    }
    expect((await gateway.api.post('terminal/commands/', line())).status).toBe(401)
    // All of a list, or none of it.
    expect((await auditor.api.get(`terminal/commands/?session_id=${session.id}&input=good`)).body).toEqual([])
  })

  it('are found in a storage by who, where, what and when', async () => {
    const at = `terminal/commands/?command_storage_id=${storage}`
    await keep(line({ user: 'Bob(bob)', input: 'cat 100%', timestamp: 1_700_000_000 }))
    const inputs = async (query: string) =>
      (await auditor.api.get(`${at}&${query}`)).body.map(({ input }: { input: string }) => input)
    for (const query of ['user=bob', 'input=100%25', 'date_from=2023-01-01', `user=Bob&session=${session.id}`])
      expect([query, await inputs(query)]).toEqual([query, ['cat 100%']])
    expect(await inputs('risk_level=5')).toEqual([' rm -rf / '])
    expect(await inputs('user=ob')).toEqual([])
    expect(await inputs('asset=nothing')).toEqual([])
    expect((await auditor.api.get(`${at}&limit=1`)).body).toMatchObject({ count: 4, results: [{ timestamp: 1 }] })
    expect((await auditor.api.get('terminal/commands/')).status).toBe(404)
    expect((await auditor.api.get(`terminal/commands/?command_storage_id=${randomUUID()}`)).status).toBe(404)
    expect((await auditor.api.get('terminal/commands/?command_storage_id=x')).status).toBe(404)
    const es = await world.admin.api.post('terminal/command-storages/?type=es', {
      name: 'es-1',
      type: 'es',
      meta: { HOSTS: ['http://127.0.0.1:1'] },
    })
    const lost = await auditor.api.get(`terminal/commands/?command_storage_id=${es.body.id}`)
    expect([lost.status, lost.body.code]).toEqual([400, 'storage_invalid'])
    const tree = await auditor.api.get('terminal/command-storages/tree/?real=1&user=Bob')
    expect(tree.body).toMatchObject([
      { id: storage, name: 'default(server)(1)', title: 'default(server)', pId: 'root', valid: true },
      { name: 'es-1(es) *Invalid', valid: false },
      { id: 'root', name: 'Command storages', isParent: true, open: true },
    ])
  })

  it('that are sent again after an answer was lost are kept once', async () => {
    const own = await aSession(gateway)
    const batch = ['one', 'two'].map((input) => line({ id: randomUUID(), input, session: own.id }))
    for (const again of [batch, batch, [...batch, line({ id: randomUUID(), input: 'three', session: own.id })]])
      expect((await keep(...again)).status).toBe(201)
    const { body } = await auditor.api.get(`terminal/commands/?session_id=${own.id}`)
    expect(body.map(({ input }: { input: string }) => input).sort()).toEqual(['one', 'three', 'two'])
    expect(body.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(batch.map(({ id }: any) => id)))
    // Nobody hides a command under the name of another.
    const other = await keep(line({ id: (batch[0] as any).id, input: 'rm -rf /' }))
    expect([other.status, other.body.msg]).toEqual([401, expect.stringContaining('another command has the id')])
    expect((await keep(line({ id: 'x' }))).status).toBe(401)
  })

  it('are changed and deleted by nobody', async () => {
    const [one] = (await auditor.api.get(`terminal/commands/?session_id=${session.id}`)).body
    const path = `terminal/commands/${one.id}/`
    expect((await auditor.api.get(`${path}?command_storage_id=${storage}`)).body.id).toBe(one.id)
    for (const api of [world.admin.api, gateway.api, auditor.api]) {
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect((await api.send(method, path, method === 'DELETE' ? undefined : { input: 'x' })).status).toBe(405)
      expect((await api.delete(`terminal/commands/?ids=${one.id}`)).status).toBe(405)
    }
    expect((await world.admin.api.post('terminal/commands/', [line()])).status).toBe(403)
  })

  it('of a component that keeps none are not kept', async () => {
    const quiet = await aGateway(world)
    await world.admin.api.patch(`terminal/terminals/${quiet.id}/`, { command_storage: 'null' })
    const own = await aSession(quiet)
    expect((await quiet.api.post('terminal/commands/', [line({ session: own.id })])).status).toBe(201)
    expect((await auditor.api.get(`terminal/commands/?session_id=${own.id}`)).body).toEqual([])
  })

  it('go out as a page in which nothing of theirs is markup', async () => {
    await keep(line({ input: '<script>alert(1)</script>', timestamp: Math.floor(world.clock.now().getTime() / 1000) }))
    const page = await auditor.api.get('terminal/commands/export/')
    expect([page.status, page.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="command-report-.*\.html"$/),
    ])
    expect(page.text).toContain('&lt;script&gt;')
    expect(page.text).not.toContain('<script>')
    expect(page.text).not.toContain('cat 100%')
  })

  it('that are dangerous are told by mail to those whom the settings name', async () => {
    const mailbox = await openMailbox()
    try {
      await world.admin.api.patch('settings/setting/?category=email', {
        EMAIL_HOST: '127.0.0.1',
        EMAIL_PORT: mailbox.port,
        EMAIL_HOST_USER: 'bridge@example.com',
        EMAIL_USE_TLS: false,
        EMAIL_USE_SSL: false,
      })
      const alarm = { input: 'rm -rf /', asset: 'web-01', user: 'Ann(ann)', risk_level: 5, session: session.id }
      const tell = (...alarms: unknown[]) => gateway.api.post('terminal/commands/insecure-command/', alarms)
      expect((await tell(alarm)).status).toBe(200)
      await world.admin.api.patch('settings/setting/?category=security', {
        SECURITY_INSECURE_COMMAND: true,
        SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: 'soc@example.com',
      })
      expect((await tell({ ...alarm, risk_level: 4 }, alarm)).status).toBe(200)
      expect((await tell({ ...alarm, session: 'x' })).status).toBe(400)
      expect((await world.admin.api.post('terminal/commands/insecure-command/', [])).status).toBe(403)
      await world.server.services.post.idle()
      expect(mailbox.letters).toHaveLength(1)
    } finally {
      await mailbox.close()
    }
  })
})
