import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateKeyPair } from '../../src/platform/auth/ssh-key.ts'
import { openVisit } from '../../src/platform/auth/visits.ts'
import { DEFAULT_ORG, openWorld, type Someone, type World } from '../kit/world.ts'

const zh = { 'accept-language': 'zh' }

describe('one account', () => {
  let world: World
  let orgAdmin: Someone
  beforeAll(async () => {
    world = await openWorld()
    orgAdmin = await world.person({ username: 'org-admin', in: { [DEFAULT_ORG]: ['Admin'] } })
  })
  afterAll(() => world.close())

  const db = () => world.server.services.database.db
  const rowOf = (id: string) =>
    db().selectFrom('users_users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const mailsTo = (username: string) =>
    world.lines
      .filter((line) => line.includes(`"to":["${username}@example.com"]`))
      .map((line) => JSON.parse(line).subject)
  const browser = async (user: string) => {
    const { services } = world.server
    const { cookie, visit } = await openVisit(services.database.db, {
      user,
      epoch: (await rowOf(user)).login_epoch,
      seconds: 600,
      address: '127.0.0.1',
      userAgent: 'test',
      now: world.clock.now(),
    })
    return { cookie: `sessionid=${cookie}; csrftoken=${visit.csrf}`, csrf: visit.csrf }
  }

  it('gets a new password from an administrator, by the same rules as any', async () => {
    const ann = await world.person()
    const path = `users/users/${ann.id}/password/`
    const before = await rowOf(ann.id)
    const weak = await orgAdmin.api.put(path, { password: 'x' })
    expect(weak.status).toBe(400)
    expect(weak.body.password[0]).toBe('Password does not match security rules')
    expect((await orgAdmin.api.put(path, {})).body).toEqual({ password: ['This field is required.'] })
    const { cookie } = await browser(ann.id)
    expect((await world.anonymous({ cookie }).get('users/profile/')).status).toBe(200)
    const done = await orgAdmin.api.patch(path, { password: 'Brand-new-1' })
    expect([done.status, done.body]).toEqual([200, {}])
    expect((await orgAdmin.api.get(path)).body).toEqual({})
    expect((await rowOf(ann.id)).password_hash).not.toBe(before.password_hash)
    expect((await world.anonymous({ cookie }).get('users/profile/')).status).toBe(401)
    const log = await db().selectFrom('audits_password_change_logs').selectAll().where('user_id', '=', ann.id).execute()
    expect(log).toMatchObject([{ change_by: 'org-admin(org-admin)' }])
  })

  it('of a directory keeps its password', async () => {
    const ann = await world.person()
    await db().updateTable('users_users').set({ source: 'ldap' }).where('id', '=', ann.id).execute()
    const before = await rowOf(ann.id)
    expect((await orgAdmin.api.put(`users/users/${ann.id}/password/`, { password: 'Brand-new-1' })).status).toBe(200)
    expect((await orgAdmin.api.patch(`users/users/${ann.id}/password/reset/`, {})).status).toBe(400)
    expect(await rowOf(ann.id)).toEqual(before)
  })

  it('gets a link by mail when its password is reset, and the old password is gone', async () => {
    const ann = await world.person()
    const before = await rowOf(ann.id)
    const reply = await orgAdmin.api.patch(`users/users/${ann.id}/password/reset/`, {})
    expect(reply.body).toMatchObject({ id: ann.id, username: ann.username })
    expect(mailsTo(ann.username)).toEqual([expect.stringContaining('Reset your password')])
    expect((await rowOf(ann.id)).password_hash).not.toBe(before.password_hash)
    const tokens = await db().selectFrom('reset_tokens').selectAll().where('user', '=', ann.id).execute()
    expect(tokens).toHaveLength(1)
  })

  it('loses its key when an administrator resets it, and is told so in both languages', async () => {
    const ann = await world.person()
    const { publicKey } = generateKeyPair('x')
    await db().updateTable('users_users').set({ public_key: publicKey }).where('id', '=', ann.id).execute()
    expect((await orgAdmin.api.patch(`users/users/${ann.id}/pubkey/reset/`, {})).body.id).toBe(ann.id)
    expect((await rowOf(ann.id)).public_key).toBeNull()
    expect(mailsTo(ann.username)[0]).toMatch(/SSH 公钥已重置 \/ Your SSH key has been reset/)
  })

  it('changes its key itself and nobody does it for it', async () => {
    const ann = await world.person()
    const path = `users/users/${ann.id}/pubkey/update/`
    const { publicKey } = generateKeyPair('ann')
    const done = await ann.api.put(path, { public_key: `  ${publicKey}\n` })
    expect([done.status, done.body]).toEqual([200, { id: ann.id, public_key: publicKey }])
    expect((await ann.api.patch(path, { public_key: 'nonsense' })).body).toEqual({
      public_key: ['Not a valid ssh public key'],
    })
    expect((await world.admin.api.put(path, { public_key: publicKey })).status).toBe(403)
    expect((await orgAdmin.api.put(path, { public_key: publicKey })).status).toBe(403)
  })

  it('is unlocked by an administrator', async () => {
    const ann = await world.person()
    const date_expired = new Date(world.clock.now().getTime() + 60_000)
    const keys = [`block ${ann.username}`, `user ${ann.username}`, `pair ${ann.username}\n10.0.0.1`]
    await db()
      .insertInto('login_failures')
      .values(keys.map((key) => ({ key, count: 9, date_expired })))
      .execute()
    expect((await orgAdmin.api.get(`users/users/${ann.id}/`)).body.login_blocked).toBe(true)
    expect((await orgAdmin.api.patch(`users/users/${ann.id}/unblock/`)).body).toMatchObject({ login_blocked: false })
    expect(await db().selectFrom('login_failures').select('key').where('key', 'in', keys).execute()).toEqual([])
  })

  it('binds a new second factor after an administrator reset the old one, never by itself', async () => {
    const ann = await world.person({ mfaLevel: 2 })
    await db().updateTable('users_users').set({ otp_secret: 'sealed' }).where('id', '=', ann.id).execute()
    const reply = await orgAdmin.api.get(`users/users/${ann.id}/otp/reset/`)
    expect([reply.status, reply.body]).toEqual([200, { msg: 'success' }])
    expect(await rowOf(ann.id)).toMatchObject({ otp_secret: null, mfa_level: 2 })
    expect(mailsTo(ann.username)[0]).toMatch(/MFA 已重置 \/ Your MFA has been reset/)
    for (const path of [`users/users/${orgAdmin.id}/otp/reset/`, 'users/otp/reset/']) {
      const own = await orgAdmin.api.get(path)
      expect([own.status, own.body]).toEqual([401, { error: 'Could not reset self otp, use profile reset instead' }])
      expect((await orgAdmin.api.get(path, zh)).body.error).toMatch(/^不能重置自己的 MFA/)
    }
  })

  it('[T50] is not changed by a link that another site makes a browser follow', async () => {
    const ann = await world.person()
    await db().updateTable('users_users').set({ otp_secret: 'sealed' }).where('id', '=', ann.id).execute()
    const { cookie, csrf } = await browser(orgAdmin.id)
    const path = `users/users/${ann.id}/otp/reset/`
    expect((await world.anonymous({ cookie }).get(path)).status).toBe(403)
    const crossed = { cookie, 'x-csrftoken': csrf, 'sec-fetch-site': 'cross-site' }
    expect((await world.anonymous(crossed).get(path)).status).toBe(403)
    expect((await rowOf(ann.id)).otp_secret).toBe('sealed')
    expect((await world.anonymous({ cookie, 'x-csrftoken': csrf }).get(path)).status).toBe(200)
    expect((await rowOf(ann.id)).otp_secret).toBeNull()
  })

  it('[T14] is out of reach for plain users', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    for (const [method, action] of [
      ['GET', 'password/'],
      ['PUT', 'password/'],
      ['PATCH', 'password/reset/'],
      ['PATCH', 'pubkey/reset/'],
      ['PATCH', 'pubkey/update/'],
      ['PATCH', 'unblock/'],
      ['GET', 'otp/reset/'],
      ['POST', 'remove/'],
    ] as const) {
      const body = method === 'GET' ? undefined : {}
      expect((await bob.api.send(method, `users/users/${ann.id}/${action}`, body)).status).toBe(403)
      expect((await world.anonymous().send(method, `users/users/${ann.id}/${action}`, body)).status).toBe(401)
    }
  })

  it('[T52] leaves secrets out of the operate log', async () => {
    const rows = await db().selectFrom('audits_operate_logs').select('diff').execute()
    const text = JSON.stringify(rows)
    expect(text).not.toMatch(/Brand-new-1|ssh-ed25519|argon2|sealed/)
    for (const name of ['password', 'public_key', 'otp_secret', 'login_blocked']) expect(text).toContain(name)
  })
})

