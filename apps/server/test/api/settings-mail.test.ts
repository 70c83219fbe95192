import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mailbox, openMailbox } from '../kit/mailbox.ts'
import { openWorld, type World } from '../kit/world.ts'

const TEST = 'settings/mail/testing/'
const PASSWORD = 'Mail-secret-4711'

describe('the mail test', () => {
  let world: World
  let box: Mailbox
  beforeAll(async () => {
    box = await openMailbox()
    world = await openWorld()
  })
  afterAll(async () => {
    await world.close()
    await box.close()
  })

  const form = () => ({
    EMAIL_HOST: '127.0.0.1',
    EMAIL_PORT: String(box.port),
    EMAIL_HOST_USER: 'bridge@example.com',
    EMAIL_HOST_PASSWORD: PASSWORD,
    EMAIL_FROM: '',
    EMAIL_RECIPIENT: 'me@example.com',
    EMAIL_USE_SSL: false,
    EMAIL_USE_TLS: false,
  })

  it('[CALL-04] [SETMAIL-16] sends a real mail with the form as it stands', async () => {
    const reply = await world.admin.api.post(TEST, form())
    expect(reply.body).toEqual({ msg: 'Test mail sent to me@example.com, please check' })
    expect(reply.status).toBe(200)
    expect(box.letters.at(-1)?.to).toEqual(['me@example.com'])
    expect(box.letters.at(-1)?.subject).toBe('[Drawbridge] Test mail')
    expect(box.logins).toEqual([`bridge@example.com:${PASSWORD}`])
    for (const [prefix, subject] of [
      ['[Gate]', '[Gate]Test mail'],
      ['', 'Test mail'],
    ]) {
      await world.admin.api.post(TEST, { ...form(), EMAIL_SUBJECT_PREFIX: prefix })
      expect(box.letters.at(-1)?.subject).toBe(subject)
    }
    const chinese = await world.admin.api.post(TEST, form(), { 'accept-language': 'zh' })
    expect(chinese.body.msg).toBe('测试邮件已经发送至 me@example.com，请检查')
  })

  it('goes to the sender, else to the account, when no recipient is named', async () => {
    const { EMAIL_RECIPIENT, ...rest } = form()
    await world.admin.api.post(TEST, { ...rest, EMAIL_FROM: 'Bridge <from@example.com>' })
    expect(box.letters.at(-1)?.to).toEqual(['from@example.com'])
    await world.admin.api.post(TEST, { ...rest, EMAIL_FROM: null, EMAIL_RECIPIENT: null })
    expect(box.letters.at(-1)?.to).toEqual(['bridge@example.com'])
  })

  it('uses the saved password for the server and account it was saved for, and for no other', async () => {
    const { api } = world.admin
    const { EMAIL_PORT, EMAIL_HOST, EMAIL_HOST_USER } = form()
    await api.put('settings/setting/?category=email', { ...form(), EMAIL_SUBJECT_PREFIX: '[X] ' })
    const unsaid = { EMAIL_PORT, EMAIL_HOST, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD: '' }
    box.logins.length = 0
    expect((await api.post(TEST, unsaid)).status).toBe(200)
    expect(box.logins).toEqual([`bridge@example.com:${PASSWORD}`])
    box.logins.length = 0
    await api.post(TEST, { ...unsaid, EMAIL_HOST_USER: 'other@example.com' })
    await api.post(TEST, { ...unsaid, EMAIL_HOST: '::ffff:127.0.0.1' })
    expect(box.logins).toEqual([])
  })

  it('[T40] says why a mail was not sent, without the password that a server quotes', async () => {
    box.refusal = (login) => `535 ${login} is wrong`
    const reply = await world.admin.api.post(TEST, form())
    box.refusal = undefined
    expect(reply.status).toBe(400)
    expect(reply.body.error).toContain('The mail could not be sent')
    expect(reply.text).not.toContain(PASSWORD)
  })

  it('refuses a form that is not filled in', async () => {
    const reply = await world.admin.api.post(TEST, { EMAIL_PORT: 99999 })
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({
      EMAIL_HOST: ['This field is required.'],
      EMAIL_PORT: ['Port Error, please check'],
      EMAIL_HOST_USER: ['This field is required.'],
    })
  })
})

describe('the mail test of an installation without exceptions', () => {
  let world: World
  let box: Mailbox
  beforeAll(async () => {
    box = await openMailbox()
    world = await openWorld({ OUTBOUND_ALLOW: '' })
  })
  afterAll(async () => {
    await world.close()
    await box.close()
  })

  it('[T39] reaches neither the server itself nor a metadata service', async () => {
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '0.0.0.0',
      '169.254.169.254',
      '::ffff:127.0.0.1',
      '100.100.100.200',
      '2130706433',
      '0x7f.1',
    ]
    for (const EMAIL_HOST of hosts) {
      const reply = await world.admin.api.post(TEST, {
        EMAIL_HOST,
        EMAIL_PORT: box.port,
        EMAIL_HOST_USER: 'a@example.com',
      })
      expect(reply.status, EMAIL_HOST).toBe(400)
      expect(reply.body.error, EMAIL_HOST).toMatch(/may not be reached|not a valid name/)
    }
    expect(box.letters).toEqual([])
    expect(box.logins).toEqual([])
  })
})
