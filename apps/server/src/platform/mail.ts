import { rootCertificates } from 'node:tls'
import { MASK, Secret } from '@drawbridge/resource'
import { createTransport } from 'nodemailer'
import type { OutboundGuard } from './outbound.ts'

/** The `EMAIL_*` settings, under their own names. */
export interface MailSettings {
  EMAIL_HOST?: string | null
  EMAIL_PORT?: string | number | null
  EMAIL_HOST_USER?: string | null
  EMAIL_HOST_PASSWORD?: Secret | string | null
  EMAIL_FROM?: string | null
  EMAIL_USE_SSL?: boolean | null
  EMAIL_USE_TLS?: boolean | null
  EMAIL_SUBJECT_PREFIX?: string | null
}

export interface MailMessage {
  to: string | readonly string[]
  subject: string
  text: string
  html?: string
}

export interface MailMeans {
  guard: OutboundGuard
  log: { info(message: string, facts?: Record<string, unknown>): void }
  /** Further authorities to trust (PEM), for a mail server with a certificate of the house. */
  ca?: string | string[]
}

export class MailError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MailError'
  }
}

const TIMEOUT_MS = 10_000
const DEFAULT_PORT = { ssl: 465, tls: 587, plain: 25 } as const

/** Throws `OutboundRefused` or `MailError`; an installation without a mail server only notes what it would have sent. */
export async function sendMail(
  settings: MailSettings,
  message: MailMessage,
  { guard, log, ca }: MailMeans,
): Promise<{ sent: boolean }> {
  const to = [message.to].flat().map((address) => onOneLine(address))
  const subject = onOneLine(`${settings.EMAIL_SUBJECT_PREFIX ?? ''}${message.subject}`)
  if (!settings.EMAIL_HOST) {
    // Never the body: it may carry a reset link.
    log.info('no mail server is set, mail not sent', { to, subject })
    return { sent: false }
  }

  const security = settings.EMAIL_USE_SSL ? 'ssl' : settings.EMAIL_USE_TLS ? 'tls' : 'plain'
  const port = Number(settings.EMAIL_PORT || DEFAULT_PORT[security])
  const { address, servername } = await guard.check(settings.EMAIL_HOST, port)
  const user = settings.EMAIL_HOST_USER ?? ''
  const pass = revealed(settings.EMAIL_HOST_PASSWORD)
  const transport = createTransport({
    host: address,
    port,
    secure: security === 'ssl',
    // With TLS asked for, a server that does not offer it gets neither password nor mail.
    requireTLS: security === 'tls',
    ignoreTLS: security === 'plain',
    tls: { servername, ca: ca && [...rootCertificates, ca].flat(), rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    auth: user && pass ? { user, pass } : undefined,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: settings.EMAIL_FROM || user,
      // Objects, because a text would be split at its commas into further recipients.
      to: to.map((recipient) => ({ name: '', address: recipient })),
      subject,
      text: message.text,
      html: message.html,
    })
    return { sent: true }
  } catch (error) {
    // Without its cause, which holds the server's words as they came.
    throw new MailError(masked((error as Error).message, user, pass))
  } finally {
    transport.close()
  }
}

const onOneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim()

const revealed = (password: Secret | string | null | undefined) =>
  password instanceof Secret ? password.reveal() : (password ?? '')

/** A server may quote in its answer what it was sent. */
function masked(text: string, user: string, pass: string): string {
  const base64 = (value: string) => Buffer.from(value).toString('base64')
  const forms = pass ? [pass, base64(pass), base64(`\0${user}\0${pass}`)] : []
  return forms.reduce((rest, form) => rest.replaceAll(form, MASK), text)
}