describe('service accounts', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const PATH = 'users/service-account-registrations/'
  const bootstrap = () => world.anonymous({ authorization: 'BootstrapToken bootstrap-for-tests' })

  it('are registered with the bootstrap token and get a key that works', async () => {
    const made = await bootstrap().post(PATH, { name: 'gateway-1' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.any(String),
      name: 'gateway-1',
      access_key: {
        id: expect.any(String),
        secret: expect.stringMatching(/^\w{36}$/),
        is_active: true,
        date_created: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0800$/),
      },
    })
    const { id, secret } = made.body.access_key
    const date = world.clock.now().toUTCString()
    const { createHash } = await import('node:crypto')
    const md5 = createHash('md5').update(`${secret}\n${date}`).digest('hex')
    const authorization = `Sign ${id}:${Buffer.from(md5).toString('base64')}`
    const profile = await world.anonymous({ authorization, date }).get('users/profile/')
    expect(profile.body).toMatchObject({ username: 'gateway-1', role: 'App', user_all_orgs: [] })
    const stored = await world.server.services.database.db
      .selectFrom('authentication_access_keys')
      .select('secret')
      .execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('are hidden from people, and have a name of their own', async () => {
    const again = await bootstrap().post(PATH, { name: 'gateway-1' })
    expect([again.status, again.body]).toEqual([400, { name: ['name not unique'] }])
    expect((await bootstrap().post(PATH, { name: 'admin' })).status).toBe(400)
    expect((await bootstrap().post(PATH, {})).body).toEqual({ name: ['This field is required.'] })
    const list = await world.admin.api.get('users/users/?search=gateway&all=1')
    expect(list.body).toEqual([])
    const relations = await world.admin.api.get('orgs/org-member-relation/?search=gateway')
    expect(relations.body).toEqual([])
  })

  it('are not registered without the token, or where registration is closed', async () => {
    expect((await world.anonymous().post(PATH, { name: 'x' })).status).toBe(401)
    expect((await world.admin.api.post(PATH, { name: 'x' })).status).toBe(403)
    const wrong = world.anonymous({ authorization: 'BootstrapToken guessed' })
    expect((await wrong.post(PATH, { name: 'x' })).status).toBe(401)
    const { services } = world.server
    await services.settings.save(services.database.db, { SECURITY_SERVICE_ACCOUNT_REGISTRATION: false })
    await services.settings.refresh()
    const closed = await bootstrap().post(PATH, { name: 'gateway-2' })
    expect([closed.status, closed.body]).toEqual([400, { error: 'service account registration disabled' }])
  })
})
