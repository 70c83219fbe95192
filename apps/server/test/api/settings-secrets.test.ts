import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issue } from '../../src/areas/xpack/index.ts'
import { licenceKeys } from '../../src/platform/licence.ts'
import { type Mailbox, openMailbox } from '../kit/mailbox.ts'
import { openWorld, ROOT_ORG, type World } from '../kit/world.ts'

const MAIL = 'Mail-secret-0815'
const TYPED = 'Typed-secret-2342'
const LDAP = 'Ldap-secret-9001'

describe('secrets of the settings', () => {
  let world: World
  let box: Mailbox
  let licence: string
  beforeAll(async () => {
    box = await openMailbox()
    world = await openWorld()
    const { api } = world.admin
    const mail = {
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(box.port),
      EMAIL_HOST_USER: 'bridge@example.com',
      EMAIL_SUBJECT_PREFIX: '[X]',
    }
    await api.put('settings/setting/?category=email', { ...mail, EMAIL_HOST_PASSWORD: MAIL })
    await api.patch('settings/setting/?category=ldap', { AUTH_LDAP_BIND_PASSWORD: LDAP })
    await api.patch('settings/setting/?category=all', { EMAIL_HOST_PASSWORD: 12 })
    await api.post('settings/mail/testing/', { ...mail, EMAIL_HOST_PASSWORD: TYPED })
    await api.post('settings/mail/testing/', { ...mail, EMAIL_HOST_PASSWORD: '' })
    box.refusal = (login) => `535 no ${login}`
    await api.post('settings/mail/testing/', { ...mail, EMAIL_HOST_PASSWORD: TYPED })
    await api.post('settings/mail/testing/', { ...mail, EMAIL_HOST: '169.254.169.254', EMAIL_HOST_PASSWORD: TYPED })
    const { installation } = world.server.services.licence
    licence = issue(
      { corporation: 'ACME', days: 3, installation },
      licenceKeys(world.dataDir).privateKey,
      world.clock.now(),
    )
    const upload = new FormData()
    upload.append('file', new Blob([licence]), 'licence.txt')
    expect((await api.post('xpack/license/import', upload)).body.status).toBe(true)
  })
  afterAll(async () => {
    await world.close()
    await box.close()
  })

  const secrets = () => [MAIL, TYPED, LDAP, licence.trim(), Buffer.from(MAIL).toString('base64')]
  const expectNone = (text: string) => {
    for (const secret of secrets()) expect(text).not.toContain(secret)
  }

  it('[SETMAIL-04] are kept, and are used where they belong', () => {
    const { values } = world.server.services.settings
    expect(values.EMAIL_HOST_PASSWORD).toBe(MAIL)
    expect(values.AUTH_LDAP_BIND_PASSWORD).toBe(LDAP)
    expect(box.logins).toContain(`bridge@example.com:${MAIL}`)
  })

  it('[T40] are in no line of the log', () => {
    expectNone(world.lines.join(''))
  })

  it('[T52] come back from no read and no description', async () => {
    const { api } = world.admin
    for (const category of ['all', 'email', 'ldap', 'security']) {
      const path = `settings/setting/?category=${category}`
      const replies = [await api.get(path), await api.options(path), await api.patch(path, {})]
      for (const reply of replies) {
        expect(reply.status).toBe(200)
        expectNone(reply.text)
      }
      expect(replies[0]!.body).not.toHaveProperty('EMAIL_HOST_PASSWORD')
      expect(replies[0]!.body).not.toHaveProperty('AUTH_LDAP_BIND_PASSWORD')
    }
    expectNone((await api.get('xpack/license/detail')).text)
    expectNone((await api.get('/api/swagger.json')).text)
    for (const path of ['settings/public/', '/api/health/', 'prometheus/metrics/'])
      expectNone((await world.anonymous().get(path)).text)
  })

  it('[T40] [T52] are masked in the operate log and in its export', async () => {
    const { api } = world.admin
    const list = await api.get('audits/operate-logs/', { 'x-jms-org': ROOT_ORG })
    expect(list.status).toBe(200)
    expectNone(list.text)
    const found = list.body.find((row: { resource: string }) => row.resource === 'EMAIL_HOST_PASSWORD')
    expect(found.diff).toEqual({ EMAIL_HOST_PASSWORD: [null, '••••••'] })
    const sheet = await api.get('audits/operate-logs/?format=csv', { 'x-jms-org': ROOT_ORG })
    expect(sheet.status).toBe(200)
    expect(sheet.text).toContain('EMAIL_HOST_PASSWORD')
    expectNone(sheet.text)
  })

  it('are sealed in the database', async () => {
    const rows = await world.server.services.database.db.selectFrom('settings').selectAll().execute()
    expect(rows.find((row) => row.name === 'EMAIL_HOST_PASSWORD')).toMatchObject({ value: null })
    expectNone(JSON.stringify(rows))
  })

  it('stay as they are when they are sent empty', async () => {
    const { api } = world.admin
    for (const EMAIL_HOST_PASSWORD of ['', null])
      expect((await api.patch('settings/setting/?category=email', { EMAIL_HOST_PASSWORD })).status).toBe(200)
    expect(world.server.services.settings.values.EMAIL_HOST_PASSWORD).toBe(MAIL)
  })
})
