import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishSilent } from '../../src/areas/terminal/finishing.ts'
import { generateKeyPair } from '../../src/platform/auth/ssh-key.ts'
import { aGateway, aSession, type Gateway } from '../kit/gateway.ts'
import { anAsset, aSystemUser } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, type Someone, type World } from '../kit/world.ts'

const SECRET = 'Of-the-target-1'

describe('connections', () => {
  let world: World
  let gateway: Gateway
  beforeAll(async () => {
    world = await openWorld()
    await world.license()
    gateway = await aGateway(world)
  })
  afterAll(() => world.close())

  const db = () => world.server.services.database.db
  const { stringify } = JSON

  interface Scene {
    readonly ann: Someone
    readonly asset: any
    readonly account: any
    readonly rule: any
    ask(more?: Record<string, unknown>, from?: Gateway): ReturnType<Someone['api']['post']>
  }

  /** Somebody with a grant to an asset, as an account. */
  const scene = async (
    more: { asset?: object; account?: object; rule?: object; org?: string } = {},
  ): Promise<Scene> => {
    const boss = await world.person({ in: { [more.org ?? DEFAULT_ORG]: ['Admin'] }, org: more.org })
    const ann = await world.person({ in: { [more.org ?? DEFAULT_ORG]: ['User'] } })
    const asset = await anAsset(boss.api, { protocols: ['ssh/2022'], ...more.asset })
    const account = await aSystemUser(boss.api, { password: SECRET, ...more.account })
    const made = await boss.api.post('perms/asset-permissions/', {
      name: `rule ${randomUUID()}`,
      users: [ann.id],
      assets: [asset.id],
      system_users: [account.id],
      ...more.rule,
    })
    if (made.status !== 201) throw new Error(made.text)
    const asked = { user: ann.id, asset: asset.id, system_user: account.id, protocol: 'ssh', remote_addr: '10.9.9.9' }
    return {
      ann,
      asset,
      account,
      rule: made.body,
      ask: (more = {}, from = gateway) =>
        from.api.post('terminal/connections/', { ...asked, login_from: 'ST', ...more }),
    }
  }

  it('are opened for a grant of this moment, with everything it takes to log in, and make a session', async () => {
    const { ann, asset, account, ask } = await scene({ rule: { actions: ['connect', 'upload_file'] } })
    const reply = await ask()
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.any(String),
      org_id: DEFAULT_ORG,
      protocol: 'ssh',
      user: `${ann.name}(${ann.username})`,
      asset: `${asset.hostname}(${asset.ip})`,
      system_user: `${account.name}(${account.username})`,
      address: asset.ip,
      port: 2022,
      gateways: [],
      login: { mode: 'auto', username: account.username, password: SECRET, private_key: '' },
      sftp_root: 'tmp',
      actions: ['connect', 'upload_file'],
      rules: [],
      idle_minutes: 30,
    })
    const session = (await world.admin.api.get(`terminal/sessions/${reply.body.id}/`)).body
    expect(session).toMatchObject({
      user_id: ann.id,
      asset_id: asset.id,
      system_user_id: account.id,
      remote_addr: '10.9.9.9',
      login_from: 'ST',
      is_finished: false,
      terminal: gateway.id,
    })
    const views = (await world.admin.api.get('audits/operate-logs/?action=view&limit=1')).body.results
    expect(views[0]).toMatchObject({
      resource: `${account.name}(${account.username})`,
      diff: {
        secrets: [null, ['password']],
        purpose: [null, `${ann.name}(${ann.username}) → ${asset.hostname}(${asset.ip})`],
      },
    })
    for (const path of ['audits/operate-logs/', 'terminal/sessions/', `terminal/sessions/${session.id}/`])
      expect((await world.admin.api.get(path)).text).not.toContain(SECRET)
    expect(world.lines.join('\n')).not.toContain(SECRET)
  })

  it('lead through the gateways of a domain, with their logins, and obey the command filters in their order', async () => {
    const { api } = world.admin
    const domain = (await api.post('assets/domains/', { name: 'dmz' })).body
    const pair = generateKeyPair('')
    await api.post('assets/gateways/', {
      name: 'hop',
      ip: '10.2.0.1',
      port: 2200,
      domain: domain.id,
      username: 'jump',
      private_key: pair.privateKey.reveal(),
    })
    await api.post('assets/gateways/', { name: 'asleep', ip: '10.2.0.2', domain: domain.id, is_active: false })
    const { account, ask } = await scene({ asset: { domain: domain.id } })
    for (const [name, is_active] of [
      ['in force', true],
      ['asleep', false],
    ] as const) {
      const filter = (await api.post('assets/cmd-filters/', { name, is_active, system_users: [account.id] })).body
      for (const [priority, action, content] of [
        [50, 1, 'ls'],
        [50, 0, 'rm'],
        [90, 0, 'reboot'],
      ])
        await api.post(`assets/cmd-filters/${filter.id}/rules/`, { priority, action, content })
    }
    const { body } = await ask()
    expect(body.gateways).toEqual([
      {
        id: expect.any(String),
        name: 'hop',
        ip: '10.2.0.1',
        port: 2200,
        username: 'jump',
        password: '',
        private_key: pair.privateKey.reveal(),
      },
    ])
    expect(body.rules.map(({ content, action }: any) => [content, action])).toEqual([
      ['reboot', 'deny'],
      ['rm', 'deny'],
      ['ls', 'allow'],
    ])
  })

  it('log in with the name of the person, by hand, or with what the asset’s book says', async () => {
    const dynamic = await scene({ account: { username: '', username_same_with_user: true } })
    expect((await dynamic.ask()).body.login).toMatchObject({ username: dynamic.ann.username, password: SECRET })
    const manual = await scene({ account: { login_mode: 'manual', username: '', password: undefined } })
    expect((await manual.ask({ username: 'typed' })).body.login).toEqual({
      mode: 'manual',
      username: 'typed',
      password: '',
      private_key: '',
    })
    const booked = await scene()
    await world.admin.api.post('assets/asset-users/', {
      asset: booked.asset.id,
      username: booked.account.username,
      password: 'of the book',
    })
    expect((await booked.ask()).body.login.password).toBe('of the book')
  })

  it('are refused without a grant, in words for the person', async () => {
    const { ann, asset, account, rule, ask } = await scene()
    const other = await scene()
    const code = async (more: Record<string, unknown>) => {
      const { status, body } = await ask(more)
      return [status, body.code ?? Object.keys(body)[0]]
    }
    expect(await code({ user: other.ann.id })).toEqual([403, 'not_granted'])
    expect(await code({ asset: other.asset.id })).toEqual([403, 'not_granted'])
    expect(await code({ system_user: other.account.id })).toEqual([403, 'not_granted'])
    expect(await code({ protocol: 'telnet' })).toEqual([403, 'protocol_not_allowed'])
    for (const name of ['user', 'asset', 'system_user']) {
      expect(await code({ [name]: randomUUID() })).toEqual([400, name])
      expect(await code({ [name]: 'x' })).toEqual([400, name])
    }
    // A component is no person.
    expect(await code({ user: gateway.account })).toEqual([400, 'user'])
    await world.admin.api.patch(`assets/assets/${asset.id}/`, { is_active: false })
    expect(await code({})).toEqual([403, 'asset_inactive'])
    await world.admin.api.patch(`assets/assets/${asset.id}/`, { is_active: true })
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { actions: ['clipboard_copy'] })
    expect(await code({})).toEqual([403, 'not_granted'])
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { actions: ['all'], is_active: false })
    expect(await code({})).toEqual([403, 'not_granted'])
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { is_active: true })
    await world.admin.api.patch(`users/users/${ann.id}/`, { is_active: false })
    expect(await code({})).toEqual([403, 'user_inactive'])
    const zh = await gateway.api.post(
      'terminal/connections/',
      { user: ann.id, asset: asset.id, system_user: account.id },
      { 'accept-language': 'zh' },
    )
    expect(zh.body.detail).toBe('用户被禁用或已过期')
    const sessions = await db().selectFrom('terminal_sessions').select('id').where('user_id', '=', ann.id).execute()
    expect(sessions).toEqual([])
  })

  it('obey the rules about logins to assets', async () => {
    const { ann, ask } = await scene()
    const rule = await world.admin.api.post('acls/login-asset-acls/', {
      name: 'no ann',
      action: 'reject',
      users: { username_group: [ann.username] },
      assets: { ip_group: ['*'], hostname_group: ['*'] },
      system_users: { name_group: ['*'], username_group: ['*'], protocol_group: ['*'] },
    })
    expect(rule.status).toBe(201)
    const refused = await ask()
    expect([refused.status, refused.body]).toEqual([
      403,
      { code: 'login_rejected', detail: 'The login is rejected by the rule "no ann"' },
    ])
    await world.admin.api.patch(`acls/login-asset-acls/${rule.body.id}/`, { action: 'accept' })
    expect((await ask()).status).toBe(201)
  })

  it('are opened by registered components only, and by no person', async () => {
    const { ann, asset, account } = await scene()
    const asked = { user: ann.id, asset: asset.id, system_user: account.id }
    for (const { api } of [world.admin, ann, await world.person({ role: 'App' })])
      expect((await api.post('terminal/connections/', asked)).status).toBe(403)
    expect((await world.anonymous().post('terminal/connections/', asked)).status).toBe(401)
  })

  it('[T16] open secrets to their own component, for their asset and account, while they last', async () => {
    const { asset, account, ask, ann } = await scene()
    const elsewhere = await scene()
    const other = await aGateway(world)
    const read = async (from: Gateway, system_user = account.id, target = asset.id) =>
      (await from.api.get(`assets/system-users/${system_user}/assets/${target}/auth-info/`)).status
    expect(await read(gateway)).toBe(403)
    // A session that a component only tells of opens nothing.
    await aSession(gateway, DEFAULT_ORG, {
      user_id: ann.id,
      asset_id: asset.id,
      system_user_id: account.id,
      actions: 255,
    })
    expect(await read(gateway)).toBe(403)
    const { id } = (await ask()).body
    expect(await read(gateway)).toBe(200)
    expect(await read(other)).toBe(403)
    expect(await read(gateway, elsewhere.account.id)).toBe(403)
    expect(await read(gateway, account.id, elsewhere.asset.id)).toBe(403)
    expect(await read(gateway, elsewhere.account.id, elsewhere.asset.id)).toBe(403)
    // Nor does it open the book of accounts, whatever the settings say.
    expect((await gateway.api.get('assets/asset-user-auth-infos/')).status).toBe(403)
    world.clock.advance(301)
    expect(await read(gateway)).toBe(403)
    await gateway.api.post('terminal/status/', { sessions: [id] })
    expect(await read(gateway)).toBe(200)
    await gateway.api.patch(`terminal/sessions/${id}/`, { is_finished: true })
    expect(await read(gateway)).toBe(403)
    // Revived by nothing.
    await gateway.api.post('terminal/status/', { sessions: [id] })
    expect(await read(gateway)).toBe(403)
  })

  it('[T16] end with the silence of their component', async () => {
    const { asset, account, ask } = await scene()
    const { id } = (await ask()).body
    world.clock.advance(301)
    await finishSilent(db(), world.clock.now())
    expect((await world.admin.api.get(`terminal/sessions/${id}/`)).body.is_finished).toBe(true)
    expect((await gateway.api.get(`assets/system-users/${account.id}/assets/${asset.id}/auth-info/`)).status).toBe(403)
  })

  const losses: [what: string, lose: (scene: Scene) => Promise<unknown>, reason: string][] = [
    [
      'the person is switched off',
      ({ ann }) => world.admin.api.patch(`users/users/${ann.id}/`, { is_active: false }),
      'The account of the user was disabled or has expired',
    ],
    [
      'the person’s term is over',
      ({ ann }) => world.admin.api.patch(`users/users/${ann.id}/`, { date_expired: '2020-01-01 00:00:00 +0000' }),
      'The account of the user was disabled or has expired',
    ],
    [
      'the person’s password is changed',
      ({ ann }) => world.admin.api.put(`users/users/${ann.id}/password/`, { password: 'Another-horse-8' }),
      'The login of the user has ended',
    ],
    [
      'the asset is switched off',
      ({ asset }) => world.admin.api.patch(`assets/assets/${asset.id}/`, { is_active: false }),
      'The asset was disabled or deleted',
    ],
    [
      'the rule expires',
      ({ rule }) =>
        world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, {
          date_start: '2019-01-01 00:00:00 +0000',
          date_expired: '2020-01-01 00:00:00 +0000',
        }),
      'The permission has ended',
    ],
    [
      'the rule no longer lets connect',
      ({ rule }) => world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { actions: ['upload_file'] }),
      'The permission has ended',
    ],
    [
      'the rule is deleted',
      ({ rule }) => world.admin.api.delete(`perms/asset-permissions/${rule.id}/`),
      'The permission has ended',
    ],
    [
      'the rule names another account',
      async ({ rule }) =>
        world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, {
          system_users: [(await aSystemUser(world.admin.api)).id],
        }),
      'The permission has ended',
    ],
  ]

  it.each(losses)('[T11] end when %s', async (_what, lose, reason) => {
    const own = await aGateway(world)
    const [doomed, safe] = [await scene(), await scene()]
    const [one, other] = [(await doomed.ask({}, own)).body, (await safe.ask({}, own)).body]
    const beat = async () => (await own.api.post('terminal/status/', { sessions: [one.id, other.id] })).body
    expect(await beat()).toEqual([])
    const lost = await lose(doomed)
    expect((lost as { status: number }).status).toBeLessThan(300)
    expect(await beat()).toMatchObject([{ name: 'kill_session', args: one.id, is_finished: false, reason }])
    // Told until it is done, and never twice.
    const [task, ...more] = await beat()
    expect(more).toEqual([])
    // Whoever is slow to obey reads no secret any more.
    const { account, asset } = doomed
    expect((await own.api.get(`assets/system-users/${account.id}/assets/${asset.id}/auth-info/`)).status).toBe(403)
    await own.api.patch(`terminal/sessions/${one.id}/`, { is_finished: true, end_reason: reason })
    await own.api.patch(`terminal/tasks/${task.id}/`, { is_finished: true })
    expect((await own.api.post('terminal/status/', { sessions: [other.id] })).body).toEqual([])
  })

  it('[T15] of another organisation are not seen from here', async () => {
    const org = await world.organisation()
    const { ask } = await scene({ org })
    const { id, org_id } = (await ask()).body
    expect(org_id).toBe(org)
    const auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    expect((await auditor.api.get(`terminal/sessions/${id}/`)).status).toBe(404)
    expect(stringify((await auditor.api.get('audits/operate-logs/')).body)).not.toContain(id)
  })
})
