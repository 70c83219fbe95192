import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingPages } from '@drawbridge/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../src/server.ts'
import { aSystemUser } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type World } from '../kit/world.ts'

const at = (category: string) => `settings/setting/?category=${category}`

describe('settings', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const logs = async () =>
    world.server.services.database.db
      .selectFrom('audits_operate_logs')
      .selectAll()
      .where('resource_path', '=', 'settings/setting')
      .orderBy('datetime')
      .orderBy('resource')
      .execute()

  it('[SUSER-07] ask for special characters in the passwords of people, not of system users', async () => {
    const { api } = world.admin
    const password = 'Letters-and-9'.replaceAll('-', '')
    const change = (isOn: boolean) => api.patch(at('security'), { SECURITY_PASSWORD_SPECIAL_CHAR: isOn })
    expect((await change(true)).status).toBe(200)
    const someone = {
      name: 'Plain',
      username: 'plain',
      email: 'plain@example.com',
      password_strategy: 1,
      password,
    }
    expect((await api.post('users/users/', someone)).body).toEqual({
      password: ['Password does not match security rules', 'The password needs a special character'],
    })
    const user = await aSystemUser((await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })).api, { password })
    expect(user.id).toBeTruthy()
    expect((await change(false)).status).toBe(200)
  })

  it('[SETBASIC-01] [SETBASIC-02] hold the addresses of the site and of its guide', async () => {
    const { api } = world.admin
    expect((await api.get(at('basic'))).body).toEqual({
      SITE_URL: 'http://localhost:8080',
      USER_GUIDE_URL: null,
      FORGOT_PASSWORD_URL: null,
    })
    const body = {
      SITE_URL: 'https://bridge.example.com',
      USER_GUIDE_URL: 'https://guide.example.com',
      FORGOT_PASSWORD_URL: null,
    }
    const saved = await api.put(at('basic'), body)
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual(body)
    expect((await api.get(at('basic'))).body).toEqual(body)
  })

  it('of an unknown category are the basic ones, and all can be read at once', async () => {
    const { api } = world.admin
    const basic = (await api.get(at('basic'))).body
    for (const category of ['nonsense', '', 'constructor', '__proto__'])
      expect((await api.get(at(category))).body).toEqual(basic)
    expect((await api.get('settings/setting/')).body).toEqual(basic)
    const readable = Object.values(settingPages).flatMap((page) =>
      Object.entries(page).flatMap(([name, field]) => (field.writeOnly ? [] : [name])),
    )
    expect(Object.keys((await api.get(at('all'))).body).sort()).toEqual(readable.sort())
  })

  it('are for system administrators only', async () => {
    const org = await world.organisation()
    const others = [
      await world.person(),
      await world.person({ role: 'Auditor' }),
      await world.person({ role: 'App' }),
      await world.person({ in: { [org]: ['Admin'] }, org }),
    ]
    for (const { api } of others) {
      for (const method of ['GET', 'PUT', 'PATCH', 'OPTIONS'])
        expect(
          (await api.send(method, at('basic'), method === 'GET' || method === 'OPTIONS' ? undefined : {})).status,
        ).toBe(403)
      expect((await api.post('settings/mail/testing/', {})).status).toBe(403)
    }
    expect((await world.anonymous().get(at('basic'))).status).toBe(401)
  })

  it('[SETSEC-01] [SETSEC-02] [SETSEC-03] [SETSEC-04] [SETSEC-05] [SETSEC-06] [SETSEC-07] [SETSEC-08] [SETSEC-09] [SETSEC-10] [SETSEC-11] [SETSEC-12] [SETSEC-13] [SETSEC-14] of security are saved and read back', async () => {
    const { api } = world.admin
    const body = {
      SECURITY_MFA_AUTH: true,
      SECURITY_COMMAND_EXECUTION: false,
      SECURITY_SERVICE_ACCOUNT_REGISTRATION: false,
      SECURITY_LOGIN_LIMIT_COUNT: 5,
      SECURITY_LOGIN_LIMIT_TIME: 10,
      SECURITY_MAX_IDLE_TIME: 15,
      SECURITY_PASSWORD_EXPIRATION_TIME: 90,
      SECURITY_PASSWORD_MIN_LENGTH: 12,
      SECURITY_PASSWORD_UPPER_CASE: true,
      SECURITY_PASSWORD_LOWER_CASE: true,
      SECURITY_PASSWORD_NUMBER: true,
      SECURITY_PASSWORD_SPECIAL_CHAR: true,
      SECURITY_INSECURE_COMMAND: true,
      SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: 'a@example.com, b@example.com',
    }
    expect((await api.put(at('security'), body)).body).toEqual(body)
    expect((await api.get(at('security'))).body).toEqual(body)
    expect((await world.anonymous().get('settings/public/')).body.data).toMatchObject({
      SECURITY_COMMAND_EXECUTION: false,
      SECURITY_PASSWORD_EXPIRATION_TIME: 90,
      SECURITY_MAX_IDLE_TIME: 15,
      PASSWORD_RULE: { SECURITY_PASSWORD_MIN_LENGTH: 12, SECURITY_PASSWORD_UPPER_CASE: true },
    })
    await api.patch(at('security'), { SECURITY_MFA_AUTH: false })
  })

  it('[SETTERM-01] [SETTERM-02] [SETTERM-03] [SETTERM-04] [SETTERM-05] [SETTERM-06] [SETTERM-07] of the terminal are saved and read back', async () => {
    const { api } = world.admin
    const body = {
      TERMINAL_PASSWORD_AUTH: false,
      TERMINAL_PUBLIC_KEY_AUTH: false,
      TERMINAL_ASSET_LIST_SORT_BY: 'ip',
      TERMINAL_ASSET_LIST_PAGE_SIZE: '25',
      TERMINAL_HEARTBEAT_INTERVAL: 30,
      TERMINAL_SESSION_KEEP_DURATION: 100,
      TERMINAL_TELNET_REGEX: 'Last\\s+login',
    }
    expect((await api.put(at('terminal'), body)).body).toEqual(body)
    expect((await api.get(at('terminal'))).body).toEqual(body)
    const refused = await api.patch(at('terminal'), {
      TERMINAL_TELNET_REGEX: '(',
      TERMINAL_ASSET_LIST_PAGE_SIZE: '7',
      TERMINAL_SESSION_KEEP_DURATION: 0,
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body).sort()).toEqual([
      'TERMINAL_ASSET_LIST_PAGE_SIZE',
      'TERMINAL_SESSION_KEEP_DURATION',
      'TERMINAL_TELNET_REGEX',
    ])
  })

  it('[SETMAIL-01] [SETMAIL-02] [SETMAIL-03] [SETMAIL-05] [SETMAIL-06] [SETMAIL-07] [SETMAIL-08] [SETMAIL-09] [SETMAIL-10] [SETMAIL-11] [SETMAIL-12] [SETMAIL-13] of mails are saved and read back', async () => {
    const { api } = world.admin
    const mail = {
      EMAIL_HOST: 'smtp.example.com',
      EMAIL_PORT: '587',
      EMAIL_HOST_USER: 'bridge@example.com',
      EMAIL_FROM: 'noreply@example.com',
      EMAIL_RECIPIENT: 'me@example.com',
      EMAIL_USE_SSL: false,
      EMAIL_USE_TLS: true,
      EMAIL_SUBJECT_PREFIX: '[Bridge]',
    }
    expect((await api.put(at('email'), mail)).body).toEqual(mail)
    const content = {
      EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'Welcome',
      EMAIL_CUSTOM_USER_CREATED_HONORIFIC: 'Dear',
      EMAIL_CUSTOM_USER_CREATED_BODY: 'Line one\nLine two',
      EMAIL_CUSTOM_USER_CREATED_SIGNATURE: 'The team',
    }
    expect((await api.put(at('email_content'), content)).body).toEqual(content)
    expect((await api.get(at('email'))).body).toEqual(mail)
    expect((await api.get(at('email_content'))).body).toEqual(content)
    for (const EMAIL_PORT of ['0', '65536', 'smtp'])
      expect((await api.patch(at('email'), { EMAIL_PORT })).body).toEqual({ EMAIL_PORT: ['Port Error, please check'] })
  })

  it('are checked as a whole by PUT and one by one by PATCH, and what is not sent stays', async () => {
    const { api } = world.admin
    const missing = await api.put(at('security'), { SECURITY_MFA_AUTH: true })
    expect(missing.status).toBe(400)
    expect(missing.body.SECURITY_LOGIN_LIMIT_COUNT).toEqual(['This field is required.'])
    expect((await api.get(at('security'))).body.SECURITY_MFA_AUTH).toBe(false)
    const low = await api.patch(at('security'), { SECURITY_LOGIN_LIMIT_COUNT: 2, SECURITY_PASSWORD_MIN_LENGTH: 31 })
    expect(low.body).toEqual({
      SECURITY_LOGIN_LIMIT_COUNT: ['Ensure this value is greater than or equal to 3.'],
      SECURITY_PASSWORD_MIN_LENGTH: ['Ensure this value is less than or equal to 30.'],
    })
    await api.patch(at('terminal'), { TERMINAL_HEARTBEAT_INTERVAL: 45 })
    await api.put(at('terminal'), { TERMINAL_SESSION_KEEP_DURATION: 99 })
    expect((await api.get(at('terminal'))).body).toMatchObject({
      TERMINAL_HEARTBEAT_INTERVAL: 45,
      TERMINAL_SESSION_KEEP_DURATION: 99,
    })
    expect((await api.put(at('basic'), [])).status).toBe(400)
    expect((await api.patch(at('basic'), { UNKNOWN: 1, SECURITY_MFA_AUTH: true })).status).toBe(200)
    expect((await api.get(at('security'))).body.SECURITY_MFA_AUTH).toBe(false)
  })

  it('take the attribute map of LDAP as an object or as its text, and nothing else', async () => {
    const { api } = world.admin
    const map = { username: 'uid', name: 'cn', email: 'mail' }
    expect((await api.patch(at('ldap'), { AUTH_LDAP_USER_ATTR_MAP: map })).body.AUTH_LDAP_USER_ATTR_MAP).toEqual(map)
    const text = await api.patch(at('ldap'), { AUTH_LDAP_USER_ATTR_MAP: JSON.stringify({ ...map, name: 'sn' }) })
    expect(text.body.AUTH_LDAP_USER_ATTR_MAP).toEqual({ ...map, name: 'sn' })
    for (const wrong of ['{', [], 7, { username: 'uid' }, { ...map, email: 3 }])
      expect((await api.patch(at('ldap'), { AUTH_LDAP_USER_ATTR_MAP: wrong })).status).toBe(400)
  })

  it('leave a row in the operate log for each that changed, with what it was and became', async () => {
    const { api } = world.admin
    const before = (await logs()).length
    await api.patch(at('security'), {
      SECURITY_LOGIN_LIMIT_COUNT: 8,
      SECURITY_LOGIN_LIMIT_TIME: 20,
      SECURITY_MAX_IDLE_TIME: 15,
    })
    const rows = (await logs()).slice(before)
    expect(rows.map((row) => row.diff)).toEqual([
      { SECURITY_LOGIN_LIMIT_COUNT: [5, 8] },
      { SECURITY_LOGIN_LIMIT_TIME: [10, 20] },
    ])
    expect(rows[0]).toMatchObject({
      org_id: ROOT_ORG,
      action: 'update',
      resource: 'SECURITY_LOGIN_LIMIT_COUNT',
      user: 'Administrator(admin)',
    })
    await api.patch(at('security'), { SECURITY_LOGIN_LIMIT_COUNT: 8 })
    expect((await logs()).length).toBe(before + 2)
  })

  it('are known at once to this server, and soon to every other on the same database', async () => {
    const { config, log } = world.server.services
    const dataDir = await mkdtemp(join(tmpdir(), 'drawbridge-second-'))
    await cp(join(world.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
    const second = await startServer({ ...config, dataDir }, { log })
    try {
      const news = new Promise<void>((done) => second.services.bus.on('settings', done))
      await world.admin.api.patch(at('security'), { SECURITY_MAX_IDLE_TIME: 16 })
      expect(world.server.services.settings.values.SECURITY_MAX_IDLE_TIME).toBe(16)
      await news
      expect(second.services.settings.values.SECURITY_MAX_IDLE_TIME).toBe(16)
    } finally {
      await second.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it('[CALL-16] [SETMAIL-14] [SETMAIL-15] are described for a form in the language of the reader', async () => {
    const english = (await world.admin.api.options(at('email'))).body
    expect(english).toMatchObject({ name: 'Email', description: '', renders: ['application/json'] })
    expect(Object.keys(english.actions)).toEqual(['PUT', 'GET'])
    expect(english.actions.PUT.EMAIL_HOST).toEqual({
      type: 'string',
      required: true,
      read_only: false,
      label: 'SMTP host',
      max_length: 1024,
      write_only: false,
    })
    expect(english.actions.PUT.EMAIL_HOST_PASSWORD).toMatchObject({ write_only: true, required: false })
    expect(english.actions.GET.EMAIL_HOST_PASSWORD).toBeUndefined()
    expect(english.actions.PUT.EMAIL_USE_SSL.help_text).toContain('465')
    expect(english.actions.PUT.EMAIL_USE_TLS.help_text).toContain('587')
    const chinese = (await world.admin.api.options(at('terminal'), { 'accept-language': 'zh' })).body
    expect(chinese.name).toBe('终端设置')
    expect(chinese.actions.PUT.TERMINAL_ASSET_LIST_SORT_BY.choices).toEqual([
      { value: 'hostname', display_name: '主机名' },
      { value: 'ip', display_name: 'IP' },
    ])
  })
})

describe('public settings', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ EMAIL_HOST_PASSWORD: 'environment-secret' })
  })
  afterAll(() => world.close())

  it('[PUBSET-01] [CALL-03] tell a stranger what a login page needs, and nothing more', async () => {
    const reply = await world.anonymous().get('settings/public/')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      data: {
        WINDOWS_SKIP_ALL_MANUAL_PASSWORD: false,
        SECURITY_MAX_IDLE_TIME: 30,
        XPACK_ENABLED: true,
        XPACK_LICENSE_IS_VALID: false,
        LOGIN_CONFIRM_ENABLE: false,
        SECURITY_VIEW_AUTH_NEED_MFA: true,
        SECURITY_MFA_VERIFY_TTL: 3600,
        SECURITY_COMMAND_EXECUTION: true,
        SECURITY_PASSWORD_EXPIRATION_TIME: 9999,
        LOGIN_TITLE: 'Welcome to Drawbridge',
        LOGO_URLS: {
          logo_logout: '/core/static/logo.svg',
          logo_index: '/core/static/logo-text.svg',
          login_image: '/core/static/login-image.svg',
          favicon: '/core/static/logo.svg',
        },
        TICKETS_ENABLED: true,
        PASSWORD_RULE: {
          SECURITY_PASSWORD_MIN_LENGTH: 6,
          SECURITY_PASSWORD_UPPER_CASE: false,
          SECURITY_PASSWORD_LOWER_CASE: false,
          SECURITY_PASSWORD_NUMBER: false,
          SECURITY_PASSWORD_SPECIAL_CHAR: false,
        },
        CAPABILITIES: ['audit-diff', 'etag', 'explain', 'licence-state', 'openapi', 'replay-page'],
      },
    })
    expect(reply.text.length).toBeLessThan(2_000)
  })

  it('greet in the language of the reader', async () => {
    const chinese = await world.anonymous().get('settings/public/', { 'accept-language': 'zh-CN' })
    expect(chinese.body.data.LOGIN_TITLE).toBe('欢迎使用吊桥堡垒机')
  })

  it('name pictures that are there', async () => {
    const { LOGO_URLS } = (await world.anonymous().get('settings/public/')).body.data
    for (const path of [LOGO_URLS.logo_index, LOGO_URLS.login_image]) {
      const picture = await world.anonymous().get(path)
      expect(picture.status).toBe(200)
      expect(picture.headers.get('content-type')).toContain('image/svg+xml')
    }
  })

  it('tell of a licence while it is valid', async () => {
    await world.license(1)
    expect((await world.anonymous().get('settings/public/')).body.data.XPACK_LICENSE_IS_VALID).toBe(true)
    world.clock.advance(2 * 86_400)
    expect((await world.anonymous().get('settings/public/')).body.data.XPACK_LICENSE_IS_VALID).toBe(false)
  })
})
