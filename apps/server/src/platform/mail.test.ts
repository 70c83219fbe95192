import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { Secret } from '@drawbridge/resource'
import { afterEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../test/kit/certificate.ts'
import { type MailSettings, sendMail } from './mail.ts'
import { outboundGuard } from './outbound.ts'

const message = { to: 'ann@example.com', subject: 'Reset', text: 'https://bastion.example/reset?token=s3cret' }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const certificate = makeCertificate('mail.test')

/** A mail server as small as the tests need: plain, STARTTLS or TLS from the start. */
async function mailServer({ tls = 'none' as 'none' | 'starttls' | 'ssl', refuseLogin = false } = {}) {
  const seen = { commands: [] as string[], body: '', secured: false, names: [] as string[] }
  const secure = (socket: Socket) => {
    const wrapped = new TLSSocket(socket, {
      isServer: true,
      ...certificate,
      SNICallback: (name, done) => {
        seen.names.push(name)
        done(null)
      },
    })
    wrapped.on('secure', () => {
      seen.secured = true
    })
    wrapped.on('error', () => wrapped.destroy())
    return wrapped
  }
  const talk = (socket: Socket) => {
    let inData = false
    let text = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const answer = (line: string) => {
      seen.commands.push(line)
      const word = line.split(' ')[0]!.toUpperCase()
      if (word === 'EHLO') {
        say('250-test')
        if (tls === 'starttls' && !seen.secured) say('250-STARTTLS')
        say('250 AUTH PLAIN')
      } else if (word === 'STARTTLS') {
        say('220 go')
        socket.removeAllListeners('data')
        talk(secure(socket))
      } else if (word === 'AUTH') say(refuseLogin ? `535 refused ${line.split(' ').pop()} hunter2` : '235 ok')
      else if (word === 'DATA') {
        inData = true
        say('354 go')
      } else say(word === 'QUIT' ? '221 bye' : '250 ok')
    }
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (inData && line === '.') {
          inData = false
          say('250 queued')
        } else if (inData) seen.body += `${line}\n`
        else answer(line)
      }
    })
    return say
  }
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    const stream = tls === 'ssl' ? secure(socket) : socket
    talk(stream)('220 test ESMTP')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { port, seen }
}

const lines: { message: string; facts?: unknown }[] = []
const log = { info: (text: string, facts?: unknown) => void lines.push({ message: text, facts }) }
const guard = outboundGuard({ allow: ['mail.test'], resolve: async () => [{ address: '127.0.0.1' }] })

const send = (settings: MailSettings, ca?: string) =>
  sendMail({ EMAIL_HOST: 'mail.test', EMAIL_FROM: 'bastion@example.com', ...settings }, message, { guard, log, ca })

test('without a mail server one line names recipient and subject, never the link', async () => {
  lines.length = 0
  expect(await send({ EMAIL_HOST: '', EMAIL_SUBJECT_PREFIX: '[DB] ' })).toEqual({ sent: false })
  expect(lines).toHaveLength(1)
  expect(lines[0]!.facts).toEqual({ to: ['ann@example.com'], subject: '[DB] Reset' })
  expect(JSON.stringify(lines)).not.toContain('s3cret')
})

test('a mail goes out with prefix and sender, through the address the guard gave', async () => {
  const { port, seen } = await mailServer()
  expect(await send({ EMAIL_PORT: String(port), EMAIL_SUBJECT_PREFIX: '[DB] ' })).toEqual({ sent: true })
  expect(seen.commands).toContain('MAIL FROM:<bastion@example.com>')
  expect(seen.commands).toContain('RCPT TO:<ann@example.com>')
  expect(seen.body).toContain('Subject: [DB] Reset')
})

test('the account is the sender when none is set', async () => {
  const { port, seen } = await mailServer()
  const account = { EMAIL_HOST_USER: 'bot@example.com', EMAIL_HOST_PASSWORD: new Secret('hunter2') }
  await send({ EMAIL_PORT: port, EMAIL_FROM: '', ...account })
  expect(seen.commands).toContain('MAIL FROM:<bot@example.com>')
  expect(seen.commands).toContain(`AUTH PLAIN ${Buffer.from('\0bot@example.com\0hunter2').toString('base64')}`)
})

