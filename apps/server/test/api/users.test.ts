import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { generateKeyPair } from '../../src/platform/auth/ssh-key.ts'
import { newId } from '../../src/platform/ids.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const zh = { 'accept-language': 'zh' }

describe('users', () => {
  let world: World
  let org: string
  let orgAdmin: Someone
  beforeAll(async () => {
    world = await openWorld()
    org = await world.organisation('Finance')
    orgAdmin = await world.person({ username: 'fin-admin', in: { [org]: ['Admin'] }, org })
  })
  afterAll(() => world.close())

  const body = (username: string, more: object = {}) => ({
    name: username,
    username,
    email: `${username}@example.com`,
    ...more,
  })

  it('are made with everything the contract shows of them', async () => {
    const made = await world.admin.api.post('users/users/', body('ann', { name: 'Ann' }))
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'Ann',
      username: 'ann',
      email: 'ann@example.com',
      wechat: '',
      mfa_level: 0,
      mfa_enabled: false,
      mfa_force_enabled: false,
      mfa_level_display: 'Disable',
      role: 'User',
      role_display: 'User',
      org_roles: ['User'],
      org_role_display: 'User',
      total_role_display: 'User',
      groups: [],
      groups_display: '',
      source: 'local',
      source_display: 'Local',
      is_valid: true,
      is_expired: false,
      is_active: true,
      is_first_login: true,
      last_login: null,
      created_by: 'Administrator',
      avatar_url: '/static/img/avatar/user.png',
      can_update: true,
      can_delete: true,
      login_blocked: false,
    })
    expect(made.body).not.toHaveProperty('password')
    expect(made.text).not.toMatch(/password_hash|otp_secret|token/)
    expect(world.lines.join()).toMatch(/"to":\["ann@example.com"\],"subject":"[^"]*Your account has been created"/)
  })

  it('are members of the organisation they are made in, and plain members of the default one', async () => {
    const made = await orgAdmin.api.post('users/users/', body('bob', { org_roles: ['Auditor'] }))
    expect(made.body).toMatchObject({
      org_roles: ['Auditor'],
      org_role_display: 'Organization auditor',
      total_role_display: 'User | Organization auditor',
    })
    const seen = await world.admin.api.get(`users/users/${made.body.id}/`)
    expect(seen.body.org_roles).toEqual(['User'])
    const plain = await orgAdmin.api.post('users/users/', body('bea', { org_roles: [] }))
    expect(plain.body.org_roles).toEqual(['User'])
  })

  it('are made in the root organisation too, where roles in an organisation mean nothing', async () => {
    const inRoot = { 'x-jms-org': ROOT_ORG }
    const made = await world.admin.api.post('users/users/', body('rooted', { org_roles: ['Admin'] }), inRoot)
    expect(made.status).toBe(201)
    expect((await world.admin.api.get(`users/users/${made.body.id}/`)).body.org_roles).toEqual(['User'])
    const kept = await world.admin.api.patch(`users/users/${made.body.id}/`, { org_roles: ['Admin'] }, inRoot)
    expect(kept.status).toBe(200)
    expect((await world.admin.api.get(`users/users/${made.body.id}/`)).body.org_roles).toEqual(['User'])
  })

  it('keep the roles that an update leaves out or sends as null', async () => {
    const made = await orgAdmin.api.post('users/users/', body('keeper', { org_roles: ['Auditor', 'User'] }))
    const path = `users/users/${made.body.id}/`
    expect((await orgAdmin.api.patch(path, { comment: 'x' })).body.org_roles).toEqual(['Auditor', 'User'])
    expect((await orgAdmin.api.patch(path, { org_roles: null })).body.org_roles).toEqual(['Auditor', 'User'])
    expect((await orgAdmin.api.patch(path, { org_roles: ['Admin'] })).body.org_roles).toEqual(['Admin'])
    const log = await world.server.services.database.db
      .selectFrom('audits_operate_logs')
      .select(['diff', 'org_id', 'user'])
      .where('resource_id', '=', made.body.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(log).toMatchObject({
      org_id: org,
      user: 'fin-admin(fin-admin)',
      diff: { org_roles: [['Auditor', 'User'], ['Admin']] },
    })
  })

  it('have names and addresses nobody else has', async () => {
    await world.admin.api.post('users/users/', body('unique'))
    const again = await world.admin.api.post('users/users/', body('unique'))
    expect(again.status).toBe(400)
    expect(again.body).toEqual({
      username: ['This field must be unique.'],
      email: ['This field must be unique.'],
    })
  })

  it('are not changed for whoever edits them by a login meanwhile', async () => {
    const ann = await world.person()
    const at = `users/users/${ann.id}/`
    const state = async () => (await world.admin.api.get(at)).headers.get('etag')!
    const seen = await state()
    const login = { last_login: new Date() }
    await world.server.services.database.db.updateTable('users_users').set(login).where('id', '=', ann.id).execute()
    expect(await state()).toBe(seen)
    await world.admin.api.patch(at, { comment: 'new' })
    expect(await state()).not.toBe(seen)
  })

  it('are listed in an organisation when they are its members, once each, without service accounts', async () => {
    const here = await world.organisation()
    const both = await world.person({ in: { [here]: ['Admin', 'Auditor', 'User'] } })
    await world.person({ role: 'App', in: { [here]: ['User'] } })
    const elsewhere = await world.person()
    const inOrg = { 'x-jms-org': here }
    const page = await world.admin.api.get('users/users/?limit=10', inOrg)
    expect(page.body).toMatchObject({ count: 1, results: [{ id: both.id, org_roles: ['Admin', 'Auditor', 'User'] }] })
    expect((await world.admin.api.get('users/users/', inOrg)).body).toHaveLength(1)
    expect((await world.admin.api.get(`users/users/${elsewhere.id}/`, inOrg)).status).toBe(404)
    const root = await world.admin.api.get('users/users/?limit=1000', { 'x-jms-org': ROOT_ORG })
    const ids = root.body.results.map((row: { id: string }) => row.id)
    expect(ids).toEqual(expect.arrayContaining([both.id, elsewhere.id]))
    expect(root.body.count).toBe(ids.length)
  })

  it('are all listed for a system administrator who asks for all, and for nobody else', async () => {
    const outsider = await world.person()
    const all = await world.admin.api.get('users/users/?all=1&limit=1000', { 'x-jms-org': org })
    expect(all.body.results.map((row: { id: string }) => row.id)).toContain(outsider.id)
    expect((await orgAdmin.api.get('users/users/?all=1')).status).toBe(403)
    expect((await orgAdmin.api.get('users/users/?all=0')).status).toBe(200)
    expect((await orgAdmin.api.get('users/users/?all=true&format=csv')).status).toBe(403)
  })

  it('are found by a handle among all, in the organisation that the handle was made in', async () => {
    const outsider = await world.person()
    const inOrg = { 'x-jms-org': org }
    const { spm } = (await world.admin.api.post('common/resources/cache/', { resources: [outsider.id] }, inOrg)).body
    const named = await world.admin.api.get(`users/users/?all=1&spm=${spm}`, inOrg)
    expect(named.body.map((row: { id: string }) => row.id)).toEqual([outsider.id])
    expect((await world.admin.api.get(`users/users/?all=1&spm=${spm}`, { 'x-jms-org': ROOT_ORG })).body).toEqual([])
  })

  it('are found by their role in the organisation', async () => {
    const here = await world.organisation()
    const chief = await world.person({ in: { [here]: ['Admin'] } })
    const reader = await world.person({ in: { [here]: ['Auditor'] } })
    const plain = await world.person({ in: { [here]: ['User'] } })
    const root = await world.person({ role: 'Admin', in: { [here]: ['User'] } })
    const found = async (role: string) => {
      const reply = await world.admin.api.get(`users/users/?org_role=${role}`, { 'x-jms-org': here })
      return reply.body.map((row: { id: string }) => row.id).sort()
    }
    expect(await found('admins')).toEqual([chief.id, root.id].sort())
    expect(await found('auditors')).toEqual([reader.id])
    expect(await found('users')).toEqual([plain.id, root.id].sort())
    expect(await found('members')).toEqual([chief.id, reader.id, plain.id, root.id].sort())
    const wrong = await world.admin.api.get('users/users/?org_role=kings')
    expect(wrong.status).toBe(400)
    expect(wrong.body).toEqual({ org_role: ['"kings" is not a valid choice.'] })
  })

  it('[USER-03] [USER-04] [USER-05] [USER-06] [USER-07] get a password only when it meets every rule', async () => {
    const { services } = world.server
    await services.settings.save(services.database.db, {
      SECURITY_PASSWORD_MIN_LENGTH: 8,
      SECURITY_PASSWORD_UPPER_CASE: true,
      SECURITY_PASSWORD_LOWER_CASE: true,
      SECURITY_PASSWORD_NUMBER: true,
      SECURITY_PASSWORD_SPECIAL_CHAR: true,
    })
    await services.settings.refresh()
    for (const bad of ['lower-case-1', 'UPPER-CASE-1', 'No-Digit-Here', 'NoSpecial11', 'Ab-1'])
      for (const [headers, text] of [
        [{}, 'Password does not match security rules'],
        [zh, '密码不满足安全规则'],
      ] as const) {
        const reply = await world.admin.api.post(
          'users/users/',
          body('weak', { password: bad, password_strategy: 1 }),
          headers,
        )
        expect(reply.status).toBe(400)
        expect(reply.body.password[0]).toBe(text)
      }
    const good = await world.admin.api.post(
      'users/users/',
      body('strong', { password: 'Abcdef-1', password_strategy: 1 }),
    )
    expect(good.status).toBe(201)
    const weaker = await world.admin.api.patch(`users/users/${good.body.id}/`, { password: 'short' })
    expect(weaker.body.password[0]).toBe('Password does not match security rules')
    const reused = await world.admin.api.patch(`users/users/${good.body.id}/`, { password: 'Abcdef-1' })
    expect(reused.status).toBe(400)
    expect((await world.admin.api.patch(`users/users/${good.body.id}/`, { password: 'Abcdef-2' })).status).toBe(200)
  })

  it('leave a password aside that comes with the strategy of a link, and need none', async () => {
    const { db } = world.server.services.database
    const hashOf = async (id: string) =>
      (await db.selectFrom('users_users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
        .password_hash
    const link = await world.admin.api.post('users/users/', body('linked', { password: 'x', password_strategy: '0' }))
    expect(link.status).toBe(201)
    expect(await hashOf(link.body.id)).toBeNull()
    const empty = await world.admin.api.post('users/users/', body('empty', { password: '' }))
    expect(await hashOf(empty.body.id)).toBeNull()
    const ldap = await world.admin.api.post('users/users/', body('ldap', { password: 'Abcdef-1', source: 'ldap' }))
    expect(await hashOf(ldap.body.id)).toBeNull()
    expect(world.lines.join()).not.toContain('ldap@example.com')
    const set = await world.admin.api.post('users/users/', body('set', { password: 'Abcdef-1' }))
    expect(await hashOf(set.body.id)).toMatch(/^\$argon2id/)
    await world.admin.api.patch(`users/users/${set.body.id}/`, { password: '', comment: 'kept' })
    expect(await hashOf(set.body.id)).toMatch(/^\$argon2id/)
  })

  it('may have an SSH key that is one', async () => {
    const { publicKey } = generateKeyPair('ann@desk')
    const made = await world.admin.api.post('users/users/', body('keyed', { public_key: publicKey }))
    expect(made.status).toBe(201)
    expect(made.body).not.toHaveProperty('public_key')
    const bad = await world.admin.api.patch(`users/users/${made.body.id}/`, { public_key: 'ssh-rsa AAAA' })
    expect(bad.body).toEqual({ public_key: ['Not a valid ssh public key'] })
    const chinese = await world.admin.api.patch(`users/users/${made.body.id}/`, { public_key: 'x' }, zh)
    expect(chinese.body).toEqual({ public_key: ['SSH公钥不合法'] })
  })

  it('tell whether they are valid, expired, forced to MFA or locked', async () => {
    const made = await world.admin.api.post(
      'users/users/',
      body('state', { mfa_level: 2, date_expired: '2020-01-01T00:00:00Z' }),
    )
    expect(made.body).toMatchObject({
      is_expired: true,
      is_valid: false,
      is_active: true,
      mfa_enabled: true,
      mfa_force_enabled: true,
      mfa_level_display: 'Force enable',
    })
    const { database } = world.server.services
    await database.db
      .insertInto('login_failures')
      .values({ key: 'block state', count: 1, date_expired: new Date(world.clock.now().getTime() + 60_000) })
      .execute()
    const listed = await world.admin.api.get('users/users/?username=state')
    expect(listed.body).toMatchObject([{ login_blocked: true }])
    expect((await world.admin.api.get('users/users/?username=admin')).body).toMatchObject([
      { role_display: 'System administrator', avatar_url: '/static/img/avatar/admin.png' },
    ])
  })

  it('end all their logins when they are deactivated', async () => {
    const victim = await world.person({ in: { [org]: ['User'] } })
    expect((await victim.api.get('users/profile/')).status).toBe(200)
    const off = await orgAdmin.api.patch('users/users/', [{ id: victim.id, is_active: false }])
    expect(off.status).toBe(200)
    expect(off.body).toMatchObject([{ is_active: false, is_valid: false }])
    expect((await victim.api.get('users/profile/')).status).toBe(401)
    const { db } = world.server.services.database
    const row = await db.selectFrom('users_users').select('login_epoch').where('id', '=', victim.id).executeTakeFirst()
    expect(row!.login_epoch).toBe(1)
  })

  it('hold a changed role from the next call on', async () => {
    const person = await world.person()
    expect((await person.api.get('users/users/')).status).toBe(403)
    await world.admin.api.patch(`users/users/${person.id}/`, { role: 'Admin' })
    expect((await person.api.get('users/users/?limit=1')).status).toBe(200)
    await world.admin.api.patch(`users/users/${person.id}/`, { role: 'User', username: 'renamed' })
    expect((await person.api.get('users/users/')).status).toBe(403)
    expect((await person.api.get('users/profile/')).body.username).toBe('renamed')
  })

  it('are imported and exported as sheets', async () => {
    const csv = 'name,username,email\nImported One,imp1,imp1@example.com\nImported Two,imp2,imp2@example.com\n'
    const made = await orgAdmin.api.post('users/users/', csv, { 'content-type': 'text/csv' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject([{ org_roles: ['User'] }, { org_roles: ['User'] }])
    const out = await orgAdmin.api.get('users/users/?format=csv&search=imported')
    expect(out.text.split('\n').filter((line) => line.includes('imp'))).toHaveLength(2)
    expect(out.text).not.toMatch(/argon2/)
  })

  it('come as mini and small sets', async () => {
    const mini = await world.admin.api.get('users/users/?username=admin&fields_size=mini')
    expect(mini.body).toEqual([{ id: world.admin.id, name: 'Administrator', username: 'admin' }])
    const small = (await world.admin.api.get('users/users/?username=admin&fields_size=small')).body[0]
    expect(small).toHaveProperty('email')
    expect(small).not.toHaveProperty('groups')
  })

  it('are read a page at a time in one query, however many members and rows there are', async () => {
    const big = await world.organisation()
    const { db } = world.server.services.database
    const people = Array.from({ length: 2_000 }, (_, i) => ({
      id: newId(),
      name: `Member ${i}`,
      username: `member${i}`,
      email: `member${i}@example.com`,
      public_key: null,
      wechat: '',
      phone: null,
      comment: null,
      created_by: 'Test',
    }))
    await db
      .insertInto('users_users')
      .values(people as never)
      .execute()
    await db
      .insertInto('orgs_org_member_relation')
      .values(
        people.flatMap(({ id }) => [
          { id: newId(), org: big, user: id, role: 'User' as const },
          { id: newId(), org: big, user: id, role: 'Auditor' as const },
        ]),
      )
      .execute()
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    const statements = async (query: string) => {
      spy.mockClear()
      const reply = await world.admin.api.get(`users/users/?${query}`, { 'x-jms-org': big })
      const about = spy.mock.calls.filter(([asked]) => /select \\"t\\"\.\*.* limit /.test(JSON.stringify(asked)))
      return { count: reply.body.count, rows: reply.body.results.length, statements: about.length }
    }
    const small = await statements('limit=1')
    const large = await statements('limit=100&offset=1000&order=name')
    spy.mockRestore()
    expect(small).toEqual({ count: 2_000, rows: 1, statements: 1 })
    expect(large).toEqual({ count: 2_000, rows: 100, statements: 1 })
  })

  it('[T14] are closed to strangers, plain users and auditors', async () => {
    const plain = await world.person()
    const auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    for (const path of ['users/users/', `users/users/${plain.id}/`, 'users/users/suggestion/']) {
      expect((await world.anonymous().get(path)).status).toBe(401)
      expect((await plain.api.get(path)).status).toBe(403)
      expect((await auditor.api.get(path)).status).toBe(403)
    }
    const forged = await plain.api.get('users/users/', { 'x-jms-org': org })
    expect(forged.status).toBe(403)
    expect((await orgAdmin.api.get('users/users/', { 'x-jms-org': DEFAULT_ORG })).status).toBe(403)
  })

  it('are read by service accounts from the root organisation', async () => {
    const app = await world.person({ role: 'App', org: ROOT_ORG })
    expect((await app.api.get(`users/users/${world.admin.id}/`)).status).toBe(200)
    expect((await app.api.patch(`users/users/${world.admin.id}/`, { name: 'x' })).status).toBe(403)
    expect((await app.api.get('users/users/?all=1')).status).toBe(403)
  })

  it('offer in OPTIONS only the role that the caller may give', async () => {
    const values = (reply: { body: any }) =>
      reply.body.actions.POST.role.choices.map((choice: { value: string }) => choice.value)
    expect(values(await world.admin.api.options('users/users/'))).toEqual(['Admin', 'Auditor', 'User'])
    expect(values(await orgAdmin.api.options('users/users/'))).toEqual(['User'])
    const { actions } = (await orgAdmin.api.options('users/users/', zh)).body
    expect(actions.POST.password).toMatchObject({ write_only: true, label: '密码' })
    expect(actions.GET).not.toHaveProperty('password')
    for (const name of ['username', 'email', 'name', 'id', 'source']) expect(actions.GET[name].filter).toBe(true)
  })
})
