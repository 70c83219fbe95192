import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishSilent, silenceRounds } from '../../src/areas/terminal/finishing.ts'
import { simpleSignature } from '../../src/platform/auth/simple-sign.ts'
import { aGateway, aSession, BOOTSTRAP } from '../kit/gateway.ts'
import { DEFAULT_ORG, openWorld, type World } from '../kit/world.ts'

const REGISTER = 'terminal/terminal-registrations/'

describe('components', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const db = () => world.server.services.database.db

  it('register with the bootstrap token and get an account with a key, shown once', async () => {
    const made = await world.anonymous(BOOTSTRAP).post(REGISTER, { name: 'jump-1', type: 'koko', comment: 'Koko' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'jump-1', type: 'koko', is_accepted: true, is_active: true })
    const { access_key: key, ...account } = made.body.service_account
    expect(account).toEqual({ id: expect.any(String), name: 'jump-1' })
    expect(key).toEqual({
      id: expect.any(String),
      secret: expect.stringMatching(/^\w{36}$/),
      is_active: true,
      date_created: expect.any(String),
    })
    const date = world.clock.now().toUTCString()
    const signed = world.anonymous({ date, authorization: `Sign ${key.id}:${simpleSignature(key.secret, date)}` })
    expect((await signed.get('terminal/terminals/config/')).status).toBe(200)
    for (const path of [`terminal/terminals/${made.body.id}/`, 'terminal/terminals/', 'audits/operate-logs/'])
      expect((await world.admin.api.get(path)).text).not.toContain(key.secret)
    expect(world.lines.join('\n')).not.toContain(key.secret)
  })

  it('are refused with a name that is taken, without one, without the token, and where registration is off', async () => {
    const strange = world.anonymous({ authorization: 'BootstrapToken guess' })
    expect((await strange.post(REGISTER, { name: 'x' })).status).toBe(401)
    const bootstrap = world.anonymous(BOOTSTRAP)
    expect((await bootstrap.post(REGISTER, {})).body).toEqual({ name: ['This field is required.'] })
    expect((await bootstrap.post(REGISTER, { name: 'x', type: 'telnetd' })).status).toBe(400)
    await bootstrap.post(REGISTER, { name: 'twice' })
    const again = await bootstrap.post(REGISTER, { name: 'twice' })
    expect([again.status, again.body]).toEqual([400, { name: ['name not unique'] }])
    // The name of a person would be taken over by the account of a program.
    expect((await bootstrap.post(REGISTER, { name: 'admin' })).body).toEqual({ name: ['name not unique'] })
    await world.admin.api.patch('settings/setting/?category=security', {
      SECURITY_SERVICE_ACCOUNT_REGISTRATION: false,
    })
    const closed = await bootstrap.post(REGISTER, { name: 'late' })
    expect([closed.status, closed.body]).toEqual([400, { error: 'service account registration disabled' }])
    await world.admin.api.patch('settings/setting/?category=security', { SECURITY_SERVICE_ACCOUNT_REGISTRATION: true })
  })

  it('can be registered by an administrator, one at a time', async () => {
    const made = await world.admin.api.post('terminal/terminals/', { name: 'by-hand' })
    expect([made.status, made.body.service_account.access_key.is_active]).toEqual([201, true])
    expect((await world.admin.api.post('terminal/terminals/', { name: 'by-hand' })).status).toBe(409)
    const several = await world.admin.api.post('terminal/terminals/', [{ name: 'a' }])
    expect([several.status, several.body.code]).toEqual([400, 'bulk_create_not_support'])
    expect(
      (await (await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })).api.post('terminal/terminals/', {})).status,
    ).toBe(403)
  })

  it('are told their settings and one host key, and no secret of a storage', async () => {
    const [one, other] = [await aGateway(world), await aGateway(world)]
    const first = await one.api.get('terminal/terminals/config/')
    expect(first.body).toMatchObject({
      TERMINAL_PASSWORD_AUTH: true,
      TERMINAL_HEARTBEAT_INTERVAL: 20,
      TERMINAL_COMMAND_STORAGE: { TYPE: 'server' },
      TERMINAL_REPLAY_STORAGE: { TYPE: 'server' },
      TERMINAL_HEADER_TITLE: 'Welcome to Drawbridge',
      TERMINAL_HOST_KEY: expect.stringContaining('OPENSSH PRIVATE KEY'),
      SECURITY_MAX_IDLE_TIME: 30,
    })
    expect((await other.api.get('terminal/terminals/config/')).body.TERMINAL_HOST_KEY).toBe(
      first.body.TERMINAL_HOST_KEY,
    )
    expect((await world.admin.api.get('terminal/terminals/config/')).status).toBe(403)
    // A service account that is no terminal has no business here.
    const program = await world.person({ role: 'App' })
    expect((await program.api.get('terminal/terminals/config/')).status).toBe(403)
    const row = await db().selectFrom('settings').selectAll().where('name', '=', 'TERMINAL_HOST_KEY').executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY')
  })

  it('tell their load, which counts for two minutes; the worst figure is their state', async () => {
    const gateway = await aGateway(world)
    const shown = async () => (await world.admin.api.get(`terminal/terminals/${gateway.id}/`)).body
    expect(await shown()).toMatchObject({ is_alive: false, status: 'critical', state: {} })
    for (const [load, status, display] of [
      [{ system_cpu_load_1: 0.4, system_memory_used_percent: 41.2, system_disk_used_percent: 30 }, 'normal', 'Normal'],
      [{ system_cpu_load_1: 6 }, 'high', 'High'],
      [{ system_memory_used_percent: 86 }, 'high', 'High'],
      [{ system_cpu_load_1: 1, system_disk_used_percent: 99.5 }, 'critical', 'Critical'],
      [{ session_active_count: 2 }, 'normal', 'Normal'],
    ] as const) {
      expect((await gateway.api.post('terminal/components/state/', load)).status).toBe(201)
      expect(await shown()).toMatchObject({ is_alive: true, status, status_display: display, state: load })
      const named = (await world.admin.api.get(`terminal/terminals/?status=${status}`)).body
      expect(named.map(({ id }: { id: string }) => id)).toContain(gateway.id)
    }
    expect((await gateway.api.post('terminal/components/state/', { system_cpu_load_1: 'hot' })).status).toBe(400)
    const { body } = await world.admin.api.get('terminal/components/metrics/?type=koko')
    expect(body).toMatchObject({ normal: 1, high: 0, critical: 0, session_active: 2 })
    expect(body.total).toBe(body.offline + 1)
    expect((await world.admin.api.get('terminal/components/metrics/?type=xrdp')).body.total).toBe(0)
    expect((await world.admin.api.get('terminal/components/metrics/?type=tty')).status).toBe(400)
    world.clock.advance(121)
    expect(await shown()).toMatchObject({ is_alive: false, status: 'critical', state: {} })
  })

  it('keep their recordings where an administrator says, by id or by name', async () => {
    const gateway = await aGateway(world)
    const path = `terminal/terminals/${gateway.id}/`
    const storages = (await world.admin.api.get('terminal/replay-storages/?name=null')).body
    const changed = await world.admin.api.patch('terminal/terminals/', [
      { id: gateway.id, command_storage: 'null', replay_storage: storages[0].id },
    ])
    expect([changed.status, changed.body[0]]).toMatchObject([200, { command_storage: 'null', replay_storage: 'null' }])
    const wrong = await world.admin.api.patch(path, { command_storage: 'nowhere', replay_storage: randomUUID() })
    expect([wrong.status, wrong.body]).toEqual([400, { command_storage: ['Not found'], replay_storage: ['Not found'] }])
  })

  it('are switched off with their account', async () => {
    const gateway = await aGateway(world)
    const path = `terminal/terminals/${gateway.id}/`
    expect((await world.admin.api.patch(path, { is_active: false })).body.is_active).toBe(false)
    expect((await gateway.api.get('terminal/terminals/config/')).status).toBe(401)
    const [log] = (await world.admin.api.get('audits/operate-logs/?action=update&limit=1', { 'x-jms-org': 'ROOT' }))
      .body.results
    expect(log).toMatchObject({ resource: gateway.name, diff: { is_active: [true, false] } })
    expect((await world.admin.api.patch(path, { is_active: true })).body.is_active).toBe(true)
    expect((await gateway.api.get('terminal/terminals/config/')).status).toBe(200)
  })

  it('are gone when they are deleted, with their account, and their sessions with them; the name is free', async () => {
    const gateway = await aGateway(world)
    const session = await aSession(gateway)
    expect((await world.admin.api.delete(`terminal/terminals/${gateway.id}/`)).status).toBe(204)
    expect((await world.admin.api.get(`terminal/terminals/${gateway.id}/`)).status).toBe(404)
    expect((await gateway.api.get('terminal/terminals/config/')).status).toBe(401)
    expect(await db().selectFrom('users_users').select('id').where('id', '=', gateway.account).execute()).toEqual([])
    expect((await world.admin.api.get(`terminal/sessions/${session.id}/`)).body).toMatchObject({
      is_finished: true,
      end_reason_display: 'The component was deleted',
      terminal: gateway.id,
    })
    expect((await aGateway(world, { name: gateway.name })).name).toBe(gateway.name)
    expect((await world.admin.api.delete('terminal/terminals/')).status).toBe(400)
  })

  it('say which sessions go on; of those they do not name none stays online', async () => {
    const gateway = await aGateway(world)
    const [kept, lost] = [await aSession(gateway), await aSession(gateway)]
    const shown = async (id: string) => (await world.admin.api.get(`terminal/sessions/${id}/`)).body
    world.clock.advance(200)
    expect((await gateway.api.post('terminal/terminals/status/', { sessions: `[${kept.id}]` })).body).toEqual([])
    await finishSilent(db(), world.clock.now())
    expect([(await shown(kept.id)).is_finished, (await shown(lost.id)).is_finished]).toEqual([false, false])
    world.clock.advance(200)
    await finishSilent(db(), world.clock.now())
    expect(await shown(kept.id)).toMatchObject({ is_finished: false, date_end: null })
    expect(await shown(lost.id)).toMatchObject({
      is_finished: true,
      end_reason_display: 'The component was not heard of any more',
      date_end: lost.date_start,
      can_join: false,
      can_terminate: false,
    })
    // A shell that outlived the silence is told that it is over.
    const told = await gateway.api.post('terminal/status/', { sessions: [kept.id, lost.id] })
    expect(told.status).toBe(201)
    expect(told.body).toMatchObject([
      { name: 'kill_session', args: lost.id, is_finished: false, reason: 'The session is over on the server' },
    ])
    const { body } = await world.admin.api.get('terminal/terminals/')
    expect(body.find(({ id }: { id: string }) => id === gateway.id).session_online).toBe(1)
    expect((await gateway.api.post('terminal/status/', { sessions: 7 })).status).toBe(400)
  })

  it('that start again at another address say so, which is on record; a heartbeat without one changes nothing', async () => {
    const gateway = await aGateway(world, { remote_addr: 'old.example', http_port: 5001 })
    const place = async () => {
      const { remote_addr, http_port } = (await world.admin.api.get(`terminal/terminals/${gateway.id}/`)).body
      return [remote_addr, http_port]
    }
    const changes = async () =>
      (await world.admin.api.get('audits/operate-logs/?action=update&limit=50')).body.results.filter(
        ({ resource }: { resource: string }) => resource === gateway.name,
      ).length
    expect((await gateway.api.post('terminal/terminals/status/', { sessions: [] })).status).toBe(201)
    expect([await place(), await changes()]).toEqual([['old.example', 5001], 0])
    const moved = { sessions: [], remote_addr: 'new.example', http_port: 5443 }
    for (let turn = 0; turn < 2; turn++)
      expect((await gateway.api.post('terminal/terminals/status/', moved)).status).toBe(201)
    expect([await place(), await changes()]).toEqual([['new.example', 5443], 1])
    const wrong = await gateway.api.post('terminal/terminals/status/', { ...moved, http_port: 70_000 })
    expect([wrong.status, await place()]).toEqual([400, ['new.example', 5443]])
  })

  it('are not taken for silent after a time in which nobody could be heard: a database that was away', async () => {
    const gateway = await aGateway(world)
    const [kept, lost] = [await aSession(gateway), await aSession(gateway)]
    const isOver = async ({ id }: { id: string }) =>
      (await world.admin.api.get(`terminal/sessions/${id}/`)).body.is_finished
    const { work } = silenceRounds(world.server.services)
    const round = () => work(new AbortController().signal)
    world.clock.advance(600)
    await round()
    expect([await isOver(kept), await isOver(lost)]).toEqual([false, false])
    for (let minute = 0; minute < 5; minute++) {
      await gateway.api.post('terminal/status/', { sessions: [kept.id] })
      world.clock.advance(60)
      await round()
    }
    expect([await isOver(kept), await isOver(lost)]).toEqual([false, true])
  })

  it('keep others’ sessions neither alive nor in sight of their tasks', async () => {
    const [one, other] = [await aGateway(world), await aGateway(world)]
    const session = await aSession(one)
    world.clock.advance(250)
    await other.api.post('terminal/status/', { sessions: [session.id] })
    world.clock.advance(100)
    await finishSilent(db(), world.clock.now())
    expect((await world.admin.api.get(`terminal/sessions/${session.id}/`)).body.is_finished).toBe(true)
    expect((await other.api.get('terminal/status/')).body).toEqual([{ id: other.id, terminal: other.id }])
  })
})