test('no text adds a recipient or a header', async () => {
  const { port, seen } = await mailServer()
  const sneaky = { to: ['ann@example.com,eve@example.com'], subject: 'a\r\nBcc: eve@example.com', text: 'x' }
  const settings = { EMAIL_HOST: 'mail.test', EMAIL_PORT: port, EMAIL_FROM: 'bastion@example.com' }
  await sendMail(settings, sneaky, { guard, log }).catch(() => undefined)
  expect(seen.commands.filter((line) => /^RCPT TO:<eve@/.test(line))).toEqual([])
  expect(seen.body).not.toMatch(/^Bcc:/m)
})

test('[T39] a mail server on loopback is refused unless listed', async () => {
  const { port, seen } = await mailServer()
  const closed = outboundGuard({ allow: [], resolve: async () => [{ address: '127.0.0.1' }] })
  const settings = { EMAIL_HOST: 'mail.test', EMAIL_PORT: port, EMAIL_FROM: 'bastion@example.com' }
  await expect(sendMail(settings, message, { guard: closed, log })).rejects.toMatchObject({ name: 'OutboundRefused' })
  expect(seen.commands).toEqual([])
})

test('[T40] a refused login does not repeat the password', async () => {
  const { port } = await mailServer({ refuseLogin: true })
  const error = await send({ EMAIL_PORT: port, EMAIL_HOST_USER: 'bot', EMAIL_HOST_PASSWORD: 'hunter2' }).catch((e) => e)
  expect(error).toMatchObject({ name: 'MailError' })
  expect(error.message).toContain('535')
  expect(error.message).not.toContain('hunter2')
  expect(error.message).not.toContain(Buffer.from('\0bot\0hunter2').toString('base64'))
})

test('[T10] with TLS asked for, a server without it gets neither password nor mail', async () => {
  const { port, seen } = await mailServer()
  const account = { EMAIL_HOST_USER: 'bot', EMAIL_HOST_PASSWORD: 'hunter2' }
  await expect(send({ EMAIL_PORT: port, EMAIL_USE_TLS: true, ...account })).rejects.toMatchObject({ name: 'MailError' })
  expect(seen.commands.join()).not.toMatch(/AUTH|MAIL/)
})

describe.skipIf(!certificate)('with a certificate of our own', () => {
  const ways = [
    ['ssl', { EMAIL_USE_SSL: true }],
    ['starttls', { EMAIL_USE_TLS: true }],
  ] as const

  test.each(ways)('[T10] an unknown certificate is refused: %s', async (tls, use) => {
    const { port, seen } = await mailServer({ tls })
    await expect(send({ EMAIL_PORT: port, ...use })).rejects.toMatchObject({ name: 'MailError' })
    expect(seen.commands.join()).not.toMatch(/AUTH|MAIL/)
  })

  test.each(ways)('[T10] a trusted certificate is accepted for the name that was asked: %s', async (tls, use) => {
    const { port, seen } = await mailServer({ tls })
    expect(await send({ EMAIL_PORT: port, ...use }, certificate!.cert)).toEqual({ sent: true })
    expect(seen.names).toEqual(['mail.test'])
    expect(seen.secured).toBe(true)
  })

  test.each(ways)('[T10] a trusted certificate of another name is refused: %s', async (tls, use) => {
    const { port } = await mailServer({ tls })
    const other = outboundGuard({ allow: ['other.test'], resolve: async () => [{ address: '127.0.0.1' }] })
    const settings = { EMAIL_HOST: 'other.test', EMAIL_PORT: port, EMAIL_FROM: 'bastion@example.com', ...use }
    await expect(sendMail(settings, message, { guard: other, log, ca: certificate!.cert })).rejects.toMatchObject({
      name: 'MailError',
    })
  })
})
