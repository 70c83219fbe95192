import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateKeyPair } from '../../src/platform/auth/ssh-key.ts'
import { carries } from '../kit/gateway.ts'
import { aNode, anAdminUser, anAsset, aSystemUser } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const PATH = 'assets/system-users/'

describe('system users', () => {
  let world: World
  let admin: Someone
  let gateway: Someone
  beforeAll(async () => {
    world = await openWorld()
    admin = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
    gateway = await world.person({ role: 'App', org: ROOT_ORG })
  })
  afterAll(() => world.close())

  it('[SUSER-04] [SUSER-06] need a name and something to log in with, unless people type it themselves', async () => {
    const { api } = admin
    const nothing = await api.post(PATH, { name: 'a' })
    expect([nothing.status, nothing.body]).toEqual([
      400,
      {
        username: ['* Automatic login mode must fill in the username.'],
        password: ['Password or private key required'],
      },
    ])
    const zh = await api.post(PATH, { name: 'a' }, { 'accept-language': 'zh' })
    expect(zh.body.username).toEqual(['* 自动登录模式，必须填写用户名'])
    expect((await api.post(PATH, { name: 'manual', login_mode: 'manual' })).body).toMatchObject({
      username: '',
      auto_push: false,
      login_mode_display: 'Manually login',
      priority: 81,
    })
    expect((await api.post(PATH, { name: 'vnc', protocol: 'vnc', password: 'x' })).status).toBe(201)
    expect((await api.post(PATH, { name: 'k8s', protocol: 'k8s' })).body).toEqual({ token: ['Token required'] })
    expect((await api.post(PATH, { name: 'k8s', protocol: 'k8s', token: 'abc' })).status).toBe(201)
    expect((await api.post(PATH, { name: 'b', username: 'a b', password: 'x' })).body).toEqual({
      username: ['Special char not allowed'],
    })
    expect((await api.post(PATH, { name: 'b', username: 'b', password: 'x', sftp_root: 'here' })).body).toEqual({
      sftp_root: ['Path should starts with /'],
    })
    for (const sftp_root of ['tmp', 'home', '/srv'])
      expect((await aSystemUser(api, { sftp_root })).sftp_root).toBe(sftp_root)
  })

  it('take only what their protocol knows, and are pushed only where that is possible', async () => {
    const key = generateKeyPair('').privateKey.reveal()
    const telnet = await admin.api.post(PATH, { name: 'tel', username: 't', protocol: 'telnet', private_key: key })
    expect(telnet.body).toEqual({ password: ['Password or private key required'] })
    for (const [protocol, pushed] of [
      ['ssh', true],
      ['rdp', true],
      ['telnet', false],
      ['mysql', false],
    ] as const) {
      const made = await aSystemUser(admin.api, { protocol, auto_push: true })
      expect([protocol, made.auto_push]).toEqual([protocol, pushed])
    }
  })

  it('get a checked key with its public half, or a generated pair', async () => {
    const pair = generateKeyPair('')
    const bad = await admin.api.post(PATH, { name: 'bad key', username: 'k', private_key: 'nonsense' })
    expect(bad.body).toEqual({ private_key: ['private key invalid'] })
    const made = await aSystemUser(admin.api, { private_key: pair.privateKey.reveal(), password: undefined })
    await carries(world, gateway.id, { system_user: made.id })
    const read = await gateway.api.get(`${PATH}${made.id}/auth-info/`)
    expect(read.body).toMatchObject({
      private_key: pair.privateKey.reveal(),
      public_key: pair.publicKey,
      password: null,
    })
    const generated = await aSystemUser(admin.api, { auto_generate_key: true, password: undefined })
    await carries(world, gateway.id, { system_user: generated.id })
    const { body } = await gateway.api.get(`${PATH}${generated.id}/auth-info/`)
    expect(body.password).toMatch(/^[A-Za-z0-9]{36}$/)
    expect(body.private_key).toContain('OPENSSH PRIVATE KEY')
    expect(body.public_key).toMatch(/^ssh-ed25519 /)
  })

  it('[SUSER-02] may take the name of whoever logs in once a protocol', async () => {
    const { id } = await aSystemUser(admin.api, { username: '', username_same_with_user: true })
    const again = await admin.api.post(PATH, { name: 'twice', password: 'x', username_same_with_user: true })
    expect(again.body).toEqual({
      username_same_with_user: ['Username same with user with protocol ssh only allow 1'],
    })
    expect((await admin.api.patch(`${PATH}${id}/`, { comment: 'still the only one' })).status).toBe(200)
    await aSystemUser(admin.api, { username: '', username_same_with_user: true, protocol: 'rdp' })
  })

  it('[T16] [T52] show their secrets to the component that carries them only, each time on record', async () => {
    const made = await aSystemUser(admin.api, { password: 'Top-secret-1' })
    const { api } = world.admin
    for (const person of [admin.api, api]) {
      expect((await person.get(`${PATH}${made.id}/auth-info/`)).status).toBe(403)
      for (const path of [PATH, `${PATH}${made.id}/`, `${PATH}?format=csv`, 'audits/operate-logs/'])
        expect((await person.get(path)).text).not.toContain('Top-secret-1')
    }
    const asset = await anAsset(admin.api)
    expect((await admin.api.get(`${PATH}${made.id}/assets/${asset.id}/auth-info/`)).status).toBe(403)
    expect((await gateway.api.get(`${PATH}${made.id}/assets/${asset.id}/auth-info/`)).status).toBe(403)
    expect((await gateway.api.get(`${PATH}${made.id}/auth-info/`)).status).toBe(403)
    await carries(world, gateway.id, { system_user: made.id, asset: asset.id })
    const read = await gateway.api.get(`${PATH}${made.id}/assets/${asset.id}/auth-info/`)
    expect(read.body).toMatchObject({ username: made.username, password: 'Top-secret-1' })
    const log = (await admin.api.get(`audits/operate-logs/?action=view&limit=1`)).body.results[0]
    expect(log).toMatchObject({
      user: `${gateway.name}(${gateway.username})`,
      action_display: 'View',
      resource: `${made.name}(${made.username})`,
      diff: { secrets: [null, ['password']], purpose: [null, `${asset.hostname}(${asset.ip})`] },
    })
    expect(world.lines.join('\n')).not.toContain('Top-secret-1')
  })

  it('log in to an asset with what its book says, else with its admin user of the same name, else their own', async () => {
    const root = await anAdminUser(admin.api, { password: 'of the admin user' })
    const user = await aSystemUser(admin.api, { username: 'root', password: 'own' })
    const asset = await anAsset(admin.api, { admin_user: root.id })
    await carries(world, gateway.id, { system_user: user.id, asset: asset.id })
    const secret = async () =>
      (await gateway.api.get(`${PATH}${user.id}/assets/${asset.id}/auth-info/`)).body.password as string
    expect(await secret()).toBe('of the admin user')
    await admin.api.post('assets/asset-users/', { asset: asset.id, username: 'root', password: 'of the book' })
    expect(await secret()).toBe('of the book')
    await admin.api.post('assets/asset-users/', { asset: asset.id, username: 'root', password: 'newer' })
    expect(await secret()).toBe('newer')
  })

  it('of a changing name are asked for with the name', async () => {
    const user = await aSystemUser(admin.api, { protocol: 'mysql', username: '', username_same_with_user: true })
    const asset = await anAsset(admin.api)
    const path = `${PATH}${user.id}/assets/${asset.id}/auth-info/`
    const nameless = await gateway.api.get(path)
    expect([nameless.status, Object.keys(nameless.body)]).toEqual([400, ['error']])
    const [ann, bob] = [await world.person({ username: 'ann' }), await world.person({ username: 'bob' })]
    await carries(world, gateway.id, { system_user: user.id, asset: asset.id, user: ann.id })
    expect((await gateway.api.get(`${path}?username=ann`)).body.username).toBe('ann')
    expect((await gateway.api.get(`${path}?user_id=${ann.id}`)).body.username).toBe('ann')
    // Somebody else's secrets are not opened by ann's connection.
    expect((await gateway.api.get(`${path}?username=bob`)).status).toBe(403)
    expect((await gateway.api.get(`${path}?user_id=${bob.id}`)).status).toBe(403)
  })

  it('have their secrets cleared by an administrator', async () => {
    const user = await aSystemUser(admin.api)
    await carries(world, gateway.id, { system_user: user.id })
    expect((await gateway.api.delete(`${PATH}${user.id}/auth-info/`)).status).toBe(403)
    expect((await admin.api.patch(`${PATH}${user.id}/auth-info/`, { password: 'other' })).body).not.toHaveProperty(
      'password',
    )
    expect((await gateway.api.get(`${PATH}${user.id}/auth-info/`)).body.password).toBe('other')
    expect((await admin.api.delete(`${PATH}${user.id}/auth-info/`)).status).toBe(204)
    expect((await gateway.api.get(`${PATH}${user.id}/auth-info/`)).body).toMatchObject({ password: null, token: null })
  })

  it('[T17] [T18] of another organisation are not there', async () => {
    const org = await world.organisation()
    const other = await world.person({ in: { [org]: ['Admin'] }, org })
    const user = await aSystemUser(admin.api)
    const asset = await anAsset(other.api)
    for (const path of ['', 'auth-info/', 'assets/', 'cmd-filter-rules/', 'tasks/']) {
      const method = path === 'tasks/' ? 'POST' : path === 'auth-info/' ? 'DELETE' : 'GET'
      expect([path, (await other.api.send(method, `${PATH}${user.id}/${path}`)).status]).toEqual([path, 404])
    }
    expect((await gateway.api.get(`${PATH}${user.id}/assets/${asset.id}/auth-info/`)).status).toBe(404)
  })

  it('count their assets exactly, however they are linked', async () => {
    const { api } = admin
    const top = await aNode(api)
    const inner = await aNode(api, top.id)
    const side = await aNode(api)
    const [both, below, beside, alone] = [
      await anAsset(api, { nodes: [inner.id, side.id] }),
      await anAsset(api, { nodes: [inner.id] }),
      await anAsset(api, { nodes: [side.id] }),
      await anAsset(api),
    ]
    const user = await aSystemUser(api)
    const amount = async () => (await api.get(`${PATH}${user.id}/`)).body.assets_amount
    const names = async () => {
      const { body } = await api.get(`${PATH}${user.id}/assets/?limit=10`)
      expect(body.count).toBe(body.results.length)
      return body.results.map((one: any) => one.hostname)
    }
    const link = (what: string, body: unknown) => api.post(`assets/system-users-${what}-relations/`, body)
    expect(await amount()).toBe(0)
    await link('assets', { systemuser: user.id, asset: alone.id })
    expect(await amount()).toBe(1)
    await link('nodes', [{ systemuser: user.id, node: top.id }])
    expect(await amount()).toBe(3)
    await link('nodes', [{ systemuser: user.id, node: inner.id }])
    expect(await amount()).toBe(3)
    await link('nodes', [{ systemuser: user.id, node: side.id }])
    await link('assets', [{ systemuser: user.id, asset: both.id }])
    expect(await amount()).toBe(4)
    expect(await names()).toEqual([both, below, beside, alone].map((one) => one.hostname).sort())
    const [row] = (await api.get(`${PATH}${user.id}/assets/?search=${beside.hostname}`)).body
    expect(row).toMatchObject({ id: beside.id, port: 22, connectivity: { status: 2 } })
    expect(Object.keys(row)).toEqual(['id', 'hostname', 'ip', 'connectivity', 'port'])
    expect((await api.delete(`assets/system-users-nodes-relations/?systemuser=${user.id}&node=${top.id}`)).status).toBe(
      204,
    )
    expect(await amount()).toBe(4)
  })

  it('are linked to assets, nodes and users, which are found by either name', async () => {
    const { api } = admin
    const user = await aSystemUser(api)
    const asset = await anAsset(api)
    const made = await api.post('assets/system-users-assets-relations/', [{ systemuser: user.id, asset: asset.id }])
    expect(made.body).toEqual([
      {
        id: expect.any(Number),
        asset: asset.id,
        asset_display: `${asset.hostname}(${asset.ip})`,
        systemuser: user.id,
        systemuser_display: `${user.name}(${user.username})`,
      },
    ])
    const [{ id }] = made.body
    const find = async (search: string): Promise<number[]> => {
      const found = await api.get(`assets/system-users-assets-relations/?search=${encodeURIComponent(search)}`)
      return found.body.map((row: any) => row.id)
    }
    for (const search of [asset.hostname, asset.ip, user.name])
      expect([search, await find(search)]).toEqual([search, [id]])
    // A number may also stand in the names of others.
    expect(await find(String(id))).toContain(id)
    const linked = await api.post('assets/system-users-users-relations/', { systemuser: user.id, user: admin.id })
    expect(linked.body.user_display).toBe(`${admin.name}(${admin.username})`)
    const stranger = await world.person({ in: {} })
    const refused = await api.post('assets/system-users-users-relations/', { systemuser: user.id, user: stranger.id })
    expect(refused.status).toBe(400)
  })

  it('are found by several protocols, and start tests and pushes', async () => {
    const { api } = admin
    const user = await aSystemUser(api, { protocol: 'postgresql' })
    const found = await api.get(`${PATH}?protocol__in=postgresql,oracle`)
    expect(found.body.map((one: any) => one.id)).toEqual([user.id])
    expect(found.body[0]).not.toHaveProperty('cmd_filters')
    const asset = await anAsset(api)
    const started = await api.post(`${PATH}${user.id}/tasks/`, { action: 'push', asset: asset.id })
    expect([started.status, started.body]).toEqual([201, { task: expect.any(String) }])
    const log = await api.get(`ops/celery/task/${started.body.task}/log/`)
    expect(log.body.data).toContain(`Push the system user ${user.name}(${user.username}) on 1 asset`)
    expect((await api.post(`${PATH}${user.id}/tasks/`, { action: 'sing' })).status).toBe(400)
    expect((await api.post(`${PATH}${user.id}/tasks/`, { action: 'push', asset: user.id })).status).toBe(400)
  })

  it('[SUSER-03] have priorities from 1 to 100', async () => {
    const user = await aSystemUser(admin.api)
    for (const [priority, status] of [
      [1, 200],
      [100, 200],
      [0, 400],
      [101, 400],
    ] as const)
      expect([priority, (await admin.api.patch(`${PATH}${user.id}/`, { priority })).status]).toEqual([priority, status])
  })

  it('keep no secret readable in their table', async () => {
    await aSystemUser(admin.api, { password: 'Readable-9' })
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from assets_system_users t where t::text like '%Readable-9%'
    `.execute(world.server.services.database.db)
    expect(rows[0]!.n).toBe(0)
  })
})