describe('storages', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it('begin with one of the server and one that keeps nothing, which stay', async () => {
    for (const kind of ['command', 'replay']) {
      const list = `terminal/${kind}-storages/`
      const { body } = await world.admin.api.get(list)
      expect(body).toMatchObject([
        { name: 'default', type: 'server', meta: {} },
        { name: 'null', type: 'null', meta: {} },
      ])
      for (const { id } of body) {
        const gone = await world.admin.api.delete(`${list}${id}/`)
        expect([gone.status, gone.body]).toEqual([400, { msg: 'Deleting the default storage is not allowed' }])
        expect((await world.admin.api.patch(`${list}${id}/`, { name: 'other' })).status).toBe(400)
        expect((await world.admin.api.patch(`${list}${id}/`, { comment: 'ours' })).status).toBe(200)
        expect((await world.admin.api.get(`${list}${id}/test-connective/`)).body).toEqual({
          is_valid: true,
          msg: 'Test successful',
        })
      }
      expect((await world.admin.api.get(`${list}${randomUUID()}/test-connective/`)).status).toBe(404)
    }
    const real = await world.admin.api.get('terminal/command-storages/?real=true')
    expect(real.body.map(({ name }: { name: string }) => name)).toEqual(['default'])
  })

  it('hold what their type needs', async () => {
    const list = 'terminal/command-storages/?type=es'
    const made = await world.admin.api.post(list, {
      name: 'es-1',
      type: 'es',
      meta: { HOSTS: ['http://127.0.0.1:1'], DOC_TYPE: 'mine', EVIL: 1 },
    })
    expect([made.status, made.body.meta]).toEqual([
      201,
      { HOSTS: ['http://127.0.0.1:1'], INDEX: 'jumpserver', DOC_TYPE: 'command' },
    ])
    for (const [host, problem] of [
      ['10.3.0.1:9200', 'The address format is incorrect'],
      ['http://:9200', 'Host invalid'],
      ['http://es', 'Port invalid'],
      ['http://es:99999', 'Port invalid'],
    ]) {
      const wrong = await world.admin.api.post(list, { name: 'es-2', type: 'es', meta: { HOSTS: [host] } })
      expect([wrong.status, wrong.body]).toEqual([400, { meta: { HOSTS: { 0: [problem] } } }])
    }
    const tested = await world.admin.api.get(`terminal/command-storages/${made.body.id}/test-connective/`)
    expect([tested.status, tested.body.is_valid]).toEqual([200, false])
    const { actions } = (await world.admin.api.options(list)).body
    expect(Object.keys(actions.POST.meta.children)).toEqual(expect.arrayContaining(['HOSTS', 'INDEX']))
    expect((await world.admin.api.delete(`terminal/command-storages/${made.body.id}/`)).status).toBe(204)
  })

  it('[T52] keep their keys to themselves, and the old one where none is sent', async () => {
    const list = 'terminal/replay-storages/?type=s3'
    const made = await world.admin.api.post(list, {
      name: 's3-1',
      type: 's3',
      meta: { BUCKET: 'jms', ACCESS_KEY: 'AK', SECRET_KEY: 'very-secret', ENDPOINT: 'http://s3.example.com' },
    })
    expect([made.status, made.body.meta]).toEqual([
      201,
      { BUCKET: 'jms', ACCESS_KEY: 'AK', ENDPOINT: 'http://s3.example.com' },
    ])
    const path = `terminal/replay-storages/${made.body.id}/`
    expect((await world.admin.api.patch(`${path}?type=s3`, { meta: { BUCKET: 'other' } })).body.meta).toMatchObject({
      BUCKET: 'other',
      ENDPOINT: 'http://s3.example.com',
    })
    for (const address of [path, 'terminal/replay-storages/', list, `${list}&format=csv`, 'audits/operate-logs/'])
      expect((await world.admin.api.get(address)).text).not.toContain('very-secret')
    expect(world.lines.join('\n')).not.toContain('very-secret')
    const wrong = await world.admin.api.post(list, {
      name: 's3-2',
      type: 's3',
      meta: { BUCKET: 'jms', ENDPOINT: 'http://s3.example.com/path' },
    })
    expect([wrong.status, wrong.body.meta.ENDPOINT]).toEqual([400, ['Endpoint invalid: remove path /path']])
    const azure = await world.admin.api.post('terminal/replay-storages/?type=azure', {
      name: 'azure',
      type: 'azure',
      meta: { CONTAINER_NAME: 'c', ACCOUNT_NAME: 'a', ACCOUNT_KEY: 'azure-secret' },
    })
    expect(azure.body.meta).toEqual({
      CONTAINER_NAME: 'c',
      ACCOUNT_NAME: 'a',
      ENDPOINT_SUFFIX: 'core.chinacloudapi.cn',
    })
  })

  it('are for those who run the installation', async () => {
    const admin = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
    for (const kind of ['command', 'replay'])
      expect((await admin.api.get(`terminal/${kind}-storages/`)).status).toBe(403)
    expect((await admin.api.get('terminal/command-storages/tree/')).status).toBe(200)
  })
})
