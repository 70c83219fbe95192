// Databases are applications: connections to them are let in like those to assets, by permissions of their own.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aGateway, type Gateway } from '../kit/gateway.ts'
import { anAsset, aSystemUser } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, type Someone, type World } from '../kit/world.ts'

const SECRET = 'Of-the-database-1'

describe('connections to databases', () => {
  let world: World
  let gateway: Gateway
  beforeAll(async () => {
    world = await openWorld()
    await world.license()
    gateway = await aGateway(world)
  })
  afterAll(() => world.close())

  interface Scene {
    readonly ann: Someone
    readonly app: any
    readonly account: any
    readonly rule: any
    ask(more?: Record<string, unknown>, from?: Gateway): ReturnType<Someone['api']['post']>
  }

  const scene = async (
    more: { app?: object; account?: object; rule?: object; org?: string; type?: string } = {},
  ): Promise<Scene> => {
    const org = more.org ?? DEFAULT_ORG
    const type = more.type ?? 'postgresql'
    const boss = await world.person({ in: { [org]: ['Admin'] }, org: more.org })
    const ann = await world.person({ in: { [org]: ['User'] } })
    const made = async (path: string, body: object) => {
      const { status, text, body: answer } = await boss.api.post(path, body)
      if (status !== 201) throw new Error(text)
      return answer
    }
    const app = await made('applications/applications/', {
      name: `shop ${randomUUID()}`,
      category: 'db',
      type,
      attrs: { host: '10.3.0.1', port: 6432, database: 'shop' },
      ...more.app,
    })
    const account = await aSystemUser(boss.api, { protocol: type, password: SECRET, ...more.account })
    const rule = await made('perms/application-permissions/', {
      name: `rule ${randomUUID()}`,
      category: app.category,
      type: app.type,
      users: [ann.id],
      applications: [app.id],
      system_users: [account.id],
      ...more.rule,
    })
    const asked = {
      user: ann.id,
      application: app.id,
      system_user: account.id,
      protocol: type,
      remote_addr: '10.9.9.9',
    }
    return {
      ann,
      app,
      account,
      rule,
      ask: (more = {}, from = gateway) =>
        from.api.post('terminal/connections/', { ...asked, login_from: 'WT', ...more }),
    }
  }

  it('are opened for a permission of this moment, make a session, and are on record without the secret', async () => {
    const { ann, app, account, ask } = await scene()
    const reply = await ask()
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.any(String),
      org_id: DEFAULT_ORG,
      protocol: 'postgresql',
      user: `${ann.name}(${ann.username})`,
      asset: app.name,
      system_user: `${account.name}(${account.username})`,
      address: '10.3.0.1',
      port: 6432,
      database: 'shop',
      gateways: [],
      login: { mode: 'auto', username: account.username, password: SECRET, private_key: '' },
      sftp_root: 'tmp',
      actions: ['connect', 'clipboard_copy', 'clipboard_paste', 'clipboard_copy_paste'],
      rules: [],
      idle_minutes: 30,
    })
    const session = (await world.admin.api.get(`terminal/sessions/${reply.body.id}/`)).body
    expect(session).toMatchObject({
      user_id: ann.id,
      asset: app.name,
      asset_id: app.id,
      system_user_id: account.id,
      protocol: 'postgresql',
      login_from: 'WT',
      is_finished: false,
      can_join: true,
      can_terminate: true,
    })
    const [view] = (await world.admin.api.get('audits/operate-logs/?action=view&limit=1')).body.results
    expect(view.diff).toEqual({
      secrets: [null, ['password']],
      purpose: [null, `${ann.name}(${ann.username}) → ${app.name}`],
    })
    for (const path of ['audits/operate-logs/', 'terminal/sessions/'])
      expect((await world.admin.api.get(path)).text).not.toContain(SECRET)
    expect(world.lines.join('\n')).not.toContain(SECRET)
  })

  it('lead through the gateways of the domain, obey the command filters, and ask for a password by hand', async () => {
    const { api } = world.admin
    const domain = (await api.post('assets/domains/', { name: `dmz ${randomUUID()}` })).body
    const hop = { name: 'hop', ip: '10.2.0.1', port: 2200, domain: domain.id, username: 'jump', password: 'OfTheHop1' }
    const hopped = await api.post('assets/gateways/', hop)
    if (hopped.status !== 201) throw new Error(hopped.text)
    const { account, ask } = await scene({
      app: { domain: domain.id },
      account: { login_mode: 'manual', username: '' },
    })
    const filter = (await api.post('assets/cmd-filters/', { name: randomUUID(), system_users: [account.id] })).body
    await api.post(`assets/cmd-filters/${filter.id}/rules/`, { priority: 50, action: 0, content: 'drop' })
    const { body } = await ask({ username: 'typed' })
    expect(body.gateways).toMatchObject([{ ip: '10.2.0.1', port: 2200, username: 'jump', password: 'OfTheHop1' }])
    expect(body.rules).toMatchObject([{ content: 'drop', action: 'deny' }])
    expect(body.login).toEqual({ mode: 'manual', username: 'typed', password: '', private_key: '' })
  })

  it('[T16] are refused without a permission of this moment, for this person, database, account and protocol', async () => {
    const { ann, app, account, rule, ask } = await scene()
    const other = await scene()
    const code = async (more: Record<string, unknown>) => {
      const { status, body } = await ask(more)
      return [status, body.code ?? Object.keys(body)[0]]
    }
    expect(await code({ user: other.ann.id })).toEqual([403, 'not_granted'])
    expect(await code({ application: other.app.id })).toEqual([403, 'not_granted'])
    expect(await code({ system_user: other.account.id })).toEqual([403, 'not_granted'])
    for (const protocol of ['mysql', 'ssh', 'oracle'])
      expect(await code({ protocol })).toEqual([403, 'protocol_not_allowed'])
    const mysql = await aSystemUser(world.admin.api, { protocol: 'mysql' })
    expect(await code({ system_user: mysql.id })).toEqual([403, 'protocol_not_allowed'])
    for (const name of ['user', 'application', 'system_user']) {
      expect(await code({ [name]: randomUUID() })).toEqual([400, name])
      expect(await code({ [name]: 'x' })).toEqual([400, name])
    }
    // An asset is no application, and nobody goes to both.
    const asset = await anAsset(world.admin.api)
    expect(await code({ application: asset.id })).toEqual([400, 'application'])
    expect(await code({ asset: asset.id })).toEqual([400, 'application'])
    expect(await code({ application: undefined })).toEqual([400, 'asset'])
    const change = (body: object) => world.admin.api.patch(`perms/application-permissions/${rule.id}/`, body)
    const term = { date_start: '2019-01-01 00:00:00 +0000', date_expired: '2020-01-01 00:00:00 +0000' }
    expect((await change(term)).status).toBe(200)
    expect(await code({})).toEqual([403, 'not_granted'])
    expect((await change({ date_expired: '2090-01-01 00:00:00 +0000' })).status).toBe(200)
    expect((await ask()).status).toBe(201)
    await change({ is_active: false })
    expect(await code({})).toEqual([403, 'not_granted'])
    await change({ is_active: true })
    await world.admin.api.patch(`users/users/${ann.id}/`, { is_active: false })
    expect(await code({})).toEqual([403, 'user_inactive'])
    const asked = { user: ann.id, application: app.id, system_user: account.id, protocol: 'postgresql' }
    for (const { api } of [world.admin, other.ann, await world.person({ role: 'App' })])
      expect((await api.post('terminal/connections/', asked)).status).toBe(403)
  })

  it('are for databases only: other applications are refused in words', async () => {
    const { ann, account } = await scene()
    const { body: k8s } = await world.admin.api.post('applications/applications/', {
      name: `k8s ${randomUUID()}`,
      category: 'cloud',
      type: 'k8s',
      attrs: { cluster: 'https://10.0.0.1:6443' },
    })
    const asked = { user: ann.id, application: k8s.id, system_user: account.id, protocol: 'postgresql' }
    const { status, body } = await gateway.api.post('terminal/connections/', asked, { 'accept-language': 'zh' })
    expect([status, body.code, body.detail]).toEqual([403, 'protocol_not_allowed', '资产或系统用户不支持该协议'])
  })

  it('obey the rules about logins, to which a database is an asset of its name and host', async () => {
    const { ann, app, ask } = await scene()
    const rule = (hostname: string, ip: string) =>
      world.admin.api.post('acls/login-asset-acls/', {
        name: `no ann ${randomUUID()}`,
        action: 'reject',
        users: { username_group: [ann.username] },
        assets: { ip_group: [ip], hostname_group: [hostname] },
        system_users: { name_group: ['*'], username_group: ['*'], protocol_group: ['*'] },
      })
    expect(await rule('another', '*')).toMatchObject({ status: 201 })
    expect((await ask()).status).toBe(201)
    expect((await rule(app.name, '10.3.0.0/24')).status).toBe(201)
    expect((await ask()).body.code).toBe('login_rejected')
  })

  it('[T15] of another organisation are granted and seen there alone', async () => {
    const org = await world.organisation()
    const there = await scene({ org })
    const here = await scene()
    const { id, org_id } = (await there.ask()).body
    expect(org_id).toBe(org)
    const auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    expect((await auditor.api.get(`terminal/sessions/${id}/`)).status).toBe(404)
    expect((await here.ask({ system_user: there.account.id })).body).toHaveProperty('system_user')
    expect((await here.ask({ application: there.app.id })).body).toHaveProperty('system_user')
    expect((await there.ask({ user: here.ann.id })).body.code).toBe('not_granted')
  })

  const losses: [what: string, lose: (scene: Scene) => Promise<unknown>, reason: string][] = [
    [
      'the person is switched off',
      ({ ann }) => world.admin.api.patch(`users/users/${ann.id}/`, { is_active: false }),
      'The account of the user was disabled or has expired',
    ],
    [
      'the person’s password is changed',
      ({ ann }) => world.admin.api.put(`users/users/${ann.id}/password/`, { password: 'Another-horse-8' }),
      'The login of the user has ended',
    ],
    [
      'the permission is switched off',
      ({ rule }) => world.admin.api.patch(`perms/application-permissions/${rule.id}/`, { is_active: false }),
      'The permission has ended',
    ],
    [
      'the permission is deleted',
      ({ rule }) => world.admin.api.delete(`perms/application-permissions/${rule.id}/`),
      'The permission has ended',
    ],
    [
      'the permission names another account',
      async ({ rule }) =>
        world.admin.api.patch(`perms/application-permissions/${rule.id}/`, {
          system_users: [(await aSystemUser(world.admin.api, { protocol: 'postgresql' })).id],
        }),
      'The permission has ended',
    ],
    [
      'the database is deleted',
      async ({ app, rule }) => {
        await world.admin.api.delete(`perms/application-permissions/${rule.id}/`)
        return world.admin.api.delete(`applications/applications/${app.id}/`)
      },
      'The asset was disabled or deleted',
    ],
  ]

  it.each(losses)('[T11] end when %s', async (_what, lose, reason) => {
    const own = await aGateway(world)
    const [doomed, safe] = [await scene(), await scene()]
    const [one, other] = [(await doomed.ask({}, own)).body, (await safe.ask({}, own)).body]
    const beat = async () => (await own.api.post('terminal/status/', { sessions: [one.id, other.id] })).body
    expect(await beat()).toEqual([])
    expect(((await lose(doomed)) as { status: number }).status).toBeLessThan(300)
    expect(await beat()).toMatchObject([{ name: 'kill_session', args: one.id, is_finished: false, reason }])
  })

  it('are found by a gateway among those that a person is granted, by name', async () => {
    const { ann, app, account } = await scene()
    await scene()
    const { body } = await gateway.api.get(
      `perms/users/${ann.id}/applications/?category=db&name=${encodeURIComponent(app.name)}&limit=2&offset=0`,
    )
    expect(body).toMatchObject({ count: 1, results: [{ id: app.id, type: 'postgresql' }] })
    const ways = (await gateway.api.get(`perms/users/${ann.id}/applications/${app.id}/system-users/`)).body
    expect(ways).toMatchObject([{ id: account.id, protocol: 'postgresql' }])
  })
})
