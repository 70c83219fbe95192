import { permsOf, ROLE, rolesOf } from '@drawbridge/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateKeyPair } from '../../src/platform/auth/ssh-key.ts'
import { openVisit } from '../../src/platform/auth/visits.ts'
import { DEFAULT_ORG, type NewPerson, openWorld, ROOT_ORG, type World } from '../kit/world.ts'

const zh = { 'accept-language': 'zh' }
const PROFILE = 'users/profile/'

describe('the profile', () => {
  let world: World
  let org: string
  beforeAll(async () => {
    world = await openWorld()
    org = await world.organisation('Finance')
  })
  afterAll(() => world.close())

  const db = () => world.server.services.database.db
  const rowOf = (id: string) =>
    db().selectFrom('users_users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const set = async (changes: object) => {
    const { services } = world.server
    await services.settings.save(services.database.db, changes)
    await services.settings.refresh()
  }

  it('[USER-01] [USER-02] [ORG-03] tells a user everything the console asks of it', async () => {
    const ann = await world.person({ name: 'Ann', in: { [org]: ['Auditor', 'User'], [DEFAULT_ORG]: ['User'] }, org })
    const { status, body } = await ann.api.get(PROFILE)
    expect(status).toBe(200)
    const finance = { id: org, name: 'Finance', is_default: false, is_root: false }
    const standard = { id: DEFAULT_ORG, name: 'Default', is_default: true, is_root: false }
    expect(body).toMatchObject({
      id: ann.id,
      name: 'Ann',
      username: ann.username,
      email: `${ann.username}@example.com`,
      role: 'User',
      source: 'local',
      is_first_login: false,
      mfa_level: 0,
      groups: [],
      is_active: true,
      is_valid: true,
      comment: null,
      date_expired: null,
      last_login: null,
      date_joined: expect.stringMatching(/^\d{4}-/),
      date_password_last_updated: expect.stringMatching(/^\d{4}-/),
      current_org_roles: ['Auditor', 'User'],
      admin_or_audit_orgs: [finance],
      user_all_orgs: [standard, finance],
      public_key_comment: '',
      public_key_hash_md5: '',
      guide_url: null,
    })
    expect(body).not.toHaveProperty('password')
    expect(body).not.toHaveProperty('public_key')
  })

  it('lists every organisation for system administrators and auditors, the root one first and in their language', async () => {
    const auditor = await world.person({ role: 'Auditor', in: {} })
    for (const { api } of [world.admin, auditor]) {
      const orgs = (await api.get(PROFILE)).body.admin_or_audit_orgs
      expect(orgs.map((one: { id: string }) => one.id)).toEqual([ROOT_ORG, DEFAULT_ORG, org])
      expect(orgs[0]).toEqual({ id: ROOT_ORG, name: 'GLOBAL', is_default: false, is_root: true })
    }
    expect((await auditor.api.get(PROFILE, zh)).body.admin_or_audit_orgs[0].name).toBe('全局组织')
    expect((await auditor.api.get(PROFILE)).body.user_all_orgs).toEqual([])
  })

  it.each<[string, NewPerson, string[], number]>([
    [
      '[ROLE-15] [ROLE-22] a system administrator',
      { role: 'Admin' },
      ['SuperAdmin', 'User'],
      ROLE.SuperAdmin | ROLE.User,
    ],
    [
      '[ROLE-16] an organisation administrator',
      { in: { [DEFAULT_ORG]: ['Admin'] } },
      ['OrgAdmin', 'User'],
      ROLE.OrgAdmin | ROLE.User,
    ],
    ['[ROLE-17] a system auditor', { role: 'Auditor' }, ['OrgAuditor'], ROLE.OrgAuditor],
    ['[ROLE-18] an organisation auditor', { in: { [DEFAULT_ORG]: ['Auditor'] } }, ['OrgAuditor'], ROLE.OrgAuditor],
    ['[ROLE-19] a plain user', {}, ['User'], ROLE.User],
  ])('makes of %s what the console derives', async (_title, who, roles, perms) => {
    const person = await world.person(who)
    const { body } = await person.api.get(PROFILE)
    expect(rolesOf(body)).toEqual(roles)
    expect(permsOf(rolesOf(body))).toBe(perms)
  })

  it('knows the roles of the organisation that a call names', async () => {
    const ann = await world.person({ in: { [org]: ['Admin'], [DEFAULT_ORG]: ['User'] } })
    expect((await ann.api.get(PROFILE, { 'x-jms-org': org })).body.current_org_roles).toEqual(['Admin'])
    expect((await ann.api.get(PROFILE)).body.current_org_roles).toEqual(['User'])
    const root = { 'x-jms-org': ROOT_ORG }
    expect((await ann.api.get(PROFILE, root)).body.current_org_roles).toEqual(['User'])
    expect((await world.admin.api.get(PROFILE, root)).body.current_org_roles).toEqual(['Admin'])
  })

  it('is open to an account that has expired, and to nobody without a login', async () => {
    const late = await world.person({ expired: new Date(0) })
    expect((await late.api.get(PROFILE)).body).toMatchObject({ is_expired: true, is_valid: false })
    expect((await late.api.get('orgs/orgs/current/')).status).toBe(403)
    expect((await world.anonymous().get(PROFILE)).status).toBe(401)
  })

  it('lets its owner change the little that is theirs, and nothing else', async () => {
    const ann = await world.person({ name: 'Ann' })
    const reply = await ann.api.put(PROFILE, {
      phone: '139',
      wechat: 'ann-w',
      comment: 'hello',
      is_first_login: true,
      role: 'Admin',
      org_roles: ['Admin'],
      name: 'Queen',
      username: 'queen',
      email: 'queen@example.com',
      source: 'ldap',
      is_active: false,
      password: 'Another-one-1',
      password_strategy: 1,
      groups: ['x'],
      terms: true,
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      phone: '139',
      wechat: 'ann-w',
      comment: 'hello',
      is_first_login: true,
      name: 'Ann',
      username: ann.username,
      role: 'User',
      source: 'local',
      is_active: true,
      current_org_roles: ['User'],
    })
    const before = await rowOf(ann.id)
    expect((await ann.api.put(PROFILE, {})).status).toBe(200)
    expect(await rowOf(ann.id)).toEqual(before)
    const long = await ann.api.patch(PROFILE, { phone: '1'.repeat(21) }, zh)
    expect([long.status, long.body]).toEqual([400, { phone: ['请确保这个字段不能超过 20 个字符。'] }])
  })

  it('takes an SSH key that is one, unless keys are not used', async () => {
    const ann = await world.person()
    const { publicKey } = generateKeyPair('ann@desk')
    const reply = await ann.api.patch(PROFILE, { public_key: publicKey })
    expect(reply.body).toMatchObject({ public_key_comment: 'ann@desk' })
    expect(reply.body.public_key_hash_md5).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/)
    expect((await ann.api.patch(PROFILE, { public_key: 'x' })).body).toEqual({
      public_key: ['Not a valid ssh public key'],
    })
    await set({ TERMINAL_PUBLIC_KEY_AUTH: false })
    const ignored = await ann.api.patch(PROFILE, { public_key: generateKeyPair('other').publicKey })
    expect(ignored.body).toMatchObject({ public_key_comment: 'ann@desk' })
    await set({ TERMINAL_PUBLIC_KEY_AUTH: true })
  })

  it('turns MFA on and off for its owner, who cannot leave it when it is forced', async () => {
    const ann = await world.person()
    expect((await ann.api.patch(PROFILE, { mfa_level: 1 })).body).toMatchObject({ mfa_level: 1, mfa_enabled: true })
    expect((await ann.api.patch(PROFILE, { mfa_level: 0 })).body).toMatchObject({ mfa_level: 0, mfa_enabled: false })
    expect((await ann.api.patch(PROFILE, { mfa_level: 2 })).status).toBe(400)
    const forced = await world.person({ mfaLevel: 2 })
    expect((await forced.api.patch(PROFILE, { mfa_level: 0 })).body).toMatchObject({ mfa_level: 2 })
    expect((await forced.api.put(PROFILE, { phone: '1' })).body).toMatchObject({
      mfa_level: 2,
      mfa_force_enabled: true,
    })
  })

  it('gives a bound second factor up only to who has just shown it', async () => {
    const ann = await world.person({ mfaLevel: 1, in: { [DEFAULT_ORG]: ['Admin'] } })
    await db().updateTable('users_users').set({ otp_secret: 'sealed' }).where('id', '=', ann.id).execute()
    const refused = await ann.api.patch(PROFILE, { mfa_level: 0 })
    expect([refused.status, refused.body]).toEqual([
      400,
      { mfa_level: ['Verify with MFA first, then turn it off or lower it'] },
    ])
    expect((await ann.api.patch(`users/users/${ann.id}/`, { mfa_level: 0 })).status).toBe(400)
    const now = world.clock.now()
    const { cookie, visit } = await openVisit(db(), {
      user: ann.id,
      data: { mfa_verified: now.getTime() },
      seconds: 600,
      address: '127.0.0.1',
      userAgent: 'test',
      now,
    })
    const browser = world.anonymous({
      cookie: `sessionid=${cookie}; csrftoken=${visit.csrf}`,
      'x-csrftoken': visit.csrf,
    })
    expect((await browser.patch(PROFILE, { mfa_level: 0 })).body).toMatchObject({ mfa_level: 0 })
  })

  it('describes its forms', async () => {
    const { actions } = (await world.admin.api.options(PROFILE)).body
    expect(actions.PUT.phone).toMatchObject({ read_only: false, label: 'Phone' })
    expect(actions.PUT.username).toMatchObject({ read_only: true, required: false })
    expect(actions.PUT.mfa_level.choices.map((one: { value: number }) => one.value)).toEqual([0, 1])
    expect(actions.PUT).not.toHaveProperty('password')
    expect(actions.GET).toHaveProperty('admin_or_audit_orgs')
    const password = (await world.admin.api.options(`${PROFILE}password/`, zh)).body.actions.PUT
    expect(password.old_password).toMatchObject({ required: true, write_only: true, label: '原密码', max_length: 128 })
    expect((await world.admin.api.options(`${PROFILE}public-key/`)).body.actions.PUT.public_key.required).toBe(true)
  })

  describe('and its password', () => {
    const PATH = `${PROFILE}password/`
    const form = (old_password: string, new_password: string, new_password_again = new_password) => ({
      old_password,
      new_password,
      new_password_again,
    })

    it('changes when the old one is known, and ends every other login', async () => {
      const ann = await world.person()
      const visit = async () => {
        const { cookie, visit } = await openVisit(db(), {
          user: ann.id,
          seconds: 600,
          address: '127.0.0.1',
          userAgent: 'test',
          now: world.clock.now(),
        })
        return world.anonymous({ cookie: `sessionid=${cookie}; csrftoken=${visit.csrf}`, 'x-csrftoken': visit.csrf })
      }
      const [here, there] = [await visit(), await visit()]
      const done = await here.put(PATH, form(ann.password, 'Brand-new-1'))
      expect([done.status, done.body]).toEqual([200, {}])
      expect((await here.get(PROFILE)).status).toBe(200)
      expect((await there.get(PROFILE)).status).toBe(401)
      expect((await here.put(PATH, form(ann.password, 'Brand-new-2'))).body).toEqual({
        old_password: ['The old password is incorrect'],
      })
    })

    it('does not change when something is wrong, in either language', async () => {
      const ann = await world.person()
      const wrong = async (body: object, headers = {}) => (await ann.api.put(PATH, body, headers)).body
      expect(await wrong(form('guess', 'Brand-new-1'))).toEqual({ old_password: ['The old password is incorrect'] })
      expect(await wrong(form('guess', 'Brand-new-1'), zh)).toEqual({ old_password: ['原密码错误'] })
      expect((await wrong(form(ann.password, 'x'))).new_password[0]).toBe('Password does not match security rules')
      expect(await wrong(form(ann.password, 'Brand-new-1', 'Brand-new-2'))).toEqual({
        new_password_again: ['The newly set password is inconsistent'],
      })
      expect(await wrong({})).toEqual({
        old_password: ['This field is required.'],
        new_password: ['This field is required.'],
        new_password_again: ['This field is required.'],
      })
      expect((await ann.api.get(PATH)).body).toEqual({})
    })

    it('cannot be guessed from an open browser', async () => {
      const ann = await world.person()
      const { SECURITY_LOGIN_LIMIT_COUNT: limit } = world.server.services.settings.values
      for (let i = 0; i < limit; i++)
        expect((await ann.api.put(PATH, form(`guess ${i}`, 'Brand-new-1'))).body.old_password).toBeDefined()
      const refused = await ann.api.put(PATH, form(ann.password, 'Brand-new-1'))
      expect([refused.status, refused.body.code]).toEqual([400, 'too_many_attempts'])
    })

    it('stays as it is for an account of a directory', async () => {
      const ann = await world.person()
      await db().updateTable('users_users').set({ source: 'ldap' }).where('id', '=', ann.id).execute()
      const before = await rowOf(ann.id)
      expect((await ann.api.put(PATH, form('anything', 'Brand-new-1'))).body).toEqual({})
      expect(await rowOf(ann.id)).toEqual(before)
    })
  })

  it('has a page for the key, which tells only its fingerprint and sends a notice', async () => {
    const ann = await world.person()
    const path = `${PROFILE}public-key/`
    const { publicKey } = generateKeyPair('laptop')
    const done = await ann.api.put(path, { public_key: publicKey })
    expect(done.body).toEqual({
      public_key_comment: 'laptop',
      public_key_hash_md5: expect.stringMatching(/^[0-9a-f:]{47}$/),
    })
    expect((await ann.api.get(path)).body).toEqual(done.body)
    expect((await ann.api.put(path, { public_key: 'x' })).body).toEqual({ public_key: ['Not a valid ssh public key'] })
    expect((await ann.api.put(path, {})).body).toEqual({ public_key: ['This field is required.'] })
    expect(world.lines.join()).toMatch(new RegExp(`${ann.username}@example.com.*Your SSH key has been changed`))
  })
})
